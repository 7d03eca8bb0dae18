/** What files are called that are known by their first bytes and are not read here. */

/** The first bytes of a file, and behind an offset those of its kind. */
interface Mark {
  readonly mark: string
  readonly behind?: readonly [at: number, mark: string]
  readonly name: string
}

const MARKS: ReadonlyArray<Mark> = [
  { mark: "FLV\x01", name: "a Flash video" },
  { mark: "RIFF", behind: [8, "AVI "], name: "an AVI" },
  { mark: "RIFF", behind: [8, "RMID"], name: "a MIDI file, which has notes and no sound" },
  { mark: "MThd", name: "a MIDI file, which has notes and no sound" },
  { mark: "\x30\x26\xb2\x75\x8e\x66\xcf\x11", name: "Windows Media (ASF)" },
  { mark: "\x0b\x77", name: "AC-3 sound" },
  { mark: "\x7f\xfe\x80\x01", name: "DTS sound" },
  { mark: "#!AMR-WB", name: "AMR-WB sound" },
  { mark: "#!AMR", name: "AMR sound" },
  { mark: "#!SILK_V3", name: "SILK sound" },
  { mark: "\x02#!SILK_V3", name: "SILK sound" },
  { mark: "#!iLBC", name: "iLBC sound" },
  { mark: "#!EVRC", name: "EVRC sound" },
  { mark: "#!QCELP", name: "QCELP sound" },
  { mark: "#!EVS", name: "EVS sound" },
  { mark: "RIFF", behind: [8, "QLCM"], name: "QCELP sound" },
  { mark: "\x02dss", name: "DSS sound of a dictation machine" },
  { mark: "\x03dss", name: "DSS sound of a dictation machine" },
  { mark: "\x03ds2", name: "DS2 sound of a dictation machine" },
  { mark: "\x07ds2", name: "DS2 sound of a dictation machine" },
  { mark: "wvpk", name: "WavPack sound" },
  { mark: "TTA1", name: "True Audio sound" },
  { mark: "MAC ", name: "Monkey's Audio sound" },
  { mark: "MPCK", name: "Musepack sound" },
  { mark: "MP+", name: "Musepack sound" },
  { mark: "DSD ", name: "DSD sound" },
  { mark: "FRM8", name: "DSD sound" },
  { mark: "Creative Voice File", name: "a Creative Voice file" },
  { mark: "NIST_1A", name: "a NIST SPHERE file" },
  { mark: "FORM", behind: [8, "8SVX"], name: "8SVX sound" },
  { mark: ".RMF", name: "RealMedia" },
  { mark: "\x00\x00\x01\xba", name: "an MPEG programme stream" },
  { mark: "#EXTM3U", name: "a list of files, which has no sound" },
  { mark: "<!DOCTYPE", name: "a web page" },
  { mark: "<!doctype", name: "a web page" },
  { mark: "<html", name: "a web page" },
  { mark: "<HTML", name: "a web page" },
  { mark: "<?xml", name: "an XML file" },
  { mark: "data:audio/", name: "a data URL" },
  { mark: "data:video/", name: "a data URL" },
  { mark: "%PDF", name: "a PDF" },
  { mark: "\x89PNG", name: "a PNG picture" },
  { mark: "\xff\xd8\xff", name: "a JPEG picture" },
  { mark: "GIF8", name: "a GIF picture" },
  { mark: "PK\x03\x04", name: "a ZIP archive" },
  { mark: "\x1f\x8b", name: "a gzip archive" },
  { mark: "Rar!", name: "a RAR archive" },
  { mark: "7z\xbc\xaf\x27\x1c", name: "a 7-Zip archive" }
]

/** What is known by four letters and more that it begins with, which no samples are by chance. */
export const SURE_MARKS: ReadonlyArray<Omit<Mark, "behind">> = MARKS.filter(
  ({ behind, mark }) => behind === undefined && mark.length >= 4 && !mark.startsWith("\0")
)

/** What the clusters of Matroska and WebM begin with. */
export const CLUSTER_MARK = Buffer.from([0x1f, 0x43, 0xb6, 0x75])

/** What follows the beginning of a recording. */
export const middleOf = (what: string): string => `the middle of a recording in ${what}, without its head`

/** Bytes of a packet of an MPEG transport stream, each of which begins with the same one. */
export const TRANSPORT_PACKET = 188
export const TRANSPORT_MARK = 0x47
/** AAC in LOAS (ISO/IEC 14496-3, 1.7.2): eleven bits, and 13 of the length to the next. */
const LOAS_MARK = 0x56e0

const isTransport = (bytes: Buffer): boolean =>
  bytes.length > 2 * TRANSPORT_PACKET && [0, 1, 2].every((at) => bytes[at * TRANSPORT_PACKET] === TRANSPORT_MARK)

const isLoas = (bytes: Buffer): boolean => {
  const markAt = (at: number) => at + 3 <= bytes.length && (bytes.readUInt16BE(at) & 0xffe0) === LOAS_MARK
  return markAt(0) && markAt(3 + (bytes.readUIntBE(0, 3) & 0x1fff))
}

/** Characters of a text that are looked at. */
const TEXT_LENGTH = 64

/** What a text is: sound is sent as its own bytes. */
const textName = (bytes: Buffer): string | undefined => {
  const start = bytes.toString("latin1", 0, TEXT_LENGTH)
  if (start.length === TEXT_LENGTH && /^[A-Za-z0-9+/_\r\n-]+$/.test(start)) return "base64 text"
  return /^\s*[{[]\s*["{[\]}]/.test(start) ? "JSON" : undefined
}

/** A frame of MP3 whose head does not say how long it is (ISO/IEC 11172-3, 2.4.2.3). */
const isFreeMp3 = ([sync = 0, kind = 0, rates = 0]: Buffer): boolean =>
  sync === 0xff && (kind & 0xe6) === 0xe2 && ((kind >> 3) & 3) !== 1 && rates >> 4 === 0 && ((rates >> 2) & 3) !== 3

/** What `file` is, with its article; undefined where its first bytes are known of nothing. */
export const nameOf = (file: Uint8Array): string | undefined => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const stands = (at: number, mark: string) => bytes.toString("latin1", at, at + mark.length) === mark
  const known = MARKS.find(({ behind, mark }) => stands(0, mark) && (behind === undefined || stands(...behind)))
  if (known !== undefined) return known.name
  if (CLUSTER_MARK.equals(bytes.subarray(0, CLUSTER_MARK.length))) return middleOf("WebM")
  if (stands(4, "moof") || stands(4, "styp")) return middleOf("MP4")
  if (isTransport(bytes)) return "an MPEG transport stream"
  if (isFreeMp3(bytes)) return "MP3 sound of free format"
  return isLoas(bytes) ? "AAC sound in LOAS" : textName(bytes)
}
