/** A short run of chaos on several nodes; `bun run chaos --nodes 3` is the long one. */
import { expect, test } from "bun:test"
import { describePostgres } from "../support/Postgres.ts"
import { runNodes } from "./Nodes.ts"

describePostgres("three nodes on one database", () => {
  test("three nodes' six kills, two freezes and a database's restart leave every job settled once or free", async () => {
    const lines: Array<string> = []
    const counts = { kills: 6, restarts: 1, freezes: 2 }
    const outcome = await runNodes({
      seed: 21,
      nodes: 3,
      counts,
      window: 8_000,
      // Beyond the lease of a node.
      freezeMillis: 14_000,
      log: (line) => lines.push(line)
    })
    if (outcome.violations.length > 0) process.stderr.write(lines.join("\n"))
    expect(outcome.violations).toEqual([])
    expect(outcome.counts).toEqual(counts)
  }, 300_000)
})
