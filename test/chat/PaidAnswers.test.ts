/** What an answer may cost is bounded by what is held, which grows with it (wire contract, section 2, rule 1). */
import { expect, test } from "bun:test"
import { Effect, Either, FastCheck, Option } from "effect"
import { follow } from "../../src/billing/EventLog.ts"
import { insufficient } from "../../src/billing/JobAdmission.ts"
import * as Money from "../../src/billing/Money.ts"
import * as Prices from "../../src/billing/Prices.ts"
import { Wallet } from "../../src/billing/Wallet.ts"
import { Chat } from "../../src/chat/Chat.ts"
import * as PaidBudget from "../../src/chat/PaidBudget.ts"
import type { WalletId } from "../../src/Domain.ts"
import { make } from "../../src/engines/openai/AttachedTextModel.ts"
import { countTokens } from "../../src/text/Tokens.ts"
import { chunk, completion, done, event, limits, sse } from "../engines/openai/chat.ts"
import { upstream } from "../engines/openai/server.ts"
import { type EffectBody, run } from "../support/EffectBody.ts"
import { forAllAsync } from "../support/Property.ts"
import { asked, newWallet, withChat } from "./World.ts"

const word = " ሰላም"
/** Some 2,000 tokens, by our count. */
const long = Array.from({ length: 1_200 }, () => word)
const LYING = { prompt_tokens: 9_999_999, completion_tokens: 9_999_999 }

const streamed = (words: ReadonlyArray<string>, usage: object = LYING): Response =>
  sse(
    [...words.map((content) => chunk({ content })), chunk({}, "stop"), { id: "x", choices: [], usage }]
      .map((one) => event(one))
      .join("") + done
  )

const calling = (): Response => {
  const call = (given: string) => ({
    tool_calls: [{ index: 0, id: "c1", type: "function", function: { name: "note", arguments: given } }]
  })
  const parts = ['{"text":"', ...long, '"}'].map((part) => chunk(call(part)))
  return sse([...parts, chunk({}, "tool_calls")].map((one) => event(one)).join("") + done)
}

const tools = [
  {
    type: "function",
    function: {
      name: "note",
      description: "n",
      parameters: { type: "object", properties: { text: { type: "string" } } }
    }
  }
]

const ask = (id: WalletId, request: object) =>
  Effect.gen(function* () {
    const submission = yield* Effect.flatMap(Chat, (chat) =>
      chat.ask(asked(id, { prompt: "ሰላም", target_language: "am", ...request }))
    )
    if (submission._tag === "Replayed") return yield* Effect.dieMessage("it has no id")
    let text = ""
    yield* follow(submission.events, (pieces) =>
      Effect.sync(() => {
        text += pieces.join("")
        return true
      })
    )
    const { receipt, result } = yield* submission.settled
    return { text, receipt, result }
  })

const withEngine = <A>(answer: () => Response, body: EffectBody<Chat | Wallet, [], A>) =>
  run(function* () {
    const server = yield* upstream(answer)
    const model = yield* make(server.endpoint, limits)
    return yield* Effect.promise(() => withChat(model, body))
  })

const balanceOf = (id: WalletId) =>
  Effect.flatMap(Wallet, (wallets) => Effect.map(wallets.get(id), ({ balance }) => Number(balance)))

/** What a wallet needs for a request, as its refusal says. */
const requiredFor = (request: object) =>
  Effect.gen(function* () {
    const poor = yield* newWallet(Money.zero)
    const { details } = yield* Effect.flip(ask(poor, request))
    const said = /^(\d+\.\d{2,4}) is required, balance is 0\.00$/.exec(details?.[0]?.message ?? "")
    return Option.getOrThrow(Money.parseEtb(said?.[1] ?? ""))
  })

const forms: ReadonlyArray<readonly [name: string, request: object, answer: () => Response]> = [
  ["streamed", { generation_config: { stream: true } }, () => streamed(long)],
  ["whole", {}, () => streamed(long)],
  [
    "whole, from an engine without streams",
    {},
    () => Response.json(completion({ content: long.join("") }, "stop", { usage: LYING }))
  ],
  ["with tools", { tools }, calling]
]

test('an answer of any form ends with "length" where the wallet has no more, and its balance not below zero', () => {
  let answer: () => Response = () => streamed([])
  return withEngine(
    () => answer(),
    function* () {
      for (const [name, request, next] of forms) {
        answer = next
        const required = yield* requiredFor(request)
        // 256 tokens are required; this pays for 500 more.
        const id = yield* newWallet(Money.add(required, Money.fromMicros(400_000)))
        const { receipt, result, text } = yield* ask(id, request)
        expect([name, result.finish_reason, result.tool_calls]).toEqual([name, "length", undefined])
        // Of a call that is cut nothing is delivered.
        if (name !== "with tools") {
          expect(countTokens(result.response_text)).toBeWithin(700, 757)
          expect(Number(receipt.charge)).toBeGreaterThan(500_000)
        }
        if (name === "streamed") expect(text).toBe(result.response_text)
        expect(Number(receipt.balanceAfter)).toBeGreaterThanOrEqual(0)
      }
    }
  )
})

test("the credit that a chat's refusal requires is enough, and 0.0001 ETB less is not", () =>
  withEngine(
    () => streamed([word], { prompt_tokens: 10, completion_tokens: 2 }),
    function* () {
      const required = yield* requiredFor({})
      yield* ask(yield* newWallet(required), {})
      const refused = yield* Effect.flip(ask(yield* newWallet(Money.subtract(required, Money.fromMicros(100))), {}))
      expect(refused._tag).toBe("INSUFFICIENT_CREDITS")
    }
  ))

test("a long answer comes whole where the wallet can pay, and its engine's count is believed up to the hold", () =>
  withEngine(
    () => streamed(long),
    function* () {
      const id = yield* newWallet()
      const { receipt, result } = yield* ask(id, {})
      expect([result.finish_reason, result.response_text]).toEqual(["stop", long.join("")])
      const { candidates_token_count: tokens } = result.usage_metadata
      expect(tokens).toBeWithin(countTokens(result.response_text), countTokens(result.response_text) + 2_049)
      expect(Number(receipt.charge)).toBeLessThan(5_000_000)
    }
  ))

test("six chats at once on 14 ETB with an engine that counts too much leave no balance below zero", () =>
  withEngine(
    () => streamed(long),
    function* () {
      const id = yield* newWallet(Money.fromMicros(14_000_000))
      const request = { generation_config: { maxOutputTokens: 30_000 } }
      const answers = yield* Effect.all(
        Array.from({ length: 6 }, () => Effect.either(ask(id, request))),
        { concurrency: "unbounded" }
      )
      expect(answers.filter(Either.isRight).length).toBeGreaterThan(0)
      expect(yield* balanceOf(id)).toBeGreaterThanOrEqual(0)
    }
  ))

test("an answer's paid room grows by no more than its hold, whatever the wallet, and never shrinks", () =>
  forAllAsync(
    {},
    FastCheck.nat(3_000_000),
    FastCheck.nat(20_000),
    FastCheck.integer({ min: 1, max: 9_000 }),
    FastCheck.array(FastCheck.nat(2_000_000), { maxLength: 8 }),
    async (first, promptTokens, mostTokens, more) => {
      const prices = { prompt: Money.fromMicros(300_000), candidates: Money.fromMicros(800_000) }
      const extent = { promptTokens, mostTokens }
      let held = PaidBudget.opening(prices, extent).least + first
      let wallet = 0
      const budget = PaidBudget.make(prices, extent, Money.fromMicros(held), (wanted, least) =>
        Effect.suspend(() => {
          const all = held + wallet
          if (all < least) return insufficient(Money.fromMicros(all), least)
          const now = Math.min(all, wanted)
          wallet = all - now
          held = now
          return Effect.succeed(Money.fromMicros(now))
        })
      )
      let before = budget.tokens()
      for (const topUp of more) {
        wallet += topUp
        await Effect.runPromise(budget.extend)
        expect(budget.tokens()).toBeWithin(before, mostTokens + 1)
        expect(Number(Prices.ofTokens(prices, budget.held()))).toBeLessThanOrEqual(held)
        before = budget.tokens()
      }
    }
  ))

const filtering: ReadonlyArray<readonly [name: string, answer: () => Response, text: string]> = [
  ["refuses it", () => Response.json({ error: { code: "content_filter", message: "no" } }, { status: 400 }), ""],
  ["ends it so", () => sse(event(chunk({ content: word })) + event(chunk({}, "content_filter")) + done), word],
  [
    "says it as the model's refusal",
    () => sse(event(chunk({ refusal: word })) + event(chunk({}, "stop")) + done),
    word
  ],
  [
    "filters it with a refusal behind its words",
    () =>
      sse(
        event(chunk({ content: word })) + event(chunk({ refusal: " no" })) + event(chunk({}, "content_filter")) + done
      ),
    `${word} no`
  ],
  [
    "says its refusal in both places",
    () => sse(event(chunk({ content: word })) + event(chunk({ refusal: word }, "stop")) + done),
    word + word
  ],
  ["calls it toxic", () => sse(event(chunk({ content: word })) + event(chunk({}, "ERROR_TOXIC")) + done), word],
  ["breaks it off so", () => sse(event(chunk({ content: word })) + event({ error: { code: "content_filter" } })), word]
]
test.each(filtering)(
  "an answer that the engine filters ends with safety and costs nothing, where the engine %s",
  (_, answer, text) =>
    withEngine(answer, function* () {
      for (const stream of [false, true]) {
        const id = yield* newWallet(Money.parseEtb("10").pipe(Option.getOrThrow))
        const before = yield* balanceOf(id)
        const { result } = yield* ask(id, { generation_config: { stream } })
        expect([result.finish_reason, result.response_text]).toEqual(["safety", text])
        expect(yield* balanceOf(id)).toBe(before)
      }
    })
)

/** Words twice, and a refusal of a third of all: of the engine's tokens, which are its own, as much is the refusal's. */
const declined = " ሰላም"
const counted = {
  prompt_tokens: 100,
  completion_tokens: 1_000,
  completion_tokens_details: { reasoning_tokens: 700 }
}
const declining: ReadonlyArray<readonly [name: string, answer: () => Response]> = [
  [
    "in pieces",
    () =>
      sse(
        [
          chunk({ content: word }),
          chunk({ content: word }),
          chunk({ refusal: " ሰ" }),
          chunk({ refusal: "ላም" }),
          chunk({}, "stop"),
          { id: "x", choices: [], usage: counted }
        ]
          .map((one) => event(one))
          .join("") + done
      )
  ],
  ["at once", () => Response.json(completion({ content: word + word, refusal: declined }, "stop", { usage: counted }))],
  [
    "as parts of the content",
    () =>
      Response.json(
        completion(
          {
            content: [
              { type: "text", text: word + word },
              { type: "refusal", refusal: declined }
            ]
          },
          "stop",
          { usage: counted }
        )
      )
  ]
]
test.each(declining)(
  "words are charged behind which a model declines, and its refusal is not, where they come %s",
  (_, answer) =>
    withEngine(answer, function* () {
      for (const stream of [false, true]) {
        const id = yield* newWallet(Money.parseEtb("10").pipe(Option.getOrThrow))
        const { receipt, result } = yield* ask(id, { generation_config: { stream } })
        expect([result.finish_reason, result.response_text]).toEqual(["safety", word + word + declined])
        const { candidates_token_count: tokens, ...others } = result.usage_metadata
        expect(others).toMatchObject({ prompt_token_count: 100, thoughts_token_count: 700 })
        // Of the 300 that are no thoughts some two thirds.
        expect(tokens).toBeWithin(700 + 180, 700 + 241)
        expect(Number(receipt.charge)).toBe(100 * 300 + tokens * 800)
      }
    })
)

test("thoughts that only the engine's sum shows are charged and shown, up to what can be held", () => {
  const usage = { prompt_tokens: 100, completion_tokens: 50, total_tokens: 2_150 }
  return withEngine(
    () => streamed([word], usage),
    function* () {
      const id = yield* newWallet(Money.parseEtb("10").pipe(Option.getOrThrow))
      const { receipt, result } = yield* ask(id, {})
      expect(result.usage_metadata).toMatchObject({ candidates_token_count: 2_050, thoughts_token_count: 2_000 })
      // 2,050 tokens at 0.8 ETB a thousand, and 100 at 0.3.
      expect(Number(receipt.charge)).toBe(1_670_000)
      const required = yield* requiredFor({})
      const poor = yield* newWallet(required)
      const bounded = yield* ask(poor, {})
      expect(Number(bounded.receipt.balanceAfter)).toBeGreaterThanOrEqual(0)
      expect(bounded.result.usage_metadata.candidates_token_count).toBeLessThan(2_050)
    }
  )
})

const VLLM = "This model's maximum context length is 8192 tokens"
test.each([
  [
    "of both",
    `${VLLM}. However, you requested 12000 tokens (4000 in the messages, 8000 in the completion). Please reduce the length of the messages or completion.`,
    4_192
  ],
  [
    "of the question, beside the answer's",
    `'max_tokens' or 'max_completion_tokens' is too large: 8000. ${VLLM} and your request has 4000 input tokens (8000 > 8192 - 4000).`,
    undefined
  ],
  [
    "up to what it holds",
    `${VLLM}. However, you requested 8000 output tokens and your prompt contains at least 193 input tokens, for a total of at least 8193 tokens. Please reduce the length of the input prompt or the number of requested output tokens.`,
    undefined
  ]
])("a question that vLLM refuses with its answer is answered at the second try, by its count %s", (_, message, most) =>
  Effect.gen(function* () {
    const refused = { error: { message, type: "BadRequestError", param: null, code: 400 } }
    const server = yield* upstream((_, count) =>
      count === 0
        ? Response.json(refused, { status: 400 })
        : streamed([word], { prompt_tokens: 100, completion_tokens: 2 })
    )
    const model = yield* make(server.endpoint, limits)
    const request = { generation_config: { maxOutputTokens: 8_000 } }
    const { result } = yield* Effect.promise(() =>
      withChat(model, function* () {
        return yield* ask(yield* newWallet(), request)
      })
    )
    expect(result.response_text).toBe(word)
    expect(server.asked.map(({ body }) => Object(body).max_tokens)).toStrictEqual([8_000, most])
  }).pipe(Effect.scoped, Effect.runPromise)
)
