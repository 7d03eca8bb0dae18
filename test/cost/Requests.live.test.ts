/** What refused requests cost, and how long their refusals are. */
import { describe, expect, test } from "bun:test"
import { Either, Schema } from "effect"
import * as ChatRequest from "../../src/chat/ChatRequest.ts"
import { check } from "../../src/chat/Rules.ts"
import { JSON_LIMIT } from "../../src/http/Body.ts"
import * as JsonReader from "../../src/http/JsonReader.ts"
import { WITH_FILES } from "../../src/http/RouteAnnotations.ts"
import { decoder } from "../../src/http/SchemaDecoding.ts"
import { MAX_DETAILS } from "../../src/http/Validation.ts"
import * as ChatCompletions from "../../src/openai/ChatCompletions.ts"
import * as MessageReader from "../../src/sockets/MessageReader.ts"
import * as Scribe from "../../src/transcription/Api.ts"
import * as Live from "../../src/transcription/LiveApi.ts"
import { SpeechToTextRequest } from "../../src/transcription/SpeechToTextApi.ts"
import { TranslationRequest } from "../../src/translation/Api.ts"
import * as Voice from "../../src/voice/Api.ts"
import { LegacyRequest } from "../../src/voice/LegacyApi.ts"
import * as Realtime from "../../src/voice/RealtimeApi.ts"
import { expectLinear, expectWithin } from "./Growth.ts"

/** Milliseconds that nobody else is served, on a machine that is busy itself: what is refused takes a tenth of it on a free one. */
const MOST_MILLIS = 300
/** Characters of a refusal. */
const MOST_TOLD = 16_000

type Decode = (data: unknown) => Either.Either<unknown, { readonly _tag: string }>

const checkedChat: Decode = (data) =>
  Either.flatMap(ChatRequest.decode(data), (request) => check(request, [], "native"))

const checkedCompletion: Decode = (data) =>
  Either.flatMap(ChatCompletions.decode(data), ({ request }) => check(request, [], "chat_completions"))

const decoders: ReadonlyArray<readonly [name: string, decode: Decode]> = [
  ["chat", checkedChat],
  ["chat completion", checkedCompletion],
  ["speech", decoder(Voice.SpeechRequest)],
  ["estimate", decoder(Voice.EstimateRequest)],
  ["translation", decoder(TranslationRequest)],
  ["legacy audio", decoder(LegacyRequest)],
  ["realtime session", decoder(Realtime.SessionRequest)],
  ["scribe session", decoder(Scribe.SessionRequest)],
  ["speech to text", decoder(SpeechToTextRequest)]
]

const fill = (item: string, size: number, most = Number.POSITIVE_INFINITY): string => {
  const count = Math.max(1, Math.min(most, Math.floor(size / (item.length + 1))))
  return `[${Array.from({ length: count }, () => item).join(",")}]`
}
const keys = (size: number): string => Array.from({ length: Math.ceil(size / 12) }, (_, at) => `"k${at}":1`).join(",")

/** The fields of all requests: in those that lack one it is passed over. */
const FIELDS = [
  "attachment_field_names",
  "conversation_history",
  "generation_config",
  "language",
  "language_code",
  "max_audio_seconds",
  "messages",
  "output_format",
  "persona",
  "prompt",
  "request_id",
  "response_format",
  "source_language",
  "stop",
  "target_language",
  "text",
  "tool_choice",
  "tools",
  "voice_id",
  "voice_settings"
]

/** Values that are wrong for some field, or for all, of about `size` characters. */
const VALUES: ReadonlyArray<readonly [name: string, make: (size: number) => string]> = [
  ["numbers", (size) => fill("1", size)],
  ["empty texts", (size) => fill('""', size)],
  ["objects", (size) => fill("{}", size)],
  ["lists", (size) => fill("[[[]]]", size)],
  ["fields", (size) => `{${keys(size)}}`],
  ["a text", (size) => JSON.stringify("x".repeat(size))],
  ["escapes", (size) => `"${'\\"'.repeat(size / 2)}"`],
  ["halves of characters", (size) => `"${"\\ud800".repeat(size / 6)}"`],
  ["without a text form", (size) => fill('{"role":{"toString":0}}', size)],
  ["turns", (size) => fill('{"role":"user"}', size)],
  ["long turns", (size) => `[{"role":"user","parts":${fill("1", size)}}]`],
  ["turns of parts", (size) => fill(`{"role":"user","parts":${fill("{}", 200)}}`, size)],
  [
    "calls",
    (size) =>
      fill(`{"role":"assistant","tool_calls":${fill('{"id":"a","function":{"name":"n","arguments":"["}}', 500)}}`, size)
  ],
  ["messages", (size) => fill('{"role":"user","content":""}', size)],
  ["a message of parts", (size) => `[{"role":"user","content":${fill('{"type":"text","text":""}', size)}}]`],
  ["messages of bad parts", (size) => fill(`{"role":"user","content":${fill('{"type":"file"}', 200)}}`, size)],
  [
    "pictures",
    (size) => fill('{"role":"user","content":[{"type":"image_url","image_url":"data:image/png;base64,AA=="}]}', size)
  ],
  [
    "a picture",
    (size) => `[{"role":"user","content":[{"type":"image_url","image_url":"data:x;base64,${"A".repeat(size)}"}]}]`
  ],
  [
    "a wide form",
    (size) => `{"type":"json_schema","json_schema":{"name":"a","schema":{"properties":{${keys(size)}}}}}`
  ],
  ["results", (size) => fill('{"role":"tool","tool_call_id":"x","content":""}', size)],
  ["tools", (size) => fill('{"type":"function","function":{"name":"a","parameters":{"type":5,"enum":1}}}', size)],
  [
    "a wide tool",
    (size) => `[{"type":"function","function":{"name":"a","parameters":{"properties":{${keys(size)}}}}}]`
  ],
  [
    "a long name",
    (size) => `[{"type":"function","function":{"name":"a","parameters":{"properties":{"${"n".repeat(size)}":1}}}}]`
  ],
  ["nested lists", (size) => "[".repeat(size / 2) + "]".repeat(size / 2)],
  ["unfinished lists", (size) => "[".repeat(size)],
  ["an unfinished text", (size) => `"${"\\".repeat(size)}`]
]

const bodyOf = (field: string, value: string): string => `{"prompt":"x","target_language":"am","${field}":${value}}`

/** What `decode` says of a body; nothing where it is accepted. */
const refusalOf = (decode: Decode, body: string): unknown =>
  Either.match(
    Either.mapLeft(JsonReader.read(body), (reason): unknown => reason),
    {
      onLeft: (reason) => reason,
      onRight: (data) => Either.getOrUndefined(Either.flip(decode(data)))
    }
  )

const Told = Schema.Struct({
  message: Schema.String,
  details: Schema.Array(Schema.Struct({ message: Schema.String }))
})

describe.each(VALUES)("a request of %s", (name, make) => {
  test(`a request of ${name} takes time in proportion to its length, whatever the field, and is answered shortly`, async () => {
    for (const field of FIELDS) {
      for (const [request, decode] of decoders) {
        const refused = refusalOf(decode, bodyOf(field, make(64 * 1024)))
        expect(JSON.stringify(refused ?? "").length).toBeLessThan(MOST_TOLD)
        if (Schema.is(Told)(refused)) expect(refused.details.length).toBeLessThanOrEqual(MAX_DETAILS)
        if (!request.startsWith("chat") && field !== "text") continue
        await expectLinear(
          `${name} in ${field} of ${request}`,
          (size) => bodyOf(field, make(size)),
          (body) => refusalOf(decode, body),
          64 * 1024
        )
      }
    }
  })

  test(`a request of ${name} delays nobody else, though it be as long as a body may be`, async () => {
    for (const field of ["conversation_history", "tools", "attachment_field_names"]) {
      const body = bodyOf(field, make(JSON_LIMIT - 1024))
      await expectWithin(`${name} in ${field}`, MOST_MILLIS, () => refusalOf(checkedChat, body))
    }
    const body = bodyOf("messages", make(JSON_LIMIT - 1024))
    await expectWithin(`${name} in messages`, MOST_MILLIS, () => refusalOf(checkedCompletion, body))
  })
})

const refuse = (extra: object) =>
  Schema.decodeUnknownSync(Told)(
    refusalOf(checkedChat, JSON.stringify({ prompt: "x", target_language: "am", ...extra }))
  )

test("a refusal of many faults tells the first of them, and last how many more there are", () => {
  const { details, message } = refuse({ conversation_history: Array.from({ length: 100 }, () => 1) })
  expect(details).toHaveLength(MAX_DETAILS)
  expect(details.at(-1)?.message).toBe("and 81 more")
  expect(message).toEndWith("and 81 more")
  const few = refuse({ conversation_history: Array.from({ length: MAX_DETAILS }, () => 1) })
  expect(few.details).toHaveLength(MAX_DETAILS)
  expect(few.message).not.toContain("more")
})

test("a refusal of many faults counts them no further than is cheap", () => {
  const parts = Array.from({ length: 900 }, () => 1)
  const { details } = refuse({ conversation_history: Array.from({ length: 100 }, () => ({ role: "user", parts })) })
  expect(details.at(-1)?.message).toMatch(/^and at least \d+ more$/)
})

test("a refusal of a list that is too long tells one fault", () => {
  const { details } = refuse({ attachment_field_names: Array.from({ length: 20_000 }, () => 1) })
  expect(details).toEqual([{ message: "must have at most 100 names" }])
})

test("a refusal never holds what was sent", () => {
  const secret = "sk_secret".repeat(40)
  for (const field of FIELDS) {
    for (const value of [secret, [secret], { [secret]: secret }, { toString: secret }]) {
      const refused = refusalOf(checkedChat, JSON.stringify({ target_language: "am", [field]: value }))
      expect(JSON.stringify(refused ?? "")).not.toContain(secret)
    }
  }
})

test("frames of sockets are read in time in proportion to their length", async () => {
  for (const read of [
    MessageReader.messageReader(Realtime.ClientMessage),
    MessageReader.messageReader(Live.ClientMessage)
  ]) {
    for (const [name, make] of VALUES) {
      for (const field of ["type", "text", "token", "request_id", "other"]) {
        const frameOf = (size: number) => `{"type":"speech.create","${field}":${make(size)}}`
        await expectLinear(`${name} in ${field}`, frameOf, (frame) => read(frame), MessageReader.MAX_MESSAGE - 64)
      }
    }
  }
})

test("a check of the server's own that throws is a defect, and not the client's fault", () => {
  const broken = Schema.String.pipe(
    Schema.filter(() => {
      throw new Error("ours")
    })
  )
  const decode = decoder(Schema.Struct({ a: broken }))
  expect(() => decode({ a: "x" })).toThrow("ours")
  expect(() => decode({ a: "x", b: { toString: 0 } })).toThrow("ours")
})

test("JSON may be nested as deep as is said, and no deeper", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth)
  expect(Either.isRight(JsonReader.read(nested(JsonReader.MAX_DEPTH)))).toBe(true)
  expect(Either.isLeft(JsonReader.read(nested(JsonReader.MAX_DEPTH + 1)))).toBe(true)
  const flat = `[${Array.from({ length: 1_000 }, () => '"[[[{{{\\"[[["').join(",")}]`
  expect(Either.isRight(JsonReader.read(flat))).toBe(true)
})

const filled = (unit: string) => unit.repeat(Math.floor((WITH_FILES - 64) / unit.length))

test.each([
  ["spaces", `{"a":${filled(" ")}1}`],
  ["a number", `{"a":${filled("1")}}`],
  ["escaped quotes", `{"a":"${filled('\\"')}"}`],
  ["escaped backslashes", `{"a":"${filled("\\\\")}"}`],
  ["escaped letters", `{"a":"${filled("\\u0064")}"}`]
])("a body as long as one with pictures may be is refused soon where it is %s", async (name, body) => {
  expect(Either.isLeft(JsonReader.read(body))).toBe(true)
  await expectWithin(name, MOST_MILLIS, () => JsonReader.read(body))
})

test("a body as long as one with pictures may be may have each slash of its pictures escaped", () => {
  const picture = filled(`${"A".repeat(62)}\\/`)
  expect(Either.isRight(JsonReader.read(`{"a":"${picture}"}`))).toBe(true)
})

test("a body of texts is read whatever it is full of: escaped letters, spaces", () => {
  const ethiopic = "\\u1230".repeat(Math.floor(JSON_LIMIT / 6) - 2)
  expect(Either.isRight(JsonReader.read(`{"a":"${ethiopic}"}`))).toBe(true)
  expect(Either.isRight(JsonReader.read(`{"a":${" ".repeat(JSON_LIMIT - 16)}1}`))).toBe(true)
})
