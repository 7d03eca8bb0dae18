import { afterAll, beforeAll, expect, test } from "bun:test"
import { Chunk, Effect, Fiber, ManagedRuntime, Stream } from "effect"
import type { Language } from "../../../src/Domain.ts"
import * as Espeak from "../../../src/engines/espeak/EspeakSynthesizer.ts"
import { readPhrases } from "../../../src/engines/Readings.ts"
import { type SpokenPhrase, Synthesizer, type VoiceTimbre } from "../../../src/engines/Synthesizer.ts"
import { phrases } from "../../../src/text/Phrases.ts"
import { isSpeakable } from "../../../src/text/Speakable.ts"
import { longTest } from "../../support/Long.ts"
import { sentences } from "./sentences.ts"

const runtime = ManagedRuntime.make(Espeak.layer({ workers: 2 }))
beforeAll(() => runtime.runPromise(Effect.flatMap(Synthesizer, ({ ready }) => ready)))
afterAll(() => runtime.dispose())

const voice = (language: Language, more: Partial<VoiceTimbre> = {}): VoiceTimbre => ({
  id: "test",
  language,
  variant: "f2",
  pitch: 50,
  rate: 170,
  ...more
})

const speech = (timbre: VoiceTimbre, text: string, speed = 1) =>
  Stream.unwrap(
    Effect.map(Synthesizer, (synthesizer) => synthesizer.speak({ voice: timbre, speed, phrases: phrases(text) }))
  )
const spoken = (timbre: VoiceTimbre, text: string, speed = 1): Promise<ReadonlyArray<SpokenPhrase>> =>
  runtime.runPromise(Effect.map(Stream.runCollect(speech(timbre, text, speed)), Chunk.toReadonlyArray))

const seconds = (parts: ReadonlyArray<SpokenPhrase>) =>
  parts.reduce((sum, { sampleRate, samples }) => sum + samples.length / sampleRate, 0)
const energy = (samples: Int16Array) => samples.reduce((sum, sample) => sum + sample * sample, 0)

const languages: ReadonlyArray<Language> = ["am", "om"]

for (const language of languages) {
  const marked = async (variant: string, some: ReadonlyArray<string> = sentences[language]) => {
    for (const sentence of some)
      for (const [index, part] of (await spoken(voice(language, { variant }), sentence)).entries()) {
        const phrase = phrases(sentence)[index]?.text ?? ""
        const words = phrase.split(/[\s፡]+/u).filter(isSpeakable)
        expect(part.words.map(({ text }) => text)).toEqual(words)
        let before = -1
        for (const { end, start } of part.words) {
          expect(start).toBeGreaterThan(before)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(part.samples.length / part.sampleRate)
          before = start
        }
      }
  }
  const MARKED = `every word of ${language} that can be spoken is marked once, in order, at rising times within its phrase`
  for (const sentence of sentences[language]) test(`${MARKED}: ${sentence}`, () => marked("f2", [sentence]))
  longTest(`${MARKED}, by a man's voice too`, () => marked("m3"))

  test(`a marked word of ${language} sounds where its mark says`, async () => {
    for (const sentence of sentences[language])
      for (const { samples, sampleRate, words } of await spoken(voice(language), sentence))
        for (const { end, start } of words)
          expect(energy(samples.subarray(Math.floor(start * sampleRate), Math.ceil(end * sampleRate)))).toBeGreaterThan(
            1e6
          )
  })

  test(`half and double speed of ${language} are heard, and more speed is never longer`, async () => {
    const [sentence = ""] = sentences[language]
    const lengths = []
    for (const speed of [0.5, 0.7, 0.85, 1, 1.2, 1.5, 2])
      lengths.push(seconds(await spoken(voice(language), sentence, speed)))
    const [slowest = 0, , , neutral = 0] = lengths
    expect(lengths).toEqual(lengths.toSorted((one, other) => other - one))
    expect(slowest / neutral).toBeGreaterThan(1.7)
    expect(neutral / (lengths.at(-1) ?? 0)).toBeGreaterThan(1.6)
  })
}

test("a word's mark follows the sound: the last of ten words begins later when the first are longer", async () => {
  const short = await spoken(voice("am"), "ሀ ለ ቤት")
  const long = await spoken(voice("am"), "ሀገራችንን ለመጠበቅ ቤት")
  expect(long.at(-1)?.words.at(-1)?.start ?? 0).toBeGreaterThan((short.at(-1)?.words.at(-1)?.start ?? 0) + 0.3)
})

test("phrases come in order, whole frames long, from silence to silence, without clipping", async () => {
  const text = sentences.am.join(" ")
  const parts = await spoken(voice("am"), text)
  expect(parts.map(({ index }) => index)).toEqual(phrases(text).map((_, index) => index))
  for (const { samples } of parts) {
    expect(samples.length % 576).toBe(0)
    expect(samples[0]).toBe(0)
    expect(samples.subarray(-600).every((sample) => sample === 0)).toBe(true)
    expect(samples.some((sample) => Math.abs(sample) > 1000)).toBe(true)
    expect(samples.some((sample) => Math.abs(sample) > 32_000)).toBe(false)
  }
})

longTest("a phrase is spoken the same whatever was spoken before: a voice's echo ends with its phrase", async () => {
  const one = ManagedRuntime.make(Espeak.layer({ workers: 1 }))
  const [first, second] = await one
    .runPromise(
      Effect.flatMap(Synthesizer, (synthesizer) =>
        Effect.forEach(["ሰላም ሰላም", "ሰላም"], (text) =>
          Stream.runHead(synthesizer.speak({ voice: voice("am"), speed: 1, phrases: phrases(text) }))
        )
      )
    )
    .finally(() => one.dispose())
  for (const part of [first, second])
    expect(energy((part?._tag === "Some" ? part.value.samples : new Int16Array(0)).subarray(0, 200))).toBeLessThan(2e5)
})

test("words of other scripts in a text are spoken, by the dictionaries of their languages", async () => {
  const alone = seconds(await spoken(voice("am"), "ሰላም"))
  for (const word of ["서울", "Αθήνα", "दिल्ली", "北京"])
    expect([word, seconds(await spoken(voice("am"), `ሰላም ${word}`)) > alone + 0.2]).toEqual([word, true])
})

test("a listener hears the first phrase while it is made, the same as at last, but for its end", async () => {
  for (const text of [sentences.am.join(" "), "ሰላም!", "ሀ"]) {
    const pieces: Array<Int16Array> = []
    const onSound = ({ samples }: Pick<SpokenPhrase, "samples">) => {
      pieces.push(samples)
    }
    const [first] = await runtime.runPromise(
      Effect.flatMap(Synthesizer, (synthesizer) =>
        Stream.runCollect(synthesizer.speak({ voice: voice("am"), speed: 1, phrases: phrases(text), onSound }))
      )
    )
    const heard = pieces.flatMap((piece) => [...piece])
    expect(pieces.length).toBeGreaterThan(1)
    expect(heard).toEqual([...(first?.samples ?? [])].slice(0, heard.length))
    // A tenth of a second and a fade are not heard, nor the pause.
    expect((first?.samples ?? []).slice(heard.length + 2_500).every((sample) => sample === 0)).toBe(true)
  }
})

test("a pause follows a phrase: longer after a sentence than after a comma, longer when spoken slowly", async () => {
  const silence = async (text: string, speed: number) => {
    const [part] = await spoken(voice("am", { variant: "m3" }), text, speed)
    const samples = part?.samples ?? new Int16Array(0)
    return samples.length - samples.findLastIndex((sample) => Math.abs(sample) > 100)
  }
  const comma = await silence("ሰላም፣", 1)
  expect(comma).toBeGreaterThan(0.1 * 22_050)
  expect(await silence("ሰላም።", 1)).toBeGreaterThan(comma)
  expect(await silence("ሰላም፣", 0.6)).toBeGreaterThan(comma)
})

test("a phrase with nothing to say is a short silence without words, not a failure", async () => {
  const parts = await spoken(voice("om"), "… 😀 !")
  expect(parts.flatMap(({ words }) => words)).toEqual([])
  expect(seconds(parts)).toBeLessThan(0.5)
  expect(parts.every(({ samples }) => samples.every((sample) => sample === 0))).toBe(true)
})

longTest("a job past workers and queue is refused at once, with nothing made, and taken when one leaves", async () => {
  const small = ManagedRuntime.make(Espeak.layer({ workers: 1, waitingJobs: 1 }))
  const text = sentences.am.join(" ").repeat(4)
  await small
    .runPromise(
      Effect.gen(function* () {
        const synthesizer = yield* Synthesizer
        const job = synthesizer.speak({ voice: voice("am"), speed: 1, phrases: phrases(text) })
        const running = yield* Effect.fork(Stream.runDrain(job))
        const waiting = yield* Effect.fork(Stream.runDrain(job))
        yield* Effect.yieldNow()
        const refused = yield* Effect.flip(Stream.runDrain(job))
        expect(refused._tag).toBe("LANGUAGE_CAPACITY_REACHED")
        expect(refused.retryAfter).toBeGreaterThan(0)
        yield* Fiber.interrupt(waiting)
        expect(yield* Stream.runCount(Stream.take(job, 1))).toBe(1)
        yield* Fiber.interrupt(running)
      })
    )
    .finally(() => small.dispose())
})

longTest("a short job is heard before a long one that came first has ended", async () => {
  const one = ManagedRuntime.make(Espeak.layer({ workers: 1 }))
  await one
    .runPromise(
      Effect.gen(function* () {
        const synthesizer = yield* Synthesizer
        yield* synthesizer.ready
        const speak = (text: string) =>
          Stream.runDrain(synthesizer.speak({ voice: voice("am"), speed: 1, phrases: phrases(text) }))
        const long = yield* Effect.fork(speak(sentences.am.join(" ").repeat(6)))
        yield* Effect.yieldNow()
        yield* speak("ሰላም።")
        expect(long.unsafePoll()).toBeNull()
        yield* Fiber.interrupt(long)
      })
    )
    .finally(() => one.dispose())
})

test("a synthesis worker that dies fails its phrase with PROVIDER_ERROR, and the next request is spoken", async () => {
  const frail = ManagedRuntime.make(Espeak.layer({ workers: 1, file: new URL("./Frail.worker.ts", import.meta.url) }))
  await frail
    .runPromise(
      Effect.gen(function* () {
        const synthesizer = yield* Synthesizer
        const speak = (text: string) =>
          Stream.runCount(synthesizer.speak({ voice: voice("am"), speed: 1, phrases: phrases(text) }))
        expect((yield* Effect.flip(speak("ሞት")))._tag).toBe("PROVIDER_ERROR")
        expect(yield* speak("ሕይወት")).toBe(1)
      })
    )
    .finally(() => frail.dispose())
})

test("a phrase that has been read is spoken as its reading says", async () => {
  const [phrase] = readPhrases("am", "ዛሬ")
  const [other] = readPhrases("am", "ዛሬ ጥሩ ቀን ነው")
  if (phrase === undefined || other === undefined) return expect.unreachable()
  const speakRead = (reading: typeof phrase.reading) =>
    runtime.runPromise(
      Effect.flatMap(Synthesizer, (synthesizer) =>
        Stream.runCollect(synthesizer.speak({ voice: voice("am"), speed: 1, phrases: [{ ...phrase, reading }] }))
      )
    )
  const lengthOf = async (reading: typeof phrase.reading) => seconds(Chunk.toReadonlyArray(await speakRead(reading)))
  expect(await lengthOf(other.reading)).toBeGreaterThan(1.5 * (await lengthOf(phrase.reading)))
})
