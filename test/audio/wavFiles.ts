/** WAV files, chunk by chunk, well or badly made. */

const latin = (text: string) => Buffer.from(text, "latin1")

/** A chunk; `stated`: the length that it says it has. */
export const chunk = (id: string, content: Uint8Array, stated = content.length, isPadded = true): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(stated)
  return Buffer.concat([latin(id), length, content, Buffer.alloc(isPadded ? content.length & 1 : 0)])
}

interface Description {
  readonly tag: number
  /** Hertz; 16,000 where it is left out. */
  readonly rate?: number
  readonly channels?: number
  readonly bits: number
  /** Bytes of a frame; as many as its samples where it is left out. */
  readonly block?: number
  readonly bytesPerSecond?: number
  readonly extension?: Uint8Array
}

/** The chunk that says what the samples are. */
export const format = (description: Description): Buffer => {
  const { bits, channels = 1, extension = Buffer.alloc(0), rate = 16_000, tag } = description
  const { block = (channels * bits) / 8 } = description
  const { bytesPerSecond = rate * block } = description
  const fields = Buffer.alloc(16)
  for (const [at, value] of [tag, channels].entries()) fields.writeUInt16LE(value, 2 * at)
  for (const [at, value] of [rate, bytesPerSecond].entries()) fields.writeUInt32LE(value, 4 + 4 * at)
  for (const [at, value] of [block, bits].entries()) fields.writeUInt16LE(value, 12 + 2 * at)
  return chunk("fmt ", Buffer.concat([fields, extension]))
}

export const riff = (parts: ReadonlyArray<Uint8Array>, stated?: number, form = "RIFF"): Uint8Array<ArrayBuffer> =>
  new Uint8Array(chunk(form, Buffer.concat([latin("WAVE"), ...parts]), stated))

const EXTENSIBLE = 0xfffe

export interface WavShape {
  readonly encoding: number
  readonly channels: number
  readonly rate: number
  readonly bits: number
  readonly data: Uint8Array
  /** Chunks before the samples. */
  readonly extra?: ReadonlyArray<readonly [name: string, length: number]>
  /** The length that the header states, if not the true one. */
  readonly stated?: number
  /** Whether the format is written in its extensible form. */
  readonly extensible?: boolean
}

/** A whole file of one chunk of samples. */
export const wavFile = ({ data, encoding, extensible = false, extra = [], stated, ...shape }: WavShape) => {
  // Behind its length, its bits and its speakers the extension has the encoding.
  const extension = Buffer.alloc(24)
  extension.writeUInt16LE(encoding, 8)
  return riff([
    format({ ...shape, tag: extensible ? EXTENSIBLE : encoding, ...(extensible ? { extension } : {}) }),
    ...extra.map(([name, length]) => chunk(name, new Uint8Array(length))),
    chunk("data", data, stated)
  ])
}
