/** OpenAI's first protocol for calls: `functions`, `function_call` and the role `function`, as tools are what they mean. */
import { describe, expect, test } from "bun:test"
import { Either } from "effect"
import type { Answer } from "../../src/chat/Api.ts"
import { check } from "../../src/chat/Rules.ts"
import * as ChatCompletions from "../../src/openai/ChatCompletions.ts"
import { eventsIn } from "../support/Upstream.ts"

const weather = { name: "weather", description: "of a city", parameters: { type: "object", properties: {} } }
const called = { name: "weather", arguments: '{"city":"Jimma"}' }
const user = { role: "user", content: "የጅማ አየር?" }

const read = (body: object) => Either.getOrThrow(ChatCompletions.decode({ messages: [user], ...body }))

const refused = (body: object) =>
  Either.match(ChatCompletions.decode({ messages: [user], ...body }), {
    onLeft: ({ _tag, param }) => [_tag, param],
    onRight: ({ request }) =>
      Either.match(check(request, [], "chat_completions"), {
        onLeft: ({ _tag, param }) => [_tag, param],
        onRight: () => expect.unreachable("it should have been refused")
      })
  })

const answer: Answer = {
  response_text: "",
  finish_reason: "tool_calls",
  usage_metadata: { prompt_token_count: 4, candidates_token_count: 2, total_token_count: 6 },
  modelVersion: "engine-1",
  tool_calls: [{ id: "call_1", type: "function", function: called }]
}
const heading = { id: "chatcmpl-1", created: 1, model: "engine-1" }

describe("a request in the older form", () => {
  test("a chat completion with functions is the same as one with tools", () => {
    const old = read({ functions: [weather], function_call: { name: "weather" } })
    const tools = [{ type: "function", function: weather }]
    const now = read({ tools, tool_choice: { type: "function", function: { name: "weather" } } })
    const { generation_config: _old, ...oldRequest } = old.request
    const { generation_config: _now, ...nowRequest } = now.request
    expect(oldRequest).toEqual(nowRequest)
    expect([old.isOld, now.isOld]).toEqual([true, false])
    expect(read({ functions: [weather], function_call: "none" }).request.tool_choice).toBe("none")
  })

  test("function results belong to the calls before them, again and again", () => {
    const call = { role: "assistant", content: null, function_call: called }
    const result = { role: "function", name: "weather", content: '{"celsius":18}' }
    const { request } = read({ functions: [weather], messages: [user, call, result, user, call, result] })
    expect(Either.isRight(check(request, [], "chat_completions"))).toBe(true)
    const [, first, firstResult, , second, secondResult] = request.conversation_history
    expect(first).toMatchObject({ role: "assistant", tool_calls: [{ function: called }] })
    const idOf = (turn: unknown) => JSON.stringify(turn).match(/"id":"([^"]+)"/)?.[1]
    expect(firstResult).toMatchObject({ role: "tool", tool_call_id: idOf(first), content: '{"celsius":18}' })
    expect(secondResult).toMatchObject({ role: "tool", tool_call_id: idOf(second) })
    expect(idOf(first)).not.toBe(idOf(second))
  })

  test.each([
    [
      "a result without a call",
      { messages: [user, { role: "function", name: "weather", content: "1" }] },
      "messages[1].name"
    ],
    [
      "a result of another function",
      {
        messages: [
          user,
          { role: "assistant", content: null, function_call: called },
          { role: "function", name: "time", content: "1" }
        ]
      },
      "messages[2].name"
    ],
    ["both forms", { functions: [weather], tools: [{ type: "function", function: weather }] }, "functions"],
    ["both choices", { functions: [weather], function_call: "auto", tool_choice: "auto" }, "function_call"],
    [
      "a choice of what is not there",
      { functions: [weather], function_call: { name: "time" } },
      "tool_choice.function.name"
    ]
  ])("a chat completion with functions refuses %s by its name", (_, body, param) => {
    expect(refused(body)).toEqual(["VALIDATION_ERROR", param])
  })
})

describe("an answer in the older form", () => {
  const form = { isReplay: false, isOld: true }

  test("an answer to functions has one call, without an id, and its own finish reason", () => {
    const [choice] = ChatCompletions.whole(heading, answer, form).choices
    expect(choice?.message).toEqual({ role: "assistant", content: null, refusal: null, function_call: called })
    expect(choice?.finish_reason).toBe("function_call")
  })

  test("an answer to functions streams the same", () => {
    const text = ChatCompletions.streamed(heading, false, form).end(answer)
    const chunks = eventsIn(text)
    expect(chunks.map(({ choices: [{ delta, finish_reason }] }) => [delta, finish_reason])).toEqual([
      [{ role: "assistant", content: "", refusal: null }, null],
      [{ function_call: called }, null],
      [{}, "function_call"]
    ])
  })
})

test("an engine's cached and reasoning tokens are reported, and left out where it says nothing", () => {
  const told = { ...answer.usage_metadata, cached_content_token_count: 3, thoughts_token_count: 1 }
  const now = { isReplay: false, isOld: false }
  expect(ChatCompletions.whole(heading, { ...answer, usage_metadata: told }, now).usage).toEqual({
    prompt_tokens: 4,
    completion_tokens: 2,
    total_tokens: 6,
    prompt_tokens_details: { cached_tokens: 3 },
    completion_tokens_details: { reasoning_tokens: 1 }
  })
  const text = ChatCompletions.streamed(heading, true, now).end({ ...answer, usage_metadata: told })
  expect(text).toContain('"prompt_tokens_details":{"cached_tokens":3}')
  expect(Object.keys(ChatCompletions.whole(heading, answer, now).usage)).toHaveLength(3)
})
