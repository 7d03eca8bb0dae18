/** `/v1/audio/translations`, and streams of `/v1/audio/transcriptions`, with engines elsewhere that can be slow, wrong or gone. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test"
import { Schema } from "effect"
import OpenAI, { toFile } from "openai"
import * as Wav from "../../src/audio/Wav.ts"
import { HEADER as REPLAY } from "../../src/http/Replays.ts"
import { VerboseTranslation } from "../../src/openai/OpenAiTranscriptApi.ts"
import { API_KEY, call, startServer, type TestServer, textSoFar } from "../support/Server.ts"
import { completion, eventsIn, startUpstream, tokenUsage } from "../support/Upstream.ts"
import {
  charges,
  type Field,
  formOf,
  PATH,
  post,
  refusalOf,
  running,
  type Sound,
  TRANSLATIONS,
  until
} from "./Hearing.ts"

/** What the recogniser elsewhere hears in each utterance, in turn, with the times of its words. */
const heard = ["ሰላም እንዴት ነህ", "ዛሬ ዝናብ ነው"]
const english = new Map([
  ["ሰላም እንዴት ነህ", "Hello, how are you doing?"],
  ["ዛሬ ዝናብ ነው", "It is raining today."]
])

type Answer = () => Response | Promise<Response>

let utterances = 0
let hear: (utterance: number) => Response | Promise<Response>
let translate: (text: string) => Response | Promise<Response>
const prompts: Array<string> = []

const wordsOf = (text: string) =>
  text.split(" ").map((word, at) => ({ word, start: 0.3 + at * 0.3, end: 0.55 + at * 0.3 }))
const listens = (at: number) => {
  const text = heard[at % heard.length] ?? ""
  return Response.json({ text, words: wordsOf(text), segments: [{ start: 0, end: 1, avg_logprob: Math.log(0.8) }] })
}
const answered = (content: string) => completion({ content }, "stop", tokenUsage(200, 20))
const translates = (text: string) =>
  answered(
    text
      .split("\n")
      .map((line) => english.get(line) ?? `in English: ${line}`)
      .join("\n")
  )

const upstream = startUpstream(async (request) => {
  if (request.url.endsWith("/audio/transcriptions")) {
    await request.arrayBuffer()
    return await hear(utterances++)
  }
  const { messages } = await request.json()
  const [, text = ""] = /^<<<\w+\n([\s\S]*)\n\w+>>>$/.exec(messages.at(-1).content) ?? []
  prompts.push(text)
  return await translate(text)
})

/** A second of something loud and 0.7 s of nothing, so often. */
const sound = (count: number): Sound => {
  const samples = new Int16Array(count * (16_000 + 11_200))
  for (let at = 0; at < samples.length; at++)
    if (at % 27_200 < 16_000) samples[at] = Math.round(8_000 * Math.sin(at / 7))
  return new Uint8Array(Wav.file({ samples, sampleRate: 16_000 }))
}

let server: TestServer
let client: OpenAI

beforeAll(async () => {
  server = await startServer(upstream.settings("m", "RECOGNIZER", "TEXT"))
  client = new OpenAI({ apiKey: API_KEY, baseURL: `${server.url}/v1`, maxRetries: 0 })
})
beforeEach(() => {
  utterances = 0
  hear = listens
  translate = translates
  prompts.length = 0
})
afterAll(async () => {
  await server.dispose()
  await upstream.stop()
})

const two = sound(2)
const file = () => toFile(two, "speech.wav", { type: "audio/wav" })
const key = (id: string) => ({ "idempotency-key": id })
const ask = (path: string, fields: ReadonlyArray<Field> = [], headers: Readonly<Record<string, string>> = {}) =>
  post(server, path, formOf(two, fields), headers)
const TEXT = "Hello, how are you doing? It is raining today."

describe("a translation", () => {
  test("a spoken translation is one job, charged for both engines, each stretch between pauses a line", async () => {
    const before = charges(server)
    const answer = await client.audio.translations.create({ file: await file(), model: "whisper-1" })
    expect(answer).toEqual({ text: TEXT })
    expect(prompts).toEqual(["ሰላም እንዴት ነህ\nዛሬ ዝናብ ነው"])
    const characters = `${heard[0]} ${heard[1]}`.length
    const made = [characters * 3_500, 200 * 300, 20 * 800].map((micros) => Math.round(micros / 100) * 100)
    expect(charges(server).slice(before.length)).toEqual([made.reduce((sum, price) => sum + price)])
  })

  test("a spoken translation comes in every form, and its captions have the times of the speech", async () => {
    // By its types the package takes every form for JSON.
    const create = async (response_format: "text" | "verbose_json" | "srt" | "vtt"): Promise<unknown> => {
      const body = { file: await file(), model: "whisper-1", response_format }
      return client.audio.translations.create(body, { headers: key("every-form") })
    }
    expect(await create("text")).toBe(TEXT)
    const before = charges(server).length
    expect(await create("verbose_json")).toMatchObject({ task: "translate", language: "english", text: TEXT })
    const verbose = await ask(TRANSLATIONS, [["response_format", "verbose_json"]], key("every-form"))
    const { duration, segments } = Schema.decodeUnknownSync(VerboseTranslation)(await verbose.json())
    expect(duration).toBeCloseTo(3.4, 5)
    expect(segments.map(({ text }) => text)).toEqual([...english.values()])
    const times = segments.flatMap(({ end, start }) => [start, end])
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    // The second utterance is sent from 0.3 s before its beginning at 1.7 s.
    expect(segments[1]?.start).toBeCloseTo(1.7, 0)
    expect(segments[0]?.avg_logprob).toBeCloseTo(Math.log(0.8), 3)
    expect(await create("srt")).toMatch(/^1\n00:00:00,\d{3} --> 00:00:01,\d{3}\nHello, how are you doing\?\n\n2\n/)
    expect(await create("vtt")).toMatch(/^WEBVTT\n\n00:00:00\./)
    expect(charges(server).length).toBe(before)
    expect(prompts.length).toBe(1)
  })

  test("a spoken translation leaves its transcript under its id, which is good for nothing else", async () => {
    const response = await ask(TRANSLATIONS, [], key("kept"))
    expect(response.headers.get("x-qal-transcription-id")).toBe("kept")
    const again = await ask(TRANSLATIONS, [], key("kept"))
    expect([response.headers.get(REPLAY), again.headers.get(REPLAY)]).toEqual([null, "true"])
    expect(await again.json()).toEqual({ ...(await response.json()), idempotent_replay: true })
    const { data } = await (await call(server, "GET", "/api/v1/scribe/requests/kept")).json()
    expect(data.text).toBe(heard.join(" "))
    expect(Object.keys(data)).not.toContain("translation")
    const other = await ask(PATH, [["response_format", "srt"]], key("kept"))
    expect(await refusalOf(other)).toMatchObject({ status: 409, code: "IDEMPOTENCY_CONFLICT" })
  })

  test("a spoken translation of silence is empty, and no model is asked", async () => {
    const silence = new Uint8Array(Wav.file({ samples: new Int16Array(32_000), sampleRate: 16_000 }))
    const form = formOf(silence, [["response_format", "verbose_json"]])
    expect(await (await post(server, TRANSLATIONS, form)).json()).toMatchObject({ text: "", segments: [] })
    expect([utterances, prompts.length, charges(server).at(-1)]).toEqual([0, 0, 0])
  })

  test.each([
    ["stream", [["stream", "true"]]],
    [
      "timestamp_granularities",
      [
        ["response_format", "verbose_json"],
        ["timestamp_granularities[]", "word"]
      ]
    ],
    ["language", [["language", "en"]]]
  ] satisfies ReadonlyArray<readonly [string, ReadonlyArray<Field>]>)(
    "a spoken translation with a bad %s is refused",
    async (param, fields) => {
      expect(await refusalOf(await ask(TRANSLATIONS, fields))).toMatchObject({ status: 400, param })
      expect(utterances).toBe(0)
    }
  )

  test("a spoken translation that either engine fails costs nothing, and its id may be used again", async () => {
    const before = charges(server).length
    const broken: Answer = () => Response.json({ error: { message: "no" } }, { status: 400 })
    translate = broken
    expect(await refusalOf(await ask(TRANSLATIONS, [], key("again")))).toMatchObject({
      status: 502,
      type: "server_error",
      code: "PROVIDER_ERROR"
    })
    translate = translates
    hear = broken
    expect(await refusalOf(await ask(TRANSLATIONS, [], key("again")))).toMatchObject({ code: "PROVIDER_ERROR" })
    hear = () => Response.json({ text: "ሀ".repeat(10_001) })
    expect(await refusalOf(await ask(TRANSLATIONS, [], key("again")))).toMatchObject({ code: "PROVIDER_ERROR" })
    expect(charges(server).length).toBe(before)
    hear = listens
    utterances = 0
    expect((await (await ask(TRANSLATIONS, [], key("again"))).json()).text).toBe(TEXT)
    expect(charges(server).length).toBe(before + 1)
  })

  test("a spoken translation keeps its wallet busy until it is translated, whoever hangs up", async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    translate = (text) => promise.then(() => translates(text))
    const before = charges(server).length
    const controller = new AbortController()
    const first = post(server, TRANSLATIONS, formOf(two), key("left"), { signal: controller.signal })
    await until(() => prompts.length > 0)
    controller.abort()
    await expect(first).rejects.toThrow()
    expect(await refusalOf(await ask(PATH))).toMatchObject({ status: 429, code: "BUSY" })
    resolve()
    await until(() => running(server) === 0)
    expect(charges(server).length).toBe(before + 1)
    expect((await (await ask(TRANSLATIONS, [], key("left"))).json()).text).toBe(TEXT)
  })
})

describe("a stream", () => {
  const delta = (text: string) => ({ type: "transcript.text.delta", delta: text })

  test("a transcription stream sends each utterance when it is complete, and no text that may change", async () => {
    hear = (at) => {
      const text = heard[at] ?? ""
      const events = [
        { type: "transcript.text.delta", delta: "something else" },
        { type: "transcript.text.done", text }
      ]
      return new Response(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""), {
        headers: { "content-type": "text/event-stream" }
      })
    }
    const events = eventsIn(await (await ask(PATH, [["stream", "true"]])).text())
    expect(events).toEqual([
      delta(heard[0] ?? ""),
      delta(` ${heard[1]}`),
      { type: "transcript.text.done", text: heard.join(" "), usage: expect.objectContaining({ type: "tokens" }) }
    ])
  })

  test("a transcription stream that fails later says so in OpenAI's form, broken off; nothing is charged", async () => {
    const before = charges(server).length
    const { promise, resolve } = Promise.withResolvers<void>()
    hear = (at) =>
      at === 0 ? listens(0) : promise.then(() => Response.json({ error: { message: "no" } }, { status: 400 }))
    const response = await ask(PATH, [["stream", "true"]], key("broken"))
    expect(response.status).toBe(200)
    expect(response.headers.get("x-qal-transcription-id")).toBe("broken")
    const reader = response.clone()
    resolve()
    const events = eventsIn(await textSoFar(reader))
    expect(events[0]).toEqual(delta(heard[0] ?? ""))
    expect(events.at(-1)).toEqual({
      error: { message: expect.any(String), type: "server_error", param: null, code: "PROVIDER_ERROR" }
    })
    await expect(response.text()).rejects.toThrow()
    expect(charges(server).length).toBe(before)
    hear = (at) => (at === 0 ? listens(0) : Response.json({}, { status: 400 }))
    utterances = 0
    const stream = await client.audio.transcriptions.create({ file: await file(), model: "any", stream: true })
    const read = async () => {
      for await (const { type } of stream) expect(type).toBe("transcript.text.delta")
    }
    await expect(read()).rejects.toMatchObject({ code: "PROVIDER_ERROR" })
  })
})
