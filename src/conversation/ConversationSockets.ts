/** The two sockets of conversations: the specification's own, and that of OpenAI's Realtime protocol. */
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { Effect, Either, Option } from "effect"
import { headerOf } from "../http/RequestInfo.ts"
import type { SocketSlot } from "../sockets/SocketLimits.ts"
import * as SocketRoute from "../sockets/SocketRoute.ts"
import * as Api from "./Api.ts"
import { Conversations } from "./Conversations.ts"
import { stateMachine } from "./ProtocolAdapter.ts"
import * as RealtimeAdapter from "./realtime/RealtimeAdapter.ts"
import * as RelayAdapter from "./relay/RelayAdapter.ts"
import * as SocketAuthentication from "./SocketAuthentication.ts"

/** The specification's own protocol. */
export const relay = SocketRoute.layer(
  Api.RELAY_PATH,
  Effect.gen(function* () {
    const authentication = yield* SocketAuthentication.SocketAuthentication
    const conversations = yield* Conversations
    const clock = yield* Effect.clock
    const relayMachine = stateMachine(RelayAdapter.make(() => clock.unsafeCurrentTimeMillis()))
    return Effect.fnUntraced(function* (socketId: string, slot: SocketSlot) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const admitted = yield* authentication.relay(SocketAuthentication.relayRequestOf(request))
      return { machine: relayMachine, ...(yield* conversations.carry(admitted, socketId, slot)) }
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
    const authentication = yield* SocketAuthentication.SocketAuthentication
    const conversations = yield* Conversations
    return Effect.fnUntraced(function* (socketId: string, slot: SocketSlot) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const admitted = yield* authentication.realtime(SocketAuthentication.realtimeRequestOf(request))
      const model = Option.flatMap(Either.getRight(admitted), ({ model }) => model)
      const adapter = RealtimeAdapter.make({ model, version: versionOf(request) })
      const first = Option.flatMap(Either.getRight(admitted), ({ session }) => session).pipe(
        Option.map((session) => JSON.stringify({ type: "session.update", session }))
      )
      const realtimeMachine = stateMachine(adapter, Option.toArray(first))
      return { machine: realtimeMachine, ...(yield* conversations.carry(admitted, socketId, slot)) }
    })
  }),
  SocketAuthentication.REALTIME_PROTOCOL
)
