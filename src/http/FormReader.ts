/**
 * Forms as capabilities read them: part by part, each limit at the first byte
 * over it. Parameters come as JSON in `request_data`; what becomes of the other
 * parts is the capability's. A body that is no form, or breaks off, the server
 * answers, as it does for JSON.
 */
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Multipart from "@effect/platform/Multipart"
import { Effect, Either, Option, type Scope, Stream } from "effect"
import { megabytes } from "../Domain.ts"
import { atField, InvalidRequest, PayloadTooLarge, type ProviderUnavailable } from "../Errors.ts"
import { ServedRequest } from "./Body.ts"
import type { BodyMemory } from "./BodyMemory.ts"
import * as JsonReader from "./JsonReader.ts"

/** The field that holds the parameters. */
const REQUEST_DATA = "request_data"

/** What a capability takes of a form. */
export interface FormRules<A, E, R> {
  /** How many parts it may have, with those that are ignored. */
  readonly maxParts: number
  /** Bytes that `request_data` may have. */
  readonly maxRequestData: number
  /** What is taken before the first part. */
  readonly nothing: A
  /** Takes one of the other parts; what it leaves of a file is passed over. */
  readonly take: (taken: A, part: Multipart.Part, memory: BodyMemory) => Effect.Effect<A, E, R>
}

export interface Form<A> {
  readonly taken: A
  /** The value of `request_data`. Fails with `InvalidRequest` where it is missing or no JSON. */
  readonly requestData: Effect.Effect<unknown, InvalidRequest>
  readonly hasRequestData: boolean
  /** Counts what is in memory of the form; until the scope closes, or longer by `keep`. */
  readonly held: BodyMemory
}

export type Failure = InvalidRequest | PayloadTooLarge | ProviderUnavailable

/** The refusal of a part with more than `limit` bytes that came in `field`, or of `what`, which is too large with it. */
export const tooLarge = (field: string, limit: number, what = "the part"): PayloadTooLarge => {
  const message = `${what} may have at most ${megabytes(limit)}`
  return new PayloadTooLarge(atField({ field, code: "too_large", message }, `${field}: ${message}`))
}

const badData = (message: string): InvalidRequest =>
  new InvalidRequest(atField({ field: REQUEST_DATA, code: "invalid", message }, `${REQUEST_DATA} ${message}`))

/**
 * Gives the pieces of a file to `keep` as they come, and then how many bytes
 * they were. Fails as soon as `refusal` has something against so many.
 */
export const pieces = <E, R>(
  part: Multipart.File,
  refusal: (size: number) => PayloadTooLarge | undefined,
  keep: (piece: Uint8Array) => Effect.Effect<void, E, R>
): Effect.Effect<number, PayloadTooLarge | E, R> =>
  Stream.runFoldEffect(
    Stream.orDie(part.content),
    0,
    (before, piece): Effect.Effect<number, PayloadTooLarge | E, R> => {
      const size = before + piece.length
      const refused = refusal(size)
      return refused === undefined ? Effect.as(keep(piece), size) : Effect.fail(refused)
    }
  )

/**
 * A file's bytes, in memory and counted. Fails with `PayloadTooLarge` at the
 * first byte over `limit`, with `ProviderUnavailable` where too much is held.
 */
export const hold = (part: Multipart.File, memory: BodyMemory, limit: number) =>
  Effect.suspend(() => {
    const all: Array<Uint8Array> = []
    const keep = (piece: Uint8Array): Effect.Effect<void, ProviderUnavailable> => {
      const refusal = memory.take(piece.length)
      if (refusal !== undefined) return refusal
      all.push(piece)
      return Effect.void
    }
    const refusal = (size: number) => (size > limit ? tooLarge(part.key, limit) : undefined)
    return Effect.map(pieces(part, refusal, keep), () => Buffer.concat(all))
  })

const UTF_8 = new TextDecoder("utf-8", { fatal: true })

/** The text of `request_data`, which some clients send as a file of type application/json. */
const readData = Effect.fnUntraced(function* (part: Multipart.Part, memory: BodyMemory, limit: number) {
  if (part._tag === "Field") {
    if (Buffer.byteLength(part.value) > limit) return yield* tooLarge(REQUEST_DATA, limit)
    return part.value
  }
  const bytes = yield* hold(part, memory, limit)
  memory.give(bytes.length)
  return yield* Effect.try({ try: () => UTF_8.decode(bytes), catch: () => badData("is not UTF-8") })
})

const holdingOf = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<BodyMemory, never, Scope.Scope> =>
  request instanceof ServedRequest
    ? Effect.acquireRelease(
        Effect.sync(() => request.holding),
        (memory) => Effect.sync(() => memory.release())
      )
    : Effect.dieMessage("a form comes by a route that the server does not know")

/**
 * The form of `request`, by the rules of who takes it. Fails as these do, with
 * `PayloadTooLarge` at the first byte or part over a limit, with
 * `InvalidRequest` where `request_data` is given twice or is no text, with
 * `ProviderUnavailable` where too much is held already.
 */
export const read = <A, E, R>(
  request: HttpServerRequest.HttpServerRequest,
  { maxParts, maxRequestData, nothing, take }: FormRules<A, E, R>
): Effect.Effect<Form<A>, E | Failure, R | Scope.Scope> =>
  Effect.gen(function* () {
    const memory = yield* holdingOf(request)
    let taken = nothing
    let data = Option.none<string>()
    let parts = 0
    const takePart = Effect.fnUntraced(function* (part: Multipart.Part) {
      if (++parts > maxParts)
        return yield* new PayloadTooLarge({ message: `the form may have at most ${maxParts} parts` })
      if (part.key !== REQUEST_DATA) taken = yield* take(taken, part, memory)
      else if (Option.isSome(data)) return yield* badData("is given twice")
      else data = Option.some(yield* readData(part, memory, maxRequestData))
      if (part._tag === "File") yield* Stream.runDrain(Stream.orDie(part.content))
    })
    yield* request.multipartStream.pipe(
      Stream.orDie,
      Stream.runForEach(takePart),
      // A part with a file name is a file, also when it is JSON.
      Multipart.withFieldMimeTypes([])
    )
    const requestData = Effect.suspend(() =>
      Option.isNone(data) ? badData("is missing") : Either.mapLeft(JsonReader.read(data.value), badData)
    )
    return { taken, requestData, hasRequestData: Option.isSome(data), held: memory }
  })
