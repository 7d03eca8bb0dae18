/**
 * The contract of conversations (wire contract, section 9): the routes that lead to
 * their sockets. What the sockets say is in `relay/` and `realtime/`.
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Authentication, OpenAiAuthentication } from "../access/Authentication.ts"
import { Language } from "../Domain.ts"
import * as Errors from "../Errors.ts"
import * as OpenAiErrors from "../OpenAiErrors.ts"
import { MAX_MESSAGE } from "../sockets/Messages.ts"
import { WellFormedText } from "../text/Speakable.ts"

export const PREFIX = "/api/v1/conversation"
/** Where the specification's own socket is, below the server's public address or that of `QAL_RELAY_PORT`. */
export const RELAY_PATH = "/ws"
/** Where the socket is that speaks OpenAI's Realtime protocol. */
export const REALTIME_PATH = "/v1/realtime"

/** UTF-16 code units of `system`, and of `persona`: a ticket keeps both in memory. */
export const MAX_INSTRUCTIONS = 16_000

/** Milliseconds of silence after which a turn of the user is over. */
export const SILENCE = { least: 100, most: 5_000 } as const
/** Decibels from the level of the answer up to which the microphone's sound is its echo (`TurnDetector`). */
export const INTERRUPTION = { least: -60, most: 20 } as const

const Instructions = WellFormedText.pipe(
  Schema.maxLength(MAX_INSTRUCTIONS, { message: () => `must have at most ${MAX_INSTRUCTIONS} characters` })
)

const wholeFrom = (least: number, most: number) => {
  const message = () => `must be a whole number from ${least} to ${most}`
  return Schema.Number.pipe(Schema.int({ message }), Schema.between(least, most, { message }))
}

const Silence = wholeFrom(SILENCE.least, SILENCE.most)
const Interruption = Schema.Number.pipe(
  Schema.between(INTERRUPTION.least, INTERRUPTION.most, {
    message: () => `must be a number from ${INTERRUPTION.least} to ${INTERRUPTION.most}`
  })
)

const maybe = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { as: "Option", nullable: true })

const words = {
  language: maybe(
    Language.annotations({ description: "Of what the user says and is answered; `am` where none is named" })
  ),
  voice_id: maybe(
    Schema.NonEmptyString.annotations({
      description: "A voice of the language; its default voice where none is named",
      examples: ["am-hamen"]
    })
  ),
  system: maybe(
    Instructions.annotations({
      description: "What the model is to do, as in chat",
      examples: ["You answer questions about the opening hours of the library: 8 to 20 h, not on Sunday."]
    })
  ),
  persona: maybe(
    Instructions.annotations({ description: "Who the model speaks as, as in chat", examples: ["A patient librarian"] })
  )
}

const SILENCE_IN_WORDS = "Milliseconds of silence after which a turn of the user is over; 500 where none are named"
const INTERRUPTION_IN_WORDS =
  "Decibels from the level of the answer that is being played up to which the microphone's sound is taken for its " +
  "echo, which interrupts nothing; -14 where none are named: higher for a loudspeaker close to the microphone, -60 " +
  "for headphones"

/** What a conversation is asked for; what is left out is as usual. */
export const SessionRequest = Schema.Struct({
  ...words,
  silence_ms: maybe(Silence.annotations({ description: SILENCE_IN_WORDS, examples: [700] })),
  interruption_threshold_db: maybe(Interruption.annotations({ description: INTERRUPTION_IN_WORDS, examples: [-20] }))
}).annotations({ identifier: "ConversationSessionRequest", parseOptions: { errors: "all" } })
export type SessionRequest = typeof SessionRequest.Type

/** The same in the query of the socket's address. */
export const SessionQuery = Schema.Struct({
  ...words,
  silence_ms: maybe(Schema.compose(Schema.NumberFromString, Silence)),
  interruption_threshold_db: maybe(Schema.compose(Schema.NumberFromString, Interruption))
}).annotations({ parseOptions: { errors: "all" } })

const UnixSeconds = Schema.Int.annotations({
  description: "When it expires, in Unix seconds",
  examples: [1_790_000_000]
})

/** A conversation that waits to be opened, and the ticket that opens it. */
export const SessionTicket = Schema.Struct({
  token: Schema.String.annotations({
    description: "Opens the socket once, as `ticket` (or `jwt`) in its query",
    examples: ["qcv_…"]
  }),
  expires_at: UnixSeconds,
  websocket_url: Schema.String.annotations({
    description: "The socket's address, to which `?ticket=` is added",
    examples: ["wss://qal.example/ws"]
  }),
  language: Language,
  voice_id: Schema.String.annotations({ examples: ["am-hamen"] }),
  silence_ms: Schema.Int.annotations({ description: SILENCE_IN_WORDS }),
  interruption_threshold_db: Schema.Number.annotations({ description: INTERRUPTION_IN_WORDS }),
  max_session_seconds: Schema.Int.annotations({ description: "Seconds that a conversation may last" })
}).annotations({ identifier: "ConversationSession" })
export type SessionTicket = typeof SessionTicket.Type

const SoundFormats = Schema.Struct({
  mime_type: Schema.String.annotations({ description: "The usual one", examples: ["audio/pcm;rate=16000"] }),
  encoding: Schema.Literal("pcm_s16le"),
  channels: Schema.Literal(1),
  sample_rates: Schema.Tuple(Schema.Int, Schema.Int).annotations({
    description: "Hertz that are taken, or sent: from the first to the second",
    examples: [[8_000, 48_000]]
  })
})

export const Capabilities = Schema.Struct({
  beta: Schema.Literal(true),
  languages: Schema.Array(Language),
  websocket_url: Schema.String,
  realtime_url: Schema.String.annotations({ description: "The same conversation in OpenAI's Realtime protocol" }),
  input: SoundFormats,
  output: SoundFormats,
  ticket_ttl_seconds: Schema.Number,
  max_session_seconds: Schema.Number,
  idle_timeout_seconds: Schema.Number.annotations({
    description: "Seconds without sound or text of either side after which a conversation ends"
  }),
  max_turn_seconds: Schema.Number.annotations({
    description: "Seconds of sound of one turn of the user; a longer one is cut there"
  }),
  max_frame_bytes: Schema.Number.annotations({ description: "Bytes of sound in one message, before base64" }),
  max_text_characters: Schema.Number.annotations({ description: "UTF-16 code units of a typed turn" }),
  max_conversations_per_key: Schema.Number,
  defaults: Schema.Struct({
    language: Language,
    silence_ms: Schema.Int,
    interruption_threshold_db: Schema.Number
  }),
  billing: Schema.Struct({
    unit: Schema.Literal("minute"),
    price_per_minute: Schema.Number.annotations({
      description: "Of both directions' sound together; noise in which nothing is understood costs nothing"
    }),
    currency: Schema.Literal("ETB")
  })
}).annotations({ identifier: "ConversationCapabilities" })
export type Capabilities = typeof Capabilities.Type

// --- OpenAI's client secrets

/** Seconds that a client secret lives, of the 7,200 that may be asked for. */
export const MAX_SECRET_SECONDS = 600

const isShort = (session: object): boolean => JSON.stringify(session).length <= MAX_MESSAGE

/** What the first `session.update` would set; read when the socket is opened. */
export const SecretSession = Schema.Struct(
  {
    type: Schema.optionalWith(
      Schema.Literal("realtime").annotations({ message: () => "must be realtime: no other sessions are to be had" }),
      { exact: true }
    )
  },
  Schema.Record({ key: Schema.String, value: Schema.Unknown })
).pipe(
  Schema.annotations({
    description: "What the first `session.update` of the client would set, which is set before it",
    examples: [{ type: "realtime", instructions: "Be brief.", audio: { output: { voice: "am-hamen" } } }]
  }),
  Schema.filter(isShort, { message: () => `must have at most ${MAX_MESSAGE} characters of JSON` })
)

export const ClientSecretRequest = Schema.Struct({
  expires_after: Schema.optionalWith(
    Schema.Struct({
      anchor: Schema.optionalWith(Schema.Literal("created_at"), { exact: true }),
      seconds: Schema.optionalWith(
        wholeFrom(10, 7_200).annotations({
          description: `Seconds that it lives; of more than ${MAX_SECRET_SECONDS} it lives ${MAX_SECRET_SECONDS}`,
          examples: [60]
        }),
        { default: () => MAX_SECRET_SECONDS, nullable: true }
      )
    }),
    { default: () => ({ seconds: MAX_SECRET_SECONDS }), nullable: true }
  ),
  session: Schema.optionalWith(SecretSession, { default: () => ({}), nullable: true })
}).annotations({ identifier: "ClientSecretRequest", parseOptions: { errors: "all" } })
export type ClientSecretRequest = typeof ClientSecretRequest.Type

export const ClientSecret = Schema.Struct({
  value: Schema.String.annotations({
    description: "Opens one socket, as a bearer token or in the subprotocol `openai-insecure-api-key.…`",
    examples: ["ek_…"]
  }),
  expires_at: UnixSeconds,
  session: Schema.Struct(
    { id: Schema.String, object: Schema.Literal("realtime.session"), type: Schema.Literal("realtime") },
    Schema.Record({ key: Schema.String, value: Schema.Unknown })
  )
}).annotations({ identifier: "ClientSecret" })
export type ClientSecret = typeof ClientSecret.Type

// --- the sockets, which the document can only tell of

const RELAY_IN_WORDS =
  `\`${RELAY_PATH}\` is opened with \`?ticket=\` (or \`jwt\`), with \`?apiKey=\` or with the header \`x-api-key\`; its query ` +
  'also takes the fields of a ticket\'s request. The server first says `{"setupComplete":true}` and ' +
  '`{"type":"status","message":"Ready to start conversation"}`. The client sends sound as ' +
  '`{"data":"<base64>","mimeType":"audio/pcm;rate=16000"}` (16-bit little-endian mono, at most 192,000 bytes; or as a ' +
  'binary frame of 16,000 Hz), a typed turn as `{"text":"…"}`, and `{"type":"audio.finish"}` to end a turn without ' +
  "waiting for silence. It gets, in `serverContent`, `inputTranscription.text` (what was heard), " +
  "`outputTranscription.text` and `modelTurn.parts[].inlineData` (the answer, phrase by phrase: text, and 24,000 Hz " +
  "PCM in base64, at most 2 s ahead of playback), `interrupted` (the user speaks over the answer: throw away what is " +
  "not played yet) and `turnComplete`, with `usageMetadata` of `totalBilledAudioDurationSeconds`, `credits_used` and " +
  '`credits_remaining`; `{"type":"warning","message":…}` when less than a minute\'s worth is left; and ' +
  '`{"error":{"code","message","status","timestamp"}}`. Whoever is refused is told so by such an error, then the ' +
  "socket is closed with 1008. It is closed with 1001 after 60 s without sound or text, with 1000 after 30 minutes."

const REALTIME_IN_WORDS =
  `\`${REALTIME_PATH}\` takes a key or a client secret as a bearer token, or as the subprotocol ` +
  "`openai-insecure-api-key.…` beside `realtime`, which is the one that is answered. Its events have the names of the " +
  "current version, or of the beta with the header `OpenAI-Beta: realtime=v1` or the subprotocol " +
  "`openai-beta.realtime-v1`."

const data = <A, I, R>(schema: Schema.Schema<A, I, R>) => Schema.Struct({ data: schema })

export class ConversationApi extends HttpApiGroup.make("conversation")
  .add(
    HttpApiEndpoint.get("capabilities", PREFIX)
      .addSuccess(data(Capabilities))
      .annotate(OpenApi.Summary, "What a conversation can do, its limits and its price; needs no key")
  )
  .add(
    HttpApiEndpoint.post("createSession", `${PREFIX}/sessions`)
      .setPayload(SessionRequest)
      .addSuccess(data(SessionTicket), { status: 201 })
      .addError(Errors.wire(Errors.VoiceUnavailable))
      .addError(Errors.InvalidInput)
      .middleware(Authentication)
      .annotate(OpenApi.Summary, `A one-use ticket for a conversation over the WebSocket \`${RELAY_PATH}\``)
      .annotate(
        OpenApi.Description,
        "For pages and apps, which must not hold a key: the ticket opens one conversation within a minute. What it " +
          "fixes, the socket's query cannot change. The body may be left out."
      )
  )
  .add(
    HttpApiEndpoint.post("createClientSecret", `${REALTIME_PATH}/client_secrets`)
      .setPayload(ClientSecretRequest)
      .addSuccess(ClientSecret)
      .addError(OpenAiErrors.InvalidInput)
      .middleware(OpenAiAuthentication)
      .annotate(OpenApi.Summary, `A one-use key for a conversation over the WebSocket \`${REALTIME_PATH}\``)
      .annotate(
        OpenApi.Description,
        "The same for clients of OpenAI's Realtime API, under the name and in the form that they know: an ephemeral " +
          "key. The body may be left out."
      )
  )
  .annotate(OpenApi.Title, "Conversation (beta)")
  .annotate(
    OpenApi.Description,
    `Speak to it, and it answers aloud: over the WebSocket \`${RELAY_PATH}\`, or in OpenAI's Realtime protocol at \`${REALTIME_PATH}\`, charged alike.\n\n${RELAY_IN_WORDS}\n\n${REALTIME_IN_WORDS}`
  ) {}
