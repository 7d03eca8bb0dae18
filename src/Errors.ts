/**
 * The error taxonomy: one tagged class per code of the wire contract (section 1, "Errors"), and the one envelope in which
 * a client sees them. A class's tag *is* its code on the wire.
 */
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Schema } from "effect"

export const ErrorDetail = Schema.Struct({
  field: Schema.optional(
    Schema.String.annotations({ description: "The field's path", examples: ["voice_settings.speed"] })
  ),
  code: Schema.String.annotations({ description: "What is wrong, in a word", examples: ["out_of_range"] }),
  message: Schema.String.annotations({ description: "What is wrong, and what would be right" })
}).annotations({ identifier: "ErrorDetail", description: "What is wrong with one field" })
export type ErrorDetail = typeof ErrorDetail.Type

const fields = {
  /** What was wrong and what would be right; no key, ticket, server path or stack. */
  message: Schema.String,
  /** The request field at fault. */
  param: Schema.optional(Schema.String),
  details: Schema.optional(Schema.Array(ErrorDetail)),
  /** Seconds; sent as the `Retry-After` header. */
  retryAfter: Schema.optional(Schema.Number),
  /** What the engine said that failed: for the operator's log and page, never sent to clients. */
  said: Schema.optional(Schema.RedactedFromSelf(Schema.String))
}

const status = (code: number) => ({ [HttpApiSchema.AnnotationStatus]: code })
/** Something that is so of some errors of a class. Not sent to clients. */
const sign = Schema.optional(Schema.Literal(true))
const count = Schema.NullOr(Schema.Int)

/** The class of an error: its code on the wire, and its HTTP status. */
const problemClass =
  <Self = never>() =>
  <Code extends string>(code: Code, httpStatus: number) =>
    Schema.TaggedError<Self>()(code, fields, status(httpStatus))

export class InvalidRequest extends problemClass<InvalidRequest>()("INVALID_REQUEST", 400) {}
export class Unauthorized extends problemClass<Unauthorized>()("UNAUTHORIZED", 401) {}
export class InsufficientCredits extends problemClass<InsufficientCredits>()("INSUFFICIENT_CREDITS", 402) {}
export class Forbidden extends problemClass<Forbidden>()("FORBIDDEN", 403) {}
export class UrlExpired extends problemClass<UrlExpired>()("URL_EXPIRED", 403) {}
export class NotFound extends problemClass<NotFound>()("NOT_FOUND", 404) {}
export class MethodNotAllowed extends Schema.TaggedError<MethodNotAllowed>()(
  "METHOD_NOT_ALLOWED",
  { ...fields, allow: Schema.Array(Schema.String) },
  status(405)
) {}
export class IdempotencyConflict extends problemClass<IdempotencyConflict>()("IDEMPOTENCY_CONFLICT", 409) {}
export class GenerationInProgress extends problemClass<GenerationInProgress>()("GENERATION_IN_PROGRESS", 409) {}
export class InProgress extends problemClass<InProgress>()("IN_PROGRESS", 409) {}
export class RequestInterrupted extends problemClass<RequestInterrupted>()("REQUEST_INTERRUPTED", 409) {}
export class SpeechInProgress extends problemClass<SpeechInProgress>()("SPEECH_IN_PROGRESS", 409) {}
export class PayloadTooLarge extends problemClass<PayloadTooLarge>()("PAYLOAD_TOO_LARGE", 413) {}
export class UnsupportedMediaType extends problemClass<UnsupportedMediaType>()("UNSUPPORTED_MEDIA_TYPE", 415) {}
export class ValidationFailed extends problemClass<ValidationFailed>()("VALIDATION_ERROR", 422) {}
export class TextTooLong extends Schema.TaggedError<TextTooLong>()(
  "TEXT_TOO_LONG",
  {
    ...fields,
    /** That an engine holds no prompt of this length, and it is no limit of the API's. */
    isContext: Schema.optional(Schema.Literal(true)),
    /** Tokens: asked of the engine, of them the prompt's, and what it holds; null where it does not say. Not for clients. */
    extent: Schema.optional(Schema.Struct({ asked: count, prompt: Schema.optional(count), holds: count }))
  },
  status(422)
) {}
export class UnsupportedFormat extends problemClass<UnsupportedFormat>()("UNSUPPORTED_FORMAT", 422) {}
export class VoiceUnavailable extends problemClass<VoiceUnavailable>()("VOICE_UNAVAILABLE", 422) {}
export class InvalidLanguagePair extends problemClass<InvalidLanguagePair>()("INVALID_LANGUAGE_PAIR", 422) {}
export class StreamNotSupported extends problemClass<StreamNotSupported>()("STREAM_NOT_SUPPORTED", 422) {}
export class AudioTooLong extends problemClass<AudioTooLong>()("AUDIO_TOO_LONG", 422) {}
export class UndecodableAudio extends problemClass<UndecodableAudio>()("UNDECODABLE_AUDIO", 422) {}
export class UnreadableAttachment extends problemClass<UnreadableAttachment>()("UNREADABLE_ATTACHMENT", 422) {}
/**
 * No engine that is attached can do it, and none will until an operator acts: no retry helps. `isNotUnderstood`: the
 * recogniser, by its own measure, cannot have understood this recording; it may understand the next.
 */
export class ProviderNotConfigured extends Schema.TaggedError<ProviderNotConfigured>()(
  "PROVIDER_NOT_CONFIGURED",
  { ...fields, isNotUnderstood: sign },
  status(422)
) {}
export class TextLimitExceeded extends problemClass<TextLimitExceeded>()("TEXT_LIMIT_EXCEEDED", 422) {}
export class RateLimited extends problemClass<RateLimited>()("RATE_LIMITED", 429) {}
export class Busy extends problemClass<Busy>()("BUSY", 429) {}
export class LanguageCapacityReached extends problemClass<LanguageCapacityReached>()(
  "LANGUAGE_CAPACITY_REACHED",
  429
) {}
export class TurnLimitReached extends problemClass<TurnLimitReached>()("TURN_LIMIT_REACHED", 429) {}
export class InternalError extends problemClass<InternalError>()("INTERNAL_ERROR", 500) {}
/** `isModelFault`: the engine works, and its model has made what nobody can use; asked once more it may not. */
export class ProviderError extends Schema.TaggedError<ProviderError>()(
  "PROVIDER_ERROR",
  { ...fields, isModelFault: sign },
  status(502)
) {}
export class ProviderTimeout extends problemClass<ProviderTimeout>()("PROVIDER_TIMEOUT", 504) {}
/** `isBusy`: it has too much to do, and is not gone. */
export class ProviderUnavailable extends Schema.TaggedError<ProviderUnavailable>()(
  "PROVIDER_UNAVAILABLE",
  { ...fields, isBusy: sign },
  status(503)
) {}
/** The disk or the database takes nothing more: full, over quota, read-only. */
export class StorageFull extends problemClass<StorageFull>()("STORAGE_FULL", 503) {}
export class BillingPending extends problemClass<BillingPending>()("BILLING_PENDING", 503) {}
export class AttachmentUploadFailed extends problemClass<AttachmentUploadFailed>()("attachment_upload_failed", 503) {}

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
  ProviderNotConfigured,
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
export type EngineFailure =
  | ProviderError
  | ProviderTimeout
  | ProviderUnavailable
  | ProviderNotConfigured
  | LanguageCapacityReached
  /** What was sent is longer than the engine holds. */
  | TextTooLong

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

/** What the envelope says of the error, in answers, streams and sockets alike. */
export const ErrorBody = Schema.Struct({
  code: Schema.String.annotations({
    description: "The error's code, by which programs decide",
    examples: ["VALIDATION_ERROR"]
  }),
  message: Schema.String.annotations({ description: "What was wrong, and what would be right" }),
  param: Schema.optionalWith(
    Schema.String.annotations({ description: "The request field at fault", examples: ["text"] }),
    { exact: true }
  ),
  details: Schema.optionalWith(
    Schema.Array(ErrorDetail).annotations({
      description: "Each field at fault; at most 20, the last of which says how many more there are"
    }),
    { exact: true }
  ),
  request_id: Schema.String.annotations({
    description: "The request's id, under which the server's log has it",
    examples: ["req_019ab3c2-7f10-7c4e-9d2b-5a6e8f01c3d4"]
  })
}).annotations({ description: "The error" })

/** The envelope of the wire contract, section 1. */
export const Envelope = Schema.Struct({
  status: Schema.Literal("error").annotations({ description: "That it is an error" }),
  error: ErrorBody
}).annotations({ identifier: "ErrorEnvelope", description: "The one envelope of every error" })
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

/** A class of the taxonomy that an endpoint can declare. */
type Declarable<A extends Problem, I> = Schema.Schema<A, I> &
  (new (
    properties: Pick<A, "message"> & Partial<Pick<A, "param" | "details">>
  ) => A)

/** What can be read out of an error that was sent. */
type SentError = Pick<ErrorDetail, "message"> & Partial<Pick<Problem, "param" | "details">>

/**
 * How errors of the taxonomy are declared on endpoints that answer them in the
 * form of `Sent`. Their encoded side is that form, so that the OpenAPI document
 * and derived clients see what is sent; the server itself encodes every error in
 * `http/Problems.toResponse`, where the request id is known. `statusIn`: what the
 * form answers with in the place of a status.
 */
export const declaredAs = <Sent>(
  form: Schema.Schema<Sent>,
  read: (sent: Sent) => SentError,
  send: (problem: Problem) => Sent,
  statusIn: (status: number) => number = (status) => status
) => {
  const wire = <A extends Exclude<Problem, MethodNotAllowed>, I>(problem: Declarable<A, I>) =>
    Schema.transform(form, Schema.typeSchema(problem), {
      strict: true,
      decode: (sent) => new problem(read(sent)),
      encode: send
    }).annotations({ [HttpApiSchema.AnnotationStatus]: statusIn(HttpApiSchema.getStatusErrorAST(problem.ast)) })
  /** How paid work may be refused before it begins. */
  const JobRefused = Schema.Union(wire(InsufficientCredits), wire(IdempotencyConflict), wire(InProgress))
  /** How a file of sound may be refused. */
  const SoundRefused = Schema.Union(
    wire(PayloadTooLarge),
    wire(UnsupportedMediaType),
    wire(UndecodableAudio),
    wire(AudioTooLong)
  )
  return {
    wire,
    // For endpoints to declare.
    JobRefused,
    SoundRefused,
    /** The same of speech to be made. */
    SpeechRefused: Schema.Union(
      wire(InsufficientCredits),
      wire(IdempotencyConflict),
      wire(GenerationInProgress),
      wire(TextTooLong),
      wire(UnsupportedFormat),
      wire(VoiceUnavailable)
    ),
    /** The same of a chat with its files. */
    ChatRefused: Schema.Union(JobRefused, SoundRefused, wire(UnreadableAttachment), wire(AttachmentUploadFailed)),
    /** How work that is done by an engine may fail; nothing is charged then. */
    JobFailed: Schema.Union(
      wire(LanguageCapacityReached),
      wire(TextTooLong),
      wire(ProviderNotConfigured),
      wire(ProviderError),
      wire(ProviderTimeout),
      wire(ProviderUnavailable),
      wire(BillingPending)
    ),
    /** How a request may be refused whatever it is for. For a group of endpoints to declare. */
    InvalidInput: Schema.Union(wire(ValidationFailed), wire(InvalidRequest))
  }
}

/** Errors in the one envelope. */
export const { ChatRefused, InvalidInput, JobFailed, JobRefused, SoundRefused, SpeechRefused, wire } = declaredAs(
  Envelope,
  ({ error }) => error,
  (problem) => envelope(problem, "")
)
