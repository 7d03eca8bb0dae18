/** An instance of PDFium's module for one document, in memory that cannot grow past a limit, and values that are read out of it. */
import { PDFiumModule, type Pdfium } from "@hyzyla/pdfium/dist/index.esm.js"
import { withTrailer } from "./PdfRepair.ts"
import { DAMAGED, ENCRYPTED, Unreadable } from "./Unreadable.ts"

/** Bytes of memory of one document in the module. */
const MAX_MEMORY = 512 * 1024 * 1024

/** Of FPDF_GetLastError. */
const PASSWORD_WANTED = 4
const UNKNOWN_PROTECTION = 5

export const instantiate = (wasm: WebAssembly.Module): Promise<Pdfium> =>
  PDFiumModule({
    instantiateWasm: (imports, done) => {
      const environment = imports.env ?? {}
      const grow = environment.emscripten_resize_heap
      const limited = {
        ...imports,
        env: {
          ...environment,
          emscripten_resize_heap: (size: number) =>
            size >>> 0 <= MAX_MEMORY && typeof grow === "function" ? grow(size) : 0
        }
      }
      const instance = new WebAssembly.Instance(wasm, limited)
      done(instance)
      return instance.exports
    },
    print: () => {},
    printErr: () => {}
  })

/** The address of so many bytes, all 0. */
export const allocate = (pdfium: Pdfium, bytes: number): number => {
  const at = pdfium.wasmExports.malloc(bytes)
  if (at === 0) throw new Unreadable(DAMAGED)
  pdfium.HEAPU8.fill(0, at, at + bytes)
  return at
}

const load = (pdfium: Pdfium, bytes: Uint8Array): number => {
  const at = allocate(pdfium, bytes.length)
  pdfium.HEAPU8.set(bytes, at)
  return pdfium._FPDF_LoadMemDocument(at, bytes.length, 0)
}

interface Opened {
  readonly document: number
  /** The file has no index that is right, and something else of it is lost. */
  readonly hasLost: boolean
}

export const openDocument = (pdfium: Pdfium, bytes: Uint8Array): Opened => {
  const document = load(pdfium, bytes)
  if (document !== 0) return { document, hasLost: false }
  const error = pdfium._FPDF_GetLastError()
  if (error === PASSWORD_WANTED || error === UNKNOWN_PROTECTION) throw new Unreadable(ENCRYPTED)
  const repaired = withTrailer(bytes)
  const found = repaired === undefined ? 0 : load(pdfium, repaired.file)
  if (repaired === undefined || found === 0) throw new Unreadable(DAMAGED)
  return { document: found, hasLost: !repaired.isWhole }
}

/** The floats at an address. */
export const floats = (pdfium: Pdfium, at: number, count: number): ReadonlyArray<number> => {
  const view = new DataView(pdfium.HEAPU8.buffer, at, count * 4)
  return Array.from({ length: count }, (_, index) => view.getFloat32(index * 4, true))
}

/** Bytes of one string that is read. */
const LONGEST_STRING = 1024 * 1024

/** A string that `write` puts at an address, in UTF-16 with a 0 behind it; it answers the bytes that it needs. Empty where it is too long. */
export const stringOf = (pdfium: Pdfium, write: (at: number, bytes: number) => number): string => {
  const bytes = write(0, 0)
  if (bytes <= 2 || bytes > LONGEST_STRING) return ""
  const at = allocate(pdfium, bytes)
  write(at, bytes)
  const text = Buffer.from(pdfium.HEAPU8.slice(at, at + bytes - 2)).toString("utf16le")
  pdfium.wasmExports.free(at)
  return text
}

/** A box as it is read: the page is turned upright, y grows upwards. In points. */
export interface Box {
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly top: number
}

/** A box of the page's own space, on the page as it is shown after so many quarter turns clockwise. */
export const upright = (quarterTurns: number, [x0 = 0, y0 = 0, x1 = 0, y1 = 0]: ReadonlyArray<number>): Box => {
  const turn = (x: number, y: number): readonly [number, number] => {
    if (quarterTurns === 1) return [y, -x]
    if (quarterTurns === 2) return [-x, -y]
    return quarterTurns === 3 ? [-y, x] : [x, y]
  }
  const [[ax, ay], [bx, by]] = [turn(x0, y0), turn(x1, y1)]
  return { left: Math.min(ax, bx), right: Math.max(ax, bx), bottom: Math.min(ay, by), top: Math.max(ay, by) }
}
