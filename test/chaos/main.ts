/** The long run: `bun run chaos [--kills 1000] [--seed 1] [--faults "clock jump,foreign lock"]`. Ends with 1 where a rule was broken. */
import { parseArgs } from "node:util"
import { run } from "./Chaos.ts"
import { names } from "./Faults.ts"

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "1000" },
    seed: { type: "string", default: String(Date.now() % 1e6) },
    faults: { type: "string", default: names.join(",") }
  }
})
const kills = Number(values.kills)
const seed = Number(values.seed)
const wanted = values.faults.split(",")
const faults = names.filter((name) => wanted.includes(name))
const print = (line: string) => process.stdout.write(`${line}\n`)

print(`seed ${seed}`)
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
process.exit(broken === 0 ? 0 : 1)
