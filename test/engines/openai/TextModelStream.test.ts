import { expect, test } from "bun:test"
import { Duration, Effect, Fiber, Option } from "effect"
import type { EngineFailure } from "../../../src/Errors.ts"
import { make } from "../../../src/engines/openai/AttachedTextModel.ts"
import { run } from "../../support/EffectBody.ts"
import { longTest } from "../../support/Long.ts"
import {
  bytesOf,
  chunk,
  completion,
  done,
  event,
  failureOf,
  hear,
  limits,
  request,
  type StreamEvent,
  sse,
  stream
} from "./chat.ts"
import { headRead, inPieces, nobody, rawUpstream, upstream } from "./server.ts"

const usage = { prompt_tokens: 5, completion_tokens: 2 }
const counted = Option.some({ promptTokens: 5, candidateTokens: 2 })
const text = (said: string): StreamEvent => ({ _tag: "Text", text: said })
const finished = (
  finishReason: "stop" | "length" | "safety",
  count: typeof counted | Option.None<never> = Option.none()
): StreamEvent => ({
  _tag: "Finished",
  finishReason,
  usage: count
})

const words = [chunk({ role: "assistant", content: "" }), chunk({ content: "ሰላ" }), chunk({ content: "ም 😀" })]
const stop = chunk({}, "stop")
const count = { id: "x", choices: [], usage }
const all = [...words, stop, count]
const whole = [text("ሰላ"), text("ም 😀"), finished("stop", counted)]
const body = all.map((one) => event(one)).join("") + done

test("a streamed answer is asked for with its count", () =>
  run(function* () {
    const server = yield* upstream(() => sse(body))
    expect(yield* stream(server.endpoint, { maxOutputTokens: Option.some(9) })).toEqual(whole)
    expect(server.asked[0]?.body).toEqual({
      model: "tts-test",
      messages: [{ role: "user", content: "ሰላም" }],
      temperature: 0.7,
      max_tokens: 9,
      stream: true,
      stream_options: { include_usage: true }
    })
  }))

test("a streamed answer is asked for without its count where the server refuses that, from then on", () =>
  run(function* () {
    const server = yield* upstream(({ body: asked }) =>
      "stream_options" in asked
        ? new Response("stream_options is not supported", { status: 400 })
        : sse(event(words[1]) + event(stop) + done)
    )
    const model = yield* make(server.endpoint, limits)
    for (let i = 0; i < 2; i++) {
      expect(yield* hear(model, [])).toEqual([text("ሰላ"), finished("stop")])
    }
    expect(server.asked.map(({ body: asked }) => "stream_options" in asked)).toEqual([true, false, false])
  }))

test.each([
  ["CRLF", all.map((one) => event(one, "\r\n")).join("") + done],
  ["CR", all.map((one) => event(one, "\r")).join("") + done],
  ["comments and keep-alives", `: hi\n\n${all.map((one) => `: keep-alive\n\n${event(one)}`).join(":\n\n")}${done}`],
  [
    "data in several lines",
    all.map((one) => `data: ${JSON.stringify(one, null, 1).replace(/\n/g, "\ndata: ")}\n\n`).join("")
  ],
  ["ids, names and retries", all.map((one, id) => `id: ${id}\nevent: message\nretry: 1\n${event(one)}`).join("")],
  ["no [DONE]", all.map((one) => event(one)).join("")],
  ["no last blank line", body.trimEnd()],
  ["empty data", all.map((one) => `data:\n\ndata: \n\n${event(one)}`).join("") + done],
  ["the count beside the end", [...words, { ...stop, usage }].map((one) => event(one)).join("") + done],
  [
    "counts all along",
    all.map((one) => event({ ...one, usage: "choices" in one && one.choices.length > 0 ? null : usage })).join("")
  ],
  [
    "all of it again at the end, as MiniMax sends it",
    [...words, { ...completion({ content: "ሰላም 😀" }), usage }].map((one) => event(one)).join("") + done
  ],
  [
    "a text beside each piece, as Together sends it",
    [...words, stop, count]
      .map((one) =>
        "choices" in one ? { ...one, choices: one.choices.map((choice) => ({ ...choice, text: "hm" })) } : one
      )
      .map((one) => event(one))
      .join("") + done
  ],
  ["something after [DONE]", `${body}data: whisper\n\n`]
])("a streamed answer is read with %s", (_, sent) =>
  run(function* () {
    const server = yield* upstream(() => sse(sent))
    expect(yield* stream(server.endpoint)).toEqual(whole)
  })
)

/** A stream, each of whose pieces is said to be a whole answer. */
const wholes = (...messages: ReadonlyArray<object>) => messages.map((message) => completion(message, null))

test.each<readonly [what: string, chunks: ReadonlyArray<object>, said: string, thoughts: string]>([
  ["without white space around it", [chunk({ content: " ሰላም\n" }), stop, completion({ content: "ሰላም" })], " ሰላም\n", ""],
  [
    "without the thoughts before it",
    [...["<think>", "hm</think>\n\nሰላ", "ም"].map((content) => chunk({ content })), completion({ content: "ሰላም" })],
    "ሰላም",
    "hm"
  ],
  [
    "with the thoughts apart",
    [
      ...["<think>", "hm</think>\n\nሰላ", "ም"].map((content) => chunk({ content })),
      completion({ content: "ሰላም", reasoning_content: "hm" })
    ],
    "ሰላም",
    "hm"
  ],
  [
    "with its thoughts in its words",
    [chunk({ reasoning_content: "hm" }), chunk({ content: "ሰላም" }), completion({ content: "<think>hm</think>ሰላም" })],
    "ሰላም",
    "hm"
  ],
  ["with more than has come", [chunk({ content: " ሰላ" }), completion({ content: "ሰላም" })], " ሰላም", ""],
  ["behind nothing but thoughts", [chunk({ reasoning_content: "hm" }), completion({ content: "ሰላም" })], "ሰላም", "hm"],
  ["twice", [chunk({ content: "ሰላም" }), completion({ content: "ሰላም" }), completion({ content: "ሰላም" })], "ሰላም", ""],
  [
    "as each of its pieces",
    [...wholes({ content: "ha" }, { content: "ha" }, { content: "ha" }), completion({ content: "" })],
    "hahaha",
    ""
  ],
  [
    "as each of its pieces but the first",
    [chunk({ role: "assistant", content: "" }), ...wholes({ content: "ha" }, { content: "ha" }), completion({})],
    "haha",
    ""
  ]
])("words that are said to be a whole answer are told once: %s", (_, chunks, said, thoughts) =>
  run(function* () {
    const server = yield* upstream(() => sse(chunks.map((one) => event(one)).join("") + done))
    const model = yield* make(server.endpoint, limits)
    const heard: Array<string> = []
    const answer = yield* model.generateInPieces(request(), (words) => heard.push(words))
    expect([answer.text, heard.join(""), answer.thoughts ?? ""]).toEqual([said, said, thoughts])
  })
)

test.each([1, 2, 3, 7])("a streamed answer is the same in pieces of %d bytes", (size) =>
  run(function* () {
    const server = yield* upstream(() => sse(inPieces(bytesOf(body, size), 0)))
    expect(yield* stream(server.endpoint)).toEqual(whole)
  })
)

test("a streamed answer is read whatever its content type is called, and where it comes as one object", () =>
  run(function* () {
    const plain = yield* upstream(() => sse(body, "text/plain"))
    expect(yield* stream(plain.endpoint)).toEqual(whole)
    const object = yield* upstream(() => Response.json(completion({ content: "ሰላም" }, "stop", { usage })))
    expect(yield* stream(object.endpoint)).toEqual([text("ሰላም"), finished("stop", counted)])
  }))

test.each([
  ["null at first", [chunk({ role: "assistant", content: null }), chunk({ content: "ሰ" }), stop]],
  ["parts", [chunk({ content: [{ type: "text", text: "ሰ" }] }), stop]],
  [
    "reasoning before",
    [chunk({ reasoning_content: "hm" }), chunk({ reasoning: "hm", content: "" }), chunk({ content: "ሰ" }), stop]
  ],
  ["an empty reason with each", [chunk({ content: "ሰ" }, ""), stop]],
  ["no delta", [{ choices: [{ index: 0, message: { content: "ሰ" } }] }, stop]],
  ["no reason but [DONE]", [chunk({ content: "ሰ" })]],
  [
    "calls that nobody offered",
    [
      chunk({ content: "ሰ" }),
      chunk({ tool_calls: [{ index: 0, id: "c", function: { name: "f", arguments: "{}" } }] }, "tool_calls")
    ]
  ]
])("a streamed answer's text is taken with %s", (_, chunks) =>
  run(function* () {
    const server = yield* upstream(() => sse(chunks.map((one) => event(one)).join("") + done))
    expect(yield* stream(server.endpoint)).toEqual([text("ሰ"), finished("stop")])
  })
)

test.each([
  ["max_tokens", "length"],
  ["content_filter", "safety"]
] as const)("a streamed answer may end by %s, which is %s, without text too", (reason, meaning) =>
  run(function* () {
    const server = yield* upstream(() => sse(event(chunk({}, reason)) + done))
    expect(yield* stream(server.endpoint)).toEqual([finished(meaning)])
  })
)

test("a streamed answer gives each piece when it comes", () =>
  run(function* () {
    const heard = Promise.withResolvers<void>()
    const server = yield* upstream(() => {
      let step = 0
      const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
        if (step++ === 0) return controller.enqueue(new TextEncoder().encode(event(words[1])))
        await heard.promise
        controller.enqueue(new TextEncoder().encode(event(words[2]) + event(stop) + done))
        controller.close()
      }
      return sse(new ReadableStream({ pull }))
    })
    const model = yield* make(server.endpoint, limits)
    const told: Array<string> = []
    const { text } = yield* model.generateInPieces(request(), (piece) => {
      told.push(piece)
      heard.resolve()
    })
    expect([told, text]).toEqual([["ሰላ", "ም 😀"], "ሰላም 😀"])
  }))

test("a streamed answer's connection is closed when nobody listens any more", () =>
  run(function* () {
    const closed = Promise.withResolvers<boolean>()
    const server = yield* upstream(() =>
      sse(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode(event(words[1]))),
          cancel: () => closed.resolve(true)
        })
      )
    )
    const model = yield* make(server.endpoint, limits)
    const fiber = yield* Effect.fork(hear(model, []))
    yield* Effect.repeat(Effect.sleep("5 millis"), { until: () => server.asked.length > 0 })
    yield* Fiber.interrupt(fiber)
    expect(yield* Effect.promise(() => closed.promise)).toBe(true)
  }))

test("a streamed answer leaves its connection for the next", () =>
  run(function* () {
    let connections = 0
    const bytes = new TextEncoder().encode(body)
    const endpoint = yield* rawUpstream(
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n")
        socket.write(`${bytes.length.toString(16)}\r\n`)
        socket.write(bytes)
        socket.write("\r\n0\r\n\r\n")
      },
      () => connections++
    )
    const model = yield* make(endpoint, limits)
    for (let i = 0; i < 10; i++) yield* hear(model, [])
    expect(connections).toBe(1)
  }))

const begun = event(words[1])
const wrong: ReadonlyArray<readonly [name: string, sent: string, code: EngineFailure["_tag"]]> = [
  ["breaks off", begun, "PROVIDER_ERROR"],
  ["breaks off within an event", `${begun}data: {"cho`, "PROVIDER_ERROR"],
  ["sends what is no JSON", `${begun}data: whisper\n\n${event(stop)}`, "PROVIDER_ERROR"],
  ["says error", `${begun}${event({ error: { message: "whisper" } })}${done}`, "PROVIDER_ERROR"],
  ["says error first", `${event({ error: { message: "whisper", code: 429 } })}`, "PROVIDER_UNAVAILABLE"],
  ["says error by the event's name", `${begun}event: error\ndata: whisper\n\n`, "PROVIDER_ERROR"],
  ["says error by the event's name, as JSON", `${begun}event: error\ndata: {"m":"whisper"}\n\n`, "PROVIDER_ERROR"],
  ["ends with an error", begun + event(chunk({}, "error")), "PROVIDER_ERROR"],
  ["says nothing at all", event(stop) + done, "PROVIDER_ERROR"],
  ["is empty", "", "PROVIDER_ERROR"],
  ["is only white space", "\n\n\n", "PROVIDER_ERROR"],
  ["is [DONE] from the start", done, "PROVIDER_ERROR"],
  ["is an error with status 200", JSON.stringify({ error: { message: "whisper", code: 503 } }), "PROVIDER_UNAVAILABLE"],
  ["is a page", "<h1>whisper</h1>", "PROVIDER_ERROR"],
  ["says error by a field of the event", `${begun}error: {"code":500,"message":"whisper"}\n\n`, "PROVIDER_ERROR"],
  ["says 503 by a field of the event", `error: {"code":503,"message":"whisper"}\n\n`, "PROVIDER_UNAVAILABLE"],
  ["says error in a line of JSON", `${begun}{"error":{"message":"whisper"}}\n\n`, "PROVIDER_ERROR"],
  ["says error in Groq's field", begun + event({ choices: [], x_groq: { error: "whisper" } }), "PROVIDER_ERROR"],
  ["announces calls and makes none", event(chunk({}, "tool_calls")), "PROVIDER_ERROR"]
]
test.each(wrong)("a streamed answer that %s is an error", (_, sent, code) =>
  run(function* () {
    const server = yield* upstream(() => sse(sent))
    expect((yield* failureOf(stream(server.endpoint)))._tag).toBe(code)
    expect(server.asked.length).toBe(1)
  })
)

test.each([
  ["in an event", 'data: {"id":"x","choices":[],"usa'],
  ["in a string", event({ choices: [], usage, system: "ሰ" }).slice(0, -5)],
  ["in [DONE]", "data: [DON"],
  ["in a field's name", "dat"],
  ["in a comment", ": kee"]
])("an answer whose tail is cut off behind its end is whole: %s", (_, tail) =>
  run(function* () {
    const sent = words.map((one) => event(one)).join("") + event({ ...stop, usage }) + tail
    const bytes = new TextEncoder().encode(sent)
    const closing = yield* upstream(() => sse(bytes))
    expect(yield* stream(closing.endpoint)).toEqual(whole)
    const begun = yield* headRead
    const breaking = yield* rawUpstream((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 99999\r\n\r\n")
      socket.write(bytes)
      socket.flush()
      void begun.then(() => socket.terminate())
    })
    expect(yield* stream(breaking)).toEqual(whole)
  })
)

test("a refusal that an engine sends as a field of the event says which", () =>
  run(function* () {
    const said = {
      code: 400,
      message: "too long",
      type: "exceed_context_size_error",
      n_prompt_tokens: 5_000,
      n_ctx: 4_096
    }
    const server = yield* upstream(() => sse(`error: ${JSON.stringify(said)}\n\n`))
    const failure = yield* failureOf(stream(server.endpoint))
    expect([failure._tag, failure.message]).toEqual([
      "TEXT_TOO_LONG",
      "the text is too long for the text engine: 5000 tokens were asked of it, and it holds 4096"
    ])
  }))

test("a streamed answer that goes wrong gives what came before", () =>
  run(function* () {
    const server = yield* upstream(() => sse(begun + event({ error: "whisper" })))
    const model = yield* make(server.endpoint, limits)
    const events: Array<StreamEvent> = []
    expect((yield* failureOf(hear(model, events)))._tag).toBe("PROVIDER_ERROR")
    expect(events).toEqual([text("ሰላ")])
  }))

test("a streamed answer is asked for again before it begins, and not after", () =>
  run(function* () {
    const busy = yield* upstream((_, asked) => (asked < 2 ? new Response("whisper", { status: 503 }) : sse(body)))
    expect(yield* stream(busy.endpoint)).toEqual(whole)
    expect(busy.asked.length).toBe(3)
    expect((yield* failureOf(stream(yield* nobody)))._tag).toBe("PROVIDER_UNAVAILABLE")
    let asked = 0
    const { promise: heard, resolve: hearFirst } = Promise.withResolvers<void>()
    const cut = yield* rawUpstream((socket) => {
      asked++
      socket.write(`HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 9999\r\n\r\n${begun}`)
      socket.flush()
      void heard.then(() => socket.terminate())
    })
    const model = yield* make(cut, limits)
    expect((yield* failureOf(model.generateInPieces(request(), () => hearFirst())))._tag).toBe("PROVIDER_ERROR")
    expect(asked).toBe(1)
  }))

/** Says `before`, then `again` every 20 ms for ever, or nothing more. */
const endless = (before: string, again?: string) => () => {
  let first = true
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (!first && again === undefined) return new Promise<void>(() => {})
    if (!first) await Bun.sleep(20)
    controller.enqueue(new TextEncoder().encode(first ? before : again))
    first = false
  }
  return sse(new ReadableStream({ pull }))
}
const short = { firstByte: Duration.millis(150), silence: Duration.millis(150) }

test.each([
  ["before the first word", ": hi\n\n", undefined],
  ["of keep-alives before the first word", ": hi\n\n", ": hi\n\n"],
  ["of empty pieces before the first word", event(words[0]), event(words[0])],
  ["between words", event(words[1]), undefined],
  ["of keep-alives between words", event(words[1]), ": hi\n\n"]
])("a streamed answer times out in a silence %s", (_, before, again) =>
  run(function* () {
    const server = yield* upstream(endless(before, again))
    expect((yield* failureOf(stream(server.endpoint, {}, short)))._tag).toBe("PROVIDER_TIMEOUT")
    expect(server.asked.length).toBe(1)
  })
)

test("a streamed answer does not time out while words come, however many", () =>
  run(function* () {
    const server = yield* upstream(endless(event(words[1]), event(words[1])))
    const model = yield* make(server.endpoint, {
      ...limits,
      firstByte: Duration.seconds(5),
      silence: Duration.seconds(5)
    })
    let count = 0
    const enough = Promise.withResolvers<void>()
    const counting = yield* Effect.fork(
      model.generateInPieces(request(), () => {
        if (++count === 40) enough.resolve()
      })
    )
    yield* Effect.promise(() => enough.promise)
    yield* Fiber.interrupt(counting)
  }))

longTest("a streamed answer is whole at its end, though its count does not come in time", () =>
  run(function* () {
    const server = yield* upstream(endless(event(words[1]) + event(stop)))
    expect(yield* stream(server.endpoint)).toEqual([text("ሰላ"), finished("stop")])
  })
)
