/** What a client says beside its words, and what a server tells of its tokens: passed on in both directions. */
import { describe, expect, test } from "bun:test"
import { Effect, Option } from "effect"
import { pieceOf } from "../../../src/engines/openai/ChatAnswer.ts"
import { completion, generate, run, user, weather } from "./chat.ts"
import { upstream } from "./server.ts"

describe("a request", () => {
  test("a request to an engine has the user's name, and whether a tool is strict; nothing of them where nothing is said", () =>
    run(
      Effect.gen(function* () {
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
      })
    ))
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
})
