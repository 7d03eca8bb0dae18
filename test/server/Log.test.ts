import { describe, expect, test } from "bun:test"
import { Cause, Effect, Layer, LogLevel, TestClock, TestContext } from "effect"
import * as RequestInfo from "../../src/http/RequestInfo.ts"
import * as Logging from "../../src/server/Logging.ts"
import { type LogRecord, LogSink } from "../../src/server/LogSink.ts"
import { LinesLost } from "../../src/server/StandardError.ts"
import { Settings } from "../../src/settings/Config.ts"

const record = (message: string, fields: LogRecord["fields"] = {}): LogRecord => ({
  time: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
  level: LogLevel.Info,
  message,
  fields
})

/** Runs `effect` with a sink that keeps what is written, and gives the writes. */
const writes = (effect: Effect.Effect<void, never, LogSink>): Promise<ReadonlyArray<string>> => {
  const written: Array<string> = []
  const sink = LogSink.layer(
    ({ message }) => message,
    (text) => Effect.sync(() => void written.push(text))
  )
  return effect.pipe(
    Effect.provide(sink),
    Effect.provide(TestContext.TestContext),
    Effect.as(written),
    Effect.runPromise
  )
}

describe("the log's sink", () => {
  test("the log joins lines that come close together into one write", async () => {
    const written = await writes(
      Effect.gen(function* () {
        const sink = yield* LogSink
        for (const message of ["a", "b", "c"]) sink.push(record(message))
        yield* TestClock.adjust("1 second")
        sink.push(record("d"))
        yield* TestClock.adjust("1 second")
      })
    )
    expect(written).toEqual(["a\nb\nc\n", "d\n"])
  })

  test("the log writes the rest when it ends", async () => {
    expect(await writes(Effect.map(LogSink, (sink) => sink.push(record("last words"))))).toEqual(["last words\n"])
  })

  test("the log drops what a slow reader cannot take, and says how much", async () => {
    const written = await writes(
      Effect.map(LogSink, (sink) => {
        for (let line = 0; line < 20_005; line++) sink.push(record("x"))
      })
    )
    const lines = written.join("").split("\n")
    expect(lines.filter((line) => line === "x")).toHaveLength(20_000)
    expect(lines).toContain("5 log lines were lost: the log could not be written, or is read too slowly")
  })
})

describe("a log that fails for a while", () => {
  test("a log that failed for a while says how many lines were lost, and counts none twice", async () => {
    const written: Array<string> = []
    let broken = true
    const sink = LogSink.layer(
      ({ message }) => message,
      (text) => {
        if (broken) return Effect.fail(new LinesLost({ lines: text.split("\n").length - 1, written: 0 }))
        return Effect.sync(() => void written.push(text))
      }
    )
    const talk = Effect.gen(function* () {
      const { push } = yield* LogSink
      for (const message of ["a", "b", "c"]) {
        push(record(message))
        yield* TestClock.adjust("1 second")
      }
      broken = false
      push(record("d"))
      yield* TestClock.adjust("1 second")
    })
    await talk.pipe(Effect.provide(sink), Effect.provide(TestContext.TestContext), Effect.runPromise)
    expect(written).toEqual(["3 log lines were lost: the log could not be written, or is read too slowly\nd\n"])
  })
})

describe("a line", () => {
  test("a log line of JSON is one object with time, level, message and fields", () => {
    expect(JSON.parse(Logging.json(record("request", { status: 200, code: undefined })))).toEqual({
      time: "2026-01-02T03:04:05.678Z",
      level: "info",
      message: "request",
      status: 200
    })
  })

  test("a log line for people quotes values with spaces, and shows a cause below", () => {
    const line = Logging.pretty(false)(
      record("request", { path: "/a", note: "two words", code: undefined, cause: "Error: x\n  at y" })
    )
    expect(line).toBe('03:04:05.678 INFO  request path=/a note="two words"\n    Error: x\n      at y')
  })
})

describe("logs of the program", () => {
  const logged = (effect: Effect.Effect<void>, variables: Record<string, string> = {}) => {
    const records: Array<LogRecord> = []
    const sink = Layer.succeed(LogSink, { push: (each: LogRecord) => void records.push(each), flush: Effect.void })
    Effect.runSync(
      effect.pipe(
        Effect.provide(Logging.throughSink),
        Effect.provide(sink),
        Effect.provide(Settings.layerFrom(variables))
      )
    )
    return records
  }

  test("log lines carry the id of the request that they were written for", () => {
    const inside = Effect.provideService(Effect.logInfo("hello"), RequestInfo.RequestInfo, RequestInfo.make("abc"))
    expect(logged(inside).map(({ message, fields }) => [message, fields.request_id])).toEqual([["hello", "abc"]])
  })

  test("log lines carry annotations and causes", () => {
    const [line] = logged(
      Effect.logError("bad", Cause.die(new Error("why"))).pipe(Effect.annotateLogs("job_id", "job_1"))
    )
    expect(line?.fields.job_id).toBe("job_1")
    expect(String(line?.fields.cause)).toContain("why")
  })

  test("the log starts at QAL_LOG_LEVEL", () => {
    const both = Effect.zipRight(Effect.logInfo("quiet"), Effect.logWarning("loud"))
    expect(logged(both, { QAL_LOG_LEVEL: "warn" }).map(({ message }) => message)).toEqual(["loud"])
    expect(logged(Effect.logDebug("detail"))).toEqual([])
    expect(logged(Effect.logDebug("detail"), { QAL_LOG_LEVEL: "debug" })).toHaveLength(1)
  })
})
