/**
 * What is wrong with a request, as the wire contract says it: one detail for
 * each field, "must be …", and never the value itself, which may be a whole
 * text or a secret. What it costs, and how long the answer is, does not depend
 * on how much is wrong.
 */
import { Effect, Either, Option, ParseResult, Predicate, SchemaAST } from "effect"
import { type ErrorDetail, type Problem, ValidationFailed } from "../Errors.ts"

/** Details of one answer (wire contract, section 1). */
export const MAX_DETAILS = 20
/** Faults that are counted. A search for faults may stop at so many. */
export const MOST_COUNTED = 200

/** Characters of a detail's message, of a field's name, which a client may have made up, and of the whole message. */
const MAX_DETAIL = 300
const MAX_FIELD = 200
const MAX_MESSAGE = 2_000

const shortened = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text)

type Path = ReadonlyArray<PropertyKey>

/** A field at fault; the request as a whole where neither `field` nor `path` says more. */
export interface Fault {
  /** Such as `conversation_history[3].role`. */
  readonly field?: string
  /** The same in parts. */
  readonly path?: Path
  readonly code: string
  readonly message: string
}

/** `["messages", 0, "text"]` is `messages[0].text`. */
const fieldOf = (path: Path): string => {
  let field = ""
  for (const part of path) {
    if (typeof part === "number") field += `[${part}]`
    else field += field === "" ? String(part) : `.${String(part)}`
  }
  return field
}

const detailOf = ({ code, field, message, path }: Fault): ErrorDetail => {
  const name = shortened(field ?? fieldOf(path ?? []), MAX_FIELD)
  return { ...(name === "" ? {} : { field: name }), code, message: shortened(message, MAX_DETAIL) }
}

const remaining = (count: number, isAll: boolean): ErrorDetail => ({
  code: "more",
  message: `and ${isAll ? "" : "at least "}${count} more`
})

/**
 * The refusal that names the faults, of which there is at least one: as many as
 * an answer may, the last detail then says how many more there are. `isAll`
 * where the search for them did not stop early, as it does after `MOST_COUNTED`.
 */
export const refusal = (faults: ReadonlyArray<Fault>, isAll = faults.length <= MOST_COUNTED): ValidationFailed => {
  const isLong = faults.length > MAX_DETAILS || !isAll
  const named = (isLong ? faults.slice(0, MAX_DETAILS - 1) : faults).map(detailOf)
  const details = isLong ? [...named, remaining(Math.max(1, faults.length - named.length), isAll)] : named
  const words = named.map(({ field, message }) =>
    field === undefined ? `the request ${message}` : `${field} ${message}`
  )
  const rest = details.slice(named.length).map(({ message }) => message)
  return new ValidationFailed({
    message: [shortened(words.join("; "), MAX_MESSAGE), ...rest].join("; "),
    ...(named[0]?.field === undefined ? {} : { param: named[0].field }),
    details
  })
}

const faultsOfProblem = ({ _tag, details, message }: Problem): ReadonlyArray<Fault> =>
  details?.map(({ field, ...detail }) => (field === undefined ? detail : { ...detail, field })) ?? [
    { code: _tag.toLowerCase(), message }
  ]

/** Makes both checks. Where both fail, the refusal names the faults of both; where one fails, its error is the refusal. */
export const both = <A, E extends Problem, R, B, F extends Problem, S>(
  first: Effect.Effect<A, E, R>,
  second: Effect.Effect<B, F, S>
): Effect.Effect<readonly [A, B], E | F | ValidationFailed, R | S> =>
  Effect.gen(function* () {
    const one = yield* Effect.either(first)
    const other = yield* Effect.either(second)
    if (Either.isLeft(one) && Either.isLeft(other)) {
      return yield* refusal([...faultsOfProblem(one.left), ...faultsOfProblem(other.left)])
    }
    return [yield* one, yield* other] as const
  })

// --- what schemas say

type Tag = ParseResult.ParseIssue["_tag"]

/** One complaint of a schema. */
interface SchemaIssue {
  readonly tag: Tag
  readonly path: Path
  /** Made only where it is sent: it takes microseconds. */
  readonly message: () => string
}

/** The default messages of a schema: what was expected, and the value. */
const expectation = /^(?:Expected ([\s\S]*?), actual [\s\S]*|Unable to decode [\s\S]* into ([\s\S]*))$/

const unique = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => Array.from(new Set(values))

/** The JSON that a schema takes, in a reader's words: not its name, and not the purpose that its description gives. */
const shapeOf = (ast: SchemaAST.AST): string | undefined => {
  switch (ast._tag) {
    case "TypeLiteral":
      return "an object"
    case "Declaration":
      return Option.isSome(SchemaAST.getJSONSchemaAnnotation(ast)) ? "an object" : undefined
    case "TupleType":
      return "a list"
    case "StringKeyword":
      return "a string"
    case "NumberKeyword":
      return "a number"
    case "BooleanKeyword":
      return "true or false"
    case "Literal":
      return Predicate.isString(ast.literal) ? JSON.stringify(ast.literal) : String(ast.literal)
    case "Refinement":
    case "Transformation":
      return shapeOf(ast.from)
    case "Union": {
      const shapes = ast.types.filter((type) => !SchemaAST.isUndefinedKeyword(type)).map(shapeOf)
      return shapes.includes(undefined) ? undefined : unique(shapes).join(" or ")
    }
    default:
      return undefined
  }
}

const expectedBy = (message: string): string | undefined => {
  const match = expectation.exec(message)
  return match?.[1] ?? match?.[2]
}

/** What schemas call a type, in a reader's words. */
const words: ReadonlyArray<readonly [pattern: RegExp, word: string]> = [
  [/^\{/, "an object"],
  [/^(ReadonlyArray|readonly |Array|\[)/, "a list"],
  [/^string$/, "a string"],
  [/^number$/, "a number"],
  [/^boolean$/, "true or false"]
]

/** Alternatives, as TypeScript writes them. */
const alternatives = /(?<=") \| (?=")/g

const readable = (expected: string): string =>
  words.find(([pattern]) => pattern.test(expected))?.[1] ?? expected.replace(alternatives, " or ")

/** One message of all complaints of a field. Each alternative of a union complains: any of them would be right. */
const messageOf = (messages: ReadonlyArray<string>): string => {
  const own = unique(messages.filter((message) => expectedBy(message) === undefined))
  const expected = unique(messages.flatMap((message) => expectedBy(message) ?? []).map(readable))
  return own.length > 0 ? own.join("; ") : `must be ${expected.join(" or ")}`
}

const codeOfOne = (tag: Tag, message: string): string => {
  if (tag === "Missing") return "missing"
  if (tag === "Unexpected") return "unexpected"
  return tag === "Type" && !expectedBy(message)?.startsWith('"') ? "invalid_type" : "invalid_value"
}

/** `missing`, `unexpected`, `invalid_type`, or `invalid_value` for a right type that holds a wrong value. */
const codeOf = (codes: ReadonlyArray<string>): string => {
  const [first, ...others] = unique(codes)
  return first !== undefined && others.length === 0 ? first : "invalid_value"
}

/** The fault of one field, from its complaints. None where all of them only say that the field may be absent. */
const faultOf = (path: Path, complaints: ReadonlyArray<SchemaIssue>): Fault | undefined => {
  const codes: Array<string> = []
  const messages: Array<string> = []
  for (const { message, tag } of complaints) {
    const text = message()
    if (expectedBy(text) === "undefined") continue
    codes.push(codeOfOne(tag, text))
    messages.push(text)
  }
  return messages.length === 0 ? undefined : { path, code: codeOf(codes), message: messageOf(messages) }
}

/**
 * The complaints as faults, one for each field. What other alternatives of a
 * union say of a whole is left out where one knows which part of it is wrong.
 */
const faultsOf = (complaints: ReadonlyArray<SchemaIssue>): ReadonlyArray<Fault> => {
  const fields = new Map<string, Array<SchemaIssue>>()
  const wholes = new Set<string>()
  for (const complaint of complaints) {
    const { path } = complaint
    const field = fieldOf(path)
    const before = fields.get(field)
    if (before !== undefined) before.push(complaint)
    else {
      fields.set(field, [complaint])
      for (let length = 0; length < path.length; length++) wholes.add(fieldOf(path.slice(0, length)))
    }
  }
  return Array.from(fields).flatMap(([field, all]) => {
    const [first] = all
    return first === undefined || wholes.has(field) ? [] : (faultOf(first.path, all) ?? [])
  })
}

const fromComplaints = (complaints: Iterable<SchemaIssue>): ValidationFailed => {
  const counted: Array<SchemaIssue> = []
  for (const complaint of complaints) {
    if (counted.length >= MOST_COUNTED) break
    counted.push(complaint)
  }
  return refusal(faultsOf(counted), counted.length < MOST_COUNTED)
}

const hasMessage = ({ ast }: { readonly ast: SchemaAST.AST }): boolean =>
  SchemaAST.getMessageAnnotation(ast)._tag === "Some"

/**
 * An issue without its value: to print that costs as much as it is long, and
 * throws where it has no text form.
 */
const withoutValue = (issue: ParseResult.ParseIssue): ParseResult.ParseIssue => {
  switch (issue._tag) {
    case "Type":
      return new ParseResult.Type(issue.ast, undefined, issue.message)
    case "Forbidden":
      return new ParseResult.Forbidden(issue.ast, undefined)
    case "Refinement":
      return new ParseResult.Refinement(issue.ast, undefined, issue.kind, new ParseResult.Type(issue.ast, undefined))
    case "Transformation":
      return new ParseResult.Transformation(
        issue.ast,
        undefined,
        issue.kind,
        new ParseResult.Type(issue.ast, undefined)
      )
    default:
      return issue
  }
}

const complaint = (issue: ParseResult.ParseIssue, tag: Tag, path: Path): SchemaIssue => ({
  tag,
  path,
  message: () => {
    const isShape = issue._tag === "Type" && !SchemaAST.isRefinement(issue.ast) && !hasMessage(issue)
    const shape = isShape ? shapeOf(issue.ast) : undefined
    if (shape !== undefined) return `Expected ${shape}, actual undefined`
    return ParseResult.ArrayFormatter.formatIssueSync(withoutValue(issue))[0]?.message ?? "is not accepted"
  }
})

/** The complaints of a schema's issue, in the order of its fields. `parent`: what a wrong type is wrong for. */
function* complaintsOf(issue: ParseResult.ParseIssue, path: Path, parent?: Tag): Generator<SchemaIssue> {
  switch (issue._tag) {
    case "Pointer":
      return yield* complaintsOf(issue.issue, path.concat(issue.path))
    case "Composite": {
      const { issues } = issue
      if ("_tag" in issues) return yield* complaintsOf(issues, path)
      for (const inner of issues) yield* complaintsOf(inner, path)
      return
    }
    case "Refinement":
    case "Transformation": {
      const isOwn = issue.kind === "Predicate" || issue.kind === "Transformation"
      if (isOwn && hasMessage(issue)) return yield complaint(issue, issue._tag, path)
      return yield* complaintsOf(issue.issue, path, isOwn ? issue._tag : undefined)
    }
    case "Type":
      return yield complaint(issue, parent ?? issue._tag, path)
    default:
      return yield complaint(issue, issue._tag, path)
  }
}

/** The error for data that does not fit its schema. */
export const fromIssue = (issue: ParseResult.ParseIssue): ValidationFailed => fromComplaints(complaintsOf(issue, []))

/** The same, where the platform has already said it: of paths, queries and headers, which are short. */
export const fromIssues = (issues: ReadonlyArray<Pick<ParseResult.ArrayFormatterIssue, "_tag" | "message" | "path">>) =>
  fromComplaints(issues.map(({ _tag, message, path }) => ({ tag: _tag, path, message: () => message })))
