/** From the network's scores to letters: the likeliest unit of each frame, repeats and blanks taken out. */
import { SPACE } from "./Units.ts"

/** One unit that was heard. */
export interface Letter {
  readonly symbol: string
  /** Output frames, 20 ms each, from the start of the padded sound; `end` excluded. */
  readonly start: number
  readonly end: number
  /** The greatest probability that the network gave it. */
  readonly probability: number
  /** The greatest probability of a space between the letter before and this one. */
  readonly space: number
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

export interface LetterReader {
  /** The letters that ended within these frames. Takes the scores over. */
  readonly push: (scores: Float32Array) => ReadonlyArray<Letter>
  /** The letter that the sound's end ended, if one. */
  readonly finish: () => ReadonlyArray<Letter>
}

/** A reader of the outputs of a model with these symbols. Holds one letter. */
export const makeLetterReader = (symbols: string): LetterReader => {
  const names = Array.from(symbols)
  const outputs = names.length + 1
  const spaceOutput = names.indexOf(SPACE) + 1
  let frame = 0
  let space = 0
  let last = 0
  let open: Letter | undefined

  const close = (out: Array<Letter>) => {
    if (open !== undefined) out.push(open)
    open = undefined
  }
  const hear = (values: Float32Array, from: number, out: Array<Letter>) => {
    const best = likeliest(values, from, outputs)
    const probability = values[from + best] ?? 0
    const isLetter = best !== 0 && best !== spaceOutput
    if (isLetter && best === last && open !== undefined)
      open = { ...open, end: frame + 1, probability: Math.max(open.probability, probability) }
    else {
      close(out)
      if (isLetter) {
        open = { symbol: names[best - 1] ?? "", start: frame, end: frame + 1, probability, space }
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
        hear(scores, from, out)
      }
      return out
    },
    finish: () => {
      const out: Array<Letter> = []
      close(out)
      return out
    }
  }
}
