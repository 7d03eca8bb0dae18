/** What a model thinks before it answers, in the forms in which servers send it: never part of the answer. */
import { expect, test } from "bun:test"
import { Duration, Effect, Option } from "effect"
import { make } from "../../../src/engines/openai/AttachedTextModel.ts"
import type { Limits } from "../../../src/engines/openai/Transport.ts"
import type { AnswerBudget, TextRequest } from "../../../src/engines/TextModel.ts"
import { usageOf } from "../../../src/engines/TokenCounts.ts"
import { run } from "../../support/EffectBody.ts"
import { longTest } from "../../support/Long.ts"
import { chunk, completion, done, event, failureOf, generate, limits, request, sse, weather } from "./chat.ts"
import { inPieces, upstream } from "./server.ts"

const THOUGHT = "The user greets me. ሰላም ልበል?"
const ANSWER = "ሰላም! እንዴት ነህ?"

/** Text cut into pieces of so many characters. */
const cut = (text: string, size: number): ReadonlyArray<string> =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size))

const streamOf = (deltas: ReadonlyArray<object>, reason: string | null = "stop", rest: object = {}) =>
  [...deltas.map((delta) => chunk(delta)), chunk({}, reason, rest)].map((one) => event(one)).join("") + done

/** What is heard of an answer in pieces, and the answer. */
const hear = (
  body: string,
  own: Partial<TextRequest> = {},
  patience: Partial<Limits> = {},
  model = "m",
  room?: AnswerBudget
) =>
  Effect.gen(function* () {
    const server = yield* upstream(() => sse(body))
    const engine = yield* make({ ...server.endpoint, model }, { ...limits, ...patience })
    const texts: Array<string> = []
    const thoughts: Array<string> = []
    const answer = yield* engine.generateInPieces(
      request(own),
      (text) => texts.push(text),
      room,
      (thought) => thoughts.push(thought)
    )
    expect(texts.join("")).toBe(answer.text)
    expect(thoughts.join("").trim()).toBe(answer.thoughts ?? "")
    return answer
  })

const messages: ReadonlyArray<readonly [name: string, message: object]> = [
  ["reasoning_content", { reasoning_content: THOUGHT, content: ANSWER }],
  ["reasoning", { reasoning: THOUGHT, content: ANSWER }],
  [
    "reasoning_details",
    {
      reasoning_details: [
        { type: "reasoning.text", text: THOUGHT },
        { type: "reasoning.encrypted", data: "x" }
      ],
      content: ANSWER
    }
  ],
  ["both names at once", { reasoning_content: THOUGHT, reasoning: THOUGHT, content: ANSWER }],
  [
    "parts of the content",
    {
      content: [
        { type: "thinking", thinking: [{ type: "text", text: THOUGHT }] },
        { type: "text", text: ANSWER }
      ]
    }
  ],
  ["<think>", { content: `<think>${THOUGHT}</think>${ANSWER}` }],
  ["<think> with white space around", { content: `\n <think>\n${THOUGHT}\n</think>\n\n${ANSWER}` }],
  ["<thinking>", { content: `<thinking>${THOUGHT}</thinking>\n${ANSWER}` }],
  ["the closing tag alone", { content: `${THOUGHT}\n</think>\n\n${ANSWER}` }]
]

test.each(messages)("thoughts are told apart as %s, in a whole answer", (_, message) =>
  run(function* () {
    const server = yield* upstream(() => Response.json(completion(message)))
    expect(yield* generate(server.endpoint)).toMatchObject({ text: ANSWER, thoughts: THOUGHT, finishReason: "stop" })
  })
)

test.each([1, 2, 3, 5, 1_000])("thoughts are told apart in an answer that comes in pieces of %d characters", (size) =>
  run(function* () {
    const words = (text: string) => cut(text, size).map((content) => ({ content }))
    const bodies = [
      [...cut(THOUGHT, size).map((part) => ({ reasoning_content: part })), ...words(ANSWER)],
      [...cut(THOUGHT, size).map((part) => ({ reasoning: part, content: "" })), ...words(`\n\n${ANSWER}`)],
      words(`<think>\n${THOUGHT}\n</think>\n\n${ANSWER}`),
      words(`\n<thinking>${THOUGHT}</thinking>${ANSWER}`)
    ]
    for (const deltas of bodies) {
      expect(yield* hear(streamOf(deltas))).toMatchObject({ text: ANSWER, thoughts: THOUGHT })
    }
    const opened = streamOf(words(`${THOUGHT}\n</think>\n${ANSWER}`))
    expect(yield* hear(opened, {}, {}, "Qwen3-4B-Thinking")).toMatchObject({ text: ANSWER, thoughts: THOUGHT })
  })
)

/** An engine of whose name nothing is known, which answers in pieces of so many characters, and what is heard of it. */
const unknown = (contentOf: () => string, size = 4, usage: object = {}) =>
  Effect.gen(function* () {
    const server = yield* upstream(() =>
      sse(
        streamOf(
          cut(contentOf(), size).map((content) => ({ content })),
          "stop",
          { usage }
        )
      )
    )
    const model = yield* make({ ...server.endpoint, model: "m" }, limits)
    return Effect.gen(function* () {
      const texts: Array<string> = []
      const answer = yield* model.generateInPieces(request(), (text) => texts.push(text))
      return { answer, texts, said: texts.join("") }
    })
  })

test.each([1, 2, 3, 7, 1_000])(
  "the first answer of an unknown engine that begins as thoughts do waits for their closing tag: pieces of %d",
  (size) =>
    run(function* () {
      for (const thought of [THOUGHT, "Okay, so", "好的，用户问", "  Hmm."]) {
        const hearFirst = yield* unknown(() => `${thought}\n</think>\n\n${ANSWER}`, size)
        const { answer, said } = yield* hearFirst
        expect([said, answer.text, answer.thoughts]).toEqual([ANSWER, ANSWER, thought.trim()])
      }
    })
)

test.each([1, 2, 3, 7, 1_000])(
  "thoughts of an unknown engine that were told as its answer are neither part of it nor charged: pieces of %d",
  (size) =>
    run(function* () {
      const thought = "ተጠቃሚው ሰላምታ አቀረበ፤ `</think>` ልበል? ".repeat(40)
      const usage = { prompt_tokens: 5, completion_tokens: 9_000, completion_tokens_details: { reasoning_tokens: 0 } }
      for (const counted of [{}, usage]) {
        const hearAgain = yield* unknown(() => `${thought}</think>\n${ANSWER}`, size, counted)
        const { answer, said } = yield* hearAgain
        expect([said, answer.text, answer.thoughts]).toEqual([`${thought}\n\n${ANSWER}`, ANSWER, undefined])
        const { candidateTokens, reasoningTokens } = usageOf(request(), answer)
        const own = usageOf(request(), { text: ANSWER, toolCalls: [], usage: Option.none() }).candidateTokens
        const whole = usageOf(request(), { text: said, toolCalls: [], usage: Option.none() }).candidateTokens
        expect(reasoningTokens).toBeUndefined()
        expect(candidateTokens).toBeLessThanOrEqual(counted === usage ? 9_000 - (whole - own) + 5 : own)
        expect((yield* hearAgain).said).toBe(ANSWER)
      }
    })
)

test("thoughts told as an answer with nothing behind them are no failure, and no answer", () =>
  run(function* () {
    const { answer, said } = yield* yield* unknown(() => "ሰላም ልበል?</think>")
    expect([said, answer.text, answer.finishReason]).toEqual(["ሰላም ልበል?", "", "stop"])
  }))

test("an unknown engine's answer that only begins as thoughts do is held back no longer than 2,000 characters", () =>
  run(function* () {
    const content = `Okay, here it is: ${"ሰላም ".repeat(600)}`
    const hearAgain = yield* unknown(() => content)
    const first = yield* hearAgain
    expect([first.said, first.answer.text]).toEqual([content, content])
    expect(first.texts[0]?.length).toBeLessThan(2_010)
    expect(first.texts.length).toBeGreaterThan(50)
    expect((yield* hearAgain).texts[0]?.length).toBe(4)
  }))

test("a block that its template opened is known from the engine's last answer, until one comes without", () =>
  run(function* () {
    let content = `ሰላም ልበል?</think>${ANSWER}`
    const server = yield* upstream(() => sse(streamOf(cut(content, 4).map((part) => ({ content: part })))))
    const model = yield* make({ ...server.endpoint, model: "m" }, limits)
    const hearAgain = () => model.generateInPieces(request(), () => {})
    expect(yield* hearAgain()).toMatchObject({ text: ANSWER })
    expect(yield* hearAgain()).toMatchObject({ text: ANSWER, thoughts: "ሰላም ልበል?" })
    content = ANSWER
    const pieces: Array<string> = []
    expect((yield* hearAgain()).text).toBe(ANSWER)
    yield* model.generateInPieces(request(), (text) => pieces.push(text))
    expect(pieces.length).toBeGreaterThan(1)
  }))

test.each([
  `${ANSWER} <think>not a thought</think> ${ANSWER}`,
  "The tag `</think>` ends thoughts.",
  'It ends with "</think>".',
  "```\na</think>\n```\nis code.",
  "<thin air>",
  "  <thi",
  "<b>x</b>"
])("what speaks of tags is text: %j", (content) =>
  run(function* () {
    const server = yield* upstream(() => Response.json(completion({ content })))
    const whole = yield* generate(server.endpoint)
    expect([whole.text, whole.thoughts]).toEqual([content, undefined])
    const answer = yield* hear(streamOf(cut(content, 3).map((part) => ({ content: part }))))
    expect([answer.text, answer.thoughts]).toEqual([content, undefined])
  })
)

test("an empty block is no thought", () =>
  run(function* () {
    const answer = yield* hear(streamOf([{ content: "<think>\n\n</think>\n\n" }, { content: ANSWER }]))
    expect([answer.text, answer.thoughts]).toEqual([ANSWER, undefined])
  }))

test.each(["length", "stop"] as const)("an answer of thoughts alone that ends by %s has no text", (reason) =>
  run(function* () {
    const parted = yield* hear(streamOf([{ reasoning_content: THOUGHT }], reason))
    expect(parted).toMatchObject({ text: "", thoughts: THOUGHT, finishReason: reason })
    const block = yield* hear(streamOf([{ content: `<think>${THOUGHT}` }], reason))
    expect(block).toMatchObject({ text: "", thoughts: THOUGHT, finishReason: reason })
  })
)

test("thoughts are cut at the limit as an answer is", () =>
  run(function* () {
    const deltas = Array.from({ length: 60 }, () => ({ reasoning_content: "hello there " }))
    const answer = yield* hear(streamOf(deltas), { maxOutputTokens: Option.some(20) })
    expect(answer).toMatchObject({ text: "", finishReason: "length" })
    const { candidateTokens, reasoningTokens } = usageOf(request(), answer)
    expect(candidateTokens).toBeLessThanOrEqual(20)
    expect(reasoningTokens).toBe(candidateTokens)
  }))

test("thoughts are counted as output: by the engine, beside the answer too, else by us", () =>
  run(function* () {
    const body = (usage: object) => streamOf([{ reasoning_content: THOUGHT }, { content: "እሺ" }], "stop", { usage })
    const counted = (usage: object) =>
      Effect.map(hear(body(usage)), (answer) => {
        const { candidateTokens, reasoningTokens } = usageOf(request(), answer)
        return [candidateTokens, reasoningTokens]
      })
    const details = { completion_tokens_details: { reasoning_tokens: 30 } }
    expect(yield* counted({ prompt_tokens: 5, completion_tokens: 40, total_tokens: 45, ...details })).toEqual([40, 30])
    expect(yield* counted({ prompt_tokens: 5, completion_tokens: 10, total_tokens: 45, ...details })).toEqual([40, 30])
    const [all = 0, thought = 0] = yield* counted({})
    expect(thought).toBeGreaterThan(5)
    expect(all).toBeGreaterThan(thought)
  }))

test("room is made for thoughts that an engine counts and does not show", () =>
  run(function* () {
    let tokens = 100
    const budget: AnswerBudget = {
      tokens: () => tokens,
      extend: Effect.sync(() => {
        tokens += 100
      })
    }
    const usage = { prompt_tokens: 5, completion_tokens: 950, completion_tokens_details: { reasoning_tokens: 940 } }
    yield* hear(streamOf([{ content: "እሺ" }], "stop", { usage }), {}, {}, "m", budget)
    expect(tokens).toBe(1_000)
  }))

test("a call after thoughts is a call, and what was thought goes with it", () =>
  run(function* () {
    const call = { index: 0, id: "c1", function: { name: "get_weather", arguments: '{"city":"Adama"}' } }
    const body = streamOf([{ reasoning_content: THOUGHT }, { tool_calls: [call] }], "tool_calls")
    const answer = yield* hear(body, { tools: [weather] })
    expect(answer).toMatchObject({ text: "", thoughts: THOUGHT, finishReason: "tool_calls" })
    expect(answer.toolCalls).toHaveLength(1)
  }))

/** Thoughts that come every 40 ms, so many of them, and an answer behind them. */
const slow = (count: number) => () => {
  const events = [
    ...Array.from({ length: count }, () => event(chunk({ reasoning_content: "hm " }))),
    streamOf([{ content: ANSWER }])
  ]
  return sse(
    inPieces(
      events.map((one) => new TextEncoder().encode(one)),
      40
    )
  )
}

longTest("thoughts are life, and have a time of their own beside that of a whole answer", () =>
  run(function* () {
    const server = yield* upstream(slow(40))
    const short = { whole: Duration.seconds(1), thinking: Duration.seconds(20) }
    expect((yield* generate(server.endpoint, {}, short)).text).toBe(ANSWER)
  })
)

test("a model that thinks longer than it may is given up", () =>
  run(function* () {
    const server = yield* upstream(slow(2_000))
    const short = { thinking: Duration.millis(100) }
    expect((yield* failureOf(generate(server.endpoint, {}, short)))._tag).toBe("PROVIDER_TIMEOUT")
  }))
