/** What of PDFium is used here; the package's own types lack half of it. */
declare module "@hyzyla/pdfium/dist/index.esm.js" {
  /** Documents, pages, text pages and bitmaps are addresses in the module's memory; 0 is none. */
  export interface Pdfium {
    /** Replaced when the memory grows. */
    readonly HEAPU8: Uint8Array
    readonly wasmExports: { readonly malloc: (bytes: number) => number }
    readonly _FPDF_InitLibrary: () => void
    readonly _FPDF_LoadMemDocument: (bytes: number, length: number, password: number) => number
    /** Of the last load: 4 where it wants a password. */
    readonly _FPDF_GetLastError: () => number
    readonly _FPDF_GetPageCount: (document: number) => number
    readonly _FPDF_LoadPage: (document: number, index: number) => number
    readonly _FPDF_ClosePage: (page: number) => void
    /** Points. */
    readonly _FPDF_GetPageWidth: (page: number) => number
    readonly _FPDF_GetPageHeight: (page: number) => number
    readonly _FPDFPage_CountObjects: (page: number) => number
    readonly _FPDFText_LoadPage: (page: number) => number
    readonly _FPDFText_ClosePage: (text: number) => void
    readonly _FPDFText_CountChars: (text: number) => number
    readonly _FPDFText_GetUnicode: (text: number, index: number) => number
    /** Writes four floats: left, top, right, bottom; 0 where there is none. */
    readonly _FPDFText_GetLooseCharBox: (text: number, index: number, rectangle: number) => number
    readonly _FPDFBitmap_CreateEx: (width: number, height: number, format: number, at: number, stride: number) => number
    readonly _FPDFBitmap_FillRect: (
      bitmap: number,
      left: number,
      top: number,
      width: number,
      height: number,
      color: number
    ) => void
    readonly _FPDF_RenderPageBitmap: (
      bitmap: number,
      page: number,
      left: number,
      top: number,
      width: number,
      height: number,
      rotation: number,
      flags: number
    ) => void
    readonly _FPDFBitmap_GetBuffer: (bitmap: number) => number
    readonly _FPDFBitmap_GetStride: (bitmap: number) => number
    readonly _FPDFBitmap_Destroy: (bitmap: number) => void
  }

  export const PDFiumModule: (options: {
    readonly instantiateWasm: (
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance) => void
    ) => WebAssembly.Exports
    readonly print: (line: string) => void
    readonly printErr: (line: string) => void
  }) => Promise<Pdfium>
}

declare module "@hyzyla/pdfium/pdfium.wasm" {
  const path: string
  export default path
}

/** What of numfmt is used here; the types that its manifest names are not in the package. */
declare module "numfmt" {
  /** Throws where the pattern is none. */
  export const format: (pattern: string, value: number | string) => string
  export const getFormatFromId: (id: number) => string
  export const getFormatInfo: (pattern: string) => {
    readonly type: string
    readonly isDate: boolean
    readonly isText: boolean
  }
  /** Which parts of a date or time the pattern shows. */
  export const getFormatDateInfo: (pattern: string) => {
    readonly year: boolean
    readonly month: boolean
    readonly day: boolean
  }
}
