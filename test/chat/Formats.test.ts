/** Answers in JSON, calls while streaming, ids of calls, and what a protocol writes beside the answer. */
import { describe, expect, test } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Option } from "effect"
import * as Money from "../../src/billing/Money.ts"
import { Wallet } from "../../src/billing/Wallet.ts"
import { Chat } from "../../src/chat/Chat.ts"
import type { ChatCommand } from "../../src/chat/ChatCommand.ts"
import { statement } from "../../src/storage/Statement.ts"
import { collect } from "../support/Events.ts"
import { answerTo, asked, calls, completion, newWallet, OPENING, says, scripted, usage, withChat } from "./World.ts"

const messages = [{ role: "user", content: "who?" }]
const schema = { type: "object", properties: { age: { type: "integer" } }, required: ["age"] }
const structured = { messages, response_format: { type: "json_schema", json_schema: { name: "person", schema } } }
const object = { messages, response_format: { type: "json_object" } }
const tools = [
  {
    type: "function",
    function: { name: "weather", parameters: { type: "object", properties: { city: { type: "string" } } } }
  }
]

/** The pieces and the end of a streamed answer. */
const streamed = (request: ChatCommand) =>
  Effect.gen(function* () {
    const submission = yield* (yield* Chat).ask(request)
    if (submission._tag === "Replayed") return yield* Effect.dieMessage("a replay")
    const pieces = yield* collect(submission.events)
    return { pieces, end: yield* Effect.either(submission.settled) }
  })

const spent = (id: Parameters<typeof completion>[0]) =>
  Effect.map(
    Effect.flatMap(Wallet, (wallet) => wallet.get(id)),
    ({ balance, held }) => {
      expect(held).toBe(Money.zero)
      return Money.subtract(OPENING, balance)
    }
  )

describe("an answer in JSON", () => {
  test.each([
    ["that is none", "sorry"],
    ["that does not fit", '{"age":"old"}'],
    ["that is no object", "[1]"]
  ])("an answer in JSON %s is asked for once more, and one answer is charged", (_, wrong) => {
    const { asked: seen, model } = scripted([says(wrong), says('{"age":32}', { usage: usage(2_000, 100) })])
    return withChat(model, function* () {
      const id = yield* newWallet()
      const { answer } = yield* answerTo(completion(id, structured))
      expect(answer.response_text).toBe('{"age":32}')
      expect(answer.usage_metadata).toMatchObject({ prompt_token_count: 1_000, candidates_token_count: 100 })
      expect(seen).toHaveLength(2)
      expect(seen[1]).toEqual(seen[0])
    })
  })

  test("an answer in JSON that is wrong twice is PROVIDER_ERROR, and nothing is charged", () =>
    withChat(scripted([says("sorry")]).model, function* () {
      const id = yield* newWallet()
      expect((yield* Effect.flip(answerTo(completion(id, object))))._tag).toBe("PROVIDER_ERROR")
      expect(yield* spent(id)).toBe(Money.zero)
    }))

  test("an answer in JSON is taken out of the code fence that models put around it", () =>
    withChat(scripted([says('```json\n{"age":1}\n```')]).model, function* () {
      const { answer } = yield* answerTo(completion(yield* newWallet(), structured))
      expect(answer.response_text).toBe('{"age":1}')
    }))

  test("an answer in JSON that is cut, or that the model declines, is passed on with its reason", () =>
    withChat(
      scripted([says('{"ag', { finishReason: "length" }), says("no", { finishReason: "safety" })]).model,
      function* () {
        const id = yield* newWallet()
        expect((yield* answerTo(completion(id, structured))).answer.finish_reason).toBe("length")
        expect((yield* answerTo(completion(id, structured))).answer.finish_reason).toBe("safety")
      }
    ))

  test("a streamed answer in JSON goes out as it comes; one that proves wrong fails and is not charged", () =>
    withChat(scripted([says('{"age":1}'), says('{"age":"x"}')]).model, function* () {
      const id = yield* newWallet()
      const request = completion(id, { ...structured, stream: true })
      const good = yield* streamed(request)
      expect([good.pieces.join(""), good.end._tag]).toEqual(['{"age":1}', "Right"])
      const before = yield* spent(id)
      const bad = yield* streamed(request)
      expect(bad.pieces.join("")).toBe('{"age":"x"}')
      expect(bad.end).toMatchObject({ left: { _tag: "PROVIDER_ERROR" } })
      expect(yield* spent(id)).toBe(before)
    }))

  test("the JSON format of an answer reaches every engine, as a setting and in the instructions", () => {
    const { asked: seen, model } = scripted([says('{"age":1}')])
    return withChat(model, function* () {
      const id = yield* newWallet()
      yield* answerTo(completion(id, structured))
      const rules = seen[0]?.messages[0]
      expect(rules?.role === "system" ? rules.content : "").toContain(JSON.stringify(schema))
      expect(seen[0]?.further.format).toMatchObject({ _tag: "JsonSchema", name: "person", schema })
      expect(seen[0]?.targetLanguage).toEqual(Option.none())
    })
  })

  test.each([
    ["of a list", { type: "array" }, "response_format.json_schema.schema.type"],
    ["that refers to nothing", { $ref: "#/$defs/a" }, "response_format.json_schema.schema.$ref"],
    [
      "with a bad keyword",
      { properties: { a: { minLength: -1 } } },
      "response_format.json_schema.schema.properties.a.minLength"
    ]
  ])("a response format with a schema %s is refused by name", (_, wrong, param) =>
    withChat(scripted([says("{}")]).model, function* () {
      const request = {
        messages,
        response_format: { type: "json_schema", json_schema: { name: "x", schema: wrong } }
      }
      const failure = yield* Effect.flip(answerTo(completion(yield* newWallet(), request)))
      expect(failure).toMatchObject({ _tag: "VALIDATION_ERROR", param })
    })
  )

  test("an answer in JSON without target_language is in any language; with one, the wrong script is asked again", () => {
    const { asked: seen, model } = scripted([says("hello, how can i help you today?")])
    return withChat(model, function* () {
      const id = yield* newWallet()
      yield* answerTo(completion(id, { messages }))
      expect(seen).toHaveLength(1)
      yield* answerTo(completion(id, { messages, model: "qal-am" }))
      expect(seen).toHaveLength(3)
      yield* answerTo(completion(id, { messages, target_language: "am" }))
      expect(seen).toHaveLength(5)
    })
  })
})

describe("calls", () => {
  const request = { messages, tools, stream: true }

  test("tool calls come with a stream's end, and its words before", () =>
    withChat(scripted([calls("weather", '{"city":"Jimma"}', { text: "let me see" })]).model, function* () {
      const { end, pieces } = yield* streamed(completion(yield* newWallet(), request))
      expect(pieces.join("")).toBe("let me see")
      expect(end).toMatchObject({
        right: { result: { finish_reason: "tool_calls", tool_calls: [{ id: "call_1" }] } }
      })
    }))

  test("tool calls that nobody can run are asked for once more where nothing was said yet", () => {
    const { asked: seen, model } = scripted([calls("weather", "{"), calls("weather", "{}")])
    return withChat(model, function* () {
      const { end } = yield* streamed(completion(yield* newWallet(), request))
      expect(end).toMatchObject({ right: { result: { tool_calls: [{ function: { arguments: "{}" } }] } } })
      expect(seen).toHaveLength(2)
    })
  })

  test.each([
    ["after words", [calls("weather", "{", { text: "let me see" })], 1],
    ["twice", [calls("weather", "{"), calls("umbrella", "{}")], 2]
  ])("tool calls that nobody can run, %s, fail the stream, and nothing is charged", (_, answers, times) => {
    const { asked: seen, model } = scripted(answers)
    return withChat(model, function* () {
      const id = yield* newWallet()
      expect((yield* streamed(completion(id, request))).end).toMatchObject({ left: { _tag: "PROVIDER_ERROR" } })
      expect(seen).toHaveLength(times)
      expect(yield* spent(id)).toBe(Money.zero)
    })
  })

  test("tool calls have ids that no other call of the conversation has, whatever the engine gives", () => {
    const call = (id: string) => ({ id, name: "weather", arguments: "{}" })
    const engine = says("", { toolCalls: ["call_1", "new", "new", ""].map(call), finishReason: "tool_calls" })
    const history = [
      { role: "user", content: "a" },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "call_1", type: "function", function: { name: "weather", arguments: "{}" } }]
      },
      { role: "tool", tool_call_id: "call_1", content: "1" }
    ]
    return withChat(scripted([engine]).model, function* () {
      const id = yield* newWallet()
      const own = { prompt: "a", target_language: "am", conversation_history: history, tools }
      for (const some of [completion(id, { messages: history, tools }), asked(id, own)]) {
        const ids = (yield* answerTo(some)).answer.tool_calls?.map((each) => each.id) ?? []
        expect(ids).toHaveLength(4)
        expect(new Set(["call_1", ...ids]).size).toBe(5)
        expect(ids[1]).toBe("new")
        expect(ids.every((one) => one !== "")).toBe(true)
      }
    })
  })

  test("only one tool call is answered where parallel calls are switched off", () =>
    withChat(
      scripted([
        says("", {
          toolCalls: ["a", "b"].map((id) => ({ id, name: "weather", arguments: "{}" })),
          finishReason: "tool_calls"
        })
      ]).model,
      function* () {
        const one = { messages, tools, parallel_tool_calls: false }
        const { answer } = yield* answerTo(completion(yield* newWallet(), one))
        expect(answer.tool_calls).toHaveLength(1)
      }
    ))
})

test("a protocol's own rows are written with the settlement of an answer's job, and not again by a replay", () =>
  withChat(scripted([says("a")]).model, function* () {
    const sql = yield* SqlClient.SqlClient
    const request: ChatCommand = {
      ...completion(yield* newWallet(), { messages }, "one"),
      writes: (answer, { jobId }) => [
        statement(
          "UPDATE jobs SET x_request_id = COALESCE(x_request_id, '') || ? WHERE id = ?",
          answer.response_text,
          jobId
        )
      ]
    }
    const first = yield* (yield* Chat).ask(request)
    if (first._tag === "Replayed") return yield* Effect.dieMessage("a replay")
    yield* first.settled
    const again = yield* (yield* Chat).ask(request)
    expect(again).toMatchObject({ _tag: "Replayed", jobId: first.jobId })
    expect(yield* sql`SELECT id, x_request_id FROM jobs`).toEqual([{ id: first.jobId, x_request_id: "a" }])
  }))

test("a chat by one protocol is no replay of the same request id by another", () =>
  withChat(scripted([says("a")]).model, function* () {
    const request = completion(yield* newWallet(), { messages }, "one")
    yield* answerTo(request)
    const other = yield* Effect.flip(answerTo({ ...request, protocol: "responses" }))
    expect(other._tag).toBe("IDEMPOTENCY_CONFLICT")
  }))
