/** The files of a request: those it brings and those of earlier turns, read, transcribed, and made into what a model takes. */
import { Effect, Option, type Scope, Stream } from "effect"
import { type DecodeFailure, inField, SAMPLE_RATE } from "../audio/Decode.ts"
import type { Language, WalletId } from "../Domain.ts"
import type {
  AttachmentUploadFailed,
  EngineFailure,
  InsufficientCredits,
  ProviderUnavailable,
  UnreadableAttachment,
  UnsupportedMediaType,
  ValidationFailed
} from "../Errors.ts"
import { atField, UndecodableAudio } from "../Errors.ts"
import type { SpeechRecognition } from "../engines/SpeechRecognition.ts"
import type { BodyMemory } from "../http/BodyMemory.ts"
import type { Attachment, Attachments, Content, SelectedFiles } from "./Attachments.ts"
import { AUDIO_FIELD } from "./ChatForm.ts"
import type { ChatRequest } from "./ChatRequest.ts"
import * as EarlierFiles from "./EarlierFiles.ts"
import * as History from "./History.ts"
import type { InlineFile, InlinePicture } from "./InlineFiles.ts"
import type { Material, ReadFile, Transcript } from "./Material.ts"

/** A recording that a client sent. */
interface Recording {
  /** The form's field that it came in, for messages. */
  readonly field: string
  readonly bytes: Uint8Array
}

export type TranscriptionFailure = EngineFailure | Exclude<DecodeFailure, UnsupportedMediaType>

export interface RequestFiles {
  readonly attachments: ReadonlyArray<Attachment>
  readonly spoken: Option.Option<Recording>
  /** By `fileUri`. */
  readonly earlier: ReadonlyMap<string, EarlierFiles.EarlierFile>
  /** The pictures and the files of `messages`, read. */
  readonly pictures: ReadonlyMap<InlinePicture, ReadFile>
  readonly inline: ReadonlyMap<InlineFile, Content>
}

export type ReadFailure =
  | ValidationFailed
  | UnsupportedMediaType
  | UnreadableAttachment
  | AttachmentUploadFailed
  | ProviderUnavailable

/** Whether there is no file to read. Nearly every request has none, and should not pay for what it has not. */
export const isText = (request: ChatRequest, { attachments, audio }: SelectedFiles): boolean =>
  attachments.length === 0 && Option.isNone(audio) && History.isText(request.conversation_history)

/**
 * Reads the request's files, which may take long, and loads those of earlier turns, once `admit` has let them in, which
 * `held` counts until the scope closes. Nothing is stored or transcribed yet.
 */
export const gather = (
  walletId: WalletId,
  request: ChatRequest,
  selected: SelectedFiles,
  attachments: Attachments,
  memory: BodyMemory,
  admit: EarlierFiles.AdmitTokens
): Effect.Effect<RequestFiles, ReadFailure | InsufficientCredits, Scope.Scope> =>
  Effect.gen(function* () {
    const earlier = yield* EarlierFiles.load(
      walletId,
      History.references(request.conversation_history),
      attachments,
      memory,
      admit
    )
    const spoken = yield* Effect.transposeMapOption(selected.audio, (file) =>
      Effect.map(attachments.readAudio(file), (bytes): Recording => ({ field: AUDIO_FIELD, bytes }))
    )
    const read = yield* Effect.forEach(selected.attachments, attachments.read)
    const pictures = new Map<InlinePicture, ReadFile>()
    for (const picture of History.pictures(request.conversation_history)) {
      pictures.set(picture, { name: "picture", content: yield* attachments.readPicture(picture) })
    }
    const inline = new Map<InlineFile, Content>()
    for (const file of History.inlineFiles(request.conversation_history)) {
      inline.set(file, yield* attachments.readInline(file))
    }
    return { attachments: read, spoken, earlier, pictures, inline }
  })

/** Whether there is anything to hear. */
const isSilent = ({ attachments, earlier, inline, spoken }: RequestFiles): boolean => {
  const contents = [...[...attachments, ...earlier.values()].map(({ content }) => content), ...inline.values()]
  return Option.isNone(spoken) && contents.every(({ _tag }) => _tag !== "Audio")
}

const withoutSpeech = (field: string) => {
  const message = "no speech could be heard in the recording"
  return new UndecodableAudio(atField({ field, code: "no_speech", message }, `${field}: ${message}`))
}

/** What a file is called where nobody named it. */
const nameOfUri = (fileUri: string): string => fileUri.slice(fileUri.lastIndexOf("/") + 1)

/** Nobody reads the partials. */
const CHUNK_MILLIS = 1120

const transcribe = ({ bytes, field }: Recording, language: Language, recognition: SpeechRecognition) =>
  Effect.gen(function* () {
    let warnings: ReadonlyArray<string> = []
    const onWarnings = (sentences: ReadonlyArray<string>) =>
      Effect.sync(() => {
        warnings = sentences
      })
    // Its first bytes were those of an accepted type, so that it is broken and not of another.
    const sound = recognition.decode(bytes, { onWarnings }).pipe(
      Stream.mapError(inField(field)),
      Stream.catchTag("UNSUPPORTED_MEDIA_TYPE", ({ message }) =>
        Stream.fail(new UndecodableAudio(atField({ field, code: "undecodable", message })))
      )
    )
    const request = { language, chunkMillis: CHUNK_MILLIS, words: false } as const
    const { final, samples } = yield* recognition.recognize(request, sound)
    const transcript: Transcript = {
      text: final.text,
      language,
      seconds: samples / SAMPLE_RATE,
      warnings,
      confidence: final.confidence
    }
    return transcript
  })

const readOf = (field: string, name: string, content: Content, language: Language, recognition: SpeechRecognition) =>
  Effect.gen(function* () {
    if (content._tag !== "Audio") return { name, content } satisfies ReadFile
    const { text } = yield* transcribe({ field, bytes: content.bytes }, language, recognition)
    return { name, content: { _tag: "Speech", text, leftOut: [] } } satisfies ReadFile
  })

const transcribePrompt = (recording: Recording, language: Language, recognition: SpeechRecognition) =>
  Effect.flatMap(transcribe(recording, language, recognition), (transcript) =>
    transcript.text.trim() === "" ? withoutSpeech(recording.field) : Effect.succeed(transcript)
  )

/** A file that nobody named is called so. */
const nameOf = ({ name }: InlineFile): string => (name === "" ? "file" : name)

/** What was said in a recording of `messages` is what the user says; any other file is read. */
const inlineOf = (
  file: InlineFile,
  content: Content,
  language: Language,
  recognition: SpeechRecognition
): Effect.Effect<ReadFile | string, TranscriptionFailure> => {
  const { bytes, field, kind } = file
  return kind === "speech"
    ? Effect.map(transcribePrompt({ field, bytes }, language, recognition), ({ text }) => text)
    : readOf(field, nameOf(file), content, language, recognition)
}

/** A file that is not to be heard; none where it is. */
const silent = (name: string, content: Content): ReadonlyArray<ReadFile> =>
  content._tag === "Audio" ? [] : [{ name, content }]

const keyed = <Key, Value>(
  entries: Iterable<readonly [Key, Value]>,
  read: (value: Value, key: Key) => ReadonlyArray<ReadFile>
): ReadonlyMap<Key, ReadFile> =>
  new Map(Array.from(entries).flatMap(([key, value]) => read(value, key).map((file) => [key, file] as const)))

/** What is there without hearing anything: for what is held before that. */
export const materialBeforeSpeech = ({ attachments, earlier, inline, pictures }: RequestFiles): Material => ({
  attachments: attachments.flatMap(({ content, file }) => silent(file.name, content)),
  spoken: Option.none(),
  pictures,
  inline: keyed(inline, (content, file) => silent(nameOf(file), content)),
  earlier: keyed(earlier, ({ content }, fileUri) => silent(nameOfUri(fileUri), content))
})

/**
 * Hears what there is to hear; none where nothing is. Fails as the recogniser
 * fails, and with `UndecodableAudio` where nothing was said.
 */
export const transcribeFiles = (
  requestFiles: RequestFiles,
  language: Language,
  recognition: SpeechRecognition
): Effect.Effect<Option.Option<Material>, TranscriptionFailure> => {
  if (isSilent(requestFiles)) return Effect.succeedNone
  return Effect.gen(function* () {
    const spoken = yield* Effect.transposeMapOption(requestFiles.spoken, (recording) =>
      transcribePrompt(recording, language, recognition)
    )
    const attachments = yield* Effect.forEach(requestFiles.attachments, ({ content, file }) =>
      readOf(file.field, file.name, content, language, recognition)
    )
    const earlier = new Map<string, ReadFile>()
    for (const [fileUri, { content, field }] of requestFiles.earlier) {
      earlier.set(fileUri, yield* readOf(field, nameOfUri(fileUri), content, language, recognition))
    }
    const inline = new Map<InlineFile, ReadFile | string>()
    for (const [file, content] of requestFiles.inline) {
      inline.set(file, yield* inlineOf(file, content, language, recognition))
    }
    return Option.some({ attachments, spoken, earlier, inline, pictures: requestFiles.pictures })
  })
}
