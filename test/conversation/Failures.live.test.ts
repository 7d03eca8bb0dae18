/** Conversations whose engines fail, or whose server stops: nothing is charged that was not given. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { faults, running } from "../chaos/Books.ts"
import { type Mood, serveEngines } from "../chaos/Engines.ts"
import { makeSpeaker } from "../engines/recognizer/sounds.ts"
import { startServer, type TestServer } from "../support/Server.ts"
import type { Caller } from "./Caller.ts"
import { charges, closed, errors, ring, SHORT, told, walletOf } from "./Lines.ts"

describe("engines that fail", () => {
  let attached: TestServer
  let moods: Readonly<Record<string, Mood>> = {}
  const engines = serveEngines((path) => moods[path.split("/").at(-1) ?? ""] ?? "well")
  let words: Int16Array
  beforeAll(async () => {
    attached = await startServer(engines.settings)
    const speak = await makeSpeaker()
    const voice = { language: "am", variant: "m3", pitch: 46, wordsPerMinute: 165, inPieces: false } as const
    words = speak({ text: "ሰላም ነው እንዴት ነህ", ...voice }).samples
  })
  afterAll(async () => {
    await attached.dispose()
    await engines.stop()
  })

  const speak = (caller: Caller): void => {
    caller.sound(words)
    caller.send({ type: "audio.finish" })
  }

  test.each([
    ["the model", "completions", "crashes"],
    ["the model", "completions", "refuses"],
    ["the model, in the middle", "completions", "cuts"],
    ["the voice", "speech", "crashes"],
    ["the voice, with what is no sound", "speech", "lies"],
    ["the recogniser", "transcriptions", "crashes"],
    ["the recogniser, with what is no text", "transcriptions", "lies"]
  ] as const)(
    "%s (%s %s): a turn whose engine fails costs nothing, and the next one is answered",
    async (_, path, mood) => {
      const { key, walletId } = await walletOf(100, attached)
      const caller = await ring(key, attached)
      moods = { [path]: mood }
      speak(caller)
      const { text } = await caller.next("error", 0)
      expect(text).toMatch(/^PROVIDER_|^LANGUAGE_CAPACITY/)
      expect(await charges(walletId, attached)).toEqual([])
      moods = {}
      const from = caller.said.length
      speak(caller)
      await caller.next("complete", from)
      expect(caller.said.slice(from).filter(({ kind }) => kind === "error")).toEqual([])
      // Half a second, as the voice has it.
      expect(caller.soundSince(from).length).toBe(12_000)
      expect(told(caller)).toEqual(await charges(walletId, attached))
      caller.hangUp()
    },
    60_000
  )

  test("a model that hangs is given up when the user goes on, and costs nothing", async () => {
    const { key, walletId } = await walletOf(100, attached)
    const caller = await ring(key, attached)
    moods = { completions: "hangs" }
    caller.send({ text: SHORT })
    await Bun.sleep(500)
    moods = {}
    caller.send({ text: SHORT })
    await caller.next("sound", 0)
    await caller.next(
      "usage",
      caller.said.findIndex(({ kind }) => kind === "sound")
    )
    expect(errors(caller)).toEqual([])
    const paid = (await charges(walletId, attached)).filter((micros) => micros > 0)
    expect(paid).toHaveLength(1)
    expect(told(caller).filter((micros) => micros > 0)).toEqual(paid)
    caller.hangUp()
  }, 60_000)
})

describe("a server that stops", () => {
  test.each([
    ["20", /complete/],
    ["1", undefined]
  ] as const)(
    "a server that stops in the middle of an answer ends the session with 1001 (%s seconds), with right books",
    async (seconds, last) => {
      await using own = await startServer({ QAL_SHUTDOWN_SECONDS: seconds })
      const { key, walletId } = await walletOf(100, own)
      const caller = await ring(key, own)
      caller.send({ text: SHORT })
      await caller.next("sound", 0)
      const stopped = own.stop()
      expect(await closed(caller, 30_000)).toBe(1001)
      expect(await stopped).toBe(0)
      expect(await running(own)).toBe(0)
      expect(await faults(own)).toEqual([])
      if (last !== undefined) expect(caller.said.map(({ kind }) => kind).join(" ")).toMatch(last)
      const paid = await charges(walletId, own)
      // What is told is charged; at the deadline there may be no time to tell it.
      expect(told(caller).length === 0 ? [] : paid).toEqual(told(caller))
      expect(paid.length).toBeLessThanOrEqual(1)
    },
    90_000
  )
})
