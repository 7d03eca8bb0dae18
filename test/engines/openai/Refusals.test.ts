/** What engines mean that refuse: by their own published words, whole, within a stream, and with status 200. */
import { expect, test } from "bun:test"
import { Effect, Option, Redacted } from "effect"
import type { EngineFailure } from "../../../src/Errors.ts"
import { make } from "../../../src/engines/openai/AttachedTextModel.ts"
import { wordsIn } from "../../../src/engines/openai/RefusalWords.ts"
import { LONGEST_SENTENCE, redactedSentence } from "../../../src/engines/openai/Sentence.ts"
import { briefly } from "../../support/Briefly.ts"
import { run } from "../../support/EffectBody.ts"
import { chunk, event, failureOf, generate, hear, limits, type StreamEvent, sse, stream } from "./chat.ts"
import { type Refusal, refusals, responseOf } from "./refusals.ts"
import { upstream } from "./server.ts"

const named = (all: ReadonlyArray<Refusal>) =>
  all.map((one) => [`${one.server} ${one.status} ${briefly(one.body)}`, one] as const)

const expectMeaning = ({ means, tells }: Refusal, asked: Effect.Effect<unknown, EngineFailure>) =>
  means === "safety"
    ? Effect.map(asked, (answer) => expect(JSON.stringify(answer)).toContain('"finishReason":"safety"'))
    : Effect.map(failureOf(asked), ({ _tag, message }) => {
        expect(_tag).toBe(means)
        expect(message).toMatch(new RegExp(tells))
      })

test.each(named(refusals))("a refusal says which: %s", (_, one) =>
  run(function* () {
    const server = yield* upstream(() => responseOf(one))
    yield* expectMeaning(one, Effect.scoped(generate(server.endpoint)))
    // Only a 400 that may be about a field is followed by another try, without that.
    if (one.means !== "PROVIDER_ERROR") expect(server.asked.length).toBe(1)
  })
)

const isInWords = ({ body, status }: Refusal): boolean =>
  typeof body === "object" && status < 404 && !Array.isArray(body)

test.each(named(refusals.filter(isInWords)))("it says the same within a stream: %s", (_, one) =>
  run(function* () {
    const error = { ...Object(one.body), code: one.status }
    const server = yield* upstream(() => sse(event(chunk({ content: "ሰላ" })) + event(error)))
    yield* expectMeaning(one, Effect.scoped(stream(server.endpoint)))
    expect(server.asked.length).toBe(1)
  })
)

const OVERFLOW = "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens."

test.each([
  ["status 200 and an error", () => Response.json({ error: { message: OVERFLOW } })],
  ["status 200 and an error of its own kind", () => Response.json({ object: "error", message: OVERFLOW, code: 400 })],
  ["status 500", () => Response.json({ error: { message: OVERFLOW } }, { status: 500 })],
  ["an event with that name", () => sse(`event: error\ndata: ${JSON.stringify({ message: OVERFLOW })}\n\n`)],
  ["an event with that name, in words", () => sse(`event: error\ndata: ${OVERFLOW}\n\n`)]
])("a prompt that is too long is known as such with %s, and not sent again", (_, answer) =>
  run(function* () {
    const server = yield* upstream(answer)
    const { _tag, message } = yield* failureOf(generate(server.endpoint))
    expect([_tag, message]).toEqual([
      "TEXT_TOO_LONG",
      "the text is too long for the text engine: 5000 tokens were asked of it, and it holds 4096"
    ])
    expect(server.asked.length).toBe(1)
  })
)

test("what an engine filters while it answers ends the answer there, with what was said before", () =>
  run(function* () {
    const error = { error: { code: "content_filter", message: "no" } }
    const server = yield* upstream(() => sse(event(chunk({ content: "ሰላ" })) + event(error)))
    const heard: Array<StreamEvent> = []
    yield* hear(yield* make(server.endpoint, limits), heard)
    expect(heard).toEqual([
      { _tag: "Text", text: "ሰላ" },
      { _tag: "Finished", finishReason: "safety", usage: Option.none() }
    ])
  }))

test("a wait that a server asks for is kept, whatever it says beside it", () =>
  run(function* () {
    const words = "Rate limit reached on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000."
    const server = yield* upstream(() =>
      Response.json({ error: { message: words } }, { status: 429, headers: { "retry-after": "30" } })
    )
    expect(yield* failureOf(generate(server.endpoint))).toMatchObject({
      _tag: "PROVIDER_UNAVAILABLE",
      retryAfter: 30
    })
  }))

const KEY = "my-own-key"
const shown = (said: unknown) =>
  redactedSentence(wordsIn(said), {
    model: "gemini-2.5-flash-preview-09-2025",
    apiKey: Option.some(Redacted.make(KEY))
  })

test.each([
  [{ error: { message: `bad key ${KEY}` } }, "bad key …"],
  ["Incorrect API key provided: sk-abc***xyz. You can find it", "Incorrect API key provided: … You can find it"],
  ["token AIzaSyA1234567890abcdefghijklmnopqrstu", "token …"],
  ["at https://x.example/v1?key=abcd1234&alt=sse", "at https://x.example/v1?key=…&alt=sse"],
  ["Authorization: Bearer abcdefgh", "Authorization: Bearer …"],
  ["gsk_abcdefghijklmnop1234 is revoked", "… is revoked"],
  ["of 0123456789abcdef0123456789abcdef", "of …"],
  ["model gemini-2.5-flash-preview-09-2025 is gone", "model gemini-2.5-flash-preview-09-2025 is gone"],
  ["two\n\tlines", "two lines"]
])("of what an engine said its operator sees nothing like a key: %j", (said, expected) => {
  expect(shown(said)).toBe(expected)
})

test("of what an engine said its operator sees the beginning", () => {
  const sentence = shown("ab ".repeat(400))
  expect(sentence.length).toBe(LONGEST_SENTENCE)
  expect(sentence.endsWith("…")).toBe(true)
})

test("an answer that the server behind a gateway has filtered is safety, though the gateway calls it a stop", () =>
  run(function* () {
    const choice = { index: 0, message: { role: "assistant", content: "" }, finish_reason: "stop" }
    const server = yield* upstream(() =>
      Response.json({ choices: [{ ...choice, native_finish_reason: "SAFETY" }], usage: { prompt_tokens: 5 } })
    )
    const { finishReason, isFiltered } = yield* Effect.scoped(generate(server.endpoint))
    expect({ finishReason, isFiltered }).toEqual({ finishReason: "safety", isFiltered: true })
  }))
