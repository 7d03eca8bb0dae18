/**
 * The chat's form, read part by part: limits hold while it is read, and files
 * go to disk as they come, under no name of the client's. What is not stored by
 * the end of the scope is removed.
 */
import { createHash } from "node:crypto"
import { type HttpServerRequest, Multipart } from "@effect/platform"
import { Effect, Either, Option, type Scope, Stream } from "effect"
import { AttachmentUploadFailed, InvalidRequest, isProblem, PayloadTooLarge, UnsupportedMediaType } from "../Errors.ts"
import { problemOfRead } from "../http/Body.ts"
import * as Json from "../http/Json.ts"
import { Blobs, type BlobWriter } from "../storage/Blobs.ts"

const MIB = 1024 * 1024

/** Bytes of one file (wire contract, section 3). */
export const MAX_FILE = 10 * MIB
/** Bytes of all files of a request (wire contract, section 3). */
export const MAX_FILES_TOTAL = 25 * MIB
/** Attachments of a request (wire contract, section 3); spoken input is not counted. */
export const MAX_FILES = 10
/** Bytes of `request_data`: as much as a JSON body may have. */
export const MAX_REQUEST_DATA = 4 * MIB
/** Parts of a form: the files, and fields that are ignored. */
const MAX_PARTS = 100

/** The part that holds all parameters as JSON. */
export const REQUEST_DATA = "request_data"
/** The part that holds spoken input. */
export const AUDIO_FIELD = "chat_audio_input"

/** A file as it came, on disk until the scope of its form closes. */
export interface UploadedFile {
  readonly field: string
  /** The client's name for it; only ever shown. */
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** In hexadecimal; for the fingerprint of a paid request. */
  readonly sha256: string
  /** Holds the bytes; published by whoever keeps the file. */
  readonly writer: BlobWriter
}

export interface Form {
  /** The parsed JSON of `request_data`, not yet checked. */
  readonly requestData: unknown
  /** In the order in which they came. */
  readonly files: ReadonlyArray<UploadedFile>
}

export type FormFailure = InvalidRequest | PayloadTooLarge | UnsupportedMediaType | AttachmentUploadFailed

/** Seconds after which a client may try a failed upload again. */
const RETRY_AFTER = 5

/** A fault of the disk or the database is `attachment_upload_failed` to the client, and in the log what it was. */
export const storing = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | AttachmentUploadFailed, R> =>
  Effect.catchAllDefect(effect, (defect) =>
    Effect.zipRight(
      Effect.logError("an upload could not be stored", defect),
      new AttachmentUploadFailed({ message: "the file could not be stored; try again", retryAfter: RETRY_AFTER })
    )
  )

const tooLarge = (field: string, message: string) =>
  new PayloadTooLarge({
    message: `${field}: ${message}`,
    param: field,
    details: [{ field, code: "too_large", message }]
  })

const fileTooLarge = (field: string) => tooLarge(field, `a file may have at most ${MAX_FILE / MIB} MB`)
const dataTooLarge = () => tooLarge(REQUEST_DATA, `may have at most ${MAX_REQUEST_DATA / MIB} MB`)
const tooManyParts = () => new PayloadTooLarge({ message: `the form may have at most ${MAX_PARTS} parts` })
const allTooLarge = (field: string) =>
  tooLarge(field, `all files together may have at most ${MAX_FILES_TOTAL / MIB} MB`)

const invalidData = (message: string) =>
  new InvalidRequest({
    message: `${REQUEST_DATA} ${message}`,
    param: REQUEST_DATA,
    details: [{ field: REQUEST_DATA, code: "invalid", message }]
  })

const parse = (text: string) => Either.mapLeft(Json.read(text), invalidData)

/** How deep platform errors wrap the cause of a failed read. */
const MAX_DEPTH = 6

const problemWithin = (error: unknown, depth = 0): FormFailure | undefined => {
  if (isProblem(error)) {
    const isOurs =
      error._tag === "PAYLOAD_TOO_LARGE" || error._tag === "INVALID_REQUEST" || error._tag === "UNSUPPORTED_MEDIA_TYPE"
    return isOurs ? error : undefined
  }
  return depth < MAX_DEPTH && typeof error === "object" && error !== null && "cause" in error
    ? problemWithin(error.cause, depth + 1)
    : undefined
}

/** What a form that cannot be read is to its sender. */
const failureOf = (error: Multipart.MultipartError): FormFailure => {
  const known = problemWithin(error.cause)
  if (known !== undefined) return known
  if (error.reason === "Parse" || error.reason === "InternalError") {
    return new InvalidRequest({ message: "the body is not multipart/form-data, or is cut short" })
  }
  return new PayloadTooLarge({ message: "the form is too large" })
}

interface Small {
  readonly pieces: Array<Uint8Array>
  readonly size: number
}

const addPiece = ({ pieces, size }: Small, piece: Uint8Array): Effect.Effect<Small, PayloadTooLarge> =>
  size + piece.length > MAX_REQUEST_DATA
    ? Effect.fail(dataTooLarge())
    : Effect.sync(() => {
        pieces.push(piece)
        return { pieces, size: size + piece.length }
      })

/** Some clients send `request_data` as a file of type application/json. */
const readSmall = (part: Multipart.File) =>
  Effect.gen(function* () {
    const start: Small = { pieces: [], size: 0 }
    const { pieces } = yield* Stream.runFoldEffect(part.content, start, addPiece)
    return yield* Effect.try({
      try: () => new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(pieces)),
      catch: () => invalidData("is not UTF-8")
    })
  })

/** Reads a file to disk, as far as the limits allow; `before` are the bytes of the files before it. */
const spool = (part: Multipart.File, before: number) =>
  Effect.gen(function* () {
    const blobs = yield* Blobs
    const writer = yield* storing(blobs.create)
    const hash = createHash("sha256")
    const take = (size: number, piece: Uint8Array): Effect.Effect<number, PayloadTooLarge | AttachmentUploadFailed> => {
      const total = size + piece.length
      if (total > MAX_FILE) return Effect.fail(fileTooLarge(part.key))
      if (before + total > MAX_FILES_TOTAL) return Effect.fail(allTooLarge(part.key))
      hash.update(piece)
      return Effect.as(storing(writer.append(piece)), total)
    }
    const size = yield* Stream.runFoldEffect(part.content, 0, take)
    const file: UploadedFile = { field: part.key, name: part.name, size, sha256: hash.digest("hex"), writer }
    return file
  })

interface Progress {
  readonly data: Option.Option<string>
  readonly files: ReadonlyArray<UploadedFile>
  /** Bytes of the files. */
  readonly size: number
  readonly parts: number
}

/** A field, which the platform has already decoded. */
const readField = ({ value }: Multipart.Field) =>
  Buffer.byteLength(value) > MAX_REQUEST_DATA ? Effect.fail(dataTooLarge()) : Effect.succeed(value)

const takePart = (
  before: Progress,
  part: Multipart.Part
): Effect.Effect<Progress, FormFailure | Multipart.MultipartError, Blobs | Scope.Scope> =>
  Effect.gen(function* () {
    const progress = { ...before, parts: before.parts + 1 }
    if (progress.parts > MAX_PARTS) return yield* tooManyParts()
    if (part.key === REQUEST_DATA) {
      if (Option.isSome(progress.data)) return yield* invalidData("is given twice")
      const data = yield* part._tag === "Field" ? readField(part) : readSmall(part)
      return { ...progress, data: Option.some(data) }
    }
    if (part._tag === "Field") return progress
    const file = yield* spool(part, progress.size)
    // What a browser sends for a file input that was left empty.
    if (file.size === 0 && file.name === "") return progress
    return { ...progress, files: [...progress.files, file], size: progress.size + file.size }
  })

const isForm = (request: HttpServerRequest.HttpServerRequest): boolean =>
  /^multipart\/form-data\s*(;|$)/i.test(request.headers["content-type"] ?? "")

/**
 * The form of `request`. Its files lie on disk until the scope closes. Fails
 * with `UnsupportedMediaType` where the body is no form, `InvalidRequest` where
 * it is broken or `request_data` is missing or no JSON, `PayloadTooLarge` at the
 * first byte over a limit, `AttachmentUploadFailed` where the disk fails.
 */
export const readForm = (
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<Form, FormFailure, Blobs | Scope.Scope> =>
  Effect.gen(function* () {
    if (!isForm(request)) return yield* new UnsupportedMediaType({ message: "send the form as multipart/form-data" })
    const start: Progress = { data: Option.none(), files: [], size: 0, parts: 0 }
    const { data, files } = yield* request.multipartStream.pipe(
      Stream.runFoldEffect(start, takePart),
      // A part with a file name is a file, also when it is JSON.
      Multipart.withFieldMimeTypes([])
    )
    if (Option.isNone(data)) return yield* invalidData("is missing")
    return { requestData: yield* parse(data.value), files }
  }).pipe(
    Effect.catchTag("MultipartError", (error) =>
      // No fault of the form: the server's own answer tells it.
      problemOfRead(error)?._tag === "PROVIDER_UNAVAILABLE" ? Effect.die(error) : Effect.fail(failureOf(error))
    ),
    Effect.withSpan("Form.read")
  )
