import { afterAll, expect, setDefaultTimeout, test } from "bun:test"
import { Effect, FastCheck, ManagedRuntime, Stream } from "effect"
import type { Language } from "../../../src/Domain.ts"
import { estimateSeconds } from "../../../src/engines/espeak/DurationEstimate.ts"
import * as Espeak from "../../../src/engines/espeak/EspeakSynthesizer.ts"
import { Synthesizer } from "../../../src/engines/Synthesizer.ts"
import { phrases } from "../../../src/text/Phrases.ts"
import { read } from "../../../src/text/reading/Reading.ts"

setDefaultTimeout(60_000)

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

for (const language of ["am", "om"] as const) {
  test(`${language}: of each ordinary sentence the estimate is within 15 % of the real duration, at any pace and voice`, async () => {
    for (const sentence of ordinary[language])
      for (const [variant, rate, speed] of [
        ["f2", 165, 1],
        ["m3", 160, 0.5],
        ["m7", 172, 0.75],
        ["f5", 185, 1.4],
        ["f2", 165, 2],
        ["f2", 165, 0.25],
        ["m3", 160, 0.4],
        ["f2", 165, 3],
        ["f2", 165, 4]
      ] as const) {
        const real = await spokenSeconds(language, sentence, variant, rate, speed)
        const words = read(language, sentence).words
        expect(estimateSeconds({ text: words, voice: { language, rate }, speed }) / real).toBeWithin(0.85, 1.15)
      }
  })

  test(`${language}: of a longer text it is within 8 %`, async () => {
    const text = ordinary[language].join(" ")
    const real = await spokenSeconds(language, text, "f2", 165, 1)
    const words = read(language, text).words
    expect(estimateSeconds({ text: words, voice: { language, rate: 165 }, speed: 1 }) / real).toBeWithin(0.92, 1.08)
  })
}

test("more text is never estimated shorter, more speed never longer; nothing to say takes no time", () => {
  FastCheck.assert(
    FastCheck.property(
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
  )
  expect(estimateSeconds({ text: "… 😀 !", voice: { language: "am", rate: 170 }, speed: 1 })).toBe(0)
})
