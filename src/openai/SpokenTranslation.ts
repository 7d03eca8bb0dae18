/**
 * The translation of what was heard, as a step of the job that hears it. What was
 * said between two pauses is a line: translated as one, all together so that each
 * has its context, and shown in its time. Where within that time a translated word
 * belongs nobody knows, as it may stand for a word that was said before or after.
 */
import { Effect } from "effect"
import type { Language } from "../Domain.ts"
import { ProviderError } from "../Errors.ts"
import type { TimedWord } from "../transcription/Captions.ts"
import { hundredths, type TimedRecognition } from "../transcription/PricedRecognition.ts"
import type { Translate } from "../transcription/Transcription.ts"
import type { SpokenTranslation } from "../transcription/Transcripts.ts"
import { MAX_TEXT } from "../translation/Api.ts"
import type { Translation } from "../translation/Translation.ts"

type Line = SpokenTranslation["lines"][number]

/** Seconds without a word that part two lines, as they part captions (wire contract, section 7). */
const PAUSE = 0.5

const tooMuch = () =>
  new ProviderError({ message: "the recogniser gave more text than anybody can have said, or than can be translated" })

/**
 * The words between two pauses, each group as one line. Words without times are
 * one line in all. Where an engine times words without the punctuation that they
 * have in the text, they are taken from there: a model needs it.
 */
const linesOf = ({ final, seconds }: TimedRecognition): ReadonlyArray<Line> => {
  if (final.words.length === 0) return final.text === "" ? [] : [{ text: final.text, start: 0, end: seconds }]
  const written = final.text.trim().split(/\s+/)
  const isSame = written.length === final.words.length
  const lines: Array<Line> = []
  for (const [at, { end, start, text: word }] of final.words.entries()) {
    const text = (isSame ? written[at] : undefined) ?? word
    const last = lines.at(-1)
    if (last !== undefined && start - last.end < PAUSE)
      lines[lines.length - 1] = { text: `${last.text} ${text}`, start: last.start, end }
    else lines.push({ text, start, end })
  }
  return lines
}

/** Translates speech in `language` to English. */
export const toEnglish = (translation: Pick<Translation, "plan">, language: Language): Translate => ({
  target: "en",
  run: (heard, hold) =>
    Effect.gen(function* () {
      const lines = linesOf(heard)
      const text = lines.map((line) => line.text.replace(/\s+/g, " ").trim()).join("\n")
      if (text.length > MAX_TEXT) return yield* tooMuch()
      const { estimate, work } = translation.plan({ text, source_language: language, target_language: "en" })
      yield* hold(estimate)
      const { price, result, worth } = yield* work
      const translated = result.translation.split("\n")
      return {
        price,
        worth,
        translation: {
          lines: lines.map(({ end, start }, at) => ({
            text: translated[at] ?? "",
            start: hundredths(start),
            end: hundredths(end)
          }))
        }
      }
    })
})

/** A translation on one line. */
export const textOf = ({ lines }: SpokenTranslation): string => lines.map(({ text }) => text).join(" ")

/** The words of a line spread over its time by their letters. */
const wordsOf = ({ end, start, text }: Line): ReadonlyArray<TimedWord> => {
  const words = text.split(/\s+/).filter((word) => word !== "")
  const letters = words.reduce((sum, { length }) => sum + length, 0)
  let before = 0
  const timeAt = () => hundredths(start + ((end - start) * before) / letters)
  return words.map((word) => {
    const from = timeAt()
    before += word.length
    return { text: word, start: from, end: timeAt() }
  })
}

/** The words of a translation, for its captions. */
export const words = ({ lines }: SpokenTranslation): ReadonlyArray<TimedWord> => lines.flatMap(wordsOf)
