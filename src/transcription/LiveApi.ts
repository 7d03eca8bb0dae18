/** The contract of the live session's socket (wire contract, section 7): its limits, and every message of both sides. */
import { Schema } from "effect"
import { Language, RequestId } from "../Domain.ts"
import { ErrorEvent } from "../sockets/ErrorEvent.ts"
import { Backend, Chunk, MAX_AUDIO_SECONDS, SAMPLE_RATE, TranscriptAnswer } from "./Api.ts"

export const MAX_SAMPLES = MAX_AUDIO_SECONDS * SAMPLE_RATE
/** Messages that are none, and sound behind the end of it, that are answered; one more ends the session. */
export const MAX_MISTAKES = 20

const message = <Type extends string, Fields extends Schema.Struct.Fields>(type: Type, fields: Fields) =>
  Schema.Struct({ type: Schema.Literal(type), ...fields })

/** Text frames. Binary ones are sound. */
export const ClientMessage = Schema.Union(
  message("session.authenticate", { token: Schema.String }),
  message("audio.finish", {})
).annotations({ identifier: "ScribeClientMessage" })
export type ClientMessage = typeof ClientMessage.Type

/** Every event is as it is on the wire: nothing is to be encoded. Clients take no others. */
export const ServerEvent = Schema.Union(
  message("session.created", {
    request_id: RequestId,
    backend: Backend,
    chunk: Chunk,
    language: Language,
    sample_rate: Schema.Literal(SAMPLE_RATE),
    format: Schema.Literal("pcm_s16le"),
    max_audio_seconds: Schema.Literal(MAX_AUDIO_SECONDS)
  }),
  /** `text`: all so far. */
  message("transcript.partial", { text: Schema.String, request_id: RequestId }),
  message("transcript.completed", { data: TranscriptAnswer }),
  ErrorEvent
).annotations({ identifier: "ScribeServerEvent" })
export type ServerEvent = typeof ServerEvent.Type
