/** What of PDFium is used here; the package's own types lack half of it. */
declare module "@hyzyla/pdfium/dist/index.esm.js" {
  /** Documents, pages, text pages and bitmaps are addresses in the module's memory; 0 is none. */
  export interface Pdfium {
    /** Replaced when the memory grows. */
    readonly HEAPU8: Uint8Array
    readonly wasmExports: { readonly malloc: (bytes: number) => number; readonly free: (at: number) => void }
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
    /** Quarter turns clockwise; to change them changes the page's size, and what a new text page says. */
    readonly _FPDFPage_GetRotation: (page: number) => number
    readonly _FPDFPage_SetRotation: (page: number, quarterTurns: number) => void
    /** Writes four floats: left, top, right, bottom. */
    readonly _FPDF_GetPageBoundingBox: (page: number, rectangle: number) => number
    /** 0 where the page has no such box of its own. */
    readonly _FPDFPage_GetMediaBox: (page: number, left: number, bottom: number, right: number, top: number) => number
    readonly _FPDFPage_CountObjects: (page: number) => number
    readonly _FPDFPage_GetObject: (page: number, index: number) => number
    readonly _FPDFPageObj_GetType: (object: number) => number
    /** -1 where there is no form in XFA. */
    readonly _FPDF_GetXFAPacketCount: (document: number) => number
    /** Bytes of the name with its end. */
    readonly _FPDF_GetXFAPacketName: (document: number, index: number, at: number, bytes: number) => number
    /** Writes the length at `length`; 0 where it fails. */
    readonly _FPDF_GetXFAPacketContent: (
      document: number,
      index: number,
      at: number,
      bytes: number,
      length: number
    ) => number
    /** Each writes a float. */
    readonly _FPDFPageObj_GetBounds: (
      object: number,
      left: number,
      bottom: number,
      right: number,
      top: number
    ) => number
    /** Writes six floats. */
    readonly _FPDFPageObj_GetMatrix: (object: number, matrix: number) => number
    readonly _FPDFFormObj_CountObjects: (object: number) => number
    readonly _FPDFFormObj_GetObject: (object: number, index: number) => number
    readonly _FPDFPageObj_GetClipPath: (object: number) => number
    readonly _FPDFClipPath_CountPaths: (clip: number) => number
    readonly _FPDFClipPath_CountPathSegments: (clip: number, path: number) => number
    readonly _FPDFClipPath_GetPathSegment: (clip: number, path: number, index: number) => number
    /** Writes a float at each address. */
    readonly _FPDFPathSegment_GetPoint: (segment: number, x: number, y: number) => number
    readonly _FPDFText_LoadPage: (page: number) => number
    readonly _FPDFText_ClosePage: (text: number) => void
    /** Writes UTF-16 without a 0 behind it, and answers units; with room for none, those that it needs. */
    readonly _FPDFText_GetBoundedText: (
      text: number,
      left: number,
      top: number,
      right: number,
      bottom: number,
      at: number,
      units: number
    ) => number
    readonly _FPDFText_CountChars: (text: number) => number
    readonly _FPDFText_GetUnicode: (text: number, index: number) => number
    /** 1 where the font has no Unicode for it. */
    readonly _FPDFText_HasUnicodeMapError: (text: number, index: number) => number
    /** The object that a character is of; 0 for one that PDFium has put between others. */
    readonly _FPDFText_GetTextObject: (text: number, index: number) => number
    readonly _FPDFTextObj_GetFont: (object: number) => number
    /** 1 where the font is in the file, 0 where not, -1 for no font. */
    readonly _FPDFFont_GetIsEmbedded: (font: number) => number
    /** Of ISO 32000-1, table 123. */
    readonly _FPDFFont_GetFlags: (font: number) => number
    /** Radians, clockwise, from 0; -1 where there is none. */
    readonly _FPDFText_GetCharAngle: (text: number, index: number) => number
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
    /** Draws the form's fields. */
    readonly _FPDF_FFLDraw: (
      form: number,
      bitmap: number,
      page: number,
      left: number,
      top: number,
      width: number,
      height: number,
      rotation: number,
      flags: number
    ) => void
    /** 0 where the document has no form; 2 and 3 where it has one in XFA. */
    readonly _FPDF_GetFormType: (document: number) => number
    /** The form's handle. */
    readonly _FPDFDOC_InitFormFillEnvironment: (document: number, info: number) => number
    readonly _FORM_OnAfterLoadPage: (page: number, form: number) => void
    readonly _FORM_OnBeforeClosePage: (page: number, form: number) => void
    readonly _FPDFPage_GetAnnotCount: (page: number) => number
    readonly _FPDFPage_GetAnnot: (page: number, index: number) => number
    readonly _FPDFPage_CloseAnnot: (annotation: number) => void
    readonly _FPDFAnnot_GetSubtype: (annotation: number) => number
    /** `key` is the address of a C string. */
    readonly _FPDFAnnot_HasKey: (annotation: number, key: number) => number
    readonly _FPDFAnnot_GetStringValue: (annotation: number, key: number, at: number, bytes: number) => number
    /** The stream that draws it, in `mode` 0 as it is without a pointer on it. */
    readonly _FPDFAnnot_GetAP: (annotation: number, mode: number, at: number, bytes: number) => number
    readonly _FPDFDoc_GetAttachmentCount: (document: number) => number
    readonly _FPDFDoc_GetAttachment: (document: number, index: number) => number
    readonly _FPDFAttachment_GetName: (attachment: number, at: number, bytes: number) => number
    readonly _FPDFAnnot_GetFlags: (annotation: number) => number
    /** Writes four floats: left, top, right, bottom. */
    readonly _FPDFAnnot_GetRect: (annotation: number, rectangle: number) => number
    readonly _FPDFAnnot_GetFormFieldType: (form: number, annotation: number) => number
    readonly _FPDFAnnot_GetFormFieldFlags: (form: number, annotation: number) => number
    readonly _FPDFAnnot_IsChecked: (form: number, annotation: number) => number
    /** -1 where it has no options. */
    readonly _FPDFAnnot_GetOptionCount: (form: number, annotation: number) => number
    readonly _FPDFAnnot_IsOptionSelected: (form: number, annotation: number, index: number) => number
    /** Strings: each writes UTF-16 with a 0 behind it where it fits, and answers the bytes that it needs. */
    readonly _FPDFAnnot_GetOptionLabel: (
      form: number,
      annotation: number,
      index: number,
      at: number,
      bytes: number
    ) => number
    readonly _FPDFAnnot_GetFormFieldValue: (form: number, annotation: number, at: number, bytes: number) => number
    readonly _FPDFAnnot_GetFormFieldName: (form: number, annotation: number, at: number, bytes: number) => number
    readonly _FPDFAnnot_GetFormFieldAlternateName: (
      form: number,
      annotation: number,
      at: number,
      bytes: number
    ) => number
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

/** What of libheif is used here; the package's own types are those of its C functions. */
declare module "libheif-js/libheif-wasm/libheif.js" {
  export interface HeifImage {
    readonly get_width: () => number
    readonly get_height: () => number
    readonly is_primary: () => boolean
    /** Fills `data` with red, green, blue and alpha; calls back with null where it fails. */
    readonly display: (
      target: { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number },
      callback: (shown: object | null) => void
    ) => void
  }
  export interface Libheif {
    readonly ready?: Promise<unknown>
    readonly HeifDecoder: new () => {
      /** The pictures of a file; none where it cannot be read. */
      readonly decode: (bytes: Uint8Array) => ReadonlyArray<HeifImage>
    }
  }
  export default function makeLibheif(options: {
    readonly wasmBinary: Uint8Array
    readonly print: (line: string) => void
    readonly printErr: (line: string) => void
  }): Libheif
}

declare module "libheif-js/libheif-wasm/libheif.wasm" {
  const path: string
  export default path
}

/** What of utif2 is used here. It reads a picture by the numbers of its tags, which are read before. */
declare module "utif2" {
  export interface Picture {
    readonly [tag: `t${number}`]: ReadonlyArray<number>
    width?: number
    height?: number
    /** Of one sample after another, once it is decoded. */
    data?: Uint8Array
  }
  interface Utif {
    readonly decodeImage: (bytes: Uint8Array, picture: Picture, pictures: ReadonlyArray<Picture>) => void
    /** Red, green, blue and alpha of a picture that is decoded. */
    readonly toRGBA8: (picture: Picture) => Uint8Array
  }
  const utif: Utif
  export default utif
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
