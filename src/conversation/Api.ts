/**
 * The contract of conversations (wire contract, section 9): the routes that lead to
 * their sockets. What the sockets say is in `relay/` and `realtime/`.
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Authentication } from "../access/Authentication.ts"
import { Language } from "../Domain.ts"
import * as Errors from "../Errors.ts"
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
/** Decibels by which the user's speech must be louder than the answer's echo to interrupt it. */
export const INTERRUPTION = { least: 0, most: 60 } as const

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
  language: maybe(Language),
  /** Of the language; its default voice where none is named. */
  voice_id: maybe(Schema.NonEmptyString),
  /** As in chat. */
  system: maybe(Instructions),
  persona: maybe(Instructions)
}

/** What a conversation is asked for; what is left out is as usual. */
export const SessionRequest = Schema.Struct({
  ...words,
  silence_ms: maybe(Silence),
  interruption_threshold_db: maybe(Interruption)
}).annotations({ identifier: "ConversationSessionRequest", parseOptions: { errors: "all" } })
export type SessionRequest = typeof SessionRequest.Type

/** The same in the query of the socket's address. */
export const SessionQuery = Schema.Struct({
  ...words,
  silence_ms: maybe(Schema.compose(Schema.NumberFromString, Silence)),
  interruption_threshold_db: maybe(Schema.compose(Schema.NumberFromString, Interruption))
}).annotations({ parseOptions: { errors: "all" } })

/** A conversation that waits to be opened, and the ticket that opens it. */
export const SessionTicket = Schema.Struct({
  /** Opens the socket once, as `ticket` (or `jwt`) in its query. */
  token: Schema.String,
  /** When the ticket expires, in Unix seconds. */
  expires_at: Schema.Int,
  websocket_url: Schema.String,
  language: Language,
  voice_id: Schema.String,
  silence_ms: Schema.Int,
  interruption_threshold_db: Schema.Number,
  max_session_seconds: Schema.Int
}).annotations({ identifier: "ConversationSession" })
export type SessionTicket = typeof SessionTicket.Type

const SoundFormats = Schema.Struct({
  /** The usual one. */
  mime_type: Schema.String,
  encoding: Schema.Literal("pcm_s16le"),
  channels: Schema.Literal(1),
  /** Hertz that are taken, or sent: from the first to the second. */
  sample_rates: Schema.Tuple(Schema.Int, Schema.Int)
})

export const Capabilities = Schema.Struct({
  beta: Schema.Literal(true),
  languages: Schema.Array(Language),
  websocket_url: Schema.String,
  /** The same conversation by OpenAI's Realtime protocol. */
  realtime_url: Schema.String,
  input: SoundFormats,
  output: SoundFormats,
  ticket_ttl_seconds: Schema.Number,
  max_session_seconds: Schema.Number,
  idle_timeout_seconds: Schema.Number,
  max_turn_seconds: Schema.Number,
  max_frame_bytes: Schema.Number,
  max_text_characters: Schema.Number,
  max_conversations_per_key: Schema.Number,
  defaults: Schema.Struct({
    language: Language,
    silence_ms: Schema.Int,
    interruption_threshold_db: Schema.Number
  }),
  billing: Schema.Struct({
    unit: Schema.Literal("minute"),
    /** Of both directions' sound together. */
    price_per_minute: Schema.Number,
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
).pipe(Schema.filter(isShort, { message: () => `must have at most ${MAX_MESSAGE} characters of JSON` }))

export const ClientSecretRequest = Schema.Struct({
  expires_after: Schema.optionalWith(
    Schema.Struct({
      anchor: Schema.optionalWith(Schema.Literal("created_at"), { exact: true }),
      seconds: Schema.optionalWith(wholeFrom(10, 7_200), { default: () => MAX_SECRET_SECONDS, nullable: true })
    }),
    { default: () => ({ seconds: MAX_SECRET_SECONDS }), nullable: true }
  ),
  session: Schema.optionalWith(SecretSession, { default: () => ({}), nullable: true })
}).annotations({ identifier: "ClientSecretRequest", parseOptions: { errors: "all" } })
export type ClientSecretRequest = typeof ClientSecretRequest.Type

export const ClientSecret = Schema.Struct({
  /** Opens one socket, as a bearer token or in the subprotocol `openai-insecure-api-key.…`. */
  value: Schema.String,
  /** Unix seconds. */
  expires_at: Schema.Int,
  session: Schema.Struct(
    { id: Schema.String, object: Schema.Literal("realtime.session"), type: Schema.Literal("realtime") },
    Schema.Record({ key: Schema.String, value: Schema.Unknown })
  )
}).annotations({ identifier: "ClientSecret" })
export type ClientSecret = typeof ClientSecret.Type

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
  )
  .add(
    HttpApiEndpoint.post("createClientSecret", `${REALTIME_PATH}/client_secrets`)
      .setPayload(ClientSecretRequest)
      .addSuccess(ClientSecret)
      .addError(Errors.InvalidInput)
      .middleware(Authentication)
      .annotate(OpenApi.Summary, `A one-use key for a conversation over the WebSocket \`${REALTIME_PATH}\``)
  )
  .annotate(OpenApi.Title, "Conversation (beta)")
  .annotate(
    OpenApi.Description,
    `Speak to it, and it answers aloud: over the WebSocket \`${RELAY_PATH}\`, or in OpenAI's Realtime protocol at \`${REALTIME_PATH}\`.`
  ) {}
