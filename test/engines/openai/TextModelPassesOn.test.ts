/** What a client says beside its words, and what a server tells of its tokens: passed on in both directions. */
import { describe, expect, test } from "bun:test"
import { Option } from "effect"
import { pieceOf } from "../../../src/engines/openai/ChatAnswer.ts"
import { run } from "../../support/EffectBody.ts"
import { chunk, completion, done, event, generate, sse, user, weather } from "./chat.ts"
import { upstream } from "./server.ts"

describe("a request", () => {
  test("a request to an engine has the user's name, and whether a tool is strict; nothing of them where nothing is said", () =>
    run(function* () {
      const server = yield* upstream(() => Response.json(completion({ content: "ሰላም" })))
      const named = { ...user("ሰላም"), name: "abebe" }
      yield* generate(server.endpoint, { messages: [named], tools: [{ ...weather, strict: true }] })
      expect(server.asked[0]?.body).toMatchObject({
        messages: [{ role: "user", content: "ሰላም", name: "abebe" }],
        tools: [{ function: { name: "get_weather", strict: true } }]
      })
      yield* generate(server.endpoint, { tools: [weather] })
      const text = JSON.stringify(server.asked[1]?.body)
      expect([text.includes('"strict"'), text.match(/"name"/g)?.length]).toEqual([false, 1])
    }))
})

describe("a count", () => {
  const counted = (usage: object) => pieceOf({ choices: [], usage }).usage
  const whole = { prompt_tokens: 100, completion_tokens: 50 }

  test("a count of tokens is in the parts that the engine gives, by either of its names", () => {
    const told = Option.some({ promptTokens: 100, candidateTokens: 50, cachedTokens: 64, reasoningTokens: 0 })
    const shares = [{ cached_tokens: 64 }, { reasoning_tokens: 0 }] as const
    expect(counted({ ...whole, prompt_tokens_details: shares[0], completion_tokens_details: shares[1] })).toEqual(told)
    expect(
      counted({
        input_tokens: 100,
        output_tokens: 50,
        input_tokens_details: shares[0],
        output_tokens_details: shares[1]
      })
    ).toEqual(told)
  })

  test("a count of tokens has no part that is larger than the whole, and none that is no count", () => {
    expect(counted({ ...whole, prompt_tokens_details: { cached_tokens: 9_999_999 } })).toMatchObject({
      value: { cachedTokens: 100 }
    })
    for (const wrong of [{}, null, "64", { cached_tokens: -1 }, { cached_tokens: 1.5 }, { cached_tokens: "64" }])
      expect(counted({ ...whole, prompt_tokens_details: wrong })).toEqual(
        Option.some({ promptTokens: 100, candidateTokens: 50 })
      )
  })

  test("tokens of a sum that are neither the prompt's nor the answer's were thought, where nothing else is said of them", () => {
    const of = (usage: object) => Option.getOrUndefined(counted(usage))
    const thought = { promptTokens: 100, candidateTokens: 290, reasoningTokens: 240 }
    expect(of({ ...whole, total_tokens: 390 })).toEqual(thought)
    expect(of({ ...whole, total_tokens: 390, completion_tokens_details: null })).toEqual(thought)
    expect(of({ ...whole, total_tokens: 390, completion_tokens_details: { audio_tokens: 0 } })).toEqual(thought)
    // What a cache gave of the prompt does not say what else was counted.
    expect(of({ ...whole, total_tokens: 390, prompt_tokens_details: { cached_tokens: 64 } })).toEqual({
      ...thought,
      cachedTokens: 64
    })
    expect(of({ ...whole, total_tokens: 390, cache_read_input_tokens: 200, cached_tokens: 39 })).toEqual({
      ...thought,
      cachedTokens: 39
    })
    // All of it was thought, and the answer cut before its first word.
    expect(of({ prompt_tokens: 100, completion_tokens: 0, total_tokens: 340 })).toEqual({
      promptTokens: 100,
      candidateTokens: 240,
      reasoningTokens: 240
    })
  })

  test.each([
    ["a sum that is one", { total_tokens: 150 }],
    ["a sum below", { total_tokens: 140 }],
    ["no sum", {}],
    ["a sum that is none", { total_tokens: "390" }],
    ["a part that was stated as nothing", { total_tokens: 390, completion_tokens_details: { reasoning_tokens: 0 } }],
    ["what a cache gave beside the prompt", { total_tokens: 390, prompt_tokens_details: { cached_tokens: 240 } }],
    [
      "what a cache was given and gave",
      { total_tokens: 390, cache_creation_input_tokens: 40, cache_read_input_tokens: 200 }
    ],
    ["citations", { total_tokens: 390, citation_tokens: 240 }],
    [
      "what a cache was given and gave, said by two names",
      {
        total_tokens: 390,
        cache_creation_input_tokens: 40,
        cache_read_input_tokens: 200,
        prompt_tokens_details: { cached_tokens: 200, cache_creation_tokens: 40 }
      }
    ],
    [
      "one of several parts",
      { total_tokens: 390, cache_creation_input_tokens: 240, prompt_tokens_details: { cached_tokens: 64 } }
    ],
    ["a part of which some is the prompt's", { total_tokens: 390, prompt_tokens_details: { cached_tokens: 300 } }],
    [
      "what a cache gave and did not",
      { total_tokens: 390, prompt_cache_hit_tokens: 200, prompt_cache_miss_tokens: 40 }
    ],
    ["what was written to a cache", { total_tokens: 390, prompt_tokens_details: { cache_write_tokens: 240 } }],
    ["what was heard and seen", { total_tokens: 390, prompt_tokens_details: { audio_tokens: 40, image_tokens: 200 } }],
    ["what was shown", { total_tokens: 390, prompt_tokens_details: { video_tokens: 240 } }],
    ["what was spoken", { total_tokens: 390, completion_tokens_details: { audio_tokens: 240 } }],
    ["parts by the other names", { total_tokens: 390, input_tokens_details: { image_tokens: 240 } }]
  ])("nothing was thought by %s", (_, rest) => {
    expect(Option.getOrThrow(counted({ ...whole, ...rest }))).toMatchObject({ promptTokens: 100, candidateTokens: 50 })
  })

  test("thoughts that are counted beside the other counts, and what a cache gave, are in the parts", () => {
    expect(Option.getOrThrow(counted({ ...whole, reasoning_tokens: 20, prompt_cache_hit_tokens: 64 }))).toEqual({
      promptTokens: 100,
      candidateTokens: 50,
      reasoningTokens: 20,
      cachedTokens: 64
    })
    expect(Option.getOrThrow(counted({ ...whole, cached_tokens: 64 })).cachedTokens).toBe(64)
  })

  const usage = { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 }
  test.each([
    ["in the last choice, as Moonshot has it", [{ choices: [{ index: 0, delta: {}, finish_reason: "stop", usage }] }]],
    [
      "in a field of Groq's",
      [{ choices: [{ index: 0, delta: {}, finish_reason: "stop" }], x_groq: { id: "r", usage } }]
    ],
    [
      "in Groq's field, and in its place",
      [
        { choices: [{ index: 0, delta: {}, finish_reason: "stop" }], x_groq: { id: "r", usage } },
        { choices: [], usage }
      ]
    ],
    [
      "twice, of which the last holds",
      [
        { choices: [{ index: 0, delta: {}, usage: { ...usage, completion_tokens: 9 } }] },
        { choices: [{ index: 0, delta: {}, finish_reason: "stop" }], usage }
      ]
    ]
  ])("a count of tokens is taken once: %s", (_, chunks) =>
    run(function* () {
      const server = yield* upstream(() =>
        sse([chunk({ content: "ሰላም" }), ...chunks].map((one) => event(one)).join("") + done)
      )
      const counted = Option.some({ promptTokens: 100, candidateTokens: 50 })
      expect((yield* generate(server.endpoint)).usage).toEqual(counted)
    })
  )

  test("a count in the choice of a whole answer is taken", () =>
    run(function* () {
      const choice = { index: 0, message: { role: "assistant", content: "ሰላም" }, finish_reason: "stop", usage }
      const server = yield* upstream(() => Response.json({ choices: [choice] }))
      expect(Option.getOrThrow((yield* generate(server.endpoint)).usage).candidateTokens).toBe(50)
    }))
})
