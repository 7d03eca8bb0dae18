/**
 * Conversations with the embedded engines: how soon an answer is heard, alone and
 * among twenty; whether twenty are answered as fast as they listen; and what one
 * takes in which nothing is said.
 */
import { Schema } from "effect"
import { startServer } from "../../test/support/Server.ts"
import { startHelper } from "../support/Helper.ts"
import { residentBytes } from "../support/Machine.ts"
import { ms, type Outcome } from "../support/Report.ts"
import { median, quantile } from "../support/Statistics.ts"

/** The server's own silence setting, in milliseconds. */
const SILENCE = 500
/** Beyond it, to the first sample of the answer. */
const LIMIT = 150
const TURNS = 10
const CALLERS = 20
const IDLE = 600
/** Until what was garbage has been collected. */
const SETTLING_MILLIS = 15_000
/** Of an idle conversation: twice what an idle socket may take. */
const COMPARED_BYTES = 100 * 1024

const Answers = Schema.Struct({
  answers: Schema.Array(Schema.Struct({ first: Schema.Number, late: Schema.Number })),
  errors: Schema.Array(Schema.String)
})

const measure = async (url: string, pid: number) => {
  const helper = startHelper("Callers.ts")
  const ask = async (question: object) => {
    const { answers, errors } = await helper.ask({ url, idle: 0, callers: 0, turns: 0, ...question }, Answers)
    if (errors[0] !== undefined) throw new Error(errors[0])
    return answers
  }
  try {
    await ask({ callers: 2, turns: 1 })
    const alone = await ask({ callers: 1, turns: TURNS })
    const among = await ask({ callers: CALLERS, turns: 2 })
    await Bun.sleep(SETTLING_MILLIS)
    const before = residentBytes(pid)
    await ask({ idle: IDLE })
    await Bun.sleep(SETTLING_MILLIS)
    return { alone, among, each: (residentBytes(pid) - before) / IDLE }
  } finally {
    await helper.end()
  }
}

export const conversation = async (): Promise<ReadonlyArray<Outcome>> => {
  const server = await startServer({
    QAL_BOOTSTRAP_CREDIT: "1000000",
    QAL_MAX_CONVERSATIONS_PER_KEY: "1000",
    QAL_MAX_SOCKETS_PER_KEY: "1000",
    QAL_SYNTHESIS_WORKERS: "2"
  })
  try {
    const { alone, among, each } = await measure(server.url, server.pid())
    const firsts = alone.map(({ first }) => first - SILENCE)
    const others = among.map(({ first }) => first - SILENCE)
    const lates = among.map(({ late }) => late)
    return [
      {
        claim: `conversation: first sound of the answer, beyond ${SILENCE} ms of silence / ${LIMIT} ms`,
        ratio: median(firsts) / LIMIT,
        target: { atMost: 1 },
        detail: `median ${ms(median(firsts))}, p90 ${ms(quantile(firsts, 0.9))} of ${firsts.length}`
      },
      {
        claim: `the same among ${CALLERS} conversations / alone`,
        ratio: median(others) / median(firsts),
        target: "shown only",
        detail: `median ${ms(median(others))}, p90 ${ms(quantile(others, 0.9))} of ${others.length}`
      },
      {
        claim: `answers among ${CALLERS} that were ever late for their playing`,
        ratio: lates.filter((late) => late > 0).length / lates.length,
        target: { atMost: 0 },
        detail: `${lates.filter((late) => late > 0).length} of ${lates.length}; the latest by ${ms(Math.max(...lates))}`
      },
      {
        claim: "memory of an idle conversation / 100 KB",
        ratio: each / COMPARED_BYTES,
        target: "shown only",
        detail: `${(each / 1024).toFixed(1)} KB of the process each, ${IDLE} opened`
      }
    ]
  } finally {
    await server.dispose()
  }
}
