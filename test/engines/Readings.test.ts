import { expect, test } from "bun:test"
import { Effect } from "effect"
import { durations } from "../../src/engines/espeak/EspeakDurations.ts"
import { makeReader, readPhrases } from "../../src/engines/Readings.ts"

const sentence = "ዛሬ 25 ሰዎች መጡ። "

test("a text is read by phrases, with the client's own words, and its phrases joined are the text", async () => {
  const text = `${sentence}Qal ነው።`
  const read = await Effect.runPromise(makeReader()("am", text, [["Qal", "ቃል"]]))
  expect(read).toEqual(readPhrases("am", text, [["Qal", "ቃል"]]))
  expect(read.map((phrase) => phrase.text).join("")).toBe(text)
  expect(read.map(({ reading }) => reading.words).join("")).toBe("ዛሬ ሃያ አምስት ሰዎች መጡ። ቃል ነው።")
})

test("the event loop turns while a long text is read, and the reading is the same", async () => {
  const text = sentence.repeat(300)
  let turns = 0
  let isRead = false
  const count = () => {
    turns++
    if (!isRead) setImmediate(count)
  }
  setImmediate(count)
  const read = await Effect.runPromise(makeReader()("am", text, []))
  isRead = true
  expect(turns).toBeGreaterThanOrEqual(3)
  expect(read).toEqual(readPhrases("am", text))
})

test("how long a text is spoken is that of its reading, whatever stands in the text", () => {
  const [phrase] = readPhrases("am", "ዛሬ")
  const [longer] = readPhrases("am", "ዛሬ ጥሩ ቀን ነው")
  if (phrase === undefined || longer === undefined) return expect.unreachable()
  const secondsOf = (reading: typeof phrase.reading) =>
    durations({ phrases: [{ ...phrase, reading }], voice: { language: "am", rate: 170 }, speed: 1 })
  const [own, other] = [secondsOf(phrase.reading), secondsOf(longer.reading)]
  for (const name of ["likely", "held", "longest"] as const) expect(other[name]).toBeGreaterThan(1.5 * own[name])
})
