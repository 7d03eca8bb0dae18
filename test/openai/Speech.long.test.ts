/** `/v1/audio/speech`: every form of the sound, one clip and one charge whoever hangs up, and the same again for the same id. */
import { describe, expect, test } from "bun:test"
import OpenAI from "openai"
import * as Wav from "../../src/audio/Wav.ts"
import { HEADER as REPLAY } from "../../src/http/Replays.ts"
import { responseFormats } from "../../src/openai/OpenAiSpeechApi.ts"
import { serverForFile } from "../support/ForFile.ts"
import { listen } from "../support/Listen.ts"
import { withDatabase } from "../support/Rows.ts"
import { API_KEY, call } from "../support/Server.ts"
import { eventsIn } from "../support/Upstream.ts"

const server = serverForFile()

const read = <Row>(sql: string): ReadonlyArray<Row> =>
  withDatabase(server, (database) => database.query<Row, []>(sql).all())
const count = (table: string, where = "1") =>
  read<{ readonly n: number }>(`SELECT COUNT(*) AS n FROM ${table} WHERE ${where}`)[0]?.n

const many = "ሰላም፣ እንዴት ነህ? ዛሬ ጥሩ ቀን ነው። ነገም እንዲሁ ይሁን፤ ከነገ ወዲያም።"
const one = "ሰላም"

const speak = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  call(server, "POST", "/v1/audio/speech", body, headers)

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

const soundOf = (events: ReadonlyArray<{ readonly type: string; readonly audio?: string }>) =>
  Buffer.concat(events.flatMap(({ audio }) => (audio === undefined ? [] : [Buffer.from(audio, "base64")])))

const names = Object.keys(responseFormats)
const isName = (name: string): name is keyof typeof responseFormats => name in responseFormats

describe.each(names)("%s", (name) => {
  test.each([
    ["one phrase", one],
    ["several phrases", many]
  ])("speech of %s is sent as sound, as events, again by its id, and stored as a clip", async (_, input) => {
    if (!isName(name)) throw new Error(name)
    const body = { model: "qal-tts", input, voice: "alloy", response_format: name }
    const id = { "idempotency-key": `${name}-${input.length}` }
    const sent = await speak(body, id)
    expect(sent.status).toBe(200)
    expect(sent.headers.get("content-type")).toBe(responseFormats[name].contentType)
    const clipId = sent.headers.get("x-qal-clip-id")
    expect(sent.headers.get(REPLAY)).toBeNull()
    const sound = await bytesOf(sent)

    const again = await speak(body, id)
    expect(again.headers.get("x-qal-clip-id")).toBe(clipId)
    expect(again.headers.get(REPLAY)).toBe("true")
    expect((await bytesOf(again)).equals(sound)).toBe(true)

    const asEvents = await speak({ ...body, stream_format: "sse" }, id)
    expect(asEvents.headers.get("content-type")).toBe("text/event-stream")
    expect(asEvents.headers.get("x-qal-clip-id")).toBe(clipId)
    expect(asEvents.headers.get(REPLAY)).toBe("true")
    const events = eventsIn(await asEvents.text())
    expect(soundOf(events).equals(sound)).toBe(true)
    expect(new Set(events.slice(0, -1).map(({ type }) => type))).toEqual(new Set(["speech.audio.delta"]))
    const { type, usage } = events.at(-1)
    expect(type).toBe("speech.audio.done")
    expect(usage.input_tokens).toBeGreaterThan(0)
    expect(usage.total_tokens).toBe(usage.input_tokens + usage.output_tokens)

    const fresh = eventsIn(await (await speak({ ...body, stream_format: "sse" })).text())
    // The engine's breath is random: not the same bytes, but as many or nearly.
    expect(Math.abs(soundOf(fresh).length / sound.length - 1)).toBeLessThan(0.15)

    const { data: clip } = await (await call(server, "GET", `/api/v1/voice/clips/${clipId}`)).json()
    expect(clip.output_format).toBe(responseFormats[name].format)
    expect(clip.text).toBe(input)
    expect(clip.meta.client_request_id).toBe(id["idempotency-key"])
    const file = await fetch(clip.audio_url)
    expect(file.headers.get("content-type")).toBe(clip.mime_type)
    const stored = await bytesOf(file)
    const part = await fetch(clip.audio_url, { headers: { range: "bytes=10-19" } })
    expect(part.status).toBe(206)
    expect((await bytesOf(part)).equals(stored.subarray(10, 20))).toBe(true)
    // All but the head, which says how long the file is once that is known.
    const samples = name === "pcm" ? stored.subarray(Wav.HEADER_BYTES) : stored
    expect(samples.length).toBe(sound.length)
    expect(samples.subarray(300).equals(sound.subarray(300))).toBe(true)
    if (input === one) expect(samples.equals(sound)).toBe(true)
    const heard = await listen(stored)
    expect(heard.channels).toBe(1)
    expect(Math.abs(heard.seconds - clip.duration_seconds)).toBeLessThan(0.08)
    expect(heard.active).toBeGreaterThan(0.4)
    expect(count("ledger", `kind = 'charge' AND job_id = (SELECT job_id FROM clips WHERE id = '${clipId}')`)).toBe(1)
  })
})

test("the first bytes of speech leave while the rest is still being made", async () => {
  for (const stream_format of ["audio", "sse"]) {
    const response = await speak({
      model: "x",
      input: many.repeat(40),
      voice: "nova",
      response_format: "pcm",
      stream_format
    })
    const reader = response.body?.getReader()
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
    expect(count("jobs", "state = 'running'")).toBe(1)
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read());
    expect(count("jobs", "state = 'running'")).toBe(0)
  }
}, 60_000)

test("the language of speech is the voice's, else that of the text's script", async () => {
  for (const [voice, input, language, voice_id] of [
    ["om-bikila", one, "om", "om-bikila"],
    [{ id: "am-hamen" }, "Akkam jirtu", "am", "am-hamen"],
    ["cedar", "Akkam jirtu, 25", "om", undefined],
    ["marin", "ሰላም OK", "am", undefined],
    [undefined, "25", "am", undefined],
    [null, "Har'a", "om", undefined]
  ] as const) {
    const response = await speak({ model: "tts-1", input, voice })
    expect(response.status).toBe(200)
    await response.arrayBuffer()
    const id = response.headers.get("x-qal-clip-id")
    const { data } = await (await call(server, "GET", `/api/v1/voice/clips/${id}`)).json()
    expect(data.language).toBe(language)
    if (voice_id !== undefined) expect(data.voice_id).toBe(voice_id)
    else
      expect(
        (await (await call(server, "GET", `/api/v1/voice/voices?language=${language}`)).json()).data
      ).toContainEqual(expect.objectContaining({ id: data.voice_id, is_default: true }))
  }
})

test.each([
  [{ input: "" }, "VALIDATION_ERROR", "input"],
  [{ input: "…!" }, "VALIDATION_ERROR", "input"],
  [{ input: "\ud83d" }, "VALIDATION_ERROR", "input"],
  [{ input: undefined }, "VALIDATION_ERROR", "input"],
  [{ input: "a".repeat(5_001) }, "TEXT_TOO_LONG", "input"],
  [{ voice: "joe" }, "VOICE_UNAVAILABLE", "voice"],
  [{ voice: { id: "joe" } }, "VOICE_UNAVAILABLE", "voice"],
  [{ voice: "" }, "VOICE_UNAVAILABLE", "voice"],
  [{ response_format: "webm" }, "UNSUPPORTED_FORMAT", "response_format"],
  [{ response_format: "mp3_44100" }, "UNSUPPORTED_FORMAT", "response_format"],
  [{ response_format: "toString" }, "UNSUPPORTED_FORMAT", "response_format"],
  [{ speed: 0.24 }, "VALIDATION_ERROR", "speed"],
  [{ speed: 4.01 }, "VALIDATION_ERROR", "speed"],
  [{ speed: "1" }, "VALIDATION_ERROR", "speed"],
  [{ stream_format: "ndjson" }, "VALIDATION_ERROR", "stream_format"],
  [{ model: { toString: 0 } }, "VALIDATION_ERROR", "model"],
  [{ voice: ["alloy"] }, "VALIDATION_ERROR", "voice"]
])("a speech request of %j is refused with 400, naming the field, and costs nothing", async (wrong, code, param) => {
  const charges = count("ledger", "kind = 'charge'")
  const response = await speak({ model: "qal-tts", input: one, voice: "alloy", ...wrong })
  const { error } = await response.json()
  expect({ status: response.status, code: error.code, type: error.type }).toEqual({
    status: 400,
    code,
    type: "invalid_request_error"
  })
  expect(error.param.startsWith(param)).toBe(true)
  expect(count("ledger", "kind = 'charge'")).toBe(charges)
})

test("numbers of a speech request that no text can hold are refused", async () => {
  for (const speed of ["1e309", "-1e309"]) {
    const response = await speak(`{"model":"x","input":"${one}","voice":"alloy","speed":${speed}}`)
    expect(response.status).toBe(400)
  }
})

test("the formats of OpenAI's speech route are none of the other routes'", async () => {
  for (const { format } of Object.values(responseFormats)) {
    const response = await call(server, "POST", "/api/v1/voice/estimate", {
      text: one,
      voice_id: "am-hamen",
      language: "am",
      output_format: format
    })
    expect(response.status).toBe(["mp3_44100", "wav_44100"].includes(format) ? 200 : 422)
  }
})

test("a speech id that was used for another sound is a conflict", async () => {
  const id = { "idempotency-key": "conflict" }
  await bytesOf(await speak({ model: "x", input: one, voice: "alloy" }, id))
  for (const other of [{ input: many }, { response_format: "wav" }, { speed: 2 }, { voice: "om-bikila" }]) {
    const response = await speak({ model: "x", input: one, voice: "alloy", ...other }, id)
    expect((await response.json()).error.code).toBe("IDEMPOTENCY_CONFLICT")
  }
  const { data } = await (await call(server, "GET", "/api/v1/voice/clips?limit=1")).json()
  expect((await call(server, "DELETE", `/api/v1/voice/clips/${data[0].id}`)).status).toBe(204)
  const after = await speak({ model: "x", input: many, voice: "alloy" }, id)
  expect(after.status).toBe(200)
  await after.arrayBuffer()
})

test("a client that hangs up in the middle of speech has its clip, and pays once", async () => {
  const input = many.repeat(40)
  for (const stream_format of ["audio", "sse"]) {
    const controller = new AbortController()
    const id = `hung-up-${stream_format}`
    const body = { model: "x", input, voice: "echo", response_format: "wav", stream_format }
    const response = await fetch(`${server.url}/v1/audio/speech`, {
      method: "POST",
      signal: controller.signal,
      headers: { authorization: `Bearer ${API_KEY}`, "content-type": "application/json", "idempotency-key": id },
      body: JSON.stringify(body)
    })
    await response.body?.getReader().read()
    controller.abort()
    while (count("jobs", "state = 'running'") !== 0) await Bun.sleep(10)
    const clipId = response.headers.get("x-qal-clip-id")
    const { data } = await (await call(server, "GET", `/api/v1/voice/clips/${clipId}`)).json()
    expect(data.text).toBe(input)
    const again = await speak(body, { "idempotency-key": id })
    expect(again.headers.get("x-qal-clip-id")).toBe(clipId)
    await again.arrayBuffer()
    expect(count("clips", `client_request_id = '${id}'`)).toBe(1)
    expect(count("ledger", `job_id IN (SELECT job_id FROM clips WHERE client_request_id = '${id}')`)).toBe(1)
  }
}, 60_000)

test("speech of 5,000 characters without a space is made", async () => {
  for (const [input, response_format] of [
    ["ሰላም".repeat(1_667).slice(0, 5_000), "mp3"],
    ["ba".repeat(2_500), "pcm"]
  ] as const) {
    const response = await speak({ model: "x", input, voice: "fable", response_format })
    expect(response.status).toBe(200)
    expect((await bytesOf(response)).length).toBeGreaterThan(500_000)
  }
}, 120_000)

test("a process killed in the middle of speech breaks it off; the same id then makes one clip and one charge", async () => {
  const body = { model: "x", input: many.repeat(60), voice: "sage", response_format: "wav" }
  const id = { "idempotency-key": "killed" }
  const response = await speak(body, id)
  await response.body?.getReader().read()
  await server.kill()
  await server.start()
  expect(count("jobs", "state = 'running'")).toBe(0)
  expect(count("clips", "client_request_id = 'killed'")).toBe(0)
  const again = await speak(body, id)
  expect(again.status).toBe(200)
  const sound = await bytesOf(again)
  expect((await bytesOf(await speak(body, id))).equals(sound)).toBe(true)
  expect(count("clips", "client_request_id = 'killed'")).toBe(1)
  expect(count("ledger", "job_id IN (SELECT job_id FROM clips WHERE client_request_id = 'killed')")).toBe(1)
}, 120_000)

describe("the installed client", () => {
  const client = () => new OpenAI({ apiKey: API_KEY, baseURL: `${server.url}/v1`, maxRetries: 0 })

  test("OpenAI's package gets speech, its events, and errors of its own classes", async () => {
    const response = await client().audio.speech.create({ model: "tts-1", voice: "onyx", input: many })
    expect((await listen(await bytesOf(response))).seconds).toBeGreaterThan(2)
    const wrong = client().audio.speech.create({ model: "tts-1", voice: "joe", input: many })
    expect(await wrong.catch((error: unknown) => error)).toBeInstanceOf(OpenAI.BadRequestError)
  })
})
