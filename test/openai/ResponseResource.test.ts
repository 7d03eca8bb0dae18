/** The response resource as Open Responses demands it, and what a response was asked. */
import { describe, expect, test } from "bun:test"
import { Either, Schema } from "effect"
import type { Answer } from "../../src/chat/Api.ts"
import { completedResponse, createdResponse } from "../../src/openai/ResponseAnswers.ts"
import { pageOf, resourcesOf } from "../../src/openai/ResponseInputItems.ts"
import { InputItemList } from "../../src/openai/ResponseInputItemsApi.ts"
import { InputItem } from "../../src/openai/ResponseItemsApi.ts"
import { ResponseObject, StoredResponse } from "../../src/openai/ResponseObjectApi.ts"
import { ResponseRequest } from "../../src/openai/ResponseRequestApi.ts"

/** Fields that Open Responses' description (2026-04-24) requires of the resource. */
const REQUIRED =
  "id object created_at completed_at status incomplete_details model previous_response_id instructions output error tools " +
  "tool_choice truncation parallel_tool_calls text top_p presence_penalty frequency_penalty top_logprobs temperature " +
  "reasoning user usage max_output_tokens max_tool_calls store background service_tier metadata safety_identifier prompt_cache_key"

const ID = "resp_01kax7v3m5qs8d2n0c4h6j9w1z"
const request = Schema.decodeUnknownSync(ResponseRequest)
const tool = { type: "function", name: "weather" }

const answer: Answer = {
  response_text: "ሰላም",
  finish_reason: "stop",
  usage_metadata: {
    prompt_token_count: 9,
    candidates_token_count: 5,
    total_token_count: 14,
    cached_content_token_count: 8,
    thoughts_token_count: 2
  },
  modelVersion: "engine-1",
  completed_at: 1_795_312_802
}

describe("a response", () => {
  const all = [
    ["begun", createdResponse(ID, request({ input: "ሰላም" }), "engine-1")],
    ["answered", completedResponse(ID, request({ input: "ሰላም", tools: [tool] }), answer)],
    ["cut", completedResponse(ID, request({ input: "ሰላም" }), { ...answer, finish_reason: "length" })]
  ] as const

  test.each(all)("a response that is %s has every required field, and numbers where numbers are", (_, response) => {
    expect(REQUIRED.split(" ").filter((name) => !Object.hasOwn(response, name))).toEqual([])
    for (const name of ["temperature", "top_p", "presence_penalty", "frequency_penalty", "top_logprobs"] as const)
      expect([name, typeof response[name]]).toEqual([name, "number"])
    expect(response.service_tier).toBe("default")
    expect(Schema.is(ResponseObject)(response)).toBe(true)
  })

  test("a response repeats what its request has", () => {
    const given = {
      temperature: 0.5,
      top_p: 0.9,
      presence_penalty: 1,
      frequency_penalty: -1,
      max_tool_calls: 3,
      safety_identifier: "hash-1",
      prompt_cache_key: "key-1"
    }
    expect(createdResponse(ID, request({ input: "ሰላም", ...given }), "engine-1")).toMatchObject(given)
  })

  test("a response repeats its tools whole: null where the request has nothing, and `strict` as it is", () => {
    const asked = request({
      input: "x",
      tools: [tool, { ...tool, name: "time", strict: true, parameters: { type: "object" } }]
    })
    expect(createdResponse(ID, asked, "engine-1").tools).toEqual([
      { type: "function", name: "weather", description: null, parameters: null, strict: null },
      { type: "function", name: "time", description: null, parameters: { type: "object" }, strict: true }
    ])
  })

  test("a response repeats the form of its answer without what the request leaves out or sends as null", () => {
    const schema = { type: "object" }
    const format = { type: "json_schema", name: "city", schema, description: null }
    const { text } = createdResponse(ID, request({ input: "x", text: { format } }), "engine-1")
    expect(text).toEqual({ format: { type: "json_schema", name: "city", schema, strict: null } })
    const told = { ...format, type: "json_schema" as const, description: "a city", strict: true }
    expect(createdResponse(ID, request({ input: "x", text: { format: told } }), "engine-1").text).toEqual({
      format: told
    })
  })

  test("a response says when it was complete, where it is, and what its tokens were", () => {
    const [, [, whole], [, cut]] = all
    expect([whole.completed_at, cut.completed_at]).toEqual([1_795_312_802, null])
    expect(whole.usage).toMatchObject({
      input_tokens_details: { cached_tokens: 8 },
      output_tokens_details: { reasoning_tokens: 2 }
    })
  })

  test("a response that an earlier version stored is read with defaults for its missing fields", () => {
    const now = completedResponse(ID, request({ input: "ሰላም", tools: [tool] }), answer)
    const {
      completed_at: _c,
      frequency_penalty: _f,
      max_tool_calls: _m,
      presence_penalty: _p,
      prompt_cache_key: _k,
      safety_identifier: _s,
      service_tier: _t,
      top_logprobs: _l,
      ...before
    } = now
    const stored = { ...before, temperature: null, top_p: null, tools: [tool] }
    expect(Schema.decodeUnknownSync(StoredResponse)(stored)).toEqual({ ...now, completed_at: null })
    expect(Schema.decodeUnknownSync(StoredResponse)(now)).toEqual(now)
    const format = { type: "json_schema", name: "x", schema: {}, description: null }
    expect(Schema.decodeUnknownSync(StoredResponse)({ ...now, text: { format } }).text).toEqual({
      format: { type: "json_schema", name: "x", schema: {}, strict: null }
    })
  })
})

describe("what a response was asked", () => {
  const input = Schema.decodeUnknownSync(Schema.Array(InputItem))([
    { role: "developer", content: "በአጭሩ" },
    {
      role: "user",
      content: [
        { type: "input_text", text: "ይህ?" },
        { type: "input_image", image_url: "data:image/png;base64,AA==" },
        { type: "input_file", filename: "a.txt", file_data: "YQ==" }
      ]
    },
    { type: "function_call", call_id: "c1", name: "weather", arguments: "{}" },
    { type: "function_call_output", call_id: "c1", output: "18" },
    { role: "assistant", content: "ሞቃት" }
  ])
  const items = resourcesOf(ID, input)
  const page = (limit: number, order: "asc" | "desc", after?: string) =>
    Either.getOrThrow(pageOf(items, { limit, order, ...(after === undefined ? {} : { after }) }))

  test("a response's input items have an id, a status and parts of their kind, in the order as sent", () => {
    const listed = page(20, "asc")
    expect(Schema.is(InputItemList)(listed)).toBe(true)
    expect(new Set(listed.data.map(({ id }) => id)).size).toBe(5)
    expect(listed.data).toMatchObject([
      { type: "message", role: "developer", content: [{ type: "input_text", text: "በአጭሩ" }] },
      { content: [{ type: "input_text" }, { type: "input_image", detail: "auto" }, { type: "input_file" }] },
      { type: "function_call", call_id: "c1", status: "completed" },
      { type: "function_call_output", output: "18", status: "completed" },
      { role: "assistant", content: [{ type: "output_text", text: "ሞቃት", annotations: [], logprobs: [] }] }
    ])
  })

  test("words of a response's input are listed as their speaker's: an answer's as output, all others as input", () => {
    const words = [
      { type: "input_text" as const, text: "a" },
      { type: "output_text" as const, text: "b" },
      { type: "refusal" as const, refusal: "c" }
    ]
    const listed = resourcesOf(ID, [
      { role: "user", content: words },
      { role: "assistant", content: words }
    ])
    expect(listed).toMatchObject([
      { content: ["a", "b", "c"].map((text) => ({ type: "input_text", text })) },
      { content: [...["a", "b"].map((text) => ({ type: "output_text", text, annotations: [] })), words[2]] }
    ])
  })

  test.each(["asc", "desc"] as const)("a response's input comes in pages that are all of it, %s", (order) => {
    const seen: Array<string> = []
    let after: string | undefined
    for (;;) {
      const { data, first_id, has_more, last_id } = page(2, order, after)
      expect([first_id, last_id]).toEqual([data[0]?.id ?? "", data.at(-1)?.id ?? ""])
      seen.push(...data.map(({ id }) => id))
      after = last_id
      if (!has_more) break
    }
    const ids = items.map(({ id }) => id)
    expect(seen).toEqual(order === "asc" ? ids : ids.toReversed())
  })

  test("a response's input has no page after an item that it has not", () => {
    expect(pageOf(items, { limit: 2, order: "asc", after: "msg_1" })).toMatchObject({
      left: { _tag: "VALIDATION_ERROR", param: "after" }
    })
  })
})
