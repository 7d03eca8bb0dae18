/**
 * Which web pages may read an answer (wire contract, section 1, "CORS"): any,
 * for what takes no key; those of configured origins for the rest. No answer
 * ever depends on a cookie, so credentials are never allowed.
 */
import type { HttpServerRequest } from "@effect/platform"
import { headerOf } from "../http/RequestInfo.ts"

/** Routes that take no key, open to every origin. They are only ever read. */
const OPEN_PREFIXES = ["/media/"]
const OPEN_PATHS: ReadonlySet<string> = new Set(["/api/v1/scribe", "/api/v1/realtime", "/openapi.json"])

/** What a page may read of an answer beside its body and the safelisted headers. */
const EXPOSED =
  "content-disposition, content-range, retry-after, x-request-id, x-addis-audio-protocol, x-scribe-credits-used, " +
  "x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, " +
  "x-ratelimit-limit-requests, x-ratelimit-remaining-requests, x-ratelimit-reset-requests"

/** Seconds a browser may remember a preflight: the longest that any of them grants is two hours. */
const MAX_AGE = 7200

const isOpen = (path: string) => OPEN_PATHS.has(path) || OPEN_PREFIXES.some((prefix) => path.startsWith(prefix))

/** The path of a request, without its query. */
export const pathOf = (url: string): string => {
  const query = url.indexOf("?")
  return query === -1 ? url : url.slice(0, query)
}

export interface Cors {
  /** Headers for an answer to `request`; none where the page may not read it. */
  readonly headers: (request: HttpServerRequest.HttpServerRequest) => Record<string, string>
  /** Headers for the answer to an `OPTIONS` request for a path with the methods `allow`. */
  readonly preflight: (
    request: HttpServerRequest.HttpServerRequest,
    allow: ReadonlyArray<string>
  ) => Record<string, string>
}

/** The rules for the given origins, `*` among them meaning any. */
export const make = (origins: ReadonlyArray<string>): Cors => {
  const any = origins.includes("*")
  const known: ReadonlySet<string> = new Set(origins)

  const allowOrigin = (request: HttpServerRequest.HttpServerRequest): Record<string, string> => {
    const origin = headerOf(request, "origin")
    if (any || isOpen(pathOf(request.url))) return origin === undefined ? {} : { "access-control-allow-origin": "*" }
    // The answer depends on the origin, also where a request has none, and a cache must know.
    const vary: Record<string, string> = known.size === 0 ? {} : { vary: "origin" }
    return origin !== undefined && known.has(origin) ? { ...vary, "access-control-allow-origin": origin } : vary
  }

  const headers = (request: HttpServerRequest.HttpServerRequest) => {
    const allowed = allowOrigin(request)
    return "access-control-allow-origin" in allowed ? { ...allowed, "access-control-expose-headers": EXPOSED } : allowed
  }

  const requestedHeaders = (request: HttpServerRequest.HttpServerRequest): Record<string, string> => {
    const requested = headerOf(request, "access-control-request-headers")
    return requested === undefined ? {} : { "access-control-allow-headers": requested }
  }

  const preflight = (request: HttpServerRequest.HttpServerRequest, allow: ReadonlyArray<string>) => {
    const allowed = allowOrigin(request)
    if (!("access-control-allow-origin" in allowed)) return allowed
    return {
      ...allowed,
      "access-control-allow-methods": allow.join(", "),
      "access-control-max-age": String(MAX_AGE),
      ...requestedHeaders(request)
    }
  }

  return { headers, preflight }
}
