/** Server-sent events as chat sends them: one line of JSON each, and a comment while there is nothing to say. */
import { Duration } from "effect"
import type { KeepAlive } from "../http/LiveBody.ts"

export const CONTENT_TYPE = "text/event-stream"

/** One event. JSON has no line break outside its escapes, so that it is one line. */
export const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`

/** A comment, so that no proxy takes the connection for dead (wire contract, section 3). */
export const keepAlive: KeepAlive = {
  after: Duration.seconds(15),
  bytes: new TextEncoder().encode(": keep-alive\n\n")
}
