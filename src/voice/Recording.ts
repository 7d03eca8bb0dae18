/** Text to a stored file of speech: engine, encoder and file store in one line. */
import { Clock, Duration, Effect, Fiber, Stream } from "effect"
import { AudioEncoder, type AudioFormat, type EncodedPiece, type OnSound, type Sound } from "../audio/AudioEncoder.ts"
import { BlobId, newId } from "../Domain.ts"
import type { EngineFailure } from "../Errors.ts"
import { type SpokenPhrase, type SynthesisRequest, Synthesizer, type WordMark } from "../engines/Synthesizer.ts"
import { Blobs, type BlobWriter } from "../storage/Blobs.ts"
import { type CurrentVoice, timbre } from "./Voices.ts"

/** A phrase's encoded bytes, as they lie in the file. */
export interface RecordedPhrase {
  readonly offset: number
  readonly length: number
}

/** A finished file of speech. */
export interface SpeechFile {
  readonly blobId: BlobId
  /** Bytes. */
  readonly size: number
  /** Milliseconds of sound, rounded to whole ones; what is billed. */
  readonly durationMillis: number
  /** Every word of the text, timed in seconds from the start of the file, where the engine times them. */
  readonly words: ReadonlyArray<WordMark>
  /** Whether the sound was cut at `maxSeconds`. */
  readonly cut: boolean
}

interface RecordingOptions {
  /** Of the whole text. */
  readonly phrases: SynthesisRequest["phrases"]
  readonly voice: CurrentVoice
  /** Pace as a factor, 1 is neutral. */
  readonly speed: number
  readonly format: AudioFormat
  /** The sound is cut here, in seconds; infinity: it ends where the text ends. */
  readonly maxSeconds: number
}

/** Called while the file is written. */
export interface Listener {
  /** The first phrase's sound, before it is encoded. */
  readonly onFirstSound: (sound: Sound) => Effect.Effect<void>
  /** A phrase whose bytes can be read. */
  readonly onPhrase: (phrase: RecordedPhrase) => Effect.Effect<void>
}

const nobody: Listener = { onFirstSound: () => Effect.void, onPhrase: () => Effect.void }

/** Milliseconds are as precise as a word mark is. */
const toMillis = (seconds: number): number => Math.round(seconds * 1_000) / 1_000

/** Follows the phrases, of which the text has `count`: how long it is by now, which words fell where, whether the limit was met. */
const makeProgress = (limit: number, count: number) => {
  const words: Array<WordMark> = []
  let seconds = 0
  let cut = false
  let last = count - 1
  return {
    /** The phrase, or as much of it as is within the limit. */
    within: (phrase: SpokenPhrase): SpokenPhrase => {
      const room = Math.floor((limit - seconds) * phrase.sampleRate)
      cut = room < phrase.samples.length
      if (cut) last = phrase.index
      const samples = cut ? phrase.samples.subarray(0, Math.max(0, room)) : phrase.samples
      const length = samples.length / phrase.sampleRate
      for (const { text, start, end } of phrase.words) {
        if (start >= length) break
        words.push({ text, start: toMillis(seconds + start), end: toMillis(seconds + Math.min(end, length)) })
      }
      seconds += length
      return { ...phrase, samples }
    },
    isCut: () => cut,
    /** Known when that phrase is: the text's last, or the one that the limit falls in. */
    isLast: (index: number) => index === last,
    durationMillis: () => Math.round(seconds * 1_000),
    words
  }
}

/** Adds the piece to the file, and completes the file's beginning when the piece is the last. */
const writePiece = (writer: BlobWriter, { bytes, head }: EncodedPiece) =>
  Effect.gen(function* () {
    const offset = yield* writer.size
    if (bytes.length > 0) yield* writer.append(bytes)
    if (head !== undefined) yield* writer.rewriteStart(head)
    return { offset, length: bytes.length, isEnd: head !== undefined }
  })

/** What the codec held back until the end belongs to the last phrase; a phrase without bytes is left out. */
const joinEnd = (isLast: (index: number) => boolean, onPhrase: Listener["onPhrase"]) => {
  let seen = 0
  let held: RecordedPhrase | undefined
  return ({ isEnd, ...piece }: RecordedPhrase & { readonly isEnd: boolean }): Effect.Effect<void> => {
    if (!isEnd && isLast(seen++)) {
      held = piece
      return Effect.void
    }
    const whole = held === undefined ? piece : { offset: held.offset, length: held.length + piece.length }
    held = undefined
    return whole.length > 0 ? onPhrase(whole) : Effect.void
  }
}

/**
 * After the first phrase: what follows is not urgent, and would else be done
 * before the first is sent, since the process sends once it has nothing to do.
 */
const LET_IT_BE_SENT = Effect.sleep(Duration.zero)

/** Speaks, encodes and writes phrase by phrase into a file of its own, and publishes it at the end. */
export type Recorder = (
  options: RecordingOptions,
  /** Given the file, which can be read while it is written. */
  listenerOf?: (file: BlobWriter) => Listener
) => Effect.Effect<SpeechFile, EngineFailure>

export const make: Effect.Effect<Recorder, never, Synthesizer | AudioEncoder | Blobs> = Effect.gen(function* () {
  const synthesizer = yield* Synthesizer
  const encoder = yield* AudioEncoder
  const blobs = yield* Blobs

  const recordScoped = Effect.fnUntraced(function* (
    { format, maxSeconds, phrases, speed, voice }: RecordingOptions,
    listenerOf: (file: BlobWriter) => Listener
  ) {
    const speech = { voice: timbre(voice), speed, phrases }
    const progress = makeProgress(maxSeconds, phrases.length)
    const blobId = BlobId.make(newId("blb", yield* Clock.currentTimeMillis))
    // Opened while the first phrase is spoken.
    const opened = yield* Effect.fork(
      Effect.map(blobs.create(blobId), (file) => {
        const listener = listenerOf(file)
        return { file, listener, onPiece: joinEnd(progress.isLast, listener.onPhrase) }
      })
    )
    const open = Fiber.join(opened)
    const speak = (onSound: OnSound) =>
      synthesizer.speak({ ...speech, onSound }).pipe(
        Stream.mapEffect((phrase) => {
          const within = progress.within(phrase)
          if (phrase.index > 0) return Effect.succeed(within)
          return Effect.flatMap(open, ({ listener }) => Effect.as(listener.onFirstSound(within), within))
        }),
        Stream.takeUntil(progress.isCut)
      )
    let begun = false
    const take = (piece: EncodedPiece) => {
      const written = Effect.flatMap(open, ({ file, onPiece }) => Effect.flatMap(writePiece(file, piece), onPiece))
      if (begun) return written
      begun = true
      return Effect.zipRight(written, LET_IT_BE_SENT)
    }
    yield* Stream.runForEach(encoder.encode(format)(speak), take)
    const { file } = yield* open
    const size = yield* file.publish
    const recorded: SpeechFile = {
      blobId,
      size,
      durationMillis: progress.durationMillis(),
      words: progress.words,
      cut: progress.isCut()
    }
    return recorded
  })

  return (options, listenerOf = () => nobody) => Effect.scoped(recordScoped(options, listenerOf))
})
