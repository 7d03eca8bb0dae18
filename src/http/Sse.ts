/** Server-sent events: one line of JSON each, and a comment while there is nothing to say. */
import { Duration } from "effect"
import type { KeepAlive } from "./LiveBody.ts"

export const CONTENT_TYPE = "text/event-stream"

/** Of every streamed answer: a proxy that gathers the pieces would make one of them. */
export const HEADERS = { "cache-control": "no-store", "x-accel-buffering": "no" } as const

/** One event. JSON has no line break outside its escapes, so that it is one line. */
export const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`

/** One event of a protocol that names its events. */
export const named = (name: string, value: unknown): string => `event: ${name}\n${event(value)}`

/** The last event of a stream of OpenAI's older protocols, whose clients wait for it. */
export const DONE = "data: [DONE]\n\n"

/** A comment, so that no proxy takes the connection for dead (wire contract, section 3). */
export const keepAlive: KeepAlive = {
  after: Duration.seconds(15),
  bytes: new TextEncoder().encode(": keep-alive\n\n")
}
