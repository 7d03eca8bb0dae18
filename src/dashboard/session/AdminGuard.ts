/**
 * Who may use the dashboard's routes: whoever has a session, and changes with it
 * only what the dashboard's own page asks for. A browser sends the cookie with
 * what pages of other ports of this host ask for, too, so each change also needs
 * the session's token, and to come from the page's origin where the browser says
 * from where it comes.
 */
import { timingSafeEqual } from "node:crypto"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { Effect, Layer, Option } from "effect"
import { Forbidden, Unauthorized } from "../../Errors.ts"
import * as RequestInfo from "../../http/RequestInfo.ts"
import { Settings } from "../../settings/Config.ts"
import { AdminSession, COOKIE, CSRF_HEADER } from "./SessionApi.ts"
import { Sessions } from "./Sessions.ts"

type Request = HttpServerRequest.HttpServerRequest

/** RFC 9110 asks a 401 to name a scheme; none is registered for cookies. */
const CHALLENGE = { "www-authenticate": `Cookie cookie-name="${COOKIE}"` }

/** They change nothing. */
const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD"])

const hostOf = (origin: string): string | undefined => {
  try {
    return new URL(origin).host
  } catch {
    return undefined
  }
}

/** What a browser says of a request that a page of the same origin, or a person, makes. */
const OWN_SITES: ReadonlySet<string> = new Set(["same-origin", "none"])

const crossSite = () =>
  new Forbidden({
    message: "the request comes from a page of another origin; only the dashboard's own may change things"
  })
const withoutToken = () =>
  new Forbidden({ message: `${CSRF_HEADER} is missing or is not the session's; GET /session answers it` })

const isEqual = (sent: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** How many cookies of the name are tried: pages on other ports of this host may set some too, and the browser may send those first. */
const MOST_COOKIES = 8

const secretsOf = (request: Request): ReadonlyArray<string> =>
  (RequestInfo.headerOf(request, "cookie") ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${COOKIE}=`))
    .map((pair) => pair.slice(COOKIE.length + 1))
    .slice(0, MOST_COOKIES)

export class AdminGuard extends Effect.Service<AdminGuard>()("dashboard/session/AdminGuard", {
  effect: Effect.gen(function* () {
    const sessions = yield* Sessions
    const { publicUrl } = yield* Settings
    const publicHost = hostOf(publicUrl)

    /** The session of one of the request's cookies. Fails with `Unauthorized`. */
    const sessionOf = Effect.fn("AdminGuard.sessionOf")(function* (request: Request) {
      for (const secret of secretsOf(request)) {
        const session = yield* sessions.find(secret)
        if (Option.isSome(session)) return session.value
      }
      yield* RequestInfo.addHeaders(CHALLENGE)
      return yield* new Unauthorized({ message: "there is no session, or it has ended; sign in to the dashboard" })
    })

    /**
     * Fails with `Forbidden` for what a page of another origin asks for: by its
     * `Origin`, which has to be that of the address that was asked or the public
     * one, and by what the browser says of the site. The scheme is not compared, as
     * a proxy may have ended TLS.
     */
    const assertOwnPage = (request: Request): Effect.Effect<void, Forbidden> => {
      const origin = RequestInfo.headerOf(request, "origin")
      const site = RequestInfo.headerOf(request, "sec-fetch-site")
      const host = origin === undefined ? undefined : hostOf(origin)
      const requestedHost = RequestInfo.headerOf(request, "host")?.toLowerCase()
      const isForeign = origin !== undefined && (host === undefined || ![requestedHost, publicHost].includes(host))
      return isForeign || (site !== undefined && !OWN_SITES.has(site)) ? crossSite() : Effect.void
    }

    /** Who asks, for the middleware. Fails with `Unauthorized` and `Forbidden`. */
    const administrator = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const { csrfToken, sessionId } = yield* sessionOf(request)
      if (!SAFE.has(request.method)) {
        yield* assertOwnPage(request)
        const sent = RequestInfo.headerOf(request, CSRF_HEADER)
        if (sent === undefined || !isEqual(sent, csrfToken)) return yield* withoutToken()
      }
      return { sessionId }
    })

    return { sessionOf, assertOwnPage, administrator }
  })
}) {}

/** The middleware, live. */
export const layer: Layer.Layer<AdminSession, never, AdminGuard> = Layer.effect(
  AdminSession,
  Effect.map(AdminGuard, ({ administrator }) => AdminSession.of(administrator))
)
