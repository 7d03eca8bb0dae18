/**
 * How the OpenAPI document says that a route needs a key. `Authentication` is
 * not declared as a platform security middleware: that tries one scheme after
 * the other, and could not see that two different keys were sent.
 */
import type { OpenApi } from "@effect/platform"
import { Record } from "effect"

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
const eitherScheme = (): Array<OpenApi.OpenAPISecurityRequirement> =>
  Object.keys(securitySchemes).map((name) => ({ [name]: [] }))

const documentOperation = (operation: OpenApi.OpenAPISpecOperation): OpenApi.OpenAPISpecOperation =>
  401 in operation.responses ? { ...operation, security: eitherScheme() } : operation

/** The document, with both ways to send a key on every operation that can answer 401. */
export const documentSecurity = (spec: OpenApi.OpenAPISpec): OpenApi.OpenAPISpec => ({
  ...spec,
  paths: Record.map(spec.paths, (item) =>
    Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, documentOperation(operation)]))
  ),
  components: { ...spec.components, securitySchemes: { ...spec.components.securitySchemes, ...securitySchemes } }
})
