/**
 * How long a connection may be idle. Bun closes one on which nothing comes or
 * goes for its timeout, whichever side is waited for; so the timeout is changed
 * with the side: none while the server works, and `QAL_IDLE_TIMEOUT` for the
 * client to read what it was sent, or to ask again. Bun itself
 * closes new connections whose first headers have not come within 10 s.
 */
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type { Server, WebSocketHandler } from "bun"
import { Effect, Predicate } from "effect"
import { Settings } from "../settings/Config.ts"

/** The part of Bun's listener that is used here. Bun's own type of `reload` also asks for a handler of requests; that handler stays. */
export interface Listener extends Pick<Server<unknown>, "pendingRequests" | "timeout" | "upgrade"> {
  readonly reload: (options: { readonly websocket: WebSocketHandler<never> }) => void
}

const isListener = (value: unknown): value is Listener =>
  Predicate.hasProperty(value, "timeout") && Predicate.isFunction(value.timeout)

/** The listener that took `request`. The platform keeps it in a field of its own and shows it nowhere. */
export const listenerOf = (request: HttpServerRequest.HttpServerRequest): Listener | undefined =>
  Predicate.hasProperty(request, "bunServer") && isListener(request.bunServer) ? request.bunServer : undefined

/** Takes 20 ns, so that it may be done for every piece of an answer. */
const allow = (request: HttpServerRequest.HttpServerRequest, seconds: number): void => {
  if (request.source instanceof Request) listenerOf(request)?.timeout(request.source, seconds)
}

export class Connections extends Effect.Service<Connections>()("http/Connections", {
  effect: Effect.map(Settings, ({ idleTimeout }) => ({
    /** The server works on the answer, or on its next piece, for as long as that takes. */
    serverWorks: (request: HttpServerRequest.HttpServerRequest): void => allow(request, 0),
    /** The client is waited for: to read what was sent, then to ask again. */
    clientReads: (request: HttpServerRequest.HttpServerRequest): void => allow(request, idleTimeout)
  }))
}) {}
