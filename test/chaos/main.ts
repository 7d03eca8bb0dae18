/**
 * The long run: `bun run chaos [--kills 1000] [--seed 1] [--faults "clock jump,foreign lock"]`, or of several nodes on one
 * PostgreSQL and one object store: `bun run chaos --nodes 3 [--kills 200] [--restarts 20] [--freezes 20] [--seed 1]`.
 * Ends with 1 where a rule was broken.
 */
import { parseArgs } from "node:util"
import { run } from "./Chaos.ts"
import { names } from "./Faults.ts"
import { runNodes } from "./Nodes.ts"

const { values } = parseArgs({
  options: {
    nodes: { type: "string", default: "1" },
    kills: { type: "string" },
    restarts: { type: "string", default: "20" },
    freezes: { type: "string", default: "20" },
    seed: { type: "string", default: String(Date.now() % 1e6) },
    faults: { type: "string", default: names.join(",") }
  }
})
const seed = Number(values.seed)
const print = (line: string) => process.stdout.write(`${line}\n`)

const onOne = async (): Promise<number> => {
  const kills = Number(values.kills ?? 1_000)
  const wanted = values.faults.split(",")
  const faults = names.filter((name) => wanted.includes(name))
  let broken = 0
  for (const [engines, share] of [
    ["attached", 0.8],
    ["embedded", 0.2]
  ] as const) {
    const outcome = await run({ seed, kills: Math.ceil(kills * share), engines, faults, log: print })
    print(
      `${engines} engines: ${outcome.kills} kills in ${outcome.rounds} rounds, ${outcome.requests} requests, ` +
        `${outcome.violations.length} rules broken`
    )
    for (const one of outcome.left) print(`not tried: ${one}`)
    for (const one of outcome.violations) print(one)
    broken += outcome.violations.length
  }
  return broken
}

const ROUND_MILLIS = 30_000

const onMany = async (nodes: number): Promise<number> => {
  const begun = performance.now()
  const { clips, counts, fenced, released, requests, rounds, violations } = await runNodes({
    seed,
    nodes,
    counts: {
      kills: Number(values.kills ?? 200),
      restarts: Number(values.restarts),
      freezes: Number(values.freezes)
    },
    window: ROUND_MILLIS,
    freezeMillis: ROUND_MILLIS,
    log: print
  })
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1)
  print(
    `${nodes} nodes: ${counts.kills} kills, ${counts.restarts} restarts of PostgreSQL, ${counts.freezes} freezes in ` +
      `${rounds} rounds and ${minutes} minutes; ${requests} requests, ${clips} clips, ${released.length} jobs taken from ` +
      `nodes, half of them ${released[released.length >> 1] ?? 0} ms and the last ${released.at(-1) ?? 0} ms after its ` +
      `node was heard of, ${fenced} settlements of these refused; ${violations.length} rules broken`
  )
  for (const one of violations) print(one)
  return violations.length
}

print(`seed ${seed}`)
const nodes = Number(values.nodes)
process.exit((await (nodes === 1 ? onOne() : onMany(nodes))) === 0 ? 0 : 1)
