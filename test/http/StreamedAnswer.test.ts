/** Answers that follow a job: what is sent, when, and what becomes of them however they end. */
import { expect, test } from "bun:test"
import type { HttpServerResponse } from "@effect/platform"
import {
  Cause,
  Deferred,
  Duration,
  Effect,
  Exit,
  FastCheck,
  Fiber,
  Logger,
  Option,
  Runtime,
  type Scope,
  TestClock,
  TestContext
} from "effect"
import * as EventLog from "../../src/billing/EventLog.ts"
import { NotFound, type Problem, ProviderError } from "../../src/Errors.ts"
import * as LiveBody from "../../src/http/LiveBody.ts"
import * as RequestInfo from "../../src/http/RequestInfo.ts"
import * as StreamedAnswer from "../../src/http/StreamedAnswer.ts"
import * as Deadlines from "../../src/runtime/Deadlines.ts"
import type { EffectBody } from "../support/EffectBody.ts"
import { longTest } from "../support/Long.ts"
import { forAllAsync } from "../support/Property.ts"

const REQUEST_ID = "req_1"
const SILENCE = Duration.seconds(15)
const COMMENT = "(silence)"
const encoder = new TextEncoder()

const plain: StreamedAnswer.Protocol<unknown, unknown, NotFound> = {
  contentType: "text/plain",
  event: (event) => Effect.sync(() => `<${JSON.stringify(event)}>`),
  last: (result) => Effect.succeed(`last ${JSON.stringify(result)}`),
  failed: (problem, requestId) => `failed ${problem._tag} ${requestId}`
}

/** A job that is told what becomes of it. */
const job = Effect.map(Deferred.make<unknown, Problem>(), (end) => {
  const log = EventLog.make<unknown>()
  const over = (exit: Exit.Exit<unknown, Problem>) => {
    log.end()
    Deferred.unsafeDone(end, exit)
  }
  return { log, over, source: { events: log, settled: Deferred.await(end) } }
})

const bodyOf = ({ body }: HttpServerResponse.HttpServerResponse): LiveBody.LiveBody => {
  if (body._tag === "Raw" && body.body instanceof LiveBody.LiveBody) return body.body
  throw new Error("this answer has no body that is sent piece by piece")
}

/** Sends a body to whoever reads it; what was seen of it. */
const send = (body: LiveBody.LiveBody) =>
  Effect.gen(function* () {
    const deadlines = yield* Deadlines.make([SILENCE])
    const runFork = Runtime.runFork(yield* Effect.runtime<never>())
    const hangUp = new AbortController()
    const ends: Array<readonly [bytes: number, fault: Option.Option<Cause.Cause<unknown>>]> = []
    const turns: Array<"server" | "client"> = []
    const stream = LiveBody.send(body, {
      deadlines,
      runFork,
      signal: hangUp.signal,
      watcher: {
        wanted: () => turns.push("server"),
        given: () => turns.push("client"),
        ended: (bytes, fault) => ends.push([bytes, fault])
      }
    })
    return { stream, ends, turns, hangUp: () => hangUp.abort() }
  })

/** Reads a body; what has been read so far, and how it ends. */
const reading = (stream: ReadableStream<Uint8Array>) => {
  const received: Array<string> = []
  const all = async () => {
    const reader = stream.getReader()
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      received.push(new TextDecoder().decode(read.value))
    }
    return "ended" as const
  }
  return { received, ended: all().catch(() => "broken off" as const) }
}

const following = (
  source: StreamedAnswer.Source<unknown, unknown, Problem>,
  more: Partial<StreamedAnswer.Protocol<unknown, unknown, NotFound>> = {}
) => StreamedAnswer.respond(source, { ...plain, ...more })

const quiet = Logger.remove(Logger.defaultLogger)

const run = <A>(body: EffectBody<Scope.Scope, [], A>): Promise<A> =>
  Effect.gen(body).pipe(
    Effect.provideServiceEffect(LiveBody.AnswerDeadlines, Deadlines.make([SILENCE])),
    Effect.scoped,
    Effect.provideService(RequestInfo.RequestInfo, RequestInfo.make(REQUEST_ID)),
    Effect.provide([TestContext.TestContext, quiet]),
    Effect.runPromise
  )

/** Lets whoever reads take what there is. */
const turn = Effect.promise(() => Bun.sleep(0))
const wait = (seconds: number) => Effect.zipRight(TestClock.adjust(Duration.seconds(seconds)), turn)

const broke = new ProviderError({ message: "the engine broke" })
const defect = Effect.dieMessage("EIO: the disk does not answer")
const gone = new NotFound({ message: "it is gone" })

test("a streamed answer is all events in order and then the result, whatever was there before it was read", () =>
  forAllAsync(
    { numRuns: 40 },
    FastCheck.array(FastCheck.jsonValue(), { minLength: 1, maxLength: 12 }),
    FastCheck.nat(12),
    FastCheck.constantFrom(1, 2, Number.POSITIVE_INFINITY),
    (values, before, atOnce) =>
      run(function* () {
        const { log, over, source } = yield* job
        const early = Math.max(1, before)
        for (const value of values.slice(0, early)) log.append(value)
        const { ends, stream } = yield* send(bodyOf(yield* following(source, { atOnce })))
        const text = new Response(stream).text()
        for (const value of values.slice(early)) {
          yield* turn
          log.append(value)
        }
        over(Exit.succeed("done"))
        const told = yield* Effect.promise(() => text)
        expect(told).toBe(`${values.map((value) => `<${JSON.stringify(value)}>`).join("")}last "done"`)
        expect(ends).toEqual([[encoder.encode(told).length, Option.none()]])
      })
  ))

test("a failure before the first event is an ordinary one, and an answer without events is its end", () =>
  run(function* () {
    const failing = yield* job
    const answer = yield* Effect.fork(following(failing.source))
    yield* turn
    failing.over(Exit.fail(broke))
    expect(yield* Effect.flip(Fiber.join(answer))).toBe(broke)
    const unread = yield* job
    unread.log.append(1)
    const died = yield* Effect.exit(following(unread.source, { event: () => defect }))
    expect(Exit.isFailure(died) && Cause.isDie(died.cause)).toBe(true)
    const silent = yield* job
    silent.over(Exit.succeed(1))
    const { stream } = yield* send(bodyOf(yield* following(silent.source)))
    expect(yield* Effect.promise(() => new Response(stream).text())).toBe("last 1")
  }))

const kept = { keepAlive: { after: SILENCE, bytes: encoder.encode(COMMENT) }, breaksOff: true }

longTest("a streamed answer begins after a silence with a comment, and what fails then is told in it", () =>
  run(function* () {
    for (const [exit, told, end] of [
      [Exit.succeed(2), `<1>last 2`, "ended"],
      [Exit.fail(broke), `<1>failed PROVIDER_ERROR ${REQUEST_ID}`, "broken off"]
    ] as const) {
      const { log, over, source } = yield* job
      const answer = yield* Effect.fork(following(source, kept))
      yield* wait(14)
      expect(yield* Fiber.poll(answer)).toEqual(Option.none())
      yield* wait(1)
      const { stream } = yield* send(bodyOf(yield* Fiber.join(answer)))
      const { ended, received } = reading(stream)
      yield* turn
      expect(received).toEqual([COMMENT])
      yield* wait(15)
      expect(received).toEqual([COMMENT, COMMENT])
      log.append(1)
      yield* turn
      over(exit)
      yield* wait(1)
      expect(yield* Effect.promise(() => ended)).toBe(end)
      expect(received.join("")).toBe(COMMENT + COMMENT + told)
    }
    const early = yield* job
    const answer = yield* Effect.fork(following(early.source, kept))
    yield* wait(14)
    early.over(Exit.fail(broke))
    expect(yield* Effect.flip(Fiber.join(answer))).toBe(broke)
  })
)

test("nobody waits for the first event once its reader is gone, before or after the answer began", () =>
  run(function* () {
    let waiting = 0
    const never = Effect.acquireUseRelease(
      Effect.sync(() => waiting++),
      () => Effect.never,
      () => Effect.sync(() => waiting--)
    )
    const source = { events: { from: () => never }, settled: Effect.never }
    const answer = yield* Effect.fork(following(source, kept))
    yield* wait(1)
    expect(waiting).toBe(1)
    yield* Fiber.interrupt(answer)
    yield* turn
    expect(waiting).toBe(0)
    const other = yield* Effect.fork(following(source, kept))
    yield* wait(15)
    const { hangUp, stream } = yield* send(bodyOf(yield* Fiber.join(other)))
    reading(stream)
    yield* turn
    expect(waiting).toBe(1)
    hangUp()
    yield* turn
    expect(waiting).toBe(0)
  }))

type Ending = readonly [
  name: string,
  more: Partial<StreamedAnswer.Protocol<unknown, unknown, NotFound>>,
  exit: Exit.Exit<unknown, Problem>,
  told: string
]
const endings: ReadonlyArray<Ending> = [
  ["a job that fails", {}, Exit.fail(broke), `<1><2>failed PROVIDER_ERROR ${REQUEST_ID}`],
  ["a job that dies", {}, Exit.die("a fault"), `<1><2>failed INTERNAL_ERROR ${REQUEST_ID}`],
  [
    "an event that cannot be read",
    { event: (event) => (event === 2 ? defect : Effect.succeed(`<${event}>`)) },
    Exit.succeed(3),
    `<1>failed INTERNAL_ERROR ${REQUEST_ID}`
  ],
  [
    "an event that its protocol cannot tell",
    {
      event: (event) => {
        if (event === 2) throw new Error("what is this?")
        return Effect.succeed(`<${event}>`)
      }
    },
    Exit.succeed(3),
    `<1>failed INTERNAL_ERROR ${REQUEST_ID}`
  ],
  [
    "an event that is gone with its job",
    { event: (event) => (event === 2 ? Effect.fail(gone) : Effect.succeed(`<${event}>`)) },
    Exit.fail(broke),
    `<1>failed PROVIDER_ERROR ${REQUEST_ID}`
  ],
  [
    "an event that is gone though its job is settled",
    { event: (event) => (event === 2 ? Effect.fail(gone) : Effect.succeed(`<${event}>`)) },
    Exit.succeed(3),
    `<1>failed NOT_FOUND ${REQUEST_ID}`
  ],
  ["a result that is gone", { last: () => Effect.fail(gone) }, Exit.succeed(3), `<1><2>failed NOT_FOUND ${REQUEST_ID}`],
  ["a job that died with what would be an answer", {}, Exit.die(gone), `<1><2>failed INTERNAL_ERROR ${REQUEST_ID}`],
  ["a result that cannot be told", { last: () => defect }, Exit.succeed(3), `<1><2>failed INTERNAL_ERROR ${REQUEST_ID}`]
]

test.each(endings)(
  "%s is told in its place, and the answer ends, or is broken off where its protocol wants that",
  (_, more, exit, told) =>
    run(function* () {
      for (const breaksOff of [false, true]) {
        const { log, over, source } = yield* job
        log.append(1)
        log.append(2)
        const { ends, stream } = yield* send(bodyOf(yield* following(source, { ...more, breaksOff })))
        const { ended, received } = reading(stream)
        over(exit)
        yield* turn
        yield* wait(1)
        expect(yield* Effect.promise(() => ended)).toBe(breaksOff ? "broken off" : "ended")
        expect(received.join("")).toBe(told)
        // What the protocol wants is no fault.
        expect(ends).toEqual([[encoder.encode(told).length, Option.none()]])
      }
    })
)

test("a failure that cannot be told breaks the answer off, as a fault", () =>
  run(function* () {
    const { log, over, source } = yield* job
    log.append(1)
    const failed = () => {
      throw new Error("no words")
    }
    const { ends, stream } = yield* send(bodyOf(yield* following(source, { failed })))
    const { ended, received } = reading(stream)
    over(Exit.fail(broke))
    yield* turn
    yield* wait(1)
    expect(yield* Effect.promise(() => ended)).toBe("broken off")
    expect(received).toEqual(["<1>"])
    expect(ends.map(([bytes, fault]) => [bytes, Option.isSome(fault)])).toEqual([[3, true]])
  }))

longTest("a streamed answer has a comment for each time of silence, and nothing is lost or out of order", () =>
  run(function* () {
    const { log, over, source } = yield* job
    log.append(1)
    const keepAlive = { after: SILENCE, bytes: encoder.encode(COMMENT) }
    const answer = yield* following(source, { keepAlive })
    const { ends, stream } = yield* send(bodyOf(answer))
    const { ended, received } = reading(stream)
    yield* wait(14)
    expect(received).toEqual(["<1>"])
    yield* wait(1)
    expect(received).toEqual(["<1>", COMMENT])
    yield* wait(15)
    yield* wait(15)
    expect(received.slice(2)).toEqual([COMMENT, COMMENT])
    log.append(2)
    yield* wait(14)
    log.append(3)
    over(Exit.succeed(4))
    yield* Effect.promise(() => ended)
    expect(received.slice(4).join("")).toBe("<2><3>last 4")
    yield* wait(60)
    expect(ends).toEqual([[received.join("").length, Option.none()]])
  })
)

longTest("a comment leaves the turn to the server: a client that read it has nothing more to take in time", () =>
  run(function* () {
    const { log, source } = yield* job
    log.append(1)
    const keepAlive = { after: SILENCE, bytes: encoder.encode(COMMENT) }
    const { stream, turns } = yield* send(bodyOf(yield* following(source, { keepAlive })))
    const { received } = reading(stream)
    yield* wait(14)
    expect(turns).toEqual(["server", "client", "server"])
    yield* wait(31)
    expect(received).toEqual(["<1>", COMMENT, COMMENT, COMMENT])
    expect(turns).toEqual(["server", "client", "server"])
  })
)

for (const [when, reads] of [
  ["in the middle", true],
  ["before it has read anything", false]
] as const)
  longTest(
    `a client of a streamed answer that hangs up ${when} is noticed, once, and no more events are asked for`,
    () =>
      run(function* () {
        const { log, source } = yield* job
        const asked: Array<number> = []
        const interrupted = yield* Deferred.make<void>()
        const events = {
          from: (index: number) =>
            Effect.onInterrupt(
              Effect.tap(log.from(index), () => Effect.sync(() => asked.push(index))),
              () => Deferred.succeed(interrupted, undefined)
            )
        }
        log.append(1)
        const { ends, hangUp, stream } = yield* send(bodyOf(yield* following({ ...source, events })))
        if (reads) {
          reading(stream)
          yield* turn
        }
        hangUp()
        hangUp()
        if (reads) yield* Deferred.await(interrupted)
        log.append(2)
        yield* wait(60)
        expect(ends).toEqual([[reads ? 3 : 0, Option.none()]])
        expect(asked).toEqual([0])
      })
  )

test("the turn is the server's while an answer has nothing to take, and then the client's", () =>
  run(function* () {
    const { log, over, source } = yield* job
    log.append(1)
    const { stream, turns } = yield* send(bodyOf(yield* following(source)))
    const reader = stream.getReader()
    yield* turn
    expect(turns).toEqual(["server", "client"])
    yield* Effect.promise(() => reader.read())
    yield* turn
    expect(turns.slice(2)).toEqual(["server"])
    over(Exit.succeed(2))
    yield* turn
    expect(turns.slice(3)).toEqual(["client"])
  }))
