/** `tool_choice` that asks for a call: an engine that does not call is asked once more, and then has failed. */
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { Chat } from "../../src/chat/Chat.ts"
import type { EngineFailure } from "../../src/Errors.ts"
import type { Generation } from "../../src/engines/TextModel.ts"
import { collect } from "../support/Events.ts"
import { answerTo, calls, completion, newWallet, says, scripted, withChat } from "./World.ts"

const tools = ["weather", "time"].map((name) => ({
  type: "function",
  function: { name, parameters: { type: "object", properties: {} } }
}))
const messages = [{ role: "user", content: "ሰላም" }]
const required = { messages, tools, tool_choice: "required" }
const chosen = { messages, tools, tool_choice: { type: "function", function: { name: "time" } } }

type Answers = ReadonlyArray<Effect.Effect<Generation, EngineFailure>>

const ask = (answers: Answers, request: object) => {
  const { asked, model } = scripted(answers)
  return withChat(model, function* () {
    const outcome = yield* Effect.either(answerTo(completion(yield* newWallet(), request)))
    return { outcome, asked: asked.length }
  })
}

/** The pieces that a stream's client gets, and how it ends. */
const stream = (answers: Answers, request: object) =>
  withChat(scripted(answers).model, function* () {
    const id = yield* newWallet()
    const submission = yield* (yield* Chat).ask(completion(id, { ...request, stream: true }))
    if (submission._tag === "Replayed") return yield* Effect.dieMessage("a replay")
    return { pieces: yield* collect(submission.events), end: yield* Effect.either(submission.settled) }
  })

describe("a call that must come", () => {
  test.each([
    ["required", required, calls("weather", "{}")],
    ["one by its name", chosen, calls("time", "{}")]
  ])("a required tool call that is missing is asked for once more: %s", async (_, request, called) => {
    const { asked, outcome } = await ask([says("ሰላም"), called], request)
    expect(outcome).toMatchObject({ _tag: "Right", right: { answer: { finish_reason: "tool_calls" } } })
    expect(asked).toBe(2)
  })

  test.each([
    ["words alone", required, says("ሰላም")],
    ["another tool than the chosen one", chosen, calls("weather", "{}")]
  ])("a required tool call missing twice is PROVIDER_ERROR, and nothing is charged: %s", async (_, request, wrong) => {
    const { asked, outcome } = await ask([wrong, wrong], request)
    expect(outcome).toMatchObject({ _tag: "Left", left: { _tag: "PROVIDER_ERROR" } })
    expect(asked).toBe(2)
  })

  test("a required tool call may be missing in an answer that is cut, or that the model declines", async () => {
    for (const finishReason of ["length", "safety"] as const) {
      const { asked, outcome } = await ask([says("ሰላም", { finishReason })], required)
      expect([outcome._tag, asked]).toEqual(["Right", 1])
    }
  })

  test("a stream with a required tool call holds back words that the second try may replace", async () => {
    const { end, pieces } = await stream([says("ሰላም"), calls("weather", "{}")], required)
    expect(pieces).toEqual([])
    expect(end).toMatchObject({ _tag: "Right", right: { result: { finish_reason: "tool_calls" } } })
    const spoken = await stream([calls("weather", "{}", { text: "አንድ ጊዜ…" })], required)
    expect(spoken.pieces).toEqual(["አንድ ጊዜ…"])
  })
})
