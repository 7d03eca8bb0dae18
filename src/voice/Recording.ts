/** Text to a stored file of speech: engine, encoder and file store in one line. */
import { Effect, Stream } from "effect"
import { AudioEncoder, formats, type OutputFormat } from "../audio/AudioEncoder.ts"
import * as Wav from "../audio/Wav.ts"
import { BlobId, newId } from "../Domain.ts"
import { type SynthesisRequest, Synthesizer, type WordMark } from "../engines/Synthesizer.ts"
import { Blobs, type BlobWriter } from "../storage/Blobs.ts"

/** A phrase's encoded bytes, as they lie in the file. */
export interface RecordedPhrase {
  readonly offset: number
  readonly length: number
}

/** A finished file of speech. */
export interface Recorded {
  readonly blobId: BlobId
  /** Bytes. */
  readonly size: number
  /** Milliseconds of sound, rounded to whole ones; what is billed. */
  readonly durationMillis: number
  /** Every word of the text, timed from the start of the file, where the engine times them. */
  readonly words: ReadonlyArray<WordMark>
}

/** Keeps count of what has been made. */
const makeProgress = () => {
  let seconds = 0
  const words: Array<WordMark> = []
  return {
    heard: (phrase: {
      readonly samples: Int16Array
      readonly sampleRate: number
      readonly words: ReadonlyArray<WordMark>
    }) => {
      for (const { text, start, end } of phrase.words) words.push({ text, start: seconds + start, end: seconds + end })
      seconds += phrase.samples.length / phrase.sampleRate
    },
    durationMillis: () => Math.round(seconds * 1_000),
    words
  }
}

const writePiece = (writer: BlobWriter, bytes: Uint8Array) =>
  Effect.gen(function* () {
    const offset = yield* writer.size
    yield* writer.append(bytes)
    return { offset, length: bytes.length }
  })

/** The lengths in a WAV header are known last. */
const completeHeader = (writer: BlobWriter, format: OutputFormat) =>
  formats[format].extension === "wav"
    ? Effect.flatMap(writer.size, (size) =>
        writer.rewriteStart(Wav.header({ sampleRate: formats[format].sampleRate, dataBytes: size - Wav.HEADER_BYTES }))
      )
    : Effect.void

/**
 * Speaks, encodes and writes phrase by phrase into `writer`; `onPhrase` hears
 * of each as soon as its bytes can be read. Publishes the file at the end.
 */
export const record = Effect.fn("Recording.record")(function* (options: {
  readonly speech: SynthesisRequest
  readonly format: OutputFormat
  readonly writer: BlobWriter
  readonly now: number
  readonly onPhrase: (phrase: RecordedPhrase) => Effect.Effect<void>
}) {
  const synthesizer = yield* Synthesizer
  const encoder = yield* AudioEncoder
  const progress = makeProgress()
  yield* synthesizer.speak(options.speech).pipe(
    Stream.tap((phrase) => Effect.sync(() => progress.heard(phrase))),
    encoder.encode(options.format),
    Stream.filter(({ bytes }) => bytes.length > 0),
    Stream.mapEffect(({ bytes }) => writePiece(options.writer, bytes)),
    Stream.runForEach(options.onPhrase)
  )
  yield* completeHeader(options.writer, options.format)
  const blobId = BlobId.make(newId("blb", options.now))
  const size = yield* options.writer.publish(blobId)
  const recorded: Recorded = { blobId, size, durationMillis: progress.durationMillis(), words: progress.words }
  return recorded
})

/** `record` with a file of its own and nobody watching. */
export const recordAlone = (options: {
  readonly speech: SynthesisRequest
  readonly format: OutputFormat
  readonly now: number
}) =>
  Effect.scoped(
    Effect.flatMap(Blobs, (blobs) =>
      Effect.flatMap(blobs.create, (writer) => record({ ...options, writer, onPhrase: () => Effect.void }))
    )
  )
