/** What Chromium's `MediaRecorder` makes, as files and live: text and seconds are right, and nothing is said to be missing. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test"
import * as Wav from "../../src/audio/Wav.ts"
import { executable } from "../conversation/Browser.ts"
import { join, RATE, silence } from "../conversation/sounds.ts"
import { letterErrorRate } from "../conversation/Words.ts"
import { API_KEY, call, startServer, type TestServer } from "../support/Server.ts"
import { type Plan, type Recording, recordingsOf } from "./Recorders.ts"
import { open } from "./ScribeClient.ts"

setDefaultTimeout(180_000)

if (executable === null) process.stderr.write("Chromium is not installed: what it records is not tested\n")

const HELLO = "ሰላም ነው እንዴት ነህ"
const TODAY = "ዛሬ ጥሩ ቀን ነው"
const BOTH = `${HELLO} ${TODAY}`

const TYPES = ["audio/webm;codecs=opus", "audio/webm;codecs=pcm", "audio/mp4;codecs=opus", "audio/mp4;codecs=mp4a.40.2"]
const FILMS = ["video/webm;codecs=vp8,opus", "video/mp4;codecs=avc1.42E01F,opus"]
const [OPUS = ""] = TYPES

const plans: ReadonlyArray<Plan> = [
  ...TYPES.flatMap(
    (mimeType): ReadonlyArray<Plan> => [
      { name: `${mimeType} in one part`, mimeType },
      { name: `${mimeType} in parts`, mimeType, timeslice: 250 },
      { name: `${mimeType} with a pause`, mimeType, timeslice: 250, between: "pause" }
    ]
  ),
  ...FILMS.flatMap(
    (mimeType): ReadonlyArray<Plan> => [
      { name: `${mimeType} in parts`, mimeType, timeslice: 250, hasPictures: true },
      { name: `${mimeType} with a pause`, mimeType, hasPictures: true, between: "pause" }
    ]
  ),
  { name: `${OPUS} of a track that is silenced for a while`, mimeType: OPUS, timeslice: 100, between: "mute" },
  { name: `${OPUS} by one recorder behind another`, mimeType: OPUS, timeslice: 100, between: "restart" }
]

let server: TestServer
let recordings: ReadonlyArray<Recording> = []

/** The server's own voice. */
const spoken = async (text: string): Promise<Int16Array> => {
  const body = { text, voice_id: "am-hamen", language: "am", output_format: "pcm_16000" }
  const { data } = await (await call(server, "POST", "/api/v1/voice/generations", body)).json()
  return new Int16Array(new Uint8Array(Buffer.from(data.audio.split(",")[1], "base64")).buffer)
}

beforeAll(async () => {
  if (executable === null) return
  server = await startServer()
  const [hello, today] = [await spoken(HELLO), await spoken(TODAY)]
  const before = 0.3 + hello.length / RATE
  const samples = join(silence(0.3), hello, silence(1.8), today, silence(0.5))
  const wav = Wav.file({ samples, sampleRate: RATE })
  recordings = await recordingsOf(wav, plans, [before + 0.6, before + 1.4])
}, 180_000)
afterAll(() => server?.dispose())

interface Told {
  readonly text: string
  readonly seconds: number
  readonly warnings: ReadonlyArray<string>
}

interface Answer {
  readonly text: string
  readonly heard_seconds?: number | undefined
  readonly seconds: number
  readonly warnings?: ReadonlyArray<string> | undefined
}
const toldOf = ({ heard_seconds, seconds, text, warnings = [] }: Answer): Told => ({
  text,
  seconds: heard_seconds ?? seconds,
  warnings
})

const asFile = async ({ parts, plan }: Recording): Promise<Told> => {
  const body = new FormData()
  body.set("audio", new Blob([Buffer.concat(parts)], { type: plan.mimeType }), "recording")
  const headers = { "x-api-key": API_KEY }
  const response = await fetch(`${server.url}/api/v1/scribe/transcribe`, { method: "POST", body, headers })
  const { data, error } = await response.json()
  expect(error).toBeUndefined()
  return toldOf(data)
}

/** Bytes that a frame may have. */
const MOST_FRAME = 256 * 1024

const live = async ({ parts }: Recording): Promise<Told> => {
  const client = await open(server)
  for (const part of parts)
    for (let at = 0; at < part.length; at += MOST_FRAME) client.send(new Uint8Array(part.subarray(at, at + MOST_FRAME)))
  client.send({ type: "audio.finish" })
  const { data } = await client.next("transcript.completed")
  await client.closed
  return toldOf(data)
}

/** Letters that the recogniser may take for others in speech that an encoder has had. */
const MOST_WRONG = 0.2
/** Seconds by which a page on a busy machine may begin or end otherwise than it says; invented silence is longer. */
const TOLERANCE = 1

const expectAll = ({ seconds, text, warnings }: Told, recording: Recording) => {
  expect(warnings).toEqual([])
  expect(letterErrorRate(BOTH, text)).toBeLessThanOrEqual(MOST_WRONG)
  expect(Math.abs(seconds - recording.seconds)).toBeLessThan(TOLERANCE)
}

const ofPlan = (plan: Plan): Recording | undefined => recordings.find((recording) => recording.plan.name === plan.name)

describe.skipIf(executable === null)("what Chromium records", () => {
  test("Chromium's recorder knows WebM with Opus, PCM and pictures, and each of its recordings is there", () => {
    const known = new Set(recordings.map(({ plan }) => plan.mimeType))
    for (const type of [...TYPES.slice(0, 2), ...FILMS.slice(0, 1)]) expect(known).toContain(type)
    for (const { parts, plan } of recordings)
      expect(parts.length).toBeGreaterThanOrEqual(plan.timeslice === undefined ? 1 : 2)
  })

  for (const plan of plans)
    test(`${plan.name} is heard whole, as a file and as it comes`, async () => {
      const recording = ofPlan(plan)
      // A type that this Chromium does not record.
      if (recording === undefined) return
      const whole = await asFile(recording)
      expectAll(whole, recording)
      const streamed = await live(recording)
      expectAll(streamed, recording)
      expect(Math.abs(streamed.seconds - whole.seconds)).toBeLessThan(0.15)
    })
})
