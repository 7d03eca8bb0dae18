/** Calls in an answer that comes in pieces, in all the forms in which servers send them. */
import { expect, test } from "bun:test"
import { Duration, Effect, FastCheck, Option } from "effect"
import { make } from "../../../src/engines/openai/AttachedTextModel.ts"
import * as CallAssembly from "../../../src/engines/openai/CallAssembly.ts"
import type { Endpoint, Limits } from "../../../src/engines/openai/Transport.ts"
import type { TextRequest, Tool, ToolCall } from "../../../src/engines/TextModel.ts"
import { expectMillis } from "../../cost/Growth.ts"
import { run } from "../../support/EffectBody.ts"
import { forAllAsync } from "../../support/Property.ts"
import { bytesOf, chunk, completion, done, event, failureOf, limits, request, sse, weather } from "./chat.ts"
import { inPieces, rawUpstream, upstream } from "./server.ts"

const clock: Tool = { name: "get_time", description: Option.none(), parameters: { type: "object" } }

/** The pieces of an answer for which tools are offered, and the answer. */
const hearCalls = (endpoint: Endpoint, own: Partial<TextRequest> = {}, patience: Partial<Limits> = {}) =>
  Effect.gen(function* () {
    const model = yield* make(endpoint, { ...limits, ...patience })
    const told: Array<string> = []
    const asked = request({ tools: [weather, clock], ...own })
    const answer = yield* model.generateInPieces(asked, (text) => told.push(text))
    expect(told.join("")).toBe(answer.text)
    return { told, answer }
  })

const adama = '{"city":"Adama"}'
const jimma = '{"city":"Jimma"}'
const delta = (...calls: ReadonlyArray<unknown>) => chunk({ tool_calls: calls })
const given = (text: unknown, name?: string) => ({
  function: { ...(name === undefined ? {} : { name }), arguments: text }
})
const end = (reason = "tool_calls") => chunk({}, reason)
const sent = (...chunks: ReadonlyArray<unknown>) => chunks.map((one) => event(one)).join("") + done
const weatherIn = (id: string, text: string) => ({ id, name: "get_weather", arguments: text })
/** What ids that were made here are shown as. */
const own = "own"
const shown = (calls: ReadonlyArray<ToolCall>): ReadonlyArray<ToolCall> =>
  calls.map((call) => ({ ...call, id: /^call_[0-9a-f]{32}$/.test(call.id) ? own : call.id }))

test("a streamed call is asked for with the tools, the choice and the count", () =>
  run(function* () {
    const server = yield* upstream(() => sse(sent(chunk({ content: "እሺ" }), end("stop"))))
    yield* hearCalls(server.endpoint, { tools: [weather], toolChoice: { name: "get_weather" } })
    expect(server.asked[0]?.body).toMatchObject({
      tools: [{ type: "function", function: { name: "get_weather" } }],
      tool_choice: { type: "function", function: { name: "get_weather" } },
      stream: true,
      stream_options: { include_usage: true }
    })
  }))

test("a streamed call is not asked for, and not believed, where none may be made", () =>
  run(function* () {
    const call = { index: 0, id: "c1", ...given(adama, "get_weather") }
    const server = yield* upstream(() => sse(sent(chunk({ content: "እሺ" }), delta(call), end())))
    const { answer } = yield* hearCalls(server.endpoint, { toolChoice: "none" })
    expect(server.asked[0]?.body.tools).toBeUndefined()
    expect(answer).toMatchObject({ text: "እሺ", toolCalls: [], finishReason: "stop" })
  }))

const forms: ReadonlyArray<readonly [name: string, chunks: ReadonlyArray<unknown>, calls: ReadonlyArray<ToolCall>]> = [
  [
    "a head, and arguments in fragments",
    [
      delta({ index: 0, id: "c1", type: "function", ...given("", "get_weather") }),
      delta({ index: 0, ...given('{"ci') }),
      delta({ index: 0, ...given('ty":"Ad') }),
      delta({ index: 0, ...given('ama"}') })
    ],
    [weatherIn("c1", adama)]
  ],
  [
    "two whose fragments are mixed",
    [
      delta({ index: 0, id: "c1", ...given("", "get_weather") }, { index: 1, id: "c2", ...given("", "get_weather") }),
      delta({ index: 1, ...given('{"city"') }, { index: 0, ...given('{"city":') }),
      delta({ index: 0, ...given('"Adama"}') }),
      delta({ index: 1, ...given(':"Jimma"}') })
    ],
    [weatherIn("c1", adama), weatherIn("c2", jimma)]
  ],
  [
    "id and name with every fragment",
    [
      delta({ index: 0, id: "c1", ...given("", "get_weather") }),
      delta({ index: 0, id: "c1", ...given('{"city":', "get_weather") }),
      delta({ index: 0, id: "c1", ...given('"Adama"}', "get_weather") }),
      delta({ index: 0, id: "c1", ...given("", "get_weather") })
    ],
    [weatherIn("c1", adama)]
  ],
  [
    "the name with every fragment, and neither number nor id",
    [delta(given('{"city":', "get_weather")), delta(given('"Adama"}', "get_weather"))],
    [weatherIn(own, adama)]
  ],
  [
    "another id with every fragment",
    [
      delta({ index: 0, id: "c1", ...given("", "get_weather") }),
      delta({ index: 0, id: "c2", ...given('{"city":') }),
      delta({ index: 0, id: "c3", ...given('"Adama"}', "get_weather") })
    ],
    [weatherIn("c1", adama)]
  ],
  ["all at once", [delta({ index: 0, id: "c1", ...given(adama, "get_weather") })], [weatherIn("c1", adama)]],
  [
    "an object for arguments",
    [delta({ index: 0, id: "c1", ...given({ city: "Adama" }, "get_weather") })],
    [weatherIn("c1", adama)]
  ],
  [
    "the whole again at the end",
    [
      delta({ index: 0, id: "c1", ...given('{"city":', "get_weather") }),
      delta({ index: 0, ...given('"Adama"}') }),
      delta({ index: 0, id: "c1", ...given(adama, "get_weather") })
    ],
    [weatherIn("c1", adama)]
  ],
  [
    "the whole answer again at the end",
    [
      delta({ index: 0, id: "c1", ...given(adama, "get_weather") }),
      completion({ content: "", tool_calls: [{ id: "c1", ...given(adama, "get_weather") }] }, "tool_calls")
    ],
    [weatherIn("c1", adama)]
  ],
  [
    "two in two pieces that are each said to be a whole answer",
    [
      completion({ content: "", tool_calls: [{ id: "c1", ...given(adama, "get_weather") }] }, null),
      completion({ content: "", tool_calls: [{ id: "c2", ...given(jimma, "get_weather") }] }, null)
    ],
    [weatherIn("c1", adama), weatherIn("c2", jimma)]
  ],
  [
    "two, both numbered 0, with ids",
    [
      delta({ index: 0, id: "c1", ...given(adama, "get_weather") }),
      delta({ index: 0, id: "c2", ...given(jimma, "get_weather") })
    ],
    [weatherIn("c1", adama), weatherIn("c2", jimma)]
  ],
  [
    "two, both numbered 0, without ids",
    [delta({ index: 0, ...given(adama, "get_weather") }, { index: 0, ...given(jimma, "get_weather") })],
    [weatherIn(own, adama), weatherIn(own, jimma)]
  ],
  [
    "two of two tools, both numbered 0, without arguments",
    [delta({ index: 0, ...given("", "get_weather") }), delta({ index: 0, ...given("", "get_time") })],
    [weatherIn(own, "{}"), { id: own, name: "get_time", arguments: "{}" }]
  ],
  [
    "two that are not numbered, told apart by id",
    [
      delta({ id: "c1", ...given('{"city":', "get_weather") }),
      delta({ id: "c2", ...given('{"city":', "get_weather") }),
      delta({ id: "c1", ...given('"Adama"}', "get_weather") }),
      delta({ id: "c2", ...given('"Jimma"}', "get_weather") })
    ],
    [weatherIn("c1", adama), weatherIn("c2", jimma)]
  ],
  [
    "two of one id",
    [
      delta({ index: 0, id: "c1", ...given(adama, "get_weather") }),
      delta({ index: 1, id: "c1", ...given(jimma, "get_weather") })
    ],
    [weatherIn("c1", adama), weatherIn(own, jimma)]
  ],
  [
    "the second one's arguments under the first one's number, in fragments",
    [
      delta({ index: 0, id: "c1", ...given("", "get_weather") }),
      delta({ index: 0, ...given(adama) }),
      delta({ index: 1, id: "c2", ...given("", "get_weather") }),
      delta({ index: 0, ...given('{"ci') }),
      delta({ index: 0, ...given('ty":"Jim') }),
      delta({ index: 0, ...given('ma"}') })
    ],
    [weatherIn("c1", adama), weatherIn("c2", jimma)]
  ],
  [
    "both heads first, and all arguments under one number",
    [
      delta({ index: 0, id: "c1", ...given("", "get_weather") }, { index: 1, id: "c2", ...given("", "get_weather") }),
      delta({ index: 0, ...given('{"city":') }),
      delta({ index: 0, ...given('"Adama"}') }),
      delta({ index: 0, ...given('{"city":') }),
      delta({ index: 0, ...given('"Jimma"}') })
    ],
    [weatherIn("c1", adama), weatherIn("c2", jimma)]
  ],
  [
    "the second one's arguments under the first one's number, with its id",
    [
      delta({ index: 0, id: "c1", ...given(adama, "get_weather") }),
      delta({ index: 1, id: "c2", ...given("", "get_weather") }),
      delta({ index: 0, id: "c2", ...given('{"city":', "get_weather") }),
      delta({ index: 0, id: "c2", ...given('"Jimma"}') })
    ],
    [weatherIn("c1", adama), weatherIn("c2", jimma)]
  ],
  [
    "braces and quotation marks in its text",
    [
      delta({ index: 0, ...given('{"city":"}\\"', "get_weather") }),
      delta({ index: 0, ...given('}{"}', "get_weather") })
    ],
    [weatherIn(own, '{"city":"}\\"}{"}')]
  ],
  [
    "id and name after its arguments have begun",
    [
      delta({ index: 0, ...given('{"city":', undefined) }),
      delta({ index: 0, id: "c1", ...given('"Adama"}', "get_weather") })
    ],
    [weatherIn("c1", adama)]
  ],
  [
    "no arguments",
    [delta({ index: 0, id: "c1", function: { name: "get_time" } })],
    [{ id: "c1", name: "get_time", arguments: "{}" }]
  ],
  [
    "the name that calls had first",
    [
      chunk({ function_call: { name: "get_weather", arguments: "" } }),
      chunk({ function_call: { arguments: '{"city":' } }),
      chunk({ function_call: { arguments: '"Adama"}' } })
    ],
    [weatherIn(own, adama)]
  ],
  [
    "numbers that are none",
    [
      delta({ index: "0", id: "c1", ...given('{"city":', "get_weather") }),
      delta({ index: null, ...given('"Adama"}') }),
      delta(null, 7, "call", {}, { index: -1 }, { function: null })
    ],
    [weatherIn("c1", adama)]
  ],
  [
    "ids that are none",
    [
      delta({ index: 0, id: 7, ...given(adama, "get_weather") }),
      delta({ index: 1, id: "x".repeat(20_000), ...given(jimma, "get_weather") }),
      delta({ index: 2, id: "\ud800", ...given("{}", "get_weather") })
    ],
    [weatherIn(own, adama), weatherIn(own, jimma), weatherIn(own, "{}")]
  ]
]
test.each(forms)("a streamed call is read with %s", (_, chunks, calls) =>
  run(function* () {
    for (const reason of ["tool_calls", "stop"]) {
      const server = yield* upstream(() => sse(sent(...chunks, end(reason))))
      const { answer, told } = yield* hearCalls(server.endpoint)
      expect(told).toEqual([])
      expect({ ...answer, toolCalls: shown(answer.toolCalls) }).toEqual({
        text: "",
        toolCalls: calls,
        finishReason: "tool_calls",
        usage: Option.none()
      })
    }
  })
)

/** A call as models of the Hermes and Qwen families write it. */
const written = (name: string, given: unknown) =>
  `<tool_call>\n${JSON.stringify({ name, arguments: given })}\n</tool_call>`
const one = written("get_weather", { city: "Adama" })
const inJimma = written("get_weather", { city: "Jimma" })
const tagged = written("get_weather", { city: "</tool_call>" })

const writings: ReadonlyArray<readonly [name: string, text: string, said: string, calls: ReadonlyArray<ToolCall>]> = [
  ["one", one, "", [weatherIn(own, adama)]],
  ["two", `${one}\n${inJimma}`, "", [weatherIn(own, adama), weatherIn(own, jimma)]],
  ["text before", `እሺ\n${one}`, "እሺ", [weatherIn(own, adama)]],
  ["thoughts before", `<think>one?</think>\n\n${one}`, "", [weatherIn(own, adama)]],
  ["the closing tag of thoughts alone", `one?\n</think>\n\n${one}`, "", [weatherIn(own, adama)]],
  ["no closing tag", one.replace("</tool_call>", ""), "", [weatherIn(own, adama)]],
  ["a string of JSON for arguments", written("get_weather", adama), "", [weatherIn(own, adama)]],
  ["a tag in its arguments", tagged, "", [weatherIn(own, '{"city":"</tool_call>"}')]],
  ["[TOOL_CALLS] and a list", `[TOOL_CALLS][{"name":"get_weather","arguments":${adama}}]`, "", [weatherIn(own, adama)]],
  [
    "[TOOL_CALLS] and [ARGS], twice",
    `[TOOL_CALLS]get_weather[ARGS]${adama}[TOOL_CALLS]get_weather[CALL_ID]x[ARGS]${jimma}`,
    "",
    [weatherIn(own, adama), weatherIn(own, jimma)]
  ],
  ["<|python_tag|>", `<|python_tag|>{"name":"get_weather","parameters":${adama}}`, "", [weatherIn(own, adama)]],
  ["<function=…>", `<function=get_weather>${adama}</function>`, "", [weatherIn(own, adama)]],
  [
    "parameters in tags",
    "<tool_call>\n<function=get_weather>\n<parameter=city>\nAdama\n</parameter>\n</function>\n</tool_call>",
    "",
    [weatherIn(own, adama)]
  ],
  ["JSON alone", `{"name":"get_weather","arguments":${adama}}`, "", [weatherIn(own, adama)]],
  ["JSON in a fence", `\`\`\`json\n[{"name":"get_weather","parameters":${adama}}]\n\`\`\``, "", [weatherIn(own, adama)]]
]
test.each(writings)("a required call may be written as text: %s", (_, text, said, calls) =>
  run(function* () {
    const pieces = (size: number) =>
      Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
        chunk({ content: text.slice(at * size, (at + 1) * size) })
      )
    const bodies = [1, 7, 1_000].map((size) => () => sse(sent(...pieces(size), end("stop"))))
    for (const body of [...bodies, () => Response.json(completion({ content: text }))]) {
      for (const toolChoice of ["required", { name: "get_weather" }] as const) {
        const server = yield* upstream(body)
        const { answer } = yield* hearCalls(server.endpoint, { toolChoice })
        expect(shown(answer.toolCalls)).toEqual(calls)
        expect(answer).toMatchObject({ text: said, finishReason: "tool_calls" })
      }
    }
  })
)

test.each([
  ["none may be made", one, { toolChoice: "none" }],
  ["no tools are offered", one, { tools: [], toolChoice: "auto" }],
  ["another tool was required", one, { toolChoice: { name: "get_time" } }],
  ["no such tool is offered", written("get_money", {}), { toolChoice: "required" }],
  ["it is broken", one.replace("}}", ""), { toolChoice: "required" }],
  ["it has no tags, and words before", `እሺ ${one.replaceAll(/<.*?>/g, "")}`, { toolChoice: "required" }],
  ["it is JSON without arguments", '{"name":"get_weather"}', { toolChoice: "required" }]
] as const)("a call that is written as text stays text where %s", (_, text, wanted) =>
  run(function* () {
    const server = yield* upstream(() => sse(sent(chunk({ content: text }), end("stop"))))
    const { answer } = yield* hearCalls(server.endpoint, wanted)
    expect(answer).toMatchObject({ text, toolCalls: [], finishReason: "stop" })
  })
)

const counted = { usage: { prompt_tokens: 50, completion_tokens: 9 } }
test.each([
  ["text", [chunk({ content: "እሺ" }), { choices: [], ...counted }], { text: "እሺ", finishReason: "stop" }],
  ["text, with its last piece", [chunk({ content: "እሺ" }), chunk({}, null, counted)], { text: "እሺ" }],
  [
    "a call",
    [delta({ index: 0, id: "c1", ...given(adama, "get_weather") }), { choices: [], ...counted }],
    { toolCalls: [weatherIn("c1", adama)], finishReason: "tool_calls" }
  ]
])("a count at the end shows that an answer is whole without a reason and [DONE]: %s", (_, chunks, expected) =>
  run(function* () {
    const server = yield* upstream(() => sse(sent(...chunks).replace(done, "")))
    const { answer } = yield* hearCalls(server.endpoint)
    expect(answer).toMatchObject({ ...expected, usage: Option.some({ promptTokens: 50, candidateTokens: 9 }) })
  })
)

const call = { index: 0, id: "c1", ...given(adama, "get_weather") }

test("text beside calls is given when it comes, and the count that comes last is the answer's", () =>
  run(function* () {
    const heard = Promise.withResolvers<void>()
    const first = sent(chunk({ role: "assistant", content: null }), chunk({ content: "ልይ " })).replace(done, "")
    const usage = { prompt_tokens: 50, completion_tokens: 9 }
    const rest = sent(chunk({ content: "እሺ" }), delta(call), end(), { id: "x", choices: [], usage })
    const server = yield* upstream(() => {
      let step = 0
      return sse(
        new ReadableStream({
          pull: async (controller) => {
            if (step++ === 0) return controller.enqueue(new TextEncoder().encode(first))
            await heard.promise
            controller.enqueue(new TextEncoder().encode(rest))
            controller.close()
          }
        })
      )
    })
    const model = yield* make(server.endpoint, limits)
    const told: Array<string> = []
    const answer = yield* model.generateInPieces(request({ tools: [weather] }), (text) => {
      told.push(text)
      heard.resolve()
    })
    expect(told).toEqual(["ልይ ", "እሺ"])
    expect(answer).toEqual({
      text: "ልይ እሺ",
      toolCalls: [{ id: "c1", name: "get_weather", arguments: adama }],
      finishReason: "tool_calls",
      usage: Option.some({ promptTokens: 50, candidateTokens: 9 })
    })
  }))

test.each([
  ["null", [chunk({ content: "እሺ", tool_calls: null })]],
  ["an empty list", [chunk({ content: "እሺ", tool_calls: [] })]],
  ["places without calls", [chunk({ content: "እሺ" }), delta({ index: 0, function: { arguments: "" } }, {})]]
])("text is all of an answer where its calls are %s", (_, chunks) =>
  run(function* () {
    const server = yield* upstream(() => sse(sent(...chunks, end("stop"))))
    const { answer } = yield* hearCalls(server.endpoint)
    expect(answer).toMatchObject({ text: "እሺ", toolCalls: [], finishReason: "stop" })
  })
)

test("text may come with its calls as one object", () =>
  run(function* () {
    const message = { content: "እሺ", tool_calls: [given(adama, "get_weather"), given(adama, "get_weather")] }
    const server = yield* upstream(() => Response.json(completion(message, "tool_calls")))
    const { answer, told } = yield* hearCalls(server.endpoint)
    expect(told).toEqual(["እሺ"])
    expect(shown(answer.toolCalls)).toEqual([weatherIn(own, adama), weatherIn(own, adama)])
  }))

test("text and calls are the same however they are cut into fragments and bytes", () => {
  const words = FastCheck.string({ unit: "grapheme", maxLength: 12 })
  const arguments_ = FastCheck.dictionary(words, FastCheck.oneof(words, FastCheck.json()))
  const cut = FastCheck.tuple(
    arguments_,
    FastCheck.array(FastCheck.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 })
  )
  return forAllAsync(
    { numRuns: 30 },
    FastCheck.array(cut, { minLength: 1, maxLength: 4 }),
    FastCheck.boolean(),
    FastCheck.boolean(),
    FastCheck.integer({ min: 1, max: 200 }),
    (calls, repeats, isNumbered, size) =>
      run(function* () {
        const texts = calls.map(([value]) => JSON.stringify(value))
        const chunks = calls.flatMap(([, cuts], place) => {
          const text = texts[place] ?? ""
          const places = [0, ...cuts.map((at) => Math.round(at * text.length)).toSorted((a, b) => a - b), text.length]
          return places.slice(1).map((to, at) =>
            delta({
              ...(isNumbered ? { index: place } : {}),
              ...(at === 0 || repeats ? { id: `c${place}` } : {}),
              ...given(text.slice(places[at], to), at === 0 || repeats ? "get_weather" : undefined)
            })
          )
        })
        const body = sent(chunk({ content: "እሺ" }), ...chunks, end())
        const server = yield* upstream(() => sse(inPieces(bytesOf(body, size), 0)))
        const { answer } = yield* hearCalls(server.endpoint)
        expect(answer.toolCalls).toEqual(texts.map((text, place) => weatherIn(`c${place}`, text)))
      })
  )
})

const begun = chunk({ content: "እሺ" })
const head = delta({ index: 0, id: "c1", ...given('{"city":', "get_weather") })

test.each([
  ["breaks off in a call", event(begun) + event(head)],
  ["breaks off in a call that was counted", sent(begun, head, { choices: [], ...counted }).replace(done, "")],
  [
    "breaks off while each piece has a count",
    [1, 2]
      .map((count) => ({ usage: { prompt_tokens: 50, completion_tokens: count } }))
      .map((usage, at) => event(at === 0 ? { ...begun, ...usage } : { ...chunk({ content: "" }), ...usage }))
      .join("")
  ],
  ["breaks off after a call", event(begun) + event(delta({ index: 0, ...given(adama, "get_weather") }))],
  ["says error in a call", event(begun) + event(head) + event({ error: { message: "whisper" } }) + done],
  ["calls a tool without a name", sent(begun, delta({ index: 0, id: "c1", ...given(adama) }), end())],
  [
    "nests beyond reading",
    `${event(begun)}data: {"choices":[{"delta":{"tool_calls":[{"function":{"name":"f","arguments":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}}]}}]}\n\n`
  ]
])("a stream of calls that %s is an error, and what was said before is given", (_, body) =>
  run(function* () {
    const server = yield* upstream(() => sse(body))
    const model = yield* make(server.endpoint, limits)
    const told: Array<string> = []
    const asked = request({ tools: [weather] })
    expect((yield* failureOf(model.generateInPieces(asked, (text) => told.push(text))))._tag).toBe("PROVIDER_ERROR")
    expect(told).toEqual(["እሺ"])
    expect(server.asked).toHaveLength(1)
  })
)

test("a stream of calls is not asked for again once it has begun, and its connection may go at any time", () =>
  run(function* () {
    let asked = 0
    const { promise: heard, resolve: hearFirst } = Promise.withResolvers<void>()
    const sent = event(chunk({ content: "እሺ" })) + event(head)
    const cut = yield* rawUpstream((socket) => {
      asked++
      socket.write(`HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 9999\r\n\r\n${sent}`)
      socket.flush()
      void heard.then(() => socket.terminate())
    })
    const model = yield* make(cut, limits)
    const answer = model.generateInPieces(request({ tools: [weather] }), () => hearFirst())
    expect((yield* failureOf(answer))._tag).toBe("PROVIDER_ERROR")
    expect(asked).toBe(1)
  }))

/** Says `head`, then each of `rest` after 40 ms, and then `last` again and again. */
const slow = (rest: ReadonlyArray<string>, last: Option.Option<string>) => () => {
  let at = 0
  const all = [event(head), ...rest]
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (at > 0) await Bun.sleep(40)
    const next = all[at++] ?? Option.getOrUndefined(last)
    if (next === undefined) controller.close()
    else controller.enqueue(new TextEncoder().encode(next))
  }
  return sse(new ReadableStream({ pull }))
}
const short = { firstByte: Duration.millis(400), silence: Duration.millis(400) }

test("arguments of a streamed call are progress, however slowly they come", () =>
  run(function* () {
    const letters = Array.from({ length: 20 }, () => event(delta({ index: 0, ...given(" ") })))
    const rest = [...letters, event(delta({ index: 0, ...given('"Adama"}') })), event(end()), done]
    const server = yield* upstream(slow(rest, Option.none()))
    const { answer } = yield* hearCalls(server.endpoint, {}, short)
    expect(answer.toolCalls.map(({ arguments: text }) => JSON.parse(text))).toEqual([{ city: "Adama" }])
  }))

test.each([
  ["its number", { index: 0 }],
  ["its id and name", { index: 0, id: "c1", ...given("", "get_weather") }],
  ["other ids", { index: 0, id: "c2" }]
])("a stream that repeats of a call %s for ever makes no progress, and times out", (_, again) =>
  run(function* () {
    const server = yield* upstream(slow([], Option.some(event(delta(again)))))
    expect((yield* failureOf(hearCalls(server.endpoint, {}, short)))._tag).toBe("PROVIDER_TIMEOUT")
  })
)

/** Hears an answer whose calls never end; what it is, once its connection is closed. */
const endless = (call: (at: number) => unknown, own: Partial<TextRequest> = {}) =>
  Effect.gen(function* () {
    const gone = Promise.withResolvers<void>()
    const server = yield* upstream(() => {
      let at = 0
      return sse(
        new ReadableStream({
          pull: async (controller) => {
            await Bun.sleep(0)
            const news = at === 0 ? chunk({ content: "እሺ" }) : delta(call(at))
            controller.enqueue(new TextEncoder().encode(event(news)))
            at++
          },
          cancel: () => gone.resolve()
        })
      )
    })
    const { answer } = yield* hearCalls(server.endpoint, own)
    yield* Effect.promise(() => gone.promise)
    return answer
  })
const cut = { text: "እሺ", toolCalls: [], finishReason: "length" }

test("calls without an end are cut where an answer is, and no call is left", () =>
  run(function* () {
    const most = { maxOutputTokens: Option.some(200) }
    expect(yield* endless(() => ({ index: 0, ...given("ሰላም ", "get_weather") }), most)).toMatchObject(cut)
    expect(yield* endless((index) => ({ index, ...given("{}", `get_${index}`) }), most)).toMatchObject(cut)
  }))

test("calls without an end are cut where there are more of them than anybody asks for", () =>
  run(function* () {
    const answer = yield* endless((index) => ({ index, id: `c${index}`, ...given("", "f") }))
    expect(answer).toMatchObject(cut)
  }))

test("a call that the server cuts is left out of the answer", () =>
  run(function* () {
    const whole = delta({ index: 0, id: "c1", ...given(adama, "get_weather") })
    const part = delta({ index: 1, id: "c2", ...given('{"city":"Ji', "get_weather") })
    const broken = yield* upstream(() => sse(sent(chunk({ content: "እሺ" }), whole, part, end("length"))))
    expect((yield* hearCalls(broken.endpoint)).answer).toMatchObject(cut)
    const between = yield* upstream(() => sse(sent(chunk({ content: "እሺ" }), whole, end("length"))))
    expect((yield* hearCalls(between.endpoint)).answer.toolCalls).toHaveLength(1)
  }))

test("a streamed call is put together in time linear in its length, and holds no more than its text", () => {
  const assembly = CallAssembly.make()
  const begun = performance.now()
  const fragment = { index: Option.some(0), id: "c1", name: "f", arguments: "}", alone: false }
  assembly.add({ ...fragment, arguments: '{"a":"' })
  for (let at = 0; at < 500_000; at++) assembly.add(fragment)
  for (let at = 0; at < 500_000; at++) assembly.add({ ...fragment, id: `c${at}`, name: "", arguments: "" })
  expectMillis(performance.now() - begun, 5_000)
  expect(assembly.calls()).toHaveLength(1)
  expect(assembly.calls()[0]).toMatchObject({ id: "c1", name: "f", isOpen: true })
  expect(assembly.calls()[0]?.arguments).toHaveLength(500_006)
})
