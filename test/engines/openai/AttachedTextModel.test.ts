import { expect, test } from "bun:test"
import { Duration, Effect, Exit, Option } from "effect"
import type { EngineFailure } from "../../../src/Errors.ts"
import { make } from "../../../src/engines/openai/AttachedTextModel.ts"
import type { Message } from "../../../src/engines/TextModel.ts"
import { run } from "../../support/EffectBody.ts"
import { chunk, completion, done, event, failureOf, generate, limits, request, sse, user, weather } from "./chat.ts"
import { headRead, nobody, rawUpstream, secret, upstream } from "./server.ts"

const said = (message: object, reason: string | null = "stop", rest: object = {}) =>
  upstream(() => Response.json(completion(message, reason, rest)))

const call = (given: unknown, id: string | null = "c1") => ({
  ...(id === null ? {} : { id }),
  type: "function",
  function: { name: "get_weather", arguments: given }
})

test("a request to a model carries model, key and messages, and nothing that was not asked for", () =>
  run(function* () {
    const server = yield* said({ content: "ሰላም" })
    yield* generate(server.endpoint)
    expect(server.asked).toEqual([
      {
        path: "/v1/chat/completions",
        authorization: `Bearer ${secret}`,
        body: {
          model: "tts-test",
          messages: [{ role: "user", content: "ሰላም" }],
          temperature: 0.7,
          stream: true,
          stream_options: { include_usage: true }
        }
      }
    ])
  }))

test("a request to a model carries the settings that were asked for", () =>
  run(function* () {
    const server = yield* said({ content: "ሰላም" })
    yield* generate(server.endpoint, {
      topP: Option.some(0.5),
      topK: Option.some(3),
      maxOutputTokens: Option.some(7)
    })
    expect(server.asked[0]?.body).toMatchObject({ top_p: 0.5, top_k: 3, max_tokens: 7 })
  }))

test("a request to a model carries every kind of turn; rules at the start as one, pictures as data", () =>
  run(function* () {
    const server = yield* said({ content: "ሰላም" })
    const messages: ReadonlyArray<Message> = [
      { role: "system", content: "A" },
      { role: "system", content: "B" },
      {
        role: "user",
        parts: [
          { _tag: "Text", text: "see" },
          { _tag: "Image", mimeType: "image/png", bytes: Uint8Array.of(0, 1, 2, 3).subarray(1) }
        ]
      },
      { role: "assistant", content: "", toolCalls: [{ id: "c1", name: "get_weather", arguments: "{}" }] },
      { role: "tool", toolCallId: "c1", name: "get_weather", content: '{"c":20}' },
      { role: "assistant", content: "20", toolCalls: [] },
      { role: "user", parts: [user("x"), user("y")].flatMap((one) => (one.role === "user" ? one.parts : [])) }
    ]
    yield* generate(server.endpoint, { messages })
    expect(server.asked[0]?.body.messages).toEqual([
      { role: "system", content: "A\n\nB" },
      {
        role: "user",
        content: [
          { type: "text", text: "see" },
          { type: "image_url", image_url: { url: "data:image/png;base64,AQID" } }
        ]
      },
      { role: "assistant", content: null, tool_calls: [call("{}")] },
      { role: "tool", tool_call_id: "c1", name: "get_weather", content: '{"c":20}' },
      { role: "assistant", content: "20" },
      { role: "user", content: "x\n\ny" }
    ])
  }))

test("large pictures beside words in Ethiopic letters reach a model as they are, in their order", () =>
  run(function* () {
    const server = yield* said({ content: "ሰላም" })
    const pictures = [1, 2, 3].map((fill) => new Uint8Array(60_000 * fill).fill(fill))
    const parts = pictures.flatMap((bytes, at) => [
      { _tag: "Text" as const, text: `ሰላም "${at}"` },
      { _tag: "Image" as const, mimeType: "image/png" as const, bytes }
    ])
    yield* generate(server.endpoint, { messages: [{ role: "user", parts }] })
    const urls = pictures.map((bytes) => `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`)
    expect(server.asked[0]?.body.messages).toEqual([
      {
        role: "user",
        content: urls.flatMap((url, at) => [
          { type: "text", text: `ሰላም "${at}"` },
          { type: "image_url", image_url: { url } }
        ])
      }
    ])
  }))

test.each([
  ["auto", undefined],
  ["required", "required"],
  [{ name: "get_weather" }, { type: "function", function: { name: "get_weather" } }]
] as const)("a request to a model offers tools, with the choice %j as %j", (toolChoice, sent) =>
  run(function* () {
    const server = yield* said({ content: "ሰላም" })
    yield* generate(server.endpoint, { tools: [weather], toolChoice })
    const { description: _, ...named } = weather
    expect(server.asked[0]?.body.tools).toEqual([
      { type: "function", function: { ...named, description: "Weather of a city" } }
    ])
    expect(server.asked[0]?.body.tool_choice).toEqual(sent)
  })
)

test("a request to a model leaves out tools that must not be called, and no call is believed then", () =>
  run(function* () {
    const server = yield* said({ content: "ሰላም", tool_calls: [call("{}")] }, "tool_calls")
    const answer = yield* generate(server.endpoint, { tools: [weather], toolChoice: "none" })
    expect(server.asked[0]?.body.tools).toBeUndefined()
    expect(answer).toMatchObject({ text: "ሰላም", toolCalls: [], finishReason: "stop" })
  }))

const topK = { topK: Option.some(3) }
test.each([
  [400, "Unrecognized request argument supplied: top_k", topK, "top_k"],
  [422, '{"detail":[{"loc":["body","top_k"],"msg":"extra fields not permitted"}]}', topK, "top_k"],
  [400, '{"error":{"param":"temperature","message":"whisper"}}', {}, "temperature"],
  [400, "Use 'max_completion_tokens' instead of 'max_tokens'", { maxOutputTokens: Option.some(9) }, "max_tokens"]
] as const)("a setting that a model refuses with %d %s is left out, from then on", (status, words, own, field) =>
  run(function* () {
    const server = yield* upstream(({ body }) =>
      field in body ? new Response(words, { status }) : Response.json(completion({ content: "ሰላም" }))
    )
    const model = yield* make(server.endpoint, limits)
    expect((yield* model.generate(request(own))).text).toBe("ሰላም")
    yield* model.generate(request(own))
    expect(server.asked.map(({ body }) => field in body)).toEqual([true, false, false])
    const instead = field === "max_tokens" ? 9 : undefined
    expect(server.asked[2]?.body.max_completion_tokens).toBe(instead)
  })
)

test("a refused setting is asked for again where leaving it out did not help", () =>
  run(function* () {
    const server = yield* upstream((_, count) =>
      count < 2
        ? new Response("the request is not understood", { status: 400 })
        : Response.json(completion({ content: "x" }))
    )
    const model = yield* make(server.endpoint, limits)
    expect((yield* failureOf(model.generate(request(topK))))._tag).toBe("PROVIDER_ERROR")
    yield* model.generate(request(topK))
    expect(server.asked.map(({ body }) => "top_k" in body)).toEqual([true, false, true])
  }))

test.each([
  ["a string", { content: "ሰላም" }],
  ["parts", { content: [{ type: "text", text: "ሰ" }, "ላ", { type: "output_text", text: "ም" }] }],
  [
    "parts with reasoning",
    {
      content: [
        { type: "thinking", text: "hm" },
        { type: "text", text: "ሰላም" }
      ]
    }
  ],
  ["a string beside reasoning", { content: "ሰላም", reasoning_content: "hm", reasoning: "hm", thinking: "hm" }],
  ["a string beside empty calls", { content: "ሰላም", tool_calls: [], function_call: null, refusal: null }]
])("an answer's text may be %s", (_, message) =>
  run(function* () {
    const server = yield* said(message)
    const { thoughts: _thoughts, ...answer } = yield* generate(server.endpoint)
    expect(answer).toEqual({ text: "ሰላም", toolCalls: [], finishReason: "stop", usage: Option.none() })
  })
)

test("an answer may come as events though it was asked for whole", () =>
  run(function* () {
    const fragment = (given: string, rest: object = {}) => ({ index: 0, function: { arguments: given, ...rest } })
    const body = [
      event(chunk({ role: "assistant", content: "እሺ" })),
      event(chunk({ tool_calls: [{ ...fragment("", { name: "get_weather" }), id: "c1" }] })),
      event(chunk({ tool_calls: [fragment('{"ci')] })),
      event(chunk({ tool_calls: [fragment('ty":"Adama"}')] }, "tool_calls"))
    ].join("")
    const server = yield* upstream(() => sse(body + done))
    expect(yield* generate(server.endpoint, { tools: [weather] })).toMatchObject({
      text: "እሺ",
      toolCalls: [{ id: "c1", name: "get_weather", arguments: '{"city":"Adama"}' }],
      finishReason: "tool_calls"
    })
  }))

const toolCalls = (message: object, reason: string | null = "tool_calls") =>
  Effect.gen(function* () {
    const server = yield* said(message, reason)
    const answer = yield* generate(server.endpoint, { tools: [weather] })
    expect(answer.finishReason).toBe("tool_calls")
    return answer.toolCalls
  })
const text = '{"city":"Adama"}'

test.each([
  ["JSON text", text, text],
  ["an object", { city: "Adama" }, text],
  ["nothing", null, "{}"],
  ["empty text", " ", "{}"],
  ["no JSON at all, for others to judge", '{"city', '{"city']
])("a call's arguments may be %s", (_, given, read) =>
  run(function* () {
    const calls = yield* toolCalls({ content: null, tool_calls: [call(given)] })
    expect(calls).toEqual([{ id: "c1", name: "get_weather", arguments: read }])
  })
)

test.each(["tool_calls", "function_call", "stop", "tool_use", "eos", "length", "", null])(
  "an answer with a call may finish with %j",
  (reason) =>
    run(function* () {
      expect(yield* toolCalls({ tool_calls: [call(text)] }, reason)).toHaveLength(1)
    })
)

test("a call without an id, or with another's, gets one of its own", () =>
  run(function* () {
    const given = [call(text, null), call(text, ""), call(text, "c1"), call(text, "c1")]
    const ids = (yield* toolCalls({ tool_calls: given })).map(({ id }) => id)
    expect(new Set(ids).size).toBe(4)
    expect(ids.every((id) => id.length > 1)).toBe(true)
    expect(ids[2]).toBe("c1")
  }))

test("a call may come by its first name", () =>
  run(function* () {
    const [only] = yield* toolCalls({ function_call: { name: "get_weather", arguments: text } }, "function_call")
    expect(only).toMatchObject({ name: "get_weather", arguments: text })
  }))

test("a call without a name is an error", () =>
  run(function* () {
    const server = yield* said({ tool_calls: [{ id: "c1", function: { arguments: "{}" } }] }, "tool_calls")
    expect((yield* failureOf(generate(server.endpoint, { tools: [weather] })))._tag).toBe("PROVIDER_ERROR")
  }))

test.each([
  ["stop", "stop"],
  ["eos", "stop"],
  ["end_turn", "stop"],
  ["COMPLETE", "stop"],
  [null, "stop"],
  ["tool_calls", "stop"],
  ["length", "length"],
  ["max_tokens", "length"],
  ["MAX_TOKENS", "length"],
  ["max_length", "length"],
  ["model_length", "length"],
  ["time_limit", "length"],
  ["ERROR_LIMIT", "length"],
  ["ERROR_TOXIC", "safety"],
  ["content_filter", "safety"],
  ["content_policy_violation", "safety"],
  ["stop: SAFETY", "safety"],
  ["safety", "safety"],
  ["SAFETY", "safety"],
  ["content_filter: PROHIBITED_CONTENT", "safety"],
  ["refusal", "safety"]
] as const)("the end %j of an answer means %s", (reason, meaning) =>
  run(function* () {
    const server = yield* said({ content: "ሰላም" }, reason)
    expect((yield* generate(server.endpoint)).finishReason).toBe(meaning)
  })
)

test.each([
  ["a field", { content: null, refusal: "አልችልም" }, "አልችልም"],
  ["a field beside text", { content: "{", refusal: "አልችልም" }, "{አልችልም"],
  ["a field that says what the text does", { content: "አልችልም", refusal: "አልችልም" }, "አልችልም"],
  ["a part of the content", { content: [{ type: "refusal", refusal: "አልችልም" }] }, "አልችልም"],
  [
    "a part behind text",
    {
      content: [
        { type: "text", text: "ሰ" },
        { type: "refusal", refusal: "አልችልም" }
      ]
    },
    "ሰአልችልም"
  ]
])("a model's refusal is safety, costs nothing, and is the answer's text: %s", (_, message, text) =>
  run(function* () {
    const whole = yield* said(message)
    const streamed = yield* upstream(() => sse(event(chunk(message)) + event(chunk({}, "stop")) + done))
    for (const { endpoint } of [whole, streamed]) {
      expect(yield* generate(endpoint)).toMatchObject({ text, finishReason: "safety", isFiltered: true })
    }
  })
)

test("a model's refusal may come in pieces, behind text too", () =>
  run(function* () {
    const deltas = [{ content: "ሰላ" }, { refusal: "አል" }, { refusal: "ችልም" }, { content: null, refusal: null }]
    const body = [...deltas.map((delta) => chunk(delta)), chunk({}, "stop")].map((one) => event(one)).join("")
    const server = yield* upstream(() => sse(body + done))
    expect(yield* generate(server.endpoint)).toMatchObject({
      text: "ሰላአልችልም",
      finishReason: "safety",
      isFiltered: true
    })
  }))

test.each([
  "malformed_function_call",
  "MALFORMED_FUNCTION_CALL",
  "function_call_filter: MALFORMED_FUNCTION_CALL",
  "error: MALFORMED_FUNCTION_CALL",
  "UNEXPECTED_TOOL_CALL",
  "unexpected_tool_call",
  "TOO_MANY_TOOL_CALLS",
  "malformed_tool_use"
])("the end %j of an answer is the model's failure, whatever calls it has", (reason) =>
  run(function* () {
    const server = yield* said({ content: "ሰላ", tool_calls: [call("{}")] }, reason)
    const failure = yield* failureOf(generate(server.endpoint, { tools: [weather] }))
    expect(failure).toMatchObject({ _tag: "PROVIDER_ERROR", isModelFault: true })
    expect(server.asked.length).toBe(1)
  })
)

test.each(["error", "ERROR", "cancelled", "abort", "insufficient_system_resource"])(
  "the end %j of an answer is the server's failure, and not the model's",
  (reason) =>
    run(function* () {
      const server = yield* said({ content: "ሰላ" }, reason)
      const failure = yield* failureOf(generate(server.endpoint))
      expect([failure._tag, "isModelFault" in failure && failure.isModelFault]).toEqual(["PROVIDER_ERROR", false])
    })
)

test.each([
  ["length", "length"],
  ["content_filter", "safety"]
] as const)("an answer that ends by %s may have no text", (reason, meaning) =>
  run(function* () {
    const server = yield* said({ content: null }, reason)
    expect(yield* generate(server.endpoint)).toMatchObject({ text: "", finishReason: meaning })
  })
)

test.each([
  ["no text and a plain stop", { content: "" }, "stop"],
  ["null", { content: null }, "stop"],
  ["white space", { content: " \n" }, "stop"],
  ["calls announced and none made", { content: "" }, "tool_calls"],
  ["an error for a reason", { content: "ሰላ" }, "error"]
])("an answer with %s is an error", (_, message, reason) =>
  run(function* () {
    const server = yield* said(message, reason)
    expect((yield* failureOf(generate(server.endpoint)))._tag).toBe("PROVIDER_ERROR")
    expect(server.asked.length).toBe(1)
  })
)

test.each([
  [{ prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 }, true],
  [{ input_tokens: 5, output_tokens: 2 }, true],
  [undefined, false],
  [null, false],
  ["many", false],
  [{ total_tokens: 7 }, false],
  [{ prompt_tokens: 5 }, false],
  [{ prompt_tokens: 0, completion_tokens: 0 }, false],
  [{ prompt_tokens: -5, completion_tokens: 2 }, false],
  [{ prompt_tokens: "5", completion_tokens: 2 }, false],
  [{ prompt_tokens: 5, completion_tokens: 2.5 }, false],
  [{ prompt_tokens: 5, completion_tokens: 1e12 }, false]
])("a count of tokens is taken if it is whole, positive and likely, and not else: %j is %p", (usage, taken) =>
  run(function* () {
    const server = yield* said({ content: "ሰላም" }, "stop", { usage })
    const count = { promptTokens: 5, candidateTokens: 2 }
    expect((yield* generate(server.endpoint)).usage).toEqual(taken ? Option.some(count) : Option.none())
  })
)

const whisper = { message: "whisper", type: "server_error" }
const wrong: ReadonlyArray<readonly [name: string, body: unknown, code: EngineFailure["_tag"]]> = [
  ["says error with status 200", { error: whisper }, "PROVIDER_ERROR"],
  ["says error as text", { error: "whisper" }, "PROVIDER_ERROR"],
  ["says 429 with status 200", { error: { ...whisper, code: 429 } }, "PROVIDER_UNAVAILABLE"],
  ["says 503 with status 200", { error: { ...whisper, status: "503" } }, "PROVIDER_UNAVAILABLE"],
  ["says 504 with status 200", { error: { ...whisper, code: 504 } }, "PROVIDER_TIMEOUT"],
  ["says error in its choice", { choices: [{ error: { ...whisper, code: 502 }, message: {} }] }, "PROVIDER_ERROR"],
  ["has no choices", { choices: [] }, "PROVIDER_ERROR"],
  ["sends a list", [], "PROVIDER_ERROR"],
  ["sends null", null, "PROVIDER_ERROR"],
  ["has choices of another kind", { choices: "whisper" }, "PROVIDER_ERROR"],
  ["has messages of another kind", { choices: [{ message: ["whisper"] }] }, "PROVIDER_ERROR"]
]
test.each(wrong)("a model whose server %s fails with that error", (_, body, code) =>
  run(function* () {
    const server = yield* upstream(() => Response.json(body))
    expect((yield* failureOf(generate(server.endpoint)))._tag).toBe(code)
  })
)

test.each([
  ["nothing", ""],
  ["a page", "<h1>whisper</h1>"],
  ["half an answer", JSON.stringify(completion({ content: "whisper" })).slice(0, -9)]
])("a model whose server sends %s fails", (_, body) =>
  run(function* () {
    const server = yield* upstream(() => new Response(body))
    expect((yield* failureOf(generate(server.endpoint)))._tag).toBe("PROVIDER_ERROR")
  })
)

test.each([429, 500, 502, 503])("a model whose server is busy with %d is asked again", (status) =>
  run(function* () {
    const server = yield* upstream((_, count) =>
      count < 2 ? new Response("whisper", { status }) : Response.json(completion({ content: "ሰላም" }))
    )
    expect((yield* generate(server.endpoint)).text).toBe("ሰላም")
    expect(server.asked.length).toBe(3)
  })
)

test("a model whose server refuses with 400 is asked once more, without what not every server knows", () =>
  run(function* () {
    const server = yield* upstream(() => new Response("whisper", { status: 400 }))
    expect((yield* failureOf(generate(server.endpoint)))._tag).toBe("PROVIDER_ERROR")
    expect(server.asked.map(({ body }) => Object.keys(body))).toEqual([
      ["model", "messages", "temperature", "stream", "stream_options"],
      ["model", "messages", "temperature", "stream"]
    ])
  }))

test("a model whose server has no streams is asked for whole answers, from then on", () =>
  run(function* () {
    const server = yield* upstream(({ body }) =>
      "stream" in body
        ? Response.json({ error: { message: "`stream` is not supported" } }, { status: 400 })
        : Response.json(completion({ content: "ሰላም" }))
    )
    const model = yield* make(server.endpoint, limits)
    expect((yield* model.generate(request())).text).toBe("ሰላም")
    const pieces: Array<string> = []
    expect((yield* model.generateInPieces(request(), (text) => pieces.push(text))).text).toBe("ሰላም")
    expect(pieces).toEqual(["ሰላም"])
    expect(server.asked.length).toBe(3)
  }))

test.each([
  [401, "PROVIDER_NOT_CONFIGURED"],
  [403, "PROVIDER_NOT_CONFIGURED"],
  [404, "PROVIDER_NOT_CONFIGURED"],
  [413, "TEXT_TOO_LONG"],
  [302, "PROVIDER_ERROR"]
] as const)("a model whose server refuses with %d is not asked again, which is %s", (status, code) =>
  run(function* () {
    const server = yield* upstream(() => new Response("whisper", { status, headers: { location: "http://[::1]:1/" } }))
    expect((yield* failureOf(generate(server.endpoint)))._tag).toBe(code)
    expect(server.asked.length).toBe(1)
  })
)

test("a model whose server is gone is unavailable, whose server is silent times out, whose breaks off fails", () =>
  run(function* () {
    expect((yield* failureOf(generate(yield* nobody)))._tag).toBe("PROVIDER_UNAVAILABLE")
    const silent = yield* upstream(() => new Promise<Response>(() => {}))
    const short = { whole: Duration.millis(100) }
    expect((yield* failureOf(generate(silent.endpoint, {}, short)))._tag).toBe("PROVIDER_TIMEOUT")
    expect(silent.asked.length).toBe(1)
    const begun = yield* headRead
    const broken = yield* rawUpstream((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{")
      socket.flush()
      void begun.then(() => socket.terminate())
    })
    expect((yield* failureOf(generate(broken)))._tag).toBe("PROVIDER_ERROR")
  }))

test("a model whose server is well is asked over one connection, one after another", () =>
  run(function* () {
    let connections = 0
    const body = JSON.stringify(completion({ content: "x" }))
    const endpoint = yield* rawUpstream(
      (socket) => {
        socket.write(
          `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
        )
      },
      () => connections++
    )
    const model = yield* make(endpoint, limits)
    for (let i = 0; i < 20; i++) yield* model.generate(request())
    expect(connections).toBe(1)
  }))

test("a model has the name of what it asks for, and is ready where its server is", () =>
  run(function* () {
    const server = yield* upstream(() => Response.json({ data: [] }))
    const model = yield* make(server.endpoint, limits)
    expect(model.name).toBe("tts-test")
    yield* model.ready
    expect(Array.from(new Set(server.asked.map(({ path }) => path)))).toEqual(["/v1/models"])
    const gone = yield* make(yield* nobody, limits)
    expect(Exit.isFailure(yield* Effect.exit(gone.ready))).toBe(true)
  }))
