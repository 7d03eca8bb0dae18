/** Voice over HTTP: decode, call the service, encode. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { DateTime, Effect, flow, Layer, type Schema } from "effect"
import { Api } from "../Api.ts"
import { Caller } from "../access/Authentication.ts"
import { OutputFormat } from "../audio/AudioEncoder.ts"
import type { IdempotencyKey } from "../billing/IdempotencyKey.ts"
import * as Money from "../billing/Money.ts"
import { Wallet, type WalletRow } from "../billing/Wallet.ts"
import type { WalletId } from "../Domain.ts"
import { envelope, type NotFound, type UnsupportedFormat, type ValidationFailed } from "../Errors.ts"
import { OpenObject } from "../http/Dictionary.ts"
import * as Payload from "../http/Payload.ts"
import * as StreamedAnswer from "../http/StreamedAnswer.ts"
import { serveBlob } from "../media/BlobResponse.ts"
import { Blobs } from "../storage/Blobs.ts"
import { type Clip, EstimateRequest, MAX_TEXT, SpeechRequest, STREAMED_FORMAT, type Usage } from "./Api.ts"
import * as AudioFrames from "./AudioFrames.ts"
import * as CatalogCache from "./CatalogCache.ts"
import { type ClipRow, Clips } from "./Clips.ts"
import * as LexiconEntries from "./LexiconEntries.ts"
import { Lexicons } from "./Lexicons.ts"
import { Previews } from "./Previews.ts"
import { type RunningSpeech, Speech } from "./Speech.ts"
import { unsupported } from "./SpeechLimits.ts"
import { Voices } from "./Voices.ts"

/** A format that is none of the route's has a code of its own where nothing else is wrong. */
const named =
  (formats: ReadonlyArray<OutputFormat>) =>
  (refused: ValidationFailed): ValidationFailed | UnsupportedFormat => {
    const [fault, ...others] = refused.details ?? []
    return others.length === 0 && fault?.field === "output_format" && fault.code === "invalid_value"
      ? unsupported(formats)
      : refused
  }
const estimateRequest = flow(Payload.reader(EstimateRequest), Effect.mapError(named(OutputFormat.literals)))
const speechRequest = Payload.reader(SpeechRequest)

/** A paid request for one of the formats, whose id is the header's where it names none itself. */
const paidRequest = (
  formats: ReadonlyArray<OutputFormat>,
  request: HttpServerRequest.HttpServerRequest,
  headers: Schema.Schema.Type<typeof IdempotencyKey>
) =>
  speechRequest(request).pipe(
    Effect.mapError(named(formats)),
    Effect.map((command) => ({
      ...command,
      client_request_id: command.client_request_id ?? headers["idempotency-key"]
    }))
  )

/** Words of clients' own are names of fields here, which no schema of the platform's checks one by one. */
const lexiconRequest = flow(Payload.reader(OpenObject), Effect.flatMap(LexiconEntries.read))

const dataUrl = (mimeType: string, { buffer, byteLength, byteOffset }: Uint8Array) =>
  `data:${mimeType};base64,${Buffer.from(buffer, byteOffset, byteLength).toString("base64")}`

const answer = (status: number, data: unknown) => HttpServerResponse.unsafeJson({ data }, { status })

/** A generation as it is made: a frame for each phrase, then the clip. */
const streamed = (speech: Speech, walletId: WalletId, running: RunningSpeech) =>
  StreamedAnswer.respond(running, {
    contentType: "application/octet-stream",
    headers: { "x-addis-audio-protocol": AudioFrames.PROTOCOL },
    event: (event) => (event._tag === "Phrase" ? Effect.map(event.bytes, AudioFrames.frame) : Effect.succeed("")),
    last: ({ result }) => Effect.map(speech.clipOf(walletId, result, false), (data) => AudioFrames.ending({ data })),
    failed: (problem, requestId) => AudioFrames.ending(envelope(problem, requestId))
  })

const usageOf = ({ balance, id, lastDeductionAt, spent }: WalletRow, pricePerMinute: Money.Money): Usage => {
  const perMinute = Money.toEtb(pricePerMinute)
  return {
    wallet_id: id,
    balance: Money.toEtb(balance),
    formatted_balance: Money.format(balance),
    currency: "ETB",
    last_deduction_at: lastDeductionAt === null ? null : DateTime.formatIso(DateTime.unsafeMake(lastDeductionAt)),
    total_spend: Money.toEtb(spent),
    formatted_total_spend: Money.format(spent),
    max_tts_characters: MAX_TEXT,
    pricing: {
      unit: "minute",
      price_per_minute: perMinute,
      price_per_audio_minute: perMinute,
      minimum_charge: 0,
      currency: "ETB"
    },
    budget: null
  }
}

export const VoiceHttp = HttpApiBuilder.group(
  Api,
  "voice",
  Effect.fnUntraced(function* (handlers) {
    const speech = yield* Speech
    const clips = yield* Clips
    const previews = yield* Previews
    const lexicons = yield* Lexicons
    const wallet = yield* Wallet
    const blobs = yield* Blobs
    const catalog = yield* CatalogCache.make

    const withAudio = (row: ClipRow): Effect.Effect<Clip, NotFound> =>
      Effect.gen(function* () {
        const clip = yield* clips.view(row, false)
        const bytes = yield* blobs.bytes(row.blob_id)
        return { ...clip, audio: dataUrl(clip.mime_type, bytes) }
      })

    return handlers
      .handle("voices", ({ request, urlParams }) => catalog(urlParams, request.url))
      .handle("preview", ({ path }) => Effect.map(previews.get(path.voice_id), (data) => ({ data })))
      .handleRaw("estimate", ({ request }) =>
        Effect.gen(function* () {
          const { walletId } = yield* Caller
          return { data: yield* speech.estimate(walletId, yield* estimateRequest(request)) }
        })
      )
      .handleRaw("generate", ({ headers, request }) =>
        Effect.gen(function* () {
          const { walletId } = yield* Caller
          const submission = yield* speech.generate(
            walletId,
            yield* paidRequest(OutputFormat.literals, request, headers)
          )
          if (submission._tag === "Replayed") {
            return answer(200, yield* speech.clipOf(walletId, submission.result, true))
          }
          const { result } = yield* submission.settled
          return answer(201, yield* withAudio(yield* clips.get(walletId, result.clip_id)))
        })
      )
      .handleRaw("stream", ({ headers, request }) =>
        Effect.gen(function* () {
          const { walletId } = yield* Caller
          const command = yield* paidRequest([STREAMED_FORMAT], request, headers)
          const submission = yield* speech.generateStreamable(walletId, command)
          return submission._tag === "Replayed"
            ? answer(200, yield* speech.clipOf(walletId, submission.result, true))
            : yield* streamed(speech, walletId, submission)
        })
      )
      .handle("usage", () =>
        Effect.gen(function* () {
          const { walletId } = yield* Caller
          return { data: usageOf(yield* Effect.orDie(wallet.get(walletId)), speech.pricePerMinute) }
        })
      )
      .handleRaw("lexicon", () =>
        Effect.gen(function* () {
          const { walletId } = yield* Caller
          return answer(200, yield* lexicons.get(walletId))
        })
      )
      .handleRaw("changeLexicon", ({ request }) =>
        Effect.gen(function* () {
          const { walletId } = yield* Caller
          return answer(200, yield* lexicons.replace(walletId, yield* lexiconRequest(request)))
        })
      )
      .handle("clips", ({ urlParams }) =>
        Effect.gen(function* () {
          const { walletId } = yield* Caller
          const { nextCursor, page } = yield* clips.list(walletId, urlParams)
          const data = yield* Effect.forEach(page, (row) => clips.view(row, false))
          return { data, meta: { next_cursor: nextCursor, limit: urlParams.limit } }
        })
      )
      .handle("clip", ({ path }) =>
        Effect.gen(function* () {
          const { walletId } = yield* Caller
          return { data: yield* clips.view(yield* clips.get(walletId, path.clip_id), false) }
        })
      )
      .handle("file", ({ path }) =>
        Effect.gen(function* () {
          const { walletId } = yield* Caller
          const row = yield* clips.get(walletId, path.clip_id)
          const { mime_type: mimeType, download_name: downloadName } = yield* clips.view(row, false)
          return yield* serveBlob(row.blob_id, { mimeType, downloadName })
        })
      )
      .handle("delete", ({ path }) => Effect.flatMap(Caller, ({ walletId }) => clips.remove(walletId, path.clip_id)))
  })
)

/** What of voice can be opened by a signed address: previews and clips. */
export const media = Effect.gen(function* () {
  const clips = yield* Clips
  const previews = yield* Previews
  return (id: string) => (id.startsWith("preview-") ? previews.media(id) : clips.media(id))
})

export const layer = Layer.mergeAll(Speech.Default, Previews.Default).pipe(
  Layer.provideMerge(Layer.merge(Clips.Default, Lexicons.Default)),
  Layer.provideMerge(Voices.Default)
)
