/**
 * The chat's form, read part by part: limits hold while it is read, and files
 * go to disk as they come, under no name of the client's. What is not stored by
 * the end of the scope is removed.
 */
import { createHash } from "node:crypto"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as Multipart from "@effect/platform/Multipart"
import { Clock, Effect, type Scope } from "effect"
import { BlobId, newId } from "../Domain.ts"
import { AttachmentUploadFailed } from "../Errors.ts"
import { JSON_LIMIT } from "../http/Body.ts"
import * as FormReader from "../http/FormReader.ts"
import { Blobs, type BlobWriter } from "../storage/Blobs.ts"
import { MAX_FILE, MAX_FILES_TOTAL } from "./FilesApi.ts"

/** Parts of a form: the files, and fields that are ignored. */
const MAX_PARTS = 100

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

/** Reads a file to disk, as far as the limits allow; `before` are the bytes of the files before it. */
const spool = Effect.fnUntraced(function* (part: Multipart.File, before: number) {
  const blobs = yield* Blobs
  const id = BlobId.make(newId("blb", yield* Clock.currentTimeMillis))
  const writer = yield* storing(blobs.create(id))
  const hash = createHash("sha256")
  const refusal = (size: number) => {
    if (size > MAX_FILE) return FormReader.tooLarge(part.key, MAX_FILE)
    return before + size > MAX_FILES_TOTAL
      ? FormReader.tooLarge(part.key, MAX_FILES_TOTAL, "all files together")
      : undefined
  }
  const size = yield* FormReader.pieces(part, refusal, (piece) => {
    hash.update(piece)
    return storing(writer.append(piece))
  })
  const file: UploadedFile = { field: part.key, name: part.name, size, sha256: hash.digest("hex"), writer }
  return file
})

const take = Effect.fnUntraced(function* (files: ReadonlyArray<UploadedFile>, part: Multipart.Part) {
  if (part._tag === "Field") return files
  const file = yield* spool(
    part,
    files.reduce((sum, { size }) => sum + size, 0)
  )
  // What a browser sends for a file input that was left empty.
  return file.size === 0 && file.name === "" ? files : [...files, file]
})

/**
 * The form of `request`. Its files lie on disk until the scope closes. Fails as
 * `http/FormReader` does, with `InvalidRequest` where `request_data` is missing
 * or no JSON, with `AttachmentUploadFailed` where the disk fails.
 */
export const readForm = (
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<Form, FormReader.Failure | AttachmentUploadFailed, Blobs | Scope.Scope> =>
  FormReader.read(request, { maxParts: MAX_PARTS, maxRequestData: JSON_LIMIT, nothing: [], take }).pipe(
    Effect.flatMap(({ requestData, taken }) =>
      Effect.map(requestData, (data) => ({ requestData: data, files: taken }))
    ),
    Effect.withSpan("Form.read")
  )
