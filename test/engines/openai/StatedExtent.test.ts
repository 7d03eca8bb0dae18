/** The numbers that engines state where they refuse a prompt as too long. */
import { expect, test } from "bun:test"
import { Option } from "effect"
import { extentIn } from "../../../src/engines/openai/StatedExtent.ts"

const extentOf = (sentence: string) => {
  const { asked, holds, prompt } = extentIn({ counts: new Map(), sentences: [sentence], codes: [], places: [] })
  return [asked, prompt, holds].map(Option.getOrNull)
}

test.each([
  [
    "maximum context length is 4096 tokens. However, you requested 5000 tokens (4500 in the messages, 500 in the completion).",
    [5_000, 4_500, 4_096]
  ],
  [
    "maximum context length is 32768 tokens. However, you requested about 40000 tokens (38000 of text input, 2000 in the output).",
    [40_000, 38_000, 32_768]
  ],
  ["input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000", [210_000, 190_000, 200_000]],
  [
    "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens and 100 `max_new_tokens`",
    [5_000, 5_000, 4_096]
  ],
  [
    "maximum context length is 8192 tokens and your request has 4000 input tokens (8000 > 8192 - 4000).",
    [null, 4_000, 8_192]
  ],
  [
    "maximum context length is 8192 tokens. However, you requested 8000 output tokens and your prompt contains at least 193 input tokens, for a total of at least 8193 tokens.",
    [8_193, null, 8_192]
  ],
  ["prompt is too long: 210000 tokens > 200000 maximum", [210_000, null, 200_000]],
  ["The input token count (40000) exceeds the maximum number of tokens allowed (32768).", [40_000, null, 32_768]],
  ["This model takes at most 4096 input tokens, and 5000 were sent.", [5_000, null, 4_096]]
])("what an engine says of a question's own length is told from its sum with the answer: %s", (sentence, extent) => {
  expect(extentOf(sentence)).toEqual(extent)
})
