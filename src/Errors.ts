/**
 * The error taxonomy: one tagged class per code of the wire contract
 * (section 1, "Errors"), and the one envelope in which a client sees them.
 * A class's tag *is* its code on the wire.
 */
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Schema } from "effect"

/** What is wrong with one field. `field` is a path such as `voice_settings.speed`. */
export const ErrorDetail = Schema.Struct({
  field: Schema.optional(Schema.String),
  code: Schema.String,
  message: Schema.String
}).annotations({ identifier: "ErrorDetail" })
export type ErrorDetail = typeof ErrorDetail.Type

const fields = {
  /** What was wrong and what would be right; no key, ticket, server path or stack. */
  message: Schema.String,
  /** The request field at fault. */
  param: Schema.optional(Schema.String),
  details: Schema.optional(Schema.Array(ErrorDetail)),
  /** Seconds; sent as the `Retry-After` header. */
  retryAfter: Schema.optional(Schema.Number)
}

const status = (code: number) => ({ [HttpApiSchema.AnnotationStatus]: code })

export class InvalidRequest extends Schema.TaggedError<InvalidRequest>()("INVALID_REQUEST", fields, status(400)) {}
export class Unauthorized extends Schema.TaggedError<Unauthorized>()("UNAUTHORIZED", fields, status(401)) {}
export class InsufficientCredits extends Schema.TaggedError<InsufficientCredits>()(
  "INSUFFICIENT_CREDITS",
  fields,
  status(402)
) {}
export class Forbidden extends Schema.TaggedError<Forbidden>()("FORBIDDEN", fields, status(403)) {}
export class UrlExpired extends Schema.TaggedError<UrlExpired>()("URL_EXPIRED", fields, status(403)) {}
export class NotFound extends Schema.TaggedError<NotFound>()("NOT_FOUND", fields, status(404)) {}
export class MethodNotAllowed extends Schema.TaggedError<MethodNotAllowed>()(
  "METHOD_NOT_ALLOWED",
  { ...fields, allow: Schema.Array(Schema.String) },
  status(405)
) {}
export class IdempotencyConflict extends Schema.TaggedError<IdempotencyConflict>()(
  "IDEMPOTENCY_CONFLICT",
  fields,
  status(409)
) {}
export class GenerationInProgress extends Schema.TaggedError<GenerationInProgress>()(
  "GENERATION_IN_PROGRESS",
  fields,
  status(409)
) {}
export class InProgress extends Schema.TaggedError<InProgress>()("IN_PROGRESS", fields, status(409)) {}
export class RequestInterrupted extends Schema.TaggedError<RequestInterrupted>()(
  "REQUEST_INTERRUPTED",
  fields,
  status(409)
) {}
export class SpeechInProgress extends Schema.TaggedError<SpeechInProgress>()(
  "SPEECH_IN_PROGRESS",
  fields,
  status(409)
) {}
export class PayloadTooLarge extends Schema.TaggedError<PayloadTooLarge>()("PAYLOAD_TOO_LARGE", fields, status(413)) {}
export class UnsupportedMediaType extends Schema.TaggedError<UnsupportedMediaType>()(
  "UNSUPPORTED_MEDIA_TYPE",
  fields,
  status(415)
) {}
export class ValidationFailed extends Schema.TaggedError<ValidationFailed>()("VALIDATION_ERROR", fields, status(422)) {}
export class TextTooLong extends Schema.TaggedError<TextTooLong>()("TEXT_TOO_LONG", fields, status(422)) {}
export class UnsupportedFormat extends Schema.TaggedError<UnsupportedFormat>()(
  "UNSUPPORTED_FORMAT",
  fields,
  status(422)
) {}
export class VoiceUnavailable extends Schema.TaggedError<VoiceUnavailable>()(
  "VOICE_UNAVAILABLE",
  fields,
  status(422)
) {}
export class InvalidLanguagePair extends Schema.TaggedError<InvalidLanguagePair>()(
  "INVALID_LANGUAGE_PAIR",
  fields,
  status(422)
) {}
export class StreamNotSupported extends Schema.TaggedError<StreamNotSupported>()(
  "STREAM_NOT_SUPPORTED",
  fields,
  status(422)
) {}
export class AudioTooLong extends Schema.TaggedError<AudioTooLong>()("AUDIO_TOO_LONG", fields, status(422)) {}
export class UndecodableAudio extends Schema.TaggedError<UndecodableAudio>()(
  "UNDECODABLE_AUDIO",
  fields,
  status(422)
) {}
export class UnreadableAttachment extends Schema.TaggedError<UnreadableAttachment>()(
  "UNREADABLE_ATTACHMENT",
  fields,
  status(422)
) {}
export class TextLimitExceeded extends Schema.TaggedError<TextLimitExceeded>()(
  "TEXT_LIMIT_EXCEEDED",
  fields,
  status(422)
) {}
export class RateLimited extends Schema.TaggedError<RateLimited>()("RATE_LIMITED", fields, status(429)) {}
export class Busy extends Schema.TaggedError<Busy>()("BUSY", fields, status(429)) {}
export class LanguageCapacityReached extends Schema.TaggedError<LanguageCapacityReached>()(
  "LANGUAGE_CAPACITY_REACHED",
  fields,
  status(429)
) {}
export class TurnLimitReached extends Schema.TaggedError<TurnLimitReached>()(
  "TURN_LIMIT_REACHED",
  fields,
  status(429)
) {}
export class InternalError extends Schema.TaggedError<InternalError>()("INTERNAL_ERROR", fields, status(500)) {}
export class ProviderError extends Schema.TaggedError<ProviderError>()("PROVIDER_ERROR", fields, status(502)) {}
export class ProviderTimeout extends Schema.TaggedError<ProviderTimeout>()("PROVIDER_TIMEOUT", fields, status(504)) {}
export class ProviderUnavailable extends Schema.TaggedError<ProviderUnavailable>()(
  "PROVIDER_UNAVAILABLE",
  fields,
  status(503)
) {}
/** The disk or the database takes nothing more: full, over quota, read-only. */
export class StorageFull extends Schema.TaggedError<StorageFull>()("STORAGE_FULL", fields, status(503)) {}
export class BillingPending extends Schema.TaggedError<BillingPending>()("BILLING_PENDING", fields, status(503)) {}
export class AttachmentUploadFailed extends Schema.TaggedError<AttachmentUploadFailed>()(
  "attachment_upload_failed",
  fields,
  status(503)
) {}

/** Every error that a client may see. */
export const all = [
  InvalidRequest,
  Unauthorized,
  InsufficientCredits,
  Forbidden,
  UrlExpired,
  NotFound,
  MethodNotAllowed,
  IdempotencyConflict,
  GenerationInProgress,
  InProgress,
  RequestInterrupted,
  SpeechInProgress,
  PayloadTooLarge,
  UnsupportedMediaType,
  ValidationFailed,
  TextTooLong,
  UnsupportedFormat,
  VoiceUnavailable,
  InvalidLanguagePair,
  StreamNotSupported,
  AudioTooLong,
  UndecodableAudio,
  UnreadableAttachment,
  TextLimitExceeded,
  RateLimited,
  Busy,
  LanguageCapacityReached,
  TurnLimitReached,
  InternalError,
  ProviderError,
  ProviderTimeout,
  ProviderUnavailable,
  BillingPending,
  StorageFull,
  AttachmentUploadFailed
] as const

/** Any error of the taxonomy. */
export type Problem = InstanceType<(typeof all)[number]>

/** What an engine may fail with. */
export type EngineFailure = ProviderError | ProviderTimeout | ProviderUnavailable | LanguageCapacityReached

const statuses: ReadonlyMap<string, number> = new Map(
  all.map((problem) => [problem._tag, HttpApiSchema.getStatusErrorAST(problem.ast)])
)

export const isProblem = Schema.is(Schema.Union(...all))

/** The HTTP status of an error of the taxonomy. */
export const statusOf = (problem: Problem): number => statuses.get(problem._tag) ?? 500

/**
 * What an error says that is about one field, as the properties of its class.
 * `message` is the whole error's, where that says more than the field's own.
 */
export const atField = (detail: ErrorDetail & { readonly field: string }, message = detail.message) => ({
  message,
  param: detail.field,
  details: [detail]
})

/** What the envelope tells of the error, in answers, streams and sockets alike. */
export const ErrorBody = Schema.Struct({
  code: Schema.String,
  message: Schema.String,
  param: Schema.optionalWith(Schema.String, { exact: true }),
  details: Schema.optionalWith(Schema.Array(ErrorDetail), { exact: true }),
  request_id: Schema.String
})

/** The envelope of the wire contract, section 1. */
export const Envelope = Schema.Struct({ status: Schema.Literal("error"), error: ErrorBody }).annotations({
  identifier: "Error",
  description: "The one envelope of every error"
})
export type Envelope = typeof Envelope.Type

/** The envelope's body for `problem`, answered to the request `requestId`. */
export const envelope = (problem: Problem, requestId: string): Envelope => ({
  status: "error",
  error: {
    code: problem._tag,
    message: problem.message,
    ...(problem.param === undefined ? {} : { param: problem.param }),
    ...(problem.details === undefined ? {} : { details: problem.details }),
    request_id: requestId
  }
})

/**
 * Declares an error of the taxonomy on an endpoint. Its encoded side is the
 * envelope, so that the OpenAPI document and derived clients see what is sent;
 * the server itself encodes every error in `http/Problems.toResponse`, where the
 * request id is known.
 */
export const wire = <A extends Exclude<Problem, MethodNotAllowed>, I>(
  problem: Schema.Schema<A, I> & (new (properties: Pick<A, "message"> & Partial<Pick<A, "param" | "details">>) => A)
) =>
  Schema.transform(Envelope, Schema.typeSchema(problem), {
    strict: true,
    decode: ({ error }) => new problem(error),
    encode: (failure) => envelope(failure, "")
  }).annotations({ [HttpApiSchema.AnnotationStatus]: HttpApiSchema.getStatusErrorAST(problem.ast) })

/** How work that is done by an engine may fail; nothing is charged then. For an endpoint to declare. */
export const JobFailed = Schema.Union(
  wire(LanguageCapacityReached),
  wire(ProviderError),
  wire(ProviderTimeout),
  wire(ProviderUnavailable),
  wire(BillingPending)
)

/** How a request may be refused whatever it is for. For a group of endpoints to declare. */
export const InvalidInput = Schema.Union(wire(ValidationFailed), wire(InvalidRequest))
