/**
 * Fields of a tool call beside those that everybody knows. Some engines need them back as they were, such as the
 * signature of the thoughts that led to the call; what they mean is theirs alone.
 */
import { Predicate } from "effect"

/** Of the call; those of its function are in `function`. */
export interface CallExtra {
  readonly [field: string]: unknown
}

/** What everybody knows, or what clients put there for themselves. */
const OF_CALL = new Set(["id", "type", "index", "function", "status", "call_id", "name", "arguments", "namespace"])
const OF_FUNCTION = new Set(["name", "arguments", "parsed", "parsed_arguments"])

/** UTF-16 code units of the JSON: signatures have some KB. */
const MOST_EXTRA = 65_536

const without = (value: unknown, known: ReadonlySet<string>): ReadonlyArray<readonly [string, unknown]> =>
  Predicate.isRecord(value)
    ? Object.entries(value).filter(([name, field]) => !known.has(name) && !Predicate.isNullable(field))
    : []

/** What a call has beside what everybody knows; absent where it has nothing, or more than is kept. */
export const extraOf = (call: unknown): { readonly extra?: CallExtra } => {
  const own = without(call, OF_CALL)
  const ofFunction = without(Predicate.isRecord(call) ? call.function : undefined, OF_FUNCTION)
  if (own.length === 0 && ofFunction.length === 0) return {}
  const extra = Object.fromEntries(
    ofFunction.length === 0 ? own : [...own, ["function", Object.fromEntries(ofFunction)] as const]
  )
  return JSON.stringify(extra).length <= MOST_EXTRA ? { extra } : {}
}

interface CallWithExtra {
  readonly id: string
  readonly name: string
  readonly arguments: string
  readonly extra?: CallExtra
}

/** A call as clients and engines have it on the wire. */
export const onWire = ({ arguments: given, extra = {}, id, name }: CallWithExtra) => {
  const { function: ofFunction, ...own } = extra
  const called = { name, arguments: given }
  return {
    ...own,
    id,
    type: "function" as const,
    function: Predicate.isRecord(ofFunction) ? { ...ofFunction, ...called } : called
  }
}
