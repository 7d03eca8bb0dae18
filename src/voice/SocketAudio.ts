/** A turn's sound as a socket carries it: pieces in base64, each playable for itself. */
import { Effect } from "effect"
import type { Sound } from "../audio/AudioEncoder.ts"
import { pieceLength } from "../audio/Mp3Frames.ts"
import * as Wav from "../audio/Wav.ts"
import { type EventFeed, follow } from "../billing/EventLog.ts"
import type { NotFound } from "../Errors.ts"
import type { SpeechEvent } from "./Speech.ts"

/** Seconds of sound in one WAV piece. */
const WAV_PIECE_SECONDS = 0.25

/** Bytes in one piece: 2 MiB as base64, below the 3 MiB of text that clients take. A phrase is far smaller. */
const MOST_PIECE_BYTES = 1.5 * 1024 * 1024

/** The audio of one event of a turn. */
export interface AudioPieces {
  readonly format: "mp3" | "wav"
  /** Base64. */
  readonly pieces: ReadonlyArray<string>
}

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64")

/** Complete WAV files of a quarter of a second. */
const wavPieces = ({ sampleRate, samples }: Sound): ReadonlyArray<string> => {
  const length = Math.floor(WAV_PIECE_SECONDS * sampleRate)
  return Array.from({ length: Math.ceil(samples.length / length) }, (_, at) =>
    Wav.file({ sampleRate, samples: samples.subarray(at * length, (at + 1) * length) }).toString("base64")
  )
}

const mp3Pieces = (bytes: Uint8Array): ReadonlyArray<string> => {
  const pieces: Array<string> = []
  for (let at = 0; at < bytes.length; ) {
    const length = pieceLength(bytes.subarray(at), MOST_PIECE_BYTES)
    pieces.push(base64(bytes.subarray(at, at + length)))
    at += length
  }
  return pieces
}

/**
 * Reads the events of one turn, in order. A first phrase that was sent as WAV
 * (`wav_mp3`) is not sent again as MP3; where it was cut, whatever follows is its end.
 */
const makeReader = (maxSeconds: number) => {
  let skip = 0
  return (event: SpeechEvent): Effect.Effect<AudioPieces, NotFound> => {
    if (event._tag === "FirstSound") {
      const { sampleRate, samples } = event.sound
      const cut = samples.length + 1 > maxSeconds * sampleRate
      skip = cut ? Number.POSITIVE_INFINITY : 1
      return Effect.sync(() => ({ format: "wav", pieces: wavPieces(event.sound) }))
    }
    if (skip > 0) {
      skip--
      return Effect.succeed({ format: "mp3", pieces: [] })
    }
    return Effect.map(event.bytes, (bytes) => ({ format: "mp3", pieces: mp3Pieces(bytes) }))
  }
}

/**
 * Gives `use` the sound of a turn that is cut after `maxSeconds`, as fast as it
 * is made, until it answers false. Ends early where a turn that has failed took
 * its file with it.
 */
export const followAudio = <E, R>(
  maxSeconds: number,
  events: EventFeed<SpeechEvent>,
  use: (audio: AudioPieces) => Effect.Effect<boolean, E, R>
): Effect.Effect<void, E, R> =>
  Effect.suspend(() => {
    const read = makeReader(maxSeconds)
    return follow(events, (news) =>
      Effect.every(news, (event) =>
        Effect.matchEffect(read(event), { onFailure: () => Effect.succeed(false), onSuccess: use })
      )
    )
  })
