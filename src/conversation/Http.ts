/** The routes that lead to a conversation: decode, call the service, encode. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { Caller } from "../access/Authentication.ts"
import * as Payload from "../http/Payload.ts"
import { ClientSecretRequest, SessionRequest } from "./Api.ts"
import { ConversationSessions } from "./ConversationSessions.ts"

const sessionRequest = Payload.optionalReader(SessionRequest)
const clientSecretRequest = Payload.optionalReader(ClientSecretRequest)

/** The answer holds a secret. */
const secret = (body: unknown, status: number) =>
  HttpServerResponse.unsafeJson(body, { status, headers: { "cache-control": "no-store" } })

export const ConversationHttp = HttpApiBuilder.group(
  Api,
  "conversation",
  Effect.fnUntraced(function* (handlers) {
    const sessions = yield* ConversationSessions
    return handlers
      .handle("capabilities", () => Effect.succeed({ data: sessions.capabilities }))
      .handleRaw("createSession", ({ request }) =>
        Effect.gen(function* () {
          return secret({ data: yield* sessions.create(yield* Caller, yield* sessionRequest(request)) }, 201)
        })
      )
      .handleRaw("createClientSecret", ({ request }) =>
        Effect.gen(function* () {
          return secret(yield* sessions.createSecret(yield* Caller, yield* clientSecretRequest(request)), 200)
        })
      )
  })
)
