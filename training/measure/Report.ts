/** The table of `evaluate`: what was aimed at, and what was reached. */
import type { Language } from "../../src/Domain.ts"
import { SAMPLE_RATE } from "../../src/engines/recognizer/FrontEnd.ts"
import { type Models, makeIncrementalDecoder } from "../../src/engines/recognizer/IncrementalDecoder.ts"
import { catalog } from "../../src/voice/Catalog.ts"
import { colouredNoise, music, tones, whiteNoise } from "../speech/Noise.ts"
import { unseenVariants } from "../speech/Variants.ts"
import { natural } from "../text/Natural.ts"
import { makeRandom } from "../text/Random.ts"
import { makeSentences } from "../text/Sentences.ts"
import { say } from "./Say.ts"
import { addTo, aligned, emptyScore, folded, rendered, type Score } from "./Score.ts"
import { type Condition, type Speech, secondsOf, takes } from "./Takes.ts"

export interface Evaluation {
  readonly models: Models
  readonly speech: Speech
  readonly language: Language
  readonly sentences: number
  readonly seed: number
}

const variantsOf = (language: Language): ReadonlyArray<string> =>
  catalog.filter((voice) => voice.language === language).map(({ timbre }) => timbre.variant)

const conditionsOf = (language: Language): ReadonlyArray<Condition> => {
  const variants = variantsOf(language)
  return [
    { name: "64 kbit/s MP3", variants, bitrate: 64 },
    { name: "64 kbit/s MP3, unseen variants", variants: unseenVariants, bitrate: 64 },
    { name: "24 kbit/s MP3", variants, bitrate: 24 },
    { name: "white noise at 20 dB", variants, noise: 20 }
  ]
}

/** Everything counted besides the errors. */
interface Tally {
  readonly score: Score
  readonly startErrors: Array<number>
  readonly sure: Array<readonly [confidence: number, right: boolean]>
  partialChanges: number
  foreign: number
  heard: number
}

const CHUNK = (320 * SAMPLE_RATE) / 1000

/** Words of a partial that the next one takes back. */
const takenBack = (before: string, after: string): number => {
  const old = before.split(" ").filter((word) => word !== "")
  const fresh = after.split(" ")
  return old.filter((word, at) => fresh[at] !== word).length
}

const cpuSeconds = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1e6
}

const hear = async (
  { language, models, seed, speech }: Evaluation,
  texts: ReadonlyArray<string>,
  condition: Condition
) => {
  const tally: Tally = {
    score: emptyScore(),
    startErrors: [],
    sure: [],
    partialChanges: 0,
    foreign: 0,
    heard: 0
  }
  for await (const { marks, samples, text } of takes(speech, language, texts, condition, seed)) {
    const decoder = makeIncrementalDecoder(models, language)
    let partial = ""
    for (let at = 0; at < samples.length; at += CHUNK) {
      decoder.push(samples.subarray(at, at + CHUNK))
      const next = decoder.soFar().text
      tally.partialChanges += takenBack(partial, next)
      partial = next
    }
    const final = decoder.finish()
    const said = folded(language, text)
    addTo(tally.score, said, folded(language, final.text))
    const { other, own } = decoder.scores()
    if (own !== undefined && other !== undefined && other > own) tally.foreign++
    tally.heard++
    const heardWords = final.words.map((word) => folded(language, word.text))
    const saidWords = marks.map((mark) => folded(language, mark.text))
    for (const [at, mark] of aligned(heardWords, saidWords).entries()) {
      const word = final.words[at]
      const right = mark >= 0 && heardWords[at] === saidWords[mark]
      if (word === undefined) continue
      tally.sure.push([word.confidence, right])
      const marked = marks[mark]
      if (right && marked !== undefined) tally.startErrors.push(Math.abs(word.start - marked.start))
    }
  }
  return tally
}

const quantile = (values: ReadonlyArray<number>, share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(share * (values.length - 1))] ?? 0

const calibrationOf = (sure: Tally["sure"]): string =>
  [
    [0, 0.5],
    [0.5, 0.7],
    [0.7, 0.85],
    [0.85, 0.95],
    [0.95, 1.01]
  ]
    .map(([low = 0, high = 0]) => {
      const within = sure.filter(([confidence]) => confidence >= low && confidence < high)
      const right = within.filter(([, isRight]) => isRight).length
      return `${low}–${Math.min(1, high)}: ${((100 * right) / Math.max(1, within.length)).toFixed(0)} % of ${within.length}`
    })
    .join("; ")

const quiet = (seed: number): ReadonlyArray<readonly [name: string, sound: Float32Array]> => {
  const length = 5 * SAMPLE_RATE
  const random = makeRandom(seed)
  const levels = [0.003, 0.03, 0.2]
  return [
    ["silence", new Float32Array(length)],
    ...levels.flatMap((level) => [
      [`white noise ${level}`, whiteNoise(length, random).map((sample) => sample * level)] as const,
      [`coloured noise ${level}`, colouredNoise(length, random).map((sample) => sample * level)] as const,
      [`hum 50 Hz ${level}`, tones(length, [50, 100, 150]).map((sample) => sample * level)] as const,
      [`440 Hz ${level}`, tones(length, [440]).map((sample) => sample * level)] as const,
      [`chords ${level}`, music(length, random).map((sample) => sample * level)] as const
    ])
  ]
}

const reportQuiet = ({ language, models, seed, speech }: Evaluation): void => {
  for (const [name, sound] of quiet(seed)) {
    const decoder = makeIncrementalDecoder(models, language)
    decoder.push(speech.toInts(sound))
    const { text } = decoder.finish()
    if (text !== "") say(`  not empty on ${name}: ${text}`)
  }
}

/** A minute of speech in the chunks of a file, after one that warms up: processor time against its length. */
const reportSpeed = async ({ language, models, seed, speech }: Evaluation): Promise<void> => {
  const condition = { name: "speed", variants: variantsOf(language) }
  const pieces: Array<Int16Array> = []
  for await (const { samples } of takes(speech, language, natural[language].slice(0, 20), condition, seed))
    pieces.push(samples)
  const chunk = 1.12 * SAMPLE_RATE
  const times: Array<number> = []
  for (let round = 0; round < 3; round++) {
    const began = cpuSeconds()
    const decoder = makeIncrementalDecoder(models, language)
    for (const samples of pieces)
      for (let at = 0; at < samples.length; at += chunk) {
        decoder.push(samples.subarray(at, at + chunk))
        decoder.soFar()
      }
    decoder.finish()
    times.push(cpuSeconds() - began)
  }
  const seconds = pieces.reduce((sum, samples) => sum + secondsOf(samples), 0)
  say(`  ${seconds.toFixed(0)} s of speech: ${(seconds / Math.min(...times)).toFixed(0)} times real time`)
}

export const report = async (evaluation: Evaluation): Promise<void> => {
  const { language, seed, sentences } = evaluation
  const generator = makeSentences(language, "test", makeRandom(seed))
  const sets = [
    ["words that were never trained on", Array.from({ length: sentences }, () => generator.next())],
    ["natural sentences", natural[language]]
  ] as const
  for (const [name, texts] of sets) {
    say(`${language}, ${name}, ${texts.length} sentences`)
    for (const condition of conditionsOf(language)) {
      const tally = await hear(evaluation, texts, condition)
      say(`  ${condition.name}: ${rendered(tally.score)}`)
      if (condition.bitrate !== 64 || condition.variants === unseenVariants) continue
      say(
        `    starts of words: median ${(1000 * quantile(tally.startErrors, 0.5)).toFixed(0)} ms, 95 % within ${(1000 * quantile(tally.startErrors, 0.95)).toFixed(0)} ms`
      )
      say(`    words taken back by later partials: ${(tally.partialChanges / tally.score.words).toFixed(2)} a word`)
      say(`    right, by confidence: ${calibrationOf(tally.sure)}`)
      say(`    other model surer: ${tally.foreign} of ${tally.heard}`)
    }
  }
  await reportSpeed(evaluation)
  reportQuiet(evaluation)
}
