/** Reads whatever a client sent by a schema: bodies, `request_data`, messages of sockets. */
import { Either, Schema } from "effect"
import type { ValidationFailed } from "../Errors.ts"
import { fromIssue, refusal } from "./Validation.ts"

type Path = ReadonlyArray<PropertyKey>

/** Where in JSON an object is that has no text form, as its own `toString` hides the one that all have. */
const textless = (value: unknown): { readonly path: Path; readonly object: object } | undefined => {
  const left: Array<readonly [value: unknown, path: Path]> = [[value, []]]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [object, path] = next
    if (typeof object !== "object" || object === null) continue
    if (Object.hasOwn(object, "toString")) return { path, object }
    for (const [key, inner] of Object.entries(object)) {
      if (typeof inner === "object") left.push([inner, [...path, Array.isArray(object) ? Number(key) : key]])
    }
  }
  return undefined
}

const messageOf = (thrown: unknown): string | undefined => (thrown instanceof Error ? thrown.message : undefined)

/**
 * What a client did to make a schema throw; none where it is a fault of ours.
 * Where a field distinguishes the alternatives of a union, Effect's schemas (3.22) make a
 * text of whatever the client has put there, which throws for an object such as
 * `{"toString": 0}`: as nothing else does that JSON can hold.
 */
const refusalOf = (data: unknown, thrown: unknown): ValidationFailed | undefined => {
  const found = textless(data)
  if (found === undefined) return undefined
  try {
    String(found.object)
    return undefined
  } catch (same) {
    if (messageOf(same) !== messageOf(thrown)) return undefined
    return refusal([{ path: found.path, code: "invalid_type", message: "must not have a field called toString here" }])
  }
}

/**
 * Reads unknown data by `schema`. Never throws for what a client sent; an
 * exception of a check of ours goes on as the defect that it is.
 */
export const decoder = <A, I>(schema: Schema.Schema<A, I>): ((data: unknown) => Either.Either<A, ValidationFailed>) => {
  // A refusal names every field at fault, not only the first.
  const decode = Schema.decodeUnknownEither(schema, { errors: "all" })
  return (data) => {
    try {
      return Either.mapLeft(decode(data), ({ issue }) => fromIssue(issue))
    } catch (thrown) {
      const refused = refusalOf(data, thrown)
      if (refused === undefined) throw thrown
      return Either.left(refused)
    }
  }
}
