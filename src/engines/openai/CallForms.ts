/**
 * The forms in which models write calls between marks (`CallMarks`), and, where a call must be made, as the whole of an
 * answer: JSON, Python, and tags or tokens of a model's own.
 */
import { Option, Predicate } from "effect"
import * as JsonValues from "./JsonValues.ts"
import * as PythonCalls from "./PythonCalls.ts"
import type { WrittenArgument, WrittenCall } from "./WrittenCall.ts"

type Calls = ReadonlyArray<WrittenCall> | undefined

/** Functions, and parameters of one, that are read. */
const MOST = 128
/** UTF-16 code units of an answer that may be a call. */
const LONGEST = 50_000

const parsed = (text: string): Option.Option<unknown> =>
  Option.liftThrowable((json: string): unknown => JSON.parse(json))(text)

/** All of them, where there are some and each is one. */
const allOf = (calls: ReadonlyArray<WrittenCall | undefined>): Calls => {
  const read = calls.filter((call) => call !== undefined)
  return read.length > 0 && read.length === calls.length ? read : undefined
}

/** An object with a name and arguments, by the names that models give those. */
const callOf = (value: unknown): WrittenCall | undefined => {
  if (!Predicate.isRecord(value)) return undefined
  const own = Predicate.isRecord(value.function) ? value.function : value
  const name = own.name ?? own.tool_name ?? own.function
  return typeof name === "string" ? { name, given: own.arguments ?? own.parameters ?? {} } : undefined
}

/** Without marks around it, an object is a call only where it says its arguments. */
const fullCallOf = (value: unknown): WrittenCall | undefined =>
  Predicate.isRecord(value) && (value.arguments ?? value.parameters) !== undefined ? callOf(value) : undefined

/** Apertus: the name of the tool before its arguments. */
const keyedCallOf = (value: unknown): WrittenCall | undefined => {
  const [entry, ...others] = Predicate.isRecord(value) ? Object.entries(value) : []
  return entry !== undefined && others.length === 0 && Predicate.isRecord(entry[1])
    ? { name: entry[0], given: entry[1] }
    : undefined
}

const listed = (values: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  values.flatMap((value): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [value])).slice(0, MOST + 1)

const inJson = (text: string, one: (value: unknown) => WrittenCall | undefined): Calls => {
  const values = JsonValues.read(text, MOST)
  return values === undefined ? undefined : allOf(listed(values).map(one))
}

/** Qwen doubles braces, as its template does. */
const inDoubledBraces = (text: string): Calls =>
  text.startsWith("{{") ? inJson(text.endsWith("}}") ? text.slice(1, -1) : text.slice(1), callOf) : undefined

const inMarkedJson = (text: string): Calls =>
  inJson(text, (value) => callOf(value) ?? keyedCallOf(value)) ?? inDoubledBraces(text) ?? PythonCalls.read(text, MOST)

const FENCE = /^```\w*[^\S\n]*\n([\s\S]*?)\n?```$/

const unfenced = (text: string): string => FENCE.exec(text.trim())?.[1] ?? text

/** Text up to a mark; all of it where there is none. */
const before = (text: string, mark: string | RegExp): string => text.split(mark, 1)[0] ?? ""

/** Parts behind each mark that separates them; undefined where there are too many. */
const partsBehind = (text: string, mark: string | RegExp): ReadonlyArray<string> | undefined => {
  const parts = text.split(mark).slice(1)
  return parts.length <= MOST ? parts : undefined
}

/** `name>…`, of tags that are called `<function=name>` and `<parameter=name>`. */
const tagged = (part: string) => {
  const end = Math.max(0, part.indexOf(">"))
  return {
    name: part
      .slice(0, end)
      .trim()
      .replace(/^["']|["']$/g, ""),
    body: part.slice(end + 1)
  }
}

/** The parameters of a function in tags; JSON where there are none. */
const inParameterTags = (body: string): Pick<WrittenCall, "given" | "texts"> => {
  const parts = partsBehind(body, "<parameter=")
  if (parts === undefined) return { given: undefined }
  if (parts.length === 0) return { given: body.trim() === "" ? {} : Option.getOrUndefined(parsed(body)) }
  const texts = parts.map((part) => {
    const parameter = tagged(part)
    return { name: parameter.name, text: before(parameter.body, "</parameter>") }
  })
  return { given: {}, texts }
}

/** `<function=name>…</function>`, once or several times: Llama, Qwen3-Coder, Seed-OSS, Nemotron 3. */
const inFunctionTags = (text: string): Calls =>
  partsBehind(text, "<function=")?.map((part) => {
    const { body, name } = tagged(part)
    return { name, ...inParameterTags(before(body, "</function>")) }
  })

const INVOKE = /<(?:[|｜]DSML[|｜]|\w{1,20}:)?invoke name="/
const PARAMETER = /<(?:[|｜]DSML[|｜]|\w{1,20}:)?parameter name="/
const PARAMETER_END = /<\/(?:[|｜]DSML[|｜]|\w{1,20}:)?parameter>/
const INVOKE_END = /<\/(?:[|｜]DSML[|｜]|\w{1,20}:)?invoke>/

const inParameters = (body: string): ReadonlyArray<WrittenArgument> | undefined =>
  partsBehind(body, PARAMETER)?.map((part) => {
    const { body: text, name: head } = tagged(part)
    const [name = "", attributes = ""] = head.split('"', 2)
    return {
      name,
      text: before(text, PARAMETER_END),
      ...(/string="true/.test(head + attributes) ? { isText: true } : {})
    }
  })

/** `<invoke name="…"><parameter name="…">…`: MiniMax M2, DeepSeek V3.2, those that were taught Anthropic's. */
const inInvokes = (text: string): Calls =>
  partsBehind(text, INVOKE)?.map((part) => {
    const { body, name } = tagged(part)
    const texts = inParameters(before(body, INVOKE_END))
    return { name: before(name, '"'), given: undefined, ...(texts === undefined ? {} : { texts }) }
  })

/** GLM: the name, and each argument between tags of its own. */
const inArgumentTags = (text: string): Calls => {
  const name = before(before(text, "<"), "\n").trim()
  const texts = partsBehind(text, "<arg_key>")?.map((part) => ({
    name: before(part, "</arg_key>").trim(),
    text: before(part.split("<arg_value>", 2)[1] ?? "", "</arg_value>")
  }))
  return texts === undefined || !/^[\w.:-]+$/.test(name) ? undefined : [{ name, given: {}, texts }]
}

/** A name and then JSON, perhaps in a fence; Mistral has marks between them. */
const inNamed = (text: string): WrittenCall | undefined => {
  const [name = ""] = /^[\w.:-]{1,200}/.exec(text.trimStart()) ?? []
  const behind = text.trimStart().slice(name.length).trimStart()
  const given = behind.startsWith("[CALL_ID]") ? behind.slice(Math.max(0, behind.indexOf("[ARGS]"))) : behind
  const json = given.startsWith("[ARGS]") ? given.slice("[ARGS]".length) : given
  return name === "" ? undefined : { name, given: Option.getOrUndefined(parsed(unfenced(json.trim()))) }
}

const TOKEN_BEGIN = /<[|｜]tool[▁_ ]call[▁_ ]begin[|｜]>/
const TOKEN_END = /<[|｜]tool[▁_ ]calls?[▁_ ](?:section_)?end[|｜]>/
const TOKEN_BETWEEN = /<[|｜]tool[▁_ ](?:sep|call[▁_ ]argument[▁_ ]begin)[|｜]>/

/** DeepSeek, whose older models say first that it is a function; and Kimi, whose names are ids. */
const inTokens = (text: string): Calls => {
  const calls = partsBehind(text, TOKEN_BEGIN)?.map((part) => {
    const [kind = "", ...rest] = before(part, TOKEN_END).split(TOKEN_BETWEEN)
    const call = inNamed((kind.trim() === "function" ? rest : [kind, ...rest]).join("\n"))
    const [id, name] = /^(?:functions\.)?([\w.-]+):\d+$/.exec(String(call?.name)) ?? []
    return call === undefined || id === undefined ? call : { ...call, id, name }
  })
  return calls === undefined ? undefined : allOf(calls)
}

/** Hunyuan, whose calls have marks of their own between those of all of them. */
const inInnerTags = (text: string): Calls => {
  const parts = partsBehind(text, "<tool_call>") ?? []
  return allOf(
    parts.flatMap((part): ReadonlyArray<WrittenCall | undefined> => read(before(part, "</tool_call>")) ?? [undefined])
  )
}

/** By what the text between marks begins with. */
const FORMS: ReadonlyArray<readonly [begins: RegExp, read: (text: string) => Calls]> = [
  [/^[{[]/, inMarkedJson],
  [/^<function=/, inFunctionTags],
  [new RegExp(`^${INVOKE.source}`), inInvokes],
  [new RegExp(`^${TOKEN_BEGIN.source}`), inTokens],
  [/^<tool_call>/, inInnerTags],
  [/^[\w.:-]+\s*(?:<tool_sep>\s*)?(?:<arg_key>|$)/, inArgumentTags],
  [/^[\w.]+\s*\(/, (text) => PythonCalls.read(text, MOST)],
  [/^[\w.:-]/, (text) => allOf([inNamed(text)])]
]

/** The calls between marks; undefined where there are none, or not all can be read. */
export const read = (between: string): Calls => {
  const text = between.trim()
  if (text.length > LONGEST) return undefined
  return FORMS.find(([begins]) => begins.test(text))?.[1](text)
}

/** The calls that an answer without marks is; undefined where it is none, or not all of it can be read. */
export const readAlone = (answer: string): Calls => {
  const text = answer.trim()
  if (text.length > LONGEST) return undefined
  return (
    inJson(unfenced(text), fullCallOf) ?? (text.startsWith("functools[") ? inJson(text.slice(9), callOf) : undefined)
  )
}
