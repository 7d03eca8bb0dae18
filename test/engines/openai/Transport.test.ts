import { describe, expect, test } from "bun:test"
import { Chunk, Duration, Effect, Option, type Scope, Stream } from "effect"
import { retryAfterSeconds } from "../../../src/engines/openai/Failures.ts"
import { defaultLimits, type Endpoint, make } from "../../../src/engines/openai/Transport.ts"
import { upstream } from "./server.ts"

const run = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>): Promise<A> => Effect.runPromise(Effect.scoped(effect))
const transport = (endpoint: Endpoint) =>
  make(endpoint, "the engine", { ...defaultLimits, silence: Duration.millis(200) })

describe("Retry-After", () => {
  const now = Date.parse("2026-01-01T00:00:00Z")
  test("is a number of seconds, or a date", () => {
    expect(retryAfterSeconds("7", now)).toEqual(Option.some(7))
    expect(retryAfterSeconds("Thu, 01 Jan 2026 00:00:30 GMT", now)).toEqual(Option.some(30))
  })
  test("in the past is now", () => {
    expect(retryAfterSeconds("Wed, 31 Dec 2025 00:00:00 GMT", now)).toEqual(Option.some(0))
  })
  test("that says nothing is none", () => {
    for (const header of [null, "", "soon", "-"]) expect(retryAfterSeconds(header, now)).toEqual(Option.none())
  })
})

describe("an open answer", () => {
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

  test("gives each piece when it comes, before the body ends", () =>
    run(
      Effect.gen(function* () {
        const source = events()
        source.say("data: 1\n\n")
        const server = yield* upstream(() => new Response(source.body.pipeThrough(new TextEncoderStream())))
        const client = yield* transport(server.endpoint)
        const answer = yield* client.open(client.post("/chat/completions", { stream: true }))
        const heard: Array<string> = []
        yield* answer.body.pipe(
          Stream.decodeText(),
          Stream.runForEach((text) =>
            Effect.sync(() => {
              heard.push(text)
              // Said only once the one before was heard.
              if (heard.length < 3) source.say(`data: ${heard.length + 1}\n\n`)
              else source.end()
            })
          )
        )
        expect(heard).toEqual(["data: 1\n\n", "data: 2\n\n", "data: 3\n\n"])
      })
    ))

  test("hangs up when its scope ends", () =>
    run(
      Effect.gen(function* () {
        const source = events()
        source.say("data: 1\n\n")
        const server = yield* upstream(() => new Response(source.body.pipeThrough(new TextEncoderStream())))
        const client = yield* transport(server.endpoint)
        const first = yield* client.open(client.post("/chat/completions", {})).pipe(
          Effect.flatMap(({ body }) => Stream.runCollect(Stream.take(body, 1))),
          Effect.scoped
        )
        expect(Chunk.size(first)).toBe(1)
        // More is written until the server notices that nobody reads.
        const more = Effect.sync(() => source.say("data: more\n\n")).pipe(Effect.delay("5 millis"), Effect.forever)
        yield* Effect.race(
          Effect.promise(() => source.closed),
          more
        )
      })
    ))

  test("fails when it falls silent", () =>
    run(
      Effect.gen(function* () {
        const source = events()
        source.say("data: 1\n\n")
        const server = yield* upstream(() => new Response(source.body.pipeThrough(new TextEncoderStream())))
        const client = yield* transport(server.endpoint)
        const { body } = yield* client.open(client.post("/chat/completions", {}))
        const error = yield* Effect.flip(Stream.runDrain(body))
        expect(error._tag).toBe("PROVIDER_TIMEOUT")
      })
    ))

  test("of a refused request names the status to the caller", () =>
    run(
      Effect.gen(function* () {
        const server = yield* upstream(() => new Response("no", { status: 404 }))
        const client = yield* transport(server.endpoint)
        const refused = yield* Effect.flip(client.open(client.get("/models")))
        expect(refused).toMatchObject({ _tag: "Refused", status: 404 })
      })
    ))
})
