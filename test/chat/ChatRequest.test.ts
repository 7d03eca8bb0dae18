import { expect, test } from "bun:test"
import { Either, FastCheck, Option } from "effect"
import * as ChatRequest from "../../src/chat/ChatRequest.ts"
import { noFurtherSettings } from "../../src/engines/TextModel.ts"
import { forAll } from "../support/Property.ts"

const OPTIONAL = [
  "prompt",
  "conversation_history",
  "messages",
  "generation_config",
  "attachment_field_names",
  "persona",
  "system",
  "tools",
  "tool_choice"
]
const SETTINGS = ["temperature", "stream", "maxOutputTokens", "topP", "topK"]

const decode = (data: unknown) => Either.getOrThrow(ChatRequest.decode(data))
const nulls = (names: ReadonlyArray<string>) => Object.fromEntries(names.map((name) => [name, null]))
/** As the service takes them: what is null is nothing. */
const meant = ({ persona, prompt, system, tool_choice, ...rest }: ChatRequest.ChatRequest) => ({
  ...rest,
  words: [prompt ?? "", persona ?? "", system ?? ""],
  choice: tool_choice ?? "auto"
})

test("a field of a chat request that is null is as one that is left out, with the same default", () => {
  const bare = meant(decode({ target_language: "om" }))
  expect(bare.generation_config).toEqual({
    temperature: Option.some(0.7),
    stream: false,
    maxOutputTokens: Option.none(),
    topP: Option.none(),
    topK: Option.none(),
    further: noFurtherSettings
  })
  expect([bare.conversation_history, bare.attachment_field_names, bare.tools]).toEqual([[], [], []])
  forAll({}, FastCheck.subarray(OPTIONAL), FastCheck.subarray(SETTINGS), (fields, settings) => {
    const sent = { generation_config: nulls(settings), ...nulls(fields), target_language: "om" }
    expect(meant(decode(sent))).toEqual(bare)
  })
})

test("a chat request's given values stay as they are, in one order whatever the client's", () => {
  const sent = {
    system: "s",
    generation_config: { topK: 3, stream: true, temperature: 0 },
    target_language: "am",
    prompt: "ሰላም"
  }
  const read = decode(sent)
  expect(read.generation_config).toEqual({
    temperature: Option.some(0),
    stream: true,
    maxOutputTokens: Option.none(),
    topP: Option.none(),
    topK: Option.some(3),
    further: noFurtherSettings
  })
  expect([read.prompt, read.system, read.persona]).toEqual(["ሰላም", "s", undefined])
  const turned = Object.fromEntries(Object.entries(sent).toReversed())
  expect(JSON.stringify(decode(turned))).toBe(JSON.stringify(read))
})
