import { afterAll, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, FastCheck, ManagedRuntime, Stream } from "effect"
import type { Language } from "../../../src/Domain.ts"
import { estimateSeconds } from "../../../src/engines/espeak/DurationEstimate.ts"
import { durations } from "../../../src/engines/espeak/EspeakDurations.ts"
import * as Espeak from "../../../src/engines/espeak/EspeakSynthesizer.ts"
import { readPhrases } from "../../../src/engines/Readings.ts"
import { Synthesizer } from "../../../src/engines/Synthesizer.ts"
import { phrases } from "../../../src/text/Phrases.ts"
import { longTest } from "../../support/Long.ts"
import { forAll } from "../../support/Property.ts"

const runtime = ManagedRuntime.make(Espeak.layer({ workers: 2 }))
afterAll(() => runtime.dispose())

const spokenSeconds = (language: Language, text: string, variant: string, rate: number, speed: number) =>
  runtime.runPromise(
    Effect.flatMap(Synthesizer, (synthesizer) =>
      synthesizer
        .speak({ voice: { id: "test", language, variant, pitch: 50, rate }, speed, phrases: phrases(text) })
        .pipe(Stream.runFold(0, (sum, { sampleRate, samples }) => sum + samples.length / sampleRate))
    )
  )

/** None of them was used to fit the model. */
const ordinary: Readonly<Record<Language, ReadonlyArray<string>>> = {
  am: [
    "ዛሬ ከሰዓት በኋላ ወደ ሐይቁ ዳርቻ ሄደን ዓሣ እንበላለን።",
    "ሰላም ለዓለም፣ ዛሬ ብዙ ሰዎች ወደ ከተማው መጥተው ትልቅ ስብሰባ አደረጉ።",
    "ታክሲው ቶሎ ስላልመጣ በእግራችን ወደ ቤት ተመለስን።",
    "ሙዚቃ ማዳመጥ በጣም እወዳለሁ፤ በተለይ የጥንት ዘፈኖችን።",
    "ሱቁ ከጠዋቱ ሁለት ሰዓት እስከ ምሽቱ አንድ ሰዓት ክፍት ነው። እሁድ ግን ዝግ ነው።",
    "ልጄ ሆይ፣ መንገድ ስትሻገር ግራና ቀኝ ተመልከት!",
    "የዘንድሮው የቡና ምርት ካለፈው ዓመት በ20 በመቶ ይበልጣል ተብሎ ይገመታል።",
    "እንዴት አደርክ? ቤተሰብ ሁሉ ደህና ነው?"
  ],
  om: [
    "Har'a waaree booda gara haroo deemnee qurxummii nyaanna.",
    "Akkam jirtu, namoonni baay'een har'a gara magaalaa dhufanii walga'ii guddaa taasisan.",
    "Taaksiin dafee waan hin dhufneef miilaan mana deebine.",
    "Muuziqaa dhaggeeffachuu baay'een jaalladha; keessumaa sirboota durii.",
    "Suuqiin ganama sa'aatii lama irraa hanga galgala sa'aatii tokkootti banaa dha. Dilbata garuu cufaa dha.",
    "Yaa mucaa koo, yeroo daandii ceetu bitaa fi mirga ilaali!",
    "Oomishni bunaa kan baranaa kan bara darbee irra dhibbeentaa 20 ni caala jedhamee tilmaamama.",
    "Akkam bulte? Maatiin hundi nagaa dha?"
  ]
}

const PACES = [
  ["f2", 165, 1],
  ["m1", 175, 1],
  ["m3", 160, 0.5],
  ["m7", 172, 0.75],
  ["f5", 185, 1.4],
  ["f2", 165, 2],
  ["f2", 165, 0.25],
  ["m3", 160, 0.4],
  ["f2", 165, 3],
  ["f2", 165, 4]
] as const

/** What is wrong with a text's estimate and hold, where `real` seconds are what it takes. */
const faultsOf = (language: Language, text: string, [, rate, speed]: (typeof PACES)[number], real: number) => {
  const request = { phrases: readPhrases(language, text), voice: { language, rate }, speed }
  const { held: heldSeconds, likely } = durations(request)
  const [off, held] = [likely / real, heldSeconds / real]
  return [
    ...(off < 0.85 || off > 1.15 ? [`${text} at ${speed}: estimated ${off.toFixed(2)} times`] : []),
    ...(held < 1 || held > 1.5 ? [`${text} at ${speed}: held ${held.toFixed(2)} times`] : [])
  ]
}

/** Lines of `durations.tsv`. */
const measured = readFileSync(join(import.meta.dir, "durations.tsv"), "utf8")
  .split("\n")
  .slice(3, -1)
  .map((line) => {
    const [language, kind = "", text = "", ...seconds] = line.split("\t")
    const named: Language = language === "am" ? "am" : "om"
    return { language: named, kind, text: text.replaceAll("\\n", "\n"), seconds: seconds.map(Number) }
  })
const of = (language: Language) => measured.filter((one) => one.language === language)

/** The columns of `durations.tsv`. */
const MEASURED = [
  ["f2", 165, 1],
  ["m3", 160, 0.5],
  ["f2", 165, 2]
] as const satisfies ReadonlyArray<(typeof PACES)[number]>

for (const language of ["am", "om"] as const) {
  test(`sentences, quotations and lists of ${language} are estimated within 15 %, 9 of 10 short ones too, and held at 1 to 1.5 times`, () => {
    const faults = (kinds: ReadonlyArray<string>) =>
      of(language)
        .filter(({ kind }) => kinds.includes(kind))
        .flatMap(({ seconds, text }) =>
          MEASURED.flatMap((pace, at) => faultsOf(language, text, pace, seconds[at] ?? 0))
        )
    expect(of(language).length).toBeGreaterThanOrEqual(60)
    expect(faults(["ordinary", "quotation"])).toEqual([])
    expect(faults(["list"]).length).toBeLessThanOrEqual(1)
    expect(faults(["short"]).length).toBeLessThanOrEqual(5)
    expect(faults(["short", "list"]).filter((fault) => fault.includes("held"))).toEqual([])
  })

  longTest(`the engine takes as long for sentences of ${language} as was measured`, async () => {
    for (const { seconds, text } of of(language).slice(0, 30))
      for (const [at, [variant, rate, speed]] of MEASURED.entries())
        expect((await spokenSeconds(language, text, variant, rate, speed)) / (seconds[at] ?? 0)).toBeWithin(0.9, 1.1)
  })

  longTest(`an ordinary sentence of ${language} is estimated and held so at any pace and voice`, async () => {
    for (const text of ordinary[language])
      for (const pace of PACES) {
        const [variant, rate, speed] = pace
        const real = await spokenSeconds(language, text, variant, rate, speed)
        expect(faultsOf(language, text, pace, real)).toEqual([])
      }
  })

  longTest(`the estimate of a longer text of ${language} is within 8 % of its duration`, async () => {
    const text = ordinary[language].join(" ")
    const real = await spokenSeconds(language, text, "f2", 165, 1)
    const { held, likely } = durations({
      phrases: readPhrases(language, text),
      voice: { language, rate: 165 },
      speed: 1
    })
    expect(likely / real).toBeWithin(0.92, 1.08)
    expect(held / real).toBeWithin(1, 1.4)
  })
}

test("more text is never estimated shorter, nor more speed longer, and nothing to say takes no time", () => {
  forAll(
    {},
    FastCheck.constantFrom<Language>("am", "om"),
    FastCheck.stringMatching(/^[ሀ-ፐa-z ]{1,40}$/),
    FastCheck.double({ min: 0.5, max: 1.9, noNaN: true }),
    (language, text, speed) => {
      const estimate = (of: string, at: number) =>
        estimateSeconds({ text: of, voice: { language, rate: 170 }, speed: at })
      expect(estimate(`${text} ለma`, speed)).toBeGreaterThan(estimate(text, speed))
      expect(estimate(text, speed + 0.1)).toBeLessThanOrEqual(estimate(text, speed))
    }
  )
  expect(estimateSeconds({ text: "… 😀 !", voice: { language: "am", rate: 170 }, speed: 1 })).toBe(0)
})
