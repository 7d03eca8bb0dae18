/** Conversations in OpenAI's shape: what becomes of them, and what of them is refused by which name. */
import { describe, expect, test } from "bun:test"
import { Effect, Either, FastCheck, Schema } from "effect"
import * as ChatRequest from "../../src/chat/ChatRequest.ts"
import * as History from "../../src/chat/History.ts"
import * as MessageConversion from "../../src/chat/MessageConversion.ts"
import { Messages } from "../../src/chat/MessagesApi.ts"
import type { Message } from "../../src/engines/TextModel.ts"
import { completion, generate } from "../engines/openai/chat.ts"
import { upstream } from "../engines/openai/server.ts"
import { run } from "../support/EffectBody.ts"
import { longTest } from "../support/Long.ts"
import { forAll } from "../support/Property.ts"
import { bmp, gif } from "./Files.ts"
import { answerTo, asked, newWallet, says, scripted, withChat, withFiles } from "./World.ts"

const dataUrl = (bytes: Uint8Array, type = "image/png") =>
  `data:${type};base64,${Buffer.from(bytes).toString("base64")}`

const pixels = (side: number) => bmp(side, 1, (x) => [x, 0, 99])
const pngOf = (side: number) => new Bun.Image(pixels(side)).png().bytes()
const png = await pngOf(1)
const other = await pngOf(2)

const user = (content: unknown) => ({ role: "user", content })
const shown = (url: unknown) => user([{ type: "image_url", image_url: { url } }])
const calling = (id: string) => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id, type: "function", function: { name: "weather", arguments: '{"city":"Jimma"}' } }]
})
const result = (id: string) => ({ role: "tool", tool_call_id: id, content: "21" })

const refused = (messages: unknown, more: object = {}) => {
  const outcome = ChatRequest.decode({ target_language: "am", messages, ...more })
  return Either.isLeft(outcome) ? outcome.left : undefined
}

/** What the model was asked for such a request, the platform's rules apart. */
const modelled = (messages: ReadonlyArray<unknown>, more: object = {}) => {
  const { asked: seen, model } = scripted([says("ሰላም")])
  return withChat(model, function* () {
    const id = yield* newWallet()
    const failure = yield* Effect.either(answerTo(asked(id, { target_language: "am", messages, ...more })))
    return { messages: seen[0]?.messages.slice(1) ?? [], failure: Either.isLeft(failure) ? failure.left : undefined }
  })
}

const inShort = (messages: ReadonlyArray<Message>) =>
  messages.map((message) =>
    message.role === "user"
      ? message.parts.map((part) => (part._tag === "Text" ? part.text : part.mimeType)).join("|")
      : `${message.role}: ${message.content}`
  )

describe("messages", () => {
  test("messages become the conversation in their order; their instructions join `system`, wherever they stand", async () => {
    const { messages } = await modelled(
      [
        { role: "system", content: "Be brief." },
        user("a"),
        { role: "assistant", content: [{ type: "text", text: "b" }] },
        { role: "developer", content: [{ type: "text", text: "Be kind." }] },
        user([
          { type: "text", text: "c" },
          { type: "text", text: "d" }
        ])
      ],
      { system: "Be honest." }
    )
    expect(inShort(messages)).toEqual([
      "system: Instructions of the operator:\nBe honest.\n\nBe brief.\n\nBe kind.",
      "a",
      "assistant: b",
      "c|d"
    ])
  })

  const decodeMessages = Schema.decodeUnknownSync(Messages)
  /** What an engine is sent of such messages, instructions apart. */
  const sentFor = (messages: ReadonlyArray<unknown>) =>
    run(function* () {
      const { turns } = Either.getOrThrow(MessageConversion.read(decodeMessages(messages)))
      expect(History.faults(turns)).toEqual([])
      const server = yield* upstream(() => Response.json(completion({ content: "ሰላም" })))
      yield* generate(server.endpoint, { messages: History.messages(turns, () => []) })
      return server.asked[0]?.body.messages
    })
  const said = (content: unknown) => ({ role: "assistant", content })
  const system = { role: "system", content: "s" }
  const called = { role: "assistant", content: null, tool_calls: [{ id: "x" }] }
  const answered = { role: "tool", tool_call_id: "x", content: "21" }

  test.each<readonly [string, ReadonlyArray<unknown>, ReadonlyArray<object>]>([
    ["two users in a row", [user("a"), user("b")], [user("a\n\nb")]],
    ["a user's words before a picture's", [user("a"), user([{ type: "text", text: "b" }])], [user("a\n\nb")]],
    [
      "users of two names",
      [
        { ...user("a"), name: "A" },
        { ...user("b"), name: "B" }
      ],
      [
        { ...user("a"), name: "A" },
        { ...user("b"), name: "B" }
      ]
    ],
    ["the assistant first", [said("hi"), user("a")], [user("…"), said("hi"), user("a")]],
    ["the assistant first, behind instructions", [system, said("hi"), user("a")], [user("…"), said("hi"), user("a")]],
    ["two assistants in a row", [user("a"), said("b"), said("c"), user("d")], [user("a"), said("b\n\nc"), user("d")]],
    ["instructions between two users", [user("a"), system, user("b")], [user("a\n\nb")]],
    [
      "instructions between a call and its result",
      [user("a"), calling("x"), system, result("x")],
      [user("a"), called, answered]
    ],
    ["an empty answer between two users", [user("a"), said(""), user("b")], [user("a\n\nb")]],
    ["an answer without content, or with no parts", [user("a"), said(null), said([]), user("b")], [user("a\n\nb")]],
    ["an answer of blanks", [user("a"), said(" \n"), user("b")], [user("a\n\nb")]],
    [
      "an empty user between two answers",
      [user("a"), said("b"), user(""), said("c"), user("d")],
      [user("a"), said("b\n\nc"), user("d")]
    ],
    [
      "a user of blanks between two answers",
      [user("a"), said("b"), user([{ type: "text", text: " " }]), said("c"), user("d")],
      [user("a"), said("b\n\nc"), user("d")]
    ],
    ["a call that was never answered", [user("a"), calling("x"), user("b")], [user("a\n\nb")]],
    [
      "words before a call",
      [user("a"), said("b"), calling("x"), result("x")],
      [user("a"), { ...called, content: "b" }, answered]
    ],
    [
      "a result and the user's next words",
      [user("a"), calling("x"), result("x"), user("b"), user("c")],
      [user("a"), called, answered, user("b\n\nc")]
    ],
    ["an answer at the end", [user("a"), said("b")], [user("a"), said("b")]]
  ])("an engine gets in turns that its template knows messages with %s", async (_, messages, sent) => {
    const all = (await sentFor(messages)) ?? []
    expect(all).toMatchObject([...sent])
    expect(all).toHaveLength(sent.length)
  })

  test.each([
    ["a result first", [result("x"), user("a")], "messages[0].tool_call_id"],
    [
      "a result of an earlier round",
      [user("a"), calling("x"), result("x"), user("b"), result("x")],
      "messages[4].tool_call_id"
    ],
    ["a result of another call", [user("a"), calling("x"), result("y")], "messages[2].tool_call_id"],
    [
      "a result behind an answer",
      [user("a"), calling("x"), { role: "assistant", content: "b" }, result("x")],
      "messages[3].tool_call_id"
    ],
    ["two results of one call", [user("a"), calling("x"), result("x"), result("x")], "messages[3].tool_call_id"],
    ["an empty question behind a result", [user("a"), calling("x"), result("x"), user([])], "messages[3].content"]
  ])("messages with %s are refused by their place", (_, messages, param) => {
    const read = Either.getOrThrow(MessageConversion.read(decodeMessages(messages)))
    const faults = [...MessageConversion.promptFaults(read, false), ...History.faults(read.turns, read.places)]
    expect(faults.map(({ field }) => field)).toEqual([param])
  })

  test("messages that end with a tool's result have no prompt, and are answered", async () => {
    const { messages } = await modelled([user("weather?"), calling("x"), result("x")])
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool"])
    expect(messages.at(-1)).toMatchObject({ toolCallId: "x", name: "weather", content: "21" })
  })

  test("messages that repeat a question are sent to the engine as they are", async () => {
    const { messages } = await modelled([user("q"), calling("x"), result("x"), user("q")])
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"])
  })

  test("messages of instructions alone have the last of them for a prompt", async () => {
    const { messages } = await modelled([
      { role: "system", content: "a" },
      { role: "system", content: "b" }
    ])
    expect(inShort(messages)).toEqual(["system: Instructions of the operator:\na", "b"])
  })

  test("messages are at most 128 turns and the question, beside instructions", async () => {
    const long = Array.from({ length: 64 }, (_, at) => [user(`${at}`), { role: "assistant", content: "." }]).flat()
    const instruction = { role: "developer", content: "Be brief." }
    const { failure, messages } = await modelled([instruction, ...long, instruction, user("and?")])
    expect([failure, messages.length]).toEqual([undefined, 1 + 129])
    const tooLong = await modelled([user("first"), ...long, user("and?")])
    expect(tooLong).toMatchObject({ messages: [], failure: { _tag: "VALIDATION_ERROR", param: "messages" } })
    expect(refused(Array.from({ length: 2_000 }, () => user("a")))?.param).toBe("messages")
  })

  test("messages beside a prompt or a conversation_history are refused", () => {
    expect(refused([user("a")], { prompt: "b" })?.param).toBe("prompt")
    expect(refused([user("a")], { conversation_history: [{ role: "user", content: "b" }] })?.param).toBe(
      "conversation_history"
    )
    expect(refused([user("a")], { prompt: null, conversation_history: [] })).toBeUndefined()
  })

  test.each([
    ["nothing", [], "messages"],
    ["no user", [{ role: "assistant", content: "a" }], "messages"],
    ["an empty last turn", [user("a"), { role: "assistant", content: "b" }, user(" ")], "messages[2].content"],
    ["a result without its call", [user("a"), result("x")], "messages[1].tool_call_id"],
    [
      "a result behind instructions, by its own place",
      [{ role: "system", content: "s" }, user("a"), result("x")],
      "messages[2].tool_call_id"
    ]
  ])("messages with %s are refused by name", async (_, messages, param) => {
    expect((await modelled(messages)).failure).toMatchObject({ _tag: "VALIDATION_ERROR", param })
  })

  test.each([
    ["an unknown role", [{ role: "narrator", content: "a" }], "messages[0].role"],
    [
      "sound without data",
      [user([{ type: "input_audio", input_audio: {} }])],
      "messages[0].content[0].input_audio.data"
    ],
    ["a film", [user([{ type: "input_video", input_video: {} }])], "messages[0].content[0].type"],
    [
      "a file without data",
      [
        user([
          { type: "text", text: "a" },
          { type: "file", file: {} }
        ])
      ],
      "messages[0].content[1].file.file_data"
    ],
    [
      "a picture of the model's",
      [{ role: "assistant", content: [{ type: "image_url" }] }],
      "messages[0].content[0].type"
    ],
    ["half a letter", [user("\ud800")], "messages[0].content"],
    ["half a letter in a call", [calling("\udc00"), user("a")], "messages[0].tool_calls[0].id"],
    ["no list", "hello", "messages"],
    ["no messages", [1], "messages[0]"],
    ["no content", [{ role: "user" }], "messages[0].content"],
    ["a type that is an object with a toString", [user([{ type: { toString: 1 } }])], "messages[0].content[0].type"],
    ["20,000 messages", Array.from({ length: 20_000 }, () => user("x")), "messages"],
    ["20,000 parts", [user(Array.from({ length: 20_000 }, () => ({ type: "text", text: "x" })))], "messages[0].content"]
  ])("messages with %s are refused by name before the engine is asked", (_, messages, param) => {
    expect(refused(messages)).toMatchObject({ _tag: "VALIDATION_ERROR", param })
  })

  test("no messages, whatever they hold, make the conversion throw", () =>
    forAll({}, FastCheck.jsonValue(), (value) => {
      for (const messages of [value, [value], [user(value)], [user([value])], [shown(value)]]) refused(messages)
    }))
})

describe("pictures in messages", () => {
  const at = "messages[0].content[0].image_url.url"

  test("pictures in messages are shown to the model in their place, in any turn, in their own format", async () => {
    const { messages } = await modelled([
      user([
        { type: "text", text: "look" },
        { type: "image_url", image_url: { url: dataUrl(png), detail: "high" } },
        { type: "text", text: "at it" }
      ]),
      { role: "assistant", content: "yes" },
      user([
        { type: "image_url", image_url: dataUrl(gif(), "image/jpeg") },
        { type: "image_url", image_url: { url: dataUrl(pixels(2), "text/plain;charset=x") } },
        { type: "text", text: "and these?" }
      ])
    ])
    expect(inShort(messages)).toEqual(["look|image/png|at it", "assistant: yes", "image/png|image/png|and these?"])
  })

  test("pictures in messages stand behind the files of a form", async () => {
    const { asked: seen, model } = scripted([says("ሰላም")])
    await withChat(model, function* () {
      const id = yield* newWallet()
      const request = { target_language: "am", attachment_field_names: ["doc"], messages: [shown(dataUrl(png))] }
      const bytes = new TextEncoder().encode("a note")
      yield* answerTo((yield* withFiles(asked(id, request), [{ field: "doc", name: "a.txt", bytes }])).asked)
      const parts = inShort(seen[0]?.messages.slice(1) ?? [])
      expect(parts).toHaveLength(1)
      expect(parts[0]).toMatch(/^<file[\s\S]*a note[\s\S]*\|image\/png$/)
    })
  })

  test("pictures in messages and the files of a form are ten together at most", async () => {
    const { model } = scripted([says("ሰላም")])
    await withChat(model, function* () {
      const id = yield* newWallet()
      const many = user(Array.from({ length: 9 }, () => ({ type: "image_url", image_url: dataUrl(png) })))
      const request = { target_language: "am", attachment_field_names: ["doc"], messages: [many] }
      const doc = { field: "doc", name: "a.txt", bytes: new TextEncoder().encode("a note") }
      yield* answerTo((yield* withFiles(asked(id, request), [doc])).asked)
      const refusal = yield* Effect.flip(answerTo((yield* withFiles(asked(id, request), [doc, doc])).asked))
      expect(refusal).toMatchObject({ _tag: "VALIDATION_ERROR", param: "attachment_field_names" })
    })
  })

  test("pictures in messages may be in lines of base64", () => {
    const lines = (
      Buffer.from(png)
        .toString("base64")
        .match(/.{1,20}/g) ?? []
    ).join("\r\n")
    expect(refused([shown(`data:image/png;base64,${lines}`)])).toBeUndefined()
  })

  test.each([
    ["of another server", "https://example.com/a.png", "VALIDATION_ERROR"],
    ["of this machine", "file:///etc/passwd", "VALIDATION_ERROR"],
    ["not in base64", "data:image/png,abc", "VALIDATION_ERROR"],
    ["in what is no base64", "data:image/png;base64,ab*cd", "VALIDATION_ERROR"],
    ["with nothing", "data:image/png;base64,", "UNREADABLE_ATTACHMENT"],
    ["that is none, whatever it says", dataUrl(new TextEncoder().encode("%PDF-1.4 hello")), "UNSUPPORTED_MEDIA_TYPE"],
    ["that is a number", 5, "VALIDATION_ERROR"]
  ])("pictures in messages %s are refused by name", (_, url, code) => {
    expect(refused([shown(url)])).toMatchObject({ _tag: code, param: at })
  })

  test("damaged pictures in messages are refused by name, and the engine is not asked", async () => {
    const broken = png.slice(0, 40)
    const { failure, messages } = await modelled([shown(dataUrl(broken))])
    expect(failure).toMatchObject({ _tag: "UNREADABLE_ATTACHMENT", param: at })
    expect(messages).toEqual([])
  })

  longTest("messages may have ten pictures, of 10 MiB each and 25 MiB together", () => {
    const large = (megabytes: number) => dataUrl(Buffer.concat([png, Buffer.alloc(megabytes * 1024 * 1024 - 200)]))
    const eleven = user(Array.from({ length: 11 }, () => ({ type: "image_url", image_url: dataUrl(png) })))
    expect(refused([eleven])).toMatchObject({ _tag: "VALIDATION_ERROR", param: "messages[0].content[10].image_url" })
    expect(refused([shown(large(10))])).toBeUndefined()
    expect(refused([shown(large(11))])).toMatchObject({ _tag: "PAYLOAD_TOO_LARGE", param: at })
    const three = user([9, 9, 9].map((size) => ({ type: "image_url", image_url: large(size) })))
    expect(refused([three])).toMatchObject({ _tag: "PAYLOAD_TOO_LARGE", param: "messages[0].content[2].image_url" })
  })

  test("pictures in messages are part of what a request id stands for", () =>
    withChat(scripted([says("ሰላም")]).model, function* () {
      const id = yield* newWallet()
      const request = (bytes: Uint8Array) => ({ target_language: "am", messages: [shown(dataUrl(bytes))] })
      yield* answerTo(asked(id, request(png), "one"))
      expect((yield* answerTo(asked(id, request(png), "one"))).replayed).toBe(true)
      const conflict = yield* Effect.flip(answerTo(asked(id, request(other), "one")))
      expect(conflict._tag).toBe("IDEMPOTENCY_CONFLICT")
    }))
})
