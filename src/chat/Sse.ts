/** Server-sent events as chat sends them: one line of JSON each, and a comment while there is nothing to say. */
import { Duration } from "effect"
import type { Told } from "../billing/EventLog.ts"
import type { Patience, Watch } from "../Patience.ts"
import { LiveBody } from "../server/LiveBody.ts"

export const CONTENT_TYPE = "text/event-stream"

/** A comment is sent after this much silence, so that no proxy takes the connection for dead (wire contract, section 3). */
export const SILENCE = Duration.seconds(15)

/** One event. JSON has no line break outside its escapes, so that it is one line. */
export const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`

export const keepAlive = ": keep-alive\n\n"

/** The body of an answer, and how to end it. */
export interface Telling {
  readonly body: LiveBody
  /** Nothing comes after `last`, an event already encoded. */
  readonly end: (last: string) => void
}

/** The body of an answer that consists of what is told, each piece encoded by `encode`. */
export const telling = <A>(told: Told<A>, encode: (piece: A) => string, patience: Patience): Telling => {
  const encoder = new TextEncoder()
  let sent = 0
  let last: string | undefined
  let isOver = false
  let wake: (isSilent: boolean) => void = () => {}
  const watch: Watch = { until: Number.POSITIVE_INFINITY, expire: () => wake(true) }
  const forget = told.onChange(() => wake(false))
  const leave = () => {
    forget()
    patience.end(watch)
  }

  /** All that can be said now. */
  const news = (): string => {
    const pieces = told.events.slice(sent)
    sent += pieces.length
    const said = pieces.map(encode).join("")
    if (last === undefined) return said
    isOver = true
    leave()
    return said + last
  }

  /** Waits for a change; whether there was none for too long. */
  const silence = (): Promise<boolean> => {
    watch.until = patience.now() + Duration.toMillis(SILENCE)
    patience.begin(watch)
    return new Promise((resolve) => {
      wake = resolve
    })
  }

  const next = async (): Promise<Uint8Array | undefined> => {
    while (!isOver) {
      const said = news()
      if (said !== "") return encoder.encode(said)
      if (await silence()) return encoder.encode(keepAlive)
    }
    return undefined
  }

  return {
    body: new LiveBody({ next, cancel: leave }),
    end: (text) => {
      last = text
      wake(false)
    }
  }
}
