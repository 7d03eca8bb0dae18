/**
 * Request bodies: which media types a route accepts, how large a body may be,
 * and reading no more of it than that. A body over its limit is refused from
 * its declared length before anything is read, else at the chunk that exceeds
 * it; what still arrives after the answer is discarded by the HTTP layer, so
 * that the client can read the answer and use its connection again.
 */
import type * as Headers from "@effect/platform/Headers"
import * as HttpIncomingMessage from "@effect/platform/HttpIncomingMessage"
import * as HttpMethod from "@effect/platform/HttpMethod"
import * as HttpServerError from "@effect/platform/HttpServerError"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Multipart from "@effect/platform/Multipart"
import * as UrlParams from "@effect/platform/UrlParams"
import { Effect, Either, Inspectable, Stream } from "effect"
import { megabytes } from "../Domain.ts"
import { InvalidRequest, isProblem, PayloadTooLarge, type Problem, UnsupportedMediaType } from "../Errors.ts"
import { causesOf } from "../runtime/SystemErrors.ts"
import type { BodyMemory } from "./BodyMemory.ts"
import * as Forms from "./Forms.ts"
import type { IncomingBodies } from "./IncomingBodies.ts"
import * as JsonReader from "./JsonReader.ts"
import { LargeJsonReader, partsOf } from "./LargeJsonReader.ts"
import type { RequestRecord } from "./RequestInfo.ts"

const MIB = 1024 * 1024

/** A body of any other type than a form's, unless its endpoint says another limit (`BodyLimit`); the longest text of the API is far below (wire contract, sections 3 to 5). */
export const JSON_LIMIT = 4 * MIB

/** A file of 25 MiB (wire contract, section 7) and room for the parts around it. */
const MULTIPART_LIMIT = 25 * MIB + 256 * 1024

/** Of JSON with files in it. */
export const tooLargeBeside = () =>
  new PayloadTooLarge({ message: `the body may hold at most ${megabytes(JSON_LIMIT)} beside the files in it` })

/** Texts of a few characters each, and what stands between them, have no room for more (`LargeJson` counts them). */
const APART = { long: 4 * 1024, part: 256 * 1024, rest: JSON_LIMIT + MIB, tooLarge: tooLargeBeside }

const tooLarge = (limit: number) => new PayloadTooLarge({ message: `the body may hold at most ${megabytes(limit)}` })

const notAccepted = (mediaType: string, accepts: ReadonlySet<string>) =>
  new UnsupportedMediaType({
    message: `${Inspectable.stringifyCircular(mediaType.slice(0, 100))} is not accepted here; send ${Array.from(accepts).join(" or ")}`
  })

/** Nothing is unpacked: what a body unpacks to would have to be bounded too. */
const notUnpacked = (encoding: string) =>
  new UnsupportedMediaType({
    message: `a body with Content-Encoding ${Inspectable.stringifyCircular(encoding.slice(0, 100))} is not accepted; send it as it is`
  })

/** The type without parameters, in lower case. A body without one is read as JSON. */
export const mediaTypeOf = (headers: Headers.Headers): string => {
  const [type = ""] = (headers["content-type"] ?? "").split(";")
  return type.trim().toLowerCase() || "application/json"
}

/** `body`, failing at the first byte over `limit`. */
const limited = (body: ReadableStream<Uint8Array>, limit: number): ReadableStream<Uint8Array> => {
  let seen = 0
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        seen += chunk.byteLength
        if (seen > limit) controller.error(tooLarge(limit))
        else controller.enqueue(chunk)
      }
    })
  )
}

const FORM = "multipart/form-data"
const FORMS: ReadonlySet<string> = new Set([FORM])

/** What divides the parts of a form, as its content type names it (RFC 2046, section 5.1.1). */
const BOUNDARY = /;\s*boundary=\s*("[^"]|[^\s";])/i

const withoutBoundary = () =>
  new InvalidRequest({
    message:
      "the content type multipart/form-data names no boundary; leave that header to your HTTP client, which writes " +
      "`multipart/form-data; boundary=…` by itself"
  })

const UTF_8 = new TextDecoder("utf-8", { fatal: true })

/** The length that a body declares. It is within the limit then, and the HTTP layer enforces it. */
const declaredLength = ({ headers }: Request): number | undefined => {
  const length = headers.get("content-length")
  return length === null || headers.has("transfer-encoding") ? undefined : Number(length)
}

const unreadable = (cause: unknown) => new Multipart.MultipartError({ reason: "Parse", cause })

/**
 * A request as handlers see it: the body's accessors enforce what the
 * route takes, and an upgrade is noted in the request's record. They fail with a
 * `RequestError` or `MultipartError` whose cause is the error to be answered.
 */
export class ServedRequest extends Inspectable.Class implements HttpServerRequest.HttpServerRequest {
  readonly [HttpServerRequest.TypeId]: HttpServerRequest.TypeId = HttpServerRequest.TypeId
  readonly [HttpIncomingMessage.TypeId]: HttpIncomingMessage.TypeId = HttpIncomingMessage.TypeId
  private whole: Promise<ArrayBuffer> | undefined

  constructor(
    /** The request as the platform made it. */
    readonly inner: HttpServerRequest.HttpServerRequest,
    /** Media types without parameters that the route takes; undefined where it decides for itself. */
    private readonly accepts: ReadonlySet<string> | undefined,
    private readonly record: RequestRecord | undefined,
    private readonly arrivals: IncomingBodies,
    /** Bytes of a body that is no form. */
    private readonly limit = JSON_LIMIT
  ) {
    super()
  }

  get source() {
    return this.inner.source
  }
  get url() {
    return this.inner.url
  }
  get originalUrl() {
    return this.inner.originalUrl
  }
  get method() {
    return this.inner.method
  }
  get headers() {
    return this.inner.headers
  }
  get cookies() {
    return this.inner.cookies
  }
  get remoteAddress() {
    return this.inner.remoteAddress
  }
  toJSON() {
    return this.inner.toJSON()
  }

  modify(options: Parameters<HttpServerRequest.HttpServerRequest["modify"]>[0]) {
    return new ServedRequest(this.inner.modify(options), this.accepts, this.record, this.arrivals, this.limit)
  }

  get upgrade() {
    return Effect.tap(this.inner.upgrade, () => {
      if (this.record !== undefined) this.record.upgraded = true
    })
  }

  private requestError(cause: unknown) {
    return new HttpServerError.RequestError({ request: this.inner, reason: "Decode", cause })
  }

  /** Why nothing of the body need be read, and else its limit. */
  private admit(accepts = this.accepts): Problem | number {
    const encoding = (this.headers["content-encoding"] ?? "").trim()
    if (encoding !== "" && encoding.toLowerCase() !== "identity") return notUnpacked(encoding)
    const mediaType = mediaTypeOf(this.headers)
    if (accepts !== undefined && !accepts.has(mediaType)) return notAccepted(mediaType, accepts)
    const most = mediaType === FORM ? MULTIPART_LIMIT : this.limit
    return Number(this.headers["content-length"] ?? 0) > most ? tooLarge(most) : most
  }

  /** The body as `parse` reads it, which throws what is to be answered where it cannot. */
  private read<A>(parse: (bytes: Uint8Array) => A): Effect.Effect<A, HttpServerError.RequestError> {
    const { source } = this
    if (!(source instanceof Request)) return Effect.dieMessage("the platform no longer shows the request that it took")
    return Effect.async((resume) => {
      const refuse = (cause: unknown) => resume(Effect.fail(this.requestError(cause)))
      const most = this.admit()
      if (typeof most !== "number") return refuse(most)
      this.whole ??= this.arrivals.whole(source, declaredLength(source), this.record, (body) => limited(body, most))
      this.whole.then((bytes) => resume(Effect.succeed(parse(new Uint8Array(bytes))))).catch(refuse)
    })
  }

  private parsed<A>(what: string, parse: (text: string) => A): Effect.Effect<A, HttpServerError.RequestError> {
    return this.read((bytes) => {
      const decoded = Either.try(() => UTF_8.decode(bytes))
      if (Either.isLeft(decoded)) throw new InvalidRequest({ message: `the body is not ${what} in UTF-8` })
      return parse(decoded.right)
    })
  }

  get text() {
    return this.parsed("text", (text) => text)
  }
  /** Whether it may be of files for the most part: it is read as it comes then. */
  private get isLong(): boolean {
    const isDeclared = this.headers["transfer-encoding"] === undefined
    return this.limit > JSON_LIMIT && !(isDeclared && Number(this.headers["content-length"]) <= JSON_LIMIT)
  }

  private get longJson(): Effect.Effect<unknown, HttpServerError.RequestError> {
    return Effect.suspend(() => {
      const reader = new LargeJsonReader(APART)
      const reading = <A>(read: () => A) =>
        Effect.zipRight(this.arrivals.partTurn, Effect.try({ try: read, catch: (cause) => this.requestError(cause) }))
      return this.stream.pipe(
        Stream.mapConcat((chunk) => partsOf(chunk, APART.part)),
        Stream.runForEach((part) => reading(() => reader.push(part))),
        Effect.zipRight(reading(() => reader.end()))
      )
    })
  }

  get json(): Effect.Effect<unknown, HttpServerError.RequestError> {
    if (this.isLong) return this.longJson
    return this.parsed("JSON", (text) => {
      if (text.trim() === "") throw new InvalidRequest({ message: "the body is empty; send a JSON object" })
      return Either.getOrThrowWith(
        JsonReader.read(text),
        (reason) => new InvalidRequest({ message: `the body ${reason}` })
      )
    })
  }
  get urlParamsBody() {
    return this.parsed("a form", (text) => UrlParams.fromInput(new URLSearchParams(text)))
  }
  get arrayBuffer() {
    return this.read((bytes) => new Uint8Array(bytes).buffer)
  }

  /** For a handler that keeps in memory what it takes of the body. */
  get holding(): BodyMemory {
    return this.arrivals.holding(this.record)
  }

  get stream(): Stream.Stream<Uint8Array, HttpServerError.RequestError> {
    return Stream.suspend(() => this.streamed(this.holding))
  }

  private streamed(memory: BodyMemory): Stream.Stream<Uint8Array, HttpServerError.RequestError> {
    return Stream.suspend(() => {
      const { source } = this
      const most = this.admit()
      if (typeof most !== "number") return Stream.fail(this.requestError(most))
      if (!(source instanceof Request)) return this.inner.stream
      const { body } = source
      return body === null
        ? Stream.empty
        : Stream.fromReadableStream(
            () => limited(this.arrivals.watched(body, declaredLength(source), this.record, memory), most),
            (cause) => this.requestError(cause)
          )
    })
  }

  get multipartStream(): Stream.Stream<Multipart.Part, Multipart.MultipartError> {
    return Stream.suspend(() => {
      // Before the form's boundary is looked for: another type has none.
      const most = this.admit(this.accepts ?? FORMS)
      if (typeof most !== "number") return Stream.fail(unreadable(most))
      if (!BOUNDARY.test(this.headers["content-type"] ?? "")) return Stream.fail(unreadable(withoutBoundary()))
      const memory = this.holding
      return Forms.parts(this.headers, Stream.mapError(this.streamed(memory), unreadable), (bytes) =>
        memory.give(bytes)
      )
    })
  }
  get multipart() {
    return Multipart.toPersisted(this.multipartStream)
  }
}

/** Whether a request needs to be a `ServedRequest`: the others, nearly all, go as they are. */
export const needsServed = (request: HttpServerRequest.HttpServerRequest): boolean =>
  HttpMethod.hasBody(request.method) || request.headers.upgrade !== undefined

/** What is to be answered, as those who read the body wrapped it. */
const within = (error: unknown): Problem | undefined => Array.from(causesOf(error)).find(isProblem)

const multipartReasons = {
  FileTooLarge: () => new PayloadTooLarge({ message: "a file of the form is too large" }),
  FieldTooLarge: () => new PayloadTooLarge({ message: "a field of the form is too large" }),
  BodyTooLarge: () => new PayloadTooLarge({ message: "the body is too large" }),
  TooManyParts: () => new PayloadTooLarge({ message: "the form has too many parts" }),
  Parse: () => new InvalidRequest({ message: "the body is not multipart/form-data, or is cut short" })
}

/** What to answer where a body could not be read; undefined for any other error. */
export const problemOfRead = (error: unknown): Problem | undefined => {
  if (error instanceof HttpServerError.RequestError) {
    return within(error.cause) ?? new InvalidRequest({ message: "the body could not be read" })
  }
  if (error instanceof Multipart.MultipartError) {
    const found = within(error.cause)
    return found ?? (error.reason === "InternalError" ? undefined : multipartReasons[error.reason]())
  }
  return undefined
}
