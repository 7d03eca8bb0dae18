/**
 * What servers say when they refuse: JSON of many shapes, text, or a page. Here it becomes codes and sentences, by which
 * `Refusals` tells what is meant. What echoes the request is left out: it says nothing of why it was refused.
 */
import { Either, Predicate } from "effect"

export interface RefusalWords {
  /** Codes, types and reasons, in lower case. */
  readonly codes: ReadonlyArray<string>
  readonly sentences: ReadonlyArray<string>
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
const MODERATION = new Set(["flaggedinput", "blockreason", "reasons"])

/** The code of whatever was moderated, however the server says so. */
export const MODERATED = "content_filter"

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

const FIELD = /"(code|type|status|message)"\s*:\s*"((?:[^"\\]|\\.)*)"?/g

/** What can be told of JSON that was cut off. */
const fragments = (text: string): RefusalWords => {
  const fields = Array.from(text.matchAll(FIELD), ([, name = "", value = ""]) => ({ name, value }))
  const sentences = fields.flatMap(({ name, value }) => (name === "message" ? [plain(value)] : []))
  return {
    codes: fields.flatMap(({ name, value }) => (name === "message" ? [] : [value.toLowerCase()])),
    sentences: sentences.length > 0 ? sentences : [plain(text)].filter((sentence) => sentence !== ""),
    counts: new Map()
  }
}

/** Gathers the words in a value. */
const gathering = () => {
  const codes: Array<string> = []
  const sentences: Array<string> = []
  const counts = new Map<string, number>()
  let parts = 0
  const addSentence = (text: string, depth: number) => {
    const inner = /^\s*[[{]/.test(text) ? parsed(text) : Either.left(undefined)
    if (Either.isRight(inner)) take(inner.right, "", depth)
    else if (text.trim() !== "") sentences.push(plain(text))
  }
  const takeField = (name: string, value: unknown, depth: number) => {
    const bare = plainName(name)
    if (MODERATION.has(bare) && isSomething(value)) codes.push(MODERATED)
    if (ECHOES.has(bare)) return
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
      for (const [name, part] of Object.entries(value)) takeField(name, part, depth + 1)
    }
  }
  return { take, words: (): RefusalWords => ({ codes, sentences, counts }) }
}

/** The words in what a server says of an error: a value that was read, or text, of which the end may be missing. */
export const wordsIn = (said: unknown): RefusalWords => {
  const value = typeof said === "string" ? parsed(jsonIn(said)) : Either.right(said)
  if (typeof said === "string" && (Either.isLeft(value) || typeof value.right !== "object")) return fragments(said)
  const { take, words } = gathering()
  take(
    Either.getOrElse(value, () => undefined),
    "",
    0
  )
  return words()
}
