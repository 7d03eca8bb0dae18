/**
 * How telemetry leaves: messages wait in a bounded line that one fiber sends,
 * so that a receiver that is down or slow costs neither requests nor memory.
 * The exporters see it as an HTTP client that takes everything at once: their
 * own waits would hold batches without a bound, and drop all for a minute after
 * an error.
 */
import { HttpClient, type HttpClientRequest, HttpClientResponse } from "@effect/platform"
import { Clock, type Context, Duration, Effect, LogLevel, Option, Schedule, type Scope } from "effect"
import { Draining, LAST_ANSWERS } from "../http/Draining.ts"
import * as Metrics from "../Metrics.ts"
import { LogSink } from "./LogSink.ts"

/** Bytes of messages that wait: some 10,000 spans. Past it the oldest are dropped. */
const MOST_BYTES = 8 * 1024 * 1024
/** How long one message may take. */
const PATIENCE = Duration.seconds(5)
/** Waits after a message that could not be sent, before it is tried again. */
const AGAIN = Schedule.union(Schedule.exponential("1 second"), Schedule.spaced("30 seconds"))
/** How often the log says, at most, that messages cannot be sent. */
const TOLD_EVERY = Duration.minutes(1)
/** How long the end of the program waits for what is left, and never past the deadline of the shutdown. */
const LAST_MESSAGES = Duration.seconds(2)

/** Statuses after which the protocol has a message sent again; after any other failure it is given up. */
const TRANSIENT: ReadonlySet<number> = new Set([429, 502, 503, 504])

const lost = Metrics.counter("qal_telemetry_lost_total", "Messages of telemetry that the receiver did not take", [])

interface Message {
  readonly url: string
  readonly contentType: string
  readonly body: Uint8Array<ArrayBuffer>
}

/** `waits`: it stays at the head of the line. */
type Outcome = "sent" | "given up" | "waits"

const post = ({ body, contentType, url }: Message): Effect.Effect<number | undefined> =>
  Effect.tryPromise((signal) =>
    fetch(url, { method: "POST", body, headers: { "content-type": contentType }, redirect: "manual", signal })
  ).pipe(
    Effect.tap((response) => Effect.promise(async () => response.body?.cancel())),
    Effect.timeout(PATIENCE),
    Effect.map(({ status }) => status),
    Effect.catchAllCause(() => Effect.succeed(undefined))
  )

const messageOf = ({ body }: HttpClientRequest.HttpClientRequest, url: URL): Message | undefined =>
  body._tag === "Uint8Array"
    ? { url: url.href, contentType: body.contentType, body: new Uint8Array(body.body) }
    : undefined

/** The line of messages and what is said of those that are lost. */
class Line {
  readonly #waiting: Array<Message> = []
  readonly filled = Effect.unsafeMakeLatch(false)
  #bytes = 0
  #lost = 0
  #toldAt = Number.NEGATIVE_INFINITY

  constructor(private readonly sink: Context.Tag.Service<LogSink>) {}

  get head(): Message | undefined {
    return this.#waiting[0]
  }

  offer(message: Message): void {
    this.#waiting.push(message)
    this.#bytes += message.body.byteLength
    while (this.#bytes > MOST_BYTES && this.head !== undefined) this.lose(this.head)
    this.filled.unsafeOpen()
  }

  /** Takes it out of the line, if it was not dropped meanwhile. */
  remove(message: Message): void {
    const at = this.#waiting.indexOf(message)
    if (at < 0) return
    this.#waiting.splice(at, 1)
    this.#bytes -= message.body.byteLength
    if (this.#waiting.length === 0) this.filled.unsafeClose()
  }

  lose(message: Message): void {
    this.remove(message)
    this.#lost++
    lost(1)
  }

  /** Tells the log, now and then; not by way of the exporter. */
  complain(status: number | undefined): Effect.Effect<void> {
    return Effect.map(Clock.currentTimeMillis, (time) => {
      if (time - this.#toldAt < Duration.toMillis(TOLD_EVERY)) return
      this.#toldAt = time
      const fields = { status: status ?? "no answer", lost: this.#lost }
      this.sink.push({ time, level: LogLevel.Warning, message: "telemetry cannot be sent to QAL_OTLP_URL", fields })
    })
  }
}

/** Sends the head of the line. */
const sendHead = (line: Line): Effect.Effect<Outcome> =>
  Effect.suspend(() => {
    const message = line.head
    if (message === undefined) return Effect.succeed<Outcome>("sent")
    return Effect.flatMap(post(message), (status) => {
      if (status !== undefined && status >= 200 && status < 300) {
        line.remove(message)
        return Effect.succeed<Outcome>("sent")
      }
      const waits = status === undefined || TRANSIENT.has(status)
      if (!waits) line.lose(message)
      return Effect.as(line.complain(status), waits ? "waits" : "given up")
    })
  })

/** A client for the exporters, whose requests are sent as long as the scope is open; what waits at its end is sent once more. */
export const make: Effect.Effect<HttpClient.HttpClient, never, Draining | LogSink | Scope.Scope> = Effect.gen(
  function* () {
    const draining = yield* Draining
    const line = new Line(yield* LogSink)
    const one = Effect.unsafeMakeSemaphore(1)
    const send = one.withPermits(1)(sendHead(line))
    lost(0)

    const persist = send.pipe(
      Effect.filterOrFail((outcome) => outcome !== "waits"),
      Effect.retry(AGAIN)
    )
    yield* Effect.forkScoped(Effect.forever(Effect.zipRight(line.filled.await, persist)))

    const rest = Effect.repeat(send, { while: (outcome) => outcome !== "waits" && line.head !== undefined })
    yield* Effect.addFinalizer(() =>
      Effect.timeoutOption(Effect.interruptible(rest), Duration.min(LAST_MESSAGES, draining.left(LAST_ANSWERS)))
    )

    return HttpClient.make((request, url) =>
      Effect.sync(() => {
        Option.map(Option.fromNullable(messageOf(request, url)), (message) => line.offer(message))
        return HttpClientResponse.fromWeb(request, new Response())
      })
    )
  }
)
