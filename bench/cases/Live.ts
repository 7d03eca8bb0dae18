/**
 * Fifty people who dictate at once, each at the pace of speech and with a wallet
 * of their own, to a recogniser elsewhere that answers at once: so what is
 * measured is the server's own part in staying with them.
 */
import { startServer, type TestServer } from "../../test/support/Server.ts"
import { makeWallets } from "../../test/support/Wallets.ts"
import { open } from "../../test/transcription/ScribeClient.ts"
import { ms, type Outcome } from "../support/Report.ts"
import { median, quantile } from "../support/Statistics.ts"

const SESSIONS = 50
const FRAME_MILLIS = 100
const SAMPLES = 1_600
/** An utterance is a second of sound and 0.7 s of silence; it is complete after 0.5 s of that (`audio/Activity`). */
const LOUD_FRAMES = 10
const SILENT_FRAMES = 7
const COMPLETE_FRAMES = 15
const PERIOD = LOUD_FRAMES + SILENT_FRAMES
const UTTERANCES = 9
/** The shortest time between two partials that the contract knows. */
const CHUNK_MILLIS = 320
/** What the recogniser hears in every utterance. */
const WORD = "ቃል"

const loud = (() => {
  const frame = Buffer.alloc(2 * SAMPLES)
  for (let at = 0; at < SAMPLES; at++) frame.writeInt16LE(Math.round(8_000 * Math.sin(at / 7)), 2 * at)
  return new Uint8Array(frame)
})()
const silent = new Uint8Array(2 * SAMPLES)

const startRecogniser = () =>
  Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      if (request.method === "POST") await request.arrayBuffer()
      return Response.json(request.method === "POST" ? { text: WORD } : { data: [] })
    }
  })

/** Milliseconds from an utterance's completion to its text, for each; and from the end of all sound to the transcript. */
interface Dictation {
  readonly lags: ReadonlyArray<number>
  readonly last: number
}

const dictate = async (server: TestServer, key: string, delay: number): Promise<Dictation> => {
  const client = await open(server, {}, { "x-api-key": key })
  const completed: Array<number> = []
  const told: Array<number> = []
  const listening = (async () => {
    while (told.length < UTTERANCES) {
      const { text } = await client.next("transcript.partial")
      const now = performance.now()
      while (told.length < text.split(" ").length) told.push(now)
    }
  })()
  await Bun.sleep(delay)
  const begun = performance.now()
  for (let frame = 0; frame < UTTERANCES * PERIOD; frame++) {
    await Bun.sleep(Math.max(0, begun + frame * FRAME_MILLIS - performance.now()))
    client.send(frame % PERIOD < LOUD_FRAMES ? loud : silent)
    if (frame % PERIOD === COMPLETE_FRAMES - 1) completed.push(performance.now())
  }
  client.send({ type: "audio.finish" })
  const ended = performance.now()
  await client.next("transcript.completed")
  const last = performance.now() - ended
  await listening
  return { lags: told.map((at, index) => at - (completed[index] ?? Number.NaN)), last }
}

const measure = async (server: TestServer): Promise<ReadonlyArray<Outcome>> => {
  const wallets = await makeWallets(server, SESSIONS)
  const spread = (PERIOD * FRAME_MILLIS) / SESSIONS
  const outcomes = await Promise.allSettled(wallets.map(({ key }, at) => dictate(server, key, at * spread)))
  const done = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []))
  const errors = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []))
  const lags = done.flatMap(({ lags }) => lags)
  const last = done.map(({ last }) => last)
  const claim = `${SESSIONS} live sessions at the pace of speech`
  const p99 = quantile(lags, 0.99)
  return [
    {
      claim: `${claim}: errors / sessions`,
      ratio: errors.length / SESSIONS,
      target: { atMost: 0 },
      detail: `${errors.length} of ${SESSIONS}${errors[0] === undefined ? "" : `: ${errors[0].slice(0, 200)}`}`
    },
    {
      claim: `${claim}: p99 of a text behind its sound / ${CHUNK_MILLIS} ms`,
      ratio: p99 / CHUNK_MILLIS,
      target: { atMost: 1 },
      detail: `${ms(p99)} (median ${ms(median(lags))}) of ${lags.length} utterances; transcript ${ms(median(last))} behind the end`
    }
  ]
}

export const live = async (): Promise<ReadonlyArray<Outcome>> => {
  const recogniser = startRecogniser()
  const server = await startServer({
    QAL_RECOGNIZER_URL: `http://127.0.0.1:${recogniser.port}/v1`,
    QAL_RECOGNIZER_MODEL: "instant"
  })
  try {
    return await measure(server)
  } finally {
    await server.dispose()
    await recogniser.stop(true)
  }
}
