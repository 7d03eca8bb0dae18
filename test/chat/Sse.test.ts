import { expect, test } from "bun:test"
import { Chunk, Duration, Effect, FastCheck, Fiber, Queue, Stream, TestClock, TestContext } from "effect"
import * as Sse from "../../src/chat/Sse.ts"
import * as ServerSentEvents from "../../src/engines/openai/ServerSentEvents.ts"

const bytesOf = (values: ReadonlyArray<unknown>): Promise<Uint8Array> =>
  Stream.runCollect(Sse.body(Stream.fromIterable(values.map(Sse.event)))).pipe(
    Effect.map((chunks) => new Uint8Array(Buffer.concat(Chunk.toArray(chunks)))),
    Effect.runPromise
  )

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
      async (values, cuts) => {
        const bytes = await bytesOf(values)
        const parser = ServerSentEvents.make()
        const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
        const events = places.flatMap((place, index) => parser.feed(bytes.subarray(places[index - 1] ?? 0, place)))
        expect([...events, ...parser.end()].map(({ data }) => JSON.parse(data))).toEqual(values)
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

test("each 15 s of silence is a comment, and nothing said is lost or out of order", () =>
  Effect.gen(function* () {
    const queue = yield* Queue.unbounded<string>()
    const received: Array<string> = []
    const reader = yield* Stream.fromQueue(queue).pipe(
      Stream.takeUntil((event) => event.includes("last")),
      (events) => Sse.body(events),
      Stream.runForEach((bytes) => Effect.sync(() => received.push(new TextDecoder().decode(bytes)))),
      Effect.fork
    )
    const wait = (seconds: number) => TestClock.adjust(Duration.seconds(seconds))
    yield* Queue.offer(queue, Sse.event("first"))
    yield* wait(14)
    expect(received).toEqual([Sse.event("first")])
    yield* wait(1)
    expect(received).toEqual([Sse.event("first"), Sse.keepAlive])
    yield* wait(30)
    expect(received.slice(2)).toEqual([Sse.keepAlive, Sse.keepAlive])
    yield* Queue.offer(queue, Sse.event("second"))
    yield* wait(14)
    yield* Queue.offer(queue, Sse.event("last"))
    yield* wait(1)
    yield* Fiber.join(reader)
    expect(received.slice(4)).toEqual([Sse.event("second"), Sse.event("last")])
  }).pipe(Effect.provide(TestContext.TestContext), Effect.runPromise))

test("a reader who leaves ends what was being waited for", () =>
  Effect.gen(function* () {
    let ended = false
    const endless = Stream.never.pipe(
      Stream.ensuring(
        Effect.sync(() => {
          ended = true
        })
      )
    )
    const reader = yield* Effect.fork(Stream.runDrain(Sse.body(endless)))
    yield* Effect.yieldNow()
    yield* TestClock.adjust(Duration.seconds(20))
    yield* Fiber.interrupt(reader)
    expect(ended).toBe(true)
  }).pipe(Effect.provide(TestContext.TestContext), Effect.runPromise))
