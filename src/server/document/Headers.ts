/** The headers of answers, in the document. */
import type { DescribedHeader } from "../../http/RouteAnnotations.ts"
import type { Json } from "./JsonNodes.ts"

export const REQUEST_ID = "x-request-id"

const requests = {
  limit: { description: "Requests that the key may make in a minute", example: "600" },
  remaining: { description: "Requests that it may make at once, now", example: "599" },
  reset: { description: "Seconds until it may make as many as ever", example: "1" }
}

/** Those of every answer to a request with a key. */
export const LIMITS: ReadonlyArray<string> = Object.keys(requests).flatMap((name) => [
  `x-ratelimit-${name}-requests`,
  `x-ratelimit-${name}`
])

/** Those that more than one route has. */
const KNOWN: Readonly<Record<string, DescribedHeader>> = {
  [REQUEST_ID]: {
    description: "The request's id, under which the server's log has it: the client's own where it sent a good one",
    example: "req_019ab3c2-7f10-7c4e-9d2b-5a6e8f01c3d4"
  },
  ...Object.fromEntries(
    Object.entries(requests).flatMap(([name, header]) => [
      [`x-ratelimit-${name}-requests`, header],
      [`x-ratelimit-${name}`, { ...header, description: `${header.description}; the same under its shorter name` }]
    ])
  ),
  "retry-after": { description: "Seconds after which to send the same request again", example: "2" },
  "www-authenticate": { description: "How else a key may be sent", example: "Bearer" },
  allow: { description: "The methods that the path has", example: "GET, HEAD, OPTIONS" }
}

/** What those mean that routes always have, with the same value (`http/RouteAnnotations.AnswerHeaders`). */
const FIXED: Readonly<Record<string, string>> = {
  deprecation: "Since when the route is deprecated: `@` and Unix seconds (RFC 9745)",
  link: "What has taken the route's place (RFC 8288)",
  "cache-control": "Who may keep it: `private` the client alone, `no-store` nobody",
  "cross-origin-resource-policy":
    "Whose pages may load it: `same-origin` those of this server alone, `cross-origin`, with signed sound, those of any site"
}

/** Those whose value is a number. */
const COUNTED: ReadonlySet<string> = new Set([...LIMITS, "retry-after"])

/** A name as that of a component: `XRequestId`. */
const componentOf = (name: string): string =>
  name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

const written = (name: string, { description, example }: DescribedHeader): Json =>
  COUNTED.has(name)
    ? { description, schema: { type: "integer", minimum: 0 }, example: Number(example) }
    : { description, schema: { type: "string" }, example }

/** What operations refer to. */
export const components = (): Json =>
  Object.fromEntries(Object.entries(KNOWN).map(([name, header]) => [componentOf(name), written(name, header)]))

/** References to headers that are known. */
export const headersOf = (names: ReadonlyArray<string>): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${componentOf(name)}` }]))

/** Headers that one route alone describes. */
export const described = (headers: Readonly<Record<string, DescribedHeader>>): Json =>
  Object.fromEntries(Object.entries(headers).map(([name, header]) => [name, written(name, header)]))

/** Headers that a route always has, with these values. */
export const fixed = (headers: Readonly<Record<string, string>>): Json =>
  Object.fromEntries(
    Object.entries(headers).map(([name, example]) => [
      name,
      written(name, { description: FIXED[name] ?? "Always the same", example })
    ])
  )
