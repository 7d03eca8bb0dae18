/**
 * Calls as Python, `[get_weather(city="Adama"), get_time()]`: Llama 4 and 3's own tools (`name.call(…)`), LFM2. Only
 * arguments by name, whose values are literals.
 */
import { Option } from "effect"
import { parsed } from "./JsonValues.ts"
import type { WrittenCall } from "./WrittenCall.ts"

/** Python's literals that JSON writes in another way. */
export const LITERALS: ReadonlyMap<string, string> = new Map([
  ["True", "true"],
  ["False", "false"],
  ["None", "null"]
])

/** A string between either quotation marks, the last perhaps without its end, a word, white space, or any other character. */
const TOKENS = /"(?:[^"\\]|\\.?)*(?:"|$)|'(?:[^'\\]|\\.?)*(?:'|$)|[A-Za-z_][\w.]*|\s+|./gs

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["'", "'"],
  ['"', '"'],
  ["\\", "\\"]
])
const ESCAPE = /\\(u[\da-f]{4}|x[\da-f]{2}|.)/gis

/** A string of Python as one of JSON. */
const stringOf = (token: string): string =>
  JSON.stringify(
    token
      .slice(1, -1)
      .replaceAll(ESCAPE, (escape: string, what: string) =>
        what.length > 1 ? String.fromCharCode(Number.parseInt(what.slice(1), 16)) : (ESCAPES.get(what) ?? escape)
      )
  )

const jsonOf = (token: string): string => (/^["']/.test(token) ? stringOf(token) : (LITERALS.get(token) ?? token))

/** Reads tokens, each once. */
const reader = (text: string) => {
  const tokens = Array.from(text.matchAll(TOKENS), ([token]) => token).filter((token) => token.trim() !== "")
  let at = 0
  const peek = (): string => tokens[at] ?? ""
  const pass = (token: string): boolean => {
    const isThere = peek() === token
    if (isThere) at++
    return isThere
  }
  const next = (): string => tokens[at++] ?? ""
  /** The JSON of a value, up to a comma or a bracket that is none of its own. */
  const value = (): string => {
    let json = ""
    let depth = 0
    while (at < tokens.length) {
      const token = peek()
      if (depth === 0 && (token === "," || token === ")")) return json
      if ("{[".includes(token)) depth++
      if ("}]".includes(token)) depth--
      json += jsonOf(next())
    }
    return json
  }
  return { peek, pass, next, value, isAtEnd: () => at >= tokens.length }
}

const NAME = /^[A-Za-z_][\w.]*$/

const callIn = ({ next, pass, peek, value }: ReturnType<typeof reader>, most: number): WrittenCall | undefined => {
  const name = next().replace(/\.call$/, "")
  if (!NAME.test(name) || !pass("(")) return undefined
  const given: Array<readonly [string, unknown]> = []
  while (!pass(")")) {
    const argument = next()
    if (!NAME.test(argument) || !pass("=") || given.length === most) return undefined
    const read = parsed(value())
    if (Option.isNone(read) || (peek() !== ")" && !pass(","))) return undefined
    given.push([argument, read.value])
  }
  return { name, given: Object.fromEntries(given) }
}

/** The calls of a text that is nothing else: one, or a list; undefined where it is anything else. */
export const read = (text: string, most: number): ReadonlyArray<WrittenCall> | undefined => {
  const tokens = reader(text)
  const isList = tokens.pass("[")
  const calls: Array<WrittenCall> = []
  do {
    const call = calls.length === most ? undefined : callIn(tokens, most)
    if (call === undefined) return undefined
    calls.push(call)
  } while (isList && tokens.pass(","))
  return (!isList || tokens.pass("]")) && tokens.isAtEnd() ? calls : undefined
}
