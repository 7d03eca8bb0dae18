/** What the native library says of a sound, as text and as words with their times. */
import { Schema } from "effect"
import type { HearingAnswer } from "./HearingMessages.ts"

const Result = Schema.Struct({
  text: Schema.String,
  tokens: Schema.optional(Schema.Array(Schema.String)),
  /** Seconds from the beginning of the sound, one for each token. */
  timestamps: Schema.optional(Schema.Array(Schema.Number))
})

/** Throws where it is no result. */
export const readResult = Schema.decodeUnknownSync(Schema.parseJson(Result))
type Result = typeof Result.Type

/** Seconds that a word lasts after its last token begins, at most. */
const LAST_TOKEN = 0.25
/** The sign that tokens of words' pieces have in the place of a blank. */
const BLANK = "▁"

/** The words of the tokens; none where the tokens are not timed. */
const wordsOf = ({ timestamps = [], tokens = [] }: Result): HearingAnswer["words"] => {
  if (timestamps.length !== tokens.length) return []
  const words: Array<{ text: string; start: number; end: number }> = []
  let open = false
  for (const [at, token] of tokens.entries()) {
    const time = timestamps[at] ?? 0
    const isBorder = token.startsWith(" ") || token.startsWith(BLANK)
    const text = token.replaceAll(BLANK, " ").trim()
    const last = words.at(-1)
    if (last !== undefined && open) last.end = Math.max(last.end, Math.min(time, last.end + LAST_TOKEN))
    if (isBorder) open = false
    if (text === "") continue
    const word = words.at(-1)
    if (open && word !== undefined) {
      word.text += text
      word.end = time
    } else words.push({ text, start: time, end: time })
    open = true
  }
  const last = words.at(-1)
  if (last !== undefined) last.end += LAST_TOKEN
  return words
}

/** On one line, without blanks at its ends. */
const tidy = (text: string): string => text.replaceAll(/\s+/g, " ").trim()

export const heardOf = (result: Result): Pick<HearingAnswer, "text" | "words"> => {
  const text = tidy(result.text)
  const words = wordsOf(result)
  // Tokens may be parts of letters, which only the whole text joins.
  return { text, words: words.map((word) => word.text).join(" ") === text ? words : [] }
}
