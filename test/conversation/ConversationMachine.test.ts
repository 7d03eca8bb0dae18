import { describe, expect, test } from "bun:test"
import { Arbitrary, FastCheck as fc, Option, Schema } from "effect"
import { Input } from "../../src/conversation/Messages.ts"
import { type Move, World } from "./MachineModel.ts"

const moves = Arbitrary.make(
  Schema.Array(
    Schema.Struct({ kind: Schema.Int.pipe(Schema.between(0, 15)), choice: Schema.Int.pipe(Schema.between(0, 60)) })
  ).pipe(Schema.maxItems(150))
)

const play = (steps: ReadonlyArray<Move>): World => {
  const world = new World()
  world.open()
  for (const step of steps) world.move(step)
  return world
}

describe("whatever happens, in whatever order", () => {
  test("rules of one step hold; and once all work has ended no turn is left, and what was said is answered", () => {
    fc.assert(
      fc.property(moves, (steps) => {
        const world = play(steps)
        world.settle()
        const { state } = world
        if (state._tag !== "Open") return
        expect(Array.from(world.turns.values()).filter(({ over }) => !over)).toEqual([])
        expect([
          state.turns.size,
          state.unheard.length,
          Option.isSome(state.answer),
          Option.isSome(state.wish)
        ]).toEqual([0, 0, false, false])
      }),
      { numRuns: 1_000 }
    )
  })

  test.each(["Gone", "Revoked", "Draining", "Stalled", "Flooded"] as const)(
    "however the session ends (%s), each turn has been told its end exactly once",
    (how) => {
      fc.assert(
        fc.property(moves, (steps) => {
          const world = play(steps)
          world.send(Input[how]())
          world.settle()
          expect(world.state._tag).toBe("Closed")
          for (const turn of world.turns.values()) expect(turn.over || turn.answered || turn.ends === 1).toBe(true)
        }),
        { numRuns: 300 }
      )
    }
  )
})
