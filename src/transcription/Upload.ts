/** The form of a transcription: one file, and for version 2 its parameters. */
import { createHash } from "node:crypto"
import { type HttpServerRequest, Multipart } from "@effect/platform"
import { Effect, Either, Option, type Scope, Stream } from "effect"
import { InvalidRequest, PayloadTooLarge, type ProviderUnavailable, ValidationFailed } from "../Errors.ts"
import { problemOfRead, ServedRequest } from "../http/Body.ts"
import type { Holding } from "../http/HeldBytes.ts"
import * as Json from "../http/Json.ts"
import { MAX_UPLOAD_BYTES } from "./Api.ts"

/** The field that holds the file. */
const AUDIO = "audio"
/** The field that holds parameters as JSON. */
const REQUEST_DATA = "request_data"
/** Bytes of the parameters: a language. */
const MAX_REQUEST_DATA = 64 * 1024
/** Parts of a form: the file, the parameters, and fields that are ignored. */
const MAX_PARTS = 20

const MIB = 1024 * 1024

export interface Upload {
  readonly file: Uint8Array
  /** In hexadecimal, for the fingerprint of the request. */
  readonly sha256: string
  /** None where the form has none; not yet parsed. */
  readonly requestData: Option.Option<string>
  /** Runs what hears the file, and counts its bytes as held meanwhile, whatever has become of the request. */
  readonly during: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

type Failure = InvalidRequest | PayloadTooLarge | ProviderUnavailable | ValidationFailed

const tooLarge = (field: string, limit: string) =>
  new PayloadTooLarge({
    message: `${field} may have at most ${limit}`,
    param: field,
    details: [{ field, code: "too_large", message: `at most ${limit}` }]
  })

const badAudio = (code: string, message: string) =>
  new ValidationFailed({
    message: `${AUDIO} ${message}`,
    param: AUDIO,
    details: [{ field: AUDIO, code, message }]
  })

interface Progress {
  readonly file: Option.Option<Buffer>
  readonly requestData: Option.Option<string>
  readonly parts: number
}

interface Collected {
  readonly pieces: Array<Uint8Array>
  readonly size: number
}

/** A file's bytes, as far as the limit and the memory allow. */
const collect = (part: Multipart.File, held: Holding, limit: number, shown: string) => {
  const start: Collected = { pieces: [], size: 0 }
  const add = (
    { pieces, size }: Collected,
    piece: Uint8Array
  ): Effect.Effect<Collected, PayloadTooLarge | ProviderUnavailable> => {
    if (size + piece.length > limit) return Effect.fail(tooLarge(part.key, shown))
    const refusal = held.take(piece.length)
    if (refusal !== undefined) return Effect.fail(refusal)
    pieces.push(piece)
    return Effect.succeed({ pieces, size: size + piece.length })
  }
  return Effect.map(Stream.runFoldEffect(part.content, start, add), ({ pieces }) => Buffer.concat(pieces))
}

const takeAudio = (progress: Progress, part: Multipart.Part, held: Holding) =>
  Effect.gen(function* () {
    if (part._tag === "Field") return yield* badAudio("invalid_type", "must be a file")
    if (Option.isSome(progress.file)) return yield* badAudio("duplicate", "must be one file")
    const file = yield* collect(part, held, MAX_UPLOAD_BYTES, `${MAX_UPLOAD_BYTES / MIB} MB`)
    return { ...progress, file: Option.some(file) }
  })

/** Some clients send their parameters as a file of type application/json. */
const takeRequestData = (progress: Progress, part: Multipart.Part, held: Holding) =>
  Effect.gen(function* () {
    const bytes =
      part._tag === "Field"
        ? Buffer.from(part.value)
        : yield* collect(part, held, MAX_REQUEST_DATA, `${MAX_REQUEST_DATA} bytes`)
    if (bytes.length > MAX_REQUEST_DATA) return yield* tooLarge(REQUEST_DATA, `${MAX_REQUEST_DATA} bytes`)
    return { ...progress, requestData: Option.some(bytes.toString("utf8")) }
  })

const takePart = (
  before: Progress,
  part: Multipart.Part,
  held: Holding
): Effect.Effect<Progress, Failure | Multipart.MultipartError> => {
  const progress = { ...before, parts: before.parts + 1 }
  if (progress.parts > MAX_PARTS)
    return Effect.fail(new PayloadTooLarge({ message: `the form may have at most ${MAX_PARTS} parts` }))
  if (part.key === AUDIO) return takeAudio(progress, part, held)
  if (part.key === REQUEST_DATA) return takeRequestData(progress, part, held)
  return part._tag === "Field" ? Effect.succeed(progress) : Effect.as(Stream.runDrain(part.content), progress)
}

const holdingOf = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<Holding, never, Scope.Scope> =>
  request instanceof ServedRequest
    ? Effect.acquireRelease(
        Effect.sync(() => request.holding),
        (held) => Effect.sync(() => held.release())
      )
    : Effect.dieMessage("an upload comes by a route that the server does not know")

const during =
  (held: Holding): Upload["during"] =>
  (work) =>
    Effect.acquireUseRelease(
      Effect.sync(() => held.keep()),
      () => work,
      () => Effect.sync(() => held.release())
    )

/**
 * The form of `request`, held in memory, and counted so until the scope closes.
 * Fails with `InvalidRequest` where it is none or broken off, with
 * `PayloadTooLarge` at the first byte over a limit, with `ProviderUnavailable`
 * where too much is held already, with `ValidationFailed` where it has no file;
 * of a body that is no form the server has already said so.
 */
export const read = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<Upload, Failure, Scope.Scope> =>
  Effect.gen(function* () {
    const held = yield* holdingOf(request)
    const start: Progress = { file: Option.none(), requestData: Option.none(), parts: 0 }
    const { file, requestData } = yield* request.multipartStream.pipe(
      Stream.runFoldEffect(start, (progress, part) => takePart(progress, part, held)),
      // A part with a file name is a file, also when it is JSON.
      Multipart.withFieldMimeTypes([]),
      Effect.catchTag("MultipartError", (error) => {
        const problem = problemOfRead(error)
        if (problem?._tag === "PAYLOAD_TOO_LARGE" || problem?._tag === "INVALID_REQUEST") return Effect.fail(problem)
        // A body of another type, which the server's own answer tells best.
        return Effect.die(error)
      })
    )
    if (Option.isNone(file)) return yield* badAudio("missing", "is missing; send the sound as a file in this field")
    return {
      file: new Uint8Array(file.value.buffer, file.value.byteOffset, file.value.byteLength),
      sha256: createHash("sha256").update(file.value).digest("hex"),
      requestData,
      during: during(held)
    }
  }).pipe(Effect.withSpan("Upload.read"))

/** The parsed `request_data`. Fails with `InvalidRequest` where it is missing or no JSON. */
export const parsed = ({ requestData }: Upload): Effect.Effect<unknown, InvalidRequest> => {
  const invalid = (message: string) =>
    new InvalidRequest({
      message: `${REQUEST_DATA} ${message}`,
      param: REQUEST_DATA,
      details: [{ field: REQUEST_DATA, code: "invalid", message }]
    })
  return Option.match(requestData, {
    onNone: () => Effect.fail(invalid("is missing")),
    onSome: (text) => Either.mapLeft(Json.read(text), invalid)
  })
}
