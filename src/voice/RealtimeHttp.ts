/** The routes that lead to the speech socket: decode, call the service, encode. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { Caller } from "../access/Authentication.ts"
import * as Payload from "../http/Payload.ts"
import { SessionRequest } from "./RealtimeApi.ts"
import { RealtimeSessions } from "./RealtimeSessions.ts"

const sessionRequest = Payload.reader(SessionRequest)

export const RealtimeHttp = HttpApiBuilder.group(
  Api,
  "realtime",
  Effect.fnUntraced(function* (handlers) {
    const sessions = yield* RealtimeSessions
    return handlers
      .handle("capabilities", () => Effect.succeed({ data: sessions.capabilities }))
      .handleRaw("createSession", ({ request }) =>
        Effect.gen(function* () {
          const data = yield* sessions.create(yield* Caller, yield* sessionRequest(request))
          return HttpServerResponse.unsafeJson({ data }, { status: 201 })
        })
      )
  })
)
