/**
 * Objects of which a client names fields, as it likes. In place of `Schema.Record`,
 * which assigns field by field (Effect 3.22): one called `__proto__` would be
 * lost, or become the prototype of what is read.
 */
import * as OpenApiJsonSchema from "@effect/platform/OpenApiJsonSchema"
import { Either, ParseResult, Predicate, Schema, type SchemaAST } from "effect"

/** Names that it refers to are left out: what they stand for is written where they are used. */
const jsonOf = <A>(schema: Schema.Schema<A>) => {
  const { $defs: _named, ...json } = OpenApiJsonSchema.make(schema)
  return json
}

type Fields<A> = { readonly [name: string]: A }

const readFields = <A>(value: Schema.Schema<A>) => {
  const decode = ParseResult.decodeUnknownEither(value)
  return (input: unknown, options: SchemaAST.ParseOptions, ast: SchemaAST.Declaration) => {
    if (!Predicate.isReadonlyRecord(input)) return Either.left(new ParseResult.Type(ast, input))
    const issues: Array<ParseResult.Pointer> = []
    const fields: Array<readonly [string, A]> = []
    for (const [name, given] of Object.entries(input)) {
      const field = decode(given, options)
      if (Either.isRight(field)) fields.push([name, field.right])
      else issues.push(new ParseResult.Pointer(name, input, field.left))
      if (issues.length > 0 && options.errors !== "all") break
    }
    const [first, ...others] = issues
    return first === undefined
      ? Either.right<Fields<A>>(Object.fromEntries(fields))
      : Either.left(new ParseResult.Composite(ast, input, [first, ...others]))
  }
}

/** An object of such values. */
export const dictionary = <A>(value: Schema.Schema<A>): Schema.Schema<Fields<A>> =>
  Schema.declare(
    [value],
    { decode: readFields, encode: readFields },
    { jsonSchema: { type: "object", additionalProperties: jsonOf(value) } }
  )

/** An object of whatever the client likes. */
export const OpenObject = dictionary(Schema.Unknown)

const readOpen = <A extends object>(known: Schema.Schema<A>) => {
  const decode = ParseResult.decodeUnknownEither(known)
  return (input: unknown, options: SchemaAST.ParseOptions) =>
    Either.map(decode(input, options), (own): A & Fields<unknown> => ({
      ...(Predicate.isReadonlyRecord(input) ? input : {}),
      ...own
    }))
}

/** An object of these fields, and of whatever else the client likes. */
export const open = <A extends object>(known: Schema.Schema<A>): Schema.Schema<A & Fields<unknown>> =>
  Schema.declare(
    [known],
    { decode: readOpen, encode: readOpen },
    { jsonSchema: { ...jsonOf(known), additionalProperties: jsonOf(Schema.Unknown) } }
  )
