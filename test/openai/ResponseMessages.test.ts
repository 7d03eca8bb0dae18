/** Items as messages: what goes together, and what chat's faults are called in the items' words. */
import { describe, expect, test } from "bun:test"
import { Either } from "effect"
import { PayloadTooLarge, ProviderError, ValidationFailed } from "../../src/Errors.ts"
import { type ContentItem, type LocatedItem, messagesOf, renaming } from "../../src/openai/ResponseMessages.ts"

const call = (call_id: string): ContentItem => ({ type: "function_call", call_id, name: "n", arguments: "{}" })
const output = (call_id: string): ContentItem => ({ type: "function_call_output", call_id, output: "24" })
const says = (role: "user" | "assistant" | "system", content: string): ContentItem => ({ role, content })

const placed = (items: ReadonlyArray<ContentItem>): ReadonlyArray<LocatedItem<ContentItem>> =>
  items.map((item, index) => ({ item, field: `input[${index}]` }))
const read = (...items: ReadonlyArray<ContentItem>) => Either.getOrThrow(messagesOf(placed(items)))

/** Each message as its role, with its words and the ids of its calls. */
const shortly = (...items: ReadonlyArray<ContentItem>) =>
  read(...items).messages.map((message) =>
    [
      message.role,
      message.content,
      ...(message.role === "assistant" ? (message.tool_calls ?? []).map(({ id }) => id) : [])
    ]
      .filter((part) => part !== "" && part !== null)
      .join(" ")
  )

describe("calls are one turn with what is said before and between them", () => {
  test.each([
    [
      [says("user", "q"), call("a"), output("a")],
      ["user q", "assistant a", "tool 24"]
    ],
    [[says("assistant", "well"), call("a"), call("b")], ["assistant well a b"]],
    [
      [call("a"), says("assistant", "well"), output("a")],
      ["assistant well a", "tool 24"]
    ],
    [[says("assistant", "x"), call("a"), says("assistant", "y")], ["assistant x\n\ny a"]],
    [
      [call("a"), output("a"), call("b"), output("b")],
      ["assistant a", "tool 24", "assistant b", "tool 24"]
    ],
    [
      [says("assistant", "x"), says("assistant", "y")],
      ["assistant x", "assistant y"]
    ],
    [
      [call("a"), says("user", "q"), call("b")],
      ["assistant a", "user q", "assistant b"]
    ]
  ])("function calls and the words between them become one turn of a chat: %#", (items, expected) => {
    expect(shortly(...items)).toEqual(expected)
  })
})

describe("what chat says of messages is said of items", () => {
  const { origins } = read(
    says("system", "s"),
    says("user", "q"),
    says("assistant", "x"),
    call("a"),
    call("b"),
    output("a")
  )
  const rename = renaming(origins)

  test.each([
    ["messages[1].content[2].image_url.url", "input[1].content[2].image_url"],
    ["messages[1].content[2].image_url", "input[1].content[2].image_url"],
    ["messages[1]", "input[1]"],
    ["messages[2].tool_calls[1].function.arguments", "input[4].arguments"],
    ["messages[2].tool_calls[0].id", "input[3].call_id"],
    ["messages[3].tool_call_id", "input[5].call_id"],
    ["messages", "input"],
    ["tools[3].function.parameters.properties.a.type", "tools[3].parameters.properties.a.type"],
    ["tools[3].function.parameters.properties.messages.type", "tools[3].parameters.properties.messages.type"],
    [
      "tools[3].function.parameters.properties.tools[0].function.type",
      "tools[3].parameters.properties.tools[0].function.type"
    ],
    ["response_format.json_schema.schema.properties.messages", "text.format.schema.properties.messages"],
    ["tool_choice.function.name", "tool_choice.name"],
    ["response_format.json_schema.schema.type", "text.format.schema.type"]
  ])("a chat field in a failure becomes its field in a response: %s is %s", (field, expected) => {
    const details = [{ field, code: "c", message: "must be right" }]
    const renamed = rename(new ValidationFailed({ message: `${field} must be right`, param: field, details }))
    expect(renamed).toMatchObject({
      message: `${expected} must be right`,
      param: expected,
      details: [{ field: expected }]
    })
    expect(rename(new PayloadTooLarge({ message: `${field} is too large`, param: field })).param).toBe(expected)
    const second = rename(new ValidationFailed({ message: `temperature is wrong; ${field} must be right` }))
    expect(second.message).toBe(`temperature is wrong; ${expected} must be right`)
  })

  test("a failure at an item without parts is named as a whole, and other failures stay as they are", () => {
    const text = Either.getOrThrow(messagesOf([{ item: says("user", ""), field: "input" }]))
    const fault = new ValidationFailed({
      message: "messages[0].content must not be empty",
      param: "messages[0].content"
    })
    expect(renaming(text.origins)(fault)).toMatchObject({ message: "input must not be empty", param: "input" })
    const failure = new ProviderError({ message: "messages[0] was too much for the engine" })
    expect(renaming(text.origins)(failure)).toBe(failure)
  })
})
