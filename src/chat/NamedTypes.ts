/** Formats that are not read, by their first bytes, so that a refusal can name them. */

const MEDIA_BRANDS: ReadonlyArray<readonly [brand: RegExp, name: string]> = [
  [/^(avif|avis)$/, "AVIF"],
  [/^(mif1|msf1)$/, "HEIF"]
]

/** Bytes, written as Latin-1, with which a file begins, or which stand at a place. */
const SIGNATURES: ReadonlyArray<readonly [name: string, bytes: string, at?: number]> = [
  ["TIFF", "II*\0"],
  ["TIFF", "MM\0*"],
  ["TIFF", "II+\0"],
  ["TIFF", "MM\0+"],
  ["ICO", "\0\0\x01\0"],
  ["Windows Metafile (WMF)", "\xd7\xcd\xc6\x9a"],
  ["Windows Metafile (WMF)", "\x01\0\x09\0\0\x03"],
  ["Enhanced Metafile (EMF)", " EMF", 40],
  ["Photoshop (PSD)", "8BPS"],
  ["JPEG 2000", "\0\0\0\x0cjP  \r\n"],
  ["JPEG 2000", "\xff\x4f\xff\x51"],
  ["JPEG XL", "\xff\x0a"],
  ["JPEG XL", "\0\0\0\x0cJXL \r\n"],
  ["DjVu", "AT&TFORM"],
  // One without parts; others are known by them.
  ["ZIP", "PK\x05\x06"],
  ["RAR", "Rar!\x1a\x07"],
  ["7-Zip", "7z\xbc\xaf\x27\x1c"],
  ["gzip", "\x1f\x8b"],
  ["Outlook (PST)", "!BDN"],
  ["Access", "\0\x01\0\0Standard "],
  ["a program", "MZ"],
  ["a program", "\x7fELF"],
  ["SQLite", "SQLite format 3\0"]
]

/** Streams of compound files by their names in UTF-16, and what those files are. */
const COMPOUND: ReadonlyArray<readonly [stream: string, name: string]> = [
  ["WordDocument", "Word 97 to 2003 (DOC)"],
  ["PowerPoint Document", "PowerPoint 97 to 2003 (PPT)"],
  ["Workbook", "Excel 97 to 2003 (XLS)"],
  ["Book", "Excel 97 to 2003 (XLS)"],
  ["__substg1.0_", "Outlook message (MSG)"],
  ["VisioDocument", "Visio (VSD)"],
  ["Quill", "Publisher (PUB)"]
]

/** Parts of archives, in lower case, and what those archives are. */
const PARTS: ReadonlyArray<readonly [part: RegExp, name: string]> = [
  [/^xl\/workbook\.bin$/, "Excel binary (XLSB)"],
  [/^meta-inf\/container\.xml$/, "EPUB"],
  [/^(content\.xml|meta-inf\/manifest\.xml)$/, "OpenDocument (ODT, ODS, ODP)"],
  [/^visio\/document\.xml$/, "Visio (VSDX)"],
  [/^(_rels\/fixeddocseq|fixeddocumentsequence\.fdseq|fixeddocseq\.fdseq)/, "XPS"],
  [/^index\/document\.iwa$/, "Pages, Numbers or Keynote"],
  [/^androidmanifest\.xml$/, "Android package (APK)"]
]

/** Bits of a pixel that a TGA may have. */
const TGA_DEPTHS = new Set([8, 15, 16, 24, 32])

/** A TGA has no signature: its header is known where all that it says fits (Truevision's specification, 2.0). */
const isTga = (bytes: Buffer): boolean => {
  if (bytes.length <= 18) return false
  const [, map = 0, kind = 0] = bytes
  const isMapped = map === 1 && (kind === 1 || kind === 9)
  const isPlain = map === 0 && [2, 3, 10, 11].includes(kind) && bytes.subarray(3, 8).every((byte) => byte === 0)
  const hasPixels = bytes.readUInt16LE(12) > 0 && bytes.readUInt16LE(14) > 0
  return (isMapped || isPlain) && hasPixels && TGA_DEPTHS.has(bytes.readUInt8(16)) && (bytes.readUInt8(17) & 0xc0) === 0
}

/** Bytes of the header of a PCX. */
const PCX_HEADER = 128

/** Versions, and bits of a pixel in one plane, that there are (ZSoft's technical reference). */
const PCX_VERSIONS = new Set([0, 2, 3, 4, 5])
const PCX_DEPTHS = new Set([1, 2, 4, 8])

const isPcx = (bytes: Buffer): boolean => {
  if (bytes.length <= PCX_HEADER) return false
  const [maker = 0, version = 0, coding = 0, depth = 0] = bytes
  const hasSize = bytes.readUInt16LE(8) >= bytes.readUInt16LE(4) && bytes.readUInt16LE(10) >= bytes.readUInt16LE(6)
  return maker === 0x0a && PCX_VERSIONS.has(version) && coding <= 1 && PCX_DEPTHS.has(depth) && hasSize
}

const NETPBM: Readonly<Record<string, string>> = {
  1: "PBM",
  2: "PGM",
  3: "PPM",
  4: "PBM",
  5: "PGM",
  6: "PPM",
  7: "PAM"
}

/** Which of the formats of Netpbm the header names: after the number blanks, comments and a width. */
const netpbmOf = (bytes: Buffer): string | undefined => {
  const head = bytes.toString("latin1", 0, 256)
  const [, number = ""] =
    /^P([1-6])(?:\s|#[^\n]*\n)+\d+\s/.exec(head) ?? /^P(7)\s+(?:#[^\n]*\n)*WIDTH\s/.exec(head) ?? []
  return NETPBM[number]
}

const starts = (bytes: Buffer, pattern: string, at = 0): boolean =>
  bytes.length >= at + pattern.length && bytes.toString("latin1", at, at + pattern.length) === pattern

/** What a file of no accepted type is, where that can be told. */
export const nameOfBytes = (bytes: Buffer): string | undefined => {
  if (starts(bytes, "ftyp", 4)) {
    const brand = bytes.toString("latin1", 8, 12)
    return MEDIA_BRANDS.find(([known]) => known.test(brand))?.[1]
  }
  if (starts(bytes, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) {
    const match = COMPOUND.find(([stream]) => bytes.includes(Buffer.from(stream, "utf16le")))
    return match?.[1] ?? "an old Office format"
  }
  const named = SIGNATURES.find(([, pattern, at]) => starts(bytes, pattern, at))?.[0] ?? netpbmOf(bytes)
  if (named !== undefined) return named
  if (isPcx(bytes)) return "PCX"
  return isTga(bytes) ? "TGA" : undefined
}

/** What an archive of no accepted type is, by the names of its parts in lower case. */
export const nameOfArchive = (names: ReadonlySet<string>): string => {
  const parts = [...names]
  // The list of its parts stands at its end.
  if (parts.length === 0) return "ZIP, damaged or cut off"
  return PARTS.find(([part]) => parts.some((name) => part.test(name)))?.[1] ?? "ZIP"
}
