/**
 * What servers say when they refuse: JSON of many shapes, text, or a page. Here it becomes codes and sentences, by which
 * `Refusals` tells what is meant. What echoes the request is left out: it says nothing of why it was refused.
 */
import { Either, Option, Predicate } from "effect"
import { readCut } from "./CutJson.ts"

export interface RefusalWords {
  /** Codes, types and reasons, in lower case. */
  readonly codes: ReadonlyArray<string>
  readonly sentences: ReadonlyArray<string>
  /** Fields of the request that it is about, each as the path to it. */
  readonly places: ReadonlyArray<string>
  /** Counts that stand in fields of their own, by their names. */
  readonly counts: ReadonlyMap<string, number>
}

/** Fields that name the fault, by their names in lower case without underscores. */
const CODES = new Set(["code", "type", "status", "reason", "errortype", "errorcode", "blockreason", "finishreason"])
/** Fields that say it in words; `raw` is the answer of a server behind a gateway. */
const SENTENCES = new Set(["message", "msg", "detail", "details", "error", "errors", "errormessage", "raw", "title"])
/** Fields that hold what the client sent. */
const ECHOES = new Set(["input", "inputs", "prompt", "messages", "content", "ctx", "body", "request", "flaggedinput"])
/** Fields that only an answer has that was moderated. */
const MODERATION = new Set(["flaggedinput", "blockreason", "reasons", "contentfilter"])
/** Fields that name a field of the request: OpenAI's `param`, pydantic's `loc`, Gemini's `field`. */
const PLACES = new Set(["param", "parameter", "field", "fieldname", "loc", "path", "pointer", "instancepath"])
/** Objects that may have the fields of the request for names, and beside each what is wrong with it. */
const BY_PLACE = new Set(["errors", "detail", "details"])
/** What a model made that its server could not read (Groq). */
const FAILED_GENERATION = "failedgeneration"

/** The code of whatever was moderated, however the server says so. */
export const MODERATED = "content_filter"

/** The code of what the model made and its server could not read, where the server shows that. */
export const MISGENERATED = "failed_generation"

/** Nothing that a server says is nested as deep, nor has as many parts. */
const DEEPEST = 8
const MOST_PARTS = 256

const plainName = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, "")

const isSomething = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== ""

const parsed = (text: string): Either.Either<unknown, unknown> => Either.try((): unknown => JSON.parse(text))

/** UTF-16 code units of a sentence that are read. */
const LONGEST_READ = 4_096

/** Text without the marks of a page and of an event. */
const plain = (text: string): string =>
  text
    .slice(0, LONGEST_READ)
    .replaceAll(/<(style|script)\b[^<>]*>[\s\S]*?(?:<\/\1>|$)/gi, " ")
    .replaceAll(/<[a-z/!][^<>]*>/gi, " ")
    .replaceAll(/\s+/g, " ")
    .trim()

/** The JSON in a body, which some servers send as an event. */
const jsonIn = (text: string): string => text.replace(/^\s*(?:event:[^\n]*\n)?data:\s*/, "").trim()

/** A text that is no JSON. */
const inText = (text: string): RefusalWords => ({
  codes: [],
  sentences: [plain(text)].filter((sentence) => sentence !== ""),
  places: [],
  counts: new Map()
})

/** UTF-16 code units of the path to a field. */
const LONGEST_PLACE = 200

/** The path to a field, as a text or a list of its parts; empty where it is none. */
const placeOf = (value: unknown): string => {
  const parts = Array.isArray(value) ? value : [value]
  const named = parts.filter((part) => typeof part === "string" || typeof part === "number")
  return named.join(".").slice(0, LONGEST_PLACE)
}

const isText = (value: unknown): boolean =>
  typeof value === "string" || (Array.isArray(value) && value.length > 0 && value.every(Predicate.isString))

/** Gathers the words in a value. */
const gathering = () => {
  const codes: Array<string> = []
  const sentences: Array<string> = []
  const places: Array<string> = []
  const counts = new Map<string, number>()
  let parts = 0
  const addSentence = (text: string, depth: number) => {
    const inner = /^\s*[[{]/.test(text) ? parsed(text) : Either.left(undefined)
    if (Either.isRight(inner)) take(inner.right, "", depth)
    else if (text.trim() !== "") sentences.push(plain(text))
  }
  const takePlace = (place: string) => {
    if (place !== "") places.push(place)
  }
  const takeField = (name: string, value: unknown, within: string, depth: number) => {
    const bare = plainName(name)
    if (MODERATION.has(bare) && isSomething(value)) codes.push(MODERATED)
    if (ECHOES.has(bare)) return
    if (bare === FAILED_GENERATION) {
      if (isSomething(value)) codes.push(MISGENERATED)
      return
    }
    if (PLACES.has(bare)) return takePlace(placeOf(value))
    if (BY_PLACE.has(within) && isText(value)) takePlace(placeOf(name))
    if (typeof value === "number") counts.set(name, value)
    if (CODES.has(bare) && (typeof value === "string" || typeof value === "number")) {
      codes.push(String(value).toLowerCase())
      return
    }
    take(value, bare, depth)
  }
  const take = (value: unknown, within: string, depth: number): void => {
    if (depth > DEEPEST || ++parts > MOST_PARTS) return
    if (typeof value === "string") {
      if (SENTENCES.has(within)) addSentence(value, depth + 1)
    } else if (Array.isArray(value)) {
      for (const part of value) take(part, within, depth + 1)
    } else if (Predicate.isReadonlyRecord(value)) {
      for (const [name, part] of Object.entries(value)) takeField(name, part, within, depth + 1)
    }
  }
  return { take, words: (): RefusalWords => ({ codes, sentences, places, counts }) }
}

/** The value that a server sent as text, perhaps without its end; none where that is no JSON. */
const valueIn = (text: string): Option.Option<unknown> => {
  const json = jsonIn(text)
  const value = Either.getRight(parsed(json))
  return Option.filter(
    Option.isSome(value) || !/^[[{]/.test(json) ? value : readCut(json),
    (read) => Predicate.isRecord(read) || (Array.isArray(read) && read.some(Predicate.isRecord))
  )
}

/** The words in what a server says of an error: a value that was read, or text, of which the end may be missing. */
export const wordsIn = (said: unknown): RefusalWords => {
  const value = typeof said === "string" ? valueIn(said) : Option.some(said)
  if (typeof said === "string" && Option.isNone(value)) return inText(said)
  const { take, words } = gathering()
  take(Option.getOrUndefined(value), "", 0)
  return words()
}
