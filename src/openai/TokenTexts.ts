/**
 * Texts of lists of token numbers, as OpenAI's clients send them to be embedded: LangChain cuts a text into lists of
 * 8,191 tokens of `cl100k_base` and counts on the server to know that vocabulary. Other models have others, in which
 * the same numbers are other words, so that no engine may get them.
 */
import { Either } from "effect"
import { MAX_TOKENS } from "./EmbeddingsApi.ts"

/** What each number stands for, by its place: a text, or bytes that are none by themselves. */
export type Vocabulary = ReadonlyArray<string | ReadonlyArray<number>>

/** Special tokens of `cl100k_base`, which lie beyond its ranks; they decode to their names. */
const SPECIAL: ReadonlyMap<number, string> = new Map([
  [100_257, "<|endoftext|>"],
  [100_258, "<|fim_prefix|>"],
  [100_259, "<|fim_middle|>"],
  [100_260, "<|fim_suffix|>"],
  [100_276, "<|endofprompt|>"]
])

/** Bytes of a decoded list; a token of prose has four to five, a long run of spaces over a hundred. */
const MAX_BYTES = 8 * MAX_TOKENS

/** Where a list is at fault: its place, the number's place in it where it is one number, and "must …". */
export interface TokenFault {
  readonly at: number
  readonly number?: number
  readonly message: string
}

export type TokenTexts = Either.Either<ReadonlyArray<string>, TokenFault>

const NOT_TEXT = "must decode to text by cl100k_base: characters are cut apart"

const bytesOf = (
  vocabulary: Vocabulary,
  tokens: ReadonlyArray<number>
): Either.Either<Buffer, Omit<TokenFault, "at">> => {
  const pieces: Array<Buffer> = []
  let length = 0
  for (const [number, token] of tokens.entries()) {
    const piece = vocabulary[token] ?? SPECIAL.get(token)
    if (piece === undefined) return Either.left({ number, message: "must be a token number of cl100k_base" })
    const bytes = typeof piece === "string" ? Buffer.from(piece) : Buffer.from(piece)
    length += bytes.length
    if (length > MAX_BYTES) return Either.left({ message: `must decode to at most ${MAX_BYTES} bytes` })
    pieces.push(bytes)
  }
  return Either.right(Buffer.concat(pieces))
}

const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const textOf = (bytes: Uint8Array): Either.Either<string, unknown> => Either.try(() => decoder.decode(bytes))

/** Where the last character of the bytes begins. */
const lastCharacter = (bytes: Buffer): number => {
  let at = bytes.length - 1
  while (at > 0 && isContinuation(bytes.readUInt8(at))) at--
  return at
}

/** The bytes of the lists. A character that is cut between two lists goes to the second: a letter of Amharic has two to three tokens. */
const mended = (lists: ReadonlyArray<Buffer>): ReadonlyArray<Buffer> => {
  const whole = [...lists]
  for (const [at, next] of lists.entries()) {
    const before = whole[at - 1]
    if (before === undefined || before.length === 0 || next.length === 0 || !isContinuation(next.readUInt8(0))) continue
    const cut = lastCharacter(before)
    if (Either.isRight(textOf(before.subarray(cut)))) continue
    whole[at - 1] = before.subarray(0, cut)
    whole[at] = Buffer.concat([before.subarray(cut), next])
  }
  return whole
}

/** The text of each list. A list that follows another in one text may begin within a character. */
export const textsOf = (vocabulary: Vocabulary, lists: ReadonlyArray<ReadonlyArray<number>>): TokenTexts => {
  const all: Array<Buffer> = []
  for (const [at, tokens] of lists.entries()) {
    const bytes = bytesOf(vocabulary, tokens)
    if (Either.isLeft(bytes)) return Either.left({ at, ...bytes.left })
    all.push(bytes.right)
  }
  const texts: Array<string> = []
  for (const [at, bytes] of mended(all).entries()) {
    const text = textOf(bytes)
    if (Either.isLeft(text) || text.right === "") return Either.left({ at, message: NOT_TEXT })
    texts.push(text.right)
  }
  return Either.right(texts)
}
