/**
 * Eight clients at once. Counted is the sound in their answers while all of them
 * are at it, against what one core makes of the same text (`programs/OneWorker`)
 * times the number of cores. The clients and the server's
 * own thread work on the same cores, and what they take is not added back.
 */
import { Schema } from "effect"
import type { TestServer } from "../../test/support/Server.ts"
import { startHelper } from "../support/Helper.ts"
import { cores, TICKS_PER_SECOND, ticksOf } from "../support/Machine.ts"
import { ms, type Outcome } from "../support/Report.ts"
import { warmUp, withServer } from "../support/Server.ts"
import { median, quantile } from "../support/Statistics.ts"
import * as Texts from "../support/Texts.ts"

const CLIENTS = 8
const ROUNDS = 5
/** Of one measurement. */
const SECONDS = 3
const PROBES_PER_SECOND = 50
/** Of the catalog's p99 while eight clients generate, in milliseconds. */
const LIMIT_MILLIS = 20

/** Seconds of sound in a second of time, and of the processors' time. */
interface Rates {
  readonly rate: number
  readonly perProcessor: number
}

/** `audio` is all of it, in seconds. */
const Made = Schema.Struct({ audio: Schema.Number, rate: Schema.Number })
const Spoken = Schema.Struct({ ...Made.fields, core: Schema.Number })
const Latencies = Schema.Array(Schema.Number)

/** What `work` makes, and what it makes in a second of the processes' processor time. */
const counted = async <A extends typeof Made.Type>(pids: ReadonlyArray<number>, work: () => Promise<A>) => {
  const ticks = () => pids.reduce((sum, pid) => sum + ticksOf(pid), 0)
  const before = ticks()
  const made = await work()
  return { ...made, perProcessor: made.audio / ((ticks() - before) / TICKS_PER_SECOND) }
}

const rounds = async ({ pid, url }: Pick<TestServer, "pid" | "url">, text: string) => {
  const [worker, speakers, prober] = [startHelper("OneWorker.ts"), startHelper("Speakers.ts"), startHelper("Prober.ts")]
  const alone: Array<Rates> = []
  const together: Array<Rates> = []
  const clientCores: Array<number> = []
  const busy: Array<number> = []
  const idle: Array<number> = []
  const speak = (seconds: number) => speakers.ask({ url, text, clients: CLIENTS, seconds }, Spoken)
  const probe = (seconds: number) => prober.ask({ url, perSecond: PROBES_PER_SECOND, seconds }, Latencies)
  try {
    // Both come to their speed.
    await worker.ask({ text, seconds: SECONDS }, Made)
    await speak(SECONDS)
    await probe(1)
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(await counted([worker.pid], () => worker.ask({ text, seconds: SECONDS }, Made)))
      const probed = probe(SECONDS)
      const spoken = await counted([pid(), speakers.pid], () => speak(SECONDS))
      together.push(spoken)
      clientCores.push(spoken.core)
      busy.push(...(await probed))
      idle.push(...(await probe(1)))
    }
  } finally {
    await Promise.all([worker.end(), speakers.end(), prober.end()])
  }
  const middle = (rates: ReadonlyArray<Rates>, which: keyof Rates) => median(rates.map((each) => each[which]))
  return {
    alone: middle(alone, "rate"),
    together: middle(together, "rate"),
    /** The same ratio by processor time, which other programs do not take away. */
    byProcessor: middle(together, "perProcessor") / middle(alone, "perProcessor"),
    clientCore: median(clientCores),
    busy,
    idle
  }
}

const measure = (name: string, text: string): Promise<ReadonlyArray<Outcome>> =>
  withServer(async (server) => {
    await warmUp(server, text, 4)
    const { alone, busy, byProcessor, clientCore, idle, together } = await rounds(server, text)
    const p99 = quantile(busy, 0.99)
    return [
      {
        claim: `${CLIENTS} clients, ${name} clips: sound a second / ${cores} cores × one worker's`,
        ratio: together / (cores * alone),
        target: { atLeast: 0.85 },
        detail: `${together.toFixed(0)} s / ${cores} × ${alone.toFixed(0)} s; the clients took ${clientCore.toFixed(2)} of a core`
      },
      {
        claim: "the same by processor time (server, clients / one worker)",
        ratio: byProcessor,
        target: "shown only",
        detail: "what it would be with the cores to themselves"
      },
      {
        claim: `meanwhile, p99 of GET /voices / ${LIMIT_MILLIS} ms`,
        ratio: p99 / LIMIT_MILLIS,
        target: { atMost: 1 },
        detail: `${ms(p99)} (median ${ms(median(busy))}, idle ${ms(median(idle))}), ${busy.length} requests, ${PROBES_PER_SECOND} a second`
      }
    ]
  })

export const throughput = async (): Promise<ReadonlyArray<Outcome>> => [
  ...(await measure("long", Texts.long)),
  ...(await measure("short", Texts.short))
]
