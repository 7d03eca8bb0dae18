/** AAC in ADTS with damaged frames, at the first of which its reader (mediabunny 1.61) stops. */
import { adtsLength, areFrames } from "./Tags.ts"

interface Repaired {
  readonly file: Uint8Array
  /** Bytes between frames that are none, and were left out. */
  readonly lost: number
}

/** Places of a file at which frames are looked for behind damage; a damaged frame has some ten by chance. */
const MOST_PLACES = 200_000

/** Looks for where frames go on; undefined where there are no more, or it has looked too often. */
const frameSearch = (bytes: Buffer) => {
  let places = 0
  return (from: number): number | undefined => {
    for (let at = bytes.indexOf(0xff, from); at >= 0 && places < MOST_PLACES; at = bytes.indexOf(0xff, at + 1)) {
      places++
      if (areFrames(bytes, at, adtsLength)) return at
    }
    return undefined
  }
}

/** The frames alone; what stands behind the last of them stays, as the reader passes it over. */
export const repaired = (file: Uint8Array): Repaired => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const parts: Array<Uint8Array> = []
  const framesBehind = frameSearch(bytes)
  let [lost, from, at] = [0, 0, 0]
  while (at < bytes.length) {
    const length = adtsLength(bytes, at)
    const end = at + (length ?? 0)
    if (length !== undefined && (end >= bytes.length || adtsLength(bytes, end) !== undefined)) {
      at = end
      continue
    }
    const next = framesBehind(at + 1)
    if (next === undefined) break
    // Either this frame's length is not true, or the head of the one behind it.
    const kept = length !== undefined && end <= next ? end : at
    if (kept < next) {
      parts.push(bytes.subarray(from, kept))
      lost += next - kept
      from = next
    }
    at = next
  }
  return lost === 0 ? { file, lost } : { file: new Uint8Array(Buffer.concat([...parts, bytes.subarray(from)])), lost }
}
