/** The routes that lead to a conversation: decode, call the service, encode. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { Caller } from "../access/Authentication.ts"
import * as Payload from "../http/Payload.ts"
import { BetaSessionRequest, ClientSecretRequest, SessionRequest, type SessionType } from "./Api.ts"
import { ConversationSessions } from "./ConversationSessions.ts"

const sessionRequest = Payload.optionalReader(SessionRequest)
const clientSecretRequest = Payload.optionalReader(ClientSecretRequest)

const betaSessionRequest = Payload.optionalReader(BetaSessionRequest)

export const ConversationHttp = HttpApiBuilder.group(
  Api,
  "conversation",
  Effect.fnUntraced(function* (handlers) {
    const sessions = yield* ConversationSessions

    const betaSecret = (type: SessionType) => (from: { readonly request: HttpServerRequest.HttpServerRequest }) =>
      Effect.gen(function* () {
        const session = yield* sessions.createBetaSession(yield* Caller, type, yield* betaSessionRequest(from.request))
        return HttpServerResponse.unsafeJson(session)
      })

    return handlers
      .handle("capabilities", () => Effect.succeed({ data: sessions.capabilities }))
      .handleRaw("createSession", ({ request }) =>
        Effect.gen(function* () {
          const data = yield* sessions.create(yield* Caller, yield* sessionRequest(request))
          return HttpServerResponse.unsafeJson({ data }, { status: 201 })
        })
      )
      .handleRaw("createClientSecret", ({ request }) =>
        Effect.gen(function* () {
          const secret = yield* sessions.createSecret(yield* Caller, yield* clientSecretRequest(request))
          return HttpServerResponse.unsafeJson(secret)
        })
      )
      .handleRaw("createBetaSession", betaSecret("realtime"))
      .handleRaw("createTranscriptionSession", betaSecret("transcription"))
  })
)
