import { expect, test } from "bun:test"
import { Either, FastCheck, Option } from "effect"
import * as MessageReader from "../../src/sockets/MessageReader.ts"
import { ClientMessage as ScribeMessage } from "../../src/transcription/LiveApi.ts"
import { ClientMessage as SpeechMessage } from "../../src/voice/RealtimeApi.ts"
import { forAll } from "../support/Property.ts"

type Read = (frame: string | Uint8Array) => Either.Either<unknown, MessageReader.InvalidMessage>
const readers: ReadonlyArray<Read> = [
  MessageReader.messageReader(SpeechMessage),
  MessageReader.messageReader(ScribeMessage)
]

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)
/** Bytes of a client's frame that may be told back. */
const MOST_TOLD = 8_000

/** What has no text form, or an odd one, in JavaScript. */
const ODD = [
  '{"toString":0}',
  '{"toString":null,"valueOf":1}',
  '{"valueOf":0}',
  '{"constructor":{"name":{"toString":0}}}',
  '{"__proto__":{"toString":0}}',
  '{"\\u005f_proto__":null}',
  '{"toJSON":1}',
  '[{"toString":0}]',
  '[[[{"toString":{}}]]]',
  nested(90, "[", "]"),
  nested(5_000, "[", "]"),
  nested(10_000, '{"a":[', "]}").replace("[]", "[1]"),
  `"${"x".repeat(60_000)}"`,
  "1e999",
  "-0",
  "null",
  "[]",
  '"\\ud800"',
  '"\\u0000"'
]

const FRAMES = ODD.flatMap((odd) => [
  odd,
  `{"type":${odd}}`,
  `{"type":"session.authenticate","token":${odd}}`,
  `{"type":"speech.create","text":${odd},"request_id":${odd}}`,
  `{"request_id":${odd},"type":"text.commit"}`,
  `{"type":"ping","type":${odd}}`
]).concat([
  "",
  "\ufeff{}",
  "\0",
  "{",
  "{}",
  '{"type":',
  '{"type":"ping"}}',
  "\ud800",
  '{"type":"__proto__"}',
  '{"type":"toString"}'
])

const check = (frame: string | Uint8Array) => {
  for (const read of readers) {
    const outcome = read(frame)
    if (Either.isRight(outcome)) continue
    const { problem } = outcome.left
    expect(["INVALID_REQUEST", "VALIDATION_ERROR", "PAYLOAD_TOO_LARGE"]).toContain(problem._tag)
    expect(JSON.stringify(problem).length).toBeLessThan(MOST_TOLD)
  }
}

test("a frame of any of the hostile kinds is read as a message, or refused with what was wrong", () => {
  for (const frame of FRAMES) check(frame)
  check(new Uint8Array(0))
})

test("a frame of any JSON or text is read as a message, or refused with what was wrong", () => {
  const value = FastCheck.json({ noUnicodeString: false })
  forAll({}, value, FastCheck.constantFrom("type", "token", "text", "request_id"), (json, field) => {
    check(json)
    check(`{"type":"speech.create","${field}":${json}}`)
  })
  forAll({}, FastCheck.string({ unit: "binary" }), check)
})

test("a field of a frame that has no text form is named in the refusal", () => {
  for (const read of readers) {
    const outcome = read('{"type":{"toString":0},"request_id":"r1"}')
    const { problem, requestId } = Either.getOrThrow(Either.flip(outcome))
    expect(problem).toMatchObject({ _tag: "VALIDATION_ERROR", param: "type" })
    expect(Option.map(requestId, String)).toEqual(Option.some("r1"))
  }
})

test("a frame that is nested too deep is refused as such", () => {
  const [read] = readers
  const outcome = read?.(nested(5_000, "[", "]"))
  expect(outcome).toMatchObject({ left: { problem: { message: "the message is nested deeper than 100 levels" } } })
})
