/** Lines of what was heard, their translation, and the times of its words. */
import { expect, test } from "bun:test"
import { Effect, FastCheck } from "effect"
import * as Money from "../../src/billing/Money.ts"
import * as Spoken from "../../src/openai/SpokenTranslation.ts"
import * as Captions from "../../src/transcription/Captions.ts"
import type { TranslationRequest } from "../../src/translation/Api.ts"
import { forAll } from "../support/Property.ts"

const FREE = Money.fromMicros(0)

/** Translates each line by its number of words. */
const counting = (asked: Array<TranslationRequest>) => ({
  plan: (request: TranslationRequest) => {
    asked.push(request)
    const translation = request.text
      .split("\n")
      .map((line) => line.replace(/\S+/g, "w"))
      .join("\n")
    const { source_language, target_language } = request
    const usage_metadata = { prompt_token_count: 1, candidates_token_count: 1, total_token_count: 2 }
    const result = { translation, source_language, target_language, quality: "high", usage_metadata } as const
    return { estimate: FREE, work: Effect.succeed({ price: FREE, worth: FREE, result }) }
  }
})

const heard = (words: ReadonlyArray<Captions.TimedWord>, seconds: number) => ({
  final: {
    _tag: "Final" as const,
    text: words.map(({ text }) => text).join(" "),
    words: words.map((word) => ({ ...word, confidence: 1 })),
    confidence: 1
  },
  samples: seconds * 16_000,
  warnings: [],
  seconds,
  computeMillis: 1
})

const translated = (words: ReadonlyArray<Captions.TimedWord>, seconds: number, asked: Array<TranslationRequest> = []) =>
  Effect.runSync(Spoken.toEnglish(counting(asked), "om").run(heard(words, seconds), () => Effect.void)).translation

test("a translation's words are divided into lines where nobody speaks for half a second", () => {
  const asked: Array<TranslationRequest> = []
  const words = [
    { text: "Akkam", start: 0, end: 0.4 },
    { text: "jirta", start: 0.89, end: 1.2 },
    { text: "Roobni", start: 1.7, end: 2 },
    { text: "hin\nrobu", start: 2, end: 2.4 }
  ]
  const translation = translated(words, 3, asked)
  expect(asked.map(({ source_language, target_language, text }) => [source_language, target_language, text])).toEqual([
    ["om", "en", "Akkam jirta\nRoobni hin robu"]
  ])
  expect(translation.lines).toEqual([
    { text: "w w", start: 0, end: 1.2 },
    { text: "w w w", start: 1.7, end: 2.4 }
  ])
  expect(Spoken.textOf(translation)).toBe("w w w w w")
})

test("words timed without their punctuation are translated with it", () => {
  const asked: Array<TranslationRequest> = []
  const words = ["ሰላም", "እንዴት", "ነህ"].map((text, at) => ({ text, start: at, end: at + 0.9 }))
  const { final, ...rest } = heard(words, 3)
  const run = (text: string) =>
    Effect.runSync(
      Spoken.toEnglish(counting(asked), "am").run({ ...rest, final: { ...final, text } }, () => Effect.void)
    )
  run("ሰላም፣ እንዴት ነህ?")
  run("ሰላም፣ እንዴት፣ እንዴት ነህ?")
  expect(asked.map(({ text }) => text)).toEqual(["ሰላም፣ እንዴት ነህ?", "ሰላም እንዴት ነህ"])
})

test("an untimed transcript is one line of a translation, and an empty one is none", () => {
  const { lines } = Effect.runSync(
    Spoken.toEnglish(counting([]), "am").run(
      { ...heard([], 2), final: { _tag: "Final", text: "ሰላም ነው", words: [], confidence: 1 } },
      () => Effect.void
    )
  ).translation
  expect(lines).toEqual([{ text: "w w", start: 0, end: 2 }])
  expect(translated([], 2).lines).toEqual([])
})

test("no word of a translation is lost, and their times are in order, within their lines, also as captions", () => {
  const word = FastCheck.record({
    text: FastCheck.string({ minLength: 1, maxLength: 60, unit: FastCheck.constantFrom("a", "ሰ", "é") }),
    gap: FastCheck.double({ min: 0, max: 2, noNaN: true }),
    length: FastCheck.double({ min: 0, max: 3, noNaN: true })
  })
  forAll({}, FastCheck.array(word, { maxLength: 60 }), (spoken) => {
    let now = 0
    const words = spoken.map(({ gap, length, text }) => {
      const start = now + gap
      now = start + length
      return { text, start, end: now }
    })
    const translation = translated(words, now)
    const timed = Spoken.words(translation)
    expect(timed.map(({ text }) => text).join(" ")).toBe(Spoken.textOf(translation))
    const times = timed.flatMap(({ end, start }) => [start, end])
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(times.every((time) => Number.isFinite(time) && time <= now + 0.01)).toBe(true)
    const cues = Captions.cues(timed)
    expect(cues.flatMap(({ lines }) => lines).join(" ")).toBe(Spoken.textOf(translation))
  })
})
