/** Speech far slower and faster than the engine itself speaks. */
import { expect, test } from "bun:test"
import load from "@echogarden/espeak-ng-emscripten"
import voices from "@echogarden/espeak-ng-emscripten/espeak-ng.data" with { type: "file" }
import { mostSeconds } from "../../../src/engines/espeak/DurationBound.ts"
import { makeEngine } from "../../../src/engines/espeak/Engine.ts"
import { frame, sampleRate, tempoOf, wordsPerMinute } from "../../../src/engines/espeak/EspeakMessages.ts"
import * as Tempo from "../../../src/engines/espeak/Tempo.ts"
import { longTest } from "../../support/Long.ts"
import { sentences } from "./sentences.ts"

const RATE = 165
const data = await Bun.file(voices).arrayBuffer()
const stretch = await Tempo.load()
const engine = makeEngine(await load({ getPreloadedPackage: () => data }), stretch)

const loudness = (samples: Int16Array) => {
  const loud = samples.filter((sample) => Math.abs(sample) > 100)
  return 10 * Math.log10(loud.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / loud.length)
}

for (const language of ["am", "om"] as const)
  longTest(`length and words of speech in ${language} follow the speed from a quarter to four times`, () => {
    const speak = (text: string, speed: number) =>
      engine({
        text,
        language,
        variant: "m3",
        pitch: 46,
        wordsPerMinute: wordsPerMinute(RATE, speed),
        tempo: tempoOf(speed)
      })
    // Of shorter ones the silence at the end, whole frames, is too large a part.
    for (const text of sentences[language].filter(({ length }) => length > 30)) {
      const neutral = speak(text, 1)
      for (const speed of [0.25, 0.4, 2.7, 4]) {
        const { samples, words } = speak(text, speed)
        const seconds = samples.length / sampleRate
        expect((seconds * speed * sampleRate) / neutral.samples.length).toBeWithin(0.85, 1.25)
        expect(samples.length % frame).toBe(0)
        expect(loudness(samples) - loudness(neutral.samples)).toBeWithin(-2.5, 2.5)
        const request = { text, speed, voice: { language, rate: RATE } }
        expect(mostSeconds(request)).toBeGreaterThan(seconds)
        expect(words.map((word) => word.text)).toEqual(neutral.words.map((word) => word.text))
        for (const [at, word] of words.entries()) {
          expect(word.start).toBeGreaterThanOrEqual(words[at - 1]?.start ?? 0)
          expect(word.end).toBeLessThanOrEqual(seconds)
        }
      }
    }
  })

test("a tone keeps its pitch, and lasts as its tempo says", () => {
  const tone = Int16Array.from(
    { length: sampleRate },
    (_, at) => 9_000 * Math.sin((2 * Math.PI * 150 * at) / sampleRate)
  )
  for (const tempo of [0.5, 0.8, 1.5, 2]) {
    const stretched = stretch(tone, tempo)
    expect((stretched.length * tempo) / tone.length).toBeWithin(0.98, 1.02)
    let rises = 0
    for (let at = 1; at < stretched.length; at++) if ((stretched[at - 1] ?? 0) < 0 && (stretched[at] ?? 0) >= 0) rises++
    expect(rises / (stretched.length / sampleRate)).toBeWithin(145, 155)
  }
})
