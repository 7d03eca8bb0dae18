/** Speech in OpenAI's protocol: decode, call the service, encode. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { Effect, Either, Option } from "effect"
import { Api } from "../Api.ts"
import { Caller } from "../access/Authentication.ts"
import { HEADER_BYTES } from "../audio/Wav.ts"
import type { ClipId, Language, RequestId, WalletId } from "../Domain.ts"
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
import { clipIdOf, Speech } from "../voice/Speech.ts"
import type { SpokenInputs, Utterance } from "../voice/SpeechInputs.ts"
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

/** The voice of the catalog that is asked for by its id; none where any may speak. */
const namedVoice = ({ voice }: OpenAiSpeechRequest): string | undefined => {
  const name = typeof voice === "object" ? voice?.id : voice
  return name === undefined || openAiVoices.includes(name) ? undefined : name
}

/** What a request is known by whose voice is the default of its language, whichever that is. */
const DEFAULT = "*"

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

    /** What is asked for beside the voice. Fails with `TextTooLong`. */
    const askedOf = ({ input, speed }: OpenAiSpeechRequest, responseFormat: ResponseFormat) =>
      Effect.map(
        withinLimit(input, "input"),
        (text) => ({ text, format: responseFormats[responseFormat].format, speed, timestamps: "none" }) as const
      )

    /** What a request may have been whose voice does not speak any more: of one that has gone nobody knows the language. */
    const earlierInputs = (request: OpenAiSpeechRequest, asked: Omit<SpokenInputs, "voice" | "language">) => {
      const named = namedVoice(request)
      const inputs = (voice: string, language: Language): SpokenInputs => ({ ...asked, voice, language })
      if (named !== undefined) return Effect.succeed([inputs(named, "am"), inputs(named, "om")] as const)
      const language = languageOf(request.input)
      return Effect.map(voices.list({ language, include_unavailable: true }), (all) => {
        const defaults = all.filter(({ isDefault }) => isDefault)
        return [inputs(DEFAULT, language), ...defaults.map(({ id }) => inputs(id, language))] as const
      })
    }

    /** Has it spoken, or finds it where this id was spoken before, by a voice that may have gone since. */
    const speak = Effect.fnUntraced(function* (
      walletId: WalletId,
      requestId: Option.Option<RequestId>,
      request: OpenAiSpeechRequest,
      responseFormat: ResponseFormat
    ) {
      const asked = yield* askedOf(request, responseFormat)
      const named = namedVoice(request)
      const spokenIn = languageOf(request.input)
      const chosen = named === undefined ? voices.chooseDefault(spokenIn) : voices.chooseNamed(named, "voice")
      const voice = yield* Effect.either(chosen)
      if (Either.isLeft(voice)) {
        return yield* speech.spokenBefore(walletId, requestId, yield* earlierInputs(request, asked), voice.left)
      }
      const name = named === undefined ? { voiceName: DEFAULT } : {}
      const utterance: Utterance = { ...asked, voice: voice.right, ignored: [], ...name }
      return yield* speech.speak(walletId, requestId, utterance)
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
        const requestId = Option.fromNullable(headers["idempotency-key"])
        const submission = yield* speak(walletId, requestId, payload, responseFormat)
        const answer = <E extends Problem>(clipId: ClipId, sound: ClipSound.ClipSound<E>) => {
          const form = { clipId, responseFormat, isReplay: submission._tag === "Replayed" }
          const protocol = payload.stream_format === "sse" ? asEvents(form, usage(walletId)) : asAudio(form)
          return StreamedAnswer.respond(sound, protocol)
        }
        if (submission._tag === "Running") {
          return yield* answer(
            clipIdOf(submission.jobId),
            ClipSound.ofRunning(submission, {
              text: payload.input,
              format: responseFormats[responseFormat].format
            })
          )
        }
        const row = yield* clips.get(walletId, submission.result.clip_id)
        return yield* answer(row.id, yield* ClipSound.ofClip(row))
      }).pipe(Effect.provideService(Blobs, blobs))
    )
  })
)
