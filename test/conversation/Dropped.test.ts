/** Two hundred callers whose line breaks at random points: nothing of theirs is left behind, and each turn is billed once at most. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { join } from "node:path"
import { FastCheck as fc } from "effect"
import { faults, running } from "../chaos/Books.ts"
import { makeSpeaker } from "../engines/recognizer/sounds.ts"
import { API_KEY, call, startServer, type TestServer } from "../support/Server.ts"
import { Caller } from "./Caller.ts"

const CALLERS = 200
const AT_ONCE = 10
/** Milliseconds within which a line breaks: while somebody speaks, waits, or listens. */
const MOST = 2_500

let server: TestServer
beforeAll(async () => {
  server = await startServer({ QAL_MAX_CONVERSATIONS_PER_KEY: "300", QAL_BOOTSTRAP_CREDIT: "5000" })
})
afterAll(() => server.dispose())

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

test("no job, worker, hold or socket is left of 200 lines that broke, and the ledger adds up", async () => {
  const speak = await makeSpeaker()
  const { samples } = speak({
    text: "ሰላም ነው እንዴት ነህ",
    language: "am",
    variant: "m3",
    pitch: 46,
    wordsPerMinute: 165,
    inPieces: false
  })
  const delays = [...fc.sample(fc.integer({ min: 0, max: MOST }), CALLERS)]
  const drop = async (): Promise<void> => {
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
  await Promise.all(Array.from({ length: AT_ONCE }, drop))
  expect(await until(async () => (await gauge("qal_sockets_open")) === 0)).toBe(true)
  expect(await until(async () => (await gauge('qal_jobs_running{operation="conversation"}')) === 0)).toBe(true)
  expect(await until(async () => (await gauge("qal_worker_queue_depth")) === 0)).toBe(true)

  const folder = join(server.folder, "data")
  expect(running(folder)).toBe(0)
  expect(faults(folder)).toEqual([])

  // All places are free: as many as there may be at once can still be had, and are answered.
  const { status } = await call(server, "GET", "/api/v1/voice/usage")
  expect(status).toBe(200)
  const caller = await Caller.connect(server, `apiKey=${API_KEY}`)
  await caller.next("ready", 0)
  caller.sound(samples)
  caller.send({ type: "audio.finish" })
  await caller.next("complete", 0)
  caller.hangUp()
  expect(server.output()).not.toContain('"level":"error"')
}, 180_000)
