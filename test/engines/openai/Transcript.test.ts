/** What servers say of the words that they could not time is read all the same, and no text is lost over it. */
import { expect, test } from "bun:test"
import { FastCheck, Option } from "effect"
import * as Transcript from "../../../src/engines/openai/Transcript.ts"
import { forAll } from "../../support/Property.ts"

const SECONDS = 4

/** The transcript of an answer, as JSON or as its value. */
const read = (answer: unknown, seconds = SECONDS) =>
  Option.getOrThrow(Transcript.whole(typeof answer === "string" ? answer : JSON.stringify(answer), seconds))

const texts = (answer: unknown) => read(answer).words.map(({ text }) => text)
const times = (answer: unknown) =>
  read(answer).words.map(({ end, start }) => [start, end].map((time) => Math.round(100 * time) / 100))

const TEXT = "ዋጋው 250 ብር ነው"
const before = { word: "ዋጋው", start: 0.5, end: 1 }
const after = [
  { word: "ብር", start: 2, end: 2.4 },
  { word: "ነው", start: 2.5, end: 3 }
]

test.each([
  ["nothing", {}],
  ["null", { start: null, end: null, score: null }],
  ["a start alone", { start: 1.2 }],
  ["a start and null", { start: 1.2, end: null }],
  ["an end alone", { end: 1.7 }],
  ["negative times", { start: -3, end: -1 }],
  ["times behind the sound", { start: 99, end: 120 }],
  ["an end before the start", { start: 1.4, end: 1.1 }],
  ["times in words", { start: "1.2", end: "soon" }]
])("a word of which a server says %s as times keeps its place, and times between its neighbours'", (_, said) => {
  const answer = { text: TEXT, words: [before, { word: "250", ...said }, ...after] }
  expect(read(answer).text).toBe(TEXT)
  expect(texts(answer)).toEqual(["ዋጋው", "250", "ብር", "ነው"])
  const [first, second = [], ...others] = times(answer)
  expect([first, ...others]).toEqual([
    [0.5, 1],
    [2, 2.4],
    [2.5, 3]
  ])
  const [start = -1, end = -1] = second
  expect(start).toBeGreaterThanOrEqual(1)
  expect(end).toBeGreaterThan(start)
  expect(end).toBeLessThanOrEqual(2)
})

test("words without times share the time to the next word, the first from the beginning and the last to the end", () => {
  const answer = { text: "አንድ ሁለት ሦስት አራት", words: ["አንድ", "ሁለት", "ሦስት", "አራት"].map((word) => ({ word })) }
  expect(times(answer)).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 4]
  ])
  const middle = { text: "አንድ ሁለት ሦስት", words: [{ word: "አንድ" }, { word: "ሁለት", start: 2, end: 2.5 }, { word: "ሦስት" }] }
  expect(times(middle)).toEqual([
    [0, 2],
    [2, 2.5],
    [2.5, 4]
  ])
})

test("the words of segments are read too, and segments without times, without words or that are none are passed over", () => {
  const segments = [
    { start: null, end: null, avg_logprob: null, text: "ዋጋው", words: [before] },
    { start: -1, avg_logprob: "loud", words: [{ word: "250" }] },
    { words: null },
    "no segment",
    { start: 2, end: 3, words: after }
  ]
  for (const words of [undefined, null, []]) expect(texts({ text: TEXT, words, segments })).toEqual(TEXT.split(" "))
  expect(read({ text: TEXT, segments: { 0: {} } })).toEqual({ text: TEXT, words: [], confidence: 0.5 })
  expect(read({ text: TEXT, words: "none", segments: null }).words).toEqual([])
})

test("what Python writes for numbers that are none is read as nothing known, and left alone in a text", () => {
  const json = `{"text": "NaN ነው \\\\", "words": [{"word": "NaN", "start": NaN, "end": -Infinity, "score": NaN},
    {"word": "ነው \\\\", "start": 1.5, "end": Infinity}], "segments": [{"start": NaN, "end": NaN, "avg_logprob": NaN}]}`
  const { confidence, text, words } = read(json)
  expect(text).toBe("NaN ነው \\")
  expect(words.map((word) => word.text)).toEqual(["NaN", "ነው \\"])
  expect(words.every(({ end, start }) => start >= 0 && start < end && end <= SECONDS)).toBe(true)
  expect(confidence).toBe(0.5)
})

test("WhisperX's score of a word is its probability", () => {
  const words = [
    { word: "ሰላም", start: 0.1, end: 0.5, score: 0.9 },
    { word: "ልጅ", score: 0.7 }
  ]
  expect(read({ text: "ሰላም ልጅ", words }).confidence).toBeCloseTo(0.8, 5)
})

test("words that come out of order are put in that of the text, or of their times", () => {
  const [one, two] = [
    { word: "ሰላም", start: 0.2, end: 0.5 },
    { word: "ልጅ", start: 1, end: 1.4 }
  ]
  expect(texts({ text: "ሰላም ልጅ", words: [two, one] })).toEqual(["ሰላም", "ልጅ"])
  // Where they spell the text, their times are what is out of order.
  const spelled = { text: "ልጅ ሰላም", words: [two, one] }
  expect(texts(spelled)).toEqual(["ልጅ", "ሰላም"])
  expect(times(spelled)).toEqual([
    [1, 1.4],
    [1.4, 4]
  ])
})

test("in an answer in pieces a probability that is no number is not counted, and fails nothing", () => {
  const { take, transcript } = Transcript.makeCollector()
  expect(
    take("", `{"type":"transcript.text.delta","delta":"ሰላም","logprobs":[{"logprob":null},{"token":"x"}]}`)._tag
  ).toBe("Text")
  expect(take("", `{"type":"transcript.text.done","text":"ሰላም","logprobs":[{"logprob":NaN}]}`)._tag).toBe("Done")
  expect(transcript()).toEqual({ text: "ሰላም", words: [], confidence: 0.5 })
})

test("words that are far more than the text are none of it", () => {
  const words = Array.from({ length: 1_000 }, () => ({ word: "ሰላም", start: 0, end: 1 }))
  expect(read({ text: "ሰላም", words })).toEqual({ text: "ሰላም", words: [], confidence: 0.5 })
})

test("an answer without a text is none", () => {
  for (const answer of ["", "NaN", "[]", `{"text":NaN}`, `{"words":[]}`, `{"text":"`])
    expect(Option.isNone(Transcript.whole(answer, SECONDS))).toBe(true)
})

test("a long answer that is no JSON is refused without beginning again at each of its quotation marks", () => {
  expect(Option.isNone(Transcript.whole(`NaN${'\\"'.repeat(500_000)}`, SECONDS))).toBe(true)
})

const anyTime = FastCheck.oneof(
  FastCheck.constantFrom(undefined, null, Number.NaN, -1, 1e9, "1"),
  FastCheck.double({ min: 0, max: SECONDS, noNaN: true })
)
const anyWord = FastCheck.record({
  word: FastCheck.constantFrom("ሰላም", "ልጅ", "250", " ነው "),
  start: anyTime,
  end: anyTime
})

test("whatever times a server gives, every word is there once, none begins before the one before, and all end in the sound", () => {
  forAll({}, FastCheck.array(anyWord, { maxLength: 12 }), (words) => {
    const text = words.map(({ word }) => word.trim()).join(" ")
    const timed = read({ text, words }).words
    expect(timed.map((word) => word.text).join(" ")).toBe(text)
    let last = 0
    for (const { end, start } of timed) {
      expect(start).toBeGreaterThanOrEqual(last)
      expect(end).toBeGreaterThanOrEqual(start)
      expect(end).toBeLessThanOrEqual(SECONDS + 1e-9)
      last = start
    }
  })
})
