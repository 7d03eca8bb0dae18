/**
 * How telemetry leaves: messages wait in a bounded queue that one fiber sends,
 * so that a receiver that is down or slow costs neither requests nor memory.
 * The exporters see it as an HTTP client that takes everything at once: their
 * own waits would hold batches without a bound, and drop all for a minute after
 * an error.
 */
import * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { type Clock, type Context, Duration, Effect, LogLevel, Metric, Schedule, type Scope } from "effect"
import { Draining, REFUSAL_GRACE } from "../http/Draining.ts"
import { LogSink } from "./LogSink.ts"

/** Bytes of messages that wait: some 10,000 spans. Past it the oldest are dropped. */
const MAX_BYTES = 8 * 1024 * 1024
/** How long one message may take. */
const SEND_TIMEOUT = Duration.seconds(5)
/** Waits after a message that could not be sent, before it is tried again. */
const RETRY = Schedule.union(Schedule.exponential("1 second"), Schedule.spaced("30 seconds"))
/** How often the log says, at most, that messages cannot be sent. */
const WARN_EVERY = Duration.minutes(1)
/** How long the end of the program waits for what is left, and never past the deadline of the shutdown. */
const LAST_MESSAGES = Duration.seconds(2)

/** Statuses after which the protocol has a message sent again; after any other failure it is given up. */
const TRANSIENT: ReadonlySet<number | undefined> = new Set([undefined, 429, 502, 503, 504])

const lost = Metric.counter("qal_telemetry_lost_total", {
  description: "Messages of telemetry that the receiver did not take",
  incremental: true
})

interface Message {
  readonly url: string
  readonly contentType: string
  readonly body: Uint8Array<ArrayBuffer>
}

/** The status of the answer; none where there was no answer. */
const post = ({ body, contentType, url }: Message): Effect.Effect<number | undefined> =>
  Effect.tryPromise((signal) =>
    fetch(url, { method: "POST", body, headers: { "content-type": contentType }, redirect: "manual", signal })
  ).pipe(
    Effect.tap((response) => Effect.promise(async () => response.body?.cancel())),
    Effect.timeout(SEND_TIMEOUT),
    Effect.map(({ status }) => status),
    Effect.catchAllCause(() => Effect.succeed(undefined))
  )

/** Messages that wait to be sent, the oldest first. */
class Outbox {
  readonly filled = Effect.unsafeMakeLatch(false)
  readonly #waiting: Array<Message> = []
  #bytes = 0
  #lost = 0
  #warnedAt = Number.NEGATIVE_INFINITY

  constructor(
    private readonly sink: Context.Tag.Service<LogSink>,
    private readonly clock: Clock.Clock
  ) {}

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  add({ body }: HttpClientRequest.HttpClientRequest, url: URL): void {
    if (body._tag !== "Uint8Array") return
    this.#waiting.push({ url: url.href, contentType: body.contentType, body: new Uint8Array(body.body) })
    this.#bytes += body.body.byteLength
    while (this.#bytes > MAX_BYTES) this.#lose()
    this.filled.unsafeOpen()
  }

  /** Sends the oldest message; says whether it has to be sent again. */
  readonly send: Effect.Effect<boolean> = Effect.suspend(() => {
    const [message] = this.#waiting
    return message === undefined
      ? Effect.succeed(false)
      : Effect.map(post(message), (status) => this.#sent(message, status))
  })

  #sent(message: Message, status: number | undefined): boolean {
    const isTaken = status !== undefined && status >= 200 && status < 300
    const isRepeated = !isTaken && TRANSIENT.has(status)
    // Else it was dropped meanwhile.
    const isWaiting = this.#waiting[0] === message
    if (isTaken && isWaiting) this.#shift()
    if (!isTaken && !isRepeated && isWaiting) this.#lose()
    if (!isTaken) this.#warn(status)
    return isRepeated
  }

  #shift(): void {
    this.#bytes -= this.#waiting.shift()?.body.byteLength ?? 0
    if (this.isEmpty) this.filled.unsafeClose()
  }

  #lose(): void {
    this.#shift()
    this.#lost++
    lost.unsafeUpdate(1, [])
  }

  /** Writes a line of the log, now and then; not by way of the exporter. */
  #warn(status: number | undefined): void {
    const time = this.clock.unsafeCurrentTimeMillis()
    if (time - this.#warnedAt < Duration.toMillis(WARN_EVERY)) return
    this.#warnedAt = time
    const fields = { status: status ?? "no answer", lost: this.#lost }
    this.sink.push({ time, level: LogLevel.Warning, message: "telemetry cannot be sent to QAL_OTLP_URL", fields })
  }
}

/** A client for the exporters, whose requests are sent as long as the scope is open; what waits at its end is sent once more. */
export const make: Effect.Effect<HttpClient.HttpClient, never, Draining | LogSink | Scope.Scope> = Effect.gen(
  function* () {
    const draining = yield* Draining
    const outbox = new Outbox(yield* LogSink, yield* Effect.clock)
    const send = Effect.unsafeMakeSemaphore(1).withPermits(1)(outbox.send)
    yield* Metric.incrementBy(lost, 0)

    const untilSent = Effect.retry(
      Effect.filterOrFail(send, (again) => !again),
      RETRY
    )
    yield* Effect.forkScoped(Effect.forever(Effect.zipRight(outbox.filled.await, untilSent)))

    const rest = Effect.repeat(send, { while: (again) => !again && !outbox.isEmpty })
    yield* Effect.addFinalizer(() =>
      Effect.timeoutOption(Effect.interruptible(rest), Duration.min(LAST_MESSAGES, draining.left(REFUSAL_GRACE)))
    )

    return HttpClient.make((request, url) =>
      Effect.sync(() => {
        outbox.add(request, url)
        return HttpClientResponse.fromWeb(request, new Response())
      })
    )
  }
)
