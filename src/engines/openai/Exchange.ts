/**
 * One request and its answer, on Bun's `fetch`, which keeps connections alive
 * between requests. Promises, for `Transport` to wrap once: Effect's own
 * `HttpClient` with its streamed body costs fifty times the plain request
 * (measured: 1.5 ms against 25 µs of CPU), and a chat answer is one small body.
 */
import type { Deadlines, Watch } from "../../runtime/Deadlines.ts"

/** A request to a path below the base address. */
export interface ExchangeRequest {
  readonly method: "GET" | "POST"
  readonly path: string
  /** JSON, or a form. */
  readonly body: string | FormData | undefined
}

/** Bytes of a refusal that are read, to learn what is meant. */
const refusalLimit = 4096
/** How long its body is waited for, in milliseconds: its status says something without it. */
const refusalPatience = 2_000

/** The head of an answer; its body has begun where the status is a success. */
export interface ResponseStart {
  readonly status: number
  readonly headers: Headers
  /** The body's first piece that is not empty; undefined where the body is empty, or not for reading. */
  readonly first: Uint8Array | undefined
  /** The start of what an answer says that is no success; never for a client, nor for a log. */
  readonly said: string
}

export interface Exchange {
  /** Sends the request; once. */
  readonly begin: () => Promise<ResponseStart>
  /** The next piece; undefined at the end. Waits until `until` (milliseconds of the monotonic clock). */
  readonly next: (until: number) => Promise<Uint8Array | undefined>
  /** Whether the promises were rejected because the wait was over; else because the exchange broke off. */
  readonly isExpired: () => boolean
  /** Ends it, and closes its connection if the body was not read to its end; nothing comes of it any more. */
  readonly close: () => void
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300
const FIRST_ERROR = 400

type Reader = ReadableStreamDefaultReader<Uint8Array>

/**
 * The body as it was before it was compressed, which nobody asked for, inflated
 * piece by piece as it is read: to stop reading stops that too. Throws
 * where it cannot be inflated.
 */
const plainBody = (body: ReadableStream<Uint8Array<ArrayBuffer>>, headers: Headers): ReadableStream<Uint8Array> => {
  const encoding = (headers.get("content-encoding") ?? "").trim().toLowerCase()
  if (encoding === "" || encoding === "identity") return body
  if (encoding !== "gzip" && encoding !== "deflate") throw new Error("an encoding that is not read here")
  return body.pipeThrough(new DecompressionStream(encoding))
}

const nextFilled = async (reader: Reader): Promise<Uint8Array | undefined> => {
  while (true) {
    const { done, value } = await reader.read()
    if (done) return undefined
    if (value.length > 0) return value
  }
}

/** The start of a refusal's body, as text; empty where it cannot be read. `ended` is called at its end. */
const readRefusal = async (reader: Reader, ended: () => void): Promise<string> => {
  const decoder = new TextDecoder()
  let said = ""
  try {
    while (said.length < refusalLimit) {
      const piece = await nextFilled(reader)
      if (piece === undefined) {
        ended()
        return said
      }
      said += decoder.decode(piece.subarray(0, refusalLimit), { stream: true })
    }
  } catch {
    return said
  }
  return said
}

/** An exchange about to be; the body of its answer is waited for until `until` (milliseconds of the monotonic clock). */
export const start = (
  base: string,
  request: ExchangeRequest,
  headers: Readonly<Record<string, string>>,
  patience: Deadlines,
  until: number
): Exchange => {
  const controller = new AbortController()
  let state: "open" | "expired" | "done" | "closed" = "open"
  let reader: Reader | undefined
  const watch: Watch = {
    until,
    expire: () => {
      state = "expired"
      controller.abort()
    }
  }
  patience.begin(watch)

  const finish = () => {
    if (state === "open") state = "done"
    patience.end(watch)
  }
  const pull = async (from: Reader) => {
    const piece = await nextFilled(from)
    if (state === "closed") throw new Error("it was closed")
    watch.until = Number.POSITIVE_INFINITY
    if (piece === undefined) finish()
    return piece
  }
  const begin = async (): Promise<ResponseStart> => {
    const init: BunFetchRequestInit = {
      method: request.method,
      headers: { ...headers, "accept-encoding": "identity" },
      redirect: "manual",
      signal: controller.signal,
      decompress: false
    }
    if (request.body !== undefined) init.body = request.body
    // A redirect would carry the key, or the client's text, to where nobody sent it: not followed.
    const { body, headers: answered, status } = await fetch(base + request.path, init)
    reader = body === null ? undefined : plainBody(body, answered).getReader()
    const head = { status, headers: answered, first: undefined, said: "" }
    if (reader === undefined) {
      finish()
      return head
    }
    if (isSuccess(status)) return { ...head, first: await pull(reader) }
    if (status < FIRST_ERROR) return head
    watch.until = Math.min(watch.until, patience.now() + refusalPatience)
    return { ...head, said: await readRefusal(reader, finish) }
  }

  return {
    begin,
    next: (limit) => {
      if (state === "closed") return Promise.reject(new Error("it was closed"))
      if (reader === undefined || state === "done") return Promise.resolve(undefined)
      watch.until = limit
      return pull(reader)
    },
    isExpired: () => state === "expired",
    close: () => {
      if (state === "open") {
        state = "closed"
        controller.abort()
      }
      patience.end(watch)
    }
  }
}
