/** Asks for the catalog at an even pace, whatever became of the last question. */
import { Schema } from "effect"
import { answering } from "../support/Helper.ts"
import { headers } from "../support/Server.ts"

const Question = Schema.Struct({ url: Schema.String, perSecond: Schema.Number, seconds: Schema.Number })

/** Answers the milliseconds of each answer. */
answering(Question, async ({ perSecond, seconds, url }) => {
  const begun = performance.now()
  const probe = async (due: number): Promise<number> => {
    const response = await fetch(`${url}/api/v1/voice/voices`, { headers })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`the catalog answered ${response.status}`)
    return performance.now() - due
  }
  const probes: Array<Promise<number>> = []
  for (let at = 0; at < seconds * perSecond; at++) {
    const due = begun + (at * 1_000) / perSecond
    // A timer that fires late is this program's delay, not the server's.
    await Bun.sleep(Math.max(0, due - performance.now()))
    probes.push(probe(performance.now()))
  }
  return Promise.all(probes)
})
