/** One turn that is spoken to a running server; `bun run test:all live` has whole conversations, in rooms and with echo. */
import { expect, test } from "bun:test"
import { makeSpeaker } from "../engines/recognizer/sounds.ts"
import { lentServerForFile } from "../support/ForFile.ts"
import { charges, ring, told } from "./Lines.ts"

const server = lentServerForFile()

test("a spoken turn is transcribed and answered aloud, and charged once as it was reported", async () => {
  const speak = await makeSpeaker()
  const voice = { language: "am", variant: "m3", pitch: 46, wordsPerMinute: 165, inPieces: false } as const
  const caller = await ring(server.key, server)
  caller.sound(speak({ text: "ሰላም ነው እንዴት ነህ", ...voice }).samples)
  caller.send({ type: "audio.finish" })
  const { text: heard } = await caller.next("heard", 0)
  await caller.next("usage", 0)
  caller.hangUp()
  expect(heard).toContain("ሰላም")
  expect(caller.soundSince(0).length).toBeGreaterThan(12_000)
  const charged = await charges(server.walletId, server)
  expect(charged).toHaveLength(1)
  expect(charged).toEqual([...told(caller)])
})
