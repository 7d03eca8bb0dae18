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
import { SpeakableText } from "../text/Speakable.ts"
import { Clip, MAX_TEXT } from "./Api.ts"

/** Where the socket is, below the server's public address. */
export const SOCKET_PATH = "/api/v1/realtime/voice"

/** Seconds after which a session ends, once nothing is being spoken. */
export const SESSION_TTL_SECONDS = 600
/** Seconds without a message of the client, while nothing is spoken, after which a session ends. */
export const IDLE_TIMEOUT_SECONDS = 60
/** Request ids in one session. */
export const MAX_TURNS = 100
/** Messages that are answered in each second, counted from the first of them. */
export const MAX_MESSAGES_PER_SECOND = 20
/** Seconds of sound in one turn. */
export const MAX_AUDIO_SECONDS = 600
export const DEFAULT_AUDIO_SECONDS = 60

/** `mp3`, or `wav_mp3`: the first phrase as small complete WAV pieces, the rest as MP3. */
export const AudioFormat = Schema.Literal("mp3", "wav_mp3").annotations({ identifier: "AudioFormat" })
export type AudioFormat = typeof AudioFormat.Type

const range = (least: number, most: number, kind: string) => {
  const message = () => `must be a ${kind} from ${least} to ${most}`
  return Schema.Number.pipe(Schema.between(least, most, { message }))
}

/** What a session is asked for. */
export const SessionRequest = Schema.Struct({
  voice_id: Schema.NonEmptyString,
  language: Language,
  audio_format: Schema.optionalWith(AudioFormat, { default: () => "mp3" as const, nullable: true }),
  /** UTF-16 code units that the whole session may speak. */
  max_text_characters: Schema.optionalWith(
    range(1, MAX_TEXT, "whole number").pipe(
      Schema.int({ message: () => `must be a whole number from 1 to ${MAX_TEXT}` })
    ),
    { default: () => MAX_TEXT, nullable: true }
  ),
  /** Seconds of sound in one turn. */
  max_audio_seconds: Schema.optionalWith(range(1, MAX_AUDIO_SECONDS, "number"), {
    default: () => DEFAULT_AUDIO_SECONDS,
    nullable: true
  })
}).annotations({ identifier: "RealtimeSessionRequest" })
export type SessionRequest = typeof SessionRequest.Type

/** A session that waits to be opened, and the ticket that opens it. */
export const SessionTicket = Schema.Struct({
  id: Schema.String,
  /** Opens the session once. */
  token: Schema.String,
  websocket_url: Schema.String,
  /** When the ticket expires, in Unix seconds. */
  expires_at: Schema.Int,
  session_ttl_seconds: Schema.Literal(SESSION_TTL_SECONDS),
  voice_id: Schema.String,
  language: Language,
  audio_format: AudioFormat,
  max_text_characters: Schema.Int,
  max_audio_seconds: Schema.Number
}).annotations({ identifier: "RealtimeSession" })
export type SessionTicket = typeof SessionTicket.Type

export const Capabilities = Schema.Struct({
  version: Schema.Literal("2"),
  websocket_url: Schema.String,
  audio_formats: Schema.Array(AudioFormat),
  ticket_ttl_seconds: Schema.Number,
  authentication_timeout_seconds: Schema.Number,
  session_ttl_seconds: Schema.Number,
  idle_timeout_seconds: Schema.Number,
  max_text_characters: Schema.Number,
  max_audio_seconds: Schema.Number,
  default_audio_seconds: Schema.Number,
  max_turns: Schema.Number,
  max_concurrent_turns: Schema.Number,
  max_messages_per_second: Schema.Number
}).annotations({ identifier: "RealtimeCapabilities" })
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
      .annotate(OpenApi.Summary, "What the socket can do, and its limits; needs no key")
  )
  .add(
    HttpApiEndpoint.post("createSession", "/sessions")
      .setPayload(SessionRequest)
      .addSuccess(data(SessionTicket), { status: 201 })
      .addError(Errors.wire(Errors.VoiceUnavailable))
      .addError(Errors.InvalidInput)
      .middleware(Authentication)
      .annotate(OpenApi.Summary, "A one-use ticket for a socket")
  )
  .prefix("/api/v1/realtime")
  .annotate(OpenApi.Title, "Realtime voice")
  .annotate(
    OpenApi.Description,
    `Text to speech over the WebSocket \`${SOCKET_PATH}\`. Its first message is \`session.authenticate\` with the ticket's token.`
  ) {}
