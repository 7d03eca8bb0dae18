/** What engines publish of answers that their own model made and they cannot read: the model's failure, and no field's. */
import { expect, test } from "bun:test"
import { Option } from "effect"
import { make } from "../../../src/engines/openai/AttachedTextModel.ts"
import { noFurtherSettings, type TextRequest } from "../../../src/engines/TextModel.ts"
import { run } from "../../support/EffectBody.ts"
import { chunk, completion, event, failureOf, limits, request, sse, weather } from "./chat.ts"
import { upstream } from "./server.ts"

const groq = (message: string, code: string, rest: object = {}) => ({
  error: { message, type: "invalid_request_error", code, ...rest }
})

const FAULTS: ReadonlyArray<readonly [server: string, status: number, body: unknown]> = [
  [
    "Groq",
    400,
    groq(
      "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
      "tool_use_failed",
      {
        failed_generation: '<function=get_weather{"city": "Adama"}</function> top_k is not supported'
      }
    )
  ],
  [
    "Groq",
    400,
    groq("tool call validation failed: parameters for tool get_weather did not match schema", "tool_use_failed", {
      param: ""
    })
  ],
  [
    "Groq",
    400,
    groq("tool call validation failed: attempted to call tool 'x' which was not in request.tools", "tool_use_failed")
  ],
  ["Groq", 400, groq("Tool choice is required, but model did not call a tool", "tool_use_failed")],
  [
    "Groq",
    400,
    groq(
      "Failed to generate JSON. Please adjust your prompt. See 'failed_generation' for more details.",
      "json_validate_failed",
      {
        failed_generation: ""
      }
    )
  ],
  ["Groq", 400, groq("Failed to validate JSON.", "json_validate_failed", { failed_generation: "{" })],
  ["Groq", 400, groq("Parsing failed. The model generated output that could not be parsed.", "output_parse_failed")],
  [
    "Groq behind OpenRouter",
    502,
    {
      error: {
        code: 502,
        message: "Provider returned error",
        metadata: { provider_name: "Groq", raw: JSON.stringify(groq("Failed to call a function.", "tool_use_failed")) }
      }
    }
  ],
  [
    "Cerebras",
    400,
    { message: "Failed to generate tool_calls. Please adjust your prompt.", type: "invalid_request_error" }
  ],
  [
    "llama.cpp",
    500,
    { error: { code: 500, message: "Failed to parse input at pos 184: <tool_call>top_k", type: "server_error" } }
  ],
  [
    "Ollama",
    500,
    groq("error parsing tool call: raw='{\"city\":\"Adama\"}]', err=invalid character ']' after top-level value", "")
  ],
  ["LM Studio", 400, { error: "Failed to parse tool call: Unexpected end of content" }],
  [
    "vLLM",
    500,
    groq('openai_harmony.HarmonyError: unexpected tokens remaining in message header: Some("to=functions.x")', "")
  ],
  ["vLLM", 500, groq("Unexpected token 12606 while expecting start token 200006", "")],
  [
    "vLLM",
    400,
    groq(
      "1 validation error for list[function-wrap[log_extra_fields()]]\n Invalid JSON: EOF while parsing a string",
      ""
    )
  ],
  ["Bedrock by LiteLLM", 400, groq("the model made no valid call", "malformed_tool_use")]
]

const asked: Partial<TextRequest> = {
  tools: [weather],
  topK: Option.some(3),
  further: { ...noFurtherSettings, format: { _tag: "JsonObject" } }
}
const named = FAULTS.map(
  ([server, status, body]) => [`${server} ${status} ${JSON.stringify(body).slice(0, 90)}`, status, body] as const
)

test.each(named)(
  "an answer that an engine cannot read itself is its model's failure, and no field is left out: %s",
  (_, status, body) =>
    run(function* () {
      const server = yield* upstream((_asked, count) =>
        count === 0 ? Response.json(body, { status }) : Response.json(completion({ content: "{}" }))
      )
      const model = yield* make(server.endpoint, limits)
      expect(yield* failureOf(model.generate(request(asked)))).toMatchObject({
        _tag: "PROVIDER_ERROR",
        isModelFault: true
      })
      yield* model.generate(request(asked))
      expect(server.asked.length).toBe(2)
      const [first, second] = server.asked
      expect(second?.body).toEqual(first?.body ?? {})
    })
)

test.each(named)(
  "an answer that an engine cannot read itself is its model's failure within a stream too: %s",
  (_, status, body) =>
    run(function* () {
      const error = { ...Object(body), status_code: status }
      const said = typeof Object(body).error === "string" ? body : error
      for (const stream of [
        event(chunk({ role: "assistant", content: "" })) + event("error" in Object(said) ? said : { error: said }),
        `event: error\ndata: ${JSON.stringify(said)}\n\n`
      ]) {
        const server = yield* upstream(() => sse(stream))
        const model = yield* make(server.endpoint, limits)
        const failure = yield* failureOf(model.generateInPieces(request(asked), () => {}))
        expect(failure).toMatchObject({ _tag: "PROVIDER_ERROR", isModelFault: true })
        expect(server.asked.length).toBe(1)
      }
    })
)

test("what Groq says in a chunk of its own of a call that failed is the model's failure", () =>
  run(function* () {
    const said = { choices: [], x_groq: { id: "r", error: "Failed to call a function. Please adjust your prompt." } }
    const server = yield* upstream(() => sse(event(said)))
    const model = yield* make(server.endpoint, limits)
    expect(yield* failureOf(model.generate(request(asked)))).toMatchObject({ isModelFault: true })
  }))

test("a history that llama.cpp cannot read is no failure of the model, and is tried as a passing one", () =>
  run(function* () {
    const message = "Failed to parse tool call arguments as JSON: parse error at line 1"
    const server = yield* upstream(() => Response.json({ error: { code: 500, message } }, { status: 500 }))
    const model = yield* make(server.endpoint, limits)
    const failure = yield* failureOf(model.generate(request(asked)))
    expect("isModelFault" in failure).toBe(false)
    expect(server.asked.length).toBe(limits.tries)
  }))
