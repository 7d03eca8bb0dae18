/**
 * A thousand authenticated sockets that wait, and fifty that speak: each speaks
 * three phrases, listens for as long as they last, and speaks again. Idle is the
 * same client alone on the server, one turn after the other.
 */
import { Schema } from "effect"
import { startHelper } from "../support/Helper.ts"
import { residentBytes } from "../support/Machine.ts"
import { ms, type Outcome } from "../support/Report.ts"
import { warmUp, withServer } from "../support/Server.ts"
import * as Socket from "../support/Socket.ts"
import { median, quantile } from "../support/Statistics.ts"
import * as Texts from "../support/Texts.ts"

const IDLE = 1_000
const SPEAKING = 50
const SECONDS = 20
const ALONE_TURNS = 30
/** Between two turns of the one that is alone. */
const PAUSE_MILLIS = 50
/** Of an idle socket. */
const LIMIT_BYTES = 50 * 1024
/** Until what was garbage has been collected. */
const SETTLING_MILLIS = 15_000

const Heard = Schema.Struct({ firsts: Schema.Array(Schema.Number), errors: Schema.Array(Schema.String) })

const alone = async (url: string): Promise<ReadonlyArray<number>> => {
  const speaker = await Socket.open(url)
  const firsts: Array<number> = []
  for (let turn = 0; turn < ALONE_TURNS; turn++) {
    await Bun.sleep(PAUSE_MILLIS)
    firsts.push((await speaker.speak(Texts.threePhrases)).first)
  }
  speaker.close()
  return firsts
}

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`

const crowd = (url: string, pid: number) =>
  startHelperFor(async (ask) => {
    const idleFirst = median(await alone(url))
    const few = await ask({ url, idle: 20, speakers: 4, seconds: 2, text: Texts.threePhrases })
    await Bun.sleep(SETTLING_MILLIS)
    const before = residentBytes(pid)
    const waiting = await ask({ url, idle: IDLE, speakers: 0, seconds: 0, text: "" })
    await Bun.sleep(SETTLING_MILLIS)
    const each = (residentBytes(pid) - before) / IDLE
    const { errors, firsts } = await ask({
      url,
      idle: 0,
      speakers: SPEAKING,
      seconds: SECONDS,
      text: Texts.threePhrases
    })
    return { idleFirst, each, firsts, errors: [...few.errors, ...waiting.errors, ...errors] }
  })

const startHelperFor = async <A>(
  work: (ask: (question: unknown) => Promise<typeof Heard.Type>) => Promise<A>
): Promise<A> => {
  const helper = startHelper("Crowd.ts")
  try {
    return await work((question) => helper.ask(question, Heard))
  } finally {
    await helper.end()
  }
}

export const sockets = (): Promise<ReadonlyArray<Outcome>> =>
  withServer(async (server) => {
    const claim = `${IDLE} idle sockets and ${SPEAKING} that speak`
    if (!(await Socket.answers(server.url))) return [{ claim, skipped: "this server has no GET /api/v1/realtime" }]
    await warmUp(server, Texts.threePhrases, 60)
    const { each, errors, firsts, idleFirst } = await crowd(server.url, server.pid())
    const p99 = quantile(firsts, 0.99)
    return [
      {
        claim: `${claim}: errors / turns`,
        ratio: errors.length / Math.max(1, firsts.length),
        target: { atMost: 0 },
        detail: `${errors.length} of ${firsts.length}${errors[0] === undefined ? "" : `: ${errors[0]}`}`
      },
      {
        claim: `memory of an idle socket / ${kilobytes(LIMIT_BYTES)}`,
        ratio: each / LIMIT_BYTES,
        target: { atMost: 1 },
        detail: `${kilobytes(each)} of the process each, ${IDLE} opened`
      },
      {
        claim: "p99 of first audio among them / 10 × the median alone",
        ratio: p99 / (10 * idleFirst),
        target: { atMost: 1 },
        detail: `${ms(p99)} (median ${ms(median(firsts))}) of ${firsts.length} turns / 10 × ${ms(idleFirst)}`
      }
    ]
  })
