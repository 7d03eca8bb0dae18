/** Two hundred callers whose line breaks at random points: nothing of theirs is left behind, and each turn is billed once at most. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { FastCheck as fc } from "effect"
import { faults, running } from "../chaos/Books.ts"
import { makeSpeaker } from "../engines/recognizer/sounds.ts"
import { API_KEY, startServer, type TestServer } from "../support/Server.ts"
import { Caller } from "./Caller.ts"

/** Before them, so many start every pool and fill every cache. */
const FIRST = 60
const CALLERS = 200
const AT_ONCE = 10
/** Rounds of so many callers until one leaves nothing. */
const ROUNDS = 3
/** Bytes of the heap that 200 callers may leave behind: 10 KB each, where a second of sound has 32. */
const MOST_LEFT = 2_000_000
/** Milliseconds within which a line breaks: while somebody speaks, waits, or listens. */
const MOST = 2_500

const ROOT = join(import.meta.dir, "../..")
const PROGRAM = [process.execPath, "--preload", join(ROOT, "test/support/Heap.ts"), join(ROOT, "src/main.ts")]
const heapFile = join(tmpdir(), `qal-heap-${process.pid}`)

let server: TestServer
beforeAll(async () => {
  server = await startServer(
    { QAL_MAX_CONVERSATIONS_PER_KEY: "300", QAL_BOOTSTRAP_CREDIT: "5000", QAL_TEST_HEAP: heapFile },
    PROGRAM
  )
})
afterAll(async () => {
  await server.dispose()
  rmSync(heapFile, { force: true })
})

const gauge = async (name: string): Promise<number> => {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const lines = text.split("\n").filter((line) => line.startsWith(name))
  return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0)
}

/** Waits until `isSo`. */
const until = async (isSo: () => Promise<boolean>): Promise<boolean> => {
  for (const end = performance.now() + 30_000; performance.now() < end; await Bun.sleep(100))
    if (await isSo()) return true
  return false
}

/** Bytes of the server's heap without what is garbage. The first collection ends what waits for it. */
const heap = async (): Promise<number> => {
  let bytes = 0
  for (let collection = 0; collection < 3; collection++) {
    rmSync(heapFile, { force: true })
    process.kill(server.pid(), "SIGUSR2")
    expect(await until(async () => existsSync(heapFile) && readFileSync(heapFile, "utf8") !== "")).toBe(true)
    bytes = Number(readFileSync(heapFile, "utf8"))
  }
  return bytes
}

const isIdle = async (): Promise<boolean> =>
  (await gauge("qal_sockets_open")) === 0 &&
  (await gauge('qal_jobs_running{operation="conversation"}')) === 0 &&
  (await gauge("qal_worker_queue_depth")) === 0

test("200 broken connections leave no job, worker, hold, socket or memory, and the ledger adds up", async () => {
  const speak = await makeSpeaker()
  const { samples } = speak({
    text: "ሰላም ነው እንዴት ነህ",
    language: "am",
    variant: "m3",
    pitch: 46,
    wordsPerMinute: 165,
    inPieces: false
  })
  const drop = async (delays: Array<number>): Promise<void> => {
    for (let delay = delays.pop(); delay !== undefined; delay = delays.pop()) {
      const caller = await Caller.connect(server, `apiKey=${API_KEY}`)
      // Half of them at the pace of speech, half all at once and typing over the answer.
      if (delay % 2 === 0) {
        caller.say(samples)
        caller.live()
      } else {
        caller.sound(samples)
        caller.send({ type: "audio.finish" })
        if (delay % 3 === 0) caller.send({ text: "ሰላም" })
      }
      await Bun.sleep(delay)
      caller.drop()
    }
  }
  const dropMany = async (count: number): Promise<void> => {
    const delays = [...fc.sample(fc.integer({ min: 0, max: MOST }), count)]
    await Promise.all(Array.from({ length: AT_ONCE }, () => drop(delays)))
    expect(await until(isIdle)).toBe(true)
  }
  await dropMany(FIRST)
  // What is left behind adds up with every round; a cache that grew or code that was compiled does so once.
  const left: Array<number> = []
  for (let before = await heap(), round = 0; round < ROUNDS && !(Math.min(...left) < MOST_LEFT); round++) {
    await dropMany(CALLERS)
    const after = await heap()
    left.push(after - before)
    before = after
  }
  expect(Math.min(...left)).toBeLessThan(MOST_LEFT)

  expect(await running(server)).toBe(0)
  expect(await faults(server)).toEqual([])

  // All places are free: as many as were under way at once are heard and answered.
  const callers = await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      const caller = await Caller.connect(server, `apiKey=${API_KEY}`)
      await caller.next("ready", 0)
      caller.sound(samples)
      caller.send({ type: "audio.finish" })
      return caller
    })
  )
  await Promise.all(callers.map((caller) => caller.next("complete", 0, 60_000)))
  expect(callers.flatMap(({ said }) => said.filter(({ kind }) => kind === "error"))).toEqual([])
  for (const caller of callers) caller.hangUp()
  expect(server.output()).not.toContain('"level":"error"')
}, 240_000)
