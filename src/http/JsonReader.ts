/**
 * The one place where JSON of clients is read: bodies, fields of forms, messages
 * of sockets, the arguments of tools. What would cost more than its size lets
 * expect is refused from its text, before anything is made of it.
 */
import { Either, Predicate } from "effect"

/**
 * How deep lists and objects may be nested. What is refused later by name comes
 * first: a tool's schema may have 64 levels (`chat/tools/Parameters`), and a
 * request has five around it. Recursion over a value is safe with it.
 */
export const MAX_DEPTH = 100

/**
 * Objects, lists and names of fields together. 128 tools of 100 fields each have
 * half as many. To parse them takes 12 ms, and 370 ms where 4 MiB are full of
 * them (measured; what they cost is mostly the distinct names).
 */
const MAX_PARTS = 50_000

/** Values together, also numbers and texts: a list of so many is parsed in 5 ms, one that fills 4 MiB in 60. */
const MAX_VALUES = 200_000

/**
 * Escapes in texts together: 16 million of them, in a body of pictures, took 1.6 s
 * to read, a million take 0.1. Ethiopic that fills 4 MiB with `\u1230` has 700,000,
 * and pictures of 25 MiB, of which some clients escape each `/`, 550,000.
 */
export const MAX_ESCAPES = 1_000_000

/** Characters between the texts, also those of numbers: no more than a body without pictures may hold. 33 million took 0.4 to 1.5 s. */
const MAX_BETWEEN = 4 * 1024 * 1024

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
const LIST = 0x5b
const LIST_END = 0x5d
const OBJECT = 0x7b
const OBJECT_END = 0x7d

const TOO_DEEP = `is nested deeper than ${MAX_DEPTH} levels`
const TOO_MANY_PARTS = `has more than ${MAX_PARTS} objects, lists and fields`
const TOO_MANY_VALUES = `has more than ${MAX_VALUES} values`
export const TOO_MANY_ESCAPES = `has more than ${MAX_ESCAPES} escapes in its texts`
const TOO_MUCH_BETWEEN = `has more than ${MAX_BETWEEN} characters beside its texts`
const NO_JSON = "is not JSON"

/** Where the string ends that begins at `start`; the end of the text where it does not. */
const endOfString = (text: string, start: number): number => {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (text.charCodeAt(before) === BACKSLASH) before--
    // An even number of backslashes escape one another, and not the quote.
    if ((at - before) % 2 === 1) return at
  }
  return text.length
}

/** Whether the strings have too many escapes; a text that has no room for so many is not looked through. */
const isFullOfEscapes = (text: string): boolean => {
  if (text.length <= 2 * MAX_ESCAPES) return false
  let escapes = 0
  for (let at = text.indexOf("\\"); at !== -1; at = text.indexOf("\\", at + 2)) {
    if (++escapes > MAX_ESCAPES) return true
  }
  return false
}

/** Why the text is not parsed. Strings, most of nearly every text, are passed over at once (0.9 µs for 1.3 KB). */
const excess = (text: string): string | undefined => {
  if (isFullOfEscapes(text)) return TOO_MANY_ESCAPES
  let depth = 0
  let parts = 0
  let values = 0
  let between = 0
  for (let at = 0; at < text.length; at++) {
    if (++between > MAX_BETWEEN) return TOO_MUCH_BETWEEN
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === COMMA && ++values > MAX_VALUES) return TOO_MANY_VALUES
    else if (code === LIST_END || code === OBJECT_END) depth--
    else if (code === LIST || code === OBJECT || code === COLON) {
      if (++parts > MAX_PARTS) return TOO_MANY_PARTS
      if (code !== COLON && ++depth > MAX_DEPTH) return TOO_DEEP
    }
  }
  return undefined
}

/**
 * The value of a JSON text, or the words that complete "the body …" where it has
 * none. Of a field that is given twice the last counts. One called `__proto__` is a
 * field like others: objects of clients' own names are read by `Dictionary`, and
 * never copied by assignment.
 */
export const read = (text: string): Either.Either<unknown, string> => {
  const reason = excess(text)
  if (reason !== undefined) return Either.left(reason)
  try {
    return Either.right(JSON.parse(text))
  } catch {
    return Either.left(NO_JSON)
  }
}

/** Whether a text is JSON of an object. */
export const readObject = (text: string): Either.Either<object, string> =>
  Either.flatMap(read(text), (value) =>
    Predicate.isReadonlyRecord(value) ? Either.right(value) : Either.left("is not an object")
  )
