/** The identity of a request's inputs, for idempotency. */
import { createHash } from "node:crypto"
import { Schema } from "effect"

export const Fingerprint = Schema.String.pipe(Schema.brand("Fingerprint"))
export type Fingerprint = typeof Fingerprint.Type

type Input = string | number | boolean | null | ReadonlyArray<Input> | { readonly [key: string]: Input }

const canonical = (input: Input): Input => {
  if (Array.isArray(input)) return input.map(canonical)
  if (input === null || typeof input !== "object") return input
  return Object.fromEntries(
    Object.entries(input)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, value]) => [key, canonical(value)])
  )
}

/** SHA-256 over every input that changes the result; the order of keys does not matter. */
export const of = (inputs: { readonly [key: string]: Input }): Fingerprint =>
  Fingerprint.make(
    createHash("sha256")
      .update(JSON.stringify(canonical(inputs)))
      .digest("base64url")
  )
