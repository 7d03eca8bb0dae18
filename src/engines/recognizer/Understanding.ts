/**
 * Whether the recogniser can have understood a sound at all. Its network knows the
 * embedded voices alone; of a person it makes letters too, but it is undecided in
 * most frames, hardly sure that they hold a letter at all, each is over at once,
 * and they do not follow one another as in words of the language. None of this looks at the sound itself, so that a
 * telephone or a room counts only for what it takes from the understanding.
 */
import { understanding } from "./Calibration.ts"
import type { Letter, LetterUncertainty } from "./LetterReader.ts"
import type { UnitModel } from "./UnitModel.ts"

/** What a sound has shown so far; sums over its letters and its frames. */
interface Evidence {
  readonly letters: number
  /** Of natural logarithms of the letters' probabilities. */
  readonly probability: number
  /** Of what the letters cost by `UnitModel`, with the ends of words. */
  readonly likeness: number
  /** Of the frames that the letters lasted. */
  readonly length: number
  readonly doubt: LetterUncertainty
}

/** Units that a letter's likeness looks back at. */
const LOOKS_BACK = 3

/** Adds up letters as they come. */
export const makeLetterSums = (unitModel: UnitModel) => {
  let probability = 0
  let cost = 0
  let length = 0
  let count = 0
  let word = ""
  return {
    add: (letter: Letter): void => {
      if (letter.space > 0.5 && word !== "") {
        cost += unitModel.cost(word, "")
        word = ""
      }
      probability += Math.log(letter.probability)
      cost += unitModel.cost(word, letter.symbol)
      word = (word + letter.symbol).slice(-LOOKS_BACK)
      length += letter.end - letter.start
      count++
    },
    sums: () => ({ letters: count, probability, likeness: cost, length })
  }
}

/** How many letters, and frames, of an embedded voice are taken to have come before: a word of two letters proves little. */
const PRIOR = 2
/** Of such letters and frames on average: the sums of `Evidence`. */
const USUAL = { probability: -0.015, likeness: 3, entropy: 0.13, presence: 0.85, length: 1.6 }
/** Kept from the logarithm of nothing. */
const LEAST_LOSS = 0.01
const LEAST_ENTROPY = 0.02
/** What a sound of a few letters has of frames and of letters, so that their ratio means something. */
const FEW_FRAMES = 16
const FEW_LETTERS = 8

/**
 * What tells a person from the embedded voices: how unsure the letters are, how little they look like words, how
 * undecided the frames are, how many undecided frames there are for one letter; and, which a voice that was made slower
 * keeps, how surely these frames hold a letter, and for how many of them one lasts.
 */
export const featuresOf = ({ doubt, length, letters, likeness, probability }: Evidence) => {
  const count = letters + PRIOR
  const frames = doubt.frames + PRIOR
  return {
    loss: Math.log(LEAST_LOSS - (probability + PRIOR * USUAL.probability) / count),
    likeness: (likeness + PRIOR * USUAL.likeness) / count,
    entropy: Math.log(LEAST_ENTROPY + (doubt.entropy + PRIOR * USUAL.entropy) / frames),
    frames: Math.log((doubt.frames + FEW_FRAMES) / (letters + FEW_LETTERS)),
    presence: (doubt.presence + PRIOR * USUAL.presence) / frames,
    length: Math.log((length + PRIOR * USUAL.length) / count)
  }
}

type Features = ReturnType<typeof featuresOf>

export const featureNames = ["loss", "likeness", "entropy", "frames", "presence", "length"] as const

/** Of a logistic regression on the features. */
export type Weights = Readonly<Record<"bias" | keyof Features, number>>

const oddsOf = (evidence: Evidence, weights: Weights): number => {
  const features = featuresOf(evidence)
  return featureNames.reduce((sum, name) => sum + weights[name] * features[name], weights.bias)
}

/** The evidence of a whole utterance. */
export interface UtteranceEvidence {
  /** In the language that it was taken for. */
  readonly own: Evidence
  /** Its beginning, in the other language. */
  readonly other: Evidence
  /** No words came of it. */
  readonly isEmpty: boolean
  /** Output frames, 20 ms each. */
  readonly frames: number
}

/** Fewer letters than these do not show that it was the other language. */
const TELLING_LETTERS = 6
/** What noise and music have of undecided frames at most, in all and of all frames: with more somebody may speak. */
const MOST_IN_NOISE = 6
const MOST_SHARE_IN_NOISE = 0.03

const isNoise = ({ frames, isEmpty, own }: UtteranceEvidence): boolean =>
  isEmpty && own.doubt.frames < Math.max(MOST_IN_NOISE, MOST_SHARE_IN_NOISE * frames)

/**
 * Natural logarithm of the odds that this was a person, where as many people as embedded voices speak: in the language
 * in which it is the less strange. Nothing is less strange than a sound in which nobody speaks.
 */
export const strangeness = (sound: UtteranceEvidence, weights: Weights): number => {
  if (isNoise(sound)) return Number.NEGATIVE_INFINITY
  const own = oddsOf(sound.own, weights)
  return sound.other.letters < TELLING_LETTERS ? own : Math.min(own, oddsOf(sound.other, weights))
}

/** Whether what was heard can have been understood; true of silence. */
export const isIntelligible = (sound: UtteranceEvidence): boolean =>
  strangeness(sound, understanding.weights) < understanding.threshold
