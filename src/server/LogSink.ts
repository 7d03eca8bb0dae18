/**
 * Where log lines go: one buffer that a background fiber writes out a few times
 * a second, so that a request never waits for a terminal, a pipe or a disk.
 * Whatever is still in it when the program ends is written then. What cannot
 * be written is counted, and the log says so as soon as it can be written again.
 */
import { Context, Duration, Effect, Layer, LogLevel, Metric } from "effect"
import type { LinesLost } from "./StandardError.ts"

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

/** How long the end of the program waits for a reader that does not read. */
const FLUSH_TIMEOUT = Duration.seconds(1)

const droppedLines = Metric.counter("qal_log_lines_dropped_total", {
  description: "Lines of the log that could not be written, or not fast enough",
  incremental: true
})

/** Writes whole lines; fails with how many of them it could not write. */
export type Write = (text: string) => Effect.Effect<void, LinesLost>

const make = (render: Render, write: Write) =>
  Effect.gen(function* () {
    const clock = yield* Effect.clock
    const waiting = Effect.unsafeMakeLatch(false)
    const oneWriter = Effect.unsafeMakeSemaphore(1)
    let records: Array<LogRecord> = []
    /** Lines lost that the log has not reported yet. */
    let lost = 0
    yield* Metric.incrementBy(droppedLines, 0)

    const lose = (lines: number): void => {
      lost += lines
      droppedLines.unsafeUpdate(lines, [])
    }

    const notice = (lines: number): LogRecord => ({
      time: clock.unsafeCurrentTimeMillis(),
      level: LogLevel.Warning,
      message: `${lines} log lines were lost: the log could not be written, or is read too slowly`,
      fields: {}
    })

    const flush = Effect.suspend(() => {
      waiting.unsafeClose()
      if (records.length === 0) return Effect.void
      const unreported = lost
      const taken = unreported > 0 ? [notice(unreported), ...records] : records
      records = []
      lost = 0
      return Effect.catchAll(write(taken.map((record) => `${render(record)}\n`).join("")), ({ lines, written }) =>
        Effect.sync(() => {
          const isReported = unreported === 0 || written > 0
          if (!isReported) lost += unreported
          lose(isReported ? lines : lines - 1)
        })
      )
    }).pipe(oneWriter.withPermits(1))

    yield* waiting.await.pipe(
      Effect.zipRight(Effect.sleep(LINGER)),
      Effect.zipRight(flush),
      Effect.forever,
      Effect.forkScoped
    )
    // Before that fiber is interrupted, so that nothing that can be written is lost.
    yield* Effect.addFinalizer(() => Effect.timeoutOption(Effect.interruptible(flush), FLUSH_TIMEOUT))

    const push = (record: LogRecord): void => {
      if (records.length >= MAX_RECORDS) {
        lose(1)
        return
      }
      if (records.push(record) === 1) waiting.unsafeOpen()
    }
    return { push, flush }
  })

export class LogSink extends Context.Tag("server/LogSink")<LogSink, LogSinkShape>() {
  /** A sink that renders with `render` and writes with `write`; `write` gets whole lines. */
  static readonly layer = (render: Render, write: Write): Layer.Layer<LogSink> =>
    Layer.scoped(LogSink, make(render, write))
}
