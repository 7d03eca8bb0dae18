import { afterAll, expect, setDefaultTimeout, test } from "bun:test"
import { Effect, FastCheck, ManagedRuntime, Stream } from "effect"
import type { Language } from "../../../src/Domain.ts"
import { mostSeconds } from "../../../src/engines/espeak/DurationBound.ts"
import { estimateSeconds } from "../../../src/engines/espeak/DurationEstimate.ts"
import { durations } from "../../../src/engines/espeak/EspeakDurations.ts"
import * as Espeak from "../../../src/engines/espeak/EspeakSynthesizer.ts"
import { readPhrases } from "../../../src/engines/Readings.ts"
import { Synthesizer } from "../../../src/engines/Synthesizer.ts"
import { phrases } from "../../../src/text/Phrases.ts"
import { read } from "../../../src/text/reading/Reading.ts"
import { forAllAsync } from "../../support/Property.ts"
import { sentences } from "./sentences.ts"

setDefaultTimeout(120_000)

const WORKERS = 2
const runtime = ManagedRuntime.make(Espeak.layer({ workers: WORKERS }))
afterAll(() => runtime.dispose())

const spokenSeconds = (language: Language, text: string, speed: number) =>
  runtime.runPromise(
    Effect.flatMap(Synthesizer, (synthesizer) =>
      synthesizer
        .speak({ voice: { id: "test", language, variant: "f2", pitch: 50, rate: 170 }, speed, phrases: phrases(text) })
        .pipe(Stream.runFold(0, (sum, { sampleRate, samples }) => sum + samples.length / sampleRate))
    )
  )

const hostile = [
  "1".repeat(200),
  "999,999,999,999 ".repeat(8),
  "1.1.1.1.1.1.1.1 ".repeat(6),
  "6 ".repeat(60),
  "12:59 31/12/2099 50% ".repeat(5),
  "፼".repeat(12),
  "፼ ".repeat(30),
  "፺፱ ".repeat(30),
  "a ⣿⣾⣽ ".repeat(10),
  `a ${"ၥၦၖ".repeat(10)}`,
  `a ${"漢字かな".repeat(10)}`,
  `a ${"ⱥⱦꝏ".repeat(10)}`,
  `a ${"=+%$@&".repeat(15)}`,
  "a. ".repeat(60),
  "a\n".repeat(60),
  "ሀ። ".repeat(60),
  "a!?!?!? ".repeat(20),
  "ዅ ዃ ቷ ᎌ ጿ ".repeat(12),
  "wwww ".repeat(20),
  "W ".repeat(60),
  "w.".repeat(30),
  "z.".repeat(30),
  "h.".repeat(30),
  "xqzt ".repeat(25),
  "bcdfghjklm".repeat(12),
  "aaaaaaaaaa ".repeat(12),
  "aaabbbaaa'aaa ".repeat(10),
  "ዓ.ም ዓ/ም ወ.ሮ ".repeat(12),
  "km. Dr. kkf. ".repeat(12),
  "😀 a 👩‍👩‍👧 ".repeat(20),
  "é ñ ç ß þ ".repeat(15)
]

for (const language of ["am", "om"] as const) {
  test(`no text of ${language} takes longer than its bound, however hostile, at any pace`, async () => {
    const check = async (text: string, speed: number) => {
      const bound = mostSeconds({ text: read(language, text).words, voice: { language, rate: 170 }, speed })
      const isWithin = (await spokenSeconds(language, text, speed)) < bound
      expect([text.slice(0, 20), speed, isWithin]).toEqual([text.slice(0, 20), speed, true])
    }
    // What it takes is in proportion to the text, and at a quarter of the pace four times as long to make.
    const checks = hostile.flatMap((text, at) => {
      const letters = Array.from(text)
      const part = letters.slice(0, letters.length / 4).join("")
      const speeds = at % 5 === 0 ? [0.25, 2, 4] : [2]
      return [() => check(text, 1), ...speeds.map((speed) => () => check(part, speed))]
    })
    const inTurn = async () => {
      for (let next = checks.shift(); next !== undefined; next = checks.shift()) await next()
    }
    await Promise.all(Array.from({ length: WORKERS }, inTurn))
  })

  test(`no random text of any script takes longer than its bound when read as ${language}`, () =>
    forAllAsync({ numRuns: 60 }, FastCheck.string({ unit: "binary", maxLength: 60 }), async (text) => {
      const said = `a ${text}`
      expect(await spokenSeconds(language, said, 1)).toBeLessThan(
        mostSeconds({ text: read(language, said).words, voice: { language, rate: 170 }, speed: 1 })
      )
    }))

  test(`what is held of a hostile text of ${language} is at least half of what it takes, and at most its bound`, async () => {
    for (const text of hostile) {
      const words = { text: read(language, text).words, voice: { language, rate: 170 }, speed: 1 }
      const real = await spokenSeconds(language, text, 1)
      const { held } = durations({ ...words, phrases: readPhrases(language, text) })
      expect([text.slice(0, 20), held >= real / 2, held <= mostSeconds(words)]).toEqual([text.slice(0, 20), true, true])
    }
  })

  test(`the bound of an ordinary text of ${language} is at most three and a half times its estimate`, () => {
    const text = read(language, sentences[language].join(" ")).words
    const input = { text, voice: { language, rate: 170 }, speed: 1 }
    expect(mostSeconds(input) / estimateSeconds(input)).toBeWithin(1.5, 3.5)
  })
}
