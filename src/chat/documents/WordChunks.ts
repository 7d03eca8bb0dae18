/**
 * Parts of a Word document that are whole files of another format (ECMA-376 part 1, 17.17.2.1): HTML, alone or in MIME
 * (RFC 2557), RTF, plain text, another Word document. They are read before the text that they stand in.
 */
import { Excerpt } from "./Excerpt.ts"
import * as HtmlFiles from "./HtmlFiles.ts"
import * as PlainText from "./PlainText.ts"
import type { Relationship } from "./Relationships.ts"
import * as Rtf from "./Rtf.ts"
import { Unreadable } from "./Unreadable.ts"
import type { Archive } from "./Zip.ts"

/** Parts of one document that are read. */
const MAX_CHUNKS = 50
/** Bytes of one. */
const MAX_BYTES = 16 * 1024 * 1024

type ReadDocument = (bytes: Uint8Array, excerpt: Excerpt) => Promise<void>

/** Writes a part as what it is. Throws `Unreadable`. */
const writeChunk = async (bytes: Buffer, excerpt: Excerpt, readDocument: ReadDocument): Promise<void> => {
  const head = HtmlFiles.headOf(bytes)
  if (head.startsWith("pk\x03\x04")) await readDocument(bytes, excerpt)
  else if (head.startsWith("{\\rtf")) await Rtf.read(bytes, excerpt)
  else if (!HtmlFiles.write(bytes, excerpt)) PlainText.read(bytes, excerpt)
}

const bytesOf = async (archive: Archive, part: string): Promise<Buffer> => {
  const pieces: Array<Uint8Array> = []
  let size = 0
  for await (const piece of archive.read(part)) {
    size += piece.length
    if (size > MAX_BYTES) throw new Unreadable("unpacks to more data than is accepted")
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** The texts of the parts that can be read, by their names; `leaveOut` is told what they leave out. */
export const read = async (
  archive: Archive,
  related: ReadonlyMap<string, Relationship>,
  readDocument: ReadDocument,
  leaveOut: (sentence: string) => void
): Promise<ReadonlyMap<string, string>> => {
  const texts = new Map<string, string>()
  const parts = [...related.values()].filter(({ target, type }) => type === "aFChunk" && archive.has(target))
  for (const { target } of parts.slice(0, MAX_CHUNKS)) {
    const excerpt = new Excerpt()
    try {
      await writeChunk(await bytesOf(archive, target), excerpt, readDocument)
    } catch (cause) {
      if (!(cause instanceof Unreadable)) throw cause
      continue
    }
    const { leftOut, text } = excerpt.finish()
    for (const sentence of leftOut) leaveOut(sentence)
    texts.set(target, text)
  }
  return texts
}
