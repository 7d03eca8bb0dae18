import { expect, test } from "bun:test"
import { FastCheck, Option } from "effect"
import { charged, held } from "../../src/chat/Usage.ts"
import type { TextRequest } from "../../src/engines/TextModel.ts"
import { usageOf } from "../../src/engines/Usage.ts"
import { request, user } from "../engines/openai/chat.ts"

const asking = (text: string, own: Partial<TextRequest> = {}): TextRequest =>
  request({ messages: [user(text)], ...own })

const counted = (request: TextRequest) => usageOf(request, { text: "ሰላም", toolCalls: [], usage: Option.none() })

test("no prompt is counted higher than it is held, in any script", () => {
  const text = FastCheck.string({ unit: "binary", maxLength: 400 })
  FastCheck.assert(
    FastCheck.property(text, text, (said, answered) => {
      const messages = [
        { role: "system", content: answered },
        { role: "user", parts: [{ _tag: "Text", text: said }] },
        { role: "assistant", content: said, toolCalls: [{ id: said, name: "get", arguments: answered }] },
        { role: "tool", toolCallId: said, name: "get", content: answered }
      ] as const
      const request = asking("", { messages, tools: [{ name: "get", description: Option.some(said), parameters: {} }] })
      expect(counted(request).promptTokens).toBeLessThanOrEqual(held(request, [], 8_192).promptTokens)
    })
  )
  for (const piece of ["ሰa", "ሰ", "a1", "~!", "😀", "\u0000", " \n", "漢"]) {
    const request = asking(piece.repeat(30_000))
    expect(counted(request).promptTokens).toBeLessThanOrEqual(held(request, [], 8_192).promptTokens)
  }
})

test("a prompt of 90,000 letters is held above what any tokenizer makes of it", () => {
  expect(held(asking("ሰa".repeat(45_000)), [], 8_192).promptTokens).toBeGreaterThanOrEqual(180_000)
})

test("of an answer the likely length is held, and what is asked for where that is less", () => {
  const likely = (asked: Option.Option<number>) =>
    held(asking("ሰላም", { maxOutputTokens: asked }), [], 8_192).candidateTokens
  expect([Option.none(), Option.some(50), Option.some(2_000), Option.some(900_000)].map(likely)).toEqual([
    1_024, 50, 2_000, 16_384
  ])
})

test("an engine's count of the prompt is charged up to what was held", () => {
  const hold = held(asking("ሰላም"), [], 8_192)
  expect(charged({ promptTokens: 9_000_000, candidateTokens: 7 }, hold)).toEqual({
    promptTokens: hold.promptTokens,
    candidateTokens: 7
  })
  expect(charged({ promptTokens: 12, candidateTokens: 7 }, hold)).toEqual({ promptTokens: 12, candidateTokens: 7 })
})

test("a recording is held by its length in bytes, and none for more than 180 s", () => {
  const tokens = (bytes: number) =>
    held(asking(""), [{ bytes }], 8_192).promptTokens - held(asking(""), [], 8_192).promptTokens
  expect(tokens(10_000)).toBeLessThan(tokens(50_000))
  expect(tokens(10_000_000)).toBe(tokens(20_000_000))
})
