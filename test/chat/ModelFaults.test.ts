/** Answers that an engine says its own model got wrong: one silent retry, then PROVIDER_ERROR, and nothing is charged. */
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { Wallet } from "../../src/billing/Wallet.ts"
import { Chat } from "../../src/chat/Chat.ts"
import { ProviderError } from "../../src/Errors.ts"
import { make } from "../../src/engines/openai/AttachedTextModel.ts"
import { chunk, completion as completed, event, limits, sse } from "../engines/openai/chat.ts"
import { upstream } from "../engines/openai/server.ts"
import { run } from "../support/EffectBody.ts"
import { collect } from "../support/Events.ts"
import { answerTo, calls, completion, newWallet, says, scripted, withChat } from "./World.ts"

const fault = Effect.fail(new ProviderError({ message: "the text engine made nothing", isModelFault: true }))
const tools = [{ type: "function", function: { name: "weather", parameters: { type: "object", properties: {} } } }]
const messages = [{ role: "user", content: "ሰላም" }]

type Answers = Parameters<typeof scripted>[0]

/** How a request ends, how often the engine was asked, what the client heard, and what was charged. */
const ask = (answers: Answers, request: object = {}) => {
  const { asked, model } = scripted(answers)
  return withChat(model, function* () {
    const id = yield* newWallet()
    const before = yield* balanceOf(id)
    const submission = yield* (yield* Chat).ask(completion(id, { messages, ...request }))
    if (submission._tag === "Replayed") return yield* Effect.dieMessage("a replay")
    const pieces = yield* collect(submission.events)
    const end = yield* Effect.either(submission.settled)
    return { end, pieces, asked: asked.length, charged: before - (yield* balanceOf(id)) }
  })
}

const balanceOf = (id: Parameters<typeof completion>[0]) =>
  Effect.flatMap(Wallet, (wallets) => Effect.map(wallets.get(id), ({ balance }) => Number(balance)))

const forms = [
  ["whole", {}],
  ["streamed", { stream: true }],
  ["whole, with tools", { tools }],
  ["streamed, with a call that must come", { tools, tool_choice: "required", stream: true }]
] as const

test.each(forms)(
  "an answer that the model got wrong by its engine's word is asked for once more: %s",
  async (_, request) => {
    const good = "tools" in request ? calls("weather", "{}") : says("ሰላም ነው")
    const [plain, again] = [await ask([good], request), await ask([fault, good], request)]
    expect(again.end._tag).toBe("Right")
    expect([again.asked, again.pieces, again.charged]).toEqual([2, plain.pieces, plain.charged])
  }
)

test.each(forms)(
  "an answer that the model got wrong twice is PROVIDER_ERROR, and nothing is charged: %s",
  async (_, request) => {
    const { asked, charged, end } = await ask([fault, fault], request)
    expect(end).toMatchObject({ _tag: "Left", left: { _tag: "PROVIDER_ERROR" } })
    expect([asked, charged]).toEqual([2, 0])
  }
)

test("a call that nobody can run counts as one try, whoever says that it is wrong", async () => {
  const wrong = calls("weather", "[")
  for (const answers of [
    [fault, wrong],
    [wrong, fault]
  ]) {
    const { asked, charged, end } = await ask(answers, { tools })
    expect(end).toMatchObject({ _tag: "Left", left: { _tag: "PROVIDER_ERROR" } })
    expect([asked, charged]).toEqual([2, 0])
  }
})

test("an answer of which something was heard is not asked for again", async () => {
  const server = Effect.gen(function* () {
    const engine = yield* upstream(() =>
      sse(event(chunk({ content: "ሰላ" })) + event({ error: { message: "no", code: "tool_use_failed" } }))
    )
    const model = yield* make(engine.endpoint, limits)
    const heard = yield* Effect.promise(() =>
      withChat(model, function* () {
        const id = yield* newWallet()
        const submission = yield* (yield* Chat).ask(completion(id, { messages, stream: true }))
        if (submission._tag === "Replayed") return yield* Effect.dieMessage("a replay")
        const pieces = yield* collect(submission.events)
        return { pieces, end: yield* Effect.either(submission.settled) }
      })
    )
    return { ...heard, asked: engine.asked.length }
  })
  const { asked, end, pieces } = await Effect.runPromise(Effect.scoped(server))
  expect([pieces, end._tag, asked]).toEqual([["ሰላ"], "Left", 1])
})

const groq = {
  error: { message: "Failed to generate JSON.", type: "invalid_request_error", code: "json_validate_failed" }
}

test("a refusal of Groq's for JSON that its model got wrong is followed by one more try, with the same request", async () => {
  for (const failing of [1, 2]) {
    const seen = await run(function* () {
      const engine = yield* upstream((_, count) =>
        count < failing
          ? Response.json(groq, { status: 400 })
          : Response.json(
              completed({ content: '{"a":1}' }, "stop", { usage: { prompt_tokens: 9, completion_tokens: 4 } })
            )
      )
      const model = yield* make(engine.endpoint, limits)
      const request = { messages, response_format: { type: "json_object" } }
      const end = yield* Effect.promise(() =>
        withChat(model, function* () {
          return yield* Effect.either(answerTo(completion(yield* newWallet(), request)))
        })
      )
      const bodies = engine.asked.map(({ body }) => JSON.stringify(body))
      return { end: end._tag, asked: bodies.length, bodies: new Set(bodies).size }
    })
    expect(seen).toEqual({ end: failing === 1 ? "Right" : "Left", asked: 2, bodies: 1 })
  }
})
