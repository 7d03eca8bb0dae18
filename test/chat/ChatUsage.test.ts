import { expect, test } from "bun:test"
import { FastCheck, Option } from "effect"
import { charged, mostPrompt } from "../../src/chat/ChatUsage.ts"
import type { TextRequest } from "../../src/engines/TextModel.ts"
import { usageOf } from "../../src/engines/TokenCounts.ts"
import { request, user } from "../engines/openai/chat.ts"
import { longTest } from "../support/Long.ts"
import { forAll } from "../support/Property.ts"

const asking = (text: string, own: Partial<TextRequest> = {}): TextRequest =>
  request({ messages: [user(text)], ...own })

const counted = (request: TextRequest) => usageOf(request, { text: "ሰላም", toolCalls: [], usage: Option.none() })

longTest("no prompt is counted higher than its hold, in any script", () => {
  const text = FastCheck.string({ unit: "binary", maxLength: 400 })
  forAll({}, text, text, (said, answered) => {
    const messages = [
      { role: "system", content: answered },
      { role: "user", parts: [{ _tag: "Text", text: said }] },
      { role: "assistant", content: said, toolCalls: [{ id: said, name: "get", arguments: answered }] },
      { role: "tool", toolCallId: said, name: "get", content: answered }
    ] as const
    const request = asking("", { messages, tools: [{ name: "get", description: Option.some(said), parameters: {} }] })
    expect(counted(request).promptTokens).toBeLessThanOrEqual(mostPrompt(request))
  })
  for (const piece of ["ሰa", "ሰ", "a1", "~!", "😀", "\u0000", " \n", "漢"]) {
    const request = asking(piece.repeat(30_000))
    expect(counted(request).promptTokens).toBeLessThanOrEqual(mostPrompt(request))
  }
})

test("a prompt of 90,000 letters is held above what any tokenizer makes of it", () => {
  expect(mostPrompt(asking("ሰa".repeat(45_000)))).toBeGreaterThanOrEqual(180_000)
})

test("an engine's token count is charged up to the hold", () => {
  const hold = { promptTokens: 600, candidateTokens: 1_024 }
  expect(charged({ promptTokens: 9_000_000, candidateTokens: 9_000_000 }, hold)).toEqual(hold)
  expect(charged({ promptTokens: 12, candidateTokens: 7 }, hold)).toEqual({ promptTokens: 12, candidateTokens: 7 })
})
