/**
 * `bun run bench [name…]`: measures what the server claims of its speed and
 * prints a table of ratios, both sides of each from this run. Ends with an
 * error only where something could not be done, not where a target is missed.
 */
import { catalog } from "./cases/Catalog.ts"
import { chat } from "./cases/Chat.ts"
import { conversation } from "./cases/Conversation.ts"
import { earlier } from "./cases/Earlier.ts"
import { firstAudio } from "./cases/FirstAudio.ts"
import { floor } from "./cases/Floor.ts"
import { hearing } from "./cases/Hearing.ts"
import { live } from "./cases/Live.ts"
import { memory } from "./cases/Memory.ts"
import { overview } from "./cases/Overview.ts"
import { pipeline } from "./cases/Pipeline.ts"
import { sockets } from "./cases/Sockets.ts"
import { stores } from "./cases/Stores.ts"
import { throughput } from "./cases/Throughput.ts"
import { cores, watchOthers } from "./support/Machine.ts"
import { type Outcome, table } from "./support/Report.ts"

const cases: Readonly<Record<string, () => Promise<ReadonlyArray<Outcome>>>> = {
  pipeline,
  throughput,
  catalog,
  firstAudio,
  chat,
  floor,
  sockets,
  hearing,
  live,
  conversation,
  overview,
  stores,
  earlier,
  memory
}

const say = (text: string) => process.stdout.write(`${text}\n`)

const run = async (names: ReadonlyArray<string>): Promise<number> => {
  const unknown = names.filter((name) => cases[name] === undefined)
  if (unknown.length > 0) {
    say(`there is no ${unknown.join(", ")}; there are ${Object.keys(cases).join(", ")}`)
    return 2
  }
  const others = watchOthers()
  const outcomes: Array<Outcome> = []
  let failures = 0
  for (const [name, measure] of Object.entries(cases)) {
    if (names.length > 0 && !names.includes(name)) continue
    say(`${name}…`)
    try {
      outcomes.push(...(await measure()))
    } catch (cause) {
      failures++
      say(`${name} FAILED: ${cause instanceof Error ? cause.message : cause}`)
    }
  }
  say(`\n${table(outcomes)}\n`)
  const busy = Math.round(100 * others())
  say(`${cores} cores, Bun ${Bun.version}; other programs took ${busy} % of the cores meanwhile.`)
  for (const outcome of outcomes) if ("skipped" in outcome) say(`SKIPPED: ${outcome.claim}: ${outcome.skipped}`)
  return failures === 0 ? 0 : 1
}

process.exitCode = await run(process.argv.slice(2))
