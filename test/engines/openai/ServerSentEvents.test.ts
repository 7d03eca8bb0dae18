import { expect, test } from "bun:test"
import { FastCheck } from "effect"
import { make, type ServerSentEvent } from "../../../src/engines/openai/ServerSentEvents.ts"
import { forAll } from "../../support/Property.ts"

const parse = (pieces: ReadonlyArray<Uint8Array>): ReadonlyArray<ServerSentEvent> => {
  const parser = make()
  return [...pieces.flatMap((piece) => parser.feed(piece)), ...parser.end()]
}
const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const data = (text: string) => parse([encode(text)]).map((event) => event.data)

test.each([
  ["line ends of any kind", "data: a\n\ndata: b\r\n\r\ndata: c\r\r", ["a", "b", "c"]],
  ["several data lines", "data: a\ndata: b\ndata:\ndata: c\n\n", ["a\nb\n\nc"]],
  ["no space after the colon", "data:a\n\n", ["a"]],
  ["comments and keep-alives between", ": hi\n\n:\n\ndata: a\n: x\n\n: bye\n\n", ["a"]],
  ["other fields", "id: 1\nretry: 5\nfoo: bar\nfoo\ndata: a\n\n", ["a"]],
  ["a byte order mark before it", "\ufeffdata: a\n\n", ["a"]],
  ["no blank line after the last", "data: a\n\ndata: b", ["a", "b"]],
  ["nothing", "", []]
])("an event is read with %s", (_, text, read) => expect(data(text)).toEqual(read))

test("an event has the name that its server gave, or `message`", () => {
  expect(parse([encode("event: error\ndata: a\n\ndata: b\n\n")])).toEqual([
    { name: "error", data: "a" },
    { name: "message", data: "b" }
  ])
})

test("a field that is named error is an event of that name, as llama.cpp sends it, and so is a line of JSON that says so", () => {
  expect(parse([encode('data: a\n\nerror: {"code":500}\n\n{"error":"x"}\n\nerrors: b\n\n')])).toEqual([
    { name: "message", data: "a" },
    { name: "error", data: '{"code":500}' },
    { name: "error", data: '{"error":"x"}' }
  ])
})

test("an event without end is cut off", () => {
  const parser = make()
  const line = encode(`data: ${"a".repeat(1024 * 1024)}\n`)
  expect(() => {
    for (let i = 0; i < 8; i++) parser.feed(line)
  }).toThrow()
})

const end = FastCheck.constantFrom("\n", "\r\n", "\r")
const value = FastCheck.string({ unit: "binary", maxLength: 12 }).map((text) =>
  text.replace(/[\r\n\ud800-\udfff\0]/g, "ሰ😀")
)
const line = FastCheck.oneof(
  value.map((text) => `data: ${text}`),
  value.map((text) => `data:${text}`),
  value.map((text) => `: ${text}`),
  FastCheck.constantFrom("event: error", "id: 7", "retry: 10", "unknown: field", "data")
)
const block = FastCheck.tuple(FastCheck.array(line, { minLength: 1, maxLength: 4 }), end).map(
  ([lines, mark]) => lines.join(mark) + mark + mark
)
const body = FastCheck.array(block, { maxLength: 6 }).map((blocks) => encode(blocks.join("")))

test("events are the same however their bytes are cut", () => {
  forAll({ numRuns: 500 }, body, FastCheck.infiniteStream(FastCheck.integer({ min: 1, max: 9 })), (bytes, sizes) => {
    const pieces: Array<Uint8Array> = []
    for (let at = 0; at < bytes.length; ) {
      const size = sizes.next().value
      pieces.push(bytes.slice(at, at + size))
      at += size
    }
    expect(parse(pieces)).toEqual(parse([bytes]))
  })
})
