/**
 * What the server knows of the request being answered. One record per request,
 * made by the server's middleware and found in the fiber's context; what is
 * learnt of the caller later is written here, and the access log reads it at the
 * end. Nothing outside a request has one.
 */
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { Context, Effect, Option, Redacted } from "effect"

/**
 * Pages of which origins may read an answer: of any, where the route takes no key;
 * of those in `QAL_CORS_ORIGINS`; of the server's own alone.
 */
export type Readers = "any" | "configured" | "own"

/** The record of one request. The fields that others fill in are mutable. */
export interface RequestRecord {
  /** Echoed as `x-request-id`: the client's own when well-formed, else made here. */
  readonly id: string
  /** The pattern of the route that matched, such as `/api/v1/voice/clips/:id`. */
  route: string | undefined
  readers: Readers
  /** Whose key it was, once authenticated. An id, never the secret. */
  keyId: string | undefined
  walletId: string | undefined
  /** The paid work that was begun for it: only that knows what may be said of the request's end. */
  jobs: ReadonlyArray<string>
  /** Whether the connection has become a WebSocket. */
  upgraded: boolean
  /** The code of the error that answered it, or that its answer, once begun, ended with. */
  code: string | undefined
  /** What an engine said of that, for the operator. */
  said: string | undefined
  /** What the answer, whatever it is, is to have among its headers. */
  headers: Readonly<Record<string, string>>
}

export class RequestInfo extends Context.Tag("http/RequestInfo")<RequestInfo, RequestRecord>() {}

const NO_JOBS: ReadonlyArray<string> = []

/** Jobs that a record names: a socket may begin any number. The newest are left out. */
const MOST_JOBS = 1_000

/** Writes that a job was begun for the request. */
export const recordJob = (record: RequestRecord | undefined, jobId: string): void => {
  if (record !== undefined && record.jobs.length < MOST_JOBS) record.jobs = [...record.jobs, jobId]
}

/** Writes what an engine said of the request, where it did. */
export const notes = (record: RequestRecord | undefined, said: Redacted.Redacted | undefined): void => {
  const sentence = said === undefined ? "" : Redacted.value(said)
  if (record !== undefined && sentence !== "") record.said = sentence
}

/** A record of which nothing but the id is known. */
export const make = (id: string): RequestRecord => ({
  id,
  route: undefined,
  readers: "configured",
  keyId: undefined,
  walletId: undefined,
  jobs: NO_JOBS,
  upgraded: false,
  code: undefined,
  said: undefined,
  headers: {}
})

/**
 * Gives the rest of a request a service. `context` is that of the request's own
 * fiber, made by the platform for this request alone, so it takes the service
 * itself: to provide it costs 3 µs (measured), and each request has two or more.
 */
export const provideService = <Id, Service>(
  context: Context.Context<never>,
  tag: Context.Tag<Id, Service>,
  service: Service
): void => {
  context.unsafeMap.set(tag.key, service)
}

/** The record of the request that a context belongs to, where it does to one. */
export const recordIn = (context: Context.Context<never>): RequestRecord | undefined =>
  Option.getOrUndefined(Context.getOption(context, RequestInfo))

/** The record of the current request, where there is one. */
export const current: Effect.Effect<Option.Option<RequestRecord>> = Effect.contextWith((context) =>
  Context.getOption(context, RequestInfo)
)

/** The id of the current request, for logs and envelopes written outside the server's middleware; "" outside one. */
export const currentId: Effect.Effect<string> = Effect.map(
  current,
  Option.match({ onNone: () => "", onSome: (record) => record.id })
)

/** Writes whose request this is, for the access log. */
export const identify = (
  record: RequestRecord | undefined,
  caller: { readonly keyId: string; readonly walletId: string }
): void => {
  if (record === undefined) return
  record.keyId = caller.keyId
  record.walletId = caller.walletId
}

/** Adds headers to whatever answers the request, also an error. */
export const addHeadersTo = (record: RequestRecord | undefined, headers: Readonly<Record<string, string>>): void => {
  if (record !== undefined) record.headers = { ...record.headers, ...headers }
}

/** Adds headers to whatever answers the current request, also an error. Does nothing outside a request. */
export const addHeaders = (headers: Readonly<Record<string, string>>): Effect.Effect<void> =>
  Effect.contextWith((context) => addHeadersTo(recordIn(context), headers))

/**
 * One header of a request, by its name in lower case. `request.headers` makes a
 * record of all of them, which costs as much as the rest of a cheap request.
 */
export const headerOf = (request: HttpServerRequest.HttpServerRequest, name: string): string | undefined =>
  request.source instanceof Request ? (request.source.headers.get(name) ?? undefined) : request.headers[name]
