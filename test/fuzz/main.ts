/**
 * `bun run fuzz [--seed N] [--count N] [--from N] [--only TEXT] [--lanes N] [--most N]`:
 * attacks a server of its own with hostile requests and frames, and says what it
 * did wrong. Ends with 1 where it did.
 */
import { parseArgs } from "node:util"
import { tell } from "./Failures.ts"
import { run, type Summary } from "./Run.ts"
import { start } from "./Start.ts"

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    seed: { type: "string", default: String(Math.floor(Date.now() / 1000)) },
    from: { type: "string", default: "0" },
    count: { type: "string", default: "100000" },
    only: { type: "string" },
    lanes: { type: "string", default: "2" },
    most: { type: "string", default: "25" }
  }
})

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const report = (summary: Summary, seconds: number): void => {
  const outcomes = Array.from(summary.outcomes).toSorted(([, a], [, b]) => b - a)
  say(
    `${summary.inputs} inputs, ${summary.sent} requests and frames in ${Math.round(seconds)} s, ${summary.probes} probes of another client`
  )
  say(outcomes.map(([outcome, count]) => `${outcome}: ${count}`).join(", "))
  if (summary.before !== undefined && summary.after !== undefined) {
    const { after, before } = summary
    say(
      `memory ${Math.round(before.memory)} MiB before, ${Math.round(after.memory)} MiB after; descriptors ${before.descriptors}, ${after.descriptors}`
    )
  }
  say(`${summary.unconfirmed} delays that could not be repeated; ${summary.failures.length} kinds of failures`)
}

const seed = Number(values.seed)
say(`seed ${seed}`)
const { server, target, world } = await start()
const begun = performance.now()
try {
  const summary = await run(world, target, {
    seed,
    from: Number(values.from),
    count: Number(values.count),
    lanes: Number(values.lanes),
    mostFailures: Number(values.most),
    say,
    ...(values.only === undefined ? {} : { only: values.only })
  })
  for (const failure of summary.failures) say(tell(failure, seed, values.only))
  report(summary, (performance.now() - begun) / 1000)
  process.exitCode = summary.failures.length > 0 ? 1 : 0
} finally {
  await server.dispose()
}
