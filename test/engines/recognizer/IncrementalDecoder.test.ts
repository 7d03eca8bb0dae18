import { beforeAll, expect, test } from "bun:test"
import { FastCheck } from "effect"
import { type Models, makeIncrementalDecoder } from "../../../src/engines/recognizer/IncrementalDecoder.ts"
import { loadModels } from "../../../src/engines/recognizer/ModelLoading.ts"
import { makeReader } from "../../../training/measure/Recordings.ts"
import { longTest } from "../../support/Long.ts"
import { forAll } from "../../support/Property.ts"
import { makeSpeaker, withoutSpeech } from "./sounds.ts"

const sentences = {
  am: "ዛሬ ብዙ ሰዎች ወደ ከተማው መጡ።",
  om: "Har'a namoonni baay'een gara magaalaa dhufan."
} as const

let models: Models
let speak: Awaited<ReturnType<typeof makeSpeaker>>
beforeAll(async () => {
  models = await loadModels()
  speak = await makeSpeaker()
})

const voiceOf = (language: "am" | "om") => ({
  text: sentences[language],
  language,
  variant: language === "am" ? "f2" : "m3",
  pitch: 50,
  wordsPerMinute: 165
})

const whole = (language: "am" | "om", samples: Int16Array) => {
  const decoder = makeIncrementalDecoder(models, language)
  decoder.push(samples)
  return decoder.finish()
}

for (const language of ["am", "om"] as const)
  test(`speech in ${language} is heard the same however its sound is cut`, () => {
    const { samples } = speak(voiceOf(language))
    const expected = whole(language, samples)
    forAll({ numRuns: 5 }, FastCheck.array(FastCheck.integer({ min: 0, max: 20_000 }), { maxLength: 30 }), (cuts) => {
      const decoder = makeIncrementalDecoder(models, language)
      let at = 0
      for (const length of cuts) {
        decoder.push(samples.subarray(at, at + length))
        at = Math.min(samples.length, at + length)
      }
      decoder.push(samples.subarray(at))
      expect(decoder.finish()).toEqual(expected)
    })
    const inFrames = makeIncrementalDecoder(models, language)
    for (let at = 0; at < samples.length; at += 1600) inFrames.push(samples.subarray(at, at + 1600))
    expect(inFrames.finish()).toEqual(expected)
  })

test("the last letter is heard of a recording that ends with it, by telephone", async () => {
  const read = await makeReader()
  const file = await Bun.file(new URL("../../audio/cases/gsm-wav49.wav", import.meta.url)).bytes()
  expect(whole("am", await read(file)).text).toMatch(/ ነህ$/)
})

const passages = {
  am: "ዛሬ ብዙ ሰዎች ወደ ከተማው መጡ እና በገበያው ውስጥ ቡና ጠጡ ከዚያም ልጆቹ ወደ ትምህርት ቤት ሄዱ። ነገ ግን ዝናብ ይዘንባል። እናቴ ወደ ቤት ትመጣለች።",
  om: "Har'a namoonni baay'een gara magaalaa dhufan gabaa keessatti buna dhugan sana booda ijoolleen gara mana barumsaa deeman. Boru garuu roobni ni rooba. Haati koo gara manaa ni dhufti."
} as const
for (const language of ["am", "om"] as const) {
  /** Looks after each so many samples. */
  const settles = (step: number) => {
    const { samples } = speak({ ...voiceOf(language), text: passages[language] })
    const { text } = whole(language, samples)
    const decoder = makeIncrementalDecoder(models, language)
    let most = 0
    for (let at = 0; at < samples.length; at += step) {
      decoder.push(samples.subarray(at, at + step))
      const soFar = decoder.soFar()
      expect(text.startsWith(soFar.text.slice(0, soFar.settled))).toBe(true)
      // Whole words.
      if (soFar.settled > 0) expect(`${text} `.charAt(soFar.settled)).toBe(" ")
      expect(soFar.settled).toBeGreaterThanOrEqual(most)
      most = soFar.settled
    }
    // Something is, while there is still sound to come.
    expect(most).toBeGreaterThan(text.length / 4)
  }
  const SETTLES = `settled words of speech in ${language} change no more`
  test(SETTLES, () => settles(2_400))
  longTest(`${SETTLES}, however often one looks`, () => settles(800))
}

for (const language of ["am", "om"] as const)
  test(`speech in ${language} is heard the same when it is 40 dB softer`, () => {
    const { samples } = speak(voiceOf(language))
    const soft = samples.map((sample) => Math.round(sample / 100))
    expect(whole(language, soft).text).toBe(whole(language, samples).text)
  })

for (const [name, samples] of withoutSpeech)
  for (const language of ["am", "om"] as const)
    test(`a sound without speech, ${name}, says nothing when heard as ${language}`, () => {
      const { text, words } = whole(language, samples)
      expect(text).toBe("")
      expect(words).toEqual([])
    })

for (const language of ["am", "om"] as const)
  test(`words heard in ${language} have times in order, within the sound, and a confidence from 0 to 1`, () => {
    const { samples } = speak(voiceOf(language))
    const { text, words } = whole(language, samples)
    expect(words.map((word) => word.text).join(" ")).toBe(text)
    let last = 0
    for (const { confidence, end, start } of words) {
      expect(start).toBeGreaterThanOrEqual(last)
      expect(end).toBeGreaterThanOrEqual(start)
      expect(end).toBeLessThanOrEqual(samples.length / 16_000)
      expect(confidence).toBeGreaterThanOrEqual(0)
      expect(confidence).toBeLessThanOrEqual(1)
      last = end
    }
  })

for (const [own, other] of [
  ["am", "om"],
  ["om", "am"]
] as const)
  test(`words in ${own} are sure, and are not when they are heard as ${other}`, () => {
    const { samples } = speak(voiceOf(own))
    expect(whole(own, samples).confidence).toBeGreaterThan(0.8)
    expect(whole(other, samples).confidence).toBeLessThan(0.4)
  })
