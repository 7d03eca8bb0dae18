/** Answers in pieces: as they are streamed, and as a limit of tokens cuts them. */
import { countTokens } from "../../text/Tokens.ts"

/** A word each, with the white space before it; joined, they are the text. */
export const pieces = (text: string): ReadonlyArray<string> => text.match(/\s*\S+|\s+$/gu) ?? []

/** The longest beginning of `text`, in whole words, that has at most `limit` tokens. */
export const withinTokens = (text: string, limit: number): string => {
  if (countTokens(text) <= limit) return text
  const words = pieces(text)
  let fits = 0
  let beyond = words.length
  while (beyond - fits > 1) {
    const middle = (fits + beyond) >> 1
    if (countTokens(words.slice(0, middle).join("")) <= limit) fits = middle
    else beyond = middle
  }
  return words.slice(0, fits).join("")
}
