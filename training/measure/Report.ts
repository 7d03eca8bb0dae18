/** The table of `evaluate`: what was aimed at, and what was reached. */
import type { Language } from "../../src/Domain.ts"
import { calibration } from "../../src/engines/recognizer/Calibration.ts"
import { SAMPLE_RATE } from "../../src/engines/recognizer/FrontEnd.ts"
import { isForeign, type Models, makeIncrementalDecoder } from "../../src/engines/recognizer/IncrementalDecoder.ts"
import { catalog } from "../../src/voice/Catalog.ts"
import { colouredNoise, music, tones, whiteNoise } from "../speech/Noise.ts"
import { unseenVariants } from "../speech/Variants.ts"
import { fresh } from "../text/Fresh.ts"
import { natural } from "../text/Natural.ts"
import { makeRandom } from "../text/Random.ts"
import { makeSentences } from "../text/Sentences.ts"
import { say } from "./Say.ts"
import { addTo, aligned, emptyScore, folded, rendered, type Score } from "./Score.ts"
import { type Condition, type Speech, secondsOf, takes, wordsOf } from "./Takes.ts"

export interface Evaluation {
  readonly models: Models
  readonly speech: Speech
  readonly language: Language
  readonly sentences: number
  readonly seed: number
}

/** Of the sets of sentences with many kinds of damage. */
const damaged: ReadonlyArray<Condition> = [
  { name: "telephone, A-law", telephone: "a" },
  { name: "telephone, µ-law", telephone: "mu" },
  { name: "15 % faster", tempo: 1.15 },
  { name: "15 % slower", tempo: 0.85 },
  { name: "12 % faster and higher", rate: 1.12 },
  { name: "12 % slower and lower", rate: 0.88 },
  { name: "a room of 0.3 s", room: 0.3 },
  { name: "a room of 0.6 s", room: 0.6 },
  { name: "others who speak, 15 dB softer", babble: 15 },
  { name: "white noise at 20 dB", noise: 20 },
  { name: "24 kbit/s MP3", bitrate: 24 },
  { name: "-40 dB", gain: -40 }
]

const clean: Condition = { name: "clean" }
const usual: ReadonlyArray<Condition> = [
  { name: "64 kbit/s MP3", bitrate: 64 },
  { name: "64 kbit/s MP3, unseen variants", variants: unseenVariants, bitrate: 64 }
]

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
  condition: Condition,
  partials: boolean
) => {
  const tally: Tally = {
    score: emptyScore(),
    startErrors: [],
    sure: [],
    partialChanges: 0,
    foreign: 0,
    heard: 0
  }
  for await (const take of takes(speech, language, texts, condition, seed)) {
    const { marks, samples, text } = take
    const decoder = makeIncrementalDecoder(models, language)
    let partial = ""
    for (let at = 0; at < samples.length; at += CHUNK) {
      decoder.push(samples.subarray(at, at + CHUNK))
      if (!partials) continue
      const next = decoder.soFar().text
      tally.partialChanges += takenBack(partial, next)
      partial = next
    }
    const final = decoder.finish()
    const said = folded(language, text)
    addTo(tally.score, said, folded(language, final.text))
    const { other, own } = decoder.scores()
    if (isForeign({ other, own }, calibration[language])) tally.foreign++
    tally.heard++
    const heardWords = final.words.map((word) => folded(language, word.text))
    const saidWords = wordsOf(language, take)
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
  const condition = { name: "speed" }
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

/** The other language's sentences as this one: how sure the recogniser is of what it hears there. */
const reportForeign = async ({ language, models, seed, speech }: Evaluation): Promise<void> => {
  const other = language === "am" ? "om" : "am"
  const sure: Array<number> = []
  for await (const { samples } of takes(speech, other, fresh[other], { name: "foreign", bitrate: 64 }, seed)) {
    const decoder = makeIncrementalDecoder(models, language)
    decoder.push(samples)
    sure.push(decoder.finish().confidence)
  }
  const mean = sure.reduce((sum, each) => sum + each, 0) / sure.length
  const above = sure.filter((each) => each > 0.5).length
  say(
    `${other} heard as ${language}: confidence ${mean.toFixed(2)} on average, above 0.5 in ${above} of ${sure.length}`
  )
}

const showMore = (tally: Tally): void => {
  say(
    `    starts of words: median ${(1000 * quantile(tally.startErrors, 0.5)).toFixed(0)} ms, 95 % within ${(1000 * quantile(tally.startErrors, 0.95)).toFixed(0)} ms`
  )
  say(`    words taken back by later partials: ${(tally.partialChanges / tally.score.words).toFixed(2)} a word`)
  say(`    right, by confidence: ${calibrationOf(tally.sure)}`)
  say(`    taken for the other language: ${tally.foreign} of ${tally.heard}`)
}

/** A sentence by every voice: as many rounds as there are voices, each begun with another one. */
const byAll = (texts: ReadonlyArray<string>, voices: number): ReadonlyArray<string> =>
  Array.from({ length: voices }, (_, round) => [...texts.slice(round), ...texts.slice(0, round)]).flat()

export const report = async (evaluation: Evaluation): Promise<void> => {
  const { language, seed, sentences } = evaluation
  const generator = makeSentences(language, "test", makeRandom(seed))
  const voices = catalog.filter((voice) => voice.language === language).length
  const made = Array.from({ length: sentences }, () => generator.next())
  const sets = [
    ["words that were never trained on", made, usual],
    ["natural sentences", natural[language], usual],
    ["fresh sentences, by all voices", byAll(fresh[language], voices), [clean]],
    ["fresh sentences", fresh[language], [clean, ...damaged]]
  ] as const
  for (const [name, texts, conditions] of sets) {
    say(`${language}, ${name}, ${texts.length} sentences`)
    for (const condition of conditions) {
      const first = condition === conditions[0]
      const tally = await hear(evaluation, texts, condition, first)
      say(`  ${condition.name}: ${rendered(tally.score)}`)
      if (first) showMore(tally)
    }
  }
  await reportForeign(evaluation)
  await reportSpeed(evaluation)
  reportQuiet(evaluation)
}
