/**
 * The contract of speech over a WebSocket (wire contract, section 8): the
 * routes that lead to it, its limits, and every message of both sides.
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Authentication } from "../access/Authentication.ts"
import { Language, RequestId } from "../Domain.ts"
import * as Errors from "../Errors.ts"
import { ErrorEvent } from "../sockets/ErrorEvent.ts"
import { IDLE_TIMEOUT_SECONDS, SESSION_TTL_SECONDS } from "../sockets/Handshake.ts"
import { SpeakableText } from "../text/Speakable.ts"
import { Clip, MAX_TEXT } from "./Api.ts"

/** Where the socket is, below the server's public address. */
export const SOCKET_PATH = "/api/v1/realtime/voice"

export { IDLE_TIMEOUT_SECONDS, SESSION_TTL_SECONDS }
/** Request ids in one session. */
export const MAX_TURNS = 100
/** Messages other than `text.append` that are answered in each second, counted from the first of them. */
export const MAX_MESSAGES_PER_SECOND = 20
/** Pieces of text that are taken in the same second: models give them by the token, and several at once. */
export const MAX_PIECES_PER_SECOND = 200
/** Seconds of sound in one turn. */
export const MAX_AUDIO_SECONDS = 600
export const DEFAULT_AUDIO_SECONDS = 60

export const AudioFormat = Schema.Literal("mp3", "wav_mp3").annotations({
  identifier: "RealtimeAudioFormat",
  description: "`wav_mp3`: the first phrase comes as small complete pieces of WAV, the rest as MP3",
  examples: ["mp3"]
})
export type AudioFormat = typeof AudioFormat.Type

const range = (least: number, most: number, kind: string) => {
  const message = () => `must be a ${kind} from ${least} to ${most}`
  return Schema.Number.pipe(Schema.between(least, most, { message }))
}

export const SessionRequest = Schema.Struct({
  voice_id: Schema.NonEmptyString.annotations({
    description: "The voice that speaks (`GET /api/v1/voice/voices`)",
    message: () => "must not be empty"
  }),
  language: Language.annotations({ description: "The language of the texts, which is the voice's: `am` or `om`" }),
  audio_format: Schema.optionalWith(AudioFormat, { default: () => "mp3" as const, nullable: true }).annotations({
    default: "mp3"
  }),
  max_text_characters: Schema.optionalWith(
    range(1, MAX_TEXT, "whole number").pipe(
      Schema.int({ message: () => `must be a whole number from 1 to ${MAX_TEXT}` })
    ),
    { default: () => MAX_TEXT, nullable: true }
  ).annotations({ description: "UTF-16 code units that the whole session may speak", default: MAX_TEXT }),
  max_audio_seconds: Schema.optionalWith(range(1, MAX_AUDIO_SECONDS, "number"), {
    default: () => DEFAULT_AUDIO_SECONDS,
    nullable: true
  }).annotations({ description: "Seconds of sound in one turn; a longer one is cut", default: DEFAULT_AUDIO_SECONDS })
}).annotations({
  identifier: "RealtimeSessionRequest",
  description: "What a session is asked for",
  examples: [
    {
      voice_id: "am-hamen",
      language: "am",
      audio_format: "mp3",
      max_text_characters: MAX_TEXT,
      max_audio_seconds: DEFAULT_AUDIO_SECONDS
    }
  ]
})
export type SessionRequest = typeof SessionRequest.Type

export const SessionTicket = Schema.Struct({
  id: Schema.String.annotations({ description: "The session's id" }),
  token: Schema.String.annotations({ description: "Opens the session once" }),
  websocket_url: Schema.String.annotations({ description: "The socket's address" }),
  expires_at: Schema.Int.annotations({ description: "When the ticket expires, in Unix seconds" }),
  session_ttl_seconds: Schema.Literal(SESSION_TTL_SECONDS).annotations({
    description: "Seconds after which the session ends, once nothing is being spoken"
  }),
  voice_id: Schema.String.annotations({ description: "The voice that speaks" }),
  language: Language,
  audio_format: AudioFormat,
  max_text_characters: Schema.Int.annotations({ description: "UTF-16 code units that the whole session may speak" }),
  max_audio_seconds: Schema.Number.annotations({ description: "Seconds of sound in one turn" })
}).annotations({
  identifier: "RealtimeSession",
  description: "A session that waits to be opened, and the ticket that opens it",
  examples: [
    {
      id: "rts_01m81e628xk02qrh241fjbs1f0",
      token: "qrt_598ReIDCr78BSzJZ7NQ_e1w0YIMyOlRxsf88EamIAqU",
      websocket_url: "wss://qal.example/api/v1/realtime/voice",
      expires_at: 1_795_344_824,
      session_ttl_seconds: SESSION_TTL_SECONDS,
      voice_id: "am-hamen",
      language: "am",
      audio_format: "mp3",
      max_text_characters: MAX_TEXT,
      max_audio_seconds: DEFAULT_AUDIO_SECONDS
    }
  ]
})
export type SessionTicket = typeof SessionTicket.Type

export const Capabilities = Schema.Struct({
  version: Schema.Literal("2").annotations({ description: "The protocol's version" }),
  websocket_url: Schema.String.annotations({ description: "The socket's address" }),
  audio_formats: Schema.Array(AudioFormat).annotations({ description: "What the sound can be sent as" }),
  ticket_ttl_seconds: Schema.Number.annotations({ description: "Seconds within which a ticket opens its session" }),
  authentication_timeout_seconds: Schema.Number.annotations({
    description: "Seconds within which the first message must come"
  }),
  session_ttl_seconds: Schema.Number.annotations({
    description: "Seconds after which a session ends, once nothing is being spoken"
  }),
  idle_timeout_seconds: Schema.Number.annotations({
    description: "Seconds without a message, while nothing is spoken, after which a session ends"
  }),
  max_text_characters: Schema.Number.annotations({ description: "The most UTF-16 code units of a session" }),
  max_audio_seconds: Schema.Number.annotations({ description: "The most seconds of sound in one turn" }),
  default_audio_seconds: Schema.Number.annotations({ description: "The same where a session names none" }),
  max_turns: Schema.Number.annotations({ description: "Request ids in one session" }),
  max_concurrent_turns: Schema.Number.annotations({ description: "Turns that are spoken at a time" }),
  max_messages_per_second: Schema.Number.annotations({
    description: "Messages other than `text.append` that are answered in each second"
  }),
  max_pieces_per_second: Schema.Number.annotations({
    description: "Messages `text.append` that are taken in each second"
  })
}).annotations({
  identifier: "RealtimeCapabilities",
  description: "What the socket can do, and its limits",
  examples: [
    {
      version: "2",
      websocket_url: "wss://qal.example/api/v1/realtime/voice",
      audio_formats: ["mp3", "wav_mp3"],
      ticket_ttl_seconds: 60,
      authentication_timeout_seconds: 10,
      session_ttl_seconds: SESSION_TTL_SECONDS,
      idle_timeout_seconds: IDLE_TIMEOUT_SECONDS,
      max_text_characters: MAX_TEXT,
      max_audio_seconds: MAX_AUDIO_SECONDS,
      default_audio_seconds: DEFAULT_AUDIO_SECONDS,
      max_turns: MAX_TURNS,
      max_concurrent_turns: 1,
      max_messages_per_second: MAX_MESSAGES_PER_SECOND,
      max_pieces_per_second: MAX_PIECES_PER_SECOND
    }
  ]
})
export type Capabilities = typeof Capabilities.Type

// --- the socket's messages

const message = <Type extends string, Fields extends Schema.Struct.Fields>(type: Type, fields: Fields) =>
  Schema.Struct({ type: Schema.Literal(type), ...fields })

export const ClientMessage = Schema.Union(
  message("session.authenticate", { token: Schema.String }),
  message("speech.create", { text: SpeakableText, request_id: RequestId }),
  /** Any part of a text, even half a character: what is committed must be whole. */
  message("text.append", { text: Schema.String }),
  message("text.commit", { request_id: RequestId }),
  message("speech.cancel", {}),
  message("ping", {})
).annotations({ identifier: "RealtimeClientMessage" })
export type ClientMessage = typeof ClientMessage.Type

/** Every event is as it is on the wire: nothing is to be encoded. */
export const ServerEvent = Schema.Union(
  message("session.created", {
    session_id: Schema.String,
    voice_id: Schema.String,
    language: Language,
    audio_format: AudioFormat,
    max_text_characters: Schema.Int
  }),
  message("speech.started", { request_id: RequestId }),
  message("audio.delta", {
    request_id: RequestId,
    /** From 0 in each turn. */
    sequence: Schema.Int,
    format: Schema.Literal("mp3", "wav"),
    /** Base64. */
    audio: Schema.String
  }),
  message("speech.completed", {
    request_id: RequestId,
    data: Clip,
    idempotent_replay: Schema.optionalWith(Schema.Literal(true), { exact: true })
  }),
  message("speech.cancelled", { request_id: RequestId, data: Clip }),
  /** `characters`: all that wait to be committed, in UTF-16 code units. */
  message("text.appended", { characters: Schema.Int }),
  message("pong", {}),
  /** `request_id`: the turn that it is about. */
  ErrorEvent
).annotations({ identifier: "RealtimeServerEvent" })
export type ServerEvent = typeof ServerEvent.Type

const data = <A, I, R>(schema: Schema.Schema<A, I, R>) => Schema.Struct({ data: schema })

export class RealtimeApi extends HttpApiGroup.make("realtime")
  .add(
    HttpApiEndpoint.get("capabilities", "/")
      .addSuccess(data(Capabilities))
      .annotate(OpenApi.Identifier, "getRealtimeCapabilities")
      .annotate(OpenApi.Summary, "What the socket can do, and its limits")
      .annotate(OpenApi.Description, "Needs no key.")
  )
  .add(
    HttpApiEndpoint.post("createSession", "/sessions")
      .setPayload(SessionRequest)
      .addSuccess(data(SessionTicket), { status: 201 })
      .addError(Errors.wire(Errors.VoiceUnavailable))
      .addError(Errors.InvalidInput)
      .middleware(Authentication)
      .annotate(OpenApi.Identifier, "createRealtimeSession")
      .annotate(OpenApi.Summary, "A one-use ticket for a socket")
      .annotate(
        OpenApi.Description,
        "The ticket opens one session within a minute; it is for pages and apps, which must not hold a key."
      )
  )
  .prefix("/api/v1/realtime")
  .annotate(OpenApi.Title, "Realtime voice")
  .annotate(
    OpenApi.Description,
    `Text to speech over the WebSocket \`${SOCKET_PATH}\`. Its first message is \`session.authenticate\` with the ticket's token.`
  ) {}
