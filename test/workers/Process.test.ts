import { expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { getPriority } from "node:os"
import { join } from "node:path"
import { Effect, Fiber, type Scope } from "effect"
import * as Fragments from "../../src/workers/Fragments.ts"
import * as Pipe from "../../src/workers/Pipe.ts"
import * as Process from "../../src/workers/Process.ts"
import type { Thread, WorkerExit } from "../../src/workers/Thread.ts"
import { longTest } from "../support/Long.ts"

interface Said {
  readonly initial: string
  readonly pid: number
  readonly environment: Readonly<Record<string, string>>
  readonly priority: number
}

const MEBI = 1024 * 1024
const MEMORY = 256 * MEBI
const FILE = new URL("./Extreme.worker.ts", import.meta.url)

/** Only Linux holds processes to a limit of memory: elsewhere those tests are reported as skipped. */
const isLinux = process.platform === "linux"

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !isLinux || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))
  } catch {
    return false
  }
}
const gone = async (pid: number, seconds = 10) => {
  for (let left = seconds * 20; left > 0 && isAlive(pid); left--) await Bun.sleep(50)
  return !isAlive(pid)
}
const residentBytes = (pid: number): number => {
  const path = `/proc/${pid}/statm`
  return existsSync(path) ? Number(readFileSync(path, "utf8").split(" ")[1]) * 4096 : 0
}

const asked = (request: string) => ({ request, transfer: [], onPiece: () => {}, sent: () => {} })

const started = <A, E>(
  use: (thread: Thread<string, Said>) => Effect.Effect<A, E, Scope.Scope>,
  file = FILE
): Effect.Effect<A, E | WorkerExit> =>
  Process.spawn({ memory: MEMORY, cpuSeconds: 1 })<string, Said>(file, "born").pipe(Effect.flatMap(use), Effect.scoped)

const within = async <A, E>(use: (thread: Thread<string, Said>) => Effect.Effect<A, E, Scope.Scope>): Promise<A> =>
  Effect.runPromise(started(use))

const hello = (thread: Thread<string, Said>): Effect.Effect<Said, WorkerExit> => thread.ask(asked("hello"))

test("a child process knows nothing of the environment, and is gone with its scope", async () => {
  const said = await within(hello)
  expect(said.initial).toBe("born")
  expect(Object.keys(said.environment).filter((name) => !/^(BUN_|MIMALLOC_|DO_NOT_TRACK|NODE_)/.test(name))).toEqual([])
  expect(said.priority).toBe(Math.min(19, getPriority() + 5))
  expect(isAlive(said.pid)).toBe(false)
})

/** A request whose bytes are long, and what became of them. */
interface Carried {
  readonly bytes: Uint8Array
  readonly others: Uint8Array
  readonly name: string
}
interface Summed {
  readonly sha256: string
  readonly others: ReadonlyArray<number>
  readonly name: string
  readonly again: object
}

const carried = (bytes: Uint8Array, name = "a") => ({
  ...asked(""),
  request: { bytes, others: Uint8Array.of(1, 2), name } satisfies Carried
})

const MEBIBYTES_SENT = 9

test("a child process gets long bytes whole and in their order, and no message holds them", async () => {
  const spawn = Process.spawn({ memory: MEMORY, cpuSeconds: 5 })
  const file = new URL("./Summing.worker.ts", import.meta.url)
  await Effect.gen(function* () {
    const thread = yield* spawn<Carried, Summed>(file, "")
    for (const fill of [1, 2]) {
      const bytes = new Uint8Array(MEBIBYTES_SENT * MEBI).map((_, at) => (at * fill) % 251)
      const answer = yield* thread.ask(carried(bytes))
      const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex")
      expect(answer).toEqual({ sha256, others: [1, 2], name: "a", again: {} })
      // It is the caller's still: whoever tries again sends it again.
      expect(bytes.length).toBe(MEBIBYTES_SENT * MEBI)
    }
    const { bytes, envelope } = Pipe.divide(carried(new Uint8Array(MEBI)).request)
    expect(JSON.stringify(envelope).length).toBeLessThan(1_000)
    expect(bytes.map(({ length }) => length)).toEqual([MEBI])
  }).pipe(Effect.scoped, Effect.runPromise)
})

test("long bytes come back from a child process whole, wherever they stand, and no message holds them", async () => {
  const spawn = Process.spawn({ memory: MEMORY, cpuSeconds: 5 })
  const file = new URL("./Summing.worker.ts", import.meta.url)
  const bytes = new Uint8Array(3 * MEBI).map((_, at) => at % 251)
  const equal = (one: unknown, other: Uint8Array) => one instanceof Uint8Array && Buffer.compare(one, other) === 0
  await Effect.gen(function* () {
    const thread = yield* spawn<Carried, { readonly again: { readonly list: ReadonlyArray<unknown> } }>(file, "")
    for (let time = 0; time < 2; time++) {
      const [view, whole, short] = (yield* thread.ask(carried(bytes, "again"))).again.list
      expect([equal(view, bytes.subarray(1)), equal(short, bytes.subarray(0, 3))]).toEqual([true, true])
      expect(equal(Object.values(whole ?? {})[0], bytes)).toBe(true)
    }
  }).pipe(Effect.scoped, Effect.runPromise)
  const sent: Array<object> = []
  Fragments.send({ tag: "answer", response: [{ bytes }] }, (part) => sent.push(part))
  expect(sent.length).toBe(3 * 4 + 1)
  expect(sent.at(-1)).toEqual({ tag: "answer", response: [{ bytes: null }] })
})

test("a child process that ends before it has read long bytes is told of with its own end", async () => {
  const spawn = Process.spawn({ memory: MEMORY, cpuSeconds: 5 })
  const exit = await spawn<Carried | string, Said>(FILE, "").pipe(
    Effect.flatMap((thread) =>
      Effect.zipRight(
        Effect.sync(() => thread.send("exit")),
        Effect.flip(thread.ask(carried(new Uint8Array(MEBIBYTES_SENT * MEBI))))
      )
    ),
    Effect.scoped,
    Effect.runPromise
  )
  expect(exit).toEqual({ reason: "it exited with 7" })
})

longTest(
  "a child process that spins is ended by the operating system, which allows each request its time",
  async () => {
    const exit = await within((thread) =>
      Effect.gen(function* () {
        for (let request = 0; request < 50; request++) yield* hello(thread)
        return yield* Effect.flip(thread.ask(asked("spin")))
      })
    )
    expect(exit).toEqual({ reason: "it used up its processor time", kind: "overrun" })
  }
)

for (const kind of ["buffers", "objects", "texts", "shapes", "modules"])
  longTest.skipIf(!isLinux)(`a child process that takes all memory dies of it near its limit: ${kind}`, async () => {
    const spawn = Process.spawn({ memory: MEMORY, cpuSeconds: 20 })
    const { largest, reason } = await Effect.gen(function* () {
      const thread = yield* spawn<string, Said>(FILE, "")
      const { pid } = yield* hello(thread)
      let largest = 0
      const look = Effect.sync(() => {
        if (isAlive(pid)) largest = Math.max(largest, residentBytes(pid))
      })
      yield* Effect.forkScoped(Effect.forever(Effect.zipRight(look, Effect.sleep("10 millis"))))
      const { reason } = yield* Effect.flip(thread.ask(asked(kind)))
      return { largest, reason }
    }).pipe(Effect.scoped, Effect.runPromise)
    expect(reason).not.toBe("it used up its processor time")
    expect(largest).toBeLessThan(MEMORY + 256 * MEBI)
  })

test("a child process that died is told of with the cause", async () => {
  const deathOf = (request: string) => within((thread) => Effect.flip(thread.ask(asked(request))))
  expect(await deathOf("throw")).toEqual({ reason: "Error: as told" })
  expect(await deathOf("exit")).toEqual({ reason: "it exited with 7" })
  const missing = await Effect.runPromise(Effect.flip(started(hello, new URL("./None.worker.ts", import.meta.url))))
  expect(missing.reason).toBe("it exited with 1")
})

test("a child process whose channel has just closed fails nobody who tells or asks it something", () =>
  within((thread) =>
    Effect.gen(function* () {
      const thrown: Array<unknown> = []
      thread.onExit(() => {
        try {
          thread.send("hello")
        } catch (cause) {
          thrown.push(cause)
        }
      })
      yield* Effect.flip(thread.ask(asked("exit")))
      expect(thrown).toEqual([])
      expect((yield* Effect.flip(hello(thread))).reason).toBe("it exited with 7")
    })
  ))

test("a child process whose asker is gone is killed, and its owner hears of it", () =>
  within((thread) =>
    Effect.gen(function* () {
      const { pid } = yield* hello(thread)
      const asking = yield* Effect.fork(Effect.flip(thread.ask(asked("spin"))))
      const deaths: Array<WorkerExit> = []
      thread.onExit((exit) => deaths.push(exit))
      yield* Effect.sleep("50 millis")
      thread.abandon()
      expect((yield* Fiber.join(asking)).reason).toBe("it was ended by SIGKILL")
      expect(deaths).toHaveLength(1)
      expect(isAlive(pid)).toBe(false)
    })
  ))

for (const doing of ["hello", "spin"])
  longTest(`a child process does not outlive its parent, whom SIGKILL ends while it does this: ${doing}`, async () => {
    // A busy child sees nothing; where nothing but its processor time ends it, that takes a minute.
    const seconds = doing === "spin" && !isLinux ? 90 : 10
    const owner = Bun.spawn([process.execPath, join(import.meta.dir, "Owner.ts"), doing], { stdout: "pipe" })
    const reader = owner.stdout.getReader()
    const { value } = await reader.read()
    const pid = Number(new TextDecoder().decode(value))
    expect(isAlive(pid)).toBe(true)
    await Bun.sleep(200)
    owner.kill("SIGKILL")
    await owner.exited
    expect(await gone(pid, seconds)).toBe(true)
  })
