/**
 * The OpenAPI document as clients need it, from the platform's, which describes its
 * own error for a request that does not fit its schema, forbids fields that are
 * ignored, and knows no examples, no headers and one media type for each status.
 * And it shows both ways to send a key: `Authentication` is not declared as a
 * platform security middleware, which tries one scheme after the other and cannot
 * see that two different keys were sent. Nor is a session's, which has a cookie and,
 * for changes, a header. `server/document/` has the parts.
 */
import * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as OpenApiJsonSchema from "@effect/platform/OpenApiJsonSchema"
import { Context, type Effect, Option, type SchemaAST } from "effect"
import { answerHeadersOf, ByCookie, type CookieSession, Described, ServedBeside } from "../http/RouteAnnotations.ts"
import * as Annotations from "./document/Annotations.ts"
import { NO_FACTS, type OperationFacts, operation, type Shared } from "./document/DocumentOperations.ts"
import * as ErrorResponses from "./document/ErrorResponses.ts"
import * as Headers from "./document/Headers.ts"
import { type Json, listOf, mapValues, record } from "./document/JsonNodes.ts"
import { tidyAll } from "./document/Schemas.ts"
import { onlyUsed } from "./document/UsedComponents.ts"
import { StateApi } from "./StateApi.ts"

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

/** What the API says of itself in annotations that the platform does not read. */
interface ContractAnnotations {
  readonly session: Option.Option<CookieSession>
  /** By the operation's id. */
  readonly facts: ReadonlyMap<unknown, OperationFacts>
}

const knownOf = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<Id, Groups, E, R>
): ContractAnnotations => {
  let session = Option.none<CookieSession>()
  const seen = new Set<SchemaAST.AST>()
  const facts = new Map<unknown, OperationFacts>()
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, errors, group, mergedAnnotations, middleware }) => {
      const { errorSchema, headersSchema, pathSchema, payloadSchema, successSchema, urlParamsSchema } = endpoint
      const parts = [headersSchema, pathSchema, payloadSchema, urlParamsSchema].flatMap(Option.toArray)
      for (const { ast } of [...parts, successSchema, errorSchema]) Annotations.read(ast, seen)
      const own = Context.getOption(mergedAnnotations, ByCookie)
      session = Option.orElse(own, () => session)
      const id = Context.getOrElse(
        endpoint.annotations,
        OpenApi.Identifier,
        () => `${group.identifier}.${endpoint.name}`
      )
      facts.set(id, {
        description: Context.getOrElse(mergedAnnotations, Described, () => ({})),
        headers: answerHeadersOf(mergedAnnotations, errors.has(401)),
        session: Option.map(own, () => (middleware.size > 0 ? bySession(endpoint.method !== "GET") : []))
      })
    }
  })
  return { session, facts }
}

/** Every schema that contracts describe forms by, as the platform makes it; what it refers to is added to `defs`. */
const formSchemas = (annotations: ContractAnnotations, defs: Record<string, unknown>): Shared["schemaOf"] => {
  const answers = Array.from(annotations.facts.values(), ({ description }) =>
    Object.values(description.answers ?? {})
  ).flat()
  const forms = answers.flatMap((answer) => Object.values(answer.forms ?? {}))
  const schemas = forms.flatMap(({ item, schema }) => [item, schema]).filter((each) => each !== undefined)
  const seen = new Set<SchemaAST.AST>()
  for (const { ast } of schemas) Annotations.read(ast, seen)
  const made = new Map(schemas.map((schema) => [schema, { ...OpenApiJsonSchema.makeWithDefs(schema, { defs }) }]))
  return (schema) => made.get(schema) ?? {}
}

/** Groups that share a title are one chapter of the document. */
const folded = (tags: unknown): ReadonlyArray<Json> => {
  const byName = new Map<unknown, Json>()
  for (const tag of listOf(tags).map(record)) byName.set(tag.name, { ...byName.get(tag.name), ...tag })
  return [...byName.values()]
}

/** The licence's name is one of SPDX's list, which OpenAPI 3.1 has a field for. */
const withLicence = (info: Json): Json => {
  const { name } = record(info.license)
  return name === undefined ? info : { ...info, license: { name, identifier: name } }
}

const transform = (document: Json, annotations: ContractAnnotations, publicUrl: string): Record<string, unknown> => {
  const { schemas: platforms, ...components } = record(document.components)
  const raw: Record<string, unknown> = { ...record(platforms) }
  const errors = ErrorResponses.forms(raw)
  const schemaOf = formSchemas(annotations, raw)
  const shared: Shared = { raw, schemas: tidyAll(raw), schemaOf, errors, byKey }
  const sessions = Option.match(annotations.session, { onNone: () => ({}), onSome: sessionSchemes })
  const whole = {
    ...document,
    info: withLicence(record(document.info)),
    servers: [{ url: publicUrl }],
    tags: folded(document.tags),
    paths: mapValues(document.paths, (methods, path) =>
      mapValues(methods, (value) => {
        const self = record(value)
        return operation(self, path, annotations.facts.get(self.operationId) ?? NO_FACTS, shared)
      })
    ),
    components: {
      ...components,
      securitySchemes: { ...keySchemes, ...sessions },
      headers: Headers.components(),
      responses: { ...ErrorResponses.responses(errors.native), ...ErrorResponses.responses(errors.openAi) },
      schemas: shared.schemas
    }
  }
  return onlyUsed(whole)
}

/** The document of the API that is served: made when it is first asked for, which takes 0.4 s of processor. */
export class ApiDocument extends Context.Tag("server/ApiDocument")<ApiDocument, Effect.Effect<Json>>() {}

/** The API whose document is so transformed, of a server at `publicUrl`, with what is served beside it. */
export const documented = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<Id, Groups, E, R>,
  publicUrl: string
) => {
  const beside = Context.getOrElse(api.annotations, ServedBeside, () => [])
  const whole = [...beside, StateApi].reduce<HttpApi.HttpApi<Id, HttpApiGroup.HttpApiGroup.Any, E, R>>(
    (all, group) => all.add(group),
    api
  )
  const annotations = knownOf(whole)
  return whole.annotate(OpenApi.Transform, (document) => transform(document, annotations, publicUrl))
}
