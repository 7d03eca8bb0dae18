/**
 * How the OpenAPI document says that a route needs a key. `Authentication` is
 * not declared as a platform security middleware: that tries one scheme after
 * the other, and could not see that two different keys were sent.
 */
import type { OpenApi } from "@effect/platform"
import { Predicate, Record } from "effect"

const securitySchemes = {
  ApiKey: {
    type: "apiKey",
    in: "header",
    name: "x-api-key",
    description: "An API key, `sk_…`"
  },
  Bearer: {
    type: "http",
    scheme: "bearer",
    description: "The same key as a bearer token"
  }
} satisfies OpenApi.OpenAPIComponents["securitySchemes"]

/** Either of the two. */
const eitherScheme = Object.keys(securitySchemes).map((name) => ({ [name]: [] }))

type Json = { readonly [key: string]: unknown }

const mapObject = (value: unknown, f: (part: Json) => unknown): unknown =>
  Predicate.isReadonlyRecord(value)
    ? Record.map(value, (part) => (Predicate.isReadonlyRecord(part) ? f(part) : part))
    : value

const documentOperation = (operation: Json): Json =>
  Predicate.hasProperty(operation.responses, "401") ? { ...operation, security: eitherScheme } : operation

/** The OpenAPI document, with both ways to send a key on every operation that can answer 401. */
export const documentSecurity = (document: Json): { [key: string]: unknown } => {
  const components = Predicate.isReadonlyRecord(document.components) ? document.components : {}
  return {
    ...document,
    paths: mapObject(document.paths, (path) => mapObject(path, documentOperation)),
    components: { ...components, securitySchemes }
  }
}
