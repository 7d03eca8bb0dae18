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

const starts = (bytes: Buffer, pattern: string, at = 0): boolean =>
  bytes.length >= at + pattern.length && bytes.toString("latin1", at, at + pattern.length) === pattern

/** What a file of no accepted type is, where that can be told. */
export const nameOfBytes = (bytes: Buffer): string | undefined => {
  if (starts(bytes, "ftyp", 4)) {
    const brand = bytes.toString("latin1", 8, 12)
    return MEDIA_BRANDS.find(([known]) => known.test(brand))?.[1]
  }
  if (starts(bytes, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) {
    const found = COMPOUND.find(([stream]) => bytes.includes(Buffer.from(stream, "utf16le")))
    return found?.[1] ?? "an old Office format"
  }
  return SIGNATURES.find(([, pattern, at]) => starts(bytes, pattern, at))?.[0]
}

/** What an archive of no accepted type is, by the names of its parts in lower case. */
export const nameOfArchive = (names: ReadonlySet<string>): string => {
  const parts = [...names]
  return PARTS.find(([part]) => parts.some((name) => part.test(name)))?.[1] ?? "ZIP"
}
