import { expect, test } from "bun:test"
import { Effect, Fiber, TestClock, TestContext } from "effect"
import { MOST_UNSENT, MOST_WAITING, type Perform, type Rules, Session, type Wire } from "../../src/sockets/Session.ts"

type State = { readonly inputs: ReadonlyArray<string> }

/** Echoes each input as the command of the same name; `end` is the last. */
const rules: Rules<State, string, string> = {
  begin: () => ({ inputs: [] }),
  step: ({ inputs }, input) => [{ inputs: [...inputs, input] }, [input]],
  isOver: ({ inputs }) => inputs.includes("end") || inputs.includes("gone"),
  deadline: () => Number.POSITIVE_INFINITY,
  read: (frame) => String(frame),
  tick: "tick",
  draining: "draining",
  gone: "gone",
  flooded: "flooded",
  stalled: "stalled"
}

/** A wire whose reader reads only when told to. */
const makeWire = () => {
  const sent: Array<string> = []
  const wire = {
    unsent: 0,
    send: (frame: string | Uint8Array) => {
      sent.push(String(frame))
    },
    close: (code: number, reason: string) => {
      sent.push(`close ${code} ${reason}`)
    }
  } satisfies Wire
  return { wire, sent }
}

/** Runs a session beside `scenario`, on a clock that only the scenario moves. */
const scene = <A>(
  perform: Perform<string, string>,
  scenario: (
    session: Session<State, string, string>,
    made: ReturnType<typeof makeWire>,
    running: Fiber.Fiber<void>
  ) => Effect.Effect<A>,
  own = rules
): Promise<A> =>
  Effect.gen(function* () {
    const session = new Session(own, perform, yield* Effect.clock)
    const made = makeWire()
    const running = yield* Effect.fork(session.run(made.wire))
    return yield* scenario(session, made, running)
  }).pipe(Effect.provide(TestContext.TestContext), Effect.runPromise)

const echo: Perform<string, string> = (command, port) =>
  command === "end" ? port.close(1000, "over") : Effect.sync(() => port.send(command))

test("inputs are worked through in their order, and nothing after the end", async () => {
  const sent = await scene(echo, (session, { sent }, running) =>
    Effect.gen(function* () {
      for (const frame of ["a", "b", "end", "c"]) session.hear(frame)
      session.tick()
      yield* Fiber.join(running)
      return sent
    })
  )
  expect(sent).toEqual(["a", "b", "close 1000 over"])
})

test("frames beyond those that may wait are dropped, and the machine is told once", async () => {
  const sent = await scene(echo, (session, { sent }, running) =>
    Effect.gen(function* () {
      for (let count = 0; count < MOST_WAITING.frames; count++) session.hear("a")
      session.tick()
      for (let count = 0; count < MOST_WAITING.frames; count++) session.hear("a")
      session.vanish()
      yield* Fiber.join(running)
      return sent
    })
  )
  expect(sent.filter((line) => line === "a")).toHaveLength(MOST_WAITING.frames)
  expect(sent.filter((line) => line === "flooded")).toHaveLength(1)
  expect(sent.at(-1)).toBe("gone")
})

test("many small frames and few large ones may wait alike, where the socket says so", async () => {
  const room = { frames: 1_000, bytes: 5_000 }
  const waiting = (frame: Uint8Array, count: number) =>
    scene(
      echo,
      (session, { sent }, running) =>
        Effect.gen(function* () {
          for (let at = 0; at < count; at++) session.hear(frame)
          yield* Effect.yieldNow()
          session.hear(frame)
          session.vanish()
          yield* Fiber.join(running)
          return sent.filter((line) => line === "flooded").length
        }),
      { ...rules, read: () => "frame", room }
    )
  expect(await waiting(new Uint8Array(1), 1_000)).toBe(0)
  expect(await waiting(new Uint8Array(1), 1_001)).toBe(1)
  expect(await waiting(new Uint8Array(2_500), 2)).toBe(0)
  expect(await waiting(new Uint8Array(2_500), 3)).toBe(1)
})

const paced: Perform<string, string> = (command, port) =>
  command === "large"
    ? Effect.fork(
        Effect.zipRight(
          port.pace,
          Effect.sync(() => port.send("large"))
        )
      )
    : echo(command, port)

test("large frames wait while much is unread, small ones do not", async () => {
  await scene(paced, (session, { sent, wire }) =>
    Effect.gen(function* () {
      wire.unsent = MOST_UNSENT + 1
      session.hear("large")
      session.hear("small")
      yield* TestClock.adjust("10 seconds")
      expect(sent).toEqual(["small"])
      wire.unsent = MOST_UNSENT
      yield* TestClock.adjust("1 second")
      expect(sent).toEqual(["small", "large"])
    })
  )
})

test("a reader that reads slowly is waited for; one that stops for half a minute is told of", async () => {
  await scene(paced, (session, { sent, wire }) =>
    Effect.gen(function* () {
      wire.unsent = 2 * MOST_UNSENT
      session.hear("large")
      for (let count = 0; count < 2; count++) {
        yield* TestClock.adjust("25 seconds")
        wire.unsent--
      }
      expect(sent).toEqual([])
      yield* TestClock.adjust("31 seconds")
      expect(sent).toEqual(["stalled"])
    })
  )
})

test("a goodbye waits until what was sent before is read, but not for one that does not read", async () => {
  for (const reads of [true, false]) {
    await scene(echo, (session, { sent, wire }, running) =>
      Effect.gen(function* () {
        wire.unsent = 10
        session.hear("end")
        yield* TestClock.adjust("4 seconds")
        expect(sent).toEqual([])
        if (reads) wire.unsent = 0
        yield* TestClock.adjust(reads ? "1 second" : "2 seconds")
        expect(sent).toEqual(["close 1000 over"])
        yield* Fiber.join(running)
      })
    )
  }
})

test("a fault closes the socket with 1011, the end of the server with 1001", async () => {
  const broken: Perform<string, string> = () => Effect.dieMessage("broken")
  const faulty = await scene(broken, (session, { sent }, running) =>
    Effect.gen(function* () {
      session.hear("a")
      yield* Fiber.await(running)
      return sent
    })
  )
  expect(faulty).toEqual(["close 1011 the server ended this session"])
  const ended = await scene(echo, (_, { sent }, running) =>
    Effect.gen(function* () {
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(running)
      return sent
    })
  )
  expect(ended).toEqual(["close 1001 the server ended this session"])
})
