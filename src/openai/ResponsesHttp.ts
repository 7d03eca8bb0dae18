/** Responses over HTTP: decode, call the service, encode. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect, Layer, Option } from "effect"
import { Api } from "../Api.ts"
import { Caller } from "../access/Authentication.ts"
import { IncomingBodies } from "../http/IncomingBodies.ts"
import * as LargeJson from "../http/LargeJson.ts"
import { decoder } from "../http/SchemaDecoding.ts"
import * as Sse from "../http/Sse.ts"
import * as StreamedAnswer from "../http/StreamedAnswer.ts"
import * as ResponseEvents from "./ResponseEvents.ts"
import type { ResponseObject } from "./ResponseObjectApi.ts"
import { ResponseRequest } from "./ResponseRequestApi.ts"
import { Responses } from "./Responses.ts"

type CreatedResponse = Effect.Effect.Success<ReturnType<Responses["create"]>>
type RunningResponse = Extract<CreatedResponse, { readonly _tag: "Running" }>

const decode = decoder(ResponseRequest)

/** Bytes of a request beyond which to read it, and to write what repeats it, takes milliseconds each. */
const LONG = 256 * 1024

const whole = (response: ResponseObject) => HttpServerResponse.unsafeJson(response)

/** JSON that was made by another thread. */
const ready = (json: Uint8Array) => HttpServerResponse.uint8Array(json, { contentType: "application/json" })

/** A response that was given before: there is nothing to wait for. */
const replayed = (begun: ResponseObject, response: ResponseObject) =>
  HttpServerResponse.text(ResponseEvents.make(begun).end(response), {
    contentType: Sse.CONTENT_TYPE,
    headers: Sse.HEADERS
  })

/** The response as it comes to be. */
const streamed = (running: RunningResponse, turn: Effect.Effect<void>) => {
  const events = ResponseEvents.make(running.begun)
  let isFirst = true
  /** The first event, which has the whole response, waits for its turn. */
  const begun = Effect.suspend(() => {
    const wait = isFirst ? turn : Effect.void
    isFirst = false
    return wait
  })
  return StreamedAnswer.respond(running, {
    contentType: Sse.CONTENT_TYPE,
    headers: Sse.HEADERS,
    event: (piece) => Effect.map(begun, () => events.piece(piece)),
    atOnce: Number.POSITIVE_INFINITY,
    last: (response) => Effect.map(turn, () => events.end(response)),
    failed: events.fail,
    // A client that reads texts alone must not take what it has for the whole.
    breaksOff: true,
    keepAlive: Sse.keepAlive
  })
}

export const ResponsesHttp = HttpApiBuilder.group(
  Api,
  "responses",
  Effect.fnUntraced(function* (handlers) {
    const responses = yield* Responses
    const { loading, ownTurn } = yield* IncomingBodies
    return handlers
      .handleRaw("create", ({ headers, request: httpRequest }) =>
        Effect.gen(function* () {
          const { walletId } = yield* Caller
          const json = yield* LargeJson.read(httpRequest, "input")
          const isLong = !(Number(httpRequest.headers["content-length"]) <= LONG)
          const turn = isLong ? ownTurn : Effect.void
          yield* turn
          const request = yield* decode(json)
          const requestId = Option.fromNullable(headers["idempotency-key"])
          const created = yield* responses.create({ walletId, requestId, request, held: yield* loading, turn })
          const isStream = request.stream ?? false
          if (created._tag === "Replayed") {
            return isStream ? replayed(created.begun, created.response) : whole(created.response)
          }
          return isStream ? yield* streamed(created, turn) : whole(yield* Effect.zipLeft(created.settled, turn))
        })
      )
      .handleRaw("response", ({ path }) =>
        Effect.gen(function* () {
          const { walletId } = yield* Caller
          return ready(yield* responses.get(walletId, path.response_id, yield* loading))
        })
      )
      .handleRaw("inputItems", ({ path, urlParams }) =>
        Effect.gen(function* () {
          const { walletId } = yield* Caller
          const page = yield* responses.inputPage(walletId, path.response_id, urlParams, yield* loading)
          return ready(page)
        })
      )
      .handle("deleteResponse", ({ path }) =>
        Effect.gen(function* () {
          const { walletId } = yield* Caller
          yield* responses.remove(walletId, path.response_id)
          return { id: path.response_id, object: "response" as const, deleted: true as const }
        })
      )
  })
).pipe(Layer.provide(Responses.Default))
