/**
 * Calls that a model writes as text, `<tool_call>{"name":…,"arguments":{…}}</tool_call>` or in another form, where its
 * server does not read the form of its template. They are believed only where a call was required.
 */
import { Option, Predicate } from "effect"
import { type AssembledCall, MOST_CALLS } from "./CallAssembly.ts"
import * as CallForms from "./CallForms.ts"

const OPENING = "<tool_call>"
const CLOSING = "</tool_call>"
/** A closing tag, or a string of JSON, which may have one in it; the last may be without its end. */
const CLOSING_OR_STRING = /<\/tool_call>|"(?:[^"\\]|\\.?)*(?:"|$)/gs

/** The text as JSON; none where it is not. */
const parsed = (text: string): Option.Option<unknown> =>
  Option.liftThrowable((json: string): unknown => JSON.parse(json))(text)

/** The value as JSON; none where it is nested too deep to be written. */
const writtenAgain = Option.liftThrowable((value: unknown): string => JSON.stringify(value))

const assembled = (written: CallForms.WrittenCall, callable: ReadonlyArray<string>): AssembledCall | undefined => {
  const { given, name } = written
  if (typeof name !== "string" || !callable.includes(name)) return undefined
  // Some write the JSON of the arguments as a string.
  const value = typeof given === "string" ? Option.getOrUndefined(parsed(given)) : given
  const json = Predicate.isRecord(value) ? Option.getOrUndefined(writtenAgain(value)) : undefined
  return json === undefined ? undefined : { id: "", name, arguments: json, isOpen: false }
}

const callIn = (text: string, callable: ReadonlyArray<string>): AssembledCall | undefined => {
  const written = CallForms.readOne(text) ?? CallForms.callOf(Option.getOrUndefined(parsed(text)))
  return written === undefined ? undefined : assembled(written, callable)
}

/** Where the first closing tag is that stands in no string; the end where a server has stopped the model at it. */
const closingIn = (text: string): number => {
  for (const { 0: found, index } of text.matchAll(CLOSING_OR_STRING)) if (found === CLOSING) return index
  return text.length
}

/** The call that begins the text behind an opening tag, and where it ends. */
const callAtStart = (text: string, callable: ReadonlyArray<string>) => {
  const at = closingIn(text)
  const call = callIn(text.slice(0, at), callable)
  return call === undefined ? undefined : { call, end: at + CLOSING.length }
}

/** The calls that the whole of an answer is, in another form; none where not all can be read. */
const wholly = (answer: string, callable: ReadonlyArray<string>) => {
  const calls = CallForms.read(answer)?.map((call) => assembled(call, callable)) ?? []
  const read = calls.filter((call) => call !== undefined)
  const isRead = read.length > 0 && read.length === calls.length && read.length <= MOST_CALLS
  return isRead ? { calls: read, text: "" } : undefined
}

/** The calls in an answer, of tools of these names, and the text beside them; none where not all can be read. */
export const read = (answer: string, callable: ReadonlyArray<string>) => {
  if (!answer.includes(OPENING)) return wholly(answer, callable)
  const calls: Array<AssembledCall> = []
  let text = ""
  let rest = answer
  for (let at = rest.indexOf(OPENING); at >= 0; at = rest.indexOf(OPENING)) {
    const inside = rest.slice(at + OPENING.length)
    const firstCall = callAtStart(inside, callable)
    if (firstCall === undefined || calls.length === MOST_CALLS) return undefined
    calls.push(firstCall.call)
    text += rest.slice(0, at)
    rest = inside.slice(firstCall.end)
  }
  return calls.length === 0 ? undefined : { calls, text: (text + rest).trim() }
}
