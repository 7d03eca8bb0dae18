/** Transcriptions and translations of speech over HTTP, as OpenAI's clients ask for them. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect, type Either, Option } from "effect"
import { Api } from "../Api.ts"
import { Caller } from "../access/Authentication.ts"
import type { RequestId } from "../Domain.ts"
import type { ValidationFailed } from "../Errors.ts"
import { DIARIZER_MISSING } from "../engines/Diarizer.ts"
import { openAiEnvelope } from "../http/OpenAiErrors.ts"
import * as Replays from "../http/Replays.ts"
import * as Sse from "../http/Sse.ts"
import * as StreamedAnswer from "../http/StreamedAnswer.ts"
import { refusal } from "../http/Validation.ts"
import { type FileSubmission, Transcription, type Translate } from "../transcription/Transcription.ts"
import type { StoredTranscript } from "../transcription/Transcripts.ts"
import * as Upload from "../transcription/Upload.ts"
import { Translation } from "../translation/Translation.ts"
import type { TranscriptionEvent } from "./OpenAiTranscriptApi.ts"
import * as SpokenTranslation from "./SpokenTranslation.ts"
import * as Form from "./TranscriptionForm.ts"
import * as Formats from "./TranscriptionFormats.ts"
import { ID_HEADER } from "./TranscriptionsApi.ts"

const headersOf = (id: RequestId, isReplay: boolean) => ({ [ID_HEADER]: id, ...Replays.headers(isReplay) })

const whole = ({ body, contentType }: Formats.Form, id: RequestId, isReplay: boolean) =>
  HttpServerResponse.text(body, { contentType, headers: headersOf(id, isReplay) })

const event = (value: TranscriptionEvent): string => Sse.event(value)

const delta = (text: string): string => (text === "" ? "" : event({ type: "transcript.text.delta", delta: text }))

/** The end of a stream that has told the first `told` code units of the text: the rest, and all of it. */
const last = (transcript: StoredTranscript, sentLength: number, isReplay = false): string =>
  delta(transcript.text.slice(sentLength)) +
  event({
    type: "transcript.text.done",
    text: transcript.text,
    usage: Formats.tokensOf(transcript),
    ...Replays.mark(isReplay)
  })

/** One that was made before: there is nothing to wait for. */
const replayed = (transcript: StoredTranscript, id: RequestId) =>
  HttpServerResponse.text(last(transcript, 0, true), {
    contentType: Sse.CONTENT_TYPE,
    headers: { ...Sse.HEADERS, ...headersOf(id, true) }
  })

/** The text as it is settled: clients join what they are sent, and can take nothing back. */
const streamed = (running: Extract<FileSubmission, { readonly _tag: "Running" }>, id: RequestId) => {
  let sentLength = 0
  return StreamedAnswer.respond(running, {
    contentType: Sse.CONTENT_TYPE,
    headers: { ...Sse.HEADERS, ...headersOf(id, false) },
    event: ({ settled, text }) =>
      Effect.sync(() => {
        const news = delta(text.slice(sentLength, settled))
        sentLength = Math.max(sentLength, settled)
        return news
      }),
    last: ({ result }) => Effect.sync(() => last(result, sentLength)),
    failed: (problem) => event(openAiEnvelope(problem)),
    // A client that joins deltas must not take what it has for the whole.
    breaksOff: true,
    keepAlive: Sse.keepAlive
  })
}

/** What a request of either route is for. */
interface Route<Fields> {
  readonly read: (fields: Upload.Upload["fields"]) => Either.Either<Fields, ValidationFailed>
  readonly translate: (options: Fields) => { readonly translate?: Translate }
  readonly needsWords: (options: Fields) => boolean
  readonly diarizes: (options: Fields) => boolean
}

/** Fails where speakers are to be told apart and no model can. */
const requireDiarizer = (diarizes: Effect.Effect<boolean>) =>
  Effect.flatMap(diarizes, (can) =>
    can
      ? Effect.void
      : refusal([
          {
            field: "response_format",
            code: "not_supported",
            message: `must be json, text, verbose_json, srt or vtt: ${DIARIZER_MISSING}`
          }
        ])
  )

/** Admits what a form asks for, or finds it already done; the header's key is its id. */
const submit = <Fields extends Form.TranscriptionFields | Form.TranslationFields>(
  transcription: Transcription,
  route: Route<Fields>,
  request: HttpServerRequest.HttpServerRequest,
  headers: { readonly "idempotency-key"?: RequestId | undefined }
) =>
  Effect.gen(function* () {
    const { walletId } = yield* Caller
    const key = Option.fromNullable(headers["idempotency-key"])
    yield* transcription.assertAdmissible(walletId, key)
    const { during, field, fields, file, sha256 } = yield* Upload.read(request, Form.RULES)
    const options = yield* route.read(fields)
    const { language, numerals, stream, track } = options
    const diarizes = route.diarizes(options)
    if (diarizes) yield* requireDiarizer(transcription.diarizes(walletId, key))
    const transcriptionJob = yield* transcription.transcribe(walletId, {
      field,
      file,
      sha256,
      during,
      track,
      requestId: key,
      language,
      // As the routes of transcription have them where nothing is said, so that an id is good at either door.
      backend: "standard",
      chunk: "1120ms",
      numerals,
      words: route.needsWords(options),
      ...(diarizes ? { speakers: true as const } : {}),
      mode: stream ? "upload_stream" : "offline",
      ...route.translate(options)
    })
    return { ...transcriptionJob, options }
  })

const transcriptionRoute: Route<Form.TranscriptionFields> = {
  read: Form.read,
  translate: () => ({}),
  needsWords: ({ response_format }) => response_format !== "json" && response_format !== "text",
  diarizes: ({ response_format }) => response_format === "diarized_json"
}

export const TranscriptionsHttp = HttpApiBuilder.group(
  Api,
  "audioTranscriptions",
  Effect.fnUntraced(function* (handlers) {
    const transcription = yield* Transcription
    const translation = yield* Translation
    const translated: Route<Form.TranslationFields> = {
      read: Form.readTranslation,
      translate: ({ language }) => ({ translate: SpokenTranslation.toEnglish(translation, language) }),
      needsWords: () => true,
      diarizes: () => false
    }
    return handlers
      .handleRaw("createTranscription", ({ headers, request }) =>
        Effect.gen(function* () {
          const { options, requestId, submission } = yield* submit(transcription, transcriptionRoute, request, headers)
          if (options.stream)
            return submission._tag === "Replayed"
              ? replayed(submission.result, requestId)
              : yield* streamed(submission, requestId)
          const isReplay = submission._tag === "Replayed"
          const { result } = isReplay ? submission : yield* submission.settled
          return whole(Formats.transcription(result, options, isReplay), requestId, isReplay)
        }).pipe(Effect.scoped)
      )
      .handleRaw("createTranslation", ({ headers, request }) =>
        Effect.gen(function* () {
          const { options, requestId, submission } = yield* submit(transcription, translated, request, headers)
          const isReplay = submission._tag === "Replayed"
          const { result } = isReplay ? submission : yield* submission.settled
          return whole(Formats.translation(result, options, isReplay), requestId, isReplay)
        }).pipe(Effect.scoped)
      )
  })
)
