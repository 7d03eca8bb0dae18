/**
 * What schemas say of a request, as the wire contract says it: one detail for
 * each field, "must be …", and never the value itself, which may be a whole
 * text or a secret.
 */
import type { ParseResult } from "effect"
import { type ErrorDetail, ValidationFailed } from "../Errors.ts"

type Issue = Pick<ParseResult.ArrayFormatterIssue, "_tag" | "message"> & { readonly path: ReadonlyArray<PropertyKey> }

/** As many fields as a message can usefully name. */
const MAX_DETAILS = 20

/** Longest message of a schema that is passed on. */
const MAX_MESSAGE = 300

/** `["messages", 0, "text"]` is `messages[0].text`. */
const fieldOf = (path: Issue["path"]): string =>
  path.reduce<string>(
    (field, part) =>
      typeof part === "number" ? `${field}[${part}]` : field === "" ? String(part) : `${field}.${String(part)}`,
    ""
  )

/** The default messages of a schema: what was expected, and the value. */
const expectation = /^(?:Expected ([\s\S]*?), actual [\s\S]*|Unable to decode [\s\S]* into ([\s\S]*))$/

const expectedBy = ({ message }: Issue): string | undefined => {
  const found = expectation.exec(message)
  return found?.[1] ?? found?.[2]
}

/** An absent optional field is always right, so saying that it may be absent says nothing. */
const isNoise = (issue: Issue): boolean => expectedBy(issue) === "undefined"

/** What schemas call a type, in a reader's words. */
const words: ReadonlyArray<readonly [pattern: RegExp, word: string]> = [
  [/^\{/, "an object"],
  [/^(ReadonlyArray|readonly |Array|\[)/, "a list"],
  [/^string$/, "a string"],
  [/^number$/, "a number"],
  [/^boolean$/, "true or false"]
]

const readable = (expected: string): string => words.find(([pattern]) => pattern.test(expected))?.[1] ?? expected

const unique = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => Array.from(new Set(values))

/** The one message of a field's issues. Alternatives of a union each complain: what would be right is any of them. */
const messageOf = (issues: ReadonlyArray<Issue>): string => {
  const own = unique(issues.flatMap((issue) => (expectedBy(issue) === undefined ? [issue.message] : [])))
  const expected = unique(issues.flatMap((issue) => expectedBy(issue) ?? []).map(readable))
  const message = own.length > 0 ? own.join("; ") : `must be ${expected.join(" or ")}`
  return message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message
}

const codeOfOne = (issue: Issue): string => {
  if (issue._tag === "Missing") return "missing"
  if (issue._tag === "Unexpected") return "unexpected"
  return issue._tag === "Type" && !expectedBy(issue)?.startsWith('"') ? "invalid_type" : "invalid_value"
}

/** `missing`, `unexpected`, `invalid_type`, or `invalid_value` for a right type that holds a wrong value. */
const codeOf = (issues: ReadonlyArray<Issue>): string => {
  const found = unique(issues.map(codeOfOne))
  return found.length === 1 && found[0] !== undefined ? found[0] : "invalid_value"
}

/** Drops what other alternatives of a union say of a whole, where one alternative knows which part of it is wrong. */
const deepest = (fields: ReadonlyMap<string, ReadonlyArray<Issue>>): ReadonlyArray<[string, ReadonlyArray<Issue>]> =>
  Array.from(fields).filter(
    ([field]) =>
      !Array.from(fields.keys()).some(
        (other) => other !== field && (field === "" || other.startsWith(`${field}.`) || other.startsWith(`${field}[`))
      )
  )

/** The error for a request that does not fit its schema. */
export const fromIssues = (issues: ReadonlyArray<Issue>): ValidationFailed => {
  const fields = new Map<string, ReadonlyArray<Issue>>()
  for (const issue of issues) {
    const field = fieldOf(issue.path)
    if (!isNoise(issue)) fields.set(field, [...(fields.get(field) ?? []), issue])
  }
  const details = deepest(fields)
    .slice(0, MAX_DETAILS)
    .map(
      ([field, all]): ErrorDetail => ({
        ...(field === "" ? {} : { field }),
        code: codeOf(all),
        message: messageOf(all)
      })
    )
  const [first] = details
  return new ValidationFailed({
    message: details
      .map(({ field, message }) => (field === undefined ? `the request ${message}` : `${field} ${message}`))
      .join("; "),
    ...(first?.field === undefined ? {} : { param: first.field }),
    details
  })
}
