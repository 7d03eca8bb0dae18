/** `/v1/audio/transcriptions` with the server's own recogniser: forms of the answer, what is refused, money, ids, and who hangs up. */
import { beforeAll, describe, expect, test } from "bun:test"
import OpenAI, { toFile } from "openai"
import type { TranscriptionVerbose } from "openai/resources/audio/transcriptions"
import * as Wav from "../../src/audio/Wav.ts"
import { HEADER as REPLAY } from "../../src/http/Replays.ts"
import { lentServerForFile } from "../support/ForFile.ts"
import { longTest } from "../support/Long.ts"
import { call } from "../support/Server.ts"
import { eventsIn } from "../support/Upstream.ts"
import { makeWallets } from "../support/Wallets.ts"
import { charges, type Field, formOf, PATH, post, refusalOf, running, type Sound, spoken, until } from "./Hearing.ts"

const server = lentServerForFile()
let client: OpenAI
let speech: Sound
let oromo: Sound
let long: Sound

const said = "ሰላም፣ እንዴት ነህ? ዛሬ ጥሩ ቀን ነው።"

beforeAll(async () => {
  client = new OpenAI({ apiKey: server.key, baseURL: `${server.url}/v1`, maxRetries: 0 })
  speech = await spoken(server, said)
  oromo = await spoken(server, "Akkam jirta? Har'a guyyaan gaarii dha.", "om-bikila")
  long = await spoken(server, `${said} `.repeat(20))
  // The server loads its recogniser.
  await ask()
})

const file = (sound: Sound = speech) => toFile(sound, "speech.mp3", { type: "audio/mpeg" })
const ask = (fields: ReadonlyArray<Field> = [], headers: Readonly<Record<string, string>> = {}, sound = speech) =>
  post(server, PATH, formOf(sound, fields), headers)
const textOf = async (response: Response): Promise<string> => (await response.json()).text
const key = (id: string) => ({ "idempotency-key": id })

describe("OpenAI's own package", () => {
  longTest("OpenAI's package gets the text of a transcription, as JSON and alone", async () => {
    const json = await client.audio.transcriptions.create({ file: await file(), model: "whisper-1" })
    expect(json.text).toContain("ሰላም")
    expect(json.usage).toEqual({ type: "duration", seconds: expect.any(Number) })
    const model = "gpt-4o-transcribe"
    expect(await client.audio.transcriptions.create({ file: await file(), model, response_format: "text" })).toBe(
      json.text
    )
    const ears = await client.audio.transcriptions.create({ file: await file(oromo), model: "qal-stt", language: "om" })
    expect(ears.text.toLowerCase()).toContain("akkam")
  })

  const verbose = async (timestamp_granularities?: Array<"word" | "segment">): Promise<TranscriptionVerbose> =>
    client.audio.transcriptions.create({
      file: await file(long),
      model: "whisper-1",
      language: "am",
      response_format: "verbose_json",
      ...(timestamp_granularities === undefined ? {} : { timestamp_granularities })
    })

  longTest(
    "OpenAI's package gets verbose JSON of a transcription: segments, and words where they are asked for",
    async () => {
      const plain = await verbose()
      expect(plain).toMatchObject({ task: "transcribe", language: "amharic" })
      expect(plain.words).toBeUndefined()
      const { segments = [] } = plain
      expect(segments.map(({ text }) => text).join(" ")).toBe(plain.text)
      expect(segments.length).toBeGreaterThan(5)
      let last = 0
      for (const [at, segment] of segments.entries()) {
        expect(segment).toMatchObject({ id: at, seek: 0, tokens: [], temperature: 0, no_speech_prob: 0 })
        expect(segment.avg_logprob).toBeLessThanOrEqual(0)
        expect(segment.avg_logprob).toBeGreaterThan(-10)
        expect(segment.compression_ratio).toBeGreaterThan(0)
        expect(segment.start).toBeGreaterThanOrEqual(last)
        expect(segment.end).toBeGreaterThan(segment.start)
        last = segment.end
      }
      expect(last).toBeLessThan(plain.duration + 1)
      expect(plain.usage).toEqual({ type: "duration", seconds: Math.ceil(plain.duration) })
    }
  )

  longTest("OpenAI's package gets a transcription's words with times in order, alone or beside segments", async () => {
    const words = await verbose(["word"])
    expect(words.segments).toBeUndefined()
    expect(words.words?.map(({ word }) => word).join(" ")).toBe(words.text)
    let last = 0
    for (const { end, start } of words.words ?? []) {
      expect(start).toBeGreaterThanOrEqual(last)
      expect(end).toBeGreaterThanOrEqual(start)
      expect(end).toBeLessThanOrEqual(words.duration + 0.01)
      last = start
    }
    const both = await verbose(["word", "segment"])
    expect(both.words).toEqual(words.words)
    expect(both.segments?.length).toBeGreaterThan(5)
  })

  longTest("OpenAI's package gets the same captions as the scribe route makes", async () => {
    for (const response_format of ["srt", "vtt"] as const) {
      const body = { file: await file(), model: "whisper-1", response_format }
      const { data, response } = await client.audio.transcriptions
        .create(body, { headers: key(`captions-${response_format}`) })
        .withResponse()
      const id = response.headers.get("x-qal-transcription-id")
      expect(id).toBe(`captions-${response_format}`)
      const other = await call(server, "GET", `/api/v1/scribe/requests/${id}?format=${response_format}`)
      expect(await other.text()).toBe(data)
      expect(response.headers.get("content-type")).toBe(
        response_format === "srt" ? "application/x-subrip; charset=utf-8" : "text/vtt; charset=utf-8"
      )
    }
  })

  longTest("OpenAI's package streams deltas that join to the text, by whatever model name", async () => {
    const whole = await client.audio.transcriptions.create({ file: await file(long), model: "whisper-1" })
    for (const model of ["whisper-1", "gpt-4o-mini-transcribe"]) {
      const stream = await client.audio.transcriptions.create({ file: await file(long), model, stream: true })
      let joined = ""
      let deltas = 0
      let done: string | undefined
      for await (const event of stream) {
        expect(done).toBeUndefined()
        if (event.type === "transcript.text.delta") {
          joined += event.delta
          deltas++
          expect(whole.text).toStartWith(joined)
        } else if (event.type === "transcript.text.done") done = event.text
      }
      expect(done).toBe(whole.text)
      expect(joined).toBe(whole.text)
      expect(deltas).toBeGreaterThan(3)
    }
  })

  test("OpenAI's package gets its classes of errors for a transcription", async () => {
    const create = async (sound: Sound, apiKey = server.key) =>
      client.withOptions({ apiKey }).audio.transcriptions.create({ file: await file(sound), model: "whisper-1" })
    await expect(create(speech, "sk_wrong")).rejects.toBeInstanceOf(OpenAI.AuthenticationError)
    await expect(create(new Uint8Array([1, 2, 3]))).rejects.toMatchObject({
      status: 400,
      code: "UNSUPPORTED_MEDIA_TYPE",
      type: "invalid_request_error"
    })
  })
})

describe("the form", () => {
  longTest(
    "a transcription form has fields before or after its file, lists in either form, and others that are ignored",
    async () => {
      const form = new FormData()
      const before: ReadonlyArray<Field> = [
        ["model", "whatever"],
        ["response_format", "verbose_json"],
        ["timestamp_granularities", "word"],
        ["timestamp_granularities[1]", "segment"],
        ["temperature", "NaN"],
        ["prompt", "\ud800 {".repeat(1_000)]
      ]
      for (const [name, value] of before) form.append(name, value)
      form.append("file", new Blob([speech]), "ንግግር.mp3")
      form.append("language", "AM_et")
      form.append("chunking_strategy", '{"type":"server_vad"}')
      form.append("stream", "False")
      const answer = await (await post(server, PATH, form)).json()
      expect(answer).toMatchObject({ task: "transcribe", language: "amharic", text: expect.stringContaining("ሰላም") })
      expect(answer.words.length).toBeGreaterThan(2)
      expect(answer.segments.length).toBeGreaterThan(0)
    }
  )

  test("a transcription form takes a language by code, region or name; without one it is Amharic", async () => {
    for (const [language, name] of [
      ["om", "oromo"],
      ["om-ET", "oromo"],
      ["orm", "oromo"],
      ["Afaan Oromo", "oromo"],
      ["am-ET", "amharic"],
      ["amh", "amharic"],
      [" Amharic ", "amharic"],
      ["", "amharic"]
    ] as const) {
      const answer = await ask([
        ["language", language],
        ["response_format", "verbose_json"]
      ])
      expect((await answer.json()).language).toBe(name)
    }
  })

  test("a transcription form may ask for `segment` with every format, as some clients always do", async () => {
    const fields: ReadonlyArray<Field> = [
      ["response_format", "json"],
      ["timestamp_granularities[]", "segment"]
    ]
    expect((await ask(fields)).status).toBe(200)
  })

  test.each([
    ["language", [["language", "en"]]],
    ["language", [["language", "toString"]]],
    ["language", [["language", "__proto__"]]],
    [
      "language",
      [
        ["language", "am"],
        ["language", "om"]
      ]
    ],
    ["response_format", [["response_format", "diarized_json"]]],
    ["response_format", [["response_format", "xml"]]],
    ["response_format", [["response_format[]", "JSON"]]],
    [
      "response_format",
      [
        ["response_format", "verbose_json"],
        ["stream", "true"]
      ]
    ],
    [
      "response_format",
      [
        ["response_format", "srt"],
        ["stream", "1"]
      ]
    ],
    ["stream", [["stream", "yes"]]],
    ["timestamp_granularities", [["timestamp_granularities[]", "word"]]],
    [
      "timestamp_granularities",
      [
        ["response_format", "srt"],
        ["timestamp_granularities", "word"]
      ]
    ],
    [
      "timestamp_granularities[1]",
      [
        ["response_format", "verbose_json"],
        ["timestamp_granularities", "word"],
        ["timestamp_granularities", "letter"]
      ]
    ],
    ["include", [["include[]", "logprobs"]]],
    ["known_speaker_names", [["known_speaker_names[]", "Abebe"]]],
    ["known_speaker_references", [["known_speaker_references[]", "data:audio/wav;base64,"]]]
  ] satisfies ReadonlyArray<readonly [string, ReadonlyArray<Field>]>)(
    "a transcription form that has a bad %s is refused, and names it: %j",
    async (param, fields) => {
      const before = charges(server).length
      const type = "invalid_request_error"
      expect(await refusalOf(await ask(fields))).toEqual({ status: 400, type, code: "VALIDATION_ERROR", param })
      expect(charges(server).length).toBe(before)
    }
  )

  test("a transcription form that is hostile in its whole is refused, and the next is answered", async () => {
    const many = formOf(
      speech,
      Array.from({ length: 20_000 }, (_, at) => [`timestamp_granularities[${at}]`, "word"] as const)
    )
    const asFile = formOf(speech)
    asFile.append("language", new Blob(["am"]), "am.txt")
    const twice = formOf(speech)
    twice.append("file", new Blob([speech]), "again.mp3")
    for (const [form, status, code, param] of [
      [formOf(undefined, [["model", "whisper-1"]]), 400, "VALIDATION_ERROR", "file"],
      [formOf("text"), 400, "VALIDATION_ERROR", "file"],
      [twice, 400, "VALIDATION_ERROR", "file"],
      [asFile, 400, "VALIDATION_ERROR", "language"],
      [many, 413, "PAYLOAD_TOO_LARGE", null],
      [formOf(speech, [["language", "a".repeat(70_000)]]), 413, "PAYLOAD_TOO_LARGE", "language"],
      [formOf(new Uint8Array(26_214_401)), 413, "PAYLOAD_TOO_LARGE", "file"],
      [formOf(new Uint8Array(0)), 400, "UNDECODABLE_AUDIO", "file"],
      [formOf(new Uint8Array(Buffer.from("RIFF0000WAVEgarbage and more of it"))), 400, "UNDECODABLE_AUDIO", "file"]
    ] as const)
      expect(await refusalOf(await post(server, PATH, form))).toEqual({
        status,
        type: "invalid_request_error",
        code,
        param
      })
    expect((await ask()).status).toBe(200)
  })

  test("a transcription without a form is refused, and its query is ignored", async () => {
    const json = await call(server, "POST", PATH, { model: "whisper-1", file: "…" })
    expect(await refusalOf(json)).toMatchObject({ status: 400, code: "UNSUPPORTED_MEDIA_TYPE" })
    const query = await post(server, `${PATH}?response_format=srt&language[]=en&%00`, formOf(speech))
    expect(await textOf(query)).toContain("ሰላም")
  })
})

describe("the job", () => {
  test("a transcription by OpenAI's route is charged by its characters, and found under the answer's id", async () => {
    const before = charges(server).length
    const response = await ask()
    const text = await textOf(response)
    const id = response.headers.get("x-qal-transcription-id")
    expect(charges(server).slice(before)).toEqual([Math.round((text.length * 3.5) / 0.1) * 100])
    const { data } = await (await call(server, "GET", `/api/v1/scribe/requests/${id}`)).json()
    expect(data).toMatchObject({ text, request_id: id, usage: { characters: text.length, settled: true } })
    expect(Object.keys(data)).not.toContain("confidence")
  })

  test("a transcription of one Idempotency-Key is done once, by either route; with other inputs it conflicts", async () => {
    const before = charges(server).length
    const made = await ask([], key("once"))
    expect(made.headers.get(REPLAY)).toBeNull()
    const json = await made.json()
    const first = json.text
    const asText = await ask([["response_format", "text"]], key("once"))
    expect([asText.headers.get(REPLAY), await asText.text()]).toEqual(["true", first])
    expect(await (await ask([], key("once"))).json()).toEqual({ ...json, idempotent_replay: true })
    const events = eventsIn(await (await ask([["stream", "true"]], key("once"))).text())
    expect(events.map(({ type }) => type)).toEqual(["transcript.text.delta", "transcript.text.done"])
    expect(events.map(({ delta, text }) => delta ?? text)).toEqual([first, first])
    expect(events.at(-1)?.idempotent_replay).toBe(true)
    const native = new FormData()
    native.append("audio", new Blob([speech]))
    const other = await post(server, "/api/v1/scribe/transcribe?request_id=once", native)
    expect((await other.json()).data).toMatchObject({ text: first, idempotent_replay: true })
    expect(charges(server).length).toBe(before + 1)
    for (const different of [ask([["language", "om"]], key("once")), ask([], key("once"), oromo)])
      expect(await refusalOf(await different)).toMatchObject({ status: 409, code: "IDEMPOTENCY_CONFLICT" })
    expect(await refusalOf(await ask([], key("two words")))).toMatchObject({ status: 400, param: "idempotency-key" })
  })

  longTest("a wallet's transcription runs alone: the next is refused with the seconds to wait", async () => {
    const first = await ask([["stream", "true"]], key("slow"), long)
    const [other, same] = await Promise.all([ask(), ask([], key("slow"), long)])
    if (running(server) > 0 || other.status === 429) {
      expect(other.headers.get("retry-after")).toBe("1")
      expect(await refusalOf(other)).toEqual({ status: 429, type: "rate_limit_error", code: "BUSY", param: null })
    }
    expect([200, 409]).toContain(same.status)
    await first.text()
    const many = await Promise.all(Array.from({ length: 12 }, () => ask()))
    expect(new Set(many.map(({ status }) => status)).difference(new Set([200, 429])).size).toBe(0)
    expect((await ask()).status).toBe(200)
  })

  longTest("a transcription whose client hangs up goes on, and is billed once", async () => {
    const before = charges(server).length
    const controller = new AbortController()
    const response = await post(server, PATH, formOf(long, [["stream", "true"]]), key("hung-up"), {
      signal: controller.signal
    })
    await response.body?.getReader().read()
    controller.abort()
    await until(() => running(server) === 0)
    expect((await (await ask([["stream", "true"]], key("hung-up"), long)).text()).length).toBeGreaterThan(100)
    expect(charges(server).length).toBe(before + 1)
  })

  test("a transcription of silence is an empty text that costs nothing", async () => {
    const silence = new Uint8Array(Wav.file({ samples: new Int16Array(16_000), sampleRate: 16_000 }))
    expect(await (await ask([], {}, silence)).json()).toEqual({ text: "", usage: { type: "duration", seconds: 1 } })
    expect(charges(server).at(-1)).toBe(0)
    const verbose = await (await ask([["response_format", "verbose_json"]], {}, silence)).json()
    expect(verbose).toMatchObject({ text: "", duration: 1, segments: [] })
    expect(await (await ask([["response_format", "srt"]], {}, silence)).text()).toBe("")
    expect(eventsIn(await (await ask([["stream", "true"]], {}, silence)).text())).toEqual([
      { type: "transcript.text.done", text: "", usage: expect.objectContaining({ type: "tokens", output_tokens: 0 }) }
    ])
  })

  test("a transcription that an empty wallet cannot pay is refused before it is done", async () => {
    const [poor] = await makeWallets(server, 1, 0)
    const answer = await post(server, PATH, formOf(speech), { authorization: `Bearer ${poor?.key}` })
    expect(await refusalOf(answer)).toMatchObject({
      status: 402,
      type: "insufficient_quota",
      code: "INSUFFICIENT_CREDITS"
    })
  })
})
