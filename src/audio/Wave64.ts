/** Sony Wave64: a WAV whose chunks have names of 16 bytes and lengths of 64 bits, which count their own head. */

/** The names of the file and of what it holds begin with these letters; the rest of each is always the same. */
export const FILE = Buffer.from("726966662e91cf11a5d628db04c10000", "hex")
const REST = "f3acd3118cd100c04f8edb8a"
export const NAME_BYTES = 16
/** Before the content of each chunk: its name and its length. */
export const HEAD_BYTES = NAME_BYTES + 8
export const ALIGNMENT = 8

export const isWave64 = (file: Uint8Array): boolean => FILE.equals(file.subarray(0, NAME_BYTES))

/** Whether bytes begin with the name of a chunk. */
export const isChunk = (bytes: Buffer): boolean => bytes.toString("hex", 4, NAME_BYTES) === REST

const chunk = (id: string, content: Uint8Array): Buffer => {
  const head = Buffer.alloc(8)
  head.write(id, "latin1")
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content])
}

/** The same as a WAV: its description and its samples, which reach to the end of the file where their length does not fit. */
export const asWav = (file: Uint8Array): Uint8Array => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const parts: Array<Uint8Array> = [Buffer.from("WAVE", "latin1")]
  // Behind the file's own head stands once more what kind it is.
  for (let at = HEAD_BYTES + NAME_BYTES; at + HEAD_BYTES <= bytes.length; ) {
    const id = bytes.toString("latin1", at, at + 4)
    const stated = Number(bytes.readBigUInt64LE(at + NAME_BYTES))
    const isWithin = stated >= HEAD_BYTES && at + stated <= bytes.length
    const end = isWithin ? at + stated : bytes.length
    const isKnown = isChunk(bytes.subarray(at)) && (id === "fmt " || id === "data")
    if (isKnown) parts.push(chunk(id, bytes.subarray(at + HEAD_BYTES, end)))
    at = isWithin ? at + Math.ceil(stated / ALIGNMENT) * ALIGNMENT : bytes.length
  }
  return chunk("RIFF", Buffer.concat(parts))
}
