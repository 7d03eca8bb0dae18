import { expect, test } from "bun:test"
import { Deferred, Effect, Exit, Fiber, Runtime, TestClock, TestContext } from "effect"
import {
  type CommandHandler,
  type HostedSession,
  MOST_UNSENT,
  MOST_WAITING,
  Session,
  type SocketConnection,
  type StateMachine
} from "../../src/sockets/Session.ts"
import type { EffectBody } from "../support/EffectBody.ts"
import { longTest } from "../support/Long.ts"

type State = { readonly inputs: ReadonlyArray<string> }

/** Echoes each input as the command of the same name, but for the opening; `end` is the last. */
const machine: StateMachine<State, string, string> = {
  begin: () => ({ inputs: [] }),
  step: ({ inputs }, input) => {
    const name = typeof input === "string" ? input : input._tag.toLowerCase()
    return [{ inputs: [...inputs, name] }, name === "opened" ? [] : [name]]
  },
  isOver: ({ inputs }) => inputs.includes("end") || inputs.includes("gone"),
  deadline: () => Number.POSITIVE_INFINITY,
  read: (frame) => String(frame)
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
    },
    terminate: () => {
      sent.push("terminated")
    }
  } satisfies SocketConnection
  return { wire, sent }
}

/** The fibers that a session has had, in their order, and the end of the last. */
interface Running {
  readonly fibers: ReadonlyArray<Fiber.RuntimeFiber<boolean>>
  readonly over: Effect.Effect<void>
}

/** Runs a session beside `scenario`, on a clock that only the scenario moves. */
const scene = <A>(
  perform: CommandHandler<string, string>,
  scenario: EffectBody<
    never,
    [session: Session<State, string, string>, made: ReturnType<typeof makeWire>, running: Running],
    A
  >,
  own = machine,
  release: (sent: Array<string>) => Effect.Effect<unknown> = () => Effect.void,
  turn: Effect.Effect<void> = Effect.async((resume) => void setImmediate(() => resume(Effect.void)))
): Promise<A> =>
  Effect.gen(function* () {
    const run = Runtime.runFork(yield* Effect.runtime<never>())
    const over = yield* Deferred.make<void>()
    const fibers: Array<Fiber.RuntimeFiber<boolean>> = []
    const wake = ({ work }: HostedSession) => {
      const ended = (exit: Exit.Exit<boolean>) =>
        Exit.isSuccess(exit) && !exit.value ? Effect.void : Deferred.succeed(over, undefined)
      fibers.push(run(Effect.onExit(work, ended)))
    }
    const made = makeWire()
    const host = { clock: yield* Effect.clock, wake, turn }
    const session = new Session(own, perform, host, "req_1", release(made.sent))
    session.open(made.wire)
    wake(session)
    return yield* Effect.gen(() => scenario(session, made, { fibers, over: Deferred.await(over) }))
  }).pipe(Effect.provide(TestContext.TestContext), Effect.runPromise)

const echo: CommandHandler<string, string> = (command, handle) =>
  command === "end" ? handle.close(1000, "over") : Effect.sync(() => handle.send(command))

test("a large frame is not read before its turn, and what comes behind it neither", () => {
  const large = "x".repeat(20_000)
  const turn = Effect.runSync(Effect.makeLatch(false))
  return scene(
    echo,
    function* (session, { sent }, running) {
      for (const frame of ["a", large, "b", "end"]) session.receive(frame)
      for (let at = 0; at < 20; at++) yield* Effect.yieldNow()
      expect(sent).not.toContain(large)
      expect(sent).not.toContain("b")
      yield* turn.open
      yield* running.over
      expect(sent.filter((frame) => ["a", large, "b"].includes(frame))).toEqual(["a", large, "b"])
    },
    machine,
    undefined,
    turn.await
  )
})

test("a session's inputs are worked through in their order, and none after the end", async () => {
  const sent = await scene(echo, function* (session, { sent }, running) {
    for (const frame of ["a", "b", "end", "c"]) session.receive(frame)
    session.tick()
    yield* running.over
    return sent
  })
  expect(sent).toEqual(["a", "b", "close 1000 over"])
})

test("a machine is told that its socket is open before all else, and once", async () => {
  const told: Array<string> = []
  const step: typeof machine.step = (state, input, now) => {
    told.push(typeof input === "string" ? input : input._tag)
    return machine.step(state, input, now)
  }
  await scene(
    echo,
    function* (session, _, running) {
      session.receive("a")
      session.tick()
      session.vanish()
      yield* running.over
    },
    { ...machine, step }
  )
  expect(told).toEqual(["Opened", "a", "Tick", "Gone"])
})

test("frames beyond those that may wait are dropped, and the machine is told once", async () => {
  const sent = await scene(echo, function* (session, { sent }, running) {
    for (let count = 0; count < MOST_WAITING.frames; count++) session.receive("a")
    session.tick()
    for (let count = 0; count < MOST_WAITING.frames; count++) session.receive("a")
    session.vanish()
    yield* running.over
    return sent
  })
  expect(sent.filter((line) => line === "a")).toHaveLength(MOST_WAITING.frames)
  expect(sent.filter((line) => line === "flooded")).toHaveLength(1)
  expect(sent.at(-1)).toBe("gone")
})

test("many small frames and few large ones may wait alike, where the socket says so", async () => {
  const room = { frames: 1_000, bytes: 5_000 }
  const waiting = (frame: Uint8Array, count: number) =>
    scene(
      echo,
      function* (session, { sent }, running) {
        for (let at = 0; at < count; at++) session.receive(frame)
        yield* Effect.yieldNow()
        session.receive(frame)
        session.vanish()
        yield* running.over
        return sent.filter((line) => line === "flooded").length
      },
      { ...machine, read: () => "frame", queueLimit: room }
    )
  expect(await waiting(new Uint8Array(1), 1_000)).toBe(0)
  expect(await waiting(new Uint8Array(1), 1_001)).toBe(1)
  expect(await waiting(new Uint8Array(2_500), 2)).toBe(0)
  expect(await waiting(new Uint8Array(2_500), 3)).toBe(1)
})

test("frames that come at once are read one after the other, and after each large one others have their turn", async () => {
  const large = "a".repeat(64 * 1024)
  let turns = 0
  const readAt: Array<number> = []
  const counting = {
    ...machine,
    read: (frame: string | Uint8Array) => {
      readAt.push(turns)
      return String(frame).slice(0, 1)
    }
  }
  await scene(
    echo,
    function* (session, _, running) {
      let isOver = false
      const turn = () => {
        turns++
        if (!isOver) setImmediate(turn)
      }
      setImmediate(turn)
      for (let at = 0; at < 20; at++) session.receive(large)
      expect(readAt).toEqual([])
      session.vanish()
      yield* running.over
      isOver = true
    },
    counting
  )
  expect(new Set(readAt).size).toBe(20)
})

const paced: CommandHandler<string, string> = (command, handle) =>
  command === "large"
    ? Effect.fork(
        Effect.zipRight(
          handle.pace,
          Effect.sync(() => handle.send("large"))
        )
      )
    : echo(command, handle)

test("large frames wait while much is unread, and small ones do not", async () => {
  await scene(paced, function* (session, { sent, wire }) {
    wire.unsent = MOST_UNSENT + 1
    session.receive("large")
    session.receive("small")
    yield* TestClock.adjust("10 seconds")
    expect(sent).toEqual(["small"])
    wire.unsent = MOST_UNSENT
    yield* TestClock.adjust("1 second")
    expect(sent).toEqual(["small", "large"])
  })
})

longTest(
  "a reader that reads slowly is waited for; one that stops for half a minute is told to the machine",
  async () => {
    await scene(paced, function* (session, { sent, wire }) {
      wire.unsent = 2 * MOST_UNSENT
      session.receive("large")
      for (let count = 0; count < 2; count++) {
        yield* TestClock.adjust("25 seconds")
        wire.unsent--
      }
      expect(sent).toEqual([])
      yield* TestClock.adjust("31 seconds")
      expect(sent).toEqual(["stalled"])
    })
  }
)

test("a close waits until what was sent before is read, but not for a client that does not read", async () => {
  for (const reads of [true, false]) {
    await scene(echo, function* (session, { sent, wire }, running) {
      wire.unsent = 10
      session.receive("end")
      yield* TestClock.adjust("4 seconds")
      expect(sent).toEqual([])
      if (reads) wire.unsent = 0
      yield* TestClock.adjust(reads ? "1 second" : "2 seconds")
      expect(sent).toEqual([reads ? "close 1000 over" : "terminated"])
      yield* running.over
    })
  }
})

/** What a client is told of a fault: the envelope without the cause, and the close code. */
const toldOfFault = (sent: ReadonlyArray<string>) => {
  const [event = "", goodbye] = sent.slice(-2)
  expect(JSON.parse(event)).toMatchObject({
    type: "error",
    status: 500,
    error: { code: "INTERNAL_ERROR", request_id: "req_1" }
  })
  expect(event).not.toContain("broken")
  expect(goodbye).toBe("close 1011 the server ended this session")
}

const broken = (): never => {
  throw new Error("broken")
}

test.each<[string, CommandHandler<string, string>, Partial<typeof machine>]>([
  ["a command fails", () => Effect.dieMessage("broken"), {}],
  ["a command throws", broken, {}],
  ["a command throws later", () => Effect.sync(broken), {}],
  ["a frame's reader throws", echo, { read: broken }],
  ["the machine throws", echo, { step: broken }],
  ["the machine cannot say whether it is over", echo, { isOver: broken }]
])("where %s, the client is told of a fault, and the socket closes with 1011", async (_, perform, own) => {
  const sent = await scene(
    perform,
    function* (session, { sent }, running) {
      expect(() => session.receive("a")).not.toThrow()
      yield* running.over
      session.receive("b")
      session.vanish()
      expect(running.fibers).toHaveLength(1)
      return sent
    },
    { ...machine, ...own }
  )
  toldOfFault(sent)
})

test("a deadline that throws ends its own socket, and not the clock of all", async () => {
  const sent = await scene(
    echo,
    function* (session, { sent }, running) {
      expect(session.deadline()).toBe(Number.POSITIVE_INFINITY)
      yield* running.over
      return sent
    },
    { ...machine, deadline: broken }
  )
  toldOfFault(sent)
})

test("an input that comes once its socket is over is not kept", async () => {
  await scene(echo, function* (session, { sent }, running) {
    session.receive("end")
    yield* running.over
    for (let count = 0; count < MOST_WAITING.frames; count++) session.receive("a")
    yield* Effect.yieldNow()
    expect(sent).toEqual(["close 1000 over"])
    expect(running.fibers).toHaveLength(1)
  })
})

test("the end of the server closes a socket with 1001", async () => {
  const ended = await scene(echo, function* (session, { sent }, { fibers, over }) {
    yield* Effect.yieldNow()
    session.drain()
    yield* Effect.yieldNow()
    yield* Fiber.interruptAll(fibers)
    yield* over
    return sent
  })
  expect(ended).toEqual(["draining", "close 1001 the server ended this session"])
})

test("a session that waits has no fiber; the next input gives it one, and they never overlap", async () => {
  await scene(echo, function* (session, { sent }, { fibers }) {
    yield* Fiber.join(fibers[0] ?? Fiber.never)
    for (const [at, frames] of [["a"], ["b", "c"], ["d"]].entries()) {
      for (const frame of frames) session.receive(frame)
      expect(fibers).toHaveLength(at + 2)
      expect(yield* Fiber.join(fibers[at + 1] ?? Fiber.never)).toBe(false)
    }
    expect(sent).toEqual(["a", "b", "c", "d"])
  })
})

test("a command that goes on has one fiber beside its session, and the end of the socket ends it", async () => {
  const lasting: CommandHandler<string, string> = (command, handle) =>
    command === "last"
      ? Effect.fork(Effect.onInterrupt(Effect.never, () => Effect.sync(() => handle.send("interrupted"))))
      : echo(command, handle)
  await scene(lasting, function* (session, { sent }, { fibers, over }) {
    session.receive("last")
    yield* TestClock.adjust("1 minute")
    session.receive("a")
    yield* TestClock.adjust("1 minute")
    expect(fibers).toHaveLength(1)
    session.receive("end")
    yield* over
    yield* Fiber.awaitAll(fibers)
    expect(sent).toEqual(["a", "close 1000 over", "interrupted"])
  })
})

test("a socket's resources are given back before its close is sent, however it is closed", async () => {
  const free = (sent: Array<string>) => Effect.sync(() => sent.push("released"))
  const broken: CommandHandler<string, string> = (command, handle) =>
    command === "break" ? Effect.die("a fault") : echo(command, handle)
  for (const frame of ["end", "break"]) {
    const sent = await scene(
      broken,
      function* (session, { sent }, running) {
        session.receive(frame)
        yield* running.over
        return sent
      },
      machine,
      free
    )
    const at = sent.findIndex((line) => line.startsWith("close"))
    expect(sent[at - 1]).toBe("released")
  }
})

test.each<[string, (bytes: number) => string | Uint8Array]>([
  ["text", (bytes) => "x".repeat(bytes)],
  ["text of three bytes a character", (bytes) => "ሰ".repeat(Math.floor(bytes / 3)) + "x".repeat(bytes % 3)],
  ["binary", (bytes) => new Uint8Array(bytes)]
])("a frame of over 256 KiB is told once, and nothing behind it is taken: %s", (_, frameOf) => {
  const lengths: Array<number> = []
  const read = (frame: string | Uint8Array) => {
    lengths.push(typeof frame === "string" ? Buffer.byteLength(frame) : frame.length)
    return "read"
  }
  return scene(
    echo,
    function* (session, { sent }, running) {
      session.receive(frameOf(256 * 1024))
      session.receive(frameOf(256 * 1024 + 1))
      session.receive(frameOf(256 * 1024 + 1))
      session.receive("behind")
      session.vanish()
      yield* running.over
      expect([lengths, sent]).toEqual([[256 * 1024], ["read", "oversized", "gone"]])
    },
    { ...machine, read }
  )
})
