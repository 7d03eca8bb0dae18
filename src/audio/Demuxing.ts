/**
 * A sound file taken apart into packets, which are decoded one by one: so what
 * a few hostile bytes can become is bounded by the largest packet of a codec,
 * never by the file. Most containers are read by Mediabunny, lazily; a file is
 * known by its bytes.
 */
import {
  ADTS,
  BufferSource,
  FLAC,
  Input,
  type InputAudioTrack,
  type InputFormat,
  MATROSKA,
  MP3,
  MP4,
  QTFF,
  UnsupportedInputFormatError,
  WEBM
} from "mediabunny"
import * as AppleFile from "./AppleFile.ts"
import { NOTHING, Undecodable, Unsupported } from "./DecodingFailures.ts"
import { type Edit, type IsoFile, read as readIso } from "./IsoFile.ts"
import { mp3Pieces } from "./Mp3Sound.ts"
import { isOgg } from "./OggFile.ts"
import { openOgg } from "./OggSound.ts"
import { packetPieces } from "./PacketSound.ts"
import type { Note, Pieces } from "./Pieces.ts"
import * as Tags from "./Tags.ts"
import { chosen, type Sound } from "./Tracks.ts"
import { isWav } from "./WavFile.ts"
import { stretchesOf, wavPieces } from "./WavSound.ts"

/** MP3 last: it has the weakest mark. */
const accepted: Array<InputFormat> = [FLAC, MP4, QTFF, WEBM, MATROSKA, ADTS, MP3]

/** One after another, as the file says that they are played. */
async function* editedPieces(track: InputAudioTrack, edits: ReadonlyArray<Edit>, note: Note): Pieces {
  const sampleRate = await track.getSampleRate()
  for (const { from, seconds } of edits) {
    if (from !== undefined) {
      yield* packetPieces(track, { stretch: { from, to: from + seconds }, note })
      continue
    }
    // A pause is made a second at a time: it may be said to be long.
    for (let left = seconds; left > 0; left--) {
      const samples = Math.round(Math.min(1, left) * sampleRate)
      yield { channelData: [new Float32Array(samples)], sampleRate, padding: 0 }
    }
  }
}

/** A track of an MP4 or QuickTime file, as far as a player plays it. */
async function* isoPieces(track: InputAudioTrack, { edits, itunes }: IsoFile, note: Note): Pieces {
  const own = edits.get(track.id)
  if (own !== undefined) return yield* editedPieces(track, own, note)
  if (itunes === undefined || (await track.getCodec()) !== "aac") return yield* packetPieces(track, { note })
  const rate = await track.getSampleRate()
  const from = itunes.delay / rate
  yield* packetPieces(track, { stretch: { from, to: from + itunes.samples / rate }, note })
}

const openInput = async (file: Uint8Array, note: Note): Promise<Sound> => {
  const input = new Input({ source: new BufferSource(file), formats: accepted })
  const close = () => input.dispose()
  const format = await input.getFormat().catch((error) => {
    throw error instanceof UnsupportedInputFormatError ? new Unsupported() : error
  })
  if (format === MP3) return { tracks: ["MP3"], pieces: () => mp3Pieces(file), close }
  if (format === MP4 || format === QTFF) return openIso(file, note)
  const tracks = await input.getAudioTracks()
  return openTracks(tracks, (track) => packetPieces(track, { note }), close)
}

const openTracks = async (
  tracks: ReadonlyArray<InputAudioTrack>,
  pieces: (track: InputAudioTrack) => Pieces,
  close: () => void
): Promise<Sound> => {
  if (tracks.length === 0) throw new Undecodable(NOTHING)
  const names = await Promise.all(
    tracks.map(async (track) => (await track.getCodec()) ?? "a codec that is not read here")
  )
  return {
    tracks: names,
    pieces: (at) => {
      const track = tracks[at]
      if (track === undefined) throw new Error(`no track ${at}`)
      return pieces(track)
    },
    close
  }
}

const openIso = async (file: Uint8Array, note: Note): Promise<Sound> => {
  const iso = readIso(file)
  if (iso.behind > 0) note(`${iso.behind} bytes behind the end of the file were passed over`)
  const input = new Input({ source: new BufferSource(iso.file), formats: [MP4, QTFF] })
  const tracks = await input.getAudioTracks()
  return openTracks(
    tracks,
    (track) => isoPieces(track, iso, note),
    () => input.dispose()
  )
}

const open = async (file: Uint8Array, note: Note): Promise<Sound> => {
  if (isWav(file)) return { tracks: ["WAV"], pieces: () => wavPieces(file, note), close: () => {} }
  if (isOgg(file)) return openOgg(file, note)
  if (AppleFile.isAiff(file) || AppleFile.isCaf(file))
    return { tracks: ["PCM"], pieces: () => stretchesOf(AppleFile.read(file)), close: () => {} }
  return openInput(Tags.without(file), note)
}

export interface Options {
  /** Which sound track is heard, from 1; otherwise the first that is not silent. */
  readonly track: number | undefined
  readonly note: Note
}

/**
 * The decoded sound of `file`, packet by packet, in its own rate and channels;
 * nothing for a packet that holds none.
 * Throws `Unsupported`, `Undecodable`, `NoSuchTrack`, or whatever a library makes of a broken file.
 */
export async function* pieces(file: Uint8Array, { note, track }: Options): Pieces {
  if (file.length === 0) throw new Undecodable("is empty")
  const sound = await open(file, note)
  try {
    yield* chosen(sound, track, note)
  } finally {
    sound.close()
  }
}
