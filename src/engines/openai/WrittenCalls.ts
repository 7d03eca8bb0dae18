/**
 * Calls that a model writes as text, `<tool_call>{"name":…,"arguments":{…}}</tool_call>` or in the form of another
 * template, where its server does not read that. They are believed of tools that were offered. Where none must be
 * called, they end the answer: what goes on behind a call only shows one.
 */
import { Option, Predicate } from "effect"
import type { Tool } from "../TextModel.ts"
import { type AssembledCall, MOST_CALLS } from "./CallAssembly.ts"
import * as CallForms from "./CallForms.ts"
import { endsOf, escaped, hasStrings, openingFrom, type PlacedMark, withoutTurnEnd } from "./CallMarks.ts"
import { parsed, writtenAgain } from "./JsonValues.ts"
import * as WrittenArguments from "./WrittenArguments.ts"
import type { WrittenCall } from "./WrittenCall.ts"

const argumentsOf = ({ given, texts }: WrittenCall, tool: Tool | undefined): unknown => {
  if (texts !== undefined) {
    return Object.fromEntries(texts.map((text) => [text.name, WrittenArguments.valueOf(text, tool)]))
  }
  // Some write the JSON of the arguments as a string.
  return typeof given === "string" ? Option.getOrUndefined(parsed(given)) : given
}

/** What some models put before the names of tools. */
const BEFORE_NAME = /^(?:functions|default_api)\./

const assembled = (
  written: WrittenCall,
  callable: ReadonlyArray<string>,
  tools: ReadonlyArray<Tool>
): AssembledCall | undefined => {
  if (typeof written.name !== "string") return undefined
  const bare = written.name.replace(BEFORE_NAME, "")
  const name = [written.name, bare].find((one) => callable.includes(one))
  if (name === undefined) return undefined
  const value = argumentsOf(
    written,
    tools.find((tool) => tool.name === name)
  )
  const json = Predicate.isRecord(value) ? Option.getOrUndefined(writtenAgain(value)) : undefined
  return json === undefined ? undefined : { id: written.id ?? "", name, arguments: json, isOpen: false }
}

/** A string of JSON, which may have a mark in it; the last may be without its end. */
const STRING = '"(?:[^"\\\\]|\\\\.?)*(?:"|$)'

/** Where the calls behind a mark end, and where the text goes on: at the end where a server has stopped the model there. */
const endOf = (text: string, mark: PlacedMark) => {
  const { at, closing, opening } = mark
  const from = at + opening.length
  const strings = hasStrings(mark, text.slice(from, from + 256)) ? [STRING] : []
  const ends = endsOf(mark)
  if (ends.length === 0) return { end: text.length, next: text.length }
  const pattern = new RegExp([...ends.map(escaped), ...strings].join("|"), "gs")
  pattern.lastIndex = from
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [found] = match
    if (found === closing) return { end: match.index, next: match.index + found.length }
    if (found === opening) return { end: match.index, next: match.index }
  }
  return { end: text.length, next: text.length }
}

/** How calls are read. */
interface Rules {
  /** The tools, whose schemas say what arguments are that are written as text. */
  readonly tools?: ReadonlyArray<Tool>
  /** Whether a call must be made. Then there may be text behind it, and it may have no marks. */
  readonly isRequired?: boolean
}

const EMPTY_FENCE = /^```\w*\s*```$/

/** The calls in an answer, of tools of these names, and the text beside them; undefined where not all can be read. */
export const read = (
  answer: string,
  callable: ReadonlyArray<string>,
  { isRequired = true, tools = [] }: Rules = {}
) => {
  const text = withoutTurnEnd(answer)
  const calls: Array<AssembledCall> = []
  /** Adds what was read, or says that not all of it are calls, or too many. */
  const add = (written: ReturnType<typeof CallForms.read>): boolean => {
    for (const one of written ?? []) {
      const call = assembled(one, callable, tools)
      if (call === undefined || calls.length === MOST_CALLS) return false
      calls.push(call)
    }
    return written !== undefined
  }
  let mark = openingFrom(text, 0)
  if (mark === undefined) return isRequired && add(CallForms.readAlone(text)) ? { calls, text: "" } : undefined
  const said = text.slice(0, mark.at)
  let beside = ""
  let at = mark.at
  while (mark !== undefined) {
    beside += text.slice(at, mark.at)
    const { end, next } = endOf(text, mark)
    const from = mark.isInside === true ? mark.at : mark.at + mark.opening.length
    if (!add(CallForms.read(withoutTurnEnd(text.slice(from, end))))) return undefined
    at = next
    mark = openingFrom(text, at)
  }
  beside += text.slice(at)
  if (!isRequired && beside.trim() !== "") return undefined
  return { calls, text: (said + beside).trim().replace(EMPTY_FENCE, "") }
}
