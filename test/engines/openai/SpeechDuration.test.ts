import { expect, test } from "bun:test"
import { FastCheck } from "effect"
import { mostSeconds } from "../../../src/engines/espeak/DurationBound.ts"
import { estimateSeconds } from "../../../src/engines/espeak/DurationEstimate.ts"
import { durationsOf } from "../../../src/engines/openai/SpeechDuration.ts"
import { read } from "../../../src/text/reading/Reading.ts"
import { forAll } from "../../support/Property.ts"
import { sentences } from "../espeak/sentences.ts"

for (const language of ["am", "om"] as const) {
  test(`a remote voice's text of ${language} is estimated as espeak would take, and bounded about as far`, () => {
    const request = {
      text: read(language, sentences[language].join(" ")).words,
      voice: { language, rate: 165 },
      speed: 1
    }
    const { likely, longest } = durationsOf(request.text, request.speed)
    expect(likely / estimateSeconds(request)).toBeWithin(0.9, 1.1)
    expect(longest / mostSeconds(request)).toBeWithin(0.9, 1.4)
  })
}

test("an estimate is never above the bound, nor shorter for more text, and double pace halves it", () => {
  forAll(
    {},
    FastCheck.string({ unit: "binary" }),
    FastCheck.double({ min: 0.5, max: 2, noNaN: true }),
    (text, speed) => {
      const { likely, longest } = durationsOf(text, speed)
      expect(likely).toBeLessThanOrEqual(longest)
      expect(durationsOf(`${text}ሰla`, speed).likely).toBeGreaterThan(likely)
      expect(durationsOf(text, 2 * speed).likely).toBeCloseTo(likely / 2)
      expect(durationsOf(text, 8)).toEqual(durationsOf(text, 4))
    }
  )
})
