/** The process that reads what clients send, where the operating system bounds what a file may cost. */
import { readFileSync } from "node:fs"
import pdfiumFile from "@hyzyla/pdfium/pdfium.wasm" with { type: "file" }
import { serve } from "../../workers/WorkerServer.ts"
import type { ImageType } from "../MediaType.ts"
import type { ReadingAnswer, ReadingRequest } from "./DocumentReading.ts"
import * as Docx from "./Docx.ts"
import { Excerpt } from "./Excerpt.ts"
import * as HtmlFiles from "./HtmlFiles.ts"
import * as Pdf from "./Pdf.ts"
import * as Pictures from "./Pictures.ts"
import * as PlainText from "./PlainText.ts"
import * as Pptx from "./Pptx.ts"
import * as Rtf from "./Rtf.ts"
import * as SheetXml from "./SheetXml.ts"
import { Unreadable } from "./Unreadable.ts"
import * as Xlsx from "./Xlsx.ts"

/** A text, or what only looks like one: a web page or a table that an office program has saved as such. */
const readText = async (bytes: Uint8Array, excerpt: Excerpt): Promise<void> => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (HtmlFiles.isOfOffice(file) && HtmlFiles.write(file, excerpt) && !excerpt.isEmpty()) return
  if (SheetXml.isSheetXml(file) && (await SheetXml.write(file, excerpt))) return
  PlainText.read(file, excerpt)
}

const readPicture = async (bytes: Uint8Array, type: ImageType): Promise<ReadingAnswer> => {
  const prepared = await Pictures.prepare(bytes, type)
  const { bytes: shown, mimeType } = prepared
  return { _tag: "Image", mimeType, bytes: shown, leftOut: Pictures.sayMissing(prepared, "the picture") }
}

const read = async (
  { bytes, type }: ReadingRequest,
  pdfium: () => Promise<WebAssembly.Module>
): Promise<ReadingAnswer> => {
  if (Pictures.isImage(type)) return await readPicture(bytes, type)
  const excerpt = new Excerpt()
  let pictures: ReadonlyArray<Pictures.Picture> = []
  if (type === "application/pdf") pictures = await Pdf.read(await pdfium(), bytes, excerpt)
  else if (type === "application/rtf") pictures = await Rtf.read(bytes, excerpt)
  else if (type === "text/plain") await readText(bytes, excerpt)
  else if (type.endsWith("wordprocessingml.document")) pictures = await Docx.read(bytes, excerpt)
  else if (type.endsWith("presentationml.presentation")) pictures = await Pptx.read(bytes, excerpt)
  else pictures = await Xlsx.read(bytes, excerpt)
  return { _tag: "Document", ...excerpt.finish(), pictures }
}

const unreadable = (cause: unknown): ReadingAnswer => {
  if (cause instanceof Unreadable) return { _tag: "Unreadable", reason: cause.message }
  throw cause
}

/** Bytes of a file after which memory is collected at once, and not with the next file. */
const LARGE = 1024 * 1024

const tidy = (size: number): void => {
  if (size >= LARGE) Bun.gc(true)
}

serve<undefined, ReadingRequest, ReadingAnswer>(async () => {
  let compiled: Promise<WebAssembly.Module> | undefined
  const pdfium = () => {
    compiled ??= WebAssembly.compile(readFileSync(pdfiumFile))
    return compiled
  }
  return async (request) => ({
    response: await read(request, pdfium).catch(unreadable),
    transfer: [],
    afterwards: () => tidy(request.bytes.length)
  })
})
