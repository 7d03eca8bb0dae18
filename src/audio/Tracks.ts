/** Which of a file's sound tracks is heard. */
import { MAX_SECONDS } from "./Decoding.ts"
import { NoSuchTrack } from "./DecodingFailures.ts"
import type * as PacketDecoders from "./PacketDecoders.ts"
import type { Note, Pieces } from "./Pieces.ts"

/** A file that is open. */
export interface Sound {
  /** What each track is, in a word or two. */
  readonly tracks: ReadonlyArray<string>
  readonly pieces: (at: number) => Pieces
  readonly close: () => void
}

/** Of full scale: what a codec makes of silence is softer. */
const SILENT = 0.001

/** Whether some sound has anything to hear. */
export const isHeard = ({ channelData }: PacketDecoders.Piece): boolean =>
  channelData.some((samples) => samples.some((sample) => Math.abs(sample) > SILENT))

/** What is said of a sound of several tracks, of which that at a place is heard. */
export const sayTrack = (tracks: number, at: number): string =>
  `the file has ${tracks} sound tracks; number ${at + 1} was heard`

/** Whether a track has anything to hear. Gives word of what was looked at. */
async function* hasSound(track: Pieces): AsyncGenerator<undefined, boolean> {
  let seconds = 0
  try {
    for await (const piece of track) {
      if (piece !== undefined) {
        if (isHeard(piece)) return true
        seconds += (piece.channelData[0]?.length ?? 0) / piece.sampleRate
      }
      if (seconds > MAX_SECONDS) return false
      yield undefined
    }
    return false
  } catch {
    // In a codec that is not read here, or broken: another may not be.
    return false
  }
}

const listOf = ({ tracks }: Sound): string => tracks.map((name, at) => `${at + 1} (${name})`).join(", ")

/** Says what is met in a track, but not while tracks are only tried. */
export const makeNotes = (note: Note) => {
  let isTrying = false
  return {
    note: (sentence: string) => {
      if (!isTrying) note(sentence)
    },
    trying: (next: boolean) => {
      isTrying = next
    }
  }
}

/** The sound of the track that was asked for (from 1), or else of the first that is not silent. */
export async function* chosen(sound: Sound, track: number | undefined, notes: ReturnType<typeof makeNotes>): Pieces {
  const { length } = sound.tracks
  const { note, trying } = notes
  if (track !== undefined) {
    if (track > length) throw new NoSuchTrack(`must be one of the file's sound tracks: ${listOf(sound)}`)
    yield* sound.pieces(track - 1)
    return
  }
  let at = 0
  trying(true)
  while (at < length - 1 && !(yield* hasSound(sound.pieces(at)))) at++
  if (length > 1 && at === length - 1 && !(yield* hasSound(sound.pieces(at)))) at = 0
  trying(false)
  if (length > 1) note(sayTrack(length, at))
  yield* sound.pieces(at)
}
