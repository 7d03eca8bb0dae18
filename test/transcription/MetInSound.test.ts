/** What is met in a file of sound, as every route tells it: what was lost or passed over, the player's time, and a charge by characters. */
import { expect, setDefaultTimeout, test } from "bun:test"
import { lentServerForFile } from "../support/ForFile.ts"
import { keyOf, postForm } from "../support/Server.ts"

setDefaultTimeout(60_000)

const server = lentServerForFile()

const recording = async (name: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await Bun.file(new URL(`../audio/cases/${name}`, import.meta.url)).arrayBuffer())

/** Micro-ETB of a character: 3.5 ETB for 1,000 (wire contract, section 1). */
const PRICE = 3_500

const charges = async (): Promise<ReadonlyArray<number>> =>
  (
    await server.rows<{ readonly amount: number }>(
      "SELECT amount FROM ledger WHERE wallet_id = ? AND kind = 'charge' ORDER BY seq",
      server.walletId
    )
  ).map(({ amount }) => 0 - amount)

interface Told {
  readonly text: string
  readonly seconds: number
  readonly warnings: ReadonlyArray<string>
  /** Seconds at which words begin, where the route says it. */
  readonly starts: ReadonlyArray<number>
}

interface Route {
  readonly path: string
  readonly field: string
  readonly fields: Readonly<Record<string, string>>
  readonly told: (answer: ReturnType<typeof JSON.parse>) => Told
}

const startsOf = (words: ReadonlyArray<{ readonly start: number }>) => words.map(({ start }) => start)

const routes: ReadonlyArray<Route> = [
  {
    path: "/api/v1/scribe/transcribe?timestamps=word",
    field: "audio",
    fields: {},
    told: ({ data: { heard_seconds: seconds, text, warnings = [], words } }) => ({
      text,
      seconds,
      warnings,
      starts: startsOf(words)
    })
  },
  {
    path: "/api/v2/stt",
    field: "audio",
    fields: { language_code: "am" },
    told: ({ data: { heard_seconds: seconds, transcription: text, warnings = [] } }) => ({
      text,
      seconds,
      warnings,
      starts: []
    })
  },
  {
    path: "/v1/audio/transcriptions",
    field: "file",
    fields: { model: "qal-stt", language: "am", response_format: "verbose_json", "timestamp_granularities[]": "word" },
    told: ({ heard_seconds: seconds, text, warnings = [], words }) => ({
      text,
      seconds,
      warnings,
      starts: startsOf(words)
    })
  }
]

const CUT_OFF = "the file was cut off before its end; what is there was heard"
const HELLO = "ሰላም ነው እንዴት ነህ"
const BOTH = `${HELLO} ዛሬ ጥሩ ቀን ነው`

/** A WAV whose description stands behind its samples. */
const turnedWav = async () => {
  const file = Buffer.from(await recording("opposite.wav"))
  const data = file.indexOf("data")
  return new Uint8Array(Buffer.concat([file.subarray(0, 12), file.subarray(data), file.subarray(12, data)]))
}

const cutOff = async (name: string, share: number) => {
  const file = await recording(name)
  return file.subarray(0, Math.floor(share * file.length))
}

interface Case {
  readonly what: string
  readonly file: () => Promise<Uint8Array<ArrayBuffer>>
  readonly text: RegExp
  readonly warnings: ReadonlyArray<string>
  readonly seconds: number
  /** Where the fifth word begins, in seconds, at least and at most. */
  readonly fifth?: readonly [least: number, most: number]
}

const cases: ReadonlyArray<Case> = [
  {
    what: "four seconds that are missing",
    file: () => recording("hole.webm"),
    text: new RegExp(`^${BOTH}`),
    warnings: ["4.0 s are missing at 1.7 s; they were heard as silence"],
    seconds: 9.64,
    fifth: [5.6, 6.1]
  },
  {
    what: "two recordings behind one another",
    file: () => recording("joined.ogg"),
    text: new RegExp(`^${BOTH}$`),
    warnings: [],
    seconds: 2.87,
    fifth: [1.4, 1.9]
  },
  {
    what: "a WebM that was cut off",
    file: () => cutOff("hole.webm", 0.97),
    text: new RegExp(`^${HELLO}`),
    warnings: [CUT_OFF, "4.0 s are missing at 1.7 s; they were heard as silence"],
    seconds: 9.4
  },
  {
    what: "a Matroska that was cut off",
    file: () => cutOff("mkv-aac.mkv", 0.7),
    text: /^ሰላም/,
    warnings: [CUT_OFF],
    seconds: 1
  },
  {
    what: "an Ogg that was cut off",
    file: () => cutOff("joined.ogg", 0.8),
    text: new RegExp(`^${HELLO}`),
    warnings: [CUT_OFF],
    seconds: 2
  },
  {
    what: "a voice in the second track",
    file: () => recording("silent-first.mp4"),
    text: new RegExp(`^${HELLO}$`),
    warnings: ["the file has 2 sound tracks; number 2 was heard"],
    seconds: 1.44
  },
  {
    what: "a description behind the samples of a WAV",
    file: turnedWav,
    text: new RegExp(`^${HELLO}$`),
    warnings: [],
    seconds: 1.44
  }
]

const send = async ({ field, fields, path, told }: Route, file: Uint8Array<ArrayBuffer>) => {
  const form = { ...fields, [field]: new File([file], "recording") }
  const response = await postForm(server, path, form, { authorization: `Bearer ${keyOf(server)}` })
  const answer = await response.json()
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
  return told(answer)
}

for (const { fifth, file, seconds, text, warnings, what } of cases)
  test(`${what} is told alike by every route, with the player's time, and charged by characters`, async () => {
    const bytes = await file()
    const answers: Array<Told> = []
    for (const route of routes) {
      const before = (await charges()).length
      const answer = await send(route, bytes)
      answers.push(answer)
      expect((await charges()).slice(before)).toEqual([PRICE * answer.text.length])
      if (fifth !== undefined && answer.starts.length > 0) {
        expect(answer.starts[4]).toBeGreaterThan(fifth[0])
        expect(answer.starts[4]).toBeLessThan(fifth[1])
      }
    }
    const [first] = answers
    expect(first?.text).toMatch(text)
    expect(Math.abs((first?.seconds ?? 0) - seconds)).toBeLessThan(0.7)
    for (const answer of answers) expect(answer).toMatchObject({ text: first?.text, seconds: first?.seconds, warnings })
  })

test("captions behind a hole stand where a player has them", async () => {
  const path = "/api/v1/scribe/transcribe?timestamps=word&format=srt"
  const response = await postForm(server, path, { audio: new File([await recording("hole.webm")], "recording.webm") })
  const starts = Array.from((await response.text()).matchAll(/^00:00:(\d\d),(\d{3}) -->/gm), ([, seconds, millis]) =>
    Number(`${seconds}.${millis}`)
  )
  // Before the hole, and behind it.
  const [first, ...behind] = starts
  expect(first).toBeLessThan(0.6)
  expect(behind[0]).toBeGreaterThan(5.6)
  expect(behind[0]).toBeLessThan(6.1)
})
