/** The socket protocols as data (wire contract, sections 7 to 9). Another protocol is another entry. */
import { conversations } from "./Conversations.ts"
import type { Schema } from "./Examples.ts"
import { type Node, object } from "./Json.ts"
import { transcriptions } from "./Transcriptions.ts"

export interface Protocol {
  readonly path: string
  /** What sets it apart from others of its path. */
  readonly kind?: string
  /** The route that gives a ticket, what it is asked, and where in its answer the ticket is; as `data.token` if not given. */
  readonly ticket: {
    readonly path: string
    readonly body: Node
    /** What it may be asked as well. */
    readonly others?: ReadonlyArray<Node>
    readonly at?: ReadonlyArray<string>
  }
  /**
   * Where the ticket is shown: as `token` of a first message of this type, as a parameter of
   * the address, or behind this in a subprotocol, beside what else it `offers`.
   */
  readonly entrance:
    | { readonly message: string }
    | { readonly parameter: string }
    | { readonly subprotocol: string; readonly offers?: string }
  /** What else the address may say: names with values that are right. */
  readonly parameters?: Readonly<Record<string, string>>
  /** The client's text messages, as JSON schemas. */
  readonly messages: ReadonlyArray<Schema>
  /** Messages that are long to read, of which many come at once; left out where there are none of its own. */
  readonly heavy?: ReadonlyArray<Node>
  /** Bytes of an ordinary binary frame; none where a protocol has none. */
  readonly binaryBytes?: number
  /** How sound of 16,000 Hz is said in a text message; none where it is said in binary frames or not at all. */
  readonly sound?: (samples: Buffer) => string
  /** The event that a session begins with. */
  readonly begins: string
  /** The server's events: their `type`, or their first member where a protocol has no types. */
  readonly events: ReadonlySet<string>
  /** How its errors look: of sockets 7 and 8, of section 9, or OpenAI's. */
  readonly errors: "typed" | "timed" | "openai"
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
  begins: "session.created",
  errors: "typed",
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
  begins: "session.created",
  errors: "typed",
  events: new Set(["session.created", "transcript.partial", "transcript.completed", "error"])
}

/** Of speech and of transcription alone. */
export const own: ReadonlyArray<Protocol> = [speech, transcription]
export const protocols: ReadonlyArray<Protocol> = [...own, ...conversations, ...transcriptions]

export const nameOf = ({ kind, path }: Protocol): string => (kind === undefined ? `WS ${path}` : `WS ${path} (${kind})`)
