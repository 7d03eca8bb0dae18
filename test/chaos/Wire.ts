/** Connections below HTTP, for clients that do not behave. */
import { connect, type Socket } from "node:net"

/** A slow reader takes this much at a time, and pauses. */
const SIP_MILLIS = 20

export interface RawAnswer {
  readonly status: number
  readonly body: Uint8Array
}

const headOf = (request: Request, length: number): string => {
  const { host, pathname, search } = new URL(request.url)
  const headers = Array.from(request.headers).map(([name, value]) => `${name}: ${value}`)
  return [
    `${request.method} ${pathname}${search} HTTP/1.1`,
    `host: ${host}`,
    `content-length: ${length}`,
    "connection: close",
    ...headers,
    "",
    ""
  ].join("\r\n")
}

const unchunked = (bytes: Uint8Array): Uint8Array => {
  const parts: Array<Uint8Array> = []
  for (let at = 0; ; ) {
    const end = bytes.indexOf(10, at)
    if (end < 0) throw new Error("cut short")
    const size = Number.parseInt(new TextDecoder().decode(bytes.subarray(at, end)), 16)
    if (size === 0) return Buffer.concat(parts)
    if (end + 1 + size > bytes.length) throw new Error("cut short")
    parts.push(bytes.subarray(end + 1, end + 1 + size))
    at = end + 1 + size + 2
  }
}

/** The answer, where it is whole. */
const answerOf = (bytes: Buffer): RawAnswer | undefined => {
  const end = bytes.indexOf("\r\n\r\n")
  if (end < 0) return undefined
  const head = bytes.subarray(0, end).toString()
  const status = Number(head.split(" ")[1])
  const body = bytes.subarray(end + 4)
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  if (length !== undefined) return body.length < Number(length) ? undefined : { status, body }
  try {
    return { status, body: /chunked/i.test(head) ? unchunked(body) : body }
  } catch {
    return undefined
  }
}

/** Connections that stay open until the round is over. */
const open = new Set<Socket>()

/** Ends every connection that was left open. */
export const dropAll = (): void => {
  for (const socket of open) socket.destroy()
  open.clear()
}

/**
 * Sends the request over a connection of its own. One that reads takes its time
 * and gives the answer, none where it broke off; one that does not read never
 * takes a byte and gives none at once.
 */
export const openRaw = async (request: Request, reads: boolean): Promise<RawAnswer | undefined> => {
  const body = Buffer.from(await request.arrayBuffer())
  const { hostname, port } = new URL(request.url)
  const socket = connect(Number(port), hostname)
  open.add(socket)
  socket.on("error", () => {})
  socket.write(Buffer.concat([Buffer.from(headOf(request, body.length)), body]))
  if (!reads) {
    socket.pause()
    return undefined
  }
  const parts: Array<Buffer> = []
  const ended = new Promise<void>((resolve) => socket.on("close", () => resolve()))
  socket.on("data", (part) => {
    parts.push(Buffer.from(part))
    socket.pause()
    setTimeout(() => socket.resume(), SIP_MILLIS)
  })
  await ended
  open.delete(socket)
  return answerOf(Buffer.concat(parts))
}
