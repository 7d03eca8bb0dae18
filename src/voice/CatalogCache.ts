/**
 * The voice catalog's answers, kept in memory for half a second and given before a
 * request is routed: `GET /voices` is what most clients ask first and many ask
 * often, and the way through the platform's router and handlers costs as much
 * again (bench row "GET /voices: requests a second"). Everything else that holds
 * for an answer still does: who may have it is decided as for any route, and the
 * pipeline around all routes gives it its headers and its line in the log.
 */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Context, Duration, Effect } from "effect"
import { Authenticator } from "../access/Authenticator.ts"
import { TtlCache } from "../access/TtlCache.ts"
import { addHeadersTo, recordIn } from "../http/RequestInfo.ts"
import { KEPT_BY_CLIENTS } from "../http/RouteAnnotations.ts"
import * as Monotonic from "../runtime/Monotonic.ts"
import type { VoiceFilter } from "./Api.ts"
import { Previews } from "./Previews.ts"
import { Voices } from "./Voices.ts"

const PATH = "/api/v1/voice/voices"

/** The catalog changes seldom: an answer is kept this long, by its address with its filter. With what `Voices` remembers, a change is seen within a second. */
const LIFETIME = Duration.millis(450)
const MOST_ANSWERS = 64

/** Keeps the answers from now on. Gives the route its answer, which is then kept for the same address. */
export const make = Effect.gen(function* () {
  const voices = yield* Voices
  const previews = yield* Previews
  const authenticator = yield* Authenticator
  const middleware = yield* HttpApiBuilder.Middleware
  const clock = yield* Effect.clock
  const answers = new TtlCache<HttpServerResponse.HttpServerResponse>({
    capacity: MOST_ANSWERS,
    lifetimeMillis: Duration.toMillis(LIFETIME)
  })

  const kept = <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<unknown, R> =>
    Effect.withFiberRuntime(({ currentContext }) => {
      const request = Context.unsafeGet(currentContext, HttpServerRequest.HttpServerRequest)
      const record = recordIn(currentContext)
      if (request.method !== "GET" || record === undefined) return app
      const now = Monotonic.unsafeMillis(clock)
      const answer = answers.get(request.url, now)
      const verdict = answer === undefined ? undefined : authenticator.unsafeDecide(request, record, now)
      if (answer === undefined || verdict === undefined) return app
      record.route = PATH
      // The route, which is not gone to, would say so of its answer and of a refusal alike.
      addHeadersTo(record, KEPT_BY_CLIENTS)
      return Effect.as(verdict, answer)
    })
  yield* middleware.add(kept)

  return Effect.fnUntraced(function* (filter: VoiceFilter, url: string) {
    const now = Monotonic.unsafeMillis(clock)
    const data = yield* Effect.forEach(yield* voices.list(filter), previews.entry)
    const answer = HttpServerResponse.unsafeJson({ data })
    answers.set(url, answer, now)
    return answer
  })
})
