/** Chat as paid work, with an engine that does as it is told, however badly. */
import { expect, test } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import { Deferred, Effect, Fiber, Option, Stream } from "effect"
import * as Money from "../../src/billing/Money.ts"
import { Wallet } from "../../src/billing/Wallet.ts"
import { Chat } from "../../src/chat/Chat.ts"
import type { WalletId } from "../../src/Domain.ts"
import { ProviderError, ProviderTimeout, ProviderUnavailable } from "../../src/Errors.ts"
import { collect } from "../support/Events.ts"
import { answerTo, asked, calls, newWallet, OPENING, says, scripted, usage, withChat } from "./World.ts"

const amharic = "ሰላም! እንዴት ልርዳዎ?"
const english = "hello, how can i help you today?"
const question = { prompt: "ሰላም", target_language: "am" }

const tools = [
  {
    type: "function",
    function: {
      name: "weather",
      parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
    }
  }
]

/** 1,000 prompt and 500 candidate tokens at the default prices: 0.3 + 0.4 ETB. */
const PRICE = Money.fromMicros(700_000)

/** What the wallet has spent, and that nothing of it is held. */
const spent = (id: WalletId) =>
  Effect.gen(function* () {
    const { balance, held } = yield* (yield* Wallet).get(id)
    expect(held).toBe(Money.zero)
    return Money.subtract(OPENING, balance)
  })

const providerError = Effect.fail(new ProviderError({ message: "broken" }))

test("a chat answer has the engine's own token count and name, and costs what the engine counts", () => {
  const { asked: seen, model } = scripted([says(amharic)])
  return withChat(model, function* () {
    const id = yield* newWallet()
    const { answer, charge } = yield* answerTo(
      asked(id, {
        ...question,
        system: "Be brief.",
        persona: "You are Abebe.",
        conversation_history: [
          { role: "user", content: "a" },
          { role: "assistant", parts: [{ text: "b" }] }
        ],
        generation_config: { temperature: 0.2, maxOutputTokens: 500, topP: 0.9, topK: 3 }
      })
    )
    expect(answer).toEqual({
      response_text: amharic,
      finish_reason: "stop",
      usage_metadata: { prompt_token_count: 1_000, candidates_token_count: 500, total_token_count: 1_500 },
      modelVersion: "scripted-1",
      // For protocols that tell it; the native one does not.
      completed_at: expect.any(Number)
    })
    expect(charge).toBe(PRICE)
    expect(yield* spent(id)).toBe(PRICE)
    expect(seen).toHaveLength(1)
    const [request] = seen
    expect(request?.messages.map(({ role }) => role).join(" ")).toBe("system system system user assistant user")
    expect(request).toMatchObject({ toolChoice: "auto", tools: [] })
    expect(request?.targetLanguage).toEqual(Option.some("am"))
    expect([request?.temperature, request?.maxOutputTokens, request?.topP, request?.topK]).toEqual(
      [0.2, 500, 0.9, 3].map(Option.some)
    )
  })
})

test("the tokens of a chat answer are estimated where the engine counts none, and never zero", () =>
  withChat(
    scripted([says(amharic, { usage: Option.none() }), says("", { usage: usage(0, 0), finishReason: "length" })]).model,
    function* () {
      const id = yield* newWallet()
      for (const least of [5, 1]) {
        const { answer, charge } = yield* answerTo(asked(id, question))
        const { candidates_token_count, prompt_token_count, total_token_count } = answer.usage_metadata
        expect(prompt_token_count).toBeGreaterThan(50)
        expect(candidates_token_count).toBeGreaterThanOrEqual(least)
        expect(total_token_count).toBe(prompt_token_count + candidates_token_count)
        expect(charge).toBeGreaterThan(0)
      }
    }
  ))

test("the temperature of a chat request is 0.7 where it gives none", () => {
  const { asked: seen, model } = scripted([says(amharic)])
  return withChat(model, function* () {
    yield* answerTo(asked(yield* newWallet(), question))
    expect(seen[0]?.temperature).toEqual(Option.some(0.7))
  })
})

test("an answer in the wrong script is asked for once more with a reminder, and one answer is charged", () => {
  const { asked: seen, model } = scripted([says(english), says(amharic, { usage: usage(1_050, 100) })])
  return withChat(model, function* () {
    const id = yield* newWallet()
    const { answer } = yield* answerTo(asked(id, question))
    expect(answer.response_text).toBe(amharic)
    expect(answer.usage_metadata).toEqual({
      prompt_token_count: 1_000,
      candidates_token_count: 100,
      total_token_count: 1_100
    })
    expect(yield* spent(id)).toBe(Money.fromMicros(380_000))
    expect(seen).toHaveLength(2)
    expect(seen[1]?.messages).toHaveLength((seen[0]?.messages.length ?? 0) + 1)
  })
})

test.each([
  ["is wrong again", says("sorry, i can only speak english")],
  ["fails", providerError]
])("where the second try of an answer in the wrong script %s, the first answer stands, charged once", (_, second) => {
  const { asked: seen, model } = scripted([says(english), second])
  return withChat(model, function* () {
    const id = yield* newWallet()
    const { answer } = yield* answerTo(asked(id, question))
    expect(answer.response_text).toBe(english)
    expect(yield* spent(id)).toBe(PRICE)
    expect(seen).toHaveLength(2)
  })
})

test("a model's refusal is an answer in any language, asked for once and charged", () => {
  const { asked: seen, model } = scripted([says("i cannot help with that", { finishReason: "safety" })])
  return withChat(model, function* () {
    const id = yield* newWallet()
    const { answer } = yield* answerTo(asked(id, question))
    expect(answer.finish_reason).toBe("safety")
    expect(yield* spent(id)).toBe(PRICE)
    expect(seen).toHaveLength(1)
  })
})

test("a tool call is passed on, and its result goes back to the model", () => {
  const { asked: seen, model } = scripted([calls("weather", '{"city":"Jimma"}'), says(amharic)])
  return withChat(model, function* () {
    const id = yield* newWallet()
    const first = yield* answerTo(asked(id, { ...question, tools, tool_choice: "required" }))
    expect(first.answer.finish_reason).toBe("tool_calls")
    expect(first.answer.response_text).toBe("")
    expect(first.answer.tool_calls).toEqual([
      { id: "call_1", type: "function", function: { name: "weather", arguments: '{"city":"Jimma"}' } }
    ])
    const second = yield* answerTo(
      asked(id, {
        ...question,
        tools,
        conversation_history: [
          { role: "user", content: question.prompt },
          { role: "assistant", content: null, tool_calls: first.answer.tool_calls },
          { role: "tool", tool_call_id: "call_1", name: "weather", content: '{"degrees":20}' }
        ]
      })
    )
    expect(second.answer.finish_reason).toBe("stop")
    expect(seen[0]?.toolChoice).toBe("required")
    expect(seen[1]?.messages.map(({ role }) => role).join(" ")).toBe("system user assistant tool")
    expect(yield* spent(id)).toBe(Money.add(PRICE, PRICE))
  })
})

const badCalls = [
  ["are no JSON", calls("weather", '{"city":')],
  ["do not fit the schema", calls("weather", '{"town":"Jimma"}')],
  ["are of a tool that there is not", calls("time", "{}")]
] as const

test.each(badCalls)("tool calls that %s are asked for once more, unseen by the client", (_, bad) => {
  const { asked: seen, model } = scripted([bad, calls("weather", '{"city":"Jimma"}', { usage: usage(1_000, 100) })])
  return withChat(model, function* () {
    const id = yield* newWallet()
    const { answer } = yield* answerTo(asked(id, { ...question, tools }))
    expect(answer.tool_calls?.[0]?.function.arguments).toBe('{"city":"Jimma"}')
    expect(yield* spent(id)).toBe(Money.fromMicros(380_000))
    expect(seen[1]).toEqual(seen[0])
  })
})

test.each(badCalls)("tool calls that %s twice are PROVIDER_ERROR, and nothing is charged", (_, bad) => {
  const { asked: seen, model } = scripted([bad])
  return withChat(model, function* () {
    const id = yield* newWallet()
    const problem = yield* Effect.flip(answerTo(asked(id, { ...question, tools }, "again")))
    expect(problem._tag).toBe("PROVIDER_ERROR")
    expect(yield* spent(id)).toBe(Money.zero)
    expect(seen).toHaveLength(2)
  })
})

test("a tool call although tool_choice is none is PROVIDER_ERROR", () =>
  withChat(scripted([calls("weather", '{"city":"Jimma"}')]).model, function* () {
    const id = yield* newWallet()
    const problem = yield* Effect.flip(answerTo(asked(id, { ...question, tools, tool_choice: "none" })))
    expect(problem._tag).toBe("PROVIDER_ERROR")
  }))

test.each([
  ["PROVIDER_ERROR", new ProviderError({ message: "broken" })],
  ["PROVIDER_TIMEOUT", new ProviderTimeout({ message: "slow" })],
  ["PROVIDER_UNAVAILABLE", new ProviderUnavailable({ message: "busy", retryAfter: 3 })]
])("an engine's %s is a chat's answer, nothing is charged, and its id may be used again", (tag, failure) => {
  const { model } = scripted([Effect.fail(failure), says(amharic)])
  return withChat(model, function* () {
    const id = yield* newWallet()
    const problem = yield* Effect.flip(answerTo(asked(id, question, "same")))
    expect<string>(problem._tag).toBe(tag)
    expect(yield* spent(id)).toBe(Money.zero)
    const { answer } = yield* answerTo(asked(id, question, "same"))
    expect(answer.response_text).toBe(amharic)
    expect(yield* spent(id)).toBe(PRICE)
  })
})

test("the same request id and inputs replay the stored answer, whole or streamed; other inputs are refused", () => {
  const { asked: seen, model } = scripted([says(amharic)])
  return withChat(model, function* () {
    const id = yield* newWallet()
    const first = yield* answerTo(asked(id, question, "k1"))
    const reordered = { target_language: "am", prompt: "ሰላም", unknown: 1, generation_config: { stream: true } }
    for (const request of [question, reordered]) {
      const again = yield* answerTo(asked(id, request, "k1"))
      expect(again).toEqual({ answer: first.answer, replayed: true, charge: Money.zero })
    }
    for (const more of [{ prompt: "ሌላ" }, { persona: "x" }, { generation_config: { temperature: 0.1 } }, { tools }]) {
      const problem = yield* Effect.flip(answerTo(asked(id, { ...question, ...more }, "k1")))
      expect(problem._tag).toBe("IDEMPOTENCY_CONFLICT")
    }
    const others = yield* answerTo(asked(yield* newWallet(), question, "k1"))
    expect(others.replayed).toBe(false)
    expect(seen).toHaveLength(2)
  })
})

test("nothing that was said in a chat without a request id is kept", () =>
  withChat(scripted([says("የማይቀመጥ መልስ")]).model, function* () {
    const id = yield* newWallet()
    yield* answerTo(asked(id, question))
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly result: null }>`SELECT result FROM jobs`
    expect(rows.map(({ result }) => result)).toEqual([null])
  }))

test("a wallet that cannot cover a chat's estimate is refused before the engine is asked", () => {
  const { asked: seen, model } = scripted([says(amharic)])
  return withChat(model, function* () {
    const id = yield* newWallet(Money.fromMicros(500_000))
    const problem = yield* Effect.flip(answerTo(asked(id, question)))
    expect(problem._tag).toBe("INSUFFICIENT_CREDITS")
    expect(problem.details?.[0]?.message).toMatch(/^\d\.\d{2,4} is required, balance is 0\.50$/)
    expect(seen).toHaveLength(0)
    // A short answer can be paid for.
    yield* answerTo(asked(id, { ...question, generation_config: { maxOutputTokens: 100 } }))
  })
})

const faultsOf = (request: unknown) =>
  withChat(scripted([says(amharic)]).model, function* () {
    const problem = yield* Effect.flip(answerTo(asked(yield* newWallet(), request)))
    expect(problem.details?.length).toBeGreaterThan(0)
    return { code: problem._tag, fields: (problem.details ?? []).map(({ field }) => field) }
  })

test("faults of a chat request that no schema can express are refused together, each field by its name", async () => {
  expect(
    await faultsOf({
      target_language: "am",
      conversation_history: [{ role: "tool", tool_call_id: "x", content: "{}" }, { role: "user" }],
      tools: [{ type: "function", function: { name: "f", parameters: { type: "array" } } }],
      tool_choice: { type: "function", function: { name: "g" } }
    })
  ).toEqual({
    code: "VALIDATION_ERROR",
    fields: [
      "prompt",
      "conversation_history[0].tool_call_id",
      "conversation_history[1]",
      "tools[0].function.parameters.type",
      "tool_choice.function.name"
    ]
  })
  expect((await faultsOf({ target_language: "am", prompt: " " })).fields).toEqual(["prompt"])
  expect((await faultsOf({ ...question, attachment_field_names: ["a"] })).fields).toEqual(["attachment_field_names[0]"])
})

test("a streamed chat with tools or attachments is STREAM_NOT_SUPPORTED", async () => {
  const stream = { ...question, generation_config: { stream: true } }
  expect(await faultsOf({ ...stream, tools })).toEqual({ code: "STREAM_NOT_SUPPORTED", fields: ["tools"] })
  expect(await faultsOf({ ...stream, attachment_field_names: ["a"] })).toEqual({
    code: "STREAM_NOT_SUPPORTED",
    fields: ["attachment_field_names"]
  })
})

const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
const NOTE = `data:text/plain;base64,${Buffer.from("ሰላም").toString("base64")}`
const SOUND = Buffer.concat([Buffer.from("RIFF$\0\0\0WAVEfmt "), Buffer.alloc(32)]).toString("base64")

test.each([
  ["a picture", { type: "image_url", image_url: { url: PIXEL } }, "image_url.url"],
  ["a picture named in short", { type: "image_url", image_url: PIXEL }, "image_url"],
  ["a document", { type: "file", file: { filename: "a.txt", file_data: NOTE } }, "file.file_data"],
  ["speech", { type: "input_audio", input_audio: { data: SOUND, format: "wav" } }, "input_audio.data"]
])("a streamed chat with %s in messages is STREAM_NOT_SUPPORTED, naming it", async (_, part, field) => {
  const stream = { target_language: "am", generation_config: { stream: true } }
  const message = { role: "user", content: [{ type: "text", text: "ምንድን ነው?" }, part] }
  const refused = { code: "STREAM_NOT_SUPPORTED" as const, fields: [`messages[0].content[1].${field}`] }
  expect(await faultsOf({ ...stream, messages: [message] })).toEqual(refused)
  expect(
    await faultsOf({
      ...stream,
      messages: [message, { role: "assistant", content: "እሺ" }, { role: "user", content: "ከዚያስ?" }]
    })
  ).toEqual(refused)
})

const streaming = { ...question, generation_config: { stream: true } }

const running = (id: WalletId, requestId?: string) =>
  Effect.gen(function* () {
    const submission = yield* (yield* Chat).ask(asked(id, streaming, requestId))
    return submission._tag === "Running" ? submission : yield* Effect.dieMessage("it was answered before")
  })

test("a streamed chat answer comes in the engine's pieces, is charged, and is stored whole", () =>
  withChat(scripted([], Stream.make("ሰላም", "", " ለ", "ዓለም")).model, function* () {
    const id = yield* newWallet()
    const submission = yield* running(id, "s1")
    expect(yield* collect(submission.events)).toEqual(["ሰላም", " ለ", "ዓለም"])
    const { result } = yield* submission.settled
    expect(result).toMatchObject({ response_text: "ሰላም ለዓለም", finish_reason: "stop" })
    expect(yield* spent(id)).toBe(PRICE)
    const again = yield* answerTo(asked(id, streaming, "s1"))
    expect(again).toMatchObject({ replayed: true, answer: { response_text: "ሰላም ለዓለም" } })
  }))

test("a client that hangs up in the middle of a stream still gets the answer made, and pays for it", () =>
  Effect.gen(function* () {
    const gate = yield* Deferred.make<void>()
    const rest = Stream.execute(Deferred.await(gate))
    const model = scripted([], Stream.concat(Stream.make("ሰላም"), Stream.concat(rest, Stream.make(" ለዓለም")))).model
    yield* Effect.promise(() =>
      withChat(model, function* () {
        const id = yield* newWallet()
        const submission = yield* running(id, "s2")
        expect(yield* submission.events.from(0)).toEqual({ events: ["ሰላም"], next: 1 })
        const listener = yield* Effect.fork(submission.events.from(1))
        yield* Effect.yieldNow()
        yield* Fiber.interrupt(listener)
        yield* Deferred.succeed(gate, undefined)
        yield* submission.settled
        expect(yield* spent(id)).toBe(PRICE)
        const again = yield* answerTo(asked(id, streaming, "s2"))
        expect(again.answer.response_text).toBe("ሰላም ለዓለም")
      })
    )
  }).pipe(Effect.runPromise))

test.each([
  ["before the first piece", Stream.empty, []],
  ["after the first piece", Stream.make("ሰላም"), ["ሰላም"]]
] as const)("a chat stream that fails %s is not charged", (_, said, told) =>
  withChat(
    scripted(
      [],
      Stream.concat<string, never, never, string, ProviderError, never>(
        said,
        Stream.fail(new ProviderError({ message: "cut" }))
      )
    ).model,
    function* () {
      const id = yield* newWallet()
      const submission = yield* running(id, "s3")
      expect(yield* collect(submission.events)).toEqual([...told])
      expect((yield* Effect.flip(submission.settled))._tag).toBe("PROVIDER_ERROR")
      expect(yield* spent(id)).toBe(Money.zero)
    }
  )
)

test("a tool's schema that no value can be checked against is the client's fault, and nothing is charged", () =>
  withChat(scripted([calls("loop", "{}")]).model, function* () {
    const id = yield* newWallet()
    const endless = [{ type: "function", function: { name: "loop", parameters: { allOf: [{ $ref: "#" }] } } }]
    const problem = yield* Effect.flip(answerTo(asked(id, { ...question, tools: endless })))
    expect(problem._tag).toBe("VALIDATION_ERROR")
    expect(problem.param).toBe("tools[0].function.parameters")
    expect(yield* spent(id)).toBe(Money.zero)
  }))
