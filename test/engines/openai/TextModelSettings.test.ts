/** What few requests ask for of a text model: how it is sent, and what becomes of it where it is refused. */
import { expect, test } from "bun:test"
import { Option } from "effect"
import { make } from "../../../src/engines/openai/AttachedTextModel.ts"
import { type FurtherSettings, noFurtherSettings } from "../../../src/engines/TextModel.ts"
import { run } from "../../support/EffectBody.ts"
import { completion, generate, limits, request, weather } from "./chat.ts"
import { upstream } from "./server.ts"

const said = (message: object) => upstream(() => Response.json(completion(message)))

const further: FurtherSettings = {
  format: {
    _tag: "JsonSchema",
    name: "x",
    description: Option.some("d"),
    schema: { type: "object" },
    strict: Option.some(true)
  },
  stop: ["a", "b"],
  seed: Option.some(7),
  frequencyPenalty: Option.some(0.5),
  presencePenalty: Option.some(-1),
  parallelToolCalls: Option.some(false),
  reasoningEffort: Option.some("low")
}
const json_schema = { name: "x", description: "d", schema: { type: "object" }, strict: true }
const sent = {
  response_format: { type: "json_schema", json_schema },
  stop: ["a", "b"],
  seed: 7,
  frequency_penalty: 0.5,
  presence_penalty: -1,
  parallel_tool_calls: false,
  reasoning_effort: "low"
}

test("further settings are sent by the protocol's names, and only those that are asked for", () =>
  run(function* () {
    const server = yield* said({ content: "{}" })
    const plain = { temperature: Option.none(), targetLanguage: Option.none() }
    yield* generate(server.endpoint, { ...plain, tools: [weather], further })
    expect(server.asked[0]?.body).toMatchObject(sent)
    yield* generate(server.endpoint, {
      ...plain,
      further: { ...noFurtherSettings, format: { _tag: "JsonObject" } }
    })
    expect(server.asked[1]?.body).toMatchObject({ response_format: { type: "json_object" } })
    yield* generate(server.endpoint, plain)
    expect(Object.keys(server.asked[2]?.body ?? {})).toEqual(["model", "messages", "stream", "stream_options"])
  }))

test.each([
  ["response_format", { further }],
  ["seed", { further }],
  ["stop", { further }],
  ["temperature", { temperature: Option.some(1.5) }]
] as const)(
  "further settings are left out where %s is refused, of that request alone, as it may be about a client's value",
  (field, own) =>
    run(function* () {
      const server = yield* upstream(({ body }) =>
        field in body
          ? new Response(`Invalid value for ${field}`, { status: 400 })
          : Response.json(completion({ content: "{}" }))
      )
      const model = yield* make(server.endpoint, limits)
      for (const times of [2, 4]) {
        expect((yield* model.generate(request(own))).text).toBe("{}")
        expect(server.asked).toHaveLength(times)
        expect(field in (server.asked.at(-2)?.body ?? {})).toBe(true)
      }
    })
)

test("further settings are all left out on suspicion where a refusal names nothing", () =>
  run(function* () {
    const server = yield* upstream(({ body }) =>
      "response_format" in body || "seed" in body
        ? new Response("extra fields not permitted", { status: 422 })
        : Response.json(completion({ content: "{}" }))
    )
    expect((yield* generate(server.endpoint, { further })).text).toBe("{}")
    expect(server.asked.at(-1)?.body.stop).toEqual(["a", "b"])
  }))
