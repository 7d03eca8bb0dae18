/** The orientation that a camera wrote beside a picture (EXIF 2.32, 4.6.4: tag 274). */

/** 1 is upright; 2 to 8 are mirrored, turned, or both. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

export const orientations: ReadonlyArray<Orientation> = [1, 2, 3, 4, 5, 6, 7, 8]

const UPRIGHT: Orientation = 1
const ORIENTATION_TAG = 0x0112
const SHORT = 3
/** Not what the standard has here, and what some writers use. */
const LONG = 4
const ENTRY_BYTES = 12
/** Bytes before the first directory: the order of bytes, 42, and where the directory is. */
const HEADER_BYTES = 8

const PREFIX = Buffer.from("Exif\0\0", "latin1")

/** What some writers put before the data, and others leave out. */
const withoutPrefix = (data: Buffer): Buffer =>
  data.subarray(0, PREFIX.length).equals(PREFIX) ? data.subarray(PREFIX.length) : data

/** Upright where nothing else can be made out. */
export const orientationOf = (data: Buffer): Orientation => {
  const tiff = withoutPrefix(data)
  const order = tiff.toString("latin1", 0, 2)
  if (tiff.length < HEADER_BYTES || (order !== "II" && order !== "MM")) return UPRIGHT
  const short = (at: number) => (order === "II" ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = order === "II" ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return UPRIGHT
  const last = Math.min(directory + 2 + short(directory) * ENTRY_BYTES, tiff.length) - ENTRY_BYTES
  for (let at = directory + 2; at <= last; at += ENTRY_BYTES) {
    const type = short(at + 2)
    if (short(at) === ORIENTATION_TAG && (type === SHORT || type === LONG)) {
      const value = short(type === LONG && order === "MM" ? at + 10 : at + 8)
      return orientations.find((known) => known === value) ?? UPRIGHT
    }
  }
  return UPRIGHT
}
