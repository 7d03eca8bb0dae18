/** A small API behind the real server on a free port, and what the tests need to look at it. */
import {
  HttpApi,
  HttpApiBuilder,
  HttpApiEndpoint,
  HttpApiGroup,
  HttpApiSchema,
  HttpApp,
  HttpServer,
  HttpServerRequest,
  HttpServerResponse
} from "@effect/platform"
import { type Context, Deferred, Effect, Layer, ManagedRuntime, Schema, Stream } from "effect"
import { Authentication } from "../../src/access/Authentication.ts"
import { ApiKeyId, WalletId } from "../../src/Domain.ts"
import { InsufficientCredits, RateLimited, wire } from "../../src/Errors.ts"
import * as BodyMemory from "../../src/http/BodyMemory.ts"
import { Draining } from "../../src/http/Draining.ts"
import * as RequestInfo from "../../src/http/RequestInfo.ts"
import { openRoute } from "../../src/http/RouteAnnotations.ts"
import * as StreamedAnswer from "../../src/http/StreamedAnswer.ts"
import * as Server from "../../src/Server.ts"
import { throughSink } from "../../src/server/Logging.ts"
import { type LogRecord, LogSink } from "../../src/server/LogSink.ts"
import { Readiness, type ReadinessCheck } from "../../src/server/Readiness.ts"
import { Settings } from "../../src/settings/Config.ts"
import type { CommandHandler, StateMachine } from "../../src/sockets/Session.ts"
import { SocketLimits } from "../../src/sockets/SocketLimits.ts"
import * as SocketRoute from "../../src/sockets/SocketRoute.ts"
import { Sockets } from "../../src/sockets/Sockets.ts"
import { madeForFile } from "../support/ForFile.ts"

/** Bytes of an answer that no socket's buffers hold at once. */
export const LARGE = 40_000_000

const caller = { keyId: ApiKeyId.make("key_1"), walletId: WalletId.make("wallet_1") }

/** Knows every caller, limits none, and says so in a header. */
const doorman = Layer.succeed(
  Authentication,
  Effect.contextWith((context: Context.Context<never>) =>
    RequestInfo.identify(RequestInfo.recordIn(context), caller)
  ).pipe(
    Effect.zipRight(
      HttpApp.appendPreResponseHandler((_, response) =>
        Effect.succeed(HttpServerResponse.setHeader(response, "x-ratelimit-remaining", "7"))
      )
    ),
    Effect.as(caller)
  )
)

const Thing = Schema.Struct({
  text: Schema.String.pipe(Schema.minLength(1), Schema.maxLength(20)),
  format: Schema.optional(Schema.Literal("mp3", "wav")),
  voice_settings: Schema.optional(Schema.Struct({ speed: Schema.Number.pipe(Schema.between(0, 100)) }))
}).annotations({ parseOptions: { errors: "all" } })

const things = HttpApiGroup.make("things")
  .add(HttpApiEndpoint.post("create", "/api/v1/things").setPayload(Thing).addSuccess(Thing, { status: 201 }))
  .add(
    HttpApiEndpoint.get("read", "/api/v1/things/:id")
      .setPath(Schema.Struct({ id: Schema.String }))
      .setUrlParams(Schema.Struct({ limit: Schema.optional(Schema.NumberFromString.pipe(Schema.between(1, 100))) }))
      .addSuccess(Schema.Struct({ id: Schema.String }))
  )
  .add(HttpApiEndpoint.del("remove", "/api/v1/things/:id").setPath(Schema.Struct({ id: Schema.String })))
  .add(
    HttpApiEndpoint.post("upload", "/api/v1/uploads")
      .setPayload(HttpApiSchema.MultipartStream(Schema.Struct({})))
      .addSuccess(Schema.Struct({ bytes: Schema.Number, fields: Schema.Array(Schema.String) }))
  )
  .add(HttpApiEndpoint.get("poor", "/api/v1/poor").addError(wire(InsufficientCredits)))
  .add(HttpApiEndpoint.get("hurried", "/api/v1/hurried").addError(wire(RateLimited)))
  .add(HttpApiEndpoint.get("broken", "/api/v1/broken").addSuccess(Schema.String))
  .add(HttpApiEndpoint.get("misfit", "/api/v1/misfit").addSuccess(Schema.Struct({ n: Schema.Positive })))
  .add(HttpApiEndpoint.get("whoami", "/api/v1/whoami").addSuccess(Schema.String))
  .middleware(Authentication)

class TestApi extends HttpApi.make("test").add(things) {}

const handlers = HttpApiBuilder.group(TestApi, "things", (group) =>
  group
    .handle("create", ({ payload }) => Effect.succeed(payload))
    .handle("read", ({ path }) => Effect.succeed({ id: path.id }))
    .handle("remove", () => Effect.void)
    .handle("upload", ({ payload }) =>
      payload.pipe(
        Stream.mapEffect((part) =>
          part._tag === "Field"
            ? Effect.succeed({ bytes: 0, fields: [`${part.key}=${part.value}`] })
            : Effect.map(
                Stream.runFold(part.content, 0, (total, chunk) => total + chunk.byteLength),
                (bytes) => ({ bytes, fields: [] })
              )
        ),
        Stream.runFold({ bytes: 0, fields: [] as string[] }, (all, { bytes, fields }) => ({
          bytes: all.bytes + bytes,
          fields: [...all.fields, ...fields]
        })),
        Effect.orDie
      )
    )
    .handle("poor", () =>
      Effect.fail(
        new InsufficientCredits({
          message: "balance is 3.10",
          param: "wallet.balance",
          details: [{ field: "wallet.balance", code: "balance_too_low", message: "balance is 3.10" }]
        })
      )
    )
    .handle("hurried", () => Effect.fail(new RateLimited({ message: "too many requests", retryAfter: 1.2 })))
    .handle("broken", () => Effect.die(new Error("the secret reason")))
    .handle("misfit", () => Effect.succeed({ n: -1 }))
    .handle("whoami", () => RequestInfo.currentId)
).pipe(Layer.provide(doorman))

/** Lets tests hold an answer back and see that a hang-up reached its handler. */
interface Gate {
  readonly open: Effect.Effect<void>
  readonly started: Effect.Effect<void>
  readonly interrupted: Effect.Effect<void>
}

/** A job of so many events, of which the third cannot be read and the fourth makes its protocol throw. */
const jobOf = (events: number, settled: Effect.Effect<string, InsufficientCredits>) => ({
  events: {
    from: (index: number) =>
      Effect.succeed({ events: Array.from({ length: events - index }, (_, at) => index + at), next: events })
  },
  settled
})
const protocol: StreamedAnswer.Protocol<number, string> = {
  contentType: "text/plain",
  event: (event) => {
    if (event === 3) throw new Error("an event that nobody can tell")
    return event === 2 ? Effect.dieMessage("the disk does not answer") : Effect.succeed(`${event}\n`)
  },
  last: (result) => Effect.succeed(result),
  failed: (problem, requestId) => `${problem._tag} ${requestId}`
}

/** Answers that follow a job, by how they end. */
const followed = {
  settled: StreamedAnswer.respond(jobOf(2, Effect.succeed("end")), protocol),
  failed: StreamedAnswer.respond(jobOf(2, Effect.fail(new InsufficientCredits({ message: "too dear" }))), protocol),
  died: StreamedAnswer.respond(jobOf(2, Effect.dieMessage("the job died")), protocol),
  unread: StreamedAnswer.respond(jobOf(3, Effect.succeed("end")), protocol),
  untold: StreamedAnswer.respond(jobOf(4, Effect.succeed("end")), {
    ...protocol,
    event: (event) => protocol.event(event === 2 ? 0 : event, event)
  }),
  torn: StreamedAnswer.respond(jobOf(2, Effect.fail(new InsufficientCredits({ message: "too dear" }))), {
    ...protocol,
    breaksOff: true
  }),
  endless: StreamedAnswer.respond(
    {
      events: { from: (index) => (index === 0 ? Effect.succeed({ events: [0], next: 1 }) : Effect.never) },
      settled: Effect.never
    },
    protocol
  )
} as const
export type Followed = keyof typeof followed

const extraRoutes = (gate: {
  readonly release: Deferred.Deferred<void>
  readonly started: Deferred.Deferred<void>
  readonly interrupted: Deferred.Deferred<void>
}) =>
  HttpApiBuilder.Router.use((router) =>
    Effect.gen(function* () {
      yield* router.addRoute(openRoute("/media/:id", HttpServerResponse.text("sound", { contentType: "audio/mpeg" })))
      yield* router.get("/large", HttpServerResponse.uint8Array(new Uint8Array(LARGE)))
      yield* router.get(
        "/held",
        Deferred.succeed(gate.started, undefined).pipe(
          Effect.zipRight(Deferred.await(gate.release)),
          Effect.as(HttpServerResponse.text("held")),
          Effect.onInterrupt(() => Deferred.succeed(gate.interrupted, undefined))
        )
      )
      yield* router.get(
        "/stream",
        HttpServerResponse.stream(Stream.make("one", "two", "three").pipe(Stream.encodeText))
      )
      for (const [name, answer] of Object.entries(followed)) yield* router.get(`/followed/${name}`, answer)
      yield* router.get(
        "/late",
        Deferred.succeed(gate.started, undefined).pipe(
          Effect.zipRight(Deferred.await(gate.release)),
          Effect.zipRight(followed.endless),
          Effect.uninterruptible
        )
      )
      yield* router.get(
        "/torn",
        HttpServerResponse.stream(
          Stream.concat(Stream.make(new Uint8Array(3)), Stream.dieMessage("torn in the middle"))
        )
      )
      yield* router.post(
        "/raw",
        Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
          Stream.runFold(request.stream, 0, (total, chunk) => total + chunk.byteLength)
        ).pipe(Effect.map((bytes) => HttpServerResponse.unsafeJson({ bytes })))
      )
      yield* router.get(
        "/echo",
        Effect.gen(function* () {
          const request = yield* HttpServerRequest.HttpServerRequest
          const socket = yield* request.upgrade
          const write = yield* socket.writer
          yield* socket.runRaw((message) => write(message))
          return HttpServerResponse.empty()
        }).pipe(Effect.scoped)
      )
    })
  )

/** What a socket of the test server does: it gives each frame back, and closes when its client goes or the server stops. */
const echoing: StateMachine<boolean, string, string> = {
  begin: () => false,
  step: (isOver, input) => {
    if (typeof input === "string") return [isOver, [`heard ${input}`]]
    if (input._tag === "Oversized") return [true, ["heard too much", "too large"]]
    const ends = input._tag === "Gone" || input._tag === "Draining"
    return ends ? [true, ["close"]] : [isOver, []]
  },
  isOver: (isOver) => isOver,
  deadline: () => Number.POSITIVE_INFINITY,
  read: (frame) => String(frame)
}

const perform: CommandHandler<string, string> = (command, handle) =>
  command === "close"
    ? handle.close(1001, "over")
    : command === "too large"
      ? handle.close(1009, "too large")
      : Effect.sync(() => handle.send(command))

/** Through the same steps as the program's own sockets. */
const sessions = Layer.provide(
  SocketRoute.layer(
    "/session",
    Effect.succeed(() => Effect.succeed({ machine: echoing, perform }))
  ),
  [Sockets.Default, SocketLimits.Default]
)

/** What `QAL_RELAY_PORT` serves, where a test sets it. */
const RELAY_PATHS = ["/session"]

export interface Running {
  /** `http://127.0.0.1:{port}` */
  readonly url: string
  readonly port: number
  readonly gate: Gate
  readonly run: <A, E>(effect: Effect.Effect<A, E, Draining>) => Promise<A>
  /** What has been logged so far. */
  readonly records: ReadonlyArray<LogRecord>
  /** Ends the server as a signal would. */
  readonly stop: () => Promise<void>
}

/** Starts a server with the given variables set. */
export const start = async (
  variables: Readonly<Record<string, string>> = {},
  checks: ReadonlyArray<ReadinessCheck> = [],
  bounds: BodyMemory.Bounds = { inAll: Number.POSITIVE_INFINITY, perKey: Number.POSITIVE_INFINITY }
): Promise<Running> => {
  const records: Array<LogRecord> = []
  const make = Deferred.make<void>()
  const gate = Effect.runSync(Effect.all({ release: make, started: make, interrupted: make }))
  const sink = LogSink.of({ push: (record) => void records.push(record), flush: Effect.void })
  const layer = Server.layer(
    Layer.mergeAll(Layer.provide(HttpApiBuilder.api(TestApi), handlers), extraRoutes(gate), sessions),
    {
      build: { version: "1.2.3", commit: "abc" },
      relayPaths: RELAY_PATHS
    }
  ).pipe(
    Layer.provide(Layer.succeed(BodyMemory.BodyBounds, bounds)),
    Layer.provide(throughSink),
    Layer.provide([Layer.succeed(LogSink, sink), Layer.setTracerEnabled(false)]),
    Layer.provide(Layer.succeed(Readiness, { checks })),
    Layer.provideMerge(Draining.Default),
    Layer.provide(Settings.layerFrom({ QAL_PORT: "0", ...variables }))
  )
  const runtime = ManagedRuntime.make(layer)
  const port = await runtime.runPromise(
    HttpServer.addressWith((address) => Effect.succeed(address._tag === "TcpAddress" ? address.port : 0))
  )
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    gate: {
      open: Effect.asVoid(Deferred.succeed(gate.release, undefined)),
      started: Deferred.await(gate.started),
      interrupted: Deferred.await(gate.interrupted)
    },
    run: (effect) => runtime.runPromise(effect),
    records,
    stop: () => runtime.dispose()
  }
}

/** Polls until `found` gives something; for what happens shortly after an answer. */
export const eventually = async <A>(found: () => A | undefined): Promise<A> => {
  for (let attempt = 0; attempt < 6_000; attempt++) {
    const value = found()
    if (value !== undefined) return value
    await Bun.sleep(10)
  }
  throw new Error("it never happened")
}

const Envelope = Schema.Struct({
  status: Schema.Literal("error"),
  error: Schema.Struct({
    code: Schema.String,
    message: Schema.String,
    param: Schema.optional(Schema.String),
    details: Schema.optional(
      Schema.Array(
        Schema.Struct({ field: Schema.optional(Schema.String), code: Schema.String, message: Schema.String })
      )
    ),
    request_id: Schema.String
  })
})

/** The error of an answer, once it is seen to be the envelope. */
export const errorOf = async (response: Response) => {
  const { error } = Schema.decodeUnknownSync(Envelope, { onExcessProperty: "error" })(await response.json())
  return error
}

/** The same for all tests of a file. */
export const runningForFile = (...options: Parameters<typeof start>): Running =>
  madeForFile(
    () => start(...options),
    (running) => running.stop()
  )
