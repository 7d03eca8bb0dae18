/** The two sockets of conversations: the specification's own, and that of OpenAI's Realtime protocol. */
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { Effect, Either, Option } from "effect"
import { headerOf } from "../http/RequestInfo.ts"
import type { Seat } from "../sockets/SocketLimits.ts"
import * as SocketRoute from "../sockets/SocketRoute.ts"
import * as Admission from "./Admission.ts"
import * as Api from "./Api.ts"
import { Conversations } from "./Conversations.ts"
import { rules } from "./Face.ts"
import * as RealtimeFace from "./realtime/RealtimeFace.ts"
import * as RelayFace from "./relay/RelayFace.ts"

/** The specification's own protocol. */
export const relay = SocketRoute.layer(
  Api.RELAY_PATH,
  Effect.gen(function* () {
    const admission = yield* Admission.Admission
    const conversations = yield* Conversations
    const clock = yield* Effect.clock
    const own = rules(RelayFace.make(() => clock.unsafeCurrentTimeMillis()))
    return Effect.fnUntraced(function* (socketId: string, seat: Seat) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const admitted = yield* admission.relay(Admission.relayApproach(request))
      return { rules: own, ...(yield* conversations.carry(admitted, socketId, seat)) }
    })
  })
)

/** The version of the protocol that the client asks for, as OpenAI's clients do. */
const versionOf = (request: HttpServerRequest.HttpServerRequest) =>
  /\brealtime=v1\b/.test(headerOf(request, "openai-beta") ?? "") ||
  /\bopenai-beta\.realtime-v1\b/.test(headerOf(request, "sec-websocket-protocol") ?? "")
    ? "beta"
    : "current"

/** OpenAI's. A session that was fixed with a client secret is set before anything else is heard. */
export const realtime = SocketRoute.layer(
  Api.REALTIME_PATH,
  Effect.gen(function* () {
    const admission = yield* Admission.Admission
    const conversations = yield* Conversations
    return Effect.fnUntraced(function* (socketId: string, seat: Seat) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const admitted = yield* admission.realtime(Admission.realtimeApproach(request))
      const model = Option.flatMap(Either.getRight(admitted), ({ model }) => model)
      const face = RealtimeFace.make({ model, version: versionOf(request) })
      const first = Option.flatMap(Either.getRight(admitted), ({ session }) => session).pipe(
        Option.map((session) => JSON.stringify({ type: "session.update", session }))
      )
      const own = rules(face, Option.toArray(first))
      return { rules: own, ...(yield* conversations.carry(admitted, socketId, seat)) }
    })
  }),
  Admission.REALTIME_PROTOCOL
)
