/** Clients that generate one clip after the other, all at once; each reads its answers whole and looks no further. */
import { Schema } from "effect"
import { answering } from "../support/Helper.ts"
import { generate } from "../support/Server.ts"

const Question = Schema.Struct({
  url: Schema.String,
  text: Schema.String,
  clients: Schema.Number,
  seconds: Schema.Number
})

const durationIn = (answer: string): number => Number(/"duration_seconds":([\d.]+)/.exec(answer)?.[1])

/** Answers seconds of sound made in a second, and the share of a core that the clients took. */
answering(Question, async ({ clients, seconds, text, url }) => {
  let audio = 0
  const processor = process.cpuUsage()
  const begun = performance.now()
  const client = async () => {
    while (performance.now() - begun < seconds * 1_000) {
      const made = durationIn(await generate(url, text))
      audio += made
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const elapsed = performance.now() - begun
  const { user, system } = process.cpuUsage(processor)
  return { rate: (audio * 1_000) / elapsed, core: (user + system) / 1_000 / elapsed }
})
