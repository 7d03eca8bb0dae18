import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Chunk, Effect, ManagedRuntime, Stream } from "effect"
import * as VoiceActivity from "../../src/audio/VoiceActivity.ts"
import { defaults, turnDetector } from "../../src/conversation/TurnDetector.ts"
import { Recognizer } from "../../src/engines/Recognizer.ts"
import { layer } from "../../src/engines/recognizer/EmbeddedRecognizer.ts"
import { catalog } from "../../src/voice/Catalog.ts"
import { makeSpeaker } from "../engines/recognizer/sounds.ts"
import { longTest } from "../support/Long.ts"
import { atLevel, join, loadDetection, mix, pink, RATE, silence, trimmed, turnsIn } from "./sounds.ts"

const sentences = {
  am: ["ወንድሜ ትናንት ከገበያ ትኩስ ዳቦና ወተት ገዛ።", "ልጆቹ በወንዙ አጠገብ ይጫወታሉ።"],
  om: ["Obboleessi koo kaleessa gabaadhaa aannan bite.", "Ijoolleen laga biratti taphatu."]
} as const

let detection: VoiceActivity.Detection
let speak: Awaited<ReturnType<typeof makeSpeaker>>
const runtime = ManagedRuntime.make(layer({ workers: 1 }))
beforeAll(async () => {
  detection = await loadDetection()
  speak = await makeSpeaker()
})
afterAll(() => runtime.dispose())

const textOf = (language: "am" | "om", sound: Int16Array): Promise<string> =>
  runtime.runPromise(
    Effect.flatMap(Recognizer, (recognizer) =>
      Stream.runCollect(recognizer.recognize({ language, chunkMillis: 320, words: false }, Stream.make(sound))).pipe(
        Effect.map((heard) => Chunk.toReadonlyArray(heard).at(-1)?.text ?? "nothing came")
      )
    )
  )

describe("a turn's sound is recognised as the words of the utterance alone", () => {
  for (const { id, language, timbre } of catalog)
    longTest(`a turn in the voice ${id} is recognised as its words alone`, async () => {
      const { rate, ...rest } = timbre
      for (const text of sentences[language]) {
        const { samples } = speak({ text, language, wordsPerMinute: rate, ...rest })
        const speech = atLevel(trimmed(samples), -23)
        const clean = join(silence(0.3), speech, silence(0.5))
        const around = join(silence(1.5), speech, silence(1.5))
        const [turn] = turnsIn(detection, mix(around, pink(around.length / RATE, -75)), { sizes: [1600] })
        expect(await textOf(language, turn?.samples ?? silence(1))).toBe(await textOf(language, clean))
      }
    })
})

test("new options of turn detection take effect at once, in the middle of a turn too", () => {
  const [voice] = catalog
  if (voice === undefined) throw new Error("no voice")
  const { rate, ...rest } = voice.timbre
  const { samples } = speak({ text: sentences.am[0], language: "am", wordsPerMinute: rate, ...rest })
  const speech = atLevel(trimmed(samples), -23)
  const detector = turnDetector(VoiceActivity.make(detection, 0.5))
  expect(detector.push(speech, undefined).map(({ _tag }) => _tag)).toEqual(["Started", "Sound"])
  detector.configure({ ...defaults, silenceMillis: 200, prefixMillis: 0, threshold: 1, interruptionDecibels: 0 })
  const [sound, stopped] = detector.push(silence(0.4), undefined)
  expect([sound?._tag, stopped?._tag]).toEqual(["Sound", "Stopped"])
  expect(detector.push(silence(1), undefined)).toEqual([])
  const [started] = detector.push(speech, undefined)
  // Without what came before its first active frame, which is of 20 ms and may begin before the speech.
  const first = started?._tag === "Started" ? started.at : 0
  expect(first).toBeGreaterThan(speech.length + (1.4 - 0.02) * RATE)
  detector.release()
})

test("turn detectors give their memory back, once, and do not disturb each other", () => {
  const memory = () => detection.module.HEAP16.length
  const before = memory()
  const kept = VoiceActivity.make(detection, 0.5)
  const voice = pink(0.02, -10)
  const answers = Array.from({ length: 50 }, () => kept.hear(voice))
  for (let round = 0; round < 40; round++) {
    const all = Array.from({ length: 1000 }, () => VoiceActivity.make(detection, 0.5))
    for (const one of all) {
      one.release()
      one.release()
      expect(one.hear(voice)).toBe(false)
    }
  }
  // 40,000 of some 700 bytes would be more than all of it.
  expect(memory()).toBe(before)
  const fresh = VoiceActivity.make(detection, 0.5)
  expect(Array.from({ length: 50 }, () => fresh.hear(voice))).toEqual(answers)
  fresh.release()
  kept.release()
})
