/** JPEG (ITU-T T.81) by its markers: nothing here is decoded. */
import { createHash } from "node:crypto"
import { DAMAGED, Unreadable } from "../Unreadable.ts"
import { type Orientation, orientationOf } from "./Exif.ts"
import type { Source } from "./Source.ts"

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
const EXIF = 0xe1

/** Frame headers (SOF0 to SOF15); three markers between them are none. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Markers without a segment: restarts, the start of the image, and a temporary one. */
const isAlone = (marker: number): boolean => (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01

interface Segment {
  readonly marker: number
  /** Where its marker begins, and where the next may. */
  readonly start: number
  readonly end: number
}

/** The markers in their order, those behind data of a scan too; the last is the end of the image, where there is one. */
function* segments(bytes: Buffer): Generator<Segment> {
  let at = 2
  for (;;) {
    // Data of a scan, and what does not belong here, is passed over.
    const start = bytes.indexOf(0xff, at)
    const marker = bytes[start + 1]
    if (start < 0 || marker === undefined) return
    if (marker === 0xff) at = start + 1
    else if (marker === 0x00 || isAlone(marker)) at = start + 2
    else {
      const length = marker === END_OF_IMAGE || start + 4 > bytes.length ? 0 : bytes.readUInt16BE(start + 2)
      at = start + 2 + length
      yield { marker, start, end: Math.min(at, bytes.length) }
      if (marker === END_OF_IMAGE) return
    }
  }
}

interface Frame {
  readonly marker: number
  readonly width: number
  readonly height: number
  readonly components: number
  readonly bits: number
}

const frameIn = (bytes: Buffer, { end, marker, start }: Segment): Frame | undefined => {
  if (!isFrame(marker) || end < start + 10) return undefined
  const [bits = 0] = bytes.subarray(start + 4)
  const [components = 0] = bytes.subarray(start + 9)
  return { marker, bits, components, height: bytes.readUInt16BE(start + 5), width: bytes.readUInt16BE(start + 7) }
}

interface Header {
  readonly frame: Frame | undefined
  readonly orientation: Orientation
}

/** What stands before the first scan. */
export const headerOf = (bytes: Buffer): Header => {
  let frame: Frame | undefined
  let orientation: Orientation | undefined
  for (const segment of segments(bytes)) {
    const { end, marker, start } = segment
    if (marker === START_OF_SCAN) break
    frame ??= frameIn(bytes, segment)
    if (marker === EXIF && bytes.toString("latin1", start + 4, start + 8) === "Exif") {
      orientation ??= orientationOf(bytes.subarray(start + 4, end))
    }
  }
  return { frame, orientation: orientation ?? 1 }
}

/** What was cut off in what stands between two scans, up to the end of the last whole one. Throws `Unreadable`. */
const upToLastScan = (bytes: Buffer): Buffer => {
  let end = 0
  let isBehindScan = false
  for (const { marker, start } of segments(bytes)) {
    if (isBehindScan) end = start
    isBehindScan = marker === START_OF_SCAN
  }
  if (end === 0) throw new Unreadable(DAMAGED)
  return Buffer.concat([bytes.subarray(0, end), Buffer.from([0xff, END_OF_IMAGE])])
}

const isWhole = (bytes: Buffer): boolean => {
  for (const { marker } of segments(bytes)) if (marker === END_OF_IMAGE) return true
  return false
}

/** Restart markers, in a circle, and bytes of data between two of them. */
const RESTARTS = 8
const BYTES_BETWEEN = 64

/** Data of a scan that mean nothing, with each restart marker in it: never two of its bytes are a marker by chance. */
const filler = (): Buffer =>
  Buffer.concat(
    Array.from({ length: RESTARTS }, (_, at) => {
      const data = createHash("sha512").update(`${at}`).digest().subarray(0, BYTES_BETWEEN)
      return Buffer.concat([data.map((byte) => Math.min(byte, 0xfe)), Buffer.from([0xff, 0xd0 + at])])
    })
  )

/** A file without its end, with other data in the place of what may lack: it shows the same where nothing does. */
const filledUp = (bytes: Buffer): Buffer => Buffer.concat([bytes, filler(), Buffer.from([0xff, END_OF_IMAGE])])

/** Baseline, extended and progressive with Huffman codes: others are read by few. */
const COMMON_FRAMES = [0xc0, 0xc1, 0xc2]

/** Three colours or grey in eight bits. Ink (four colours) is read by few, and by some as its opposite. */
const isCommon = ({ bits, components, marker }: Frame): boolean =>
  COMMON_FRAMES.includes(marker) && bits === 8 && (components === 1 || components === 3)

export const readSource = (bytes: Buffer): Source => {
  const { frame, orientation } = headerOf(bytes)
  const hasEnd = isWhole(bytes)
  const isFinal = frame !== undefined && isCommon(frame) && hasEnd
  const source = {
    bytes,
    target: "image/jpeg",
    orientation,
    isFinal,
    salvage: async () => upToLastScan(bytes)
  } as const
  // Cameras leave out the end of pictures that are whole.
  return hasEnd ? source : { ...source, filledUp: filledUp(bytes) }
}
