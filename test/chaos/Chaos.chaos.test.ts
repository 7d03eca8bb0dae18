/** A short run of chaos; `bun run chaos` is the long one. */
import { expect, test } from "bun:test"
import { type Options, run } from "./Chaos.ts"
import { names } from "./Faults.ts"

const short = async (options: Pick<Options, "engines" | "kills" | "seed">) => {
  const lines: Array<string> = []
  const outcome = await run({ ...options, faults: names, log: (line) => lines.push(line) })
  for (const what of outcome.left) process.stderr.write(`SKIPPED ${what}\n`)
  if (outcome.violations.length > 0) process.stderr.write(lines.join("\n"))
  return outcome
}

test("eight kills and all other faults of a server with attached engines leave every job settled once or free", async () => {
  const { kills, violations } = await short({ engines: "attached", kills: 8, seed: 11 })
  expect(violations).toEqual([])
  expect(kills).toBe(8)
}, 300_000)

test("two kills of a server with its own engines leave every job settled once or free", async () => {
  const { kills, violations } = await short({ engines: "embedded", kills: 2, seed: 12 })
  expect(violations).toEqual([])
  expect(kills).toBe(2)
}, 300_000)
