/** The form of a transcription: one file, and parameters in fields beside it. */
import { createHash } from "node:crypto"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as Multipart from "@effect/platform/Multipart"
import { Effect, Option, type Scope } from "effect"
import type { InvalidRequest, ValidationFailed } from "../Errors.ts"
import type { BodyMemory } from "../http/BodyMemory.ts"
import * as FormReader from "../http/FormReader.ts"
import { refusal } from "../http/Validation.ts"
import { MAX_UPLOAD_BYTES } from "./Api.ts"

/** Bytes of `request_data`, and of each field that is taken. */
const MAX_PARAMETERS = 64 * 1024
/** Parts of a form: the file, the parameters, and fields that are ignored, of which some are lists. */
const MAX_PARTS = 100
/** How the fields of a list are written: `name`, `name[]` or `name[0]`. */
const INDEX = /\[\d{0,6}\]$/

/** What is taken of a form. */
export interface UploadRules {
  /** The field that holds the file. */
  readonly file: string
  /** The fields of text. */
  readonly fields: ReadonlyArray<string>
}

export interface Upload {
  /** The field that held the file. */
  readonly field: string
  readonly file: Uint8Array
  /** In hexadecimal, for the fingerprint of the request. */
  readonly sha256: string
  /** What was given for each field of text, in order; a list's under its bare name. */
  readonly fields: ReadonlyMap<string, ReadonlyArray<string>>
  /** The value of `request_data`. Fails with `InvalidRequest` where it is missing or no JSON. */
  readonly requestData: Effect.Effect<unknown, InvalidRequest>
  readonly hasRequestData: boolean
  /** Runs the work on the file, and counts its bytes as held meanwhile, whatever has become of the request. */
  readonly during: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

const faulty = (field: string, code: string, message: string): ValidationFailed => refusal([{ field, code, message }])

/** What is given for a field; fails where it is given more than once. */
export const single = (fields: Upload["fields"], name: string): Effect.Effect<string | undefined, ValidationFailed> => {
  const values = fields.get(name) ?? []
  return values.length > 1 ? Effect.fail(faulty(name, "duplicate", "must be given once")) : Effect.succeed(values[0])
}

interface UploadFields {
  readonly file: Option.Option<Buffer>
  readonly fields: ReadonlyMap<string, ReadonlyArray<string>>
}

/** Asked where the file begins, with the fields that came before it: whether it is to be read at all. */
type AtFile<E> = (fields: Upload["fields"]) => Effect.Effect<void, E>

const take = <E>(rules: UploadRules, atFile: AtFile<E>) =>
  Effect.fnUntraced(function* (taken: UploadFields, part: Multipart.Part, memory: BodyMemory) {
    if (part.key === rules.file) {
      if (part._tag === "Field") return yield* faulty(part.key, "invalid_type", "must be a file")
      if (Option.isSome(taken.file)) return yield* faulty(part.key, "duplicate", "must be one file")
      yield* atFile(taken.fields)
      return { ...taken, file: Option.some(yield* FormReader.hold(part, memory, MAX_UPLOAD_BYTES)) }
    }
    const name = part.key.replace(INDEX, "")
    if (!rules.fields.includes(name)) return taken
    if (part._tag === "File") return yield* faulty(name, "invalid_type", "must be text, and not a file")
    if (Buffer.byteLength(part.value) > MAX_PARAMETERS) return yield* FormReader.tooLarge(name, MAX_PARAMETERS)
    const values = [...(taken.fields.get(name) ?? []), part.value]
    return { ...taken, fields: new Map([...taken.fields, [name, values]]) }
  })

const during =
  (memory: BodyMemory): Upload["during"] =>
  (work) =>
    Effect.acquireUseRelease(
      Effect.sync(() => memory.keep()),
      () => work,
      () => Effect.sync(() => memory.release())
    )

/**
 * The form of `request`, held in memory, and counted so until the scope closes.
 * Fails as `http/FormReader` does, and with `ValidationFailed` where it has not
 * one file, or a file in the place of text; with what `atFile` fails, before the file is read.
 */
export const read = <E = never>(
  request: HttpServerRequest.HttpServerRequest,
  rules: UploadRules,
  atFile: AtFile<E> = () => Effect.void
): Effect.Effect<Upload, E | FormReader.Failure | ValidationFailed, Scope.Scope> =>
  Effect.gen(function* () {
    const nothing: UploadFields = { file: Option.none(), fields: new Map() }
    const {
      hasRequestData,
      held: memory,
      requestData,
      taken
    } = yield* FormReader.read(request, {
      maxParts: MAX_PARTS,
      maxRequestData: MAX_PARAMETERS,
      nothing,
      take: take(rules, atFile)
    })
    const { fields, file } = taken
    if (Option.isNone(file))
      return yield* faulty(rules.file, "missing", "is missing; send the sound as a file in this field")
    const { buffer, byteLength, byteOffset } = file.value
    return {
      field: rules.file,
      file: new Uint8Array(buffer, byteOffset, byteLength),
      sha256: createHash("sha256").update(file.value).digest("hex"),
      fields,
      requestData,
      hasRequestData,
      during: during(memory)
    }
  }).pipe(Effect.withSpan("Upload.read"))
