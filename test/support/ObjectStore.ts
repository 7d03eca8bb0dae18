/**
 * A small object store that speaks S3's protocol: it checks signatures and the
 * hashes of bodies, knows uploads in parts with their rules, ranges, listings in
 * pages and conditional writes, and can be told to answer otherwise.
 */
import { createHash } from "node:crypto"
import { type Credentials, refusalOf } from "./SignatureV4.ts"

interface Stored {
  readonly bytes: Uint8Array
  readonly etag: string
  readonly modified: number
}

interface Begun {
  readonly key: string
  readonly initiated: number
  readonly parts: Map<number, Stored>
}

/** A request as a fault sees it. */
export interface ReceivedRequest {
  readonly method: string
  readonly key: string
  readonly query: URLSearchParams
  /** Bytes of its body. */
  readonly size: number
}

export interface Options extends Partial<Credentials> {
  readonly port?: number
  /** Keys in a page of a listing. */
  readonly pageSize?: number
  /** Whether writes on condition are refused as not implemented. */
  readonly withoutConditions?: boolean
}

const BUCKET = "qal-test"
const LEAST_PART = 5 * 1024 * 1024
const STATUS: Readonly<Record<string, number>> = {
  BadDigest: 400,
  EntityTooSmall: 400,
  InvalidPart: 400,
  InvalidPartOrder: 400,
  InvalidRange: 416,
  MalformedXML: 400,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchUpload: 404,
  NotImplemented: 501,
  PreconditionFailed: 412,
  SlowDown: 503,
  InternalError: 500,
  XAmzContentSHA256Mismatch: 400
}

const hash = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex")
const text = (value: string) => value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
const date = (millis: number) => new Date(millis).toISOString()

/** An answer of S3 with this code. */
export const failure = (code: string): Response =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>no</Message></Error>`, {
    status: STATUS[code] ?? 403,
    headers: { "content-type": "application/xml" }
  })

const xml = (root: string, inner: string) =>
  new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner}</${root}>`,
    {
      headers: { "content-type": "application/xml" }
    }
  )

/** Starts a store with one bucket, `qal-test`, on a free port. */
export const startObjectStore = (options: Options = {}) => {
  const credentials: Credentials = {
    accessKeyId: options.accessKeyId ?? "TESTKEY",
    secretAccessKey: options.secretAccessKey ?? "test/secret+key",
    region: options.region ?? "us-east-1",
    ...(options.sessionToken !== undefined && { sessionToken: options.sessionToken })
  }
  const objects = new Map<string, Stored>()
  const uploads = new Map<string, Begun>()
  const asked: Array<ReceivedRequest> = []
  const refused: Array<string> = []
  let fault: (asked: ReceivedRequest) => Response | undefined | Promise<Response | undefined> = () => undefined
  let ahead = 0
  const now = () => Date.now() + ahead

  const get = (request: Request, key: string, query: URLSearchParams): Response => {
    const found = objects.get(key)
    if (found === undefined) return failure("NoSuchKey")
    const headers = new Headers({
      etag: found.etag,
      "last-modified": new Date(found.modified).toUTCString(),
      "content-type": query.get("response-content-type") ?? "application/octet-stream",
      "accept-ranges": "bytes"
    })
    const disposition = query.get("response-content-disposition")
    if (disposition !== null) headers.set("content-disposition", disposition)
    const size = found.bytes.length
    const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get("range") ?? "")
    let [start, end, status] = [0, size, 200]
    if (range !== null) {
      const [, first = "", last = ""] = range
      start = first === "" ? Math.max(0, size - Number(last)) : Number(first)
      end = first === "" || last === "" ? size : Math.min(size, Number(last) + 1)
      if (start >= size) return failure("InvalidRange")
      headers.set("content-range", `bytes ${start}-${end - 1}/${size}`)
      status = 206
    }
    headers.set("content-length", String(end - start))
    return new Response(request.method === "HEAD" ? null : found.bytes.slice(start, end), { status, headers })
  }

  const put = (request: Request, key: string, body: Uint8Array): Response => {
    if (request.headers.get("if-none-match") === "*") {
      if (options.withoutConditions) return failure("NotImplemented")
      if (objects.has(key)) return failure("PreconditionFailed")
    }
    const etag = `"${hash(body)}"`
    objects.set(key, { bytes: body, etag, modified: now() })
    return new Response(null, { headers: { etag } })
  }

  const putPart = (key: string, query: URLSearchParams, body: Uint8Array): Response => {
    const upload = uploads.get(query.get("uploadId") ?? "")
    if (upload?.key !== key) return failure("NoSuchUpload")
    const etag = `"${hash(body)}"`
    upload.parts.set(Number(query.get("partNumber")), { bytes: body, etag, modified: now() })
    return new Response(null, { headers: { etag } })
  }

  const complete = (key: string, id: string, body: Uint8Array): Response => {
    const upload = uploads.get(id)
    if (upload?.key !== key) return failure("NoSuchUpload")
    const named = [
      ...new TextDecoder()
        .decode(body)
        .matchAll(/<Part><PartNumber>(\d+)<\/PartNumber><ETag>(?:&quot;|")?([^<&"]*)(?:&quot;|")?<\/ETag><\/Part>/g)
    ]
    if (named.length === 0) return failure("MalformedXML")
    const parts: Array<Uint8Array> = []
    for (const [at, [, number = "", etag]] of named.entries()) {
      const part = upload.parts.get(Number(number))
      if (part?.etag !== `"${etag}"`) return failure("InvalidPart")
      if (at > 0 && Number(number) <= Number(named[at - 1]?.[1])) return failure("InvalidPartOrder")
      if (at < named.length - 1 && part.bytes.length < LEAST_PART) return failure("EntityTooSmall")
      parts.push(part.bytes)
    }
    const bytes = new Uint8Array(Buffer.concat(parts))
    const etag = `"${hash(bytes)}-${parts.length}"`
    objects.set(key, { bytes, etag, modified: now() })
    uploads.delete(id)
    return xml("CompleteMultipartUploadResult", `<Key>${text(key)}</Key><ETag>${etag}</ETag>`)
  }

  const begin = (key: string): Response => {
    const id = crypto.randomUUID()
    uploads.set(id, { key, initiated: now(), parts: new Map() })
    return xml(
      "InitiateMultipartUploadResult",
      `<Bucket>${BUCKET}</Bucket><Key>${text(key)}</Key><UploadId>${id}</UploadId>`
    )
  }

  const list = (query: URLSearchParams): Response => {
    const prefix = query.get("prefix") ?? ""
    const after = query.get("continuation-token") ?? query.get("start-after") ?? ""
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted()
    const page = keys.slice(0, options.pageSize ?? 1_000)
    const rest =
      page.length < keys.length
        ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${text(page.at(-1) ?? "")}</NextContinuationToken>`
        : "<IsTruncated>false</IsTruncated>"
    const contents = page.map(
      (key) =>
        `<Contents><Key>${encodeURIComponent(key)}</Key><LastModified>${date(objects.get(key)?.modified ?? 0)}</LastModified><Size>${objects.get(key)?.bytes.length}</Size><Owner><ID>x</ID></Owner></Contents>`
    )
    return xml("ListBucketResult", `<Name>${BUCKET}</Name><EncodingType>url</EncodingType>${rest}${contents.join("")}`)
  }

  const listUploads = (query: URLSearchParams): Response => {
    const prefix = query.get("prefix") ?? ""
    const marker = `${query.get("key-marker") ?? ""}\n${query.get("upload-id-marker") ?? ""}`
    const found = [...uploads]
      .map(([id, upload]) => ({ id, ...upload, place: `${upload.key}\n${id}` }))
      .filter(({ key, place }) => key.startsWith(prefix) && (marker === "\n" || place > marker))
      .toSorted((one, other) => (one.place < other.place ? -1 : 1))
    const page = found.slice(0, options.pageSize ?? 1_000)
    const last = page.at(-1)
    const rest =
      page.length < found.length
        ? `<IsTruncated>true</IsTruncated><NextKeyMarker>${last?.key}</NextKeyMarker><NextUploadIdMarker>${last?.id}</NextUploadIdMarker>`
        : "<IsTruncated>false</IsTruncated>"
    const items = page.map(
      ({ id, initiated, key }) =>
        `<Upload><Key>${text(key)}</Key><UploadId>${id}</UploadId><Initiated>${date(initiated)}</Initiated></Upload>`
    )
    return xml("ListMultipartUploadsResult", `<Bucket>${BUCKET}</Bucket>${rest}${items.join("")}`)
  }

  const answer = (request: Request, { key, method, query }: ReceivedRequest, body: Uint8Array): Response => {
    const uploadId = query.get("uploadId")
    if (key === "") return query.has("uploads") ? listUploads(query) : list(query)
    if (method === "GET" || method === "HEAD") return get(request, key, query)
    if (method === "PUT") return uploadId === null ? put(request, key, body) : putPart(key, query, body)
    if (method === "POST") return uploadId === null ? begin(key) : complete(key, uploadId, body)
    if (uploadId === null) objects.delete(key)
    else if (!uploads.delete(uploadId)) return failure("NoSuchUpload")
    return new Response(null, { status: 204 })
  }

  const server = Bun.serve({
    port: options.port ?? 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const url = new URL(request.url)
      const body = await request.bytes()
      const [, bucket, ...path] = decodeURIComponent(url.pathname).split("/")
      const asking: ReceivedRequest = {
        method: request.method,
        key: path.join("/"),
        query: url.searchParams,
        size: body.length
      }
      asked.push(asking)
      const refusal = refusalOf(request, body, credentials, Date.now())
      if (refusal !== undefined) refused.push(refusal)
      const response =
        refusal !== undefined
          ? failure(refusal)
          : bucket !== BUCKET
            ? failure("NoSuchBucket")
            : ((await fault(asking)) ?? answer(request, asking, body))
      response.headers.set("date", new Date(now()).toUTCString())
      return response
    }
  })

  return {
    port: server.port ?? 0,
    url: `http://127.0.0.1:${server.port}`,
    credentials,
    objects,
    uploads,
    /** Every request so far. */
    asked,
    /** Why requests were refused for their signatures. */
    refused,
    /** What is answered in place of the store's own answer, from now on. */
    setFault: (next: typeof fault) => {
      fault = next
    },
    /** Lets the store's clock go forward. */
    advance: (millis: number) => {
      ahead += millis
    },
    stop: () => server.stop(true)
  }
}

export type ObjectStore = ReturnType<typeof startObjectStore>

/** What the program is told of the store: as in `QAL_BLOBS_URL`. */
export const addressOf = (store: Pick<ObjectStore, "url">, prefix = ""): string =>
  `s3://${BUCKET}/${prefix}?endpoint=${store.url}`
