import { expect, test } from "bun:test"
import { heardOf, readResult } from "../../../src/engines/sherpa/HeardText.ts"

const heard = (changes: object) =>
  heardOf(
    readResult(JSON.stringify({ text: " ሰላም ነው", tokens: ["▁ሰ", "ላም", "▁ነው"], timestamps: [0.2, 0.4, 1], ...changes }))
  )
const TIMES = [
  { text: "ሰላም", start: 0.2, end: 0.65 },
  { text: "ነው", start: 1, end: 1.25 }
]

test("words of a model's tokens have their times, and no confidence where the model gives none", () => {
  expect(heard({})).toEqual({ text: "ሰላም ነው", words: TIMES })
})

test("a model that says how likely its tokens are gives each word and the whole a confidence", () => {
  const { confidence, words } = heard({ ys_log_probs: [Math.log(0.8), Math.log(0.6), Math.log(0.1)] })
  expect(words.map((word) => word.confidence?.toFixed(3))).toEqual(["0.700", "0.100"])
  expect(confidence?.toFixed(3)).toBe("0.500")
})

test("likelihoods that are not of all tokens say nothing, and none is over one", () => {
  expect(heard({ ys_log_probs: [-1, -1] })).toEqual({ text: "ሰላም ነው", words: TIMES })
  expect(heard({ ys_log_probs: [] })).toEqual({ text: "ሰላም ነው", words: TIMES })
  expect(heard({ ys_log_probs: [0.1, 0.1, 0.1] }).confidence).toBe(1)
})
