/** Engines that send more than was asked for: more text, more calls, more bytes, larger counts. */
import { expect, test } from "bun:test"
import { gzipSync } from "node:zlib"
import { Effect, Option } from "effect"
import { make } from "../../../src/engines/openai/AttachedTextModel.ts"
import { MaxOutputTokens } from "../../../src/engines/TextModel.ts"
import { countTokens } from "../../../src/text/Tokens.ts"
import { run } from "../../support/EffectBody.ts"
import { longTest } from "../../support/Long.ts"
import { chunk, completion, event, failureOf, generate, hear, limits, sse, weather } from "./chat.ts"
import { upstream } from "./server.ts"

const words = "ሰላም ለዓለም hello the world, Akkam jirtu? "

/** Text without an end, until nobody reads it any more; says so then. */
const endless = (text: string, gone: () => void) => {
  const bytes = new TextEncoder().encode(event(chunk({ content: text })))
  return sse(
    new ReadableStream({
      pull: async (controller) => {
        await Bun.sleep(0)
        controller.enqueue(bytes)
      },
      cancel: gone
    })
  )
}

const streamed = (text: string, maxOutputTokens: Option.Option<number>) =>
  Effect.gen(function* () {
    let isGone = false
    const server = yield* upstream(() =>
      endless(text, () => {
        isGone = true
      })
    )
    const model = yield* make(server.endpoint, limits)
    const heard = yield* hear(model, [], { maxOutputTokens })
    for (let wait = 0; wait < 100 && !isGone; wait++) yield* Effect.promise(() => Bun.sleep(20))
    expect(isGone).toBe(true)
    const last = heard.at(-1)
    expect(last?._tag === "Finished" ? last.finishReason : "").toBe("length")
    return heard.map((one) => (one._tag === "Text" ? one.text : "")).join("")
  })

test.each([1, 7, 100, 2_000])(
  "a streamed answer without an end is cut at %d tokens, where so many are asked for, and its connection closed",
  (limit) =>
    run(function* () {
      const tokens = countTokens(yield* streamed(words, Option.some(limit)))
      expect(tokens).toBeLessThanOrEqual(limit)
      expect(tokens).toBeGreaterThanOrEqual(limit * 0.8 - 1)
    })
)

test.each([
  ["one letter", "a"],
  ["one Ethiopic letter", "ሀ"],
  ["blanks", " "],
  ["one sign of two units", "😀"],
  ["ends of lines", "\n"],
  ["long pieces", words.repeat(2_000)]
])("a streamed answer of %s without an end is cut at the setting where no limit is asked for", (_, text) =>
  run(function* () {
    const endless = streamed(text.repeat(Math.ceil(40 / text.length)), Option.none())
    const tokens = countTokens(yield* Effect.provideService(endless, MaxOutputTokens, 500))
    expect(tokens).toBeLessThanOrEqual(505)
    if (text.trim() !== "") expect(tokens).toBeGreaterThan(400)
  })
)

const answer = (message: object, rest: object, own: object = {}) =>
  Effect.gen(function* () {
    const server = yield* upstream(() => Response.json(completion(message, "stop", rest)))
    return yield* generate(server.endpoint, own)
  })

test("a whole answer that is too long is cut, and what the engine says of it counts to the limit at most", () =>
  run(function* () {
    const usage = { prompt_tokens: 5, completion_tokens: 9_000_000 }
    const whole = yield* answer({ content: words.repeat(4_000) }, { usage }, { maxOutputTokens: Option.some(60) })
    expect(countTokens(whole.text)).toBeLessThanOrEqual(60)
    expect(whole.finishReason).toBe("length")
    expect(Option.getOrThrow(whole.usage)).toEqual({ promptTokens: 5, candidateTokens: 60 })
    const short = yield* answer({ content: "ሰላም" }, { usage })
    expect(short.finishReason).toBe("stop")
    expect(Option.getOrThrow(short.usage).candidateTokens).toBe(8_192)
  }))

test("a whole answer whose calls are longer than the limit has none of them", () =>
  run(function* () {
    const call = (text: string) => ({
      id: "",
      type: "function",
      function: { name: "get_weather", arguments: text }
    })
    const long = call(JSON.stringify({ city: words.repeat(4_000) }))
    const made = yield* answer({ tool_calls: [call("{}"), long] }, {}, { tools: [weather] })
    expect(made).toMatchObject({ toolCalls: [], finishReason: "length" })
  }))

test("a whole answer with arguments nested beyond reading is a failure of the engine", () =>
  run(function* () {
    const deep = `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`
    const body = `{"choices":[{"message":{"tool_calls":[{"function":{"name":"get_weather","arguments":${deep}}}]}}]}`
    const server = yield* upstream(() => new Response(body))
    const failure = yield* failureOf(generate(server.endpoint, { tools: [weather] }))
    expect(failure._tag).toBe("PROVIDER_ERROR")
  }))

const compressed = (body: Uint8Array<ArrayBuffer>, encoding: string) =>
  upstream(() => new Response(body, { headers: { "content-encoding": encoding, "content-type": "application/json" } }))

test("a small compressed answer, which nobody asked for, is inflated", () =>
  run(function* () {
    const body = new Uint8Array(gzipSync(JSON.stringify(completion({ content: "ሰላም" }))))
    const server = yield* compressed(body, "gzip")
    expect((yield* generate(server.endpoint)).text).toBe("ሰላም")
  }))

longTest("a compressed answer of 300 MB is refused, and stops nobody meanwhile", () =>
  run(function* () {
    const body = new Uint8Array(gzipSync(Buffer.alloc(300_000_000, 0x20)))
    const server = yield* compressed(body, "gzip")
    let last = performance.now()
    let longest = 0
    const watch = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 1)
    const failure = yield* failureOf(generate(server.endpoint))
    clearInterval(watch)
    expect(failure._tag).toBe("PROVIDER_ERROR")
    expect(longest).toBeLessThan(150)
  })
)

test("a compressed answer in an encoding that is not known is a failure, not text", () =>
  run(function* () {
    const server = yield* compressed(new Uint8Array([1, 2, 3]), "rot13")
    expect((yield* failureOf(generate(server.endpoint)))._tag).toMatch(/^PROVIDER_/)
  }))
