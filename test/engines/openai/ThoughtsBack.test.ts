/** What engines need back of their thoughts, and what they refuse of it; waits that they ask for in their bodies. */
import { expect, test } from "bun:test"
import { make } from "../../../src/engines/openai/AttachedTextModel.ts"
import { MOST_CALLS } from "../../../src/engines/openai/CallAssembly.ts"
import * as WrittenCalls from "../../../src/engines/openai/WrittenCalls.ts"
import type { Message, ToolCall } from "../../../src/engines/TextModel.ts"
import { run } from "../../support/EffectBody.ts"
import { chunk, completion, done, event, failureOf, generate, limits, request, sse, user, weather } from "./chat.ts"
import { upstream } from "./server.ts"

const called = {
  index: 0,
  id: "c1",
  type: "function",
  function: { name: "get_weather", arguments: '{"city":"Adama"}' }
}
const withTools = { tools: [weather] }
const rounds = (toolCalls: ReadonlyArray<ToolCall>, thoughts?: string): ReadonlyArray<Message> => [
  user("ሰላም"),
  { role: "assistant", content: "", toolCalls, ...(thoughts === undefined ? {} : { thoughts }) },
  { role: "tool", toolCallId: "c1", name: "get_weather", content: "{}" }
]

const bodies = (asked: ReadonlyArray<{ readonly body: object }>) => asked.map(({ body }) => JSON.stringify(body))

test("the reasoning_details of a stream are joined by block, and go back to the engine in the message with their calls", () =>
  run(function* () {
    const details = (...all: ReadonlyArray<object>) => event(chunk({ reasoning: "x", reasoning_details: all }))
    const told = (words: string, index = 0) => ({ type: "reasoning.text", text: words, format: "f", index })
    const server = yield* upstream(({ body }) =>
      JSON.stringify(body).includes('"role":"tool"')
        ? Response.json(completion({ content: "ፀሐይ ነው።" }))
        : sse(
            [
              details(told("Let me ")),
              details(told("look"), { type: "reasoning.encrypted", data: "AAAA", index: 1 }),
              details({ ...told("", 1), type: "reasoning.encrypted", text: undefined, data: "BB", id: "r1" }),
              event(chunk({ tool_calls: [called] }, "tool_calls")),
              done
            ].join("")
          )
    )
    const model = yield* make(server.endpoint, limits)
    const { toolCalls } = yield* model.generate(request(withTools))
    const joined = [
      { type: "reasoning.text", text: "Let me look", format: "f", index: 0 },
      { type: "reasoning.encrypted", data: "AAAABB", format: "f", index: 1, id: "r1" }
    ]
    expect(toolCalls[0]?.extra).toEqual({ reasoning_details: joined })
    yield* model.generate(request({ ...withTools, messages: rounds(toolCalls, "Let me look") }))
    const sent = server.asked[1]?.body.messages
    expect(sent).toMatchObject([{ role: "user" }, { role: "assistant", reasoning_details: joined }, { role: "tool" }])
    const text = JSON.stringify(sent)
    expect(text).not.toContain("reasoning_content")
    expect(text.split("reasoning_details")).toHaveLength(2)
  }))

const second = { ...called, index: 1, id: "c2" }
const signature = (value: string) => ({ google: { thought_signature: value } })
const signed = { type: "thinking", thinking: "Let me look", signature: "S1S2" }
const redacted = { type: "redacted_thinking", data: "AA" }
const gemini = { type: "reasoning.encrypted", id: "c1", format: "google-gemini-v1", index: 0, data: "AA" }

/** What an engine sends with its calls, in pieces, and what of it is to come back in the message. */
const kept: Readonly<Record<string, readonly [deltas: ReadonlyArray<object>, back: object]>> = {
  "a signature in the call itself": [
    [{ tool_calls: [{ ...called, thought_signature: "S" }] }],
    { tool_calls: [{ id: "c1", thought_signature: "S" }] }
  ],
  "a signature in the function": [
    [{ tool_calls: [{ ...called, function: { ...called.function, thought_signature: "S" } }] }],
    { tool_calls: [{ function: { name: "get_weather", thought_signature: "S" } }] }
  ],
  "a signature of the second call alone": [
    [{ tool_calls: [called] }, { tool_calls: [{ ...second, extra_content: signature("S") }] }],
    { tool_calls: [{ id: "c1" }, { id: "c2", extra_content: signature("S") }] }
  ],
  "a signature behind the arguments": [
    [{ tool_calls: [called] }, { tool_calls: [{ index: 0, extra_content: signature("S") }] }],
    { tool_calls: [{ id: "c1", extra_content: signature("S") }] }
  ],
  "a signature in extra_content of the message": [
    [
      { content: "<thought>x</thought>", extra_content: { google: { thought: true } } },
      { tool_calls: [called], extra_content: signature("S") }
    ],
    { extra_content: signature("S"), tool_calls: [{ id: "c1" }] }
  ],
  "thinking_blocks with a signature": [
    [
      { reasoning_content: "Let me ", thinking_blocks: [{ type: "thinking", thinking: "Let me ", signature: null }] },
      { reasoning_content: "look", thinking_blocks: [{ type: "thinking", thinking: "look", signature: "" }] },
      { thinking_blocks: [{ type: "thinking", thinking: "", signature: "S1S2" }, redacted] },
      { tool_calls: [called] }
    ],
    { thinking_blocks: [signed, redacted], tool_calls: [{ id: "c1" }] }
  ],
  "signed thoughts among the content": [
    [{ content: [signed, { type: "text", text: "I look." }] }, { tool_calls: [called] }],
    {
      content: [signed, { type: "text", text: "I look." }],
      tool_calls: [{ id: "c1" }]
    }
  ],
  "provider_specific_fields of message and call": [
    [
      { provider_specific_fields: { thought_signatures: ["A"], citations: null } },
      {
        provider_specific_fields: { thought_signatures: ["B"] },
        tool_calls: [{ ...called, provider_specific_fields: { thought_signature: "C" } }]
      }
    ],
    {
      provider_specific_fields: { thought_signatures: ["A", "B"] },
      tool_calls: [{ id: "c1", provider_specific_fields: { thought_signature: "C" } }]
    }
  ],
  "encrypted reasoning_details of a call": [
    [{ tool_calls: [called] }, { reasoning_details: [gemini] }],
    { reasoning_details: [gemini], tool_calls: [{ id: "c1" }] }
  ]
}

test.each(Object.entries(kept))("an engine gets back with its calls %s, and nothing twice", (_, [deltas, back]) =>
  run(function* () {
    const server = yield* upstream(({ body }) =>
      JSON.stringify(body).includes('"role":"tool"')
        ? Response.json(completion({ content: "ፀሐይ ነው።" }))
        : sse([...deltas.map((delta) => event(chunk(delta))), event(chunk({}, "tool_calls")), done].join(""))
    )
    const model = yield* make(server.endpoint, limits)
    const { text, thoughts, toolCalls } = yield* model.generate(request(withTools))
    const turn = {
      role: "assistant",
      content: text,
      toolCalls,
      ...(thoughts === undefined ? {} : { thoughts })
    } as const
    const results = toolCalls.map(({ id, name }) => ({ role: "tool", toolCallId: id, name, content: "{}" }) as const)
    yield* model.generate(request({ ...withTools, messages: [user("ሰላም"), turn, ...results] }))
    const sent = server.asked[1]?.body.messages
    expect(sent).toMatchObject([{ role: "user" }, back, ...results.map(() => ({ role: "tool" }))])
    const words = JSON.stringify(sent)
    expect(words).not.toContain('"message"')
    expect(words.split("Let me look").length).toBeLessThanOrEqual(2)
  })
)

test("fields of a message that have no end, or no sense, are not kept for its calls", () =>
  run(function* () {
    const deep = Array.from({ length: 2_000 }).reduce<object>((inner) => ({ a: inner }), { b: 1 })
    const server = yield* upstream(() =>
      sse(
        [
          event(chunk({ extra_content: { toString: 1, google: deep }, thinking_blocks: { toString: 1 } })),
          ...Array.from({ length: 40 }, () => event(chunk({ extra_content: { list: ["x".repeat(2_000)] } }))),
          event(chunk({ provider_specific_fields: ["x"], thinking_blocks: [{ type: { toString: 1 } }] })),
          event(chunk({ content: [{ type: { toString: 1 }, signature: "x" }], tool_calls: [called] }, "tool_calls")),
          done
        ].join("")
      )
    )
    const { toolCalls } = yield* generate(server.endpoint, withTools)
    expect(toolCalls).toEqual([{ id: "c1", name: "get_weather", arguments: '{"city":"Adama"}' }])
  }))

/** As Groq, Cerebras, Mistral and a validator of JSON Schema refuse it. */
const strict: ReadonlyArray<readonly [status: number, body: object]> = [
  [
    400,
    {
      error: {
        message:
          "'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is unsupported)]",
        type: "invalid_request_error"
      }
    }
  ],
  [
    400,
    {
      message:
        "messages.1.assistant.reasoning_content: property 'messages.1.assistant.reasoning_content' is unsupported",
      type: "invalid_request_error",
      param: "validation_error",
      code: "wrong_api_format"
    }
  ],
  [
    422,
    {
      detail: [
        {
          type: "extra_forbidden",
          loc: ["body", "messages", 1, "assistant", "reasoning_content"],
          msg: "Extra inputs are not permitted",
          input: "I think"
        }
      ]
    }
  ],
  [400, { error: "Additional properties are not allowed ('reasoning_content' was unexpected) - 'messages.1'" }]
]

for (const [status, body] of strict) {
  test(`an engine that refuses reasoning_content is asked once more without it, and then always: ${JSON.stringify(body).slice(0, 80)}`, () =>
    run(function* () {
      const server = yield* upstream(({ body: asked }) =>
        JSON.stringify(asked).includes("reasoning_content")
          ? Response.json(body, { status })
          : Response.json(completion({ content: "ፀሐይ ነው።" }))
      )
      const model = yield* make(server.endpoint, limits)
      const call = { id: "c1", name: "get_weather", arguments: "{}" }
      for (let time = 0; time < 2; time++) {
        yield* model.generate(request({ ...withTools, messages: rounds([call], "I think") }))
      }
      expect(bodies(server.asked).map((sent) => sent.includes("reasoning_content"))).toEqual([true, false, false])
    }))
}

const GEMINI_MISSING =
  "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call `default_api:get_weather` , position 2."
const DEEPSEEK_MISSING = "Missing `reasoning_content` field in the assistant message at message index 1."

test.each([
  [
    "Gemini",
    [{ error: { code: 400, message: GEMINI_MISSING, status: "INVALID_ARGUMENT" } }],
    "thought_signature",
    { tool_calls: [{ extra_content: signature("skip_thought_signature_validator") }] }
  ],
  [
    "DeepSeek",
    { error: { message: DEEPSEEK_MISSING, type: "invalid_request_error" } },
    "reasoning_content",
    { reasoning_content: "" }
  ]
])(
  "calls that a client brings under other ids, without what %s needs back, are sent once more with what stands for nothing",
  (_, refusal, name, back) =>
    run(function* () {
      const server = yield* upstream(({ body }) =>
        JSON.stringify(body).includes(name)
          ? Response.json(completion({ content: "ፀሐይ ነው።" }))
          : Response.json(refusal, { status: 400 })
      )
      const model = yield* make(server.endpoint, limits)
      const messages = rounds([{ id: "renamed", name: "get_weather", arguments: "{}" }])
      for (let time = 0; time < 2; time++) yield* model.generate(request({ ...withTools, messages }))
      expect(server.asked[1]?.body.messages).toMatchObject([{ role: "user" }, back, { role: "tool" }])
      // A refusal of one conversation's calls says nothing of another's.
      expect(bodies(server.asked).map((sent) => sent.includes(name))).toEqual([false, true, false, true])
    })
)

test("an engine that goes on to miss what it needs back is asked twice and no more", () =>
  run(function* () {
    const server = yield* upstream(() => Response.json({ error: { message: GEMINI_MISSING } }, { status: 400 }))
    const messages = rounds([{ id: "c1", name: "get_weather", arguments: "{}" }])
    const { _tag } = yield* failureOf(generate(server.endpoint, request({ ...withTools, messages })))
    expect([_tag, server.asked.length]).toEqual(["PROVIDER_ERROR", 2])
  }))

const quota = (quotaId: string, retryDelay: string) => [
  {
    error: {
      code: 429,
      message: "You exceeded your current quota. Please retry in 34.07s.",
      status: "RESOURCE_EXHAUSTED",
      details: [
        { "@type": "type.googleapis.com/google.rpc.QuotaFailure", violations: [{ quotaId }] },
        { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay }
      ]
    }
  }
]

test("a quota that is used up for long is reported at once, with the wait that the engine asks for", async () => {
  for (const [quotaId, delay, wait] of [
    ["GenerateRequestsPerMinutePerProjectPerModel-FreeTier", "34.074824224s", 35],
    ["GenerateRequestsPerDayPerProjectPerModel-FreeTier", "3s", 3_600]
  ] as const) {
    await run(function* () {
      const server = yield* upstream(() => Response.json(quota(quotaId, delay), { status: 429 }))
      const failure = yield* failureOf(generate(server.endpoint))
      expect([failure._tag, failure.retryAfter]).toEqual(["PROVIDER_UNAVAILABLE", wait])
      expect(server.asked).toHaveLength(1)
    })
  }
})

test("as many calls are read out of a text as an answer may have, and no more", () => {
  const written = (count: number) => '<tool_call>{"name":"a","arguments":{}}</tool_call>'.repeat(count)
  expect(WrittenCalls.read(written(MOST_CALLS), ["a"])?.calls).toHaveLength(MOST_CALLS)
  expect(WrittenCalls.read(written(MOST_CALLS + 1), ["a"])).toBeUndefined()
})

test("reasoning_details that are none, or have no end, are left out", () =>
  run(function* () {
    const parts = [1, null, "x", { toString: 1 }, ...Array.from({ length: 300 }, (_, index) => ({ type: "t", index }))]
    const server = yield* upstream(() =>
      sse([event(chunk({ reasoning_details: parts, tool_calls: [called] }, "tool_calls")), done].join(""))
    )
    const { toolCalls } = yield* generate(server.endpoint, withTools)
    expect(toolCalls).toEqual([{ id: "c1", name: "get_weather", arguments: '{"city":"Adama"}' }])
  }))
