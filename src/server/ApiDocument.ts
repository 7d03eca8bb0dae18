/**
 * The OpenAPI document as clients should see it. The platform describes its own
 * error for a request that does not fit its schema; here that error becomes the
 * one envelope, as which it is answered. And it shows both ways to send a key:
 * `Authentication` is not declared as a platform security middleware, which tries
 * one scheme after the other and cannot see that two different keys were sent.
 * Nor is a session's, which has a cookie and, for changes, a header.
 */
import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import * as OpenApiJsonSchema from "@effect/platform/OpenApiJsonSchema"
import { Context, Option, Predicate } from "effect"
import { Envelope } from "../Errors.ts"
import { ByCookie, type CookieSession } from "../http/RouteAnnotations.ts"
import type { ServedApi } from "./Routes.ts"

type Json = Readonly<Record<string, unknown>>

type Schemes = Record<string, OpenApi.OpenAPISecurityScheme>

const keySchemes: Schemes = {
  ApiKey: { type: "apiKey", in: "header", name: "x-api-key", description: "An API key, `sk_…`" },
  Bearer: { type: "http", scheme: "bearer", description: "The same key as a bearer token" }
}

const sessionSchemes = ({ cookie, header }: CookieSession): Schemes => ({
  Session: { type: "apiKey", in: "cookie", name: cookie, description: "The cookie that signing in sets" },
  SessionToken: { type: "apiKey", in: "header", name: header, description: "The session's token, with every change" }
})

/** Either of the two. */
const byKey: ReadonlyArray<Json> = Object.keys(keySchemes).map((name) => ({ [name]: [] }))

/** Both at once, where something is changed. */
const bySession = (changes: boolean): ReadonlyArray<Json> => [
  changes ? { Session: [], SessionToken: [] } : { Session: [] }
]

/** What the document says of sessions. */
interface Sessions {
  readonly shown: Option.Option<CookieSession>
  /** The ids of the operations that ask for a session, or begin one, and whether it has to be there already. */
  readonly needed: ReadonlyMap<unknown, boolean>
}

const sessionsIn = (api: ServedApi): Sessions => {
  let shown = Option.none<CookieSession>()
  const needed = new Map<unknown, boolean>()
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group, mergedAnnotations, middleware }) => {
      const session = Context.getOption(mergedAnnotations, ByCookie)
      if (Option.isNone(session)) return
      shown = session
      needed.set(`${group.identifier}.${endpoint.name}`, middleware.size > 0)
    }
  })
  return { shown, needed }
}

const NO_SESSIONS: Sessions = { shown: Option.none(), needed: new Map() }

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
 * what does not fit. One that can answer 401 needs a key, or a session.
 */
const operation = (value: unknown, method: string, { needed }: Sessions): Json => {
  const self = record(value)
  const responses = record(self.responses)
  const takesInput = "requestBody" in self || (Array.isArray(self.parameters) && self.parameters.length > 0)
  const session = needed.get(self.operationId)
  const kept = Object.fromEntries(Object.entries(responses).filter(([, answer]) => !mentionsPlatform(answer)))
  return {
    ...self,
    security: session ? bySession(method !== "get") : session === undefined && "401" in responses ? byKey : [],
    responses: {
      ...("requestBody" in self ? { "400": envelopeAnswer("The body cannot be read") } : {}),
      ...(takesInput ? { "422": envelopeAnswer("The request is well-formed but invalid") } : {}),
      ...kept,
      default: envelopeAnswer("Any other error")
    }
  }
}

/** Groups that share a title are one chapter of the document. */
const folded = (tags: unknown): ReadonlyArray<Json> => {
  const byName = new Map<unknown, Json>()
  for (const tag of (Array.isArray(tags) ? tags : []).map(record)) {
    byName.set(tag.name, { ...byName.get(tag.name), ...tag })
  }
  return [...byName.values()]
}

export const transform = (document: Json, sessions = NO_SESSIONS): Record<string, unknown> => {
  const securitySchemes = {
    ...keySchemes,
    ...Option.match(sessions.shown, { onNone: () => ({}), onSome: sessionSchemes })
  }
  const components = record(document.components)
  const schemas = Object.entries(record(components.schemas)).filter(([name]) => !PLATFORM_SCHEMAS.includes(name))
  return {
    ...document,
    tags: folded(document.tags),
    paths: mapValues(document.paths, (path) =>
      mapValues(path, (value, key) => (METHODS.has(key) ? operation(value, key, sessions) : value))
    ),
    components: { ...components, securitySchemes, schemas: { ...definitions, ...Object.fromEntries(schemas) } }
  }
}

/** The API whose document is so transformed. */
export const documented = (api: ServedApi): ServedApi => {
  const sessions = sessionsIn(api)
  return api.annotate(OpenApi.Transform, (document) => transform(document, sessions))
}
