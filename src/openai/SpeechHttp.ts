/** Speech in OpenAI's protocol: decode, call the service, encode. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { Effect, Option } from "effect"
import { Api } from "../Api.ts"
import { Caller } from "../access/Authentication.ts"
import { HEADER_BYTES } from "../audio/Wav.ts"
import type { ClipId, WalletId } from "../Domain.ts"
import { atField, type NotFound, type Problem, UnsupportedFormat } from "../Errors.ts"
import { openAiEnvelope } from "../http/OpenAiErrors.ts"
import * as Payload from "../http/Payload.ts"
import * as Replays from "../http/Replays.ts"
import * as Sse from "../http/Sse.ts"
import * as StreamedAnswer from "../http/StreamedAnswer.ts"
import { Blobs } from "../storage/Blobs.ts"
import { languageOf } from "../text/Script.ts"
import { countTokens } from "../text/Tokens.ts"
import * as ClipSound from "../voice/ClipSound.ts"
import { Clips } from "../voice/Clips.ts"
import { clipIdOf, Speech, type Utterance } from "../voice/Speech.ts"
import { withinLimit } from "../voice/SpeechLimits.ts"
import { Voices } from "../voice/Voices.ts"
import { CLIP_ID, OpenAiSpeechRequest, openAiVoices, type ResponseFormat, responseFormats } from "./OpenAiSpeechApi.ts"

const speechRequest = Payload.reader(OpenAiSpeechRequest)

const isResponseFormat = (name: string): name is ResponseFormat => Object.hasOwn(responseFormats, name)

const unsupported = () =>
  new UnsupportedFormat(
    atField({
      field: "response_format",
      code: "unsupported",
      message: `response_format must be one of ${Object.keys(responseFormats).join(", ")}`
    })
  )

/** Bytes of sound in one event: whole samples, and whole groups of base64. */
const EVENT_BYTES = 24 * 1024

/**
 * Tokens of a second of sound, which no engine here counts: OpenAI's own price
 * of a minute, 0.015 dollars at 12 dollars for a million tokens, comes to 1,250.
 */
const TOKENS_PER_SECOND = 1_250 / 60

interface Form {
  readonly clipId: ClipId
  readonly responseFormat: ResponseFormat
  readonly isReplay: boolean
}

const headersOf = ({ clipId, isReplay }: Form) => ({ [CLIP_ID]: clipId, ...Replays.headers(isReplay) })

type Protocol = StreamedAnswer.Protocol<ClipSound.Piece, ClipId, NotFound>

/** PCM is its file without the header. */
const soundOf = (piece: ClipSound.Piece, index: number, { responseFormat }: Form): ClipSound.Piece =>
  responseFormat === "pcm" && index === 0 ? Effect.map(piece, (bytes) => bytes.subarray(HEADER_BYTES)) : piece

const asAudio = (form: Form): Protocol => ({
  contentType: responseFormats[form.responseFormat].contentType,
  headers: headersOf(form),
  event: (piece, index) => soundOf(piece, index, form),
  last: () => Effect.succeed(""),
  failed: () => "",
  breaksOff: true
})

const deltasOf = (bytes: Uint8Array): string => {
  let events = ""
  for (let at = 0; at < bytes.length; at += EVENT_BYTES) {
    const audio = Buffer.from(bytes.subarray(at, at + EVENT_BYTES)).toString("base64")
    events += Sse.event({ type: "speech.audio.delta", audio })
  }
  return events
}

const asEvents = (form: Form, usageOf: (clipId: ClipId) => Effect.Effect<object, NotFound>): Protocol => ({
  contentType: Sse.CONTENT_TYPE,
  headers: { ...Sse.HEADERS, ...headersOf(form) },
  event: (piece, index) => Effect.map(soundOf(piece, index, form), deltasOf),
  last: (clipId) => Effect.map(usageOf(clipId), (usage) => Sse.event({ type: "speech.audio.done", usage })),
  failed: (problem: Problem) => Sse.event(openAiEnvelope(problem)),
  breaksOff: true,
  keepAlive: Sse.keepAlive
})

export const SpeechHttp = HttpApiBuilder.group(
  Api,
  "speech",
  Effect.fnUntraced(function* (handlers) {
    const speech = yield* Speech
    const voices = yield* Voices
    const clips = yield* Clips
    const blobs = yield* Blobs

    const voiceFor = ({ input, voice }: OpenAiSpeechRequest) => {
      const name = typeof voice === "object" ? voice?.id : voice
      return name === undefined || openAiVoices.includes(name)
        ? voices.chooseDefault(languageOf(input))
        : voices.chooseNamed(name, "voice")
    }

    const utteranceOf = Effect.fnUntraced(function* (request: OpenAiSpeechRequest, responseFormat: ResponseFormat) {
      const utterance: Utterance = {
        text: yield* withinLimit(request.input, "input"),
        voice: yield* voiceFor(request),
        format: responseFormats[responseFormat].format,
        speed: request.speed,
        ignored: [],
        timestamps: "none"
      }
      return utterance
    })

    const usage = (walletId: WalletId) => (clipId: ClipId) =>
      Effect.map(clips.get(walletId, clipId), ({ duration_millis, text }) => {
        const input = countTokens(text)
        const output = Math.ceil((duration_millis / 1_000) * TOKENS_PER_SECOND)
        return { input_tokens: input, output_tokens: output, total_tokens: input + output }
      })

    return handlers.handleRaw("speech", ({ headers, request }) =>
      Effect.gen(function* () {
        const { walletId } = yield* Caller
        const payload = yield* speechRequest(request)
        const responseFormat = payload.response_format
        if (!isResponseFormat(responseFormat)) return yield* unsupported()
        const utterance = yield* utteranceOf(payload, responseFormat)
        const submission = yield* speech.speak(walletId, Option.fromNullable(headers["idempotency-key"]), utterance)
        const answer = <E extends Problem>(clipId: ClipId, sound: ClipSound.ClipSound<E>) => {
          const form = { clipId, responseFormat, isReplay: submission._tag === "Replayed" }
          const protocol = payload.stream_format === "sse" ? asEvents(form, usage(walletId)) : asAudio(form)
          return StreamedAnswer.respond(sound, protocol)
        }
        if (submission._tag === "Running") {
          return yield* answer(clipIdOf(submission.jobId), ClipSound.ofRunning(submission, utterance))
        }
        const row = yield* clips.get(walletId, submission.result.clip_id)
        return yield* answer(row.id, yield* ClipSound.ofClip(row))
      }).pipe(Effect.provideService(Blobs, blobs))
    )
  })
)
