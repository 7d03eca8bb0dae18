/**
 * Parts of a Word document that are whole files of another format (ECMA-376 part 1, 17.17.2.1): HTML, alone or in MIME
 * (RFC 2557), RTF, plain text, another Word document. They are read before the text that they stand in.
 */
import { isUtf8 } from "node:buffer"
import { Excerpt } from "./Excerpt.ts"
import * as Html from "./Html.ts"
import { Outline } from "./Outline.ts"
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

const headOf = (bytes: Buffer): string => bytes.toString("latin1", 0, 1_024).trimStart().toLowerCase()

const charsetOf = (head: string): string | undefined => /charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(head)?.[1]

const decoded = (bytes: Buffer, charset: string | undefined): string => {
  const marked = PlainText.markedEncodingOf(bytes)
  try {
    return new TextDecoder(marked ?? charset ?? "windows-1252").decode(bytes)
  } catch {
    return new TextDecoder(isUtf8(bytes) ? "utf-8" : "windows-1252").decode(bytes)
  }
}

const quotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text
      .replace(/=\r?\n/g, "")
      .replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    "latin1"
  )

const transferred = (body: string, head: string): Buffer => {
  const [, encoding = ""] = /^content-transfer-encoding:\s*([\w-]+)/im.exec(head) ?? []
  if (encoding.toLowerCase() === "base64") return Buffer.from(body, "base64")
  return encoding.toLowerCase() === "quoted-printable" ? quotedPrintable(body) : Buffer.from(body, "latin1")
}

/** The HTML of a web page in MIME; empty where there is none. */
const htmlInMime = (bytes: Buffer): string => {
  const text = bytes.toString("latin1")
  const [, boundary] = /boundary\s*=\s*"?([^"\r\n;]{1,100})/i.exec(text.slice(0, 4_096)) ?? []
  const parts = boundary === undefined ? [text] : text.split(`--${boundary}`)
  for (const part of parts) {
    const end = /\r?\n\r?\n/.exec(part.trimStart())
    if (end === null) continue
    const head = part.trimStart().slice(0, end.index)
    if (!/^content-type:\s*text\/html/im.test(head)) continue
    const body = part.trimStart().slice(end.index + end[0].length)
    return decoded(transferred(body, head), charsetOf(head))
  }
  return ""
}

const isMime = (head: string): boolean => /^(mime-version|content-type|from|subject|message-id|x-[\w-]+):/.test(head)
const isHtml = (head: string): boolean => /<(!doctype html|html|body|head|p|div|table|h[1-6]|ul|ol|span)\b/.test(head)

/** Writes a part as what it is. Throws `Unreadable`. */
const writeChunk = async (bytes: Buffer, excerpt: Excerpt, readDocument: ReadDocument): Promise<void> => {
  const head = headOf(bytes)
  if (head.startsWith("pk\x03\x04")) await readDocument(bytes, excerpt)
  else if (head.startsWith("{\\rtf")) await Rtf.read(bytes, excerpt)
  else if (isMime(head)) Html.write(htmlInMime(bytes), new Outline(excerpt))
  else if (isHtml(decoded(bytes.subarray(0, 1_024), undefined).toLowerCase()))
    Html.write(decoded(bytes, charsetOf(head)), new Outline(excerpt))
  else PlainText.read(bytes, excerpt)
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
