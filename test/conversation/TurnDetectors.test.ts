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

/** What a model of voice activity says of each frame from the first on. */
const frames = (seconds: number, is: boolean): ReadonlyArray<boolean> =>
  Array.from({ length: Math.round(50 * seconds) }, () => is)

/** Times of the turns in seconds that a detector makes of a sound in pieces of 100 ms, with what a model says of its frames. */
const modelsTurns = (sound: Int16Array, speech: ReadonlyArray<boolean>, playing?: number) => {
  const detector = turnDetector(VoiceActivity.make(detection, 0.5))
  const events = Array.from({ length: Math.ceil(sound.length / 1_600) }, (_, at) =>
    detector.push(sound.slice(at * 1_600, (at + 1) * 1_600), playing, speech.slice(at * 5, (at + 1) * 5))
  ).flat()
  detector.release()
  return events.flatMap((event) => (event._tag === "Sound" ? [] : [[event._tag, event.at / RATE] as const]))
}

test("where a model of voice activity says who speaks, its word stands for what starts and ends a turn", () => {
  // Noise has no voice: without a model there is no turn in it.
  const noise = pink(5, -30)
  expect(modelsTurns(noise, [])).toEqual([])
  const said = [...frames(2, false), ...frames(1, true), ...frames(2, false)]
  const [[started, start] = [], [stopped, end] = []] = modelsTurns(noise, said)
  expect([started, stopped]).toEqual(["Started", "Stopped"])
  // The prefix of 300 ms before the first frame, and 80 by which a model is late; half a second of silence behind the last one, of which some frames count on.
  expect(start).toBeCloseTo(1.62, 5)
  expect(end).toBeGreaterThan(3.49)
  expect(end).toBeLessThan(3.6)
  // It says so of every frame: then there is nobody in what sounds like a voice either.
  const [voice] = catalog
  if (voice === undefined) throw new Error("no voice")
  const { rate, ...rest } = voice.timbre
  const spoken = atLevel(
    trimmed(speak({ text: sentences.am[0], language: "am", wordsPerMinute: rate, ...rest }).samples),
    -23
  )
  expect(modelsTurns(spoken, [])[0]?.[0]).toBe("Started")
  expect(modelsTurns(spoken, frames(spoken.length / RATE, false))).toEqual([])
})

test("three frames in which a model of voice activity hears somebody start a turn, and two do not", () => {
  const noise = pink(2, -30)
  const with3 = [...frames(1, false), ...frames(0.06, true), ...frames(0.94, false)]
  const with2 = [...frames(1, false), ...frames(0.04, true), ...frames(0.96, false)]
  expect(modelsTurns(noise, with3)[0]?.[0]).toBe("Started")
  expect(modelsTurns(noise, with2)).toEqual([])
})

test("an answer's echo starts no turn, also where a model of voice activity hears somebody speak in it", () => {
  const echo = pink(3, -40)
  expect(modelsTurns(echo, frames(3, true), -20)).toEqual([])
  expect(modelsTurns(echo, frames(3, true))[0]?.[0]).toBe("Started")
})

test("a turn that began with a model of voice activity goes on and ends without it", () => {
  const [voice] = catalog
  if (voice === undefined) throw new Error("no voice")
  const { rate, ...rest } = voice.timbre
  const spoken = atLevel(
    trimmed(speak({ text: sentences.am[0], language: "am", wordsPerMinute: rate, ...rest }).samples),
    -23
  )
  const events = modelsTurns(join(spoken, silence(2)), frames(0.5, true))
  expect(events.map(([tag]) => tag)).toEqual(["Started", "Stopped"])
  const end = events[1]?.[1] ?? 0
  expect(end).toBeGreaterThan(spoken.length / RATE + 0.2)
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
