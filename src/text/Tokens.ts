/**
 * An estimate of how many tokens a text is, for engines that do not count.
 *
 * Latin letters, digits and the rest are counted by a real tokenizer
 * (`gpt-tokenizer`, p50k_base). That one cuts Ethiopic letters into single
 * bytes, ten tokens a word, which no model for Amharic does: the specification
 * says 1.5 to 1.8 tokens a word. So words in Ethiopic script are counted by
 * their length, calibrated to the middle of that range.
 */
import type * as Tokenizer from "gpt-tokenizer/encoding/p50k_base"

/**
 * Tokens of an Ethiopic letter, fitted on varied Amharic prose (news, talk,
 * recipes, laws; `test/text/Tokens.test.ts`), whose words have 3.9 letters on
 * average, marks included: 1.67 tokens a word; the same on 900 words that it was not fitted on.
 */
const tokensPerLetter = 0.42

/** Byte pair encoding takes the square of a run's length: longer runs without a space are counted in parts. */
const longestRun = 64

/** What a message costs beside its text: its role, and the marks around it (OpenAI's cookbook counts 3 to 4). */
export const tokensPerMessage = 4

/** A picture, whatever its size: models take from 258 to 1,600 tokens for one of a megapixel. */
export const tokensPerImage = 800

/** A word in Ethiopic script with the space before it, which belongs to the word. */
const ethiopicRun = /[ \t]?[\p{Script=Ethiopic}]+/gu
/** Anything else, in words with the space before them, none of them too long. */
const otherRun = new RegExp(` ?\\S{1,${longestRun}}|\\s{1,${longestRun}}`, "gu")
const tooLongRun = new RegExp(`\\S{${longestRun + 1}}|\\s{${longestRun + 1}}`, "u")

/** Special tokens that a text spells out are text. */
const plain = { disallowedSpecial: new Set<string>() }

/** Loaded with the first text: its table takes 0.1 s and 40 MB, which no start should wait for (the larger tables
 * twice to eight times that, for Afaan Oromo cut 5 to 20 % less finely). */
const tokenizer = (): typeof Tokenizer => require("gpt-tokenizer/encoding/p50k_base")

const ethiopicTokens = (run: string): number => Math.max(1, run.trimStart().length * tokensPerLetter)

const otherTokens = (text: string): number => {
  if (!tooLongRun.test(text)) return text === "" ? 0 : tokenizer().countTokens(text, plain)
  let tokens = 0
  for (const [run] of text.matchAll(otherRun)) tokens += tokenizer().countTokens(run, plain)
  return tokens
}

/** The count before it is rounded, which can be added up over stretches that begin with the white space before a word. */
const weight = (text: string): number => {
  let tokens = 0
  let at = 0
  for (const match of text.matchAll(ethiopicRun)) {
    tokens += otherTokens(text.slice(at, match.index)) + ethiopicTokens(match[0])
    at = match.index + match[0].length
  }
  return tokens + otherTokens(text.slice(at))
}

/**
 * Of a longer text only so many stretches of so many UTF-16 code units each are
 * counted, spread evenly: a text of the size of a whole request would keep the
 * thread for 0.6 s (measured: 4 MB of Latin words); the samples take 20 ms.
 */
const SAMPLES = 64
const SAMPLE = 2_048
const WHOLE = SAMPLES * SAMPLE

const sampled = (text: string): number => {
  const starts = Array.from({ length: SAMPLES }, (_, at) => Math.floor((at * (text.length - SAMPLE)) / (SAMPLES - 1)))
  const counted = starts.reduce((sum, start) => sum + weight(text.slice(start, start + SAMPLE)), 0)
  return (counted * text.length) / WHOLE
}

/**
 * About how many tokens `text` is: 0 for the empty text alone, else at least 1.
 * In time linear in its length up to 131,072 UTF-16 code units, and constant beyond.
 */
export const countTokens = (text: string): number =>
  text === "" ? 0 : Math.max(1, Math.round(text.length > WHOLE ? sampled(text) : weight(text)))

/**
 * More tokens than any usual tokenizer makes of `text`: its bytes in UTF-8. Those
 * that work on bytes have none smaller than a byte, and those that work on
 * characters fall back to bytes for what they do not know. Takes a microsecond.
 */
export const mostTokens = (text: string): number => Buffer.byteLength(text)

/** Stretches this long, in UTF-16 code units, are counted although no word ends in them. */
const longestStretch = 128

/** Where the last word of `text` begins, with all white space before it; its end where that is too long to wait for. */
const lastWord = (text: string): number => {
  const words = text.trimEnd()
  let at = words.length
  while (at > 0 && !/\s/.test(words.charAt(at - 1))) at--
  const begin = words.slice(0, at).trimEnd().length
  return text.length - begin > longestStretch ? text.length : begin
}

/** The longest beginning of `text`, in whole code points, whose weight is at most `room`. */
const beginningWithin = (text: string, room: number): string => {
  let fits = 0
  let beyond = text.length + 1
  while (beyond - fits > 1) {
    const middle = (fits + beyond) >> 1
    if (weight(text.slice(0, middle)) <= room) fits = middle
    else beyond = middle
  }
  return text.slice(0, fits).toWellFormed() === text.slice(0, fits) ? text.slice(0, fits) : text.slice(0, fits - 1)
}

/** A limit of tokens for a text that comes in pieces. */
export interface TokenBudget {
  /** As much of the next piece as there is room for; all of it, nearly always. */
  readonly take: (piece: string) => string
  /** Makes room for more: `limit` tokens in all. */
  readonly raise: (limit: number) => void
}

/**
 * A budget of `limit` tokens, by the count of `countTokens`. Nothing is counted
 * while there are no more bytes than tokens, and nothing twice but the last
 * word: the time is linear in what is taken, however it is cut into pieces.
 */
export const tokenBudget = (first: number): TokenBudget => {
  let limit = first
  let counted = 0
  /** The text that is not counted yet, and its bytes. */
  let pending = ""
  let bytes = 0
  let spent = false

  /** Counts what is pending up to its last word; false where the words before it are too many already. */
  const count = (): boolean => {
    const at = lastWord(pending)
    if (at > 0) {
      counted += weight(pending.slice(0, at))
      pending = pending.slice(at)
      bytes = mostTokens(pending)
    }
    return Math.round(counted + (bytes > limit - counted ? weight(pending) : 0)) <= limit
  }

  /** Takes a stretch that is not too long to be counted at once. */
  const takeStretch = (stretch: string): string => {
    const before = { pending, counted }
    pending += stretch
    bytes += mostTokens(stretch)
    if (bytes <= limit - counted || count()) return stretch
    spent = true
    const room = limit - before.counted
    const all = beginningWithin(before.pending + stretch, room)
    const taken = all.slice(before.pending.length)
    counted = before.counted
    pending = before.pending + taken
    bytes = mostTokens(pending)
    return taken
  }

  return {
    take: (piece) => {
      if (spent) return ""
      let taken = ""
      for (let at = 0; at < piece.length && !spent; at += longestStretch) {
        taken += takeStretch(piece.slice(at, at + longestStretch))
      }
      return taken
    },
    raise: (next) => {
      limit = next
      spent = false
    }
  }
}

/** What a message weighs: its texts (also those of its tool calls), and its pictures. */
export interface Weighed {
  readonly texts: ReadonlyArray<string>
  readonly images: number
}

/** About how many tokens a prompt of these messages is. */
export const countMessages = (messages: ReadonlyArray<Weighed>): number =>
  messages.reduce(
    (sum, { images, texts }) =>
      sum + tokensPerMessage + images * tokensPerImage + texts.reduce((all, text) => all + countTokens(text), 0),
    0
  )
