/** How soon the first sound is there, warm, against the whole generation and the bound that was set. */
import { ms, type Outcome } from "../support/Report.ts"
import { headers, speech, warmUp, withServer } from "../support/Server.ts"
import * as Socket from "../support/Socket.ts"
import { median, quantile } from "../support/Statistics.ts"
import * as Texts from "../support/Texts.ts"

/** Milliseconds from the request to the first sound. */
const LIMIT_MILLIS = 15
const ROUNDS = 40
/** Generations, two at a time, until the code of both pools is compiled: the first hundred are slower by half. */
const WARM_UPS = 60
/** Between two requests: the server is warm, not busy with what followed the last one. */
const PAUSE_MILLIS = 50
/** Shown beside the median: what other programs disturb least. */
const BEST = 0.1
/** Of a frame's length; the sound follows it. */
const LENGTH_BYTES = 4

interface Timing {
  /** Milliseconds from the request to the first frame's bytes. */
  readonly first: number
  /** Milliseconds from the request to the settled clip. */
  readonly whole: number
}

/** Of the voice stream, whose frames begin with their length, or of OpenAI's route, which sends the sound alone. */
const overHttp = async (
  url: string,
  text: string,
  { body = speech(text), lengthBytes = LENGTH_BYTES, path = "/api/v1/voice/generations/stream" } = {}
): Promise<Timing> => {
  await Bun.sleep(PAUSE_MILLIS)
  const begun = performance.now()
  const response = await fetch(`${url}${path}`, { method: "POST", headers, body })
  if (!response.ok || response.body === null) throw new Error(`the stream answered ${response.status}`)
  let bytes = 0
  let first = Number.NaN
  const reader = response.body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.length
    if (Number.isNaN(first) && bytes > lengthBytes) first = performance.now() - begun
  }
  return { first, whole: performance.now() - begun }
}

const overOpenAi = (url: string, text: string): Promise<Timing> =>
  overHttp(url, text, {
    body: JSON.stringify({ model: "qal-tts", input: text, voice: "am-hamen" }),
    lengthBytes: 0,
    path: "/v1/audio/speech"
  })

/** The two doors to the same speech, in turns; measured beside the other so that what else the machine does hits both. */
const doors = async (url: string): Promise<Outcome> => {
  const own: Array<number> = []
  const openAi: Array<number> = []
  for (let round = 0; round < ROUNDS; round++) {
    own.push((await overHttp(url, Texts.threePhrases)).first)
    openAi.push((await overOpenAi(url, Texts.threePhrases)).first)
  }
  return {
    claim: "first audio of /v1/audio/speech / of the voice stream",
    ratio: median(openAi) / median(own),
    target: { atMost: 1.1 },
    detail: `${ms(median(openAi))} / ${ms(median(own))}, medians of ${ROUNDS} in turns`
  }
}

const findings = (name: string, heard: ReadonlyArray<Timing>): ReadonlyArray<Outcome> => {
  const firsts = heard.map((each) => each.first)
  const first = median(firsts)
  const whole = median(heard.map((each) => each.whole))
  return [
    {
      claim: `first audio over ${name} / ${LIMIT_MILLIS} ms`,
      ratio: first / LIMIT_MILLIS,
      target: { atMost: 1 },
      detail: `median ${ms(first)} of ${heard.length} (the best tenth: ${ms(quantile(firsts, BEST))}), three phrases`
    },
    {
      claim: `first audio over ${name} / the whole generation`,
      ratio: median(heard.map((each) => each.first / each.whole)),
      target: { atMost: 1 / 3 },
      detail: `${ms(first)} / ${ms(whole)}`
    }
  ]
}

/** One session's turns, of which it may have a hundred. */
const overSocket = async (url: string): Promise<ReadonlyArray<Timing>> => {
  const heard: Array<Timing> = []
  const speaker = await Socket.open(url)
  for (let round = 0; round < ROUNDS; round++) {
    await Bun.sleep(PAUSE_MILLIS)
    heard.push(await speaker.speak(Texts.threePhrases))
  }
  speaker.close()
  return heard
}

export const firstAudio = (): Promise<ReadonlyArray<Outcome>> =>
  withServer(async (server) => {
    await warmUp(server, Texts.threePhrases, WARM_UPS)
    for (let at = 0; at < 10; at++) await overHttp(server.url, Texts.threePhrases)
    const greeting: Array<Timing> = []
    const sentences: Array<Timing> = []
    for (let round = 0; round < ROUNDS; round++) {
      greeting.push(await overHttp(server.url, Texts.threePhrases))
      sentences.push(await overHttp(server.url, Texts.threeSentences))
    }
    const http = [
      ...findings("HTTP", greeting),
      ...findings("HTTP, no short greeting first", sentences),
      await doors(server.url)
    ]
    if (!(await Socket.answers(server.url))) {
      return [...http, { claim: "first audio over the socket", skipped: "this server has no GET /api/v1/realtime" }]
    }
    return [...http, ...findings("the socket", await overSocket(server.url))]
  })
