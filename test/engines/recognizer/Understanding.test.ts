import { beforeAll, expect, test } from "bun:test"
import { load as loadStretch, type Stretch } from "../../../src/engines/espeak/Tempo.ts"
import { type Models, makeIncrementalDecoder } from "../../../src/engines/recognizer/IncrementalDecoder.ts"
import { loadModels } from "../../../src/engines/recognizer/ModelLoading.ts"
import { catalog } from "../../../src/voice/Catalog.ts"
import { readPeople } from "./people/People.ts"
import { makeSpeaker } from "./sounds.ts"

const languages = ["am", "om"] as const
type Language = (typeof languages)[number]
const otherOf = { am: "om", om: "am" } as const

let models: Models
let speak: Awaited<ReturnType<typeof makeSpeaker>>
let people: ReadonlyArray<Int16Array>
let stretch: Stretch
beforeAll(async () => {
  stretch = await loadStretch()
  models = await loadModels()
  speak = await makeSpeaker()
  people = await readPeople()
})

const hear = (language: Language, samples: Int16Array) => {
  const decoder = makeIncrementalDecoder(models, language)
  decoder.push(samples)
  return decoder.finish()
}

/** By a voice of the catalog, at so many times its pace. */
const say = (language: Language, text: string, pace = 1, at = 0): Int16Array => {
  const voices = catalog.filter((voice) => voice.language === language)
  const { rate, ...timbre } = voices[at % voices.length]?.timbre ?? { rate: 160, variant: "f2", pitch: 50 }
  return speak({ text, language, ...timbre, wordsPerMinute: Math.round(rate * pace) }).samples
}

const texts: Readonly<Record<Language, ReadonlyArray<string>>> = {
  am: ["አዎ", "ሰላም", "ዛሬ 27 ሰዎች ወደ ለንደን ሄዱ።", "Microsoft እና Google"],
  om: ["eeyyee", "tole", "har'a namoota 27 Landan deeman.", "Google fi Microsoft"]
}

for (const language of languages) {
  test(`a person's speech is not understood when heard as ${language}, also where it is soft or the end of it is cut`, () => {
    for (const samples of people) {
      expect(hear(language, samples).isUnderstood).toBe(false)
      expect(
        hear(
          language,
          samples.map((sample) => sample / 30)
        ).isUnderstood
      ).toBe(false)
      expect(hear(language, samples.subarray(0, 32_000)).isUnderstood).toBe(false)
    }
  })

  test(`single words, digits and foreign names of the catalog's voices are understood as ${language}`, () => {
    for (const [at, text] of texts[language].entries())
      expect([text, hear(language, say(language, text, 1, at)).isUnderstood]).toEqual([text, true])
  })

  test(`the catalog's voices are understood as ${language} at half and at double pace`, () => {
    const text = texts[language][3] ?? ""
    for (const pace of [0.5, 2]) expect(hear(language, say(language, text, pace)).isUnderstood).toBe(true)
  })

  test(`a voice of the catalog that a filter has made slower or faster is understood as ${language}`, () => {
    const said = say(language, texts[language][2] ?? "", 1, 1)
    for (const tempo of [0.5, 0.75, 2])
      expect([tempo, hear(language, stretch(said, tempo)).isUnderstood]).toEqual([tempo, true])
  })

  test(`a voice that speaks the other language is not taken for a person when heard as ${language}`, () => {
    const other = otherOf[language]
    expect(hear(language, say(other, texts[other][2] ?? "")).isUnderstood).toBe(true)
  })
}

test("a recording that is mostly of the server's voices is understood, one that is mostly of a person is not", () => {
  const own = say("am", Array.from({ length: 6 }, () => texts.am[2]).join(" "))
  const [person = new Int16Array(0)] = people
  const joined = (...parts: ReadonlyArray<Int16Array>) => Int16Array.from(parts.flatMap((part) => Array.from(part)))
  expect(hear("am", joined(own, person.subarray(0, 32_000))).isUnderstood).toBe(true)
  expect(hear("am", joined(say("am", "አዎ"), ...people)).isUnderstood).toBe(false)
})
