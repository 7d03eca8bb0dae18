import { expect, test } from "bun:test"
import { Duration, Effect, FastCheck, TestClock, TestContext } from "effect"
import * as EventLog from "../../src/billing/EventLog.ts"
import * as Sse from "../../src/chat/Sse.ts"
import * as Deadlines from "../../src/Deadlines.ts"
import * as ServerSentEvents from "../../src/engines/openai/ServerSentEvents.ts"

const telling = Effect.map(Deadlines.make([Sse.SILENCE]), (patience) => {
  const log = EventLog.make<unknown>()
  const ending = () => Promise.resolve(Sse.event("last"))
  return { log, body: Sse.body({ told: log, encode: Sse.event, ending, patience }) }
})

/** The body that tells the values, of which `before` are there before anybody reads, and their end. */
const bytesOf = (values: ReadonlyArray<unknown>, before: number): Promise<Uint8Array> =>
  Effect.gen(function* () {
    const { body, log } = yield* telling
    for (const value of values.slice(0, before)) log.append(value)
    const bytes = new Response(body).bytes()
    for (const value of values.slice(before)) {
      yield* Effect.yieldNow()
      log.append(value)
    }
    log.end()
    return yield* Effect.promise(() => bytes)
  }).pipe(Effect.scoped, Effect.runPromise)

test("any values, cut anywhere on their way, are read back as they were", async () => {
  await FastCheck.assert(
    FastCheck.asyncProperty(
      FastCheck.array(
        FastCheck.record({ response_text: FastCheck.string({ unit: "binary" }), more: FastCheck.json() }),
        {
          maxLength: 8
        }
      ),
      FastCheck.array(FastCheck.nat(), { maxLength: 12 }),
      FastCheck.nat(8),
      async (values, cuts, before) => {
        const bytes = await bytesOf(values, before)
        const parser = ServerSentEvents.make()
        const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
        const events = places.flatMap((place, index) => parser.feed(bytes.subarray(places[index - 1] ?? 0, place)))
        expect([...events, ...parser.end()].map(({ data }) => JSON.parse(data))).toEqual([...values, "last"])
      }
    )
  )
})

test("an event is one data line and a blank line, whatever the text", () => {
  FastCheck.assert(
    FastCheck.property(FastCheck.string({ unit: "binary" }), (text) => {
      const lines = Sse.event({ response_text: text }).split(/\r\n|\r|\n/)
      expect(lines).toHaveLength(3)
      expect(lines[0]?.startsWith("data: {")).toBe(true)
      expect(lines.slice(1)).toEqual(["", ""])
    })
  )
})

/** Reads a body; what has been read so far, and whether it is at its end. */
const reading = (body: ReadableStream<Uint8Array>) => {
  const received: Array<string> = []
  const all = async () => {
    const reader = body.getReader()
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      received.push(new TextDecoder().decode(read.value))
    }
  }
  return { received, ended: all() }
}

/** Lets the clock go on, and whoever reads take what there is. */
const wait = (seconds: number) =>
  Effect.zipRight(
    TestClock.adjust(Duration.seconds(seconds)),
    Effect.promise(() => Bun.sleep(0))
  )

test("each 15 s of silence is a comment, and nothing said is lost or out of order", () =>
  Effect.gen(function* () {
    const { body, log } = yield* telling
    const { ended, received } = reading(body)
    log.append("first")
    yield* wait(14)
    expect(received).toEqual([Sse.event("first")])
    yield* wait(1)
    expect(received).toEqual([Sse.event("first"), Sse.keepAlive])
    yield* wait(15)
    yield* wait(15)
    expect(received.slice(2)).toEqual([Sse.keepAlive, Sse.keepAlive])
    log.append("second")
    yield* wait(14)
    log.append("third")
    log.end()
    yield* Effect.promise(() => ended)
    expect(received.slice(4)).toEqual([Sse.event("second"), Sse.event("third") + Sse.event("last")])
  }).pipe(Effect.scoped, Effect.provide(TestContext.TestContext), Effect.runPromise))

test("the end of a body is told once, with its bytes, whether it is read to its end or left", () =>
  Effect.gen(function* () {
    const whole = yield* telling
    const left = yield* telling
    const ends: Array<number> = []
    for (const { body } of [whole, left]) {
      body.watch({ wanted: () => {}, given: () => {}, ended: (bytes) => ends.push(bytes) })
    }
    whole.log.end()
    yield* Effect.promise(() => reading(whole.body).ended)
    expect(ends).toEqual([Sse.event("last").length])
    left.log.append("first")
    const reader = left.body.getReader()
    yield* Effect.promise(() => reader.read())
    yield* Effect.promise(() => reader.cancel())
    expect(ends.slice(1)).toEqual([Sse.event("first").length])
    left.log.append("second")
    left.log.end()
    yield* wait(20)
    expect(ends).toHaveLength(2)
  }).pipe(Effect.scoped, Effect.provide(TestContext.TestContext), Effect.runPromise))
