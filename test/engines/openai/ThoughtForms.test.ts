/** The forms in which engines leave thoughts in their answers, and answers that are cut inside them. */
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { make } from "../../../src/engines/openai/AttachedTextModel.ts"
import * as ThoughtBlock from "../../../src/engines/openai/ThoughtBlock.ts"
import { run } from "../../support/EffectBody.ts"
import { chunk, completion, done, event, limits, request, sse, weather } from "./chat.ts"
import { upstream } from "./server.ts"

const THOUGHT = "The user greets me. ሰላም ልበል?"
const ANSWER = "ሰላም! እንዴት ነህ?"

/** What an answer is divided into, where it comes in pieces of so many characters. */
const divide = (written: string, size: number, opened: ThoughtBlock.InitialThought = "no", isCut = false) => {
  const block = ThoughtBlock.make(opened)
  let [text, thoughts] = ["", ""]
  const add = (part: ThoughtBlock.DividedText) => {
    text += part.text
    thoughts += part.thoughts
  }
  for (let at = 0; at < written.length; at += size) add(block.take(written.slice(at, at + size)))
  add(block.end(isCut))
  return { text, thoughts: thoughts.trim() }
}

const SIZES = [1, 3, 7, 1_000]

test.each([
  ["[THINK] of Magistral", `[THINK]${THOUGHT}[/THINK]${ANSWER}`],
  ["<seed:think> of Seed-OSS", `<seed:think>${THOUGHT}</seed:think>\n${ANSWER}`],
  ["<reasoning>", `<reasoning>\n${THOUGHT}\n</reasoning>\n${ANSWER}`],
  ["◁think▷ of Kimi", `◁think▷${THOUGHT}◁/think▷${ANSWER}`],
  ["<think> and <answer> of Hunyuan", `<think>\n${THOUGHT}\n</think>\n<answer>\n${ANSWER}\n</answer>`],
  [
    "marks of Command A Reasoning",
    `<|START_THINKING|>${THOUGHT}<|END_THINKING|><|START_RESPONSE|>${ANSWER}<|END_RESPONSE|>`
  ],
  [
    "marks of OpenThinker",
    `<|begin_of_thought|>\n${THOUGHT}\n<|end_of_thought|>\n\n<|begin_of_solution|>\n${ANSWER}\n<|end_of_solution|>`
  ],
  [
    "channels of gpt-oss",
    `<|channel|>analysis<|message|>${THOUGHT}<|end|><|start|>assistant<|channel|>final<|message|>${ANSWER}<|return|>`
  ],
  [
    "channels of gpt-oss from their first mark",
    `<|start|>assistant<|channel|>analysis<|message|>${THOUGHT}<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>${ANSWER}`
  ],
  ["channels of gpt-oss without their marks", `analysis${THOUGHT}assistantfinal${ANSWER}`]
])("thoughts are told apart in the form %s", (_, written) => {
  for (const size of SIZES) expect(divide(written, size)).toEqual({ text: ANSWER, thoughts: THOUGHT })
})

test.each([
  ["<think> twice", "<think>", "</think>\n\n<think>", "</think>\n"],
  ["<think> and another form", " <think>", "</think> <reasoning>", "</reasoning>"],
  ["<think> twice and <answer>", "<think>", "</think><think>", "</think><answer>"]
])("thoughts in two blocks at the start of an answer are both thoughts: %s", (_, first, between, last) => {
  const [before, after] = [THOUGHT.slice(0, 20), THOUGHT.slice(20)]
  for (const size of SIZES)
    expect(divide(first + before + between + after + last + ANSWER, size)).toEqual({ text: ANSWER, thoughts: THOUGHT })
})

test("a block of thoughts at the start of the words is one also behind thoughts that came apart from them", () => {
  const block = ThoughtBlock.make("no")
  block.thoughtApart()
  expect(block.take(`<think>${THOUGHT}</think>${ANSWER}`)).toEqual({ text: ANSWER, thoughts: THOUGHT })
})

test("blocks of thoughts without end are text from the 33rd on", () => {
  const many = "<think>a</think>".repeat(5_000)
  const { text, thoughts } = divide(many, many.length)
  expect([text.length, thoughts]).toEqual([many.length - 33 * 16, "a".repeat(33)])
})

test.each([
  ["a closing [/THINK]", `${THOUGHT}[/THINK]${ANSWER}`],
  ["a closing tag before <answer>", `${THOUGHT}\n</think>\n<answer>${ANSWER}</answer>`]
])("thoughts in a block that the template has opened end with %s", (_, written) => {
  for (const size of SIZES) expect(divide(written, size, "known")).toEqual({ text: ANSWER, thoughts: THOUGHT })
})

test.each([
  "analysis of the text: fine",
  "a",
  "[x] done",
  "[THIS] is text",
  "<answer>x</answer>",
  "<|not a mark",
  "Type `[/THINK]` or `<|channel|>` to go on"
])("an answer that only looks like a form of thoughts stays whole: %s", (written) => {
  for (const size of SIZES) expect(divide(written, size)).toEqual({ text: written, thoughts: "" })
})

test.each([
  ["of a model whose last answer closed a block", "known", THOUGHT, true],
  ["of a model whose name says that it thinks", "likely", THOUGHT, true],
  ["in channels", "no", `<|channel|>analysis<|message|>${THOUGHT}`, true],
  ["in a block", "no", `[THINK]${THOUGHT}`, true],
  ["of a model whose name says so, without a sound of thoughts", "likely", ANSWER, false],
  ["of a model that has shown nothing", "may", THOUGHT, false]
] as const)(
  "an answer that is cut before its thoughts end %s: thoughts or text by what the engine has shown",
  (_, opened, written, isThought) => {
    for (const size of SIZES) {
      const whole = isThought ? THOUGHT : written
      expect(divide(written, size, opened, true)).toEqual(
        isThought ? { text: "", thoughts: whole } : { text: whole, thoughts: "" }
      )
    }
  }
)

test("an answer of 250,000 characters that is held back for its closing tag takes no square time", () => {
  const block = ThoughtBlock.make("known")
  const text = "so <|< </x> `</think>` ".repeat(12_000)
  for (let at = 0; at < text.length; at += 5) block.take(text.slice(at, at + 5))
  expect(block.end().text).toHaveLength(text.length)
})

/** An engine that answers with these bodies in turn, its last for ever. */
const engine = (bodies: ReadonlyArray<(isStream: boolean) => Response>) =>
  Effect.gen(function* () {
    let at = 0
    const server = yield* upstream((body) => {
      const next = bodies[Math.min(at++, bodies.length - 1)]
      return next?.(JSON.stringify(body).includes('"stream":true')) ?? new Response("", { status: 500 })
    })
    return yield* make({ ...server.endpoint, model: "m" }, limits)
  })

const says =
  (content: string, reason = "stop") =>
  (isStream: boolean): Response =>
    isStream
      ? sse([chunk({ content }), chunk({}, reason)].map((one) => event(one)).join("") + done)
      : Response.json({
          ...completion({ content }),
          choices: [{ index: 0, message: { content }, finish_reason: reason }]
        })

test.each(["whole", "in pieces"])(
  "an engine that has closed a block is cut inside its next thoughts: no text, %s",
  (form) =>
    run(function* () {
      const model = yield* engine([says(`${THOUGHT}</think>${ANSWER}`), says(THOUGHT, "length")])
      const heard: Array<string> = []
      const ask = () =>
        form === "whole" ? model.generate(request()) : model.generateInPieces(request(), (text) => heard.push(text))
      expect(yield* ask()).toMatchObject({ text: ANSWER, thoughts: THOUGHT })
      heard.length = 0
      expect(yield* ask()).toMatchObject({ text: "", thoughts: THOUGHT, finishReason: "length" })
      expect(heard.join("")).toBe("")
    })
)

const shapes: ReadonlyArray<readonly [name: string, message: object, expected: object]> = [
  ["reasoning as an object", { reasoning: { content: THOUGHT }, content: ANSWER }, { text: ANSWER, thoughts: THOUGHT }],
  [
    "reasoning as an object of parts",
    { reasoning: { summary: [{ text: THOUGHT }] }, content: ANSWER },
    { text: ANSWER, thoughts: THOUGHT }
  ],
  ["content as one part", { content: { type: "text", text: ANSWER } }, { text: ANSWER }],
  ["content in parts, calls null", { content: [{ type: "text", text: ANSWER }], tool_calls: null }, { text: ANSWER }],
  ["a refusal", { content: null, refusal: "No." }, { text: "No.", finishReason: "safety" }],
  [
    "a call without what is around it, its arguments an object",
    { content: null, tool_calls: [{ name: weather.name, arguments: { city: "Jimma" } }] },
    { toolCalls: [{ name: weather.name, arguments: '{"city":"Jimma"}' }], finishReason: "tool_calls" }
  ],
  [
    "two calls of one index, without ids",
    {
      content: "",
      tool_calls: ["Jimma", "Adama"].map((city) => ({
        index: 0,
        function: { name: weather.name, arguments: JSON.stringify({ city }) }
      }))
    },
    { toolCalls: [{ arguments: '{"city":"Jimma"}' }, { arguments: '{"city":"Adama"}' }], finishReason: "tool_calls" }
  ]
]

test.each(shapes)("an engine's %s is read, whole and in pieces", (_, message, expected) =>
  run(function* () {
    const whole = () => Response.json(completion(message))
    const pieces = () =>
      sse(
        [chunk({ role: "assistant" }), chunk(message), chunk({}, ""), chunk({}, "stop"), { choices: [], usage: null }]
          .map((one) => event(one))
          .join("") + done
      )
    const model = yield* engine([(isStream) => (isStream ? pieces() : whole())])
    const own = request({ tools: [weather] })
    expect(yield* model.generate(own)).toMatchObject(expected)
    expect(yield* model.generateInPieces(own, () => {})).toMatchObject(expected)
  })
)
