/** Transcription over HTTP: decode, call the service, encode. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect, Layer, Option, Schema } from "effect"
import { Api } from "../Api.ts"
import { Caller } from "../access/Authentication.ts"
import { TRACK_FIELD } from "../audio/Decode.ts"
import * as Money from "../billing/Money.ts"
import { available, Wallet } from "../billing/Wallet.ts"
import { RequestId } from "../Domain.ts"
import { atField, envelope, InvalidRequest, NotFound, type Problem, statusOf } from "../Errors.ts"
import { DIARIZER_MISSING, type SpeakerCount } from "../engines/Diarizer.ts"
import * as Payload from "../http/Payload.ts"
import * as Replays from "../http/Replays.ts"
import * as RequestInfo from "../http/RequestInfo.ts"
import { decoder } from "../http/SchemaDecoding.ts"
import * as StreamedAnswer from "../http/StreamedAnswer.ts"
import { isUnnamed } from "../http/UnnamedLanguage.ts"
import { refusal } from "../http/Validation.ts"
import { type Format, SessionRequest, TranscribeQuery } from "./Api.ts"
import * as Captions from "./Captions.ts"
import { LiveSessions } from "./LiveSessions.ts"
import { hundredths } from "./PricedRecognition.ts"
import * as SpeakerTurns from "./SpeakerTurns.ts"
import { SpeechToTextRequest, type SpeechToTextResponse } from "./SpeechToTextApi.ts"
import { type FileSubmission, Transcription } from "./Transcription.ts"
import * as Transcripts from "./Transcripts.ts"
import * as Upload from "./Upload.ts"

/** What is said where speakers are to be told apart and cannot be. */
const NO_DIARIZER = `must be left out: ${DIARIZER_MISSING}`

const notSupported = (field: string, message: string) => refusal([{ field, code: "not_supported", message }])

/** What is taken of a form: also the query's parameters, where a client takes them for the form's. */
const FORM: Upload.UploadRules = { file: "audio", fields: Object.keys(TranscribeQuery.fields) }

const decodeQuery = decoder(TranscribeQuery)

/** What a parameter says; undefined where it says that nothing is said. */
const saidBy = (name: string, value: string | null | undefined): string | undefined => {
  const text = value?.trim() ?? ""
  return text === "" || (name === "language" && isUnnamed(text)) ? undefined : text
}

/** The parameters of the query, and of the form where the query is silent. */
const withForm = (url: string, fields: Upload.Upload["fields"]) =>
  Effect.gen(function* () {
    const query = new URL(url, "http://query").searchParams
    const said: Record<string, string> = {}
    for (const name of FORM.fields) {
      const inForm = yield* Upload.single(fields, name)
      const value = saidBy(name, query.get(name)) ?? saidBy(name, inForm)
      if (value !== undefined) said[name] = value
    }
    return yield* decodeQuery(said)
  })

/** How many speakers are to be told apart; undefined where they are not. */
const speakersOf = ({ format, speakers = format === "rttm" }: TranscribeQuery): SpeakerCount | undefined =>
  speakers === false ? undefined : speakers

/** What does not go together. */
const check = (query: TranscribeQuery) => {
  const { format, stream, timestamps } = query
  if (stream && timestamps === "word")
    return notSupported("timestamps", "must be none with stream=true; ask without stream for times")
  if (stream && format !== "json")
    return notSupported("format", "must be json with stream=true; ask without stream for captions")
  const speakers = speakersOf(query)
  if (speakers === undefined) {
    return format === "rttm" ? notSupported("format", "must not be rttm with speakers=false") : Effect.void
  }
  return stream
    ? notSupported("speakers", "must be false with stream=true; ask without stream for speakers")
    : Effect.void
}

/** What no model here does. */
const requireDiarizer = (query: TranscribeQuery, diarizes: Effect.Effect<boolean>) =>
  speakersOf(query) === undefined
    ? Effect.void
    : Effect.flatMap(diarizes, (can) =>
        can ? Effect.void : notSupported(query.speakers === undefined ? "format" : "speakers", NO_DIARIZER)
      )

const json = (transcript: Transcripts.StoredTranscript, replayed: boolean) =>
  HttpServerResponse.unsafeJson({ data: Transcripts.answerOf(transcript, replayed) })

const captionTypes = { srt: "application/x-subrip", vtt: "text/vtt", rttm: "text/plain" } as const

type TextFormat = keyof typeof captionTypes

/** A transcript in a format of lines of text. Fails where it was made without what that is about. */
const textOf = ({ request_id, seconds, turns, words }: Transcripts.StoredTranscript, format: TextFormat) => {
  if (format === "rttm") {
    if (turns !== undefined) return Effect.succeed(SpeakerTurns.rttm(request_id, turns))
    return notSupported("format", "must not be rttm: this transcription was made without speakers")
  }
  if (words === undefined) return notSupported("format", "must be json: this transcription was made without timestamps")
  const cues = Captions.cues(words, seconds)
  return Effect.succeed(format === "srt" ? Captions.srt(cues) : Captions.vtt(cues))
}

/** A transcript as captions, or as who speaks when; it says of itself in headers what has no place in them. */
const captions = (transcript: Transcripts.StoredTranscript, format: TextFormat, replayed: boolean) =>
  Effect.gen(function* () {
    const text = yield* textOf(transcript, format)
    // In the place of the HTTP request's own id, as the contract has it.
    yield* RequestInfo.addHeaders({ "x-request-id": transcript.request_id })
    return HttpServerResponse.text(text, {
      contentType: `${captionTypes[format]}; charset=utf-8`,
      headers: { "x-scribe-credits-used": String(transcript.usage.credits_used), ...Replays.headers(replayed) }
    })
  })

const answer = (transcript: Transcripts.StoredTranscript, format: Format, replayed: boolean) =>
  format === "json" ? Effect.succeed(json(transcript, replayed)) : captions(transcript, format, replayed)

const line = (value: unknown): string => `${JSON.stringify(value)}\n`

const failed = (problem: Problem, requestId: string) =>
  line({ type: "error", status: statusOf(problem), error: envelope(problem, requestId).error })

type RunningTranscription = Extract<FileSubmission, { readonly _tag: "Running" }>

/** Partial transcripts as they come, then the whole. */
const streamed = (running: RunningTranscription, transcriptionId: RequestId) =>
  StreamedAnswer.respond(running, {
    contentType: "application/x-ndjson",
    // A proxy that gathers the lines would make one of them.
    headers: { "x-accel-buffering": "no" },
    event: ({ text }) => Effect.sync(() => line({ type: "transcript.partial", text, request_id: transcriptionId })),
    last: ({ result }) =>
      Effect.sync(() => line({ type: "transcript.completed", data: Transcripts.answerOf(result, false) })),
    failed
  })

const isRequestId = Schema.is(RequestId)
const sessionRequest = Payload.reader(SessionRequest)

export const TranscriptionHttp = HttpApiBuilder.group(
  Api,
  "transcription",
  Effect.fnUntraced(function* (handlers) {
    const transcription = yield* Transcription
    const sessions = yield* LiveSessions
    const wallet = yield* Wallet
    return handlers
      .handle("capabilities", () => Effect.succeed({ data: sessions.capabilities }))
      .handle("usage", () =>
        Effect.gen(function* () {
          const { walletId } = yield* Caller
          const balance = Money.toEtb(available(yield* Effect.orDie(wallet.get(walletId))))
          const pricing = {
            unit: "character" as const,
            price_per_1000_characters: Money.toEtb(transcription.perThousand)
          }
          return { data: { balance, currency: "ETB" as const, pricing } }
        })
      )
      .handleRaw("transcribe", ({ headers, request, urlParams }) =>
        Effect.gen(function* () {
          const { walletId } = yield* Caller
          const key = headers["idempotency-key"]
          const idOf = ({ request_id }: TranscribeQuery) => Option.fromNullable(request_id ?? key)
          yield* check(urlParams)
          const assertAdmissible = transcription.assertAdmissible(walletId, idOf(urlParams))
          // The query's id wins over the form's, of which nothing is known before it comes.
          if (urlParams.request_id !== undefined) yield* assertAdmissible
          const upload = yield* Upload.read(request, FORM, (named) =>
            urlParams.request_id !== undefined || named.has("request_id") ? Effect.void : assertAdmissible
          )
          const { during, field, fields, file, sha256 } = upload
          const options = yield* withForm(request.url, fields)
          yield* check(options)
          const requestId = idOf(options)
          yield* requireDiarizer(options, transcription.diarizes(walletId, requestId))
          const { backend, chunk, format, language, numerals, stream, timestamps, track } = options
          const speakers = speakersOf(options)
          const transcriptionJob = yield* transcription.transcribe(walletId, {
            field,
            file,
            sha256,
            during,
            track,
            requestId,
            language,
            backend,
            chunk,
            numerals,
            words: timestamps === "word" || format !== "json" || speakers !== undefined,
            ...(speakers === undefined ? {} : { speakers }),
            mode: stream ? "upload_stream" : "offline"
          })
          const { submission } = transcriptionJob
          if (submission._tag === "Replayed") return yield* answer(submission.result, format, true)
          if (stream) return yield* streamed(submission, transcriptionJob.requestId)
          return yield* answer((yield* submission.settled).result, format, false)
        }).pipe(Effect.scoped)
      )
      .handle("recover", ({ path, urlParams }) =>
        Effect.gen(function* () {
          const { walletId } = yield* Caller
          if (!isRequestId(path.id)) return yield* new NotFound({ message: "there is no transcription with this id" })
          return yield* answer(yield* transcription.recover(walletId, path.id), urlParams.format, true)
        })
      )
      .handleRaw("createSession", ({ request }) =>
        Effect.gen(function* () {
          const options = yield* sessionRequest(request)
          if (options.speakers === true)
            return yield* notSupported("speakers", "must be false: speakers are told apart in files alone")
          const data = yield* sessions.create(yield* Caller, options)
          return HttpServerResponse.unsafeJson({ data }, { status: 201 })
        })
      )
  })
)

const decodeRequest = decoder(SpeechToTextRequest)

/** A parameter that is also taken as a field of its own, where there is no `request_data` (wire contract, section 4). */
const LANGUAGE = "language_code"
const FORM_2: Upload.UploadRules = { file: "audio", fields: [LANGUAGE, TRACK_FIELD] }

const EITHER = `is missing; send it as JSON with ${LANGUAGE}, or ${LANGUAGE} as a field of its own`
const withoutLanguage = new InvalidRequest(
  atField({ field: "request_data", code: "missing", message: EITHER }, `request_data ${EITHER}`)
)

const parametersOf = ({ fields, hasRequestData, requestData }: Upload.Upload) =>
  Effect.gen(function* () {
    if (hasRequestData) return yield* requestData
    const language = yield* Upload.single(fields, LANGUAGE)
    const track = yield* Upload.single(fields, TRACK_FIELD)
    if (language === undefined) return yield* withoutLanguage
    return { [LANGUAGE]: language, ...(track === undefined ? {} : { track }) }
  })

export const SpeechToTextHttp = HttpApiBuilder.group(
  Api,
  "speechToText",
  Effect.fnUntraced(function* (handlers) {
    const transcription = yield* Transcription
    return handlers.handleRaw("recognise", ({ headers, request }) =>
      Effect.gen(function* () {
        const { walletId } = yield* Caller
        const upload = yield* Upload.read(request, FORM_2)
        const { language_code: language, track } = yield* decodeRequest(yield* parametersOf(upload))
        const requestId = Option.fromNullable(headers["idempotency-key"])
        const { recognised, replayed } = yield* transcription.recognise(walletId, {
          ...upload,
          requestId,
          language,
          track
        })
        const { confidence, record, seconds, text, warnings } = recognised
        const response: SpeechToTextResponse = {
          status: "success",
          data: {
            transcription: text,
            confidence,
            heard_seconds: hundredths(seconds),
            ...(warnings === undefined ? {} : { warnings }),
            usage_metadata: { totalBilledDuration: `${Math.ceil(seconds)}s`, requestId: record },
            ...Replays.mark(replayed)
          },
          confidence
        }
        return HttpServerResponse.unsafeJson(response)
      }).pipe(Effect.scoped)
    )
  })
)

/** What transcription consists of. */
export const layer = LiveSessions.Default.pipe(Layer.provideMerge(Transcription.Default))
