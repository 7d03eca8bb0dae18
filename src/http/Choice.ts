/**
 * Alternatives of which the value itself says which it is. The platform's unions
 * try all that they cannot rule out, and report what every one of them misses.
 */
import { Either, ParseResult, Predicate, Schema, SchemaAST } from "effect"

type Members = Readonly<Record<string, Schema.Schema.AnyNoContext>>
type TypeOf<M extends Members> = Schema.Schema.Type<M[keyof M]>

const byName = <M extends Members>(members: M): ReadonlyMap<string, M[keyof M]> => {
  const choices = new Map<string, M[keyof M]>()
  for (const name in members) choices.set(name, members[name])
  return choices
}

/**
 * One of `members`, each under the name that `kindOf` gives to values of its
 * kind; a value whose `field` is none of the names is refused with them. What a
 * member is decoded from must be what it is.
 */
export const choice = <M extends Members>(
  field: string,
  members: M,
  kindOf: (value: Readonly<Record<PropertyKey, unknown>>) => unknown
): Schema.Schema<TypeOf<M>> => {
  const known = byName(members)
  const union = Schema.Union(...known.values())
  const names = Schema.Literal(...known.keys())
  const decoders = new Map(Array.from(known, ([name, member]) => [name, ParseResult.decodeUnknownEither(member)]))
  const read = (
    input: unknown,
    options: SchemaAST.ParseOptions,
    ast: SchemaAST.AST
  ): Either.Either<TypeOf<M>, ParseResult.ParseIssue> => {
    if (!Predicate.isReadonlyRecord(input)) return Either.left(new ParseResult.Type(ast, input, "must be an object"))
    const kind = kindOf(input)
    const decode = typeof kind === "string" ? decoders.get(kind) : undefined
    if (decode !== undefined) return decode(input, options)
    const wrong = new ParseResult.Type(names.ast, input[field])
    return Either.left(new ParseResult.Composite(ast, input, new ParseResult.Pointer(field, input, wrong)))
  }
  // In documents it is the union that it stands for.
  const annotations = { [SchemaAST.SurrogateAnnotationId]: union.ast }
  return Schema.declare([], { decode: () => read, encode: () => read }, annotations)
}
