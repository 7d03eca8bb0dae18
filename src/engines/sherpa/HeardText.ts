/** What the native library says of a sound, as text and as words with their times. */
import { Schema } from "effect"
import type { HeardWord, HearingAnswer } from "./HearingMessages.ts"

const Result = Schema.Struct({
  text: Schema.String,
  tokens: Schema.optional(Schema.Array(Schema.String)),
  /** Seconds from the beginning of the sound, one for each token. */
  timestamps: Schema.optional(Schema.Array(Schema.Number)),
  /** The logarithms of how likely the model takes each token to be: of transducers. */
  ys_log_probs: Schema.optional(Schema.Array(Schema.Number))
})

/** Throws where it is no result. */
export const readResult = Schema.decodeUnknownSync(Schema.parseJson(Result))
type Result = typeof Result.Type

/** Seconds that a word lasts after its last token begins, at most. */
const LAST_TOKEN = 0.25
/** The sign that tokens of words' pieces have in the place of a blank. */
const BLANK = "▁"

/** How likely each token is, 0 to 1; nothing where that is not said of all of them. */
const likelihoodsOf = ({ tokens = [], ys_log_probs = [] }: Result): ReadonlyArray<number> | undefined => {
  const likelihoods = ys_log_probs.map((logarithm) => Math.min(1, Math.exp(logarithm)))
  return likelihoods.length > 0 && likelihoods.length === tokens.length ? likelihoods : undefined
}

const meanOf = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0) / values.length

interface OpenWord {
  text: string
  readonly start: number
  end: number
  readonly likelihoods: Array<number>
}

const closed = ({ likelihoods, ...word }: OpenWord): HeardWord =>
  likelihoods.length === 0 ? word : { ...word, confidence: meanOf(likelihoods) }

/** The words of the tokens; none where the tokens are not timed. */
const wordsOf = (result: Result): ReadonlyArray<HeardWord> => {
  const { timestamps = [], tokens = [] } = result
  if (timestamps.length !== tokens.length) return []
  const likelihoods = likelihoodsOf(result)
  const words: Array<OpenWord> = []
  let open = false
  for (const [at, token] of tokens.entries()) {
    const time = timestamps[at] ?? 0
    const isBorder = token.startsWith(" ") || token.startsWith(BLANK)
    const text = token.replaceAll(BLANK, " ").trim()
    const last = words.at(-1)
    if (last !== undefined && open) last.end = Math.max(last.end, Math.min(time, last.end + LAST_TOKEN))
    if (isBorder) open = false
    if (text === "") continue
    const likelihood = likelihoods?.slice(at, at + 1) ?? []
    const word = words.at(-1)
    if (open && word !== undefined) {
      word.text += text
      word.end = time
      word.likelihoods.push(...likelihood)
    } else words.push({ text, start: time, end: time, likelihoods: [...likelihood] })
    open = true
  }
  const last = words.at(-1)
  if (last !== undefined) last.end += LAST_TOKEN
  return words.map(closed)
}

/** On one line, without blanks at its ends. */
const tidy = (text: string): string => text.replaceAll(/\s+/g, " ").trim()

export const heardOf = (result: Result): Omit<HearingAnswer, "memory"> => {
  const text = tidy(result.text)
  const words = wordsOf(result)
  // Tokens may be parts of letters, which only the whole text joins.
  const likelihoods = likelihoodsOf(result)
  return {
    text,
    words: words.map((word) => word.text).join(" ") === text ? words : [],
    ...(likelihoods === undefined ? {} : { confidence: meanOf(likelihoods) })
  }
}
