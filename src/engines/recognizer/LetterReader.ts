/**
 * From the network's scores to letters: the likeliest unit of each frame, repeats
 * and blanks taken out; and for each what it may be instead.
 */
import { SPACE } from "./AcousticUnits.ts"

/** One unit that was recognised. */
export interface Letter {
  readonly symbol: string
  /** Output frames, 20 ms each, from the start of the padded sound; `end` excluded. */
  readonly start: number
  readonly end: number
  /** The greatest probability that the network gave it. */
  readonly probability: number
  /** The greatest probability of a space between the letter before and this one. */
  readonly space: number
  /** What else it may be: another unit, a space, or nothing (an empty symbol). */
  readonly second: Alternative
}

interface Alternative {
  readonly symbol: string
  /** As of a letter; never more than the letter's own. */
  readonly probability: number
}

/** A letter that has not ended yet. */
interface OpenLetter {
  readonly output: number
  readonly start: number
  readonly space: number
  /** The output before it, which may have gone on in its place. */
  readonly before: number
  /** The probabilities of all outputs in the frame where its own is greatest. */
  readonly surest: Float32Array
  /** The least probability that a frame is none of its own. */
  none: number
  end: number
}

/** Scores of one frame in place to probabilities. */
const softmax = (scores: Float32Array, from: number, outputs: number): void => {
  let most = Number.NEGATIVE_INFINITY
  for (let at = from; at < from + outputs; at++) most = Math.max(most, scores[at] ?? 0)
  let sum = 0
  for (let at = from; at < from + outputs; at++) {
    const value = Math.exp((scores[at] ?? 0) - most)
    scores[at] = value
    sum += value
  }
  for (let at = from; at < from + outputs; at++) scores[at] = (scores[at] ?? 0) / sum
}

const likeliest = (values: Float32Array, from: number, outputs: number): number => {
  let best = 0
  for (let at = 1; at < outputs; at++) if ((values[from + at] ?? 0) > (values[from + best] ?? 0)) best = at
  return best
}

/** How undecided the network was in the frames where it may have heard a letter. */
export interface LetterUncertainty {
  readonly frames: number
  /** The sum of their entropies, in nats. */
  readonly entropy: number
  /** The sum of their probabilities that they hold one. */
  readonly presence: number
}

export interface LetterReader {
  /** The letters that ended within these frames. Takes the scores over. */
  readonly push: (scores: Float32Array) => ReadonlyArray<Letter>
  /** The letter that the sound's end ended, if one. */
  readonly finish: () => ReadonlyArray<Letter>
  /** Of all frames so far. */
  readonly doubt: () => LetterUncertainty
}

/** A frame that is less probably blank may hold a letter. */
const SURELY_BLANK = 0.98
/** What is less probable adds nothing to an entropy that shows. */
const LEAST_TERM = 1e-9

/** The entropy of one frame's probabilities, in nats. */
const entropyOf = (values: Float32Array, from: number, outputs: number): number => {
  let entropy = 0
  for (let at = from; at < from + outputs; at++) {
    const value = values[at] ?? 0
    if (value > LEAST_TERM) entropy -= value * Math.log(value)
  }
  return entropy
}

/** A reader of the outputs of a model with these symbols. Holds one letter. */
export const makeLetterReader = (symbols: string): LetterReader => {
  const names = Array.from(symbols)
  const outputs = names.length + 1
  const spaceOutput = names.indexOf(SPACE) + 1
  let frame = 0
  let space = 0
  let last = 0
  let open: OpenLetter | undefined
  let frames = 0
  let entropy = 0
  let presence = 0

  const secondOf = ({ none, output, surest }: OpenLetter): Alternative => {
    let best = 0
    for (let at = 1; at < outputs; at++)
      if (at !== output && (best === 0 || (surest[at] ?? 0) > (surest[best] ?? 0))) best = at
    const probability = surest[best] ?? 0
    return none > probability ? { symbol: "", probability: none } : { symbol: names[best - 1] ?? "", probability }
  }
  const close = (out: Array<Letter>) => {
    if (open !== undefined) {
      const { end, output, space, start, surest } = open
      const probability = surest[output] ?? 0
      const second = secondOf(open)
      out.push({
        symbol: names[output - 1] ?? "",
        start,
        end,
        probability,
        space,
        second: { ...second, probability: Math.min(probability, second.probability) }
      })
    }
    open = undefined
  }
  const extend = (letter: OpenLetter, values: Float32Array, from: number) => {
    if ((values[from + letter.output] ?? 0) > (letter.surest[letter.output] ?? 0))
      letter.surest.set(values.subarray(from, from + outputs))
    const goneOn = letter.before === 0 ? 0 : (values[from + letter.before] ?? 0)
    letter.none = Math.min(letter.none, (values[from] ?? 0) + goneOn)
    letter.end = frame + 1
  }
  const takeFrame = (values: Float32Array, from: number, out: Array<Letter>) => {
    if ((values[from] ?? 0) < SURELY_BLANK) {
      frames++
      entropy += entropyOf(values, from, outputs)
      presence += 1 - (values[from] ?? 0)
    }
    const best = likeliest(values, from, outputs)
    const isLetter = best !== 0 && best !== spaceOutput
    if (isLetter && best === last && open !== undefined) extend(open, values, from)
    else {
      close(out)
      if (isLetter) {
        const surest = new Float32Array(outputs)
        open = { output: best, start: frame, end: frame, space, before: last, surest, none: 1 }
        extend(open, values, from)
        space = 0
      }
    }
    if (!isLetter) space = Math.max(space, values[from + spaceOutput] ?? 0)
    last = best
    frame++
  }

  return {
    push: (scores) => {
      const out: Array<Letter> = []
      for (let from = 0; from + outputs <= scores.length; from += outputs) {
        softmax(scores, from, outputs)
        takeFrame(scores, from, out)
      }
      return out
    },
    finish: () => {
      const out: Array<Letter> = []
      close(out)
      return out
    },
    doubt: () => ({ frames, entropy, presence })
  }
}
