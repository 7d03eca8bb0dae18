/** One kill; `bun run test:all chaos` has more, and `bun run chaos` any number. */
import { expect, test } from "bun:test"
import { run } from "./Chaos.ts"

test("a server that is killed at work leaves every job settled once or free", async () => {
  const { kills, violations } = await run({ engines: "attached", kills: 1, seed: 7, faults: [], log: () => {} })
  expect(violations).toEqual([])
  expect(kills).toBe(1)
})
