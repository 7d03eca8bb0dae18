/** Pages of a list that are looked for at once. */
import { expect, test } from "bun:test"
import { Effect } from "effect"
import * as Scan from "../../src/dashboard/Scan.ts"
import * as EventLoopTurns from "../../src/runtime/EventLoopTurns.ts"

test("the pieces of pages that are looked for at once are each read in a turn of the event loop of their own", () =>
  Effect.gen(function* () {
    let turns = 0
    const count = (): void => {
      turns++
      next = setImmediate(count)
    }
    let next = setImmediate(count)
    const read: Array<number> = []
    const source = {
      read: (place: number, most: number) =>
        Effect.sync(() => {
          read.push(turns)
          return Array.from({ length: Math.min(most, 30 - place) }, (_, at) => place + at + 1)
        }),
      placeOf: (row: number) => row,
      isWanted: (row: number) => row % 25 === 0,
      turn: EventLoopTurns.makeWait(),
      piece: 10
    }
    const pages = yield* Effect.all(
      Array.from({ length: 20 }, () => Scan.page(source, 5, 0)),
      { concurrency: "unbounded" }
    )
    clearImmediate(next)
    expect(pages.map(({ rows }) => rows)).toEqual(Array.from({ length: 20 }, () => [25]))
    expect(read.length).toBeGreaterThanOrEqual(60)
    expect(new Set(read).size).toBe(read.length)
  }).pipe(Effect.runPromise))
