import { expect, test } from "bun:test"
import * as EventLoopTurns from "../../src/runtime/EventLoopTurns.ts"

test("pieces of work begin in their order, each in a turn of the event loop of its own, also what a piece adds", async () => {
  const turn = EventLoopTurns.make()
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const begun: Array<readonly [string, number]> = []
  const note = (name: string, then = () => {}) =>
    turn(() => {
      begun.push([name, turns])
      then()
    })
  await new Promise<void>((done) => {
    note("a", () => note("d", () => note("e", done)))
    note("b")
    note("c")
    expect(begun).toEqual([])
  })
  isOver = true
  expect(begun.map(([name]) => name)).toEqual(["a", "b", "c", "d", "e"])
  expect(new Set(begun.map(([, at]) => at)).size).toBe(5)
})

test("of what takes a share of a turn as many begin together as fill one", async () => {
  const turn = EventLoopTurns.make()
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const begun: Array<number> = []
  await new Promise<void>((done) => {
    for (let at = 0; at < 20; at++) turn(() => begun.push(turns), 1 / 8)
    turn(() => begun.push(turns))
    turn(() => void (begun.push(turns) > 21 && done()))
  })
  isOver = true
  const together = Array.from(new Set(begun)).map((at) => begun.filter((other) => other === at).length)
  // Eight, eight, and the last four with a whole one, which is begun while the turn is not full.
  expect(together).toEqual([8, 8, 5, 1])
})
