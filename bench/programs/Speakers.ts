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

/** Until all clients' requests are spread over the work. */
const RUN_UP_MILLIS = 500

/**
 * Answers all sound made, in seconds; the seconds of sound in a second while all
 * clients were at it, where a clip counts by the part of its time that fell in
 * it; and the share of a core that the clients took.
 */
answering(Question, async ({ clients, seconds, text, url }) => {
  let audio = 0
  let within = 0
  const processor = process.cpuUsage()
  const begun = performance.now()
  const [from, to] = [begun + RUN_UP_MILLIS, begun + RUN_UP_MILLIS + seconds * 1_000]
  const client = async () => {
    while (performance.now() < to) {
      const start = performance.now()
      const made = durationIn(await generate(url, text))
      const end = performance.now()
      audio += made
      within += (made * Math.max(0, Math.min(end, to) - Math.max(start, from))) / (end - start)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const { user, system } = process.cpuUsage(processor)
  return { audio, rate: within / seconds, core: (user + system) / 1_000 / (performance.now() - begun) }
})
