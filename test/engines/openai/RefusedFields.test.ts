/** Which fields a refusal is about: those that it names itself. What it echoes, and what was only tried, keeps no field out. */
import { expect, test } from "bun:test"
import { Effect, Option } from "effect"
import { make } from "../../../src/engines/openai/AttachedTextModel.ts"
import { refusedFields } from "../../../src/engines/openai/RefusedFields.ts"
import type { TextRequest } from "../../../src/engines/TextModel.ts"
import { run } from "../../support/EffectBody.ts"
import { completion, failureOf, limits, request, user } from "./chat.ts"
import { type ReceivedRequest, upstream } from "./server.ts"

const settings: Partial<TextRequest> = {
  temperature: Option.some(0.7),
  topP: Option.some(0.9),
  topK: Option.some(40),
  maxOutputTokens: Option.some(500)
}
const NAMES = ["temperature", "top_p", "top_k", "max_tokens", "stream_options"] as const
const sentIn = ({ body }: ReceivedRequest) => NAMES.filter((name) => name in body)

/** A server that refuses the first request with this, and takes all others; what of a request and of the next it is sent. */
const refusedOnce = (refusal: (asked: ReceivedRequest) => unknown, status = 400) =>
  Effect.gen(function* () {
    const server = yield* upstream((asked, count) => {
      const said = count === 0 ? refusal(asked) : undefined
      if (said === undefined) return Response.json(completion({ content: "ሰላም" }))
      return typeof said === "string" ? new Response(said, { status }) : Response.json(said, { status })
    })
    const model = yield* make(server.endpoint, limits)
    yield* Effect.either(model.generate(request(settings)))
    yield* model.generate(request(settings))
    return { tried: server.asked.slice(1, -1).map(sentIn), next: server.asked.slice(-1).map(sentIn)[0] }
  })

const long = "ሰላም ".repeat(2_000)
const printed = (body: object) => JSON.stringify(body).replaceAll('"', "'")
const error = (message: string, rest: object = {}) => ({ error: { message, type: "invalid_request_error", ...rest } })

const echoes: ReadonlyArray<readonly [name: string, refusal: (asked: ReceivedRequest) => unknown]> = [
  ["beside the message", ({ body }) => ({ ...error("the prompt is odd"), request: body })],
  ["in the error", ({ body }) => error("the prompt is odd", { body })],
  [
    "by pydantic",
    ({ body }) => ({
      detail: [
        { type: "string_type", loc: ["body", "messages", 0, "content"], msg: "Input should be a string", input: body }
      ]
    })
  ],
  ["as JSON in the sentence", ({ body }) => error(`Bad request: ${JSON.stringify(body)} has an odd prompt`)],
  ["as Python in the sentence", ({ body }) => error(`Bad request ${printed(body)}`)],
  [
    "by pydantic in the sentence",
    ({ body }) =>
      error(`1 validation error for Request\n  Value error, odd [type=value_error, input_value=${printed(body)}`)
  ],
  ["as a text", ({ body }) => `the prompt is odd: ${JSON.stringify(body)}`],
  [
    "before its end is cut off",
    ({ body }) => ({ request: body, messages: [{ role: "user", content: long }], ...error("odd") })
  ],
  ["behind the message, and cut off", ({ body }) => ({ ...error("odd"), request: { ...body, prompt: long } })]
]
test.each(echoes)("a field of a request that is echoed in a refusal is sent on: %s", (_, refusal) =>
  run(function* () {
    const { next, tried } = yield* refusedOnce(refusal)
    for (const sent of [...tried, next]) expect(sent).toEqual(expect.arrayContaining(["temperature", "top_p"]))
    expect(next).toEqual([...NAMES])
  })
)

const named: ReadonlyArray<readonly [name: string, refusal: unknown]> = [
  ["OpenAI's param", error("no", { param: "top_k" })],
  ["a sentence", error("Unrecognized request argument supplied: top_k")],
  [
    "pydantic's loc",
    { detail: [{ type: "extra_forbidden", loc: ["body", "top_k"], msg: "Extra inputs are not permitted", input: 40 }] }
  ],
  [
    "pydantic's loc in Python's print",
    error(
      "[{'type': 'extra_forbidden', 'loc': ('body', 'top_k'), 'msg': 'Extra inputs are not permitted', 'input': {'model': 'm', 'temperature': 1}}]"
    )
  ],
  ["Gemini's field", [{ error: { code: 400, message: "bad", details: [{ fieldViolations: [{ field: "top_k" }] }] } }]],
  [
    "Gemini's sentence",
    [{ error: { code: 400, message: 'Invalid JSON payload received. Unknown name "top_k": Cannot find field.' } }]
  ],
  ["Groq's sentence", error("property 'top_k' is unsupported")],
  [
    "LiteLLM's list",
    error("litellm.UnsupportedParamsError: m does not support parameters: {'top_k': 40}, for model=m")
  ],
  ["errors by field", { errors: { top_k: ["Unknown field."] } }],
  ["a sentence whose end is cut off", { ...error("top_k is not supported"), request: long }]
]
test.each(named)("a field that a refusal names is left out, from then on: %s", (_, refusal) =>
  run(function* () {
    for (const status of [400, 422]) {
      const { next, tried } = yield* refusedOnce(() => refusal, status)
      const others = NAMES.filter((name) => name !== "top_k")
      expect({ tried, next }).toEqual({ tried: [others], next: others })
    }
  })
)

test.each([
  ["its value", error("Invalid max_tokens value, the valid range of max_tokens is [1, 400]"), "max_tokens"],
  ["its value, by param", error("must be at most 20", { param: "top_k" }), "top_k"],
  ["its value beside another", error("top_p must be less than 0.8"), "top_p"],
  ["two that do not go together", error("temperature and top_p cannot both be specified"), "top_p"],
  ["what is set beside it", error("top_p is not supported when temperature is set"), "top_p"]
])("a field that is refused for %s is left out of that request alone", (_, refusal, field) =>
  run(function* () {
    const { next, tried } = yield* refusedOnce(() => refusal)
    expect(tried[0]).not.toContain(field)
    expect(next).toEqual([...NAMES])
  })
)

test("all fields that a refusal says not to be taken are left out, from then on", () =>
  run(function* () {
    const { next, tried } = yield* refusedOnce(() => error("stream_options and top_k are not supported"))
    const others = NAMES.filter((name) => name !== "top_k" && name !== "stream_options")
    expect({ tried, next }).toEqual({ tried: [others], next: others })
  }))

test.each([
  ["another field", error("is odd", { param: "messages" })],
  ["a place in the messages", { detail: [{ loc: ["body", "messages", 0, "content"], msg: "is odd" }] }]
])("nothing is left out where a refusal names %s", (_, refusal) =>
  run(function* () {
    const { next, tried } = yield* refusedOnce(() => refusal)
    expect([tried, next]).toEqual([[], [...NAMES]])
  })
)

test("what was left out by trial of one request is sent with every other, however often that helped", () =>
  run(function* () {
    const server = yield* upstream(({ body }) =>
      "top_k" in body && JSON.stringify(body).includes("ክፉ")
        ? new Response("whisper", { status: 400 })
        : Response.json(completion({ content: "ሰላም" }))
    )
    const model = yield* make(server.endpoint, limits)
    for (let again = 0; again < 5; again++) {
      yield* model.generate(request({ ...settings, messages: [user("ክፉ")] }))
      yield* model.generate(request(settings))
      expect(server.asked.slice(-3).map(sentIn)).toEqual([
        [...NAMES],
        ["temperature", "top_p", "max_tokens"],
        [...NAMES]
      ])
    }
  }))

test("a field of the history that a refusal names by its place is the one that is left out", () => {
  const { places } = refusedFields(
    JSON.stringify({
      message:
        "messages.2.assistant.reasoning_content: property 'messages.2.assistant.reasoning_content' is unsupported",
      param: "messages.2.assistant.reasoning_content"
    })
  )
  expect(places).toEqual([["messages", "2", "assistant", "reasoning_content"]])
})

test.each(["{".repeat(50_000), "([{".repeat(20_000), `${'{"a":'.repeat(5_000)}1`, '{"error":{"message":"\\'])(
  "a refusal that is no whole JSON is read in time in line with its length: %#",
  (body) => {
    const { places } = refusedFields(body)
    expect(places).toEqual([])
  }
)

test("a model that refuses a field that is no longer sent is tried once without what not every server knows", () =>
  run(function* () {
    const server = yield* upstream(() => Response.json(error("top_k is not supported"), { status: 400 }))
    const model = yield* make(server.endpoint, limits)
    expect((yield* failureOf(model.generate(request(settings))))._tag).toBe("PROVIDER_ERROR")
    expect(server.asked.length).toBe(3)
  }))
