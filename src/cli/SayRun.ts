/** What `qal say` does: explains how texts are read, and writes how one sounds. */
import * as FileSystem from "@effect/platform/FileSystem"
import { Chunk, Console, Effect, Layer, Logger, LogLevel, Option, Stream } from "effect"
import { AudioEncoder, type AudioFormat, type EncodedPiece, formats } from "../audio/AudioEncoder.ts"
import * as EncoderPool from "../audio/EncoderPool.ts"
import type { Language } from "../Domain.ts"
import * as Espeak from "../engines/espeak/EspeakSynthesizer.ts"
import { load, type Phonemes } from "../engines/espeak/Explain.ts"
import { Synthesizer, type VoiceTimbre } from "../engines/Synthesizer.ts"
import { processCommand } from "../runtime/ProcessCommand.ts"
import { codeOf } from "../runtime/SystemErrors.ts"
import { phrases, sentences } from "../text/Phrases.ts"
import { read } from "../text/reading/Reading.ts"
import { isSpeakable } from "../text/Sound.ts"
import { catalog } from "../voice/Catalog.ts"
import { timbre } from "../voice/Voices.ts"
import { CommandFailed } from "./CommandFailed.ts"

/** The options of the command line. */
export interface SayOptions {
  readonly language: Language
  readonly voice: Option.Option<string>
  readonly speed: number
  readonly out: Option.Option<string>
  readonly explain: boolean
  readonly stdin: boolean
  readonly text: Option.Option<string>
}

const SLOWEST = 0.25
const FASTEST = 4

const failed = (message: string) => new CommandFailed({ message })

/** What makes a file of each ending; of two formats with one ending, the first. */
const byEnding: ReadonlyMap<string, AudioFormat> = new Map(
  (["wav_44100", "mp3_44100", "opus_48000", "flac_44100", "aac_44100"] as const).map((format) => [
    formats[format].extension,
    format
  ])
)

const formatOf = (file: string): Effect.Effect<AudioFormat, CommandFailed> => {
  const format = byEnding.get(/\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? "")
  const endings = Array.from(byEnding.keys(), (ending) => `.${ending}`).join(", ")
  return format === undefined ? failed(`--out: the file's name must end in one of ${endings}`) : Effect.succeed(format)
}

const voiceOf = ({ language, voice }: SayOptions): Effect.Effect<VoiceTimbre, CommandFailed> => {
  const found = catalog.find((one) =>
    Option.match(voice, { onNone: () => one.language === language && one.isDefault, onSome: (id) => one.id === id })
  )
  if (found === undefined)
    return failed(`--voice: there is no voice with this id; \`${processCommand} voices list\` lists them`)
  if (found.language !== language) return failed(`--voice: ${found.id} speaks ${found.language}, not ${language}`)
  return Effect.succeed(timbre(found))
}

/** How a text is read, as one line. */
const lineOf = (phonemesOf: Phonemes, language: Language, text: string): string => {
  const reading = read(language, text)
  const spans = reading.spans.map(({ end, kind, start, words }) => ({ start, end, kind, words }))
  // Sentence by sentence: to keep the words of a long clause apart takes the engine long.
  const phonemes = sentences(reading.words).map((sentence) => phonemesOf(language, sentence.text))
  return JSON.stringify({
    text,
    language,
    spans,
    words: reading.words,
    phonemes: phonemes.filter((said) => said !== "").join(" | ")
  })
}

/** What is written to a pipe, or a socket, that nobody reads any more ends so. */
const closed: ReadonlyArray<string | undefined> = ["EPIPE", "ECONNRESET"]
const isClosed = (cause: unknown): boolean => closed.includes(codeOf(cause))

/** Writes to standard output, as fast as it is read. True where it is not read any more. */
const makePrint = (): ((text: string) => Effect.Effect<boolean, CommandFailed>) => {
  const out = Bun.stdout.writer()
  return (text) =>
    Effect.tryPromise(async () => {
      await out.write(text)
      await out.flush()
      return false
    }).pipe(
      Effect.catchAll(({ error }) =>
        isClosed(error) ? Effect.succeed(true) : failed(`the answers cannot be written (${codeOf(error) ?? error})`)
      )
    )
}

/** A line of JSON for each line of standard input, in its order, as it comes. What is no UTF-8 is read as U+FFFD. */
const explainLines = (phonemesOf: Phonemes, { language }: SayOptions): Effect.Effect<void, CommandFailed> => {
  const decoder = new TextDecoder()
  const print = makePrint()
  const bytes = Stream.fromReadableStream(
    () => Bun.stdin.stream(),
    () => failed("standard input cannot be read")
  )
  return bytes.pipe(
    Stream.map((piece) => decoder.decode(piece, { stream: true })),
    Stream.concat(Stream.sync(() => decoder.decode())),
    Stream.splitLines,
    Stream.map((text) => `${lineOf(phonemesOf, language, text)}\n`),
    // What came together is answered together.
    Stream.mapChunks((lines) => Chunk.of(Chunk.join(lines, ""))),
    Stream.mapEffect(print),
    Stream.takeUntil((isOver) => isOver),
    Stream.runDrain
  )
}

/** Writes a file of these pieces, and then over its beginning what is known at its end alone. */
const writePieces = <E, R>(file: string, pieces: Stream.Stream<EncodedPiece, E, R>) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    // A second time it is opened, since Bun writes on at the end after a file's `seek`.
    const write = (flag: "w" | "r+", bytes: Stream.Stream<Uint8Array, E, R>) =>
      Effect.scoped(
        Effect.flatMap(files.open(file, { flag }), (writer) =>
          Stream.runForEach(bytes, (some) => (some.length === 0 ? Effect.void : writer.writeAll(some)))
        )
      )
    let start: Uint8Array = new Uint8Array()
    const bytes = Stream.map(pieces, ({ bytes, head }) => {
      start = head ?? start
      return bytes
    })
    yield* write("w", bytes)
    yield* write(
      "r+",
      Stream.sync(() => start)
    )
  })

/** Writes the sound beside its file, and gives it the name when it is whole. */
const writeSound = (options: SayOptions, text: string, file: string) =>
  Effect.gen(function* () {
    const format = yield* formatOf(file)
    const voice = yield* voiceOf(options)
    if (!isSpeakable(text)) return yield* failed("the text has no letter or digit that could be spoken")
    const synthesizer = yield* Synthesizer
    const encoder = yield* AudioEncoder
    const files = yield* FileSystem.FileSystem
    const partial = `${file}.${process.pid}.partial`
    const sound = encoder.encode(format)((onSound) =>
      synthesizer.speak({ voice, speed: options.speed, phrases: phrases(text), onSound })
    )
    const write = Effect.zipRight(writePieces(partial, sound), files.rename(partial, file))
    yield* Effect.onError(write, () => Effect.ignore(files.remove(partial))).pipe(
      Effect.catchTags({
        SystemError: ({ reason }) => failed(`--out: the file cannot be written (${reason})`),
        BadArgument: () => failed("--out: the file cannot be written")
      })
    )
  })

/** What the options say together. Fails with what is missing or too much. */
const check = ({ explain, out, speed, stdin, text }: SayOptions): Effect.Effect<void, CommandFailed> => {
  if (!(speed >= SLOWEST && speed <= FASTEST)) return failed(`--speed: must be a number from ${SLOWEST} to ${FASTEST}`)
  if (stdin && Option.isSome(text)) return failed("--stdin reads the texts from standard input; leave the text out")
  if (stdin && Option.isSome(out)) return failed("--stdin explains texts line by line; --out wants one text")
  if (!stdin && Option.isNone(text))
    return failed('say what? give a text, such as qal say --language am --explain "ሰላም", or --stdin')
  if (!(stdin || explain || Option.isSome(out)))
    return failed("add --explain to see how the text is read, or --out FILE to write how it sounds")
  return Effect.void
}

const engines = Layer.merge(Espeak.layer({ workers: 1 }), EncoderPool.layerWith({ workers: 1 }))

/** Carries out the command. */
export const run = (options: SayOptions) =>
  Effect.gen(function* () {
    yield* check(options)
    const text = Option.getOrElse(options.text, () => "")
    if (Option.isSome(options.out)) yield* Effect.provide(writeSound(options, text, options.out.value), engines)
    else yield* voiceOf(options)
    if (!(options.explain || options.stdin)) return
    const phonemesOf = yield* Effect.promise(load)
    yield* options.stdin ? explainLines(phonemesOf, options) : Console.log(lineOf(phonemesOf, options.language, text))
  }).pipe(Logger.withMinimumLogLevel(LogLevel.None))
