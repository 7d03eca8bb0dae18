/**
 * One sound on its way from samples to words. Everything that it keeps is of
 * bounded size but the words themselves.
 */
import type { Language } from "../../Domain.ts"
import type { RecognizedWord } from "../Recognizer.ts"
import { type Calibration, calibration } from "./Calibration.ts"
import { confidenceOf, overall } from "./Confidence.ts"
import { BANDS, HOP, makeFrontEnd, SAMPLE_RATE, WINDOW } from "./FrontEnd.ts"
import { type Letter, makeLetterReader } from "./LetterReader.ts"
import { makeNetwork } from "./Network.ts"
import { LEAD_IN, LEAD_OUT } from "./Padding.ts"
import type { SessionText } from "./RecognizerMessages.ts"
import { isIntelligible, makeLetterSums, type UtteranceEvidence } from "./Understanding.ts"
import type { UnitModel } from "./UnitModel.ts"
import type { Weights } from "./Weights.ts"
import type { Lexicon } from "./WordLexicon.ts"
import { makeWordReader, type Word } from "./Words.ts"

/** What is loaded once, for all sounds of a language. */
interface Model {
  readonly weights: Weights
  readonly lexicon: Lexicon
}

export type Models = Readonly<Record<Language, Model>>

export interface IncrementalDecoder {
  /** More sound, 16-bit at 16,000 Hz. */
  readonly push: (samples: Int16Array) => void
  /** The words so far, and how much of them is settled. */
  readonly soFar: () => SessionText
  /** After the last sound: what was said. */
  readonly finish: () => SessionText
}

/** Of each sound, its first seconds are decoded in the other language too. */
const CHECKED_SAMPLES = 6 * SAMPLE_RATE
/** Fewer letters than these tell nothing about the language. */
const TELLING_LETTERS = 6
/** How much the likeness of a letter counts beside the network's probability. */
const LIKENESS_SHARE = 1
/** How much of their confidence words keep that sound more like the other language. */
const FOREIGN_SHARE = 0.3

const SECONDS_PER_FRAME = (2 * HOP) / SAMPLE_RATE
/** The time of the middle of an output frame, from the beginning of the sound. */
const timeOf = (frame: number): number => frame * SECONDS_PER_FRAME + (WINDOW / 2 - LEAD_IN) / SAMPLE_RATE

/** One language's network and its reader: features to letters. */
const makeLetterModel = (weights: Weights) => {
  const network = makeNetwork(weights)
  const reader = makeLetterReader(weights.symbols)
  return {
    push: (features: Float32Array): ReadonlyArray<Letter> => reader.push(network.push(features)),
    finish: (): ReadonlyArray<Letter> => [...reader.push(network.finish()), ...reader.finish()],
    doubt: reader.doubt
  }
}

/** What the letters of the checked part show. */
const makeScore = (unitModel: UnitModel) => {
  const { add, sums } = makeLetterSums(unitModel)
  return {
    add: (letters: ReadonlyArray<Letter>) => {
      for (const letter of letters) if (timeOf(letter.end) * SAMPLE_RATE <= CHECKED_SAMPLES) add(letter)
    },
    sums,
    /** How sure a model is of them, and how much they look like words of its language. */
    mean: () => {
      const { letters, likeness, probability } = sums()
      return letters < TELLING_LETTERS ? undefined : (probability - LIKENESS_SHARE * likeness) / letters
    }
  }
}

export type LanguageScores = { readonly own: number | undefined; readonly other: number | undefined }

/** Whether the other language's model is clearly surer. */
export const isForeign = ({ other, own }: LanguageScores, { foreign }: Calibration): boolean =>
  own !== undefined && other !== undefined && other - own > foreign

const keepWord =
  (calibrated: Calibration) =>
  (word: Word): RecognizedWord => ({
    text: word.text,
    start: timeOf(word.letters[0]?.start ?? 0) + calibrated.start,
    end: timeOf((word.letters.at(-1)?.end ?? 1) - 1) + calibrated.end,
    confidence: confidenceOf(word, calibrated)
  })

/** Times in order, without overlap, within the sound. */
const inOrder = (words: ReadonlyArray<RecognizedWord>, seconds: number): ReadonlyArray<RecognizedWord> => {
  let last = 0
  return words.map((word) => {
    const start = Math.min(seconds, Math.max(last, word.start))
    const end = Math.min(seconds, Math.max(start, word.end))
    last = end
    return { ...word, start, end }
  })
}

const textOf = (words: ReadonlyArray<RecognizedWord>): string => words.map(({ text }) => text).join(" ")

const otherOf: Readonly<Record<Language, Language>> = { am: "om", om: "am" }

/** Decodes the first seconds with the other language's model. */
const makeCheck = ({ lexicon, weights }: Model) => {
  const letterModel = makeLetterModel(weights)
  const scores = makeScore(lexicon.likeness)
  let samples = 0
  let open = true
  const close = () => {
    if (open) scores.add(letterModel.finish())
    open = false
  }
  return {
    push: (features: Float32Array) => {
      if (!open) return
      samples += (features.length / BANDS) * HOP
      scores.add(letterModel.push(features))
      if (samples > CHECKED_SAMPLES + LEAD_IN) close()
    },
    finish: () => {
      close()
      return { mean: scores.mean(), evidence: { ...scores.sums(), doubt: letterModel.doubt() } }
    }
  }
}

/** Decodes one sound. */
export const makeIncrementalDecoder = (
  models: Models,
  language: Language
): IncrementalDecoder & { readonly scores: () => LanguageScores; readonly heard: () => UtteranceEvidence } => {
  const model = models[language]
  const calibrated = calibration[language]
  const frontEnd = makeFrontEnd()
  const letterModel = makeLetterModel(model.weights)
  const check = makeCheck(models[otherOf[language]])
  const own = makeScore(model.lexicon.likeness)
  const all = makeLetterSums(model.lexicon.likeness)
  const words = makeWordReader({ lexicon: model.lexicon, costs: calibrated.costs, keep: keepWord(calibrated) })
  let samples = 0

  const take = (letters: ReadonlyArray<Letter>) => {
    own.add(letters)
    for (const letter of letters) all.add(letter)
    words.push(letters)
  }
  const hear = (features: Float32Array) => {
    take(letterModel.push(features))
    check.push(features)
  }
  const feed = (piece: Int16Array) => hear(frontEnd.push(piece))
  const scores = () => ({ own: own.mean(), other: check.finish().mean })
  const heard = (): UtteranceEvidence => ({
    own: { ...all.sums(), doubt: letterModel.doubt() },
    other: check.finish().evidence,
    isEmpty: words.words().length === 0,
    frames: samples / (2 * HOP)
  })
  feed(new Int16Array(LEAD_IN))

  return {
    push: (piece) => {
      samples += piece.length
      feed(piece)
    },
    soFar: () => {
      const all = words.words()
      return {
        text: textOf(all),
        settled: textOf(all.slice(0, words.settled())).length,
        words: [],
        confidence: 0,
        isUnderstood: true
      }
    },
    finish: () => {
      feed(new Int16Array(LEAD_OUT))
      hear(frontEnd.finish())
      take(letterModel.finish())
      const share = isForeign(scores(), calibrated) ? FOREIGN_SHARE : 1
      const timed = inOrder(words.words(), samples / SAMPLE_RATE).map((word) => ({
        ...word,
        confidence: word.confidence * share
      }))
      const text = textOf(timed)
      return {
        text,
        settled: text.length,
        words: timed,
        confidence: overall(timed),
        isUnderstood: isIntelligible(heard())
      }
    },
    scores,
    heard
  }
}
