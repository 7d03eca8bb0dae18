/** Server-sent events as chat sends them: one line of JSON each, and a comment while there is nothing to say. */
import { Duration } from "effect"
import type { EventFeed } from "../billing/EventLog.ts"
import type { Deadlines, Watch } from "../Deadlines.ts"
import { LiveBody } from "../http/LiveBody.ts"

export const CONTENT_TYPE = "text/event-stream"

/** A comment is sent after this much silence, so that no proxy takes the connection for dead (wire contract, section 3). */
export const SILENCE = Duration.seconds(15)

/** One event. JSON has no line break outside its escapes, so that it is one line. */
export const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`

export const keepAlive = ": keep-alive\n\n"

/** What the body of an answer is made of. */
export interface Content<A> {
  readonly told: EventFeed<A>
  readonly encode: (piece: A) => string
  /** The last event, already encoded; asked for once nothing more will be told. Must not fail. */
  readonly ending: () => Promise<string>
  readonly patience: Deadlines
}

/** The body of an answer: each piece as it is told, then the ending. */
export const body = <A>({ encode, ending, patience, told }: Content<A>): LiveBody => {
  const encoder = new TextEncoder()
  let sent = 0
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
    return pieces.map(encode).join("")
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
      if (told.isOver()) {
        isOver = true
        leave()
        return encoder.encode(said + (await ending()))
      }
      if (said !== "") return encoder.encode(said)
      if (await silence()) return encoder.encode(keepAlive)
    }
    return undefined
  }

  return new LiveBody({ next, cancel: leave })
}
