/**
 * The contract of conversations (wire contract, section 9): the routes that lead to
 * their sockets. What the sockets say is in `relay/` and `realtime/`.
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Option, Schema } from "effect"
import { Authentication, OpenAiAuthentication } from "../access/Authentication.ts"
import { Language, mostCharacters, NumberFromDigits, wholeFrom } from "../Domain.ts"
import * as Errors from "../Errors.ts"
import * as OpenAiErrors from "../http/OpenAiErrors.ts"
import { Described } from "../http/RouteAnnotations.ts"
import { isUnnamed } from "../http/UnnamedLanguage.ts"
import { WellFormedText } from "../text/Speakable.ts"
import { IDLE_TIMEOUT, MOST_FRAME_BYTES, SESSION_TTL } from "./LimitsApi.ts"
import { BetaSession, BetaSessionRequest, ClientSecret, ClientSecretRequest, UnixSeconds } from "./SecretsApi.ts"

export * from "./SecretsApi.ts"

export const PREFIX = "/api/v1/conversation"
/** Where the specification's own socket is, below the server's public address or that of `QAL_RELAY_PORT`. */
export const RELAY_PATH = "/ws"
/** Where the socket is that speaks OpenAI's Realtime protocol. */
export const REALTIME_PATH = "/v1/realtime"

/** Tokens of one response's prompt that cost nothing beside its seconds. */
export const FREE_PROMPT_TOKENS = 4_000

/** UTF-16 code units of `system`, and of `persona`: a ticket keeps both in memory. */
const MAX_INSTRUCTIONS = 16_000

/** Milliseconds of silence after which a turn of the user is over. */
const SILENCE = { least: 100, most: 5_000 } as const
/** Decibels from the level of the answer up to which the microphone's sound is its echo (`TurnDetector`). */
const INTERRUPTION = { least: -60, most: 20 } as const

const Instructions = WellFormedText.pipe(mostCharacters(MAX_INSTRUCTIONS))

const Silence = wholeFrom(SILENCE.least, SILENCE.most)
const Interruption = Schema.Number.pipe(
  Schema.between(INTERRUPTION.least, INTERRUPTION.most, {
    message: () => `must be a number from ${INTERRUPTION.least} to ${INTERRUPTION.most}`
  })
)

const maybe = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { as: "Option", nullable: true })

const Spoken = Schema.NullOr(Schema.String).annotations({
  jsonSchema: { anyOf: [{ type: "string", enum: [...Language.literals] }, { type: "null" }] }
})
const Named = Schema.OptionFromSelf(Schema.compose(Schema.String, Language, { strict: false })).annotations({
  description: "What the user says and is answered in; `am` where none is named, as by `auto` and the like"
})

/** A language, or what says that none is named. */
const language = Schema.optionalToRequired(Spoken, Named, {
  decode: Option.filter((text): text is string => text !== null && !isUnnamed(text)),
  encode: (text) => text
})

const words = {
  language,
  voice_id: maybe(
    Schema.NonEmptyString.annotations({
      description: "A voice of the language; its default voice where none is named",
      message: () => "must not be empty"
    })
  ),
  system: maybe(Instructions.annotations({ description: "What the model is to do, as in chat" })),
  persona: maybe(Instructions.annotations({ description: "Who the model speaks as, as in chat" }))
}

const SILENCE_IN_WORDS = "Milliseconds of silence after which a turn of the user is over; 500 where none are named"
const INTERRUPTION_IN_WORDS =
  "Decibels from the level of the answer that is being played up to which the microphone's sound is taken for its " +
  "echo, which interrupts nothing; -14 where none are named: higher for a loudspeaker close to the microphone, -60 " +
  "for headphones"

/** The settings of a conversation; what is left out has its default. */
export const SessionRequest = Schema.Struct({
  ...words,
  silence_ms: maybe(Silence.annotations({ description: SILENCE_IN_WORDS })),
  interruption_threshold_db: maybe(Interruption.annotations({ description: INTERRUPTION_IN_WORDS }))
}).annotations({
  identifier: "ConversationSessionRequest",
  description: "What a conversation is asked for; what is left out is as usual",
  examples: [
    {
      language: Option.some("am"),
      voice_id: Option.some("am-hamen"),
      system: Option.some("ስለ ቤተ መጻሕፍቱ የመክፈቻ ሰዓት ትመልሳለህ፦ ከጠዋቱ 2 እስከ ምሽቱ 2፣ ከእሑድ በቀር።"),
      persona: Option.some("ትዕግስተኛ የቤተ መጻሕፍት ሠራተኛ"),
      silence_ms: Option.some(700),
      interruption_threshold_db: Option.none()
    }
  ]
})
export type SessionRequest = typeof SessionRequest.Type

/** The same in the query of the socket's address. */
export const SessionQuery = Schema.Struct({
  ...words,
  silence_ms: maybe(Schema.compose(NumberFromDigits, Silence)),
  interruption_threshold_db: maybe(Schema.compose(NumberFromDigits, Interruption))
})

export const SessionTicket = Schema.Struct({
  token: Schema.String.annotations({ description: "Opens the socket once, as `ticket` (or `jwt`) in its query" }),
  expires_at: UnixSeconds,
  websocket_url: Schema.String.annotations({ description: "The socket's address, to which `?ticket=` is added" }),
  language: Language,
  voice_id: Schema.String.annotations({ description: "The voice that answers" }),
  silence_ms: Schema.Int.annotations({ description: SILENCE_IN_WORDS }),
  interruption_threshold_db: Schema.Number.annotations({ description: INTERRUPTION_IN_WORDS }),
  max_session_seconds: Schema.Int.annotations({ description: "Seconds that a conversation may last" })
}).annotations({
  identifier: "ConversationSession",
  description: "A conversation that waits to be opened, and the ticket that opens it",
  examples: [
    {
      token: "qcv_uFsxKuo3D2kp4tpxcHI1JFSjO90OGrQCEvuqtwWxZsc",
      expires_at: 1_795_344_824,
      websocket_url: "wss://qal.example/ws",
      language: "am",
      voice_id: "am-hamen",
      silence_ms: 700,
      interruption_threshold_db: -14,
      max_session_seconds: 1_800
    }
  ]
})
export type SessionTicket = typeof SessionTicket.Type

const SoundFormats = Schema.Struct({
  mime_type: Schema.String.annotations({ description: "The usual one" }),
  encoding: Schema.Literal("pcm_s16le").annotations({ description: "16-bit signed little-endian samples" }),
  channels: Schema.Literal(1).annotations({ description: "Mono" }),
  sample_rates: Schema.Array(Schema.Int).pipe(Schema.itemsCount(2)).annotations({
    description: "Hertz that are taken, or sent: from the first to the second"
  })
}).annotations({ identifier: "ConversationSound", description: "How sound is sent" })

export const Capabilities = Schema.Struct({
  beta: Schema.Literal(true).annotations({ description: "That the protocol may still change" }),
  languages: Schema.Array(Language).annotations({ description: "What can be spoken" }),
  websocket_url: Schema.String.annotations({ description: "The conversation's socket" }),
  realtime_url: Schema.String.annotations({ description: "The same conversation in OpenAI's Realtime protocol" }),
  input: SoundFormats.annotations({ description: "How the user's sound is sent" }),
  output: SoundFormats.annotations({ description: "How the answer's sound is sent" }),
  ticket_ttl_seconds: Schema.Number.annotations({
    description: "Seconds within which a ticket opens its conversation"
  }),
  max_session_seconds: Schema.Number.annotations({ description: "Seconds that a conversation may last" }),
  idle_timeout_seconds: Schema.Number.annotations({
    description: "Seconds without sound or text of either side after which a conversation ends"
  }),
  max_turn_seconds: Schema.Number.annotations({
    description: "Seconds of sound of one turn of the user; a longer one is cut there"
  }),
  max_frame_bytes: Schema.Number.annotations({ description: "Bytes of sound in one message, before base64" }),
  max_text_characters: Schema.Number.annotations({ description: "UTF-16 code units of a typed turn" }),
  max_conversations_per_key: Schema.Number.annotations({ description: "Conversations of one key at a time" }),
  defaults: Schema.Struct({
    language: Language,
    silence_ms: Schema.Int.annotations({ description: "Milliseconds, see a session's request" }),
    interruption_threshold_db: Schema.Number.annotations({ description: "Decibels, see a session's request" })
  }).annotations({ identifier: "ConversationDefaults", description: "What stands for what is left out" }),
  billing: Schema.Struct({
    unit: Schema.Literal("minute").annotations({ description: "What the price is of" }),
    price_per_minute: Schema.Number.annotations({
      description:
        "ETB for a minute of both directions' sound together; noise in which nothing is understood costs nothing. Beside " +
        "it text in the place of sound, tool calls, and what of a response's prompt is beyond " +
        `${FREE_PROMPT_TOKENS.toLocaleString("en")} tokens cost what chat's do`
    }),
    currency: Schema.Literal("ETB").annotations({ description: "Ethiopian birr" })
  }).annotations({ identifier: "ConversationBilling", description: "What a conversation costs" })
}).annotations({
  identifier: "ConversationCapabilities",
  description: "What a conversation can do, its limits and its price",
  examples: [
    {
      beta: true,
      languages: ["am", "om"],
      websocket_url: "wss://qal.example/ws",
      realtime_url: "wss://qal.example/v1/realtime",
      input: { mime_type: "audio/pcm;rate=16000", encoding: "pcm_s16le", channels: 1, sample_rates: [8_000, 48_000] },
      output: { mime_type: "audio/pcm;rate=24000", encoding: "pcm_s16le", channels: 1, sample_rates: [24_000, 24_000] },
      ticket_ttl_seconds: 60,
      max_session_seconds: 1_800,
      idle_timeout_seconds: 60,
      max_turn_seconds: 180,
      max_frame_bytes: 192_000,
      max_text_characters: 5_000,
      max_conversations_per_key: 1,
      defaults: { language: "am", silence_ms: 500, interruption_threshold_db: -14 },
      billing: { unit: "minute", price_per_minute: 13, currency: "ETB" }
    }
  ]
})
export type Capabilities = typeof Capabilities.Type

// --- the sockets, which the document can only describe

const RELAY_IN_WORDS =
  `\`${RELAY_PATH}\` is opened with \`?ticket=\` (or \`jwt\`), with \`?apiKey=\` or with the header \`x-api-key\`; its query ` +
  'also takes the fields of a ticket\'s request. The server first says `{"setupComplete":true}` and ' +
  '`{"type":"status","message":"Ready to start conversation"}`. The client sends sound as ' +
  '`{"data":"<base64>","mimeType":"audio/pcm;rate=16000"}` (16-bit little-endian mono, at most ' +
  `${MOST_FRAME_BYTES.toLocaleString("en")} bytes; or as a ` +
  'binary frame of 16,000 Hz), a typed turn as `{"text":"…"}`, and `{"type":"audio.finish"}` to end a turn without ' +
  "waiting for silence. It gets, in `serverContent`, `inputTranscription.text` (what was heard), " +
  "`outputTranscription.text` and `modelTurn.parts[].inlineData` (the answer, phrase by phrase: text, and 24,000 Hz " +
  "PCM in base64, at most 2 s ahead of playback), `interrupted` (the user speaks over the answer: throw away what is " +
  "not played yet) and `turnComplete`, with `usageMetadata` of `totalBilledAudioDurationSeconds`, `credits_used` and " +
  '`credits_remaining`; `{"type":"warning","message":…}` when less than a minute\'s worth is left, once when the recogniser does ' +
  "not understand who speaks (such turns are dropped, free), and where a part of encoded sound is missing and was heard as silence; and " +
  '`{"error":{"code","message","status","timestamp"}}`. Whoever is refused is told so by such an error, then the ' +
  `socket is closed with 1008. It is closed with 1001 after ${IDLE_TIMEOUT / 1_000} s without sound or text, with 1000 after ` +
  `${SESSION_TTL / 60_000} minutes.`

const REALTIME_IN_WORDS =
  `\`${REALTIME_PATH}\` takes a key or a client secret as a bearer token, or as the subprotocol ` +
  "`openai-insecure-api-key.…` beside `realtime`, which is the one that is answered. Its events have the names of the " +
  "current version, or of the beta with the header `OpenAI-Beta: realtime=v1` or the subprotocol " +
  "`openai-beta.realtime-v1`. A session whose type is `transcription` (by `?intent=transcription`, by `session.update` " +
  "with that type, by the beta's `transcription_session.update`, or by its client secret) hears and never answers: " +
  "each utterance is an entry with `…input_audio_transcription.delta` and `.completed`, charged as a transcription is, " +
  "by its characters."

/** A route that makes a key for a session in the form of the protocol's beta. */
const betaSecret = <Name extends string>(name: Name, path: `/${string}`) =>
  HttpApiEndpoint.post(name, path)
    .setPayload(BetaSessionRequest)
    .addSuccess(BetaSession)
    .addError(OpenAiErrors.wire(Errors.VoiceUnavailable))
    .addError(OpenAiErrors.InvalidInput)
    .middleware(OpenAiAuthentication)
    .annotate(Described, { isBodyOptional: true })

const data = <A, I, R>(schema: Schema.Schema<A, I, R>) => Schema.Struct({ data: schema })

export class ConversationApi extends HttpApiGroup.make("conversation")
  .add(
    HttpApiEndpoint.get("capabilities", PREFIX)
      .addSuccess(data(Capabilities))
      .annotate(OpenApi.Identifier, "getConversationCapabilities")
      .annotate(OpenApi.Summary, "What a conversation can do, its limits and its price")
      .annotate(OpenApi.Description, "Needs no key.")
  )
  .add(
    HttpApiEndpoint.post("createSession", `${PREFIX}/sessions`)
      .setPayload(SessionRequest)
      .addSuccess(data(SessionTicket), { status: 201 })
      .addError(Errors.wire(Errors.VoiceUnavailable))
      .addError(Errors.InvalidInput)
      .middleware(Authentication)
      .annotate(OpenApi.Identifier, "createConversationSession")
      .annotate(OpenApi.Summary, `A one-use ticket for a conversation over the WebSocket \`${RELAY_PATH}\``)
      .annotate(
        OpenApi.Description,
        "For pages and apps, which must not hold a key: the ticket opens one conversation within a minute. What it " +
          "fixes, the socket's query cannot change. The body may be left out."
      )
      .annotate(Described, { isBodyOptional: true })
  )
  .add(
    HttpApiEndpoint.post("createClientSecret", `${REALTIME_PATH}/client_secrets`)
      .setPayload(ClientSecretRequest)
      .addSuccess(ClientSecret)
      .addError(OpenAiErrors.wire(Errors.VoiceUnavailable))
      .addError(OpenAiErrors.InvalidInput)
      .middleware(OpenAiAuthentication)
      .annotate(OpenApi.Identifier, "createClientSecret")
      .annotate(OpenApi.Summary, `A one-use key for a conversation over the WebSocket \`${REALTIME_PATH}\``)
      .annotate(
        OpenApi.Description,
        "The same for clients of OpenAI's Realtime API, under the name and in the form that they know: an ephemeral " +
          "key. The body may be left out."
      )
      .annotate(Described, { isBodyOptional: true })
  )
  .add(
    betaSecret("createBetaSession", `${REALTIME_PATH}/sessions`)
      .annotate(OpenApi.Identifier, "createBetaRealtimeSession")
      .annotate(OpenApi.Summary, "The same as the protocol's beta has it")
      .annotate(OpenApi.Description, "The body is what `session.update` sets, and `client_secret`; it may be left out.")
  )
  .add(
    betaSecret("createTranscriptionSession", `${REALTIME_PATH}/transcription_sessions`)
      .annotate(OpenApi.Identifier, "createTranscriptionSession")
      .annotate(OpenApi.Summary, "A one-use key for a session that hears and never answers, as the beta has it")
      .annotate(OpenApi.Description, "The body is what `transcription_session.update` sets; it may be left out.")
  )
  .annotate(OpenApi.Title, "Conversation (beta)")
  .annotate(
    OpenApi.Description,
    `Speak to it, and it answers aloud: over the WebSocket \`${RELAY_PATH}\`, or in OpenAI's Realtime protocol at \`${REALTIME_PATH}\`, charged alike.\n\n${RELAY_IN_WORDS}\n\n${REALTIME_IN_WORDS}`
  ) {}
