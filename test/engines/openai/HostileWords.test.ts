/** What an engine, or who speaks through it, may send to be read for long: it is read in time in line with its length. */
import { expect, test } from "bun:test"
import { Option } from "effect"
import { wordsIn } from "../../../src/engines/openai/RefusalWords.ts"
import { LONGEST_SENTENCE, redactedSentence } from "../../../src/engines/openai/Sentence.ts"
import { divided, make } from "../../../src/engines/openai/ThoughtBlock.ts"
import * as WrittenCalls from "../../../src/engines/openai/WrittenCalls.ts"
import { expectMillis } from "../../cost/Growth.ts"

const MANY = 50_000
const MOST_MILLIS = 2_000

const timed = <A>(work: () => A): A => {
  const begun = performance.now()
  const result = work()
  expectMillis(performance.now() - begun, MOST_MILLIS)
  return result
}

test.each([
  ["a word without end", "a".repeat(MANY)],
  ["tags that are never closed", "<a".repeat(MANY)],
  ["styles that are never closed", "<style>".repeat(MANY)],
  ["stars", "a***".repeat(MANY)]
])("an engine's refusal of %s is told in short", (_, message) => {
  for (const said of [message, { error: { message } }]) {
    const sentence = timed(() => redactedSentence(wordsIn(said), { model: "m", apiKey: Option.none() }))
    expect(sentence.length).toBeLessThanOrEqual(LONGEST_SENTENCE)
  }
})

test("closing tags without number in a fence of code end no thoughts", () => {
  const code = `\`\`\`\n${"</think> ".repeat(MANY)}`
  expect(timed(() => divided(code))).toBeUndefined()
  expect(timed(() => divided(`${code}\n\`\`\`\n</think> ሰላም`))?.text).toBe("ሰላም")
})

test.each([`"</think>" `, "</think>` ", "` </think> "])(
  "closing tags without number in what is told at once: %j",
  (tag) => {
    const words = `\`\`\`\n${tag.repeat(MANY)}`
    const block = make("no")
    const { text } = timed(() => block.take(words))
    expect(text + block.end().text).toBe(words)
  }
)

test.each([
  ["closing tags in a string", `{"name":"f","arguments":{"a":"${"</tool_call>".repeat(MANY)}`],
  ["closing tags behind what is no call", `{${"</tool_call>".repeat(MANY)}`],
  ["quotes", `{${'\\"'.repeat(MANY)}`],
  ["nesting", `{"name":"f","arguments":{"a":${"[".repeat(MANY)}${"]".repeat(MANY)}}}</tool_call>`]
])("a call as text that cannot be read is none: %s", (_, call) => {
  const read = timed(() => WrittenCalls.read(`<tool_call>${call}`, ["f"]))
  expect(read?.calls.map(({ name }) => name) ?? []).toEqual([])
})
