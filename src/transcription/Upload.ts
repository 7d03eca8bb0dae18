/** The form of a transcription: one file, and for version 2 its parameters. */
import { createHash } from "node:crypto"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as Multipart from "@effect/platform/Multipart"
import { Effect, Option, type Scope } from "effect"
import type { InvalidRequest, ValidationFailed } from "../Errors.ts"
import * as FormReader from "../http/FormReader.ts"
import type { Holding } from "../http/HeldBytes.ts"
import { refusal } from "../http/Validation.ts"
import { MAX_UPLOAD_BYTES } from "./Api.ts"

/** The field that holds the file. */
const AUDIO = "audio"
/** A parameter that is also taken as a field of its own, where there is no `request_data` (wire contract, section 4). */
const LANGUAGE = "language_code"
/** Bytes of the parameters: a language. */
const MAX_REQUEST_DATA = 64 * 1024
/** Parts of a form: the file, the parameters, and fields that are ignored. */
const MAX_PARTS = 20

export interface Upload {
  readonly file: Uint8Array
  /** In hexadecimal, for the fingerprint of the request. */
  readonly sha256: string
  /** The parameters, of `request_data` or the field `language_code`. Fails with `InvalidRequest` where both are missing or the first is no JSON. */
  readonly requestData: Effect.Effect<unknown, InvalidRequest>
  /** Runs the work on the file, and counts its bytes as held meanwhile, whatever has become of the request. */
  readonly during: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

const badAudio = (code: string, message: string): ValidationFailed => refusal([{ field: AUDIO, code, message }])

interface Taken {
  readonly file: Option.Option<Buffer>
  readonly language: Option.Option<string>
}

const take = Effect.fnUntraced(function* (taken: Taken, part: Multipart.Part, held: Holding) {
  if (part.key === LANGUAGE && part._tag === "Field") return { ...taken, language: Option.some(part.value) }
  if (part.key !== AUDIO) return taken
  if (part._tag === "Field") return yield* badAudio("invalid_type", "must be a file")
  if (Option.isSome(taken.file)) return yield* badAudio("duplicate", "must be one file")
  return { ...taken, file: Option.some(yield* FormReader.hold(part, held, MAX_UPLOAD_BYTES)) }
})

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
 * Fails as `http/FormReader` does, and with `ValidationFailed` where it has not
 * one file.
 */
export const read = (
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<Upload, FormReader.Failure | ValidationFailed, Scope.Scope> =>
  Effect.gen(function* () {
    const { hasRequestData, held, requestData, taken } = yield* FormReader.read(request, {
      maxParts: MAX_PARTS,
      maxRequestData: MAX_REQUEST_DATA,
      nothing: { file: Option.none(), language: Option.none() },
      take
    })
    const { file, language } = taken
    if (Option.isNone(file)) return yield* badAudio("missing", "is missing; send the sound as a file in this field")
    const { buffer, byteLength, byteOffset } = file.value
    return {
      file: new Uint8Array(buffer, byteOffset, byteLength),
      sha256: createHash("sha256").update(file.value).digest("hex"),
      requestData:
        Option.isSome(language) && !hasRequestData ? Effect.succeed({ [LANGUAGE]: language.value }) : requestData,
      during: during(held)
    }
  }).pipe(Effect.withSpan("Upload.read"))
