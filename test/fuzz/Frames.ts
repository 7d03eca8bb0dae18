/** WebSocket frames as bytes (RFC 6455, section 5.2), right or wrong. */

export const TEXT = 1
export const BINARY = 2
export const CLOSE = 8
export const PING = 9
export const PONG = 10

export interface Options {
  readonly isLast?: boolean
  readonly isMasked?: boolean
  /** The three reserved bits. */
  readonly reserved?: number
  /** The length that is said, where it is a lie. */
  readonly claims?: number
}

const MASK = Buffer.from([0x5a, 0xc3, 0x0f, 0x99])

const lengthOf = (length: number): Buffer => {
  if (length < 126) return Buffer.from([length])
  const long = Buffer.alloc(length < 65_536 ? 3 : 9)
  long[0] = length < 65_536 ? 126 : 127
  if (length < 65_536) long.writeUInt16BE(length, 1)
  else long.writeBigUInt64BE(BigInt(length), 1)
  return long
}

/** A client's frame. */
export const encode = (opcode: number, payload: Buffer, options: Options = {}): Buffer => {
  const { claims = payload.length, isLast = true, isMasked = true, reserved = 0 } = options
  const length = lengthOf(claims)
  length[0] = (length[0] ?? 0) | (isMasked ? 0x80 : 0)
  const first = Buffer.from([(isLast ? 0x80 : 0) | (reserved << 4) | opcode])
  const masked = Buffer.from(payload.map((byte, at) => byte ^ (MASK[at % 4] ?? 0)))
  return Buffer.concat(isMasked ? [first, length, MASK, masked] : [first, length, payload])
}

export interface Frame {
  readonly opcode: number
  readonly payload: Buffer
}

/** The server's whole frames, which are not masked, and what follows them. */
export const decode = (bytes: Buffer): { readonly frames: ReadonlyArray<Frame>; readonly rest: Buffer } => {
  const frames: Array<Frame> = []
  let rest = bytes
  while (rest.length >= 2) {
    const short = (rest[1] ?? 0) & 0x7f
    const head = short === 127 ? 10 : short === 126 ? 4 : 2
    if (rest.length < head) break
    const length = short === 127 ? Number(rest.readBigUInt64BE(2)) : short === 126 ? rest.readUInt16BE(2) : short
    if (rest.length < head + length) break
    frames.push({ opcode: (rest[0] ?? 0) & 0x0f, payload: rest.subarray(head, head + length) })
    rest = rest.subarray(head + length)
  }
  return { frames, rest }
}
