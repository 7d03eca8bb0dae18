/** The same phrase is the same sound, whatever was spoken before it, by whom, and when the engine was started. */
import { afterEach, beforeAll, expect, setSystemTime, test } from "bun:test"
import { FastCheck } from "effect"
import { type Engine, makeEngine } from "../../../src/engines/espeak/Engine.ts"
import { type PhraseRequest, sampleRate, tempoOf, wordsPerMinute } from "../../../src/engines/espeak/EspeakMessages.ts"
import { loadModule } from "../../../src/engines/espeak/Module.ts"
import * as Tempo from "../../../src/engines/espeak/Tempo.ts"
import { catalog } from "../../../src/voice/Catalog.ts"
import { longTest } from "../../support/Long.ts"
import { forAll } from "../../support/Property.ts"
import { sentences } from "./sentences.ts"

/** An engine that was started at another time than any other, which its noise is not to tell. */
const start = async (year: number): Promise<Engine> => {
  const [module, stretch] = await Promise.all([loadModule(), Tempo.load()])
  setSystemTime(new Date(year, 0))
  return makeEngine(module, stretch)
}
afterEach(() => {
  setSystemTime()
})

let one: Engine
let other: Engine
beforeAll(async () => {
  one = await start(2030)
  other = await start(2031)
  setSystemTime()
  // What comes first is slow: the package is plain JavaScript.
  for (const engine of [one, other])
    engine({ text: "ሰላም! Akkam?", language: "am", variant: "f2", pitch: 50, wordsPerMinute: 170 })
})

const phrase = (texts: Readonly<Record<"am" | "om", ReadonlyArray<string>>>): FastCheck.Arbitrary<PhraseRequest> =>
  FastCheck.constantFrom(...catalog).chain(({ language, timbre }) =>
    FastCheck.record({
      text: FastCheck.constantFrom(...texts[language]),
      speed: FastCheck.constantFrom(0.3, 0.5, 0.9, 1, 1.5, 2, 3)
    }).map(({ speed, text }) => ({
      text,
      language,
      variant: timbre.variant,
      pitch: timbre.pitch,
      wordsPerMinute: wordsPerMinute(timbre.rate, speed),
      tempo: tempoOf(speed)
    }))
  )

const short = {
  am: ["ሰላም ነው እንዴት ነህ ዛሬ", "ሰላም!", "hello computer ሰላም", "A.B. 서울", "ምን? አዎ።"],
  om: ["Akkam jirtu, baga", "Ani", "Nagaa!", "ABC 25%"]
} as const

/** A sound as it is compared: a difference is to be told in a line. */
const heard = (engine: Engine, asked: PhraseRequest) => {
  const { samples, words } = engine(asked)
  return { seconds: samples.length / sampleRate, samples: Bun.hash(new Uint8Array(samples.buffer)), words }
}

/** Every phrase of one order and of another, as the two engines speak it. */
const expectSame = (first: ReadonlyArray<PhraseRequest>, second: ReadonlyArray<PhraseRequest>): void => {
  const spoken = new Map(first.map((each) => [each, heard(one, each)]))
  for (const each of second) expect(spoken.get(each)).toEqual(heard(other, each))
}

const orders = (texts: Parameters<typeof phrase>[0], length: number) =>
  FastCheck.array(phrase(texts), { minLength: 2, maxLength: length }).chain((some) =>
    FastCheck.tuple(FastCheck.constant(some), FastCheck.shuffledSubarray(some, { minLength: 1 }))
  )

test("two engines speak each phrase alike, in whatever order they speak", () => {
  forAll({ numRuns: 4 }, orders(short, 3), ([first, second]) => expectSame(first, second))
})

test("a voice lasts as long after any other as before it: am-hamen at double speed", () => {
  const hamen = catalog.find(({ id }) => id === "am-hamen")?.timbre ?? { variant: "f2", pitch: 52, rate: 165 }
  const asked: PhraseRequest = {
    text: "ሰላም ነው እንዴት ነህ ዛሬ",
    language: "am",
    variant: hamen.variant,
    pitch: hamen.pitch,
    wordsPerMinute: wordsPerMinute(hamen.rate, 2)
  }
  const lengths = [80, 170, 450].map((pace) => {
    one({ ...asked, text: "hello computer ሰላም", variant: "m3", wordsPerMinute: pace })
    return heard(one, asked).seconds
  })
  expect(new Set(lengths).size).toBe(1)
})

longTest("an engine's first phrase is as its hundredth, after long and hostile texts", async () => {
  const hostile = ["[[", "x".repeat(2_000), "ሰላም".repeat(500), "\u0001\u0002", "<speak rate='9'>", "!".repeat(900)]
  for (const { language, timbre } of catalog.slice(0, 4)) {
    const asked: PhraseRequest = {
      text: sentences[language][0] ?? "",
      language,
      variant: timbre.variant,
      pitch: timbre.pitch,
      wordsPerMinute: timbre.rate
    }
    const first = heard(await start(2020), asked)
    for (const text of hostile) {
      one({ ...asked, text })
      expect(heard(one, asked)).toEqual(first)
    }
  }
  forAll({ numRuns: 10 }, orders(sentences, 8), ([before, after]) => expectSame(before, after))
})
