/**
 * Where log lines go: one buffer that a background fiber writes out a few times
 * a second, so that a request never waits for a terminal, a pipe or a disk.
 * Whatever is still in it when the program ends is written then.
 */
import { Context, Duration, Effect, Layer, LogLevel } from "effect"

/** One line of the log, before it is text. */
export interface LogRecord {
  /** Milliseconds since the epoch. */
  readonly time: number
  readonly level: LogLevel.LogLevel
  readonly message: string
  /** What is known beside the message. Absent values are left out. */
  readonly fields: Readonly<Record<string, unknown>>
}

export interface LogSinkShape {
  /** Takes a record at once, without waiting; records past the bound are counted and dropped. */
  readonly push: (record: LogRecord) => void
  /** Writes out what has been taken. */
  readonly flush: Effect.Effect<void>
}

/** Turns one record into one line, without its end. */
export type Render = (record: LogRecord) => string

/** Longest that a record waits: short enough to follow a log by eye, long enough to join many lines into one write. */
const LINGER = Duration.millis(100)

/** Records held for a slow reader: about 4 MB of text, some seconds of the busiest traffic. */
const MAX_RECORDS = 20_000

const make = (render: Render, write: (text: string) => Effect.Effect<void>) =>
  Effect.gen(function* () {
    const clock = yield* Effect.clock
    const waiting = Effect.unsafeMakeLatch(false)
    const oneWriter = Effect.unsafeMakeSemaphore(1)
    let records: Array<LogRecord> = []
    let dropped = 0

    const take = (): string => {
      waiting.unsafeClose()
      const taken = records
      records = []
      if (dropped > 0) {
        const message = `${dropped} log lines were dropped: the log is read too slowly`
        taken.push({ time: clock.unsafeCurrentTimeMillis(), level: LogLevel.Warning, message, fields: {} })
        dropped = 0
      }
      return taken.map((record) => `${render(record)}\n`).join("")
    }

    const flush = Effect.suspend(() => (records.length === 0 ? Effect.void : write(take()))).pipe(
      oneWriter.withPermits(1)
    )

    yield* waiting.await.pipe(
      Effect.zipRight(Effect.sleep(LINGER)),
      Effect.zipRight(Effect.uninterruptible(flush)),
      Effect.forever,
      Effect.forkScoped
    )
    yield* Effect.addFinalizer(() => flush)

    const push = (record: LogRecord): void => {
      if (records.length >= MAX_RECORDS) {
        dropped++
        return
      }
      if (records.push(record) === 1) waiting.unsafeOpen()
    }
    return { push, flush }
  })

export class LogSink extends Context.Tag("server/LogSink")<LogSink, LogSinkShape>() {
  /** A sink that renders with `render` and writes with `write`; `write` gets whole lines. */
  static readonly layer = (render: Render, write: (text: string) => Effect.Effect<void>): Layer.Layer<LogSink> =>
    Layer.scoped(LogSink, make(render, write))
}
