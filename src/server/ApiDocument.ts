/**
 * The OpenAPI document as clients should see it. The platform describes its own
 * error for a request that does not fit its schema; here that error becomes the
 * one envelope, as which it is answered. And it shows both ways to send a key:
 * `Authentication` is not declared as a platform security middleware, which tries
 * one scheme after the other and cannot see that two different keys were sent.
 */
import * as OpenApi from "@effect/platform/OpenApi"
import * as OpenApiJsonSchema from "@effect/platform/OpenApiJsonSchema"
import { Predicate } from "effect"
import { Envelope } from "../Errors.ts"
import type { ServedApi } from "./Routes.ts"

type Json = Readonly<Record<string, unknown>>

const securitySchemes = {
  ApiKey: { type: "apiKey", in: "header", name: "x-api-key", description: "An API key, `sk_…`" },
  Bearer: { type: "http", scheme: "bearer", description: "The same key as a bearer token" }
} satisfies OpenApi.OpenAPIComponents["securitySchemes"]

/** Either of the two. */
const security = Object.keys(securitySchemes).map((name) => ({ [name]: [] }))

const PLATFORM_SCHEMAS = ["HttpApiDecodeError", "Issue", "PropertyKey"]
const METHODS: ReadonlySet<string> = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"])

const record = (value: unknown): Json => (Predicate.isReadonlyRecord(value) ? value : {})
const mapValues = (value: unknown, f: (value: unknown, key: string) => unknown): Json =>
  Object.fromEntries(Object.entries(record(value)).map(([key, part]) => [key, f(part, key)]))

/** A reference to the envelope, and what it refers to, as the platform makes them of declared errors. */
const { $defs: definitions, ...envelope } = OpenApiJsonSchema.make(Envelope)

const envelopeAnswer = (description: string): Json => ({
  description,
  content: { "application/json": { schema: envelope } }
})

const mentionsPlatform = (value: unknown) => JSON.stringify(value).includes("#/components/schemas/HttpApiDecodeError")

/**
 * An operation whose refusals are envelopes: 400 for what cannot be read, 422 for
 * what does not fit. One that can answer 401 needs a key.
 */
const operation = (value: unknown): Json => {
  const self = record(value)
  const responses = record(self.responses)
  const takesInput = "requestBody" in self || (Array.isArray(self.parameters) && self.parameters.length > 0)
  const kept = Object.fromEntries(Object.entries(responses).filter(([, answer]) => !mentionsPlatform(answer)))
  return {
    ...self,
    ...("401" in responses ? { security } : {}),
    responses: {
      ...("requestBody" in self ? { "400": envelopeAnswer("The body cannot be read") } : {}),
      ...(takesInput ? { "422": envelopeAnswer("The request is well-formed but invalid") } : {}),
      ...kept,
      default: envelopeAnswer("Any other error")
    }
  }
}

export const transform = (document: Json): Record<string, unknown> => {
  const components = record(document.components)
  const schemas = Object.entries(record(components.schemas)).filter(([name]) => !PLATFORM_SCHEMAS.includes(name))
  return {
    ...document,
    paths: mapValues(document.paths, (path) =>
      mapValues(path, (value, key) => (METHODS.has(key) ? operation(value) : value))
    ),
    components: { ...components, securitySchemes, schemas: { ...definitions, ...Object.fromEntries(schemas) } }
  }
}

/** The API whose document is so transformed. */
export const documented = (api: ServedApi): ServedApi => api.annotate(OpenApi.Transform, transform)
