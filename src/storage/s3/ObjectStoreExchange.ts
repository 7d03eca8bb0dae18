/**
 * Signed requests to an object store, one at a time: Signature Version 4 by
 * `aws4fetch`, `fetch`, a limit on each attempt, and attempts again for what
 * may pass. An answer is whole or it is a failure: bodies are read here.
 */
import { AwsV4Signer } from "aws4fetch"
import { Duration, Effect, Redacted, Schedule } from "effect"
import type { Bucket } from "../../settings/ObjectStore.ts"
import { ObjectStoreError } from "./ObjectStoreError.ts"
import * as ObjectStoreXml from "./ObjectStoreXml.ts"

interface ObjectRequest {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE"
  /** Without the prefix; none for the bucket itself. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array<ArrayBuffer>
  /** Statuses beside 2xx that are answers and no failures. */
  readonly accepts?: ReadonlyArray<number>
  /** Bytes of the answer's body that are expected, for the limit on an attempt. */
  readonly expects?: number
}

export interface ObjectResponse {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
}

/** How long an attempt may take: so much, and more for what it carries. */
const ATTEMPT = Duration.seconds(5)
/** Bytes a second below which an attempt is given up. */
const LEAST_RATE = 256 * 1024

/** Between attempts: 0.1 s, then twice as long each time up to 3 s, give or take a fifth. */
const AGAIN = Schedule.union(Schedule.exponential(Duration.millis(100)), Schedule.spaced(Duration.seconds(3))).pipe(
  Schedule.jittered
)

/** Answers that say nothing about the next attempt. The last two: the bytes were changed on their way. */
const PASSING_STATUS = new Set([408, 429, 500, 502, 503, 504])
const PASSING = new Set(["SlowDown", "InternalError", "RequestTimeout", "BadDigest", "XAmzContentSHA256Mismatch"])

const addressOf = ({ bucket, prefix, style }: Bucket, endpoint: string, key: string | undefined): URL => {
  const url = new URL(endpoint)
  if (style === "virtual") url.hostname = `${bucket}.${url.hostname}`
  const base = `${url.pathname.replace(/\/+$/, "")}${style === "path" ? `/${bucket}` : ""}`
  url.pathname = key === undefined ? base : `${base}/${`${prefix}${key}`.split("/").map(encodeURIComponent).join("/")}`
  return url
}

const NOTHING = new Uint8Array(0)

const hexSha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex")

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** The address with its query written as the signature has it: not every store writes it so again before it compares. */
const asSigned = (url: URL): string => {
  const query = [...url.searchParams].map((pair) => pair.map(encode).join("="))
  return `${url.origin}${url.pathname}${query.length === 0 ? "" : `?${query.join("&")}`}`
}

/** The store's own word for why it refused; none where the body has none. */
const reasonIn = (bytes: Uint8Array): string | undefined => {
  try {
    return ObjectStoreXml.elements(new TextDecoder().decode(bytes), "Error")[0]?.Code
  } catch {
    return undefined
  }
}

const unavailable = (message: string, cause?: unknown) =>
  new ObjectStoreError({ code: "OBJECT_STORE_UNAVAILABLE", message, cause })

/** Bytes are whole where the store said how many there are. Not of HEAD, which has none. */
const assertWhole = (method: string, headers: Headers, length: number): void => {
  const said = headers.get("content-length")
  if (method !== "HEAD" && said !== null && Number(said) !== length) {
    throw unavailable(`${method} of the object store was cut short`)
  }
}

const failureOf = (method: string, cause: unknown): ObjectStoreError => {
  if (cause instanceof ObjectStoreError) return cause
  const code = cause instanceof Error && "code" in cause && typeof cause.code === "string" ? ` (${cause.code})` : ""
  return unavailable(`the object store cannot be reached for ${method}${code}`, cause)
}

export interface Exchange {
  /**
   * Asks until there is an answer, `patience` is over, or the store refuses.
   * Without patience once, for as long as one attempt may take.
   */
  readonly ask: (
    request: ObjectRequest,
    patience?: Duration.Duration
  ) => Effect.Effect<ObjectResponse, ObjectStoreError>
  /** An address that lets its holder ask this for some seconds, without a key of its own. */
  readonly presign: (
    ask: Pick<ObjectRequest, "method" | "key" | "query">,
    seconds: number
  ) => Effect.Effect<string, ObjectStoreError>
}

export const make = (bucket: Bucket): Exchange => {
  const cache = new Map<string, ArrayBuffer>()
  const signer = (method: string, url: URL, signQuery: boolean, headers: Readonly<Record<string, string>> = {}) =>
    new AwsV4Signer({
      method,
      url: url.href,
      headers,
      service: "s3",
      region: bucket.region,
      accessKeyId: bucket.accessKeyId,
      secretAccessKey: Redacted.value(bucket.secretAccessKey),
      ...(bucket.sessionToken && { sessionToken: Redacted.value(bucket.sessionToken) }),
      cache,
      signQuery
    }).sign()

  const send = async ({ accepts = [], body, headers, key, method, query = {} }: ObjectRequest, signal: AbortSignal) => {
    const url = addressOf(bucket, bucket.endpoint, key)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const signed = await signer(method, url, false, {
      ...headers,
      "x-amz-content-sha256": await hexSha256(body ?? NOTHING)
    })
    // Not signed, as some stores' proxies change it; a body that was compressed again would have another length.
    signed.headers.set("accept-encoding", "identity")
    const response = await fetch(asSigned(signed.url), {
      method,
      headers: signed.headers,
      redirect: "manual",
      signal,
      ...(body !== undefined && { body })
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    assertWhole(method, response.headers, bytes.length)
    // A POST may fail after the status was sent.
    const reason = response.ok && method !== "POST" ? undefined : reasonIn(bytes)
    const isDone = response.ok && reason === undefined
    const answer: ObjectResponse = { status: response.status, headers: response.headers, bytes }
    if (isDone || (accepts.includes(response.status) && reason !== "NoSuchBucket")) return answer
    const isPassing = PASSING_STATUS.has(response.status) || PASSING.has(reason ?? "")
    throw new ObjectStoreError({
      code: isPassing ? "OBJECT_STORE_UNAVAILABLE" : "OBJECT_STORE_REFUSED",
      message: `the object store answered ${method} with ${[response.status, reason].filter(Boolean).join(" ")}`,
      ...(reason !== undefined && { reason })
    })
  }

  const attempt = (request: ObjectRequest) => {
    const carried = (request.body?.length ?? 0) + (request.expects ?? 0)
    return Effect.tryPromise({
      try: (signal) => send(request, signal),
      catch: (cause) => failureOf(request.method, cause)
    }).pipe(
      Effect.timeoutFail({
        duration: Duration.sum(ATTEMPT, Duration.seconds(carried / LEAST_RATE)),
        onTimeout: () => unavailable(`the object store did not answer ${request.method} in time`)
      })
    )
  }

  return {
    ask: (request, patience) =>
      patience === undefined
        ? attempt(request)
        : Effect.retry(attempt(request), {
            schedule: Schedule.intersect(AGAIN, Schedule.recurUpTo(patience)),
            while: ({ code }) => code === "OBJECT_STORE_UNAVAILABLE"
          }),
    presign: ({ key, method, query = {} }, seconds) =>
      Effect.tryPromise({
        try: async () => {
          const url = addressOf(bucket, bucket.publicEndpoint, key)
          for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
          url.searchParams.set("X-Amz-Expires", String(seconds))
          return asSigned((await signer(method, url, true)).url)
        },
        catch: (cause) => failureOf(method, cause)
      })
  }
}
