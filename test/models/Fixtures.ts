/** Models of a few bytes, and archives of them. */
import { createHash } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { crc32 } from "node:zlib"
import { packTar, type TarHeader } from "modern-tar"

export const hashOf = (bytes: string | Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

export type Files = Readonly<Record<string, string | Uint8Array>>

const WEIGHTS: Files = { "model.onnx": "weights", "tokens.txt": "a 0\n" }

/** The manifest of a recogniser with these files. */
export const manifestOf = (files: Files = WEIGHTS, changes: object = {}): object => ({
  id: "tiny-ctc",
  kind: "recognizer",
  family: "nemo-ctc",
  languages: ["am"],
  files: { model: "model.onnx", tokens: "tokens.txt" },
  sha256: Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, hashOf(bytes)])),
  sample_rate: 16_000,
  licence: "Apache-2.0",
  commercial: true,
  source: "https://example.org/tiny",
  ...changes
})

/** The files of a whole model. */
export const modelFiles = (changes: object = {}): Files => ({
  ...WEIGHTS,
  LICENSE: "Do as you like.",
  "model.json": JSON.stringify(manifestOf(WEIGHTS, changes))
})

export const writeFiles = (folder: string, files: Files): string => {
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
  return folder
}

/** A tar of these files, and of further entries. */
export const tarOf = async (files: Files, entries: ReadonlyArray<TarHeader> = []): Promise<Uint8Array> =>
  packTar([
    ...Object.entries(files).map(([name, body]) => ({ header: { name, size: Buffer.from(body).length }, body })),
    ...entries.map((header) => ({ header }))
  ])

/** A zip of stored files. `attributes` are Unix's, `size` what the archive says of the first file's length. */
export const zipOf = (files: Files, attributes = 0o100644, size?: number): Uint8Array => {
  const parts: Array<Buffer> = []
  const entries: Array<Buffer> = []
  let offset = 0
  for (const [name, body] of Object.entries(files)) {
    const bytes = Buffer.from(body)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(size ?? bytes.length, 14)
    common.writeUInt32LE(size ?? bytes.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), bytes])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE((attributes << 16) >>> 0, 6)
    tail.writeUInt32LE(offset, 10)
    entries.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x03", "latin1"), common, tail, Buffer.from(name)]))
    parts.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write("PK\x05\x06", "latin1")
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, directory, end])
}
