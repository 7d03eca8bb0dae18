/** `Range` requests over a thing of known size and one strong entity tag (RFC 9110, sections 13 and 14). */
import type * as Headers from "@effect/platform/Headers"
import { names, namesStrongly } from "../http/EntityTag.ts"
import type { ByteRange } from "../storage/Blobs.ts"

/** What part of the thing a request is answered with. */
export type Selection =
  | { readonly _tag: "Whole" }
  | { readonly _tag: "Part"; readonly range: ByteRange }
  | { readonly _tag: "Unsatisfiable" }
  | { readonly _tag: "NotModified" }
  /** It is not the thing that `If-Match` names. */
  | { readonly _tag: "Other" }

const whole: Selection = { _tag: "Whole" }
const unsatisfiable: Selection = { _tag: "Unsatisfiable" }

/** One range; several at once, or another unit, may be ignored, and are. */
const RANGE = /^bytes=\s*(\d*)-(\d*)\s*$/i

const part = (start: number, end: number, size: number): Selection =>
  start < size ? { _tag: "Part", range: { start, end: Math.min(end, size) } } : unsatisfiable

const selectRange = (header: string, size: number): Selection => {
  const match = RANGE.exec(header)
  const [first, last] = [match?.[1] ?? "", match?.[2] ?? ""]
  if (first === "") {
    if (last === "") return whole
    const suffix = Number(last)
    return suffix === 0 ? unsatisfiable : part(Math.max(0, size - suffix), size, size)
  }
  if (last !== "" && Number(last) < Number(first)) return whole
  return part(Number(first), last === "" ? size : Number(last) + 1, size)
}

/** What to answer, in the order of section 13.2.2. Only GET has ranges; a thing without a date matches no `If-Range` date. */
export const select = (
  request: { readonly method: string; readonly headers: Headers.Headers },
  size: number,
  etag: string
): Selection => {
  const wanted = request.headers["if-match"]
  if (wanted !== undefined && !namesStrongly(wanted, etag)) return { _tag: "Other" }
  const known = request.headers["if-none-match"]
  if (known !== undefined && names(known, etag)) return { _tag: "NotModified" }
  const range = request.headers.range
  if (range === undefined || request.method !== "GET") return whole
  const condition = request.headers["if-range"]
  return condition === undefined || condition.trim() === etag ? selectRange(range, size) : whole
}
