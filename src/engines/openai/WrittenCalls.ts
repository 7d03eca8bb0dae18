/**
 * Calls that a model writes as text, `<tool_call>{"name":…,"arguments":{…}}</tool_call>`, where its server does not
 * read the form of its template. They are believed only where a call was required.
 */
import { Option, Predicate } from "effect"
import type { AssembledCall } from "./CallAssembly.ts"

const OPENING = "<tool_call>"
const CLOSING = "</tool_call>"

/** The text as JSON; none where it is not. */
const parsed = (text: string): Option.Option<unknown> =>
  Option.liftThrowable((json: string): unknown => JSON.parse(json))(text)

const callIn = (text: string, callable: ReadonlyArray<string>): AssembledCall | undefined => {
  const written = Option.getOrUndefined(parsed(text))
  if (!Predicate.isRecord(written)) return undefined
  const { arguments: given = {}, name } = written
  if (typeof name !== "string" || !callable.includes(name)) return undefined
  // Some write the JSON of the arguments as a string.
  const value = typeof given === "string" ? Option.getOrUndefined(parsed(given)) : given
  return Predicate.isRecord(value) ? { id: "", name, arguments: JSON.stringify(value), isOpen: false } : undefined
}

/** The call that begins the text behind an opening tag, and where it ends: a string in it may have a closing tag. */
const callAtStart = (text: string, callable: ReadonlyArray<string>) => {
  for (let at = text.indexOf(CLOSING); at >= 0; at = text.indexOf(CLOSING, at + 1)) {
    const call = callIn(text.slice(0, at), callable)
    if (call !== undefined) return { call, end: at + CLOSING.length }
    if (text.slice(0, at).includes(OPENING)) return undefined
  }
  // The closing tag may be where a server stops the model.
  const call = callIn(text, callable)
  return call === undefined ? undefined : { call, end: text.length }
}

/** The calls in an answer, of tools of these names, and the text beside them; none where not all can be read. */
export const read = (answer: string, callable: ReadonlyArray<string>) => {
  const calls: Array<AssembledCall> = []
  let text = ""
  let rest = answer
  for (let at = rest.indexOf(OPENING); at >= 0; at = rest.indexOf(OPENING)) {
    const inside = rest.slice(at + OPENING.length)
    const found = callAtStart(inside, callable)
    if (found === undefined) return undefined
    calls.push(found.call)
    text += rest.slice(0, at)
    rest = inside.slice(found.end)
  }
  return calls.length === 0 ? undefined : { calls, text: (text + rest).trim() }
}
