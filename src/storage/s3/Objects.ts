/**
 * The requests to an object store: objects whole and in part, their listing,
 * and uploads in parts. Keys are without the prefix. Fails with
 * `ObjectStoreError`; what is not there is an answer.
 */
import { Clock, Duration, Effect, Option, Stream } from "effect"
import type { Bucket } from "../../settings/ObjectStore.ts"
import type { ByteRange } from "../Blobs.ts"
import { ObjectStoreError } from "./ObjectStoreError.ts"
import { make as makeExchange, type ObjectResponse } from "./ObjectStoreExchange.ts"
import * as ObjectStoreXml from "./ObjectStoreXml.ts"

/** How long somebody who waits for bytes waits for a store that is gone or slow; 5 to 7 s more for the last attempt. */
const READ_PATIENCE = Duration.seconds(10)
/** The same for what is about to be paid for, and for work in the background. */
const WRITE_PATIENCE = Duration.minutes(1)

/** A part of an upload, as the store knows it. */
export interface Part {
  readonly number: number
  readonly etag: string
}

export interface ListedObject {
  readonly key: string
  /** Milliseconds since 1970, by the store's clock. */
  readonly modified: number
}

export interface Upload {
  readonly key: string
  readonly uploadId: string
  /** Milliseconds since 1970, by the store's clock. */
  readonly initiated: number
}

/** Bytes of an object, and how many it has in all. */
export interface Slice {
  readonly bytes: Uint8Array
  readonly total: number
}

const NOT_FOUND = 404
const PRECONDITION_FAILED = 412
const RANGE_NOT_SATISFIABLE = 416
const PARTIAL = 206
const NOT_IMPLEMENTED = 501

const refused = (message: string) => new ObjectStoreError({ code: "OBJECT_STORE_REFUSED", message })

/** The fields of the only element of this name; a failure where the answer has none, or is no XML. */
const fieldsOf = ({ bytes }: ObjectResponse, name: string): Effect.Effect<ObjectStoreXml.Fields, ObjectStoreError> =>
  Effect.try({
    try: () => {
      const [first] = ObjectStoreXml.elements(new TextDecoder().decode(bytes), name)
      if (first === undefined) throw refused(`the object store's answer has no ${name}`)
      return first
    },
    catch: (cause) => (cause instanceof ObjectStoreError ? cause : refused(`the object store's ${name} is no XML`))
  })

/** When the store answered, by its own clock; by ours where it does not say. */
const timeOf = ({ headers }: ObjectResponse): Effect.Effect<number> => {
  const said = Date.parse(headers.get("date") ?? "")
  return Number.isNaN(said) ? Clock.currentTimeMillis : Effect.succeed(said)
}

const totalIn = (headers: Headers): number => Number(/\/(\d+)$/.exec(headers.get("content-range") ?? "")?.[1])

export type Objects = ReturnType<typeof make>

export const make = (bucket: Bucket) => {
  const { ask, presign } = makeExchange(bucket)
  const { prefix } = bucket

  const head = (key: string) =>
    Effect.map(ask({ method: "HEAD", key, accepts: [NOT_FOUND] }, READ_PATIENCE), ({ headers, status }) =>
      status === NOT_FOUND ? Option.none() : Option.some(Number(headers.get("content-length")))
    )

  const whole = (key: string) =>
    Effect.map(ask({ method: "GET", key, accepts: [NOT_FOUND] }, READ_PATIENCE), (answer) =>
      answer.status === NOT_FOUND ? Option.none() : Option.some(answer)
    )

  /** Behind the end there are no bytes. */
  const slice = Effect.fnUntraced(function* (key: string, { end, start }: ByteRange) {
    const length = end - start
    if (length <= 0) return Option.map(yield* head(key), (total): Slice => ({ bytes: new Uint8Array(0), total }))
    const headers = { range: `bytes=${start}-${end - 1}` }
    const accepts = [NOT_FOUND, RANGE_NOT_SATISFIABLE]
    const answer = yield* ask({ method: "GET", key, headers, accepts, expects: length }, READ_PATIENCE)
    if (answer.status === NOT_FOUND) return Option.none()
    if (answer.status === RANGE_NOT_SATISFIABLE) return Option.some<Slice>({ bytes: new Uint8Array(0), total: start })
    const total = totalIn(answer.headers)
    if (answer.status !== PARTIAL || answer.bytes.length > length || Number.isNaN(total)) {
      return yield* refused("the object store does not answer ranges")
    }
    return Option.some<Slice>({ bytes: answer.bytes, total })
  })

  const put = (key: string, body: Uint8Array<ArrayBuffer>) =>
    Effect.asVoid(ask({ method: "PUT", key, body }, WRITE_PATIENCE))

  /** Writes where there is nothing yet, as far as the store can tell; a store that cannot is written to anyway. */
  const putNew = (key: string, body: Uint8Array<ArrayBuffer>) =>
    Effect.flatMap(
      ask(
        {
          method: "PUT",
          key,
          body,
          headers: { "if-none-match": "*" },
          accepts: [PRECONDITION_FAILED, NOT_IMPLEMENTED]
        },
        WRITE_PATIENCE
      ),
      ({ status }) => (status === NOT_IMPLEMENTED ? put(key, body) : Effect.void)
    )

  const remove = (key: string) => Effect.asVoid(ask({ method: "DELETE", key, accepts: [NOT_FOUND] }, WRITE_PATIENCE))

  const ourKey = (key: string, encoding: string | undefined): string => {
    const text = encoding === "url" ? decodeURIComponent(key.replaceAll("+", "%20")) : key
    return text.slice(prefix.length)
  }

  /** Pages of a listing: `next` makes the query for what follows one, or none. */
  const pages = (
    root: string,
    first: Readonly<Record<string, string>>,
    next: (fields: ObjectStoreXml.Fields) => Readonly<Record<string, string>>
  ) =>
    Stream.paginateEffect(first, (query) =>
      Effect.gen(function* () {
        const answer = yield* ask({ method: "GET", query: { ...query, "encoding-type": "url" } }, WRITE_PATIENCE)
        const fields = yield* fieldsOf(answer, root)
        const text = new TextDecoder().decode(answer.bytes)
        const rest = fields.IsTruncated === "true" ? Option.some({ ...first, ...next(fields) }) : Option.none()
        return [{ text, encoding: fields.EncodingType }, rest] as const
      })
    )

  /** The objects whose keys begin with `folder`, in the order of their keys, from behind `after`. */
  const list = (folder: string, after?: string): Stream.Stream<ListedObject, ObjectStoreError> => {
    const from: Readonly<Record<string, string>> = after === undefined ? {} : { "start-after": `${prefix}${after}` }
    return pages("ListBucketResult", { "list-type": "2", prefix: `${prefix}${folder}`, ...from }, (fields) => ({
      "continuation-token": fields.NextContinuationToken ?? ""
    })).pipe(
      Stream.mapConcat(({ encoding, text }) =>
        ObjectStoreXml.elements(text, "Contents").map(
          ({ Key = "", LastModified = "" }): ListedObject => ({
            key: ourKey(Key, encoding),
            modified: Date.parse(LastModified)
          })
        )
      )
    )
  }

  /** Uploads in parts that were begun and neither completed nor aborted. */
  const uploads = (folder: string): Stream.Stream<Upload, ObjectStoreError> =>
    pages("ListMultipartUploadsResult", { uploads: "", prefix: `${prefix}${folder}` }, (fields) => ({
      "key-marker": fields.NextKeyMarker ?? "",
      "upload-id-marker": fields.NextUploadIdMarker ?? ""
    })).pipe(
      Stream.mapConcat(({ encoding, text }) =>
        ObjectStoreXml.elements(text, "Upload").map(
          ({ Initiated = "", Key = "", UploadId = "" }): Upload => ({
            key: ourKey(Key, encoding),
            uploadId: UploadId,
            initiated: Date.parse(Initiated)
          })
        )
      )
    )

  const begin = (key: string) =>
    ask({ method: "POST", key, query: { uploads: "" } }, WRITE_PATIENCE).pipe(
      Effect.flatMap((answer) => fieldsOf(answer, "InitiateMultipartUploadResult")),
      Effect.flatMap(({ UploadId }) =>
        UploadId ? Effect.succeed(UploadId) : refused("the object store began an upload without an id")
      )
    )

  const putPart = (key: string, uploadId: string, number: number, body: Uint8Array<ArrayBuffer>) =>
    Effect.map(
      ask({ method: "PUT", key, body, query: { partNumber: String(number), uploadId } }, WRITE_PATIENCE),
      ({ headers }): Part => ({ number, etag: headers.get("etag") ?? "" })
    )

  /** All of the object's parts, in order. Its bytes are under its key once this has succeeded, and not before. */
  const complete = Effect.fnUntraced(function* (key: string, uploadId: string, parts: ReadonlyArray<Part>) {
    const listed = parts.map(
      ({ etag, number }) => `<Part><PartNumber>${number}</PartNumber><ETag>${ObjectStoreXml.escape(etag)}</ETag></Part>`
    )
    const body = new TextEncoder().encode(`<CompleteMultipartUpload>${listed.join("")}</CompleteMultipartUpload>`)
    const answer = yield* ask({ method: "POST", key, body, query: { uploadId } }, WRITE_PATIENCE)
    return yield* fieldsOf(answer, "CompleteMultipartUploadResult")
  })

  const abort = (key: string, uploadId: string) =>
    Effect.asVoid(ask({ method: "DELETE", key, query: { uploadId }, accepts: [NOT_FOUND] }))

  return {
    head,
    whole,
    slice,
    put,
    putNew,
    /** Once, for whoever wants to know whether it can be done now. */
    putOnce: (key: string, body: Uint8Array<ArrayBuffer>) => Effect.asVoid(ask({ method: "PUT", key, body })),
    remove,
    list,
    uploads,
    begin,
    putPart,
    complete,
    abort,
    presign,
    timeOf
  }
}
