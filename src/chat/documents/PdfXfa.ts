/** What is filled in in a form that is XML within a PDF (XFA 3.3): PDFium draws none of it. */
import type { Pdfium } from "@hyzyla/pdfium/dist/index.esm.js"
import { allocate } from "./PdfModule.ts"
import { orSay } from "./Unreadable.ts"
import * as Xml from "./Xml.ts"

/** Packets of one form, bytes of one of them, values of one form, and UTF-16 code units of a value. */
const MAX_PACKETS = 64
const MAX_BYTES = 4 * 1024 * 1024
const MAX_VALUES = 1_000
const LONGEST_VALUE = 2_000

const nameOf = (pdfium: Pdfium, document: number, index: number, scratch: number): string => {
  const bytes = pdfium._FPDF_GetXFAPacketName(document, index, 0, 0)
  if (bytes <= 1 || bytes > 32) return ""
  pdfium._FPDF_GetXFAPacketName(document, index, scratch, bytes)
  return Buffer.from(pdfium.HEAPU8.slice(scratch, scratch + bytes - 1)).toString("latin1")
}

const contentOf = (pdfium: Pdfium, document: number, index: number, scratch: number): Uint8Array | undefined => {
  const length = (at: number, bytes: number): number => {
    if (pdfium._FPDF_GetXFAPacketContent(document, index, at, bytes, scratch) === 0) return 0
    return Buffer.from(pdfium.HEAPU8.slice(scratch, scratch + 4)).readUInt32LE(0)
  }
  const bytes = length(0, 0)
  if (bytes === 0 || bytes > MAX_BYTES) return undefined
  const at = allocate(pdfium, bytes)
  length(at, bytes)
  const content = pdfium.HEAPU8.slice(at, at + bytes)
  pdfium.wasmExports.free(at)
  return content
}

/** Gathers the texts of elements that have no others, each behind its element's name. */
const valuesIn = (isData: boolean, values: Array<string>): Xml.Handler => {
  const skip = Xml.skipping(new Set(["dataDescription"]))
  let depth = isData ? 1 : 0
  let text = ""
  let isLeaf = false
  return {
    open: (name) => {
      if (skip.open(name)) return
      if (depth > 0 || name === "datasets") depth++
      text = ""
      isLeaf = true
    },
    close: (name) => {
      if (skip.close()) return
      const value = text.replace(/\s+/g, " ").trim()
      if (isLeaf && depth > 0 && value !== "" && values.length < MAX_VALUES) values.push(`${name}: ${value}`)
      isLeaf = false
      if (depth > 0) depth--
    },
    text: (more) => {
      if (!skip.isActive() && text.length < LONGEST_VALUE) text += more
    }
  }
}

/** The values, each behind the name of its field; none where there are none that can be read. `scratch` has room for 32 bytes. */
export const read = async (pdfium: Pdfium, document: number, scratch: number): Promise<ReadonlyArray<string>> => {
  const values: Array<string> = []
  const count = Math.min(pdfium._FPDF_GetXFAPacketCount(document), MAX_PACKETS)
  for (let index = 0; index < count; index++) {
    const name = nameOf(pdfium, document, index, scratch)
    if (name !== "datasets" && name !== "") continue
    const content = contentOf(pdfium, document, index, scratch)
    if (content === undefined) continue
    const pieces = (async function* () {
      yield content
    })()
    await Xml.read(pieces, valuesIn(name === "datasets", values)).catch(orSay(() => {}))
  }
  return values
}
