/**
 * Finds the numbers of `Calibration.ts`: costs of words by search, confidence by
 * logistic regression, offsets of times by their medians. On sentences of words
 * that were not trained on, and real ones if there are any, most of them damaged,
 * so that there are errors to learn from.
 */
import type { Language } from "../../src/Domain.ts"
import { type Calibration, calibration } from "../../src/engines/recognizer/Calibration.ts"
import { featuresOf } from "../../src/engines/recognizer/Confidence.ts"
import { makeIncrementalDecoder } from "../../src/engines/recognizer/IncrementalDecoder.ts"
import { type Letter, makeLetterReader } from "../../src/engines/recognizer/LetterReader.ts"
import { makeNetwork } from "../../src/engines/recognizer/Network.ts"
import { type Costs, divide } from "../../src/engines/recognizer/Words.ts"
import { featuresOf as heardOf } from "../speech/Features.ts"
import { trainingVariants, unseenVariants } from "../speech/Variants.ts"
import { makeRandom } from "../text/Random.ts"
import { makeSentences } from "../text/Sentences.ts"
import type { Evaluation } from "./Report.ts"
import { say } from "./Say.ts"
import { addTo, aligned, emptyScore, folded, rendered } from "./Score.ts"
import { type Condition, type Take, takes, wordsOf } from "./Takes.ts"

const conditions: ReadonlyArray<Condition> = [
  { name: "64", bitrate: 64 },
  { name: "unseen", variants: unseenVariants },
  { name: "telephone", telephone: "a" },
  { name: "noisy", variants: trainingVariants, noise: 12 },
  { name: "fast", tempo: 1.15, gain: -30 }
]

interface Sample {
  readonly take: Take
  readonly letters: ReadonlyArray<Letter>
}

const collect = async ({
  language,
  models,
  seed,
  sentences,
  speech,
  texts
}: Fitting): Promise<ReadonlyArray<Sample>> => {
  const generator = makeSentences(language, "test", makeRandom(seed))
  const samples: Array<Sample> = []
  for (const [at, condition] of conditions.entries()) {
    const made = Array.from({ length: sentences }, () => generator.next())
    for await (const take of takes(speech, language, [...made, ...texts], condition, seed + at)) {
      const network = makeNetwork(models[language].weights)
      const reader = makeLetterReader(models[language].weights.symbols)
      const features = heardOf(take.samples)
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

const byEar: Costs = { known: 0, formed: 0, unknown: 0, likeness: 0, other: 9, acoustic: 1 }

/** What is tried of each cost. */
const grid: Readonly<Record<keyof Costs, ReadonlyArray<number>>> = {
  likeness: [0.2, 0.3, 0.4, 0.5, 0.6, 0.8],
  unknown: [0, 1, 2, 3, 4, 5],
  known: [0, 1, 2, 3, 4, 5],
  formed: [3, 4, 5, 6, 7, 8, 9],
  acoustic: [0.5, 0.6, 0.7, 0.85, 1],
  other: [0, 0.5, 1, 2]
}
const ROUNDS = 2

/** The costs with the fewest wrong words and letters: one cost after another at its best, some rounds. */
const searchCosts = (evaluation: Evaluation, samples: ReadonlyArray<Sample>): Costs => {
  const errors = (costs: Costs): number => {
    const { wrongLetters, wrongWords } = scoreOf(evaluation, samples, costs)
    return wrongWords + wrongLetters / 4
  }
  let best = calibration[evaluation.language].costs
  let least = errors(best)
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, values] of Object.entries(grid))
      for (const value of values) {
        const costs = { ...best, [name]: value }
        if (Object.entries(best).some(([same, now]) => same === name && now === value)) continue
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
  readonly features: ReadonlyArray<number>
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
    const said = wordsOf(language, take)
    const match = aligned(heard, said)
    return words.map((word, at): Judged => {
      const mark = take.marks[match[at] ?? -1]
      const right = heard[at] === said[match[at] ?? -1]
      return {
        features: featuresOf(word),
        right,
        start: right && mark !== undefined ? mark.start - timeOf(word.letters[0]?.start ?? 0) : undefined,
        end: right && mark !== undefined ? mark.end - timeOf((word.letters.at(-1)?.end ?? 1) - 1) : undefined
      }
    })
  })

/** Logistic regression by gradient descent; a light pull to nought keeps the weights finite. */
const regress = (judged: ReadonlyArray<Judged>): Calibration["confidence"] => {
  const weights = [0, 0.3, 0.3, 0.5, 0]
  for (let round = 0; round < 20_000; round++) {
    const gradient = [0, 0, 0, 0, 0]
    for (const { features, right } of judged) {
      const inputs = [1, ...features]
      const odds = inputs.reduce((sum, input, at) => sum + input * (weights[at] ?? 0), 0)
      const error = (right ? 1 : 0) - 1 / (1 + Math.exp(-odds))
      for (const [at, input] of inputs.entries()) gradient[at] = (gradient[at] ?? 0) + error * input
    }
    for (const [at, slope] of gradient.entries())
      weights[at] = (weights[at] ?? 0) + 0.1 * (slope / judged.length - 0.001 * (weights[at] ?? 0))
  }
  const [bias = 0, letter = 0, border = 0, known = 0, likeness = 0] = weights.map((weight) => Number(weight.toFixed(3)))
  return { bias, letter, border, known, likeness }
}

const median = (values: ReadonlyArray<number>): number =>
  Number((values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0).toFixed(3))

const defined = (values: ReadonlyArray<number | undefined>): ReadonlyArray<number> =>
  values.filter((value) => value !== undefined)

/** How much surer the other language's model is: the surest of its own speech, and the least sure of the other's. */
const foreignMargins = (evaluation: Evaluation, samples: ReadonlyArray<Sample>): string => {
  const other: Language = evaluation.language === "am" ? "om" : "am"
  const marginsAs = (as: Language) =>
    samples
      .map(({ take }) => {
        const decoder = makeIncrementalDecoder(evaluation.models, as)
        decoder.push(take.samples)
        decoder.finish()
        const { other = 0, own = 0 } = decoder.scores()
        return other - own
      })
      .toSorted((one, two) => one - two)
  const shown = (margins: ReadonlyArray<number>): string =>
    [0, 0.01, 0.05, 0.5, 0.95, 0.99, 1]
      .map((share) => `${share}: ${(margins[Math.round(share * (margins.length - 1))] ?? 0).toFixed(2)}`)
      .join(", ")
  return `margins as ${evaluation.language}: ${shown(marginsAs(evaluation.language))}\n    as ${other}: ${shown(marginsAs(other))}`
}

export interface Fitting extends Evaluation {
  /** Real sentences beside those that are made. */
  readonly texts: ReadonlyArray<string>
}

export const fit = async (evaluation: Fitting): Promise<void> => {
  const samples = await collect(evaluation)
  say(`${evaluation.language}: ${samples.length} sentences`)
  const costs = searchCosts(evaluation, samples)
  const judged = judge(evaluation, samples, costs)
  const start = median(defined(judged.map((each) => each.start)))
  const end = median(defined(judged.map((each) => each.end)))
  say(JSON.stringify({ costs, confidence: regress(judged), start, end }))
  say(`    ${foreignMargins(evaluation, samples)}`)
}
