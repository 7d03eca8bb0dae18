import { expect, spyOn, test } from "bun:test"
import { Duration, Effect, Option } from "effect"
import { retryAfterSeconds } from "../../../src/engines/openai/Failures.ts"
import { defaultLimits, type Endpoint, make } from "../../../src/engines/openai/Transport.ts"
import { run } from "../../support/EffectBody.ts"
import { upstream } from "./server.ts"

const silence = Duration.millis(200)
const SILENCE = Option.some(silence)
const transport = (endpoint: Endpoint) => make(endpoint, "the engine", { ...defaultLimits, silence })

const now = Date.parse("2026-01-01T00:00:00Z")
test("Retry-After is a number of seconds, or a date", () => {
  expect(retryAfterSeconds("7", now)).toEqual(Option.some(7))
  expect(retryAfterSeconds("Thu, 01 Jan 2026 00:00:30 GMT", now)).toEqual(Option.some(30))
})
test("Retry-After in the past is now", () => {
  expect(retryAfterSeconds("Wed, 31 Dec 2025 00:00:00 GMT", now)).toEqual(Option.some(0))
})
test("Retry-After that says nothing is none", () => {
  for (const header of [null, "", "soon", "-"]) expect(retryAfterSeconds(header, now)).toEqual(Option.none())
})

/** A stream of events that the test feeds. */
const events = () => {
  let feed: ReadableStreamDefaultController<string> | undefined
  const closed = Promise.withResolvers<boolean>()
  const body = new ReadableStream<string>({
    start: (controller) => {
      feed = controller
    },
    cancel: () => closed.resolve(true)
  })
  return { body, closed: closed.promise, say: (text: string) => feed?.enqueue(text), end: () => feed?.close() }
}

test("an open answer gives each piece when it comes, before the body ends", () =>
  run(function* () {
    const source = events()
    source.say("data: 1\n\n")
    const server = yield* upstream(() => new Response(source.body.pipeThrough(new TextEncoderStream())))
    const client = yield* transport(server.endpoint)
    const heard: Array<string> = []
    yield* client.follow(
      client.post("/chat/completions", JSON.stringify({ stream: true })),
      async ({ first, next }) => {
        for (let piece = first; piece !== undefined; piece = await next(SILENCE)) {
          heard.push(new TextDecoder().decode(piece))
          // Said only once the one before was heard.
          if (heard.length < 3) source.say(`data: ${heard.length + 1}\n\n`)
          else source.end()
        }
        return Effect.void
      }
    )
    expect(heard).toEqual(["data: 1\n\n", "data: 2\n\n", "data: 3\n\n"])
  }))

test("an open answer is closed once nobody reads on", () =>
  run(function* () {
    const source = events()
    source.say("data: 1\n\n")
    const server = yield* upstream(() => new Response(source.body.pipeThrough(new TextEncoderStream())))
    const client = yield* transport(server.endpoint)
    const first = yield* client.follow(client.post("/chat/completions", "{}"), async ({ first }) =>
      Effect.succeed(first)
    )
    expect(first).toBeDefined()
    // More is written until the server notices that nobody reads.
    const more = Effect.sync(() => source.say("data: more\n\n")).pipe(Effect.delay("5 millis"), Effect.forever)
    yield* Effect.race(
      Effect.promise(() => source.closed),
      more
    )
  }))

test("an open answer fails when it falls silent", () =>
  run(function* () {
    const source = events()
    source.say("data: 1\n\n")
    const server = yield* upstream(() => new Response(source.body.pipeThrough(new TextEncoderStream())))
    const client = yield* transport(server.endpoint)
    const error = yield* Effect.flip(
      client.follow(client.post("/chat/completions", "{}"), async ({ next }) => {
        await next(SILENCE)
        return Effect.void
      })
    )
    expect(error._tag).toBe("PROVIDER_TIMEOUT")
  }))

test("an open answer to a refused request names the status to the caller", () =>
  run(function* () {
    const server = yield* upstream(() => new Response("no", { status: 404 }))
    const client = yield* transport(server.endpoint)
    const refused = yield* Effect.flip(client.read(client.post("/models", "{}"), 1))
    expect(refused).toMatchObject({ _tag: "EngineRefusal", status: 404 })
  }))

/** The requests of this process while the scope lasts: whether each was broken off. */
const requestsBrokenOff = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => spyOn(globalThis, "fetch")),
    (spy) => Effect.sync(() => spy.mockRestore())
  ),
  (spy) => () => spy.mock.calls.map(([, init]) => init?.signal?.aborted)
)

test.each([400, 404, 429, 504])(
  "a refusal with status %d that was read to its end breaks no connection off",
  (status) =>
    run(function* () {
      const server = yield* upstream(() => new Response("no", { status }))
      const brokenOff = yield* requestsBrokenOff
      const client = yield* make(server.endpoint, "the engine", { ...defaultLimits, backoff: Duration.millis(1) })
      yield* Effect.ignore(client.read(client.post("/chat/completions", "{}"), 100))
      expect(brokenOff()).toEqual(Array.from(server.asked, () => false))
    })
)

test("a refusal that goes on beyond what is read of it is broken off", () =>
  run(function* () {
    const server = yield* upstream(() => new Response("no".repeat(100_000), { status: 400 }))
    const brokenOff = yield* requestsBrokenOff
    const client = yield* make(server.endpoint, "the engine")
    yield* Effect.ignore(client.read(client.post("/chat/completions", "{}"), 100))
    expect(brokenOff()).toEqual([true])
  }))
