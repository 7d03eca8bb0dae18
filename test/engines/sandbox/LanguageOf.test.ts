import { expect, test } from "bun:test"
import { FastCheck } from "effect"
import { languageOf } from "../../../src/engines/sandbox/LanguageOf.ts"
import { entries, waysOf } from "../../../src/engines/sandbox/Phrasebook.ts"
import { forAll } from "../../support/Property.ts"

test.each([
  ["ሰላም፣ እንዴት ነህ?", "am"],
  ["Jimma የት ነው?", "am"],
  ["Akkam jirta? Maaloo na gargaari.", "om"],
  ["Finfinneen magaalaa guddoo Itoophiyaati.", "om"],
  ["Barataan kitaaba dubbisa", "om"],
  ["What is the weather in Jimma?", "en"],
  ["What does ሰላም mean?", "en"],
  ["Bonjour, comment allez-vous?", "en"],
  ["[[slow]] 123", "en"],
  ["", "en"]
] as const)("the text %p is taken for %s", (text, language) => {
  expect(languageOf(text)).toBe(language)
})

test("the phrases of the sandbox's book are taken for their languages, nearly all", () => {
  for (const language of ["am", "om", "en"] as const) {
    const all = entries.flatMap((entry) => waysOf(entry, language))
    const right = all.filter((phrase) => languageOf(phrase) === language)
    expect(right.length / all.length).toBeGreaterThan(0.97)
  }
})

test("any text is taken for some language", () =>
  forAll({}, FastCheck.string({ unit: "binary" }), (text) => {
    expect(["am", "om", "en"]).toContain(languageOf(text))
  }))
