/**
 * What a file is, by its bytes: never by its name or by the type that a client
 * gives it.
 *
 * Own checks and not the `file-type` package: two bytes make a BMP there, so
 * that a text about BMWs is a picture; UTF-16 text is MPEG audio; and three
 * formats of a dozen sit behind eight packages.
 */
import { Effect } from "effect"
import { isAiff, isCaf } from "../audio/AppleFile.ts"
import * as Tags from "../audio/Tags.ts"
import { isWav } from "../audio/WavFile.ts"
import { markedEncodingOf, textEncodingOf } from "./documents/PlainText.ts"
import * as Zip from "./documents/Zip.ts"
import { nameOfArchive, nameOfBytes } from "./NamedTypes.ts"

const accepted = {
  "image/jpeg": { kind: "image", name: "JPEG" },
  "image/png": { kind: "image", name: "PNG" },
  "image/webp": { kind: "image", name: "WebP" },
  "image/gif": { kind: "image", name: "GIF" },
  "image/bmp": { kind: "image", name: "BMP" },
  "image/heic": { kind: "image", name: "HEIC" },
  "application/pdf": { kind: "document", name: "PDF" },
  "text/plain": { kind: "document", name: "TXT (UTF-8 or UTF-16)" },
  "application/rtf": { kind: "document", name: "RTF" },
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": { kind: "document", name: "DOCX" },
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": { kind: "document", name: "PPTX" },
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": { kind: "document", name: "XLSX" },
  "audio/wav": { kind: "audio", name: "WAV" },
  "audio/mpeg": { kind: "audio", name: "MP3" },
  "audio/mp4": { kind: "audio", name: "M4A" },
  "audio/aac": { kind: "audio", name: "AAC (ADTS)" },
  "audio/flac": { kind: "audio", name: "FLAC" },
  "audio/ogg": { kind: "audio", name: "OGG" },
  "audio/webm": { kind: "audio", name: "WebM" },
  "audio/matroska": { kind: "audio", name: "Matroska" },
  "video/quicktime": { kind: "audio", name: "QuickTime" },
  "audio/aiff": { kind: "audio", name: "AIFF" },
  "audio/x-caf": { kind: "audio", name: "CAF" }
} as const

/** The canonical name of an accepted format. */
export type MediaType = keyof typeof accepted
export type Kind = (typeof accepted)[MediaType]["kind"]
type TypeOf<K extends Kind> = {
  readonly [T in MediaType]: (typeof accepted)[T]["kind"] extends K ? T : never
}[MediaType]
export type ImageType = TypeOf<"image">
export type DocumentType = TypeOf<"document">
export type AudioType = TypeOf<"audio">

/** Whether a name is that of sound. */
export const isAudioType = (type: string): type is AudioType =>
  Object.entries(accepted).some(([name, { kind }]) => name === type && kind === "audio")

/** What a file was found to be. */
export type DetectedType =
  | { readonly _tag: "Image"; readonly mimeType: ImageType }
  | { readonly _tag: "Document"; readonly mimeType: DocumentType }
  | { readonly _tag: "Audio"; readonly mimeType: AudioType }
  /** An office document under a password. */
  | { readonly _tag: "Encrypted" }
  | { readonly _tag: "Empty" }
  /** `name` says what it is, where that can be told. */
  | { readonly _tag: "Unknown"; readonly name?: string | undefined }

/** The names of what is accepted, for messages. */
export const acceptedNames = (...kinds: ReadonlyArray<Kind>): string =>
  Object.values(accepted)
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ name }) => name)
    .join(", ")

const image = (mimeType: ImageType): DetectedType => ({ _tag: "Image", mimeType })
const document = (mimeType: DocumentType): DetectedType => ({ _tag: "Document", mimeType })
const audio = (mimeType: AudioType): DetectedType => ({ _tag: "Audio", mimeType })

/** Whether `pattern` stands at `offset`. */
const has = (bytes: Buffer, offset: number, pattern: string): boolean =>
  bytes.length >= offset + pattern.length && bytes.toString("latin1", offset, offset + pattern.length) === pattern

/** The sizes of the headers that a bitmap may have after its 14 bytes of file header. */
const BITMAP_HEADERS = new Set([12, 16, 40, 52, 56, 64, 108, 124])

const isBitmap = (bytes: Buffer): boolean =>
  bytes.length >= 26 &&
  has(bytes, 0, "BM") &&
  BITMAP_HEADERS.has(bytes.readUInt32LE(14)) &&
  bytes.readUInt32LE(10) < bytes.length

/** Brands of ISO media files that hold sound as M4A does; pictures have others. */
const MP4_BRANDS = /^(M4A |M4B |mp4[12]|isom|iso[2-9a-f]|dash|avc1|M4V )$/

/** MPEG audio, layer III: synchronised, with a bitrate and a sample rate that exist. */
const isMp3Frame = (bytes: Buffer, offset: number): boolean => {
  const [sync = 0, kind = 0, rates = 0] = bytes.subarray(offset, offset + 3)
  return (
    sync === 0xff &&
    (kind & 0xe6) === 0xe2 &&
    (kind & 0x18) !== 0x08 &&
    (rates & 0xf0) !== 0xf0 &&
    (rates & 0xf0) !== 0 &&
    (rates & 0x0c) !== 0x0c
  )
}

/** Sample rates that a frame of AAC may name by their index. */
const ADTS_RATES = 13
const ADTS_HEADER = 7

/** Bytes of a frame of AAC in ADTS (ISO/IEC 14496-3, 1.A.3.2); undefined for what is none: not synchronised, of no known rate or length. */
const adtsLength = (bytes: Buffer, offset: number): number | undefined => {
  const [sync = 0, kind = 0, rates = 0, first = 0, middle = 0, last = 0] = bytes.subarray(offset, offset + ADTS_HEADER)
  const length = ((first & 0x03) << 11) | (middle << 3) | (last >> 5)
  const isFrame = sync === 0xff && (kind & 0xf6) === 0xf0 && ((rates >> 2) & 0x0f) < ADTS_RATES
  return isFrame && length >= ADTS_HEADER ? length : undefined
}

/** Two frames, or one that is the whole file: one alone is too weak a mark. */
const isAdts = (bytes: Buffer): boolean => {
  const next = adtsLength(bytes, 0)
  return next !== undefined && (next === bytes.length || adtsLength(bytes, next) !== undefined)
}

/** The document type of a Matroska file stands among its first elements. */
const matroskaOf = (bytes: Buffer): AudioType | undefined => {
  const head = bytes.subarray(0, 128)
  const at = head.indexOf(Buffer.from([0x42, 0x82]))
  if (!has(bytes, 0, "\x1aE\xdf\xa3") || at < 0) return undefined
  const name = head.subarray(at + 2, at + 12)
  if (name.includes("webm")) return "audio/webm"
  return name.includes("matroska") ? "audio/matroska" : undefined
}

/** Brands of HEIF files whose pictures are coded as HEVC; `mif1` is any coding, which a further brand tells. */
const HEIC_BRANDS = /^(heic|heix|heim|heis|hevc|hevx)$/
const ANY_HEIF = /^(mif1|msf1)$/
/** Bytes of a file's first box in which its brands are looked for. */
const LONGEST_BRANDS = 256

const isHeic = (bytes: Buffer): boolean => {
  if (!has(bytes, 4, "ftyp")) return false
  const brand = bytes.toString("latin1", 8, 12)
  if (!ANY_HEIF.test(brand)) return HEIC_BRANDS.test(brand)
  const others = bytes.toString("latin1", 16, Math.min(bytes.readUInt32BE(0), LONGEST_BRANDS)).match(/.{4}/gs) ?? []
  return others.some((other) => HEIC_BRANDS.test(other))
}

/** Which picture this is; undefined for anything else. */
export const imageOf = (bytes: Buffer): ImageType | undefined => {
  if (has(bytes, 0, "\xff\xd8\xff")) return "image/jpeg"
  if (has(bytes, 0, "\x89PNG\r\n\x1a\n")) return "image/png"
  if (has(bytes, 0, "GIF87a") || has(bytes, 0, "GIF89a")) return "image/gif"
  if (has(bytes, 0, "RIFF") && has(bytes, 8, "WEBP")) return "image/webp"
  if (isHeic(bytes)) return "image/heic"
  return isBitmap(bytes) ? "image/bmp" : undefined
}

/** Sound without a container, behind tags whose lengths may be anything. */
const framesOf = (bytes: Buffer): AudioType | undefined => {
  if (has(bytes, 0, "ID3")) {
    const untagged = Buffer.from(Tags.without(bytes))
    if (has(untagged, 0, "fLaC")) return "audio/flac"
    return untagged.length < bytes.length ? framesOf(untagged) : undefined
  }
  if (isAdts(bytes)) return "audio/aac"
  return isMp3Frame(bytes, 0) ? "audio/mpeg" : undefined
}

const audioOf = (bytes: Buffer): AudioType | undefined => {
  if (isWav(bytes)) return "audio/wav"
  if (isAiff(bytes)) return "audio/aiff"
  if (isCaf(bytes)) return "audio/x-caf"
  if (has(bytes, 0, "fLaC")) return "audio/flac"
  if (has(bytes, 0, "OggS")) return "audio/ogg"
  if (has(bytes, 4, "ftypqt  ")) return "video/quicktime"
  if (has(bytes, 4, "ftyp") && MP4_BRANDS.test(bytes.toString("latin1", 8, 12))) return "audio/mp4"
  return matroskaOf(bytes) ?? framesOf(bytes)
}

/** Where readers of PDF look for its first line. */
const PDF_HEADER_WITHIN = 1024

/** Bytes at the end in which a PDF says where its index is. */
const PDF_END_WITHIN = 4096

/** A byte order mark and blanks may come first; anything else only where the file is no text, or ends as a PDF does. */
const isPdf = (bytes: Buffer): boolean => {
  const head = bytes.toString("latin1", 0, PDF_HEADER_WITHIN)
  if (/^(\xef\xbb\xbf)?\s*%PDF-\d/.test(head)) return true
  if (!head.includes("%PDF-")) return false
  if (markedEncodingOf(bytes) === undefined) return true
  const end = bytes.toString("latin1", Math.max(0, bytes.length - PDF_END_WITHIN))
  return /[\r\n]%PDF-\d\.\d/.test(head) && /[\r\n]startxref\s+\d+\s+%%EOF/.test(end)
}

/** Bytes in which RTF begins, behind a byte order mark and blanks. */
const RTF_WITHIN = 256

const isRtf = (bytes: Buffer): boolean => /^(\xef\xbb\xbf)?\s*\{\\rtf/.test(bytes.toString("latin1", 0, RTF_WITHIN))

const UTF16_MARKS = ["\xff\xfe", "\xfe\xff"] as const

/** Text in any encoding: one that cannot be told is refused where it is read, as that. */
const isText = (bytes: Buffer): boolean => textEncodingOf(bytes) !== undefined

const office = {
  "word/": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "ppt/": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  "xl/": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
} as const

/**
 * An office package lists its parts in `[Content_Types].xml`, which some writers leave out, or says how they refer to each
 * other, and keeps its main part, as XML, in a folder of its own. The names are in lower case.
 */
const packageType = (names: ReadonlySet<string>): DocumentType | undefined => {
  if (!names.has(TYPES) && !names.has("_rels/.rels")) return undefined
  if (names.has("xl/workbook.bin")) return undefined
  const parts = [...names]
  if (parts.some((name) => /^word\/document[^/]*\.xml$/.test(name))) return office["word/"]
  if (names.has("ppt/presentation.xml")) return office["ppt/"]
  return names.has("xl/workbook.xml") ? office["xl/"] : undefined
}

/** Bytes of a list of types in which the main part's is looked for. */
const LONGEST_TYPES = 1024 * 1024
const TYPES = "[content_types].xml"
/** What the main part of a document is called among the types, also of a template or with macros. */
const MAIN_PARTS: ReadonlyArray<readonly [main: RegExp, type: DocumentType]> = [
  [/(?:word\w*ml|ms-word)\.(?:document|template)[\w.]*\.main\+xml/i, office["word/"]],
  [/(?:presentationml|ms-powerpoint)\.(?:presentation|slideshow|template)[\w.]*\.main\+xml/i, office["ppt/"]],
  [/(?:spreadsheetml|ms-excel)\.(?:sheet|template)[\w.]*\.main\+xml/i, office["xl/"]]
]

/** By the types that the package gives its parts, whatever these are called. */
const declaredType = async (bytes: Buffer, names: ReadonlySet<string>): Promise<DocumentType | undefined> => {
  if (!names.has(TYPES)) return undefined
  try {
    const archive = await Zip.open(bytes)
    const pieces: Array<Uint8Array> = []
    let length = 0
    for await (const piece of archive.read(TYPES)) {
      pieces.push(piece)
      length += piece.length
      if (length > LONGEST_TYPES) break
    }
    const text = Buffer.concat(pieces).toString("latin1").replaceAll("\0", "")
    return MAIN_PARTS.find(([main]) => main.test(text))?.[1]
  } catch {
    return undefined
  }
}

/** The container of office documents before 2007, in which those under a password still come. */
const isEncryptedOffice = (bytes: Buffer): boolean =>
  has(bytes, 0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") && bytes.includes(Buffer.from("EncryptedPackage", "utf16le"))

const unknown: DetectedType = { _tag: "Unknown" }

const ofPlainBytes = (bytes: Buffer): DetectedType => {
  const picture = imageOf(bytes)
  if (picture !== undefined) return image(picture)
  if (UTF16_MARKS.some((mark) => has(bytes, 0, mark))) return isText(bytes) ? document("text/plain") : unknown
  const sound = audioOf(bytes)
  if (sound !== undefined) return audio(sound)
  if (isPdf(bytes)) return document("application/pdf")
  if (isRtf(bytes)) return document("application/rtf")
  if (isEncryptedOffice(bytes)) return { _tag: "Encrypted" }
  return isText(bytes) ? document("text/plain") : { _tag: "Unknown", name: nameOfBytes(bytes) }
}

/** What a file is. */
export const detect = Effect.fn("MediaType.detect")(function* (file: Uint8Array) {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (bytes.length === 0) return { _tag: "Empty" } satisfies DetectedType
  if (!has(bytes, 0, "PK\x03\x04")) return ofPlainBytes(bytes)
  const names = yield* Effect.promise(() => Zip.names(bytes))
  const found = packageType(names) ?? (yield* Effect.promise(() => declaredType(bytes, names)))
  return found === undefined ? ({ _tag: "Unknown", name: nameOfArchive(names) } as const) : document(found)
})
