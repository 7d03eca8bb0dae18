/**
 * Finds the numbers of `Calibration.ts`: costs of words by search, confidence by
 * logistic regression, offsets of times by their medians. On sentences of words
 * that were not trained on, half of them with noise or coded low, so that there
 * are errors to learn from.
 */
import type { Language } from "../../src/Domain.ts"
import { type Calibration, calibration } from "../../src/engines/recognizer/Calibration.ts"
import { featuresOf } from "../../src/engines/recognizer/Confidence.ts"
import { makeFrontEnd } from "../../src/engines/recognizer/FrontEnd.ts"
import { isForeign, makeIncrementalDecoder } from "../../src/engines/recognizer/IncrementalDecoder.ts"
import { type Letter, makeLetterReader } from "../../src/engines/recognizer/Letters.ts"
import { makeNetwork } from "../../src/engines/recognizer/Network.ts"
import { padded } from "../../src/engines/recognizer/Padding.ts"
import { type Costs, divide } from "../../src/engines/recognizer/Words.ts"
import { trainingVariants, unseenVariants } from "../speech/Variants.ts"
import { makeRandom } from "../text/Random.ts"
import { makeSentences } from "../text/Sentences.ts"
import type { Evaluation } from "./Report.ts"
import { say } from "./Say.ts"
import { addTo, aligned, emptyScore, folded, rendered } from "./Score.ts"
import { type Condition, type Take, takes } from "./Takes.ts"

const conditions: ReadonlyArray<Condition> = [
  { name: "64", variants: trainingVariants, bitrate: 64 },
  { name: "unseen", variants: unseenVariants },
  { name: "24", variants: trainingVariants, bitrate: 24 },
  { name: "noisy", variants: trainingVariants, noise: 15 }
]

interface Sample {
  readonly take: Take
  readonly letters: ReadonlyArray<Letter>
}

const collect = async ({ language, models, seed, sentences, speech }: Evaluation): Promise<ReadonlyArray<Sample>> => {
  const generator = makeSentences(language, "test", makeRandom(seed))
  const samples: Array<Sample> = []
  for (const [at, condition] of conditions.entries()) {
    const texts = Array.from({ length: sentences }, () => generator.next())
    for await (const take of takes(speech, language, texts, condition, seed + at)) {
      const network = makeNetwork(models[language].weights)
      const reader = makeLetterReader(models[language].weights.symbols)
      const features = makeFrontEnd().push(padded(take.samples))
      const letters = [network.push(features), network.finish()].flatMap((scores) => reader.push(scores))
      samples.push({ take, letters: [...letters, ...reader.finish()] })
    }
  }
  return samples
}

const scoreOf = ({ language, models }: Evaluation, samples: ReadonlyArray<Sample>, costs: Costs) => {
  const score = emptyScore()
  for (const { letters, take } of samples) {
    const text = divide(letters, models[language].lexicon, costs)
      .map((word) => word.text)
      .join(" ")
    addTo(score, folded(language, take.text), folded(language, text))
  }
  return score
}

const byEar: Costs = { known: 0, unknown: 0, letter: 0, lone: 0, other: 9, acoustic: 1 }

/** What is tried of each cost. */
const grid: Readonly<Record<Exclude<keyof Costs, "acoustic">, ReadonlyArray<number>>> = {
  unknown: [0, 0.5, 1, 1.5, 2, 3, 4],
  letter: [0, 0.15, 0.3, 0.5, 0.8, 1.2, 1.6],
  lone: [0, 1.5, 3],
  known: [0, 0.5, 1, 1.5],
  other: [0, 0.5, 1, 2]
}
const ROUNDS = 3

/** The costs with the fewest wrong words and letters: one cost after another at its best, some rounds. */
const searchCosts = (evaluation: Evaluation, samples: ReadonlyArray<Sample>): Costs => {
  const errors = (costs: Costs): number => {
    const { wrongLetters, wrongWords } = scoreOf(evaluation, samples, costs)
    return wrongWords + wrongLetters / 4
  }
  let best: Costs = { known: 0, unknown: 1, letter: 0.8, lone: 3, other: 1, acoustic: 1 }
  let least = errors(best)
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, values] of Object.entries(grid))
      for (const value of values) {
        const costs = { ...best, [name]: value }
        const wrong = errors(costs)
        if (wrong >= least) continue
        least = wrong
        best = costs
      }
  const shown = (costs: Costs) => rendered(scoreOf(evaluation, samples, costs))
  say(`  ${shown(best)}; by acoustic alone ${shown(byEar)}`)
  return best
}

interface Judged {
  readonly features: readonly [number, number, number]
  readonly right: boolean
  readonly start: number | undefined
  readonly end: number | undefined
}

const SECONDS_PER_FRAME = 0.02
const timeOf = (frame: number): number => frame * SECONDS_PER_FRAME + 0.0125 - 0.1

const judge = ({ language, models }: Evaluation, samples: ReadonlyArray<Sample>, costs: Costs): ReadonlyArray<Judged> =>
  samples.flatMap(({ letters, take }) => {
    const words = divide(letters, models[language].lexicon, costs)
    const heard = words.map(({ text }) => folded(language, text))
    const said = take.marks.map(({ text }) => folded(language, text))
    const match = aligned(heard, said)
    return words.map((word, at): Judged => {
      const mark = take.marks[match[at] ?? -1]
      const right = mark !== undefined && heard[at] === said[match[at] ?? -1]
      return {
        features: featuresOf(word),
        right,
        start: right ? mark.start - timeOf(word.letters[0]?.start ?? 0) : undefined,
        end: right ? mark.end - timeOf((word.letters.at(-1)?.end ?? 1) - 1) : undefined
      }
    })
  })

/** Logistic regression by gradient descent; a light pull to nought keeps the weights finite. */
const regress = (judged: ReadonlyArray<Judged>): Calibration["confidence"] => {
  const weights = [0, 0.3, 0.3, 0.5]
  for (let round = 0; round < 20_000; round++) {
    const gradient = [0, 0, 0, 0]
    for (const { features, right } of judged) {
      const inputs = [1, ...features]
      const odds = inputs.reduce((sum, input, at) => sum + input * (weights[at] ?? 0), 0)
      const error = (right ? 1 : 0) - 1 / (1 + Math.exp(-odds))
      for (const [at, input] of inputs.entries()) gradient[at] = (gradient[at] ?? 0) + error * input
    }
    for (const [at, slope] of gradient.entries())
      weights[at] = (weights[at] ?? 0) + 0.1 * (slope / judged.length - 0.001 * (weights[at] ?? 0))
  }
  const [bias = 0, letter = 0, border = 0, known = 0] = weights.map((weight) => Number(weight.toFixed(3)))
  return { bias, letter, border, known }
}

const median = (values: ReadonlyArray<number>): number =>
  Number((values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0).toFixed(3))

const defined = (values: ReadonlyArray<number | undefined>): ReadonlyArray<number> =>
  values.filter((value) => value !== undefined)

/** How often each language's speech is taken for the other's, by the margin that must be passed. */
const foreignShares = (evaluation: Evaluation, samples: ReadonlyArray<Sample>): string => {
  const other: Language = evaluation.language === "am" ? "om" : "am"
  const few = samples.slice(0, 40)
  const scoresOf = (as: Language) =>
    few.map(({ take }) => {
      const decoder = makeIncrementalDecoder(evaluation.models, as)
      decoder.push(take.samples)
      decoder.finish()
      return decoder.scores()
    })
  const own = scoresOf(evaluation.language)
  const wrong = scoresOf(other)
  return [0, 0.02, 0.05, 0.1, 0.2]
    .map((foreign) => {
      const share = (list: typeof own) =>
        list.filter((scores) => isForeign(scores, { ...calibration[evaluation.language], foreign })).length
      return `${foreign}: own taken for foreign ${share(own)}, foreign found ${share(wrong)} of ${few.length}`
    })
    .join("\n    ")
}

export const fit = async (evaluation: Evaluation): Promise<void> => {
  const samples = await collect(evaluation)
  say(`${evaluation.language}: ${samples.length} sentences`)
  const costs = searchCosts(evaluation, samples)
  const judged = judge(evaluation, samples, costs)
  const start = median(defined(judged.map((each) => each.start)))
  const end = median(defined(judged.map((each) => each.end)))
  say(JSON.stringify({ costs, confidence: regress(judged), start, end }))
  say(`    ${foreignShares(evaluation, samples)}`)
}
