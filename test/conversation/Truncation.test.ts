/** How far an answer was heard, where the client knows it better than the server's clock. */
import { describe, expect, test } from "bun:test"
import { defaultOptions } from "../../src/conversation/Answers.ts"
import { begin, step } from "../../src/conversation/ConversationMachine.ts"
import { Input } from "../../src/conversation/MachineMessages.ts"
import type { State } from "../../src/conversation/State.ts"
import { config, session } from "./Session.ts"

/** Three words a second each, all of them sent at once. */
const answering: ReadonlyArray<Input> = [
  Input.Admitted({ session, config }),
  Input.Respond({ options: defaultOptions, instead: false }),
  Input.Text({
    turn: 1,
    text: "one two three",
    words: [
      { end: 3, millis: 0 },
      { end: 7, millis: 1_000 },
      { end: 13, millis: 2_000 }
    ]
  }),
  Input.Audio({ turn: 1, bytes: new Uint8Array(0), millis: 3_000 })
]

const run = (...inputs: ReadonlyArray<readonly [Input, number]>): State =>
  [...answering.map((input) => [input, 0] as const), ...inputs].reduce<State>(
    (state, [input, now]) => step(state, input, now)[0],
    begin
  )

const texts = (state: State) =>
  state._tag === "Open" ? state.items.map((item) => (item._tag === "Assistant" ? item.text : item._tag)) : []

const over = Input.SpeechStarted({ millis: 0 })
const truncate = (millis: number) => Input.Truncate({ id: "item_1_2", millis })

describe("of an answer that the user speaks over, the conversation keeps", () => {
  test("an answer that the user speaks over keeps in the history what has been played by the clock", () => {
    expect(texts(run([over, 1_500]))).toEqual(["one two"])
  })

  test("an interrupted answer keeps less in the history where the client says that it has played less", () => {
    expect(texts(run([over, 1_500], [truncate(600), 1_600]))).toEqual(["one"])
  })

  test("an interrupted answer keeps more in the history where the client says that it has played more", () => {
    expect(texts(run([over, 1_500], [truncate(2_500), 1_600]))).toEqual(["one two three"])
  })

  test("an interrupted answer that was all sent and still played is cut where the client says", () => {
    const all = Input.Answered({ turn: 1, calls: [], finishReason: "stop" })
    expect(texts(run([all, 1_000], [over, 1_500], [truncate(600), 1_600]))).toEqual(["one"])
  })
})

test("an answer that is stopped is not stopped a second time by the next speech", () => {
  const state = run([over, 1_500], [Input.SpeechStopped({ millis: 0, isDetected: true }), 1_600])
  const [, commands] = step(state, over, 1_700)
  expect(commands.map((command) => (command._tag === "Emit" ? command.event._tag : command._tag))).toEqual([
    "Begin",
    "SpeechStarted"
  ])
})
