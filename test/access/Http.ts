/** A real server with this room's middleware and routes, and as little else as can be. */
import { join } from "node:path"
import {
  HttpApi,
  HttpApiBuilder,
  HttpApiEndpoint,
  HttpApiGroup,
  HttpServer,
  HttpServerRequest,
  HttpServerResponse
} from "@effect/platform"
import { BunHttpServer } from "@effect/platform-bun"
import { Effect, Layer, Logger, Option, Redacted, Schema, type Scope } from "effect"
import type { ApiKeys } from "../../src/access/ApiKeys.ts"
import { Authentication, Caller } from "../../src/access/Authentication.ts"
import * as Authenticator from "../../src/access/Authenticator.ts"
import { RateLimit } from "../../src/access/RateLimit.ts"
import { envelope, isProblem, NotFound, statusOf, wire } from "../../src/Errors.ts"
import * as RequestInfo from "../../src/http/RequestInfo.ts"
import * as Media from "../../src/media/Media.ts"
import { SignedUrl } from "../../src/media/SignedUrl.ts"
import type { Blobs } from "../../src/storage/Blobs.ts"
import * as FolderBlobs from "../../src/storage/FolderBlobs.ts"
import * as Sql from "../../src/storage/Sql.ts"
import type { EffectBody } from "../support/EffectBody.ts"
import { temporary } from "../support/Folder.ts"
import { keysOver } from "./Database.ts"

const Answer = Schema.Struct({ keyId: Schema.String, walletId: Schema.String })

export const api = HttpApi.make("test").add(
  HttpApiGroup.make("things")
    .add(HttpApiEndpoint.get("mine", "/mine").addSuccess(Answer).middleware(Authentication))
    .add(
      HttpApiEndpoint.get("missing", "/missing").addSuccess(Answer).addError(wire(NotFound)).middleware(Authentication)
    )
    .add(HttpApiEndpoint.get("open", "/open").addSuccess(Schema.String))
)

const things = HttpApiBuilder.group(api, "things", (handlers) =>
  handlers
    .handle("mine", () => Caller)
    .handle("missing", () => new NotFound({ message: "nothing" }))
    .handle("open", () => Effect.succeed("open"))
)

/** A route outside the contract, as a socket's is. */
const raw = HttpApiBuilder.Router.use((router) =>
  Effect.flatMap(Authenticator.Authenticator, (authenticator) =>
    Effect.all([
      router.get(
        "/raw",
        Effect.flatMap(authenticator.authenticateRequest, (identity) => HttpServerResponse.json(identity))
      ),
      router.get(
        "/query",
        HttpServerRequest.ParsedSearchParams.pipe(
          Effect.flatMap(({ key }) => authenticator.authenticateSecret(typeof key === "string" ? key : "")),
          Effect.flatMap((identity) => HttpServerResponse.json(identity))
        )
      )
    ])
  )
)

const library = (media: Readonly<Record<string, Media.Medium>>) =>
  Layer.succeed(Media.MediaLibrary, { find: (id) => Effect.succeed(Option.fromNullable(media[id])) })

export interface Served {
  readonly url: string
  /** What the access log would have been told, newest last. */
  readonly log: ReadonlyArray<RequestInfo.RequestRecord>
}

interface Options {
  readonly perMinute?: number
  readonly media?: Readonly<Record<string, Media.Medium>>
  /** Where files are kept; in a folder where it is left out. */
  readonly blobs?: Layer.Layer<Blobs, unknown>
}

/** Runs a test against a server on a free port. */
export const withServer = <A>(
  options: Options,
  body: EffectBody<ApiKeys | Blobs | SignedUrl | Scope.Scope, [Served], A>
): Promise<A> =>
  Effect.gen(function* () {
    const folder = yield* temporary
    const log: Array<RequestInfo.RequestRecord> = []
    const services = Authenticator.Authenticator.Default.pipe(
      Layer.provideMerge(
        Layer.mergeAll(
          keysOver(Sql.layer(join(folder, "qal.sqlite"))),
          RateLimit.Default({ perMinute: options.perMinute ?? 600 }),
          Layer.orDie(options.blobs ?? FolderBlobs.layer(join(folder, "blobs"))),
          SignedUrl.Default({ publicUrl: "http://public", secret: Redacted.make("a secret of some length") }),
          library(options.media ?? {})
        )
      )
    )
    const errors = HttpApiBuilder.middleware(
      Effect.catchIf(isProblem, (problem) =>
        Effect.orDie(HttpServerResponse.json(envelope(problem, "req"), { status: statusOf(problem) }))
      )
    )
    const records = HttpApiBuilder.middleware((app) =>
      Effect.suspend(() => {
        const record = RequestInfo.make("req")
        log.push(record)
        return Effect.map(Effect.provideService(app, RequestInfo.RequestInfo, record), (response) =>
          HttpServerResponse.setHeaders(response, record.headers)
        )
      })
    )
    const server = HttpApiBuilder.serve().pipe(
      Layer.provide([HttpApiBuilder.api(api).pipe(Layer.provide(things)), Media.layer, raw, errors, records]),
      Layer.provide(Authenticator.layer),
      Layer.provideMerge(services),
      Layer.provideMerge(BunHttpServer.layer({ port: 0, hostname: "127.0.0.1", development: false }))
    )
    return yield* Effect.gen(function* () {
      const { address } = yield* HttpServer.HttpServer
      const port = address._tag === "TcpAddress" ? address.port : 0
      return yield* Effect.gen(() => body({ url: `http://127.0.0.1:${port}`, log }))
    }).pipe(Effect.provide(server))
  }).pipe(Effect.scoped, Effect.provide(Logger.remove(Logger.defaultLogger)), Effect.runPromise)

/** A request over the real network. */
export const ask = (url: string, init?: RequestInit) => Effect.promise(() => fetch(url, init))
