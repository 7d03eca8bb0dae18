/** What a server's list says of the model that is set: whether it is there, and what it holds. */
import { expect, test } from "bun:test"
import { Effect, Exit, Option } from "effect"
import { make } from "../../../src/engines/openai/AttachedTextModel.ts"
import { ContextTokens } from "../../../src/engines/TextModel.ts"
import { run } from "../../support/EffectBody.ts"
import { completion, limits, request } from "./chat.ts"
import { upstream } from "./server.ts"

const HTTP_NOT_FOUND = 404

/** A server whose paths answer so; any other is not there. */
const serving = (answers: Readonly<Record<string, unknown>>) =>
  upstream(({ path }) =>
    path in answers ? Response.json(answers[path]) : Response.json({ error: "not found" }, { status: HTTP_NOT_FOUND })
  )

const LIST = "/v1/models"
const listOf = (...data: ReadonlyArray<object>) => ({ [LIST]: { object: "list", data } })

const modelAt = (answers: Readonly<Record<string, unknown>>, model: string) =>
  Effect.flatMap(serving(answers), ({ endpoint }) => make({ ...endpoint, model }, limits))

const contextOf = (answers: Readonly<Record<string, unknown>>, model: string) =>
  run(function* () {
    const { contextTokens = Effect.succeedNone } = yield* modelAt(answers, model)
    return yield* contextTokens
  })

test("a model's context is read where vLLM, LM Studio, OpenRouter, Groq, Together and llama.cpp say it", async () => {
  const vllm = { id: "google/gemma-3-4b-it", object: "model", owned_by: "vllm", max_model_len: 8_192 }
  const studio = { id: "qwen3-8b", owned_by: "organization_owner" }
  const router = { id: "deepseek/deepseek-r1", context_length: 163_840, top_provider: { context_length: 64_000 } }
  const llama = { id: "/m/q.gguf", owned_by: "llamacpp", meta: { n_ctx_train: 131_072 } }
  const loaded = { data: [{ id: "qwen3-8b", max_context_length: 40_960, loaded_context_length: 4_096 }] }
  const props = { default_generation_settings: { n_ctx: 4_096 }, total_slots: 1 }
  const ollama = { id: "gemma3:latest", object: "model", owned_by: "library" }
  const running = { models: [{ name: "gemma3:latest", model: "gemma3:latest", context_length: 4_096 }] }
  const cases = [
    [listOf(vllm), "google/gemma-3-4b-it", 8_192],
    [{ ...listOf(studio), "/api/v0/models": loaded }, "qwen3-8b", 4_096],
    [listOf(router), "deepseek/deepseek-r1", 64_000],
    [listOf({ id: "llama-3.3", context_window: 131_072 }), "llama-3.3", 131_072],
    [{ [LIST]: [{ id: "a/b", context_length: 32_768 }] }, "a/b", 32_768],
    [{ ...listOf(llama), "/props": props }, "default", 4_096],
    [listOf(llama), "default", 131_072],
    [{ ...listOf(ollama), "/api/ps": running }, "gemma3", 4_096],
    [{ models: [] }, "x", undefined],
    [listOf({ ...vllm, max_model_len: "many" }), "google/gemma-3-4b-it", undefined]
  ] as const
  for (const [answers, model, tokens] of cases) {
    expect([model, Option.getOrUndefined(await contextOf(answers, model))]).toEqual([model, tokens])
  }
})

test("a setting says a model's context before the server does", () =>
  run(function* () {
    const model = modelAt(listOf({ id: "m", max_model_len: 8_192 }), "m")
    const { contextTokens = Effect.succeedNone } = yield* Effect.provideService(
      model,
      ContextTokens,
      Option.some(2_048)
    )
    expect(yield* contextTokens).toEqual(Option.some(2_048))
  }))

const isReady = (answers: Readonly<Record<string, unknown>>, model: string) =>
  run(function* () {
    const exit = yield* Effect.exit((yield* modelAt(answers, model)).ready)
    return Exit.isSuccess(exit) ? "ready" : JSON.stringify(exit.cause)
  })

test("a model that the server's list does not have is no engine that is ready, and the setting is named", async () => {
  for (const [answers, model] of [
    [listOf({ id: "gemma3:latest", owned_by: "library" }), "llama3"],
    [listOf({ id: "google/gemma-3-4b-it", owned_by: "vllm" }), "google/gemma-3-12b-it"],
    [listOf({ id: "models/gemini-2.5-flash", owned_by: "google" }), "gemini-1.0-pro"],
    [listOf({ id: "gemma3:4b", owned_by: "library" }), "gemma3"]
  ] as const) {
    expect(await isReady(answers, model)).toContain("QAL_TEXT_MODEL")
  }
})

test("a list that has the model by another of its names, or cannot be trusted, accuses nobody", async () => {
  for (const [answers, model] of [
    [listOf({ id: "gemma3:latest", owned_by: "library" }), "gemma3"],
    [listOf({ id: "models/gemini-2.5-flash" }), "gemini-2.5-flash"],
    [listOf({ id: "gemini-2.5-flash" }), "google/gemini-2.5-flash"],
    [listOf({ id: "deepseek/deepseek-r1" }), "deepseek/deepseek-r1:free"],
    [listOf({ id: "mistral-small-2506", aliases: ["mistral-small-latest"] }), "mistral-small-latest"],
    [listOf({ id: "/m/q.gguf", owned_by: "llamacpp" }), "default"],
    [listOf({ id: "openai/*" }), "gpt-5"],
    [{ [LIST]: { data: [{ id: "claude-a" }], has_more: true } }, "claude-b"],
    [listOf(), "gemma3"],
    [{ [LIST]: "no list" }, "gemma3"],
    [{}, "gemma3"]
  ] as const) {
    expect([model, await isReady(answers, model)]).toEqual([model, "ready"])
  }
})

test("a list of another shape than any is read as none, however large or deep", async () => {
  const deep = `${"[".repeat(12_000)}${"]".repeat(12_000)}`
  const own = { toString: "x", id: { toString: 1 } }
  for (const body of [deep, JSON.stringify({ data: own }), JSON.stringify({ data: Array(20_000).fill(own) }), "{"]) {
    const ready = run(function* () {
      const { endpoint } = yield* upstream(() => new Response(body))
      const { contextTokens = Effect.succeedNone, ready } = yield* make(endpoint, limits)
      yield* ready
      return yield* contextTokens
    })
    expect(await ready).toEqual(Option.none())
  }
})

test("a model that has answered is there, whatever the list says", () =>
  run(function* () {
    const answers = { ...listOf({ id: "other" }), "/v1/chat/completions": completion({ content: "ሰላም" }, "stop", {}) }
    const model = yield* modelAt(answers, "engine-1")
    yield* model.generate(request())
    yield* model.ready
  }))
