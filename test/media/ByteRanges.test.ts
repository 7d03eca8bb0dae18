import { expect, test } from "bun:test"
import { Headers } from "@effect/platform"
import { FastCheck } from "effect"
import { contentDisposition } from "../../src/media/BlobResponse.ts"
import { type Selection, select } from "../../src/media/ByteRanges.ts"
import { longTest } from "../support/Long.ts"
import { forAll } from "../support/Property.ts"

const SIZE = 1_000
const ETAG = '"blob_a"'

const get = (headers: Record<string, string>, method = "GET", size = SIZE) =>
  select({ method, headers: Headers.fromInput(headers) }, size, ETAG)

const part = (start: number, end: number): Selection => ({ _tag: "Part", range: { start, end } })

test("every well-formed range is the part that it names, or unsatisfiable", () => {
  const position = FastCheck.nat(1_200)
  forAll({}, position, position, FastCheck.nat(1_100), (a, b, size) => {
    const [first, last] = [Math.min(a, b), Math.max(a, b)]
    const ask = (range: string) => get({ range }, "GET", size)
    const satisfiable = first < size
    expect(ask(`bytes=${first}-${last}`)).toEqual(
      satisfiable ? part(first, Math.min(last + 1, size)) : { _tag: "Unsatisfiable" }
    )
    expect(ask(`bytes=${first}-`)).toEqual(satisfiable ? part(first, size) : { _tag: "Unsatisfiable" })
    expect(ask(`bytes=-${last}`)).toEqual(
      last === 0 || size === 0 ? { _tag: "Unsatisfiable" } : part(Math.max(0, size - last), size)
    )
  })
})

test("a range that makes no sense, several ranges and other units are ignored", () => {
  for (const range of [
    "bytes=5-2",
    "bytes=",
    "bytes=-",
    "bytes=a-b",
    "bytes=0-1,5-6",
    "items=0-1",
    "0-1",
    "bytes=1--2"
  ]) {
    expect(get({ range })).toEqual({ _tag: "Whole" })
  }
})

test("positions too large for a number are past the end", () => {
  expect(get({ range: `bytes=${"9".repeat(400)}-` })).toEqual({ _tag: "Unsatisfiable" })
  expect(get({ range: `bytes=10-${"9".repeat(400)}` })).toEqual(part(10, SIZE))
})

test("no text in a Range header selects anything outside the thing", () => {
  const header = FastCheck.oneof(
    FastCheck.string(),
    FastCheck.stringMatching(/^bytes=[0-9, -]*$/),
    FastCheck.stringMatching(/^bytes=[0-9]{0,4}-[0-9]{0,4}$/)
  )
  forAll({}, header, (range) => {
    const selection = get({ range })
    if (selection._tag !== "Part") return
    expect(selection.range.start).toBeGreaterThanOrEqual(0)
    expect(selection.range.start).toBeLessThan(selection.range.end)
    expect(selection.range.end).toBeLessThanOrEqual(SIZE)
  })
})

test("only GET has ranges", () => {
  expect(get({ range: "bytes=0-1" }, "HEAD")).toEqual({ _tag: "Whole" })
})

test("a range on condition of another version, or of a date, is the whole", () => {
  expect(get({ range: "bytes=0-1", "if-range": ETAG })).toEqual(part(0, 2))
  for (const condition of ['"blob_b"', `W/${ETAG}`, "Wed, 21 Oct 2015 07:28:00 GMT"]) {
    expect(get({ range: "bytes=0-1", "if-range": condition })).toEqual({ _tag: "Whole" })
  }
})

test("who has this version is told so, before any range", () => {
  for (const known of [ETAG, `W/${ETAG}`, "*", `"x", ${ETAG}`]) {
    expect(get({ "if-none-match": known, range: "bytes=0-1" })).toEqual({ _tag: "NotModified" })
  }
  expect(get({ "if-none-match": '"x"' })).toEqual({ _tag: "Whole" })
})

longTest("a download name is kept whatever its script, and cannot break out of its header", () => {
  expect(contentDisposition("inline", "am-hamen.mp3")).toBe('inline; filename="am-hamen.mp3"')
  expect(contentDisposition("attachment", "ሰላም.mp3")).toBe(
    "attachment; filename=\"___.mp3\"; filename*=UTF-8''%E1%88%B0%E1%88%8B%E1%88%9D.mp3"
  )
  forAll({}, FastCheck.string({ unit: "binary" }), (name) => {
    const header = contentDisposition("inline", name)
    expect(header).toMatch(/^inline; filename="[^"\\]*"(; filename\*=UTF-8''[A-Za-z0-9%!~._*-]*)?$/)
    const extended = /UTF-8''(.*)$/.exec(header)?.[1]
    const kept = extended === undefined ? /filename="(.*)"$/.exec(header)?.[1] : decodeURIComponent(extended)
    expect(kept).toBe(name.toWellFormed())
  })
  expect(contentDisposition("inline", "\ud800.mp3")).toContain("filename*=UTF-8''%EF%BF%BD.mp3")
})

test("what If-Match does not name strongly is another thing, whatever else is asked for; what it names is served", () => {
  for (const named of [ETAG, `"other", ${ETAG}`, "*"]) {
    expect(get({ "if-match": named })).toEqual({ _tag: "Whole" })
    expect(get({ "if-match": named, range: "bytes=0-9" })).toEqual(part(0, 10))
    expect(get({ "if-match": named, "if-none-match": ETAG })).toEqual({ _tag: "NotModified" })
  }
  for (const named of ['"other"', `W/${ETAG}`, "", "blob_a"])
    for (const method of ["GET", "HEAD"])
      expect(get({ "if-match": named, "if-none-match": ETAG, range: "bytes=0-9" }, method)).toEqual({ _tag: "Other" })
})
