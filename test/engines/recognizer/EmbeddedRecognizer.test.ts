import { afterAll, beforeAll, expect, test } from "bun:test"
import { Chunk, Effect, ManagedRuntime, Stream } from "effect"
import { type Hypothesis, type RecognitionRequest, Recognizer } from "../../../src/engines/Recognizer.ts"
import { units } from "../../../src/engines/recognizer/AcousticUnits.ts"
import { layer } from "../../../src/engines/recognizer/EmbeddedRecognizer.ts"
import { catalog } from "../../../src/voice/Catalog.ts"
import { edits } from "../../../training/measure/Score.ts"
import { longTest } from "../../support/Long.ts"
import { readPeople } from "./people/People.ts"
import { makeSpeaker, withoutSpeech } from "./sounds.ts"

const sentences = {
  am: ["ወንድሜ ትናንት ከገበያ ትኩስ ዳቦና ወተት ገዛ።", "ልጆቹ በወንዙ አጠገብ ይጫወታሉ።"],
  om: ["Obboleessi koo kaleessa gabaadhaa aannan bite.", "Ijoolleen laga biratti taphatu."]
} as const

/** Of the letters, without spaces, that may be wrong in one voice's sentences. */
const MOST_WRONG = 0.1

const runtime = ManagedRuntime.make(layer({ workers: 1 }))
let speak: Awaited<ReturnType<typeof makeSpeaker>>
beforeAll(async () => {
  speak = await makeSpeaker()
  // Its worker loads.
  await recognize({ language: "am", chunkMillis: 1120, words: false }, [new Int16Array(16_000)])
})
afterAll(() => runtime.dispose())

const recognize = (
  request: RecognitionRequest,
  pieces: ReadonlyArray<Int16Array>
): Promise<ReadonlyArray<Hypothesis>> =>
  runtime.runPromise(
    Effect.flatMap(Recognizer, (recognizer) =>
      Stream.runCollect(recognizer.recognize(request, Stream.fromIterable(pieces))).pipe(
        Effect.map(Chunk.toReadonlyArray)
      )
    )
  )

const finalText = (heard: ReadonlyArray<Hypothesis>): string => heard.at(-1)?.text ?? "nothing came"

const letters = (language: "am" | "om", text: string): ReadonlyArray<string> =>
  Array.from(units[language].read(text).replaceAll(" ", ""))

for (const [at, voice] of catalog.entries()) {
  // One of each language where only quick tests run.
  const isFirst = catalog.findIndex(({ language }) => language === voice.language) === at
  const inTime = isFirst ? test : longTest
  inTime(`sentences of the catalog's voice ${voice.id} are recognised`, async () => {
    const { language, timbre } = voice
    let wrong = 0
    let said = 0
    for (const text of sentences[language]) {
      const { samples } = speak({
        text,
        language,
        variant: timbre.variant,
        pitch: timbre.pitch,
        wordsPerMinute: timbre.rate
      })
      const heard = await recognize({ language, chunkMillis: 1120, words: false }, [samples])
      const expected = letters(language, text)
      wrong += edits(expected, letters(language, finalText(heard)))
      said += expected.length
    }
    expect(wrong / said).toBeLessThanOrEqual(MOST_WRONG)
  })
}

test("hypotheses grow with the sound, and end with one final of the same text however the sound was cut", async () => {
  const { samples } = speak({
    text: sentences.am[0],
    language: "am",
    variant: "f2",
    pitch: 50,
    wordsPerMinute: 165
  })
  const pieces: Array<Int16Array> = []
  for (let at = 0; at < samples.length; at += 1600) pieces.push(samples.slice(at, at + 1600))
  const live = await recognize({ language: "am", chunkMillis: 320, words: true }, pieces)
  const whole = await recognize({ language: "am", chunkMillis: 1120, words: true }, [samples])
  expect(live.at(-1)).toEqual(whole.at(-1))
  expect(live.filter(({ _tag }) => _tag === "Final")).toHaveLength(1)
  expect(live.length).toBeGreaterThan(3)
})

test("a person is refused, with what to do about it", async () => {
  const [samples = new Int16Array(0)] = await readPeople()
  const refusal = recognize({ language: "am", chunkMillis: 1120, words: false }, [samples])
  await expect(refusal).rejects.toThrow("QAL_RECOGNIZER_URL")
})

test("hypotheses have words only when they are asked for", async () => {
  const { samples } = speak({ text: sentences.om[0], language: "om", variant: "m3", pitch: 46, wordsPerMinute: 165 })
  const [without, with_] = await Promise.all(
    [false, true].map((words) => recognize({ language: "om", chunkMillis: 1120, words }, [samples]))
  )
  expect(without?.at(-1)).toMatchObject({ _tag: "Final", words: [] })
  const final = with_?.at(-1)
  expect(final?._tag === "Final" ? final.words.map(({ text }) => text).join(" ") : "").toBe(final?.text ?? "none")
})

test("hypotheses of many sounds at once do not mix", async () => {
  const sounds = ["Buna nan dhuga.", "Ijoolleen taphatu."].map(
    (text) => speak({ text, language: "om", variant: "m3", pitch: 46, wordsPerMinute: 165 }).samples
  )
  const request = { language: "om", chunkMillis: 320, words: false } as const
  const alone: Array<string> = []
  for (const samples of sounds) alone.push(finalText(await recognize(request, [samples])))
  const together = await Promise.all(sounds.map((samples) => recognize(request, [samples])))
  expect(together.map(finalText)).toEqual(alone)
})

for (const [name, samples] of withoutSpeech)
  test(`hypotheses of ${name} are one empty final`, async () => {
    const heard = await recognize({ language: "am", chunkMillis: 320, words: true }, [samples])
    expect(heard).toMatchObject([{ _tag: "Final", text: "", words: [] }])
  })
