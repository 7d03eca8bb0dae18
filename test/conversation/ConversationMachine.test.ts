import { describe, expect, test } from "bun:test"
import { FastCheck as fc, Option } from "effect"
import { defaultOptions } from "../../src/conversation/Answers.ts"
import { begin, step } from "../../src/conversation/ConversationMachine.ts"
import { Input } from "../../src/conversation/MachineMessages.ts"
import { longTest } from "../support/Long.ts"
import { forAll } from "../support/Property.ts"
import { type Move, World } from "./MachineModel.ts"
import { config, session } from "./Session.ts"

/** As long as said: by itself it makes ten moves at most. */
const moves = fc.array(fc.record({ kind: fc.nat(16), choice: fc.nat(60) }), { maxLength: 150, size: "max" })

const play = (steps: ReadonlyArray<Move>): World => {
  const world = new World()
  world.open()
  for (const step of steps) world.move(step)
  return world
}

describe("whatever happens, in whatever order", () => {
  const settles = (numRuns: number) =>
    forAll({ numRuns }, moves, (steps) => {
      const world = play(steps)
      world.settle()
      const { state } = world
      if (state._tag !== "Open") return
      expect(Array.from(world.turns.values()).filter(({ over }) => !over)).toEqual([])
      expect([
        state.turns.size,
        state.untranscribed.length,
        Option.isSome(state.answer),
        Option.isSome(state.pendingAnswer)
      ]).toEqual([0, 0, false, false])
    })
  const SETTLES = "any inputs keep a session's rules; once all work has ended no turn is left, and speech is answered"
  test(SETTLES, () => settles(200))
  longTest(`${SETTLES}, of 1,000 sessions`, () => settles(1_000))

  for (const how of ["Gone", "Revoked", "Draining", "Stalled", "Flooded", "Oversized"] as const) {
    const ends = (numRuns: number) =>
      forAll({ numRuns }, moves, (steps) => {
        const world = play(steps)
        world.send(Input[how]())
        world.settle()
        expect(world.state._tag).toBe("Closed")
        for (const turn of world.turns.values()) expect(turn.over || turn.ends === 1).toBe(true)
      })
    const ENDS = `however a conversation ends (${how}), each turn's end is reported exactly once`
    test(ENDS, () => ends(100))
    longTest(`${ENDS}, of 300 sessions`, () => ends(300))
  }
})

describe("messages beside sound", () => {
  const flood = (count: number, pause: number) => {
    const world = new World()
    world.open()
    for (let at = 0; at < count; at++) {
      world.now += pause
      world.send(Input.Cancel({ response: Option.none() }))
      world.send(Input.Clear())
    }
    return world
  }

  test("a flood of messages without sound ends the session with 1008", () => {
    expect(flood(50, 0).state._tag).toBe("Open")
    const { closes } = flood(300, 0)
    expect(closes.map(({ code }) => code)).toEqual([1008])
  })

  test("messages without sound may come for half an hour at the pace that is allowed", () => {
    const world = new World()
    world.open()
    for (let second = 0; second < 1_700; second++) {
      world.now += 1_000
      for (let at = 0; at < 20; at++) world.send(Input.Clear())
      world.send(Input.Sound({ bytes: new Uint8Array(320), format: { _tag: "Pcm16", rate: 16_000 } }))
    }
    expect(world.state._tag).toBe("Open")
  })
})

describe("a session", () => {
  const opened = step(begin, Input.Admitted({ session, config }), 0)[0]
  const sound = Input.Sound({ bytes: new Uint8Array(640), format: { _tag: "Pcm16", rate: 16_000 } })
  const tags = (input: Input, now: number, state = opened) =>
    step(state, input, now)[1].map((command) => (command._tag === "Emit" ? command.event._tag : command._tag))

  test("a session whose key is revoked before it is open is not opened", () => {
    const [closed, commands] = step(begin, Input.Revoked(), 0)
    expect(commands.map(({ _tag }) => _tag)).toEqual(["Emit", "Close"])
    expect(closed._tag).toBe("Closed")
  })

  test("more than may wait to be read ends a session with an error that says how much may", () => {
    for (const state of [begin, opened]) {
      const [, commands] = step(state, Input.Flooded(), 0)
      const problems = commands.flatMap((command) =>
        command._tag === "Emit" && command.event._tag === "Problem" ? [command.event.problem] : []
      )
      expect(problems.map(({ _tag }) => _tag)).toEqual(["RATE_LIMITED"])
      expect(problems[0]?.message).toContain("16384 messages")
      expect(commands.at(-1)).toMatchObject({ _tag: "Close", code: 1008 })
    }
  })

  test("who speaks over an answer stops it, and a recording that comes before its time does not", () => {
    const [answering] = step(opened, Input.Respond({ options: defaultOptions, instead: false }), 0)
    expect(tags(Input.SpeechStarted({ millis: 0 }), 10, answering)).toContain("Interrupted")
    const ahead = Input.SpeechStarted({ millis: 0, isAhead: true })
    expect(tags(ahead, 10, answering)).toEqual(["Begin", "SpeechStarted"])
  })

  test("a session ends the user's speech where no sound comes any more, but not before sound that has waited", () => {
    const [speaking] = step(opened, Input.SpeechStarted({ millis: 0 }), 0)
    expect(tags(sound, 1_500, speaking)).toEqual(["PushAudio"])
    expect(tags(Input.Tick(), 1_500, speaking)).toEqual(["EndSpeech"])
  })
})
