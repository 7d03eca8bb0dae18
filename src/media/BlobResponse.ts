/** A stored file as an HTTP response, whole or in part. */
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import type { BlobId } from "../Domain.ts"
import { envelope, InvalidRequest } from "../Errors.ts"
import * as RequestInfo from "../http/RequestInfo.ts"
import { Blobs, type ByteRange } from "../storage/Blobs.ts"
import { select } from "./ByteRanges.ts"

/** Up to this many bytes are read at once and sent from memory: one read is quicker than opening a stream. */
const SMALL_BYTES = 256 * 1024

/** HTTP's own statuses (RFC 9110, 15.5.13 and 15.5.17), which players expect; the contract has no codes for them. */
const PRECONDITION_FAILED = 412
const RANGE_NOT_SATISFIABLE = 416

const another = new InvalidRequest({ message: "this is not the file that If-Match names", param: "If-Match" })

const noSuchRange = (size: number) =>
  new InvalidRequest({ message: `the range begins behind the end of the file, which has ${size} bytes` })

/** How a file is presented to who receives it. */
export interface Presentation {
  readonly mimeType: string
  /** The name under which a browser saves it. */
  readonly downloadName: string
  /** `inline` (the default) lets a browser play it; `attachment` makes it save it. */
  readonly disposition?: "inline" | "attachment"
}

/** RFC 6266: the name in ASCII for old readers, and all of it in UTF-8 (RFC 8187) where that is not the same. */
export const contentDisposition = (disposition: "inline" | "attachment", name: string): string => {
  const wellFormed = name.toWellFormed()
  const ascii = wellFormed.replace(/[^\x20-\x7e]|["\\/%]/gu, "_")
  if (ascii === wellFormed) return `${disposition}; filename="${ascii}"`
  const encoded = encodeURIComponent(wellFormed).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`
  )
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/**
 * Answers the current request with the file: `Range`, `If-Range`, `If-Match`,
 * `If-None-Match` and HEAD are understood. Memory stays bounded whatever its
 * size and however slowly it is read. Fails with `NotFound` when it is gone.
 */
export const serveBlob = Effect.fn("BlobResponse.serveBlob")(function* (blob: BlobId, presentation: Presentation) {
  const blobs = yield* Blobs
  const request = yield* HttpServerRequest.HttpServerRequest
  const size = yield* blobs.size(blob)
  // A file never changes under its id, so the id is a strong validator.
  const etag = `"${blob}"`
  const selection = select(request, size, etag)
  const always = { etag, "cache-control": "private", "accept-ranges": "bytes" }
  if (selection._tag === "NotModified") return HttpServerResponse.empty({ status: 304, headers: always })
  const refused = (status: number, problem: InvalidRequest, headers: Readonly<Record<string, string>>) =>
    Effect.map(RequestInfo.currentId, (id) => HttpServerResponse.unsafeJson(envelope(problem, id), { status, headers }))
  if (selection._tag === "Other") return yield* refused(PRECONDITION_FAILED, another, always)
  if (selection._tag === "Unsatisfiable") {
    const headers = { ...always, "content-range": `bytes */${size}` }
    return yield* refused(RANGE_NOT_SATISFIABLE, noSuchRange(size), headers)
  }

  const range: ByteRange = selection._tag === "Part" ? selection.range : { start: 0, end: size }
  const options = {
    status: selection._tag === "Part" ? 206 : 200,
    contentType: presentation.mimeType,
    contentLength: range.end - range.start,
    headers: {
      ...always,
      "content-disposition": contentDisposition(presentation.disposition ?? "inline", presentation.downloadName),
      "x-content-type-options": "nosniff",
      ...(selection._tag === "Part" && { "content-range": `bytes ${range.start}-${range.end - 1}/${size}` })
    }
  }
  if (request.method === "HEAD") return HttpServerResponse.raw(null, options)
  if (options.contentLength <= SMALL_BYTES) {
    return HttpServerResponse.uint8Array(yield* blobs.bytes(blob, range), options)
  }
  // Of a stream Bun says no length (oven-sh/bun#10507), whatever its kind and whatever the headers say. Players ask for a
  // range, whose answer has the file's size, and seek by that (seen in Chromium).
  // Bun answers ranges of a whole file itself, and would do so where one was
  // asked for and must not be served: there the bytes go as a stream.
  return blobs.lazy === undefined || (selection._tag === "Whole" && request.headers.range !== undefined)
    ? HttpServerResponse.stream(blobs.read(blob, range), options)
    : HttpServerResponse.raw(blobs.lazy(blob, range), options)
})
