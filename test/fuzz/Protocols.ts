/** The socket protocols as data (wire contract, sections 7 and 8). Another protocol is another entry. */
import type { Schema } from "./Examples.ts"
import { type Node, object } from "./Json.ts"

export interface Protocol {
  readonly path: string
  /** The route that gives a ticket, as `data.token` in its answer, and what it is asked. */
  readonly ticket: { readonly path: string; readonly body: Node }
  /** Where the ticket is shown: as `token` of a first message of this type, or as a parameter of the address. */
  readonly entrance: { readonly message: string } | { readonly parameter: string }
  /** The client's text messages, as JSON schemas. */
  readonly messages: ReadonlyArray<Schema>
  /** Bytes of an ordinary binary frame; none where a protocol has none. */
  readonly binaryBytes?: number
  /** The server's events: their `type`, or their first member where a protocol has no types. */
  readonly events: ReadonlySet<string>
}

const message = (type: string, fields: Readonly<Record<string, Schema>> = {}): Schema => ({
  type: "object",
  required: ["type", ...Object.keys(fields)],
  properties: { type: { const: type }, ...fields }
})

const text = { type: "string" }
const id = { type: "string", pattern: "^[A-Za-z0-9_-]{1,128}$" }

const speech: Protocol = {
  path: "/api/v1/realtime/voice",
  ticket: { path: "/api/v1/realtime/sessions", body: object({ voice_id: "am-hamen", language: "am" }) },
  entrance: { message: "session.authenticate" },
  messages: [
    message("session.authenticate", { token: text }),
    message("speech.create", { text, request_id: id }),
    message("text.append", { text }),
    message("text.commit", { request_id: id }),
    message("speech.cancel"),
    message("ping")
  ],
  events: new Set([
    "session.created",
    "speech.started",
    "audio.delta",
    "speech.completed",
    "speech.cancelled",
    "text.appended",
    "pong",
    "error"
  ])
}

const transcription: Protocol = {
  path: "/api/v1/scribe/stream",
  ticket: { path: "/api/v1/scribe/sessions", body: object({ language: "am" }) },
  entrance: { message: "session.authenticate" },
  messages: [message("session.authenticate", { token: text }), message("audio.finish")],
  binaryBytes: 3_200,
  events: new Set(["session.created", "transcript.partial", "transcript.completed", "error"])
}

export const protocols: ReadonlyArray<Protocol> = [speech, transcription]

export const nameOf = ({ path }: Protocol): string => `WS ${path}`
