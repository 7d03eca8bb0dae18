/**
 * Which web pages may read an answer (wire contract, section 1, "CORS"): any,
 * for what takes no key; those of configured origins for the rest, and for what
 * is meant for people and operators (pages, health, metrics); those of the server
 * itself alone, for what depends on a cookie. So credentials are never allowed.
 */
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { headerOf, type Readers } from "../http/RequestInfo.ts"
import type { Method } from "./RouteTable.ts"

/** What a page may read of an answer beside its body and the safelisted headers. */
const EXPOSED =
  "accept-ranges, content-disposition, content-length, content-range, retry-after, x-request-id, x-addis-audio-protocol, x-scribe-credits-used, " +
  "x-qal-clip-id, x-qal-idempotent-replay, " +
  "x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, " +
  "x-ratelimit-limit-requests, x-ratelimit-remaining-requests, x-ratelimit-reset-requests, " +
  "x-qal-transcription-id"

/** Seconds a browser may remember a preflight: the longest that any of them grants is two hours. */
const MAX_AGE = 7200

/** The path of a request, without its query. */
export const pathOf = (url: string): string => {
  const query = url.indexOf("?")
  return query === -1 ? url : url.slice(0, query)
}

export interface Cors {
  /** Headers for an answer to `request`; none where the page that asks may not read it. */
  readonly headers: (request: HttpServerRequest.HttpServerRequest, readers: Readers) => Record<string, string>
  /** Headers for the answer to an `OPTIONS` request for a path with these methods; `readers` are those of the one that is asked about. */
  readonly preflight: (
    request: HttpServerRequest.HttpServerRequest,
    readers: Readers,
    methods: ReadonlyArray<Method>
  ) => Record<string, string>
}

/** The rules for the given origins, `*` among them meaning any. */
export const make = (origins: ReadonlyArray<string>): Cors => {
  const any = origins.includes("*")
  const known: ReadonlySet<string> = new Set(origins)

  const allowOrigin = (origin: string | undefined, readers: Readers): Record<string, string> => {
    if (readers === "own") return {}
    if (any || readers === "any") return origin === undefined ? {} : { "access-control-allow-origin": "*" }
    // The answer depends on the origin, also where a request has none, and a cache must know.
    const vary: Record<string, string> = known.size === 0 ? {} : { vary: "origin" }
    return origin !== undefined && known.has(origin) ? { ...vary, "access-control-allow-origin": origin } : vary
  }

  const headers: Cors["headers"] = (request, readers) => {
    const allowed = allowOrigin(headerOf(request, "origin"), readers)
    return "access-control-allow-origin" in allowed ? { ...allowed, "access-control-expose-headers": EXPOSED } : allowed
  }

  const requestedHeaders = (request: HttpServerRequest.HttpServerRequest): Record<string, string> => {
    const requested = headerOf(request, "access-control-request-headers")
    return requested === undefined ? {} : { "access-control-allow-headers": requested }
  }

  const preflight: Cors["preflight"] = (request, readers, methods) => {
    const origin = headerOf(request, "origin")
    const allowed = allowOrigin(origin, readers)
    if (!("access-control-allow-origin" in allowed)) return allowed
    // Another origin's page is not told that it may use the methods that take a key.
    const mayAll = any || (origin !== undefined && known.has(origin))
    const may = methods.filter((method) => method.readers === "any" || (mayAll && method.readers === "configured"))
    return {
      ...allowed,
      "access-control-allow-methods": may.map(({ name }) => name).join(", "),
      "access-control-max-age": String(MAX_AGE),
      ...requestedHeaders(request)
    }
  }

  return { headers, preflight }
}
