/**
 * Lists in requests. The platform's own check every item before they look at the
 * length, and report every item at fault, however many there are.
 */
import { Either, ParseResult, Schema, SchemaAST } from "effect"
import { MOST_COUNTED } from "./Validation.ts"

/** How many faults an issue holds. */
const faultsIn = (issue: ParseResult.ParseIssue): number => {
  switch (issue._tag) {
    case "Pointer":
    case "Refinement":
    case "Transformation":
      return faultsIn(issue.issue)
    case "Composite": {
      const { issues } = issue
      if ("_tag" in issues) return faultsIn(issues)
      let sum = 0
      for (const inner of issues) sum += faultsIn(inner)
      return sum
    }
    default:
      return 1
  }
}

type Decode<A> = (item: unknown, options: SchemaAST.ParseOptions) => Either.Either<A, ParseResult.ParseIssue>

/** Every item by `decode`, until as many faults are found as are counted. */
const each = <A>(
  input: ReadonlyArray<unknown>,
  decode: Decode<A>,
  options: SchemaAST.ParseOptions,
  ast: SchemaAST.AST
): Either.Either<ReadonlyArray<A>, ParseResult.ParseIssue> => {
  const items: Array<A> = []
  const issues: Array<ParseResult.ParseIssue> = []
  const most = options.errors === "all" ? MOST_COUNTED : 1
  let faults = 0
  for (let at = 0; at < input.length && faults < most; at++) {
    const read = decode(input[at], options)
    if (Either.isRight(read)) items.push(read.right)
    else {
      issues.push(new ParseResult.Pointer(at, input, read.left))
      faults += faultsIn(read.left)
    }
  }
  const [first, ...others] = issues
  return first === undefined
    ? Either.right(items)
    : Either.left(new ParseResult.Composite(ast, input, [first, ...others], items))
}

/**
 * A list of at most `most` items, which `what` names. A longer one is refused
 * before its items are looked at; of a list with many faults the first are reported.
 */
export const list = <A, I>(
  item: Schema.Schema<A, I>,
  most: number,
  what: string
): Schema.Schema<ReadonlyArray<A>, ReadonlyArray<I>> => {
  const items = Schema.Array(item)
  const bounded = items.pipe(Schema.maxItems(most, { message: () => `must have at most ${most} ${what}` }))
  const checked =
    <B>(decode: Decode<B>) =>
    (input: unknown, options: SchemaAST.ParseOptions): Either.Either<ReadonlyArray<B>, ParseResult.ParseIssue> => {
      if (!Array.isArray(input)) return Either.left(new ParseResult.Type(items.ast, input))
      if (input.length > most && SchemaAST.isRefinement(bounded.ast)) {
        const tooLong = new ParseResult.Type(bounded.ast, input)
        return Either.left(new ParseResult.Refinement(bounded.ast, input, "Predicate", tooLong))
      }
      return each(input, decode, options, items.ast)
    }
  return Schema.declare(
    [item],
    {
      decode: (item) => checked(ParseResult.decodeUnknownEither(item)),
      encode: (item) => checked(ParseResult.encodeUnknownEither(item))
    },
    // In documents it is the list that it stands for.
    { [SchemaAST.SurrogateAnnotationId]: bounded.ast, title: "list" }
  )
}
