/** What the model is told of what was said, and in which order. */
import { describe, expect, test } from "bun:test"
import { Option } from "effect"
import { defaultOptions } from "../../src/conversation/Answers.ts"
import { begin, step } from "../../src/conversation/ConversationMachine.ts"
import { type Command, Input } from "../../src/conversation/MachineMessages.ts"
import { type Config, Item } from "../../src/conversation/State.ts"
import { ProviderError } from "../../src/Errors.ts"
import * as Session from "./Session.ts"

/** What a session does at each input, at the times given. */
const run = (inputs: ReadonlyArray<readonly [number, Input]>, config: Config = Session.config) => {
  const admitted = Input.Admitted({ session: Session.session, config })
  const [first] = step(begin, admitted, 0)
  let state = first
  return inputs.map(([now, input]): ReadonlyArray<Command> => {
    const [next, commands] = step(state, input, now)
    state = next
    return commands
  })
}

/** The conversation that the model is told of last, a line for each message. */
const toldIn = (all: ReadonlyArray<ReadonlyArray<Command>>): ReadonlyArray<string> => {
  const [request] = all
    .flat()
    .flatMap((command) => (command._tag === "Answer" ? [command.request] : []))
    .slice(-1)
  return (request?.text.messages ?? []).flatMap((message) => {
    if (message.role === "system") return []
    if (message.role === "user") return message.parts.map((part) => (part._tag === "Text" ? `user: ${part.text}` : ""))
    if (message.role === "tool") return [`${message.name} gave ${message.content}`]
    return [`assistant: ${[message.content, ...message.toolCalls.map(({ name }) => name)].join(" ").trim()}`]
  })
}

const typed = (text: string) =>
  Input.Add({ item: Item.User({ id: text, isSpoken: false, text: Option.some(text) }), after: Option.none() })
const respond = Input.Respond({ options: defaultOptions, instead: true })
const settled = (turn: number) =>
  Input.Settled({
    turn,
    usage: {
      seconds: 1,
      tokens: { promptTokens: 1, candidateTokens: 1 },
      charge: Session.session.balance,
      balance: Session.session.balance
    }
  })
const says = (turn: number, text: string) => Input.Text({ turn, text, words: [{ end: text.length, millis: 0 }] })
const sounds = (turn: number, millis: number) => Input.Audio({ turn, bytes: new Uint8Array(2), millis })
const answered = (turn: number, ...names: ReadonlyArray<string>) =>
  Input.Answered({
    turn,
    calls: names.map((name) => ({ id: `id_${name}`, name, arguments: "{}" })),
    finishReason: names.length > 0 ? "tool_calls" : "stop"
  })
const result = (name: string) =>
  Input.Add({ item: Item.Result({ id: `of_${name}`, callId: `id_${name}`, output: name }), after: Option.none() })

/** Answer 1 is of turn 1, and the next of turn 3: numbers are of entries too. */
const first = [
  [0, typed("one")],
  [0, respond],
  [10, says(1, "answer")],
  [10, sounds(1, 1_000)]
] as const

describe("an answer stands before what was said or typed after its beginning", () => {
  test("an answer stands before a message typed during it that takes its place", () => {
    const all = run([...first, [500, typed("two")], [500, respond], [600, settled(1)]])
    expect(toldIn(all)).toEqual(["user: one", "assistant: answer", "user: two"])
  })

  test("an answer stands before a message typed during it that waits for its end", () => {
    const all = run([...first, [500, typed("two")], [900, answered(1)], [5_000, settled(1)], [5_000, respond]])
    expect(toldIn(all)).toEqual(["user: one", "assistant: answer", "user: two"])
  })

  test("an answer and its calls stand before a message typed during them", () => {
    const inputs = [
      [500, typed("two")],
      [900, answered(1, "call")],
      [5_000, settled(1)]
    ] as const
    const all = run([...first, ...inputs, [5_000, result("call")], [5_000, respond]])
    expect(toldIn(all)).toEqual(["user: one", "assistant: answer call", "call gave call", "user: two"])
  })
})

describe("the results of calls follow them at once", () => {
  test("the results of calls follow them at once, also where somebody spoke meanwhile", () => {
    const inputs = [
      [900, answered(1, "call")],
      [5_000, settled(1)],
      [5_000, typed("two")]
    ] as const
    const all = run([...first, ...inputs, [5_000, result("call")], [5_000, respond]])
    expect(toldIn(all)).toEqual(["user: one", "assistant: answer call", "call gave call", "user: two"])
  })

  test("the calls of one answer are kept apart from those of the next", () => {
    const inputs = [
      [900, answered(1, "a", "b")],
      [5_000, settled(1)],
      [5_000, result("b")],
      [5_000, result("a")]
    ] as const
    const second = [
      [5_000, respond],
      [5_100, answered(5, "c")],
      [5_200, settled(5)],
      [5_300, result("c")]
    ] as const
    const all = run([...first, ...inputs, ...second, [5_300, respond]])
    expect(toldIn(all)).toEqual([
      "user: one",
      "assistant: answer a b",
      "a gave a",
      "b gave b",
      "assistant: c",
      "c gave c"
    ])
  })
})

describe("an answer that begins while the one before it is still played", () => {
  const second = [
    [500, answered(1)],
    [510, settled(1)],
    [510, Input.Respond({ options: defaultOptions, instead: false })]
  ] as const

  test("an answer that begins while another is played is played after it; unplayed sound leaves the history", () => {
    // The first is played until 1,010.
    const spoken = [
      [520, says(3, "more")],
      [520, sounds(3, 1_000)],
      [900, Input.SpeechStarted({ millis: 0 })]
    ] as const
    const all = run([...first, ...second, ...spoken])
    expect(all.at(-1)).toContainEqual(expect.objectContaining({ _tag: "End", turn: 3 }))
  })

  test("speech over an answer that is played also stops the answer that waits behind it", () => {
    const words = [
      { end: 3, millis: 0 },
      { end: 7, millis: 900 }
    ]
    const inputs = [
      [0, typed("one")],
      [0, respond],
      [10, Input.Text({ turn: 1, text: "one two", words })]
    ] as const
    const over = [
      [600, Input.SpeechStarted({ millis: 0 })],
      [610, settled(3)]
    ] as const
    const all = run([...inputs, [10, sounds(1, 1_000)], ...second, ...over, [620, respond]])
    expect(all.flat().filter(({ _tag }) => _tag === "StopPlaying")).toHaveLength(1)
    expect(toldIn(all)).toEqual(["user: one", "assistant: one"])
  })
})

test("an answer is cut where the user's speech stopped it, also where one without sound was given since", () => {
  const words = [
    { end: 3, millis: 0 },
    { end: 7, millis: 900 }
  ]
  const inputs = [
    [0, typed("one")],
    [0, respond],
    [10, Input.Text({ turn: 1, text: "one two", words })],
    [10, sounds(1, 1_000)],
    [20, answered(1, "a")],
    [30, settled(1)],
    [40, result("a")],
    [40, Input.Respond({ options: defaultOptions, instead: false })],
    [50, answered(4, "b")],
    [60, settled(4)],
    [600, Input.SpeechStarted({ millis: 0 })],
    [610, respond]
  ] as const
  const all = run(inputs)
  expect(toldIn(all)).toEqual(["user: one", "assistant: one a", "a gave a"])
})

test("sound that is stopped is not counted as played", () => {
  const all = run([...first, [500, answered(1)], [510, settled(1)], [600, Input.SpeechStarted({ millis: 0 })]])
  expect(all.at(-1)?.map(({ _tag }) => _tag)).toContain("StopPlaying")
})

test("of an answer in text that fails, what was given is kept", () => {
  const inputs = [
    [0, typed("one")],
    [0, respond],
    [10, Input.Text({ turn: 1, text: "half", words: [] })]
  ] as const
  const failed = Input.TurnFailed({ turn: 1, problem: new ProviderError({ message: "the engine failed" }) })
  const all = run([...inputs, [20, failed], [30, respond]], { ...Session.config, spoken: false })
  expect(toldIn(all)).toEqual(["user: one", "assistant: half"])
})
