/**
 * A request becomes a WebSocket.
 *
 * The platform's own `upgrade` does not show how much of what was sent still
 * waits for a slow reader, and Bun silently drops messages once 16 MiB do; it
 * also keeps the request, with the whole stack of its handlers, for as long as the
 * socket lives (50 KB, measured), and sets no limit to what is received. So this
 * goes to the platform's listener itself, with handlers of its own.
 */
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type { ServerWebSocket } from "bun"
import { Deferred, Duration, Effect, Exit, FiberId, Option } from "effect"
import { InvalidRequest } from "../Errors.ts"
import { ServedRequest } from "./Body.ts"
import { type Listener, listenerOf } from "./Connections.ts"
import * as RequestInfo from "./RequestInfo.ts"

/** What becomes of a socket. Called by Bun itself: what is thrown here ends the process. */
export interface SocketListener {
  /** The client has sent a frame. */
  readonly receive: (frame: string | Uint8Array) => void
  /** The socket is closed, by whichever side. */
  readonly vanish: () => void
}

type Frame = string | Uint8Array

const makeDeferred = () => Deferred.unsafeMake<ServerWebSocket<Link>>(FiberId.none)

/** What the handlers know a socket by. */
interface Link {
  readonly listener: SocketListener
  /** Completed when the socket opens; of no use then. */
  deferred: Deferred.Deferred<ServerWebSocket<Link>>
}

/** In place of those that are completed, each of which would last as long as its socket. */
const COMPLETED = makeDeferred()

/**
 * Bytes of the longest frame that comes to a listener, which takes fewer (`sockets/FrameLimit`) and can say so. Beyond
 * them Bun closes the socket by itself (1009), of which its client gets no event. Bun's own limit is 16 MiB, which it
 * keeps for a frame whose end never comes.
 */
const MOST_RECEIVED = 1024 * 1024

/**
 * Bytes that may wait to be read by a client. A session sends no more beyond
 * 1 MiB, but for one frame: a phrase of 2 MiB in base64.
 */
const MOST_WAITING = 4 * 1024 * 1024

/** Bytes of answers to pings that may wait; a client that reads has none. */
const MOST_PONGS = 64 * 1024

/**
 * How Bun is to treat all sockets of a listener. The platform's own three handlers
 * do the same, without the limits.
 */
const websocket = {
  maxPayloadLength: MOST_RECEIVED,
  backpressureLimit: MOST_WAITING,
  closeOnBackpressureLimit: true,
  open: (socket: ServerWebSocket<Link>) => Deferred.unsafeDone(socket.data.deferred, Exit.succeed(socket)),
  message: (socket: ServerWebSocket<Link>, frame: Frame) => socket.data.listener.receive(frame),
  close: (socket: ServerWebSocket<Link>) => socket.data.listener.vanish(),
  ping: (socket: ServerWebSocket<Link>) => {
    if (socket.getBufferedAmount() > MOST_PONGS) socket.terminate()
  }
}

/** Listeners whose sockets have limits. */
export type Limited = WeakSet<object>

/** The platform lets no limits be given to a listener, which Bun takes at any time. */
const limit = (server: Listener, limited: Limited): void => {
  if (limited.has(server)) return
  limited.add(server)
  server.reload({ websocket })
}

/** An open socket, seen from its server. */
export class Connection {
  constructor(private readonly socket: ServerWebSocket<Link>) {}

  /** Sends a text or binary frame; never waits. Does nothing once the socket is closed. */
  send(frame: Frame): void {
    if (typeof frame === "string") this.socket.sendText(frame)
    else this.socket.sendBinary(new Uint8Array(frame))
  }

  /** Bytes sent that the operating system has not taken yet. */
  get unsent(): number {
    return this.socket.getBufferedAmount()
  }

  /** Ends the connection without a close frame: its client does not read. */
  terminate(): void {
    this.socket.terminate()
  }

  /** Sends a close frame after everything sent so far. */
  close(code: number, reason: string): void {
    this.socket.close(code, reason)
  }
}

const notASocket = () =>
  new InvalidRequest({
    message:
      "this address is a WebSocket; open it with a WebSocket client (GET with Connection: Upgrade, Upgrade: websocket, Sec-WebSocket-Version: 13)"
  })

/** The answer to a client that requests another version (RFC 6455, section 4.4). */
const VERSION = { "sec-websocket-version": "13" }

/** `Sec-WebSocket-Key`: 16 bytes in base64 (RFC 6455, section 4.1). */
const KEY = /^[A-Za-z0-9+/]{22}==$/

const names = (header: string | undefined, name: string): boolean =>
  header?.split(",").some((part) => part.trim().toLowerCase() === name) ?? false

/**
 * Fails with `InvalidRequest` where the current request does not ask for a socket, by
 * all that Bun wants of one that does: what is then made of it, such as the use of a
 * ticket, is made for a socket.
 */
export const demand: Effect.Effect<void, InvalidRequest, HttpServerRequest.HttpServerRequest> = Effect.flatMap(
  HttpServerRequest.HttpServerRequest,
  (request) => {
    const header = (name: string) => RequestInfo.headerOf(request, name)
    const isAskedFor =
      request.method === "GET" &&
      names(header("connection"), "upgrade") &&
      names(header("upgrade"), "websocket") &&
      header("sec-websocket-version") === "13" &&
      KEY.test(header("sec-websocket-key") ?? "")
    return isAskedFor ? Effect.void : Effect.zipRight(RequestInfo.addHeaders(VERSION), notASocket())
  }
)

const PROTOCOL = "sec-websocket-protocol"

/** Bun reports nothing for a socket whose client was gone before it opened. */
const OPENING = Duration.seconds(10)

/** Made on demand: an effect that lasts as long as the socket must not refer to this one. */
const opening = (link: Link): Effect.Effect<Option.Option<Connection>> =>
  Effect.suspend(() =>
    Deferred.await(link.deferred).pipe(
      Effect.map((socket) => {
        link.deferred = COMPLETED
        return new Connection(socket)
      }),
      Effect.timeoutOption(OPENING)
    )
  )

/**
 * The platform listens to `source`'s signal, to interrupt the request when its
 * client goes; for a socket Bun keeps the signal, and so that listener with the
 * request and all that belongs to it, until the socket closes (3 KB, measured).
 * Aborted once the request is answered, the signal interrupts nothing and the listener is freed.
 */
const forget = (source: Request) =>
  Effect.withFiberRuntime<void>((fiber) => {
    // Later: the platform may begin to listen only when the fiber has ended already.
    fiber.addObserver(() => queueMicrotask(() => source.signal.dispatchEvent(new Event("abort"))))
    return Effect.void
  })

/**
 * Makes the current request a socket whose events `listener` gets. Returns at once,
 * with an effect that waits until the socket is open and gives none where it
 * never does. Fails with `InvalidRequest` where the client did not ask for one.
 * `protocol` is the subprotocol that is answered where the client offers it; else
 * Bun answers the first that is offered, since browsers want one of theirs.
 */
export const upgrade = (
  listener: SocketListener,
  limited: Limited,
  protocol?: string
): Effect.Effect<Effect.Effect<Option.Option<Connection>>, InvalidRequest, HttpServerRequest.HttpServerRequest> =>
  Effect.gen(function* () {
    const served = yield* HttpServerRequest.HttpServerRequest
    const request = served instanceof ServedRequest ? served.inner : served
    const { source } = request
    const server = listenerOf(request)
    if (server === undefined || !(source instanceof Request)) {
      return yield* Effect.dieMessage("the platform no longer shows the listener of a request")
    }
    const link: Link = { listener, deferred: makeDeferred() }
    limit(server, limited)
    const offered = (source.headers.get(PROTOCOL) ?? "").split(",").map((name) => name.trim())
    const headers = protocol !== undefined && offered.includes(protocol) ? { [PROTOCOL]: protocol } : undefined
    if (!server.upgrade(source, { data: link, ...(headers === undefined ? {} : { headers }) }))
      return yield* notASocket()
    yield* forget(source)
    const record = yield* RequestInfo.current
    if (Option.isSome(record)) record.value.upgraded = true
    return opening(link)
  })
