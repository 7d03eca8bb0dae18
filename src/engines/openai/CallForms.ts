/**
 * Other forms than `<tool_call>` in which models write calls, each as the whole of an answer: Mistral's `[TOOL_CALLS]`,
 * Llama's `<|python_tag|>` and `<function=…>`, Qwen3-Coder's parameters in tags, and JSON alone or in a fence.
 */
import { Option, Predicate } from "effect"

/** A call as it was written. */
export interface WrittenCall {
  readonly name: unknown
  readonly given: unknown
}

/** Functions, and parameters of one, that are read. */
const MOST = 128
/** UTF-16 code units of an answer that may be a call. */
const LONGEST = 50_000

const parsed = (text: string): Option.Option<unknown> =>
  Option.liftThrowable((json: string): unknown => JSON.parse(json))(text)

/** An object with a name and arguments; some call those parameters. */
export const callOf = (value: unknown): WrittenCall | undefined =>
  Predicate.isRecord(value) && typeof value.name === "string"
    ? { name: value.name, given: value.arguments ?? value.parameters ?? {} }
    : undefined

/** Without tags around it, an object is a call only where it says its arguments. */
const fullCallOf = (value: unknown): WrittenCall | undefined =>
  Predicate.isRecord(value) && (value.arguments ?? value.parameters) !== undefined ? callOf(value) : undefined

/** The calls in JSON that is one, or a list of them; none where it is anything else. */
const inJson = (text: string): ReadonlyArray<WrittenCall> | undefined => {
  const value = Option.getOrUndefined(parsed(text))
  const calls = (Array.isArray(value) ? value.slice(0, MOST + 1) : [value]).map(fullCallOf)
  const read = calls.filter((call) => call !== undefined)
  return read.length > 0 && read.length === calls.length ? read : undefined
}

const FENCE = /^```(?:json|tool_call|tool_code)?\s*\n([\s\S]*?)\n?```$/

/** A value between tags: JSON, or text. */
const valueOf = (text: string): unknown => Option.getOrElse(parsed(text.trim()), () => text.replace(/^\n|\n$/g, ""))

/** The parameters of a function in tags; JSON where there are none. */
const parametersIn = (body: string): unknown => {
  const parts = body.split("<parameter=")
  if (parts.length > MOST + 1) return undefined
  if (parts.length === 1) return body.trim() === "" ? {} : Option.getOrUndefined(parsed(body))
  return Object.fromEntries(
    parts.slice(1).map((part) => {
      const end = part.indexOf(">")
      return [part.slice(0, Math.max(0, end)).trim(), valueOf(part.slice(end + 1).split("</parameter>")[0] ?? "")]
    })
  )
}

/** `<function=name>…</function>`, once or several times. */
const inFunctions = (text: string): ReadonlyArray<WrittenCall> | undefined => {
  const parts = text.split("<function=")
  if (parts.length < 2 || parts.length > MOST + 1) return undefined
  return parts.slice(1).map((part) => {
    const end = part.indexOf(">")
    return {
      name: part.slice(0, Math.max(0, end)).trim(),
      given: parametersIn(part.slice(end + 1).split("</function>")[0] ?? "")
    }
  })
}

/** `[TOOL_CALLS]name[ARGS]{…}`, once or several times, or a list in JSON. */
const inMistral = (text: string): ReadonlyArray<WrittenCall> | undefined => {
  const parts = text.split("[TOOL_CALLS]").slice(1)
  if (!text.includes("[ARGS]") || parts.length > MOST) return inJson(parts.join("").trim())
  return parts.map((part) => {
    const [name = "", given = ""] = part.split("[ARGS]")
    return { name: name.split("[CALL_ID]")[0]?.trim(), given: Option.getOrUndefined(parsed(given)) }
  })
}

/** The calls that an answer is; undefined where it is none, or not all of it can be read. */
export const read = (answer: string): ReadonlyArray<WrittenCall> | undefined => {
  const text = answer.trim()
  if (text.length > LONGEST) return undefined
  if (text.startsWith("[TOOL_CALLS]")) return inMistral(text)
  if (text.startsWith("<|python_tag|>")) return inJson(text.slice("<|python_tag|>".length))
  if (text.startsWith("<function=")) return inFunctions(text)
  return inJson(FENCE.exec(text)?.[1] ?? text)
}

/** The call between tags that is written in tags itself. */
export const readOne = (text: string): WrittenCall | undefined =>
  text.length <= LONGEST && text.trimStart().startsWith("<function=") ? inFunctions(text.trim())?.[0] : undefined
