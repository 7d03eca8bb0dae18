/** Transcription over a real server, with its own recogniser: files, lines, captions, recovery, money, and what goes wrong. */
import { beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import * as Wav from "../../src/audio/Wav.ts"
import * as Fingerprint from "../../src/billing/Fingerprint.ts"
import { HEADER as REPLAY } from "../../src/http/Replays.ts"
import { lentServerForFile } from "../support/ForFile.ts"
import { longTest } from "../support/Long.ts"
import { call, keyOf, leftRunning, startServer, type Target, type TestServer } from "../support/Server.ts"

const lent = lentServerForFile()
let server: Target & Pick<TestServer, "folder" | "rows">
let speech: Uint8Array<ArrayBuffer>
let long: Uint8Array<ArrayBuffer>

const said = "ሰላም፣ እንዴት ነህ? ዛሬ ጥሩ ቀን ነው።"

/** What the server itself says, as MP3. */
const spoken = async (text: string) => {
  const body = { text, voice_id: "am-hamen", language: "am" }
  const { data } = await (await call(server, "POST", "/api/v1/voice/generations", body)).json()
  return new Uint8Array(Buffer.from(data.audio.split(",")[1], "base64"))
}

beforeAll(async () => {
  server = lent
  speech = await spoken(said)
  long = await spoken(`${said} `.repeat(8))
  // The server loads its recogniser.
  await transcribe()
})

const charges = async (operation = "transcription") => {
  const sql = "SELECT amount FROM ledger WHERE operation = ? ORDER BY seq"
  return (await server.rows<{ readonly amount: number }>(sql, operation)).map(({ amount }) => 0 - amount)
}
const running = async () => (await server.rows("SELECT 1 AS one FROM jobs WHERE state = 'running'")).length
const until = async (condition: () => Promise<boolean>) => {
  while (!(await condition())) await Bun.sleep(5)
}

const formOf = (file: Uint8Array<ArrayBuffer> | string | undefined, more: Readonly<Record<string, string>> = {}) => {
  const form = new FormData()
  if (typeof file === "string") form.append("audio", file)
  else if (file !== undefined) form.append("audio", new Blob([file], { type: "audio/wav" }), "speech.wav")
  for (const [name, value] of Object.entries(more)) form.append(name, value)
  return form
}

const post = (path: string, form: FormData, headers: Readonly<Record<string, string>> = {}, init: RequestInit = {}) =>
  fetch(server.url + path, { method: "POST", body: form, headers: { "x-api-key": keyOf(server), ...headers }, ...init })
const transcribe = (query = "", file: Uint8Array<ArrayBuffer> | string = speech) =>
  post(`/api/v1/scribe/transcribe${query}`, formOf(file))
const recover = (id: string, query = "") => call(server, "GET", `/api/v1/scribe/requests/${id}${query}`)

const errorOf = async (response: Response) => {
  const { error } = await response.json()
  return { status: response.status, code: error.code, param: error.param }
}

const silence = (seconds: number) =>
  new Uint8Array(Wav.file({ samples: new Int16Array(16_000 * seconds), sampleRate: 16_000 }))

describe("a file", () => {
  test("a file is transcribed, charged by its characters, and found again under its id", async () => {
    const before = (await charges()).length
    const response = await transcribe("?request_id=first-one")
    expect(response.status).toBe(200)
    const { data } = await response.json()
    expect(data.text).toContain("ሰላም")
    expect(data).toMatchObject({
      request_id: "first-one",
      backend: "standard",
      chunk: "1120ms",
      mode: "offline",
      language: "am",
      usage: { characters: data.text.length, price_per_1000_characters: 3.5, currency: "ETB", settled: true }
    })
    expect(data.words).toBeUndefined()
    expect(data.seconds).toBeGreaterThan(2)
    expect(data.usage.credits_used).toBeCloseTo((data.text.length * 3.5) / 1_000, 4)
    expect((await charges()).slice(before)).toEqual([Math.round(data.usage.credits_used * 1e6)])

    const again = await (await transcribe("?request_id=first-one")).json()
    expect(again.data).toEqual({ ...data, idempotent_replay: true })
    const found = await recover("first-one")
    expect(await found.json()).toEqual({ data: { ...data, idempotent_replay: true } })
    expect((await charges()).length).toBe(before + 1)
  })

  test("a file's answer has its heard seconds and warnings, by every route and again", async () => {
    const two = new Uint8Array(
      await Bun.file(new URL("../audio/cases/silent-first.mp4", import.meta.url)).arrayBuffer()
    )
    const met = { heard_seconds: 1.44, warnings: ["the file has 2 sound tracks; number 2 was heard"] }
    const { data } = await (await transcribe("?request_id=two-tracks", two)).json()
    expect(data).toMatchObject({ ...met, text: "ሰላም ነው እንዴት ነህ" })
    expect((await (await recover("two-tracks")).json()).data).toMatchObject(met)
    const lines = (await (await transcribe("?stream=true", two)).text()).trim().split("\n")
    expect(JSON.parse(lines.at(-1) ?? "").data).toMatchObject(met)
    const version2 = await (await post("/api/v2/stt", formOf(two, { language_code: "am" }))).json()
    expect(version2.data).toMatchObject(met)
    const form = new FormData()
    form.append("file", new Blob([two]), "speech.mp4")
    form.append("response_format", "verbose_json")
    form.append("language", "auto")
    expect(await (await post("/v1/audio/transcriptions", form)).json()).toMatchObject(met)
    const asked = new FormData()
    asked.append("request_data", JSON.stringify({ target_language: "am" }))
    asked.append("chat_audio_input", new Blob([two], { type: "video/mp4" }), "speech.mp4")
    expect((await (await post("/api/v1/chat_generate", asked)).json()).data).toMatchObject(met)
  })

  test("a file is transcribed in the track that is asked for, and refused with a list where there is none", async () => {
    const two = new Uint8Array(
      await Bun.file(new URL("../audio/cases/silent-first.mp4", import.meta.url)).arrayBuffer()
    )
    const { data } = await (await transcribe("?track=1&language=auto", two)).json()
    expect(data).toMatchObject({ text: "", warnings: ["the sound is almost silent"] })
    const silent = await (await post("/api/v2/stt", formOf(two, { language_code: "am", track: "1" }))).json()
    expect(silent).toMatchObject({ confidence: 0, data: { confidence: 0, transcription: "" } })
    for (const response of [
      await transcribe("?track=3", two),
      await post("/api/v1/scribe/transcribe", formOf(two, { track: "3" })),
      await post("/api/v2/stt", formOf(two, { language_code: "am", track: "3" }))
    ]) {
      const { error } = await response.json()
      expect([response.status, error.param]).toEqual([422, "track"])
      expect(error.message).toContain("1 (aac), 2 (aac)")
    }
  })

  test("a file's form that names no boundary is refused as such", async () => {
    const body = new Uint8Array(Buffer.from("--x\r\n\r\n--x--\r\n"))
    const headers = { "x-api-key": keyOf(server), "content-type": "multipart/form-data" }
    const response = await fetch(`${server.url}/api/v1/scribe/transcribe`, { method: "POST", body, headers })
    const { error } = await response.json()
    expect([response.status, error.code]).toEqual([400, "INVALID_REQUEST"])
    expect(error.message).toContain("boundary")
  })

  test("a file without an id gets one, which is good for recovery", async () => {
    const { data } = await (await transcribe()).json()
    expect(data.request_id).toMatch(/^[A-Za-z0-9_-]{1,128}$/)
    expect((await (await recover(data.request_id)).json()).data.text).toBe(data.text)
  })

  test("a file transcribed with words has their times, and captions that are made of them", async () => {
    const { data } = await (await transcribe("?timestamps=word&request_id=timed")).json()
    expect(data.words.map(({ text }: { text: string }) => text).join(" ")).toBe(data.text)
    for (const { end, start } of data.words) expect(0 <= start && start <= end && end <= data.seconds + 0.01).toBe(true)
    expect(data.segments.map(({ text }: { text: string }) => text).join(" ")).toBe(data.text)
    for (const [format, type] of [
      ["srt", "application/x-subrip"],
      ["vtt", "text/vtt"]
    ] as const) {
      const captions = await recover("timed", `?format=${format}`)
      expect(captions.headers.get("content-type")).toStartWith(type)
      expect(captions.headers.get("x-request-id")).toBe("timed")
      expect(captions.headers.get("x-scribe-credits-used")).toBe(String(data.usage.credits_used))
      expect(await captions.text()).toContain(" --> ")
    }
  })

  test("a file's captions can be asked for at once, and are the same transcription as with words", async () => {
    const srt = await transcribe("?format=srt&request_id=as-captions")
    expect(srt.status).toBe(200)
    expect(await srt.text()).toMatch(/^1\n00:00:0\d,\d{3} --> 00:00:\d\d,\d{3}\n/)
    const vtt = await transcribe("?format=vtt&request_id=as-captions")
    expect([srt.headers.get(REPLAY), vtt.headers.get(REPLAY)]).toEqual([null, "true"])
    expect(await vtt.text()).toStartWith("WEBVTT\n\n00:00:0")
    const json = await (await transcribe("?timestamps=word&request_id=as-captions")).json()
    expect(json.data.idempotent_replay).toBe(true)
  })

  test("a transcription made without times has no captions", async () => {
    await (await transcribe("?request_id=untimed")).text()
    expect(await errorOf(await recover("untimed", "?format=srt"))).toEqual({
      status: 422,
      code: "VALIDATION_ERROR",
      param: "format"
    })
  })

  test("a file of silence, or of no samples, is an empty transcript that costs nothing", async () => {
    for (const file of [silence(3), silence(0)]) {
      const { data } = await (await transcribe("", file)).json()
      expect(data).toMatchObject({ text: "", usage: { characters: 0, credits_used: 0, settled: true } })
      expect((await charges()).at(-1)).toBe(0)
    }
    expect(await (await transcribe("?format=srt", silence(1))).text()).toBe("")
  })
})

const ffmpeg = Bun.which("ffmpeg")
if (ffmpeg === null) process.stderr.write("ffmpeg is not installed: not every audio type is spoken and heard\n")

longTest.skipIf(ffmpeg === null)("speech of the server is transcribed again, in every type of file", async () => {
  const heard = async (file: Uint8Array<ArrayBuffer>) => (await (await transcribe("", file)).json()).data.text
  const meant = await heard(speech)
  const letters = (text: string) => text.replace(/[^\p{L}]/gu, "").length
  expect(Math.abs(letters(meant) / letters(said) - 1)).toBeLessThan(0.25)
  const kinds: ReadonlyArray<ReadonlyArray<string>> = [
    ["wav", "-ar", "8000"],
    ["wav", "-ar", "48000", "-ac", "2", "-c:a", "pcm_s24le"],
    ["mp3", "-b:a", "64k"],
    ["m4a", "-b:a", "96k"],
    ["mp4", "-movflags", "frag_keyframe+empty_moov"],
    ["webm", "-c:a", "libopus"],
    ["ogg", "-c:a", "libvorbis"],
    ["ogg", "-c:a", "libopus"],
    ["flac", "-ar", "44100"]
  ]
  for (const [extension, ...options] of kinds) {
    const path = join(server.folder, `speech.${extension}`)
    const run = Bun.spawnSync([ffmpeg ?? "", "-v", "error", "-y", "-i", "pipe:0", ...options, path], { stdin: speech })
    expect(run.stderr.toString()).toBe("")
    const words = (await heard(new Uint8Array(await Bun.file(path).arrayBuffer()))).split(" ")
    const same = words.filter((word: string) => meant.includes(word)).length
    // A codec, or a telephone's band, may cost the small recogniser a word.
    expect({ extension, options, most: same >= words.length / 2 }).toEqual({ extension, options, most: true })
  }
})

describe("lines", () => {
  const linesOf = async (response: Response) => {
    expect(response.headers.get("content-type")).toBe("application/x-ndjson")
    const lines = (await response.text()).split("\n")
    expect(lines.pop()).toBe("")
    return lines.map((line) => JSON.parse(line))
  }

  test("streamed lines repeat all text so far, and last the whole", async () => {
    const lines = await linesOf(await transcribe("?stream=true&request_id=in-lines", long))
    const last = lines.pop()
    expect(last.type).toBe("transcript.completed")
    expect(last.data).toMatchObject({ mode: "upload_stream", request_id: "in-lines", usage: { settled: true } })
    expect(lines.length).toBeGreaterThan(3)
    for (const line of lines)
      expect(line).toEqual({ type: "transcript.partial", text: line.text, request_id: "in-lines" })
    expect(lines.at(-1).text.length).toBeGreaterThan(last.data.text.length / 2)
  })

  test("a streamed transcription is replayed as JSON", async () => {
    const response = await transcribe("?stream=true&request_id=in-lines", long)
    expect(response.headers.get("content-type")).toStartWith("application/json")
    expect((await response.json()).data.idempotent_replay).toBe(true)
  })

  longTest("a client that hangs up while lines come is billed once, and finds the transcript by its id", async () => {
    const before = (await charges()).length
    const controller = new AbortController()
    const response = await post(
      "/api/v1/scribe/transcribe?stream=true&request_id=hung-up&chunk=320ms",
      formOf(long),
      {},
      { signal: controller.signal }
    )
    await response.body?.getReader().read()
    controller.abort()
    await until(async () => (await running()) === 0)
    expect((await (await recover("hung-up")).json()).data.usage.settled).toBe(true)
    expect((await charges()).length).toBe(before + 1)
  })
})

describe("one at a time", () => {
  longTest("while one transcription of a wallet runs, another is refused with the wait, and its id too", async () => {
    const first = await transcribe("?stream=true&request_id=slow&chunk=320ms", long)
    const [other, same, found] = await Promise.all([
      transcribe("?request_id=other"),
      transcribe("?request_id=slow&chunk=320ms", long),
      recover("slow")
    ])
    // The first may have ended before they were asked; then they are simply answered.
    if ((await running()) > 0 || other.status === 429) {
      expect(await errorOf(other)).toEqual({ status: 429, code: "BUSY", param: undefined })
      expect(other.headers.get("retry-after")).toBe("1")
    }
    expect([200, 409]).toContain(same.status)
    expect([200, 409]).toContain(found.status)
    await first.text()
    expect((await transcribe("?request_id=other")).status).toBe(200)
  })

  test("of many transcriptions at once as many are charged as answered, and the wallet's slot is free again", async () => {
    const before = (await charges()).length
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => transcribe(`?request_id=crowd-${at}`)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses).toContain(200)
    expect(new Set(statuses.filter((status) => status !== 200))).toEqual(new Set(statuses.includes(429) ? [429] : []))
    expect((await charges()).length).toBe(before + statuses.filter((status) => status === 200).length)
    expect((await transcribe()).status).toBe(200)
  })
})

describe("what is wrong", () => {
  type Case = readonly [() => Promise<Response>, number, string, string | undefined]

  /** One after the other, since a wallet has one transcription at a time, also of what proves to be none. */
  const refuses = async (cases: ReadonlyArray<Case>) => {
    const before = (await charges()).length
    for (const [answer, status, code, param] of cases) {
      const seen = await errorOf(await answer())
      expect({ ...seen, param: status === 413 ? undefined : seen.param }).toEqual({ status, code, param })
    }
    expect((await charges()).length).toBe(before)
  }

  test("a transcription's field that is wrong is named, and nothing is charged", () =>
    refuses([
      [() => post("/api/v1/scribe/transcribe", formOf(undefined)), 422, "VALIDATION_ERROR", "audio"],
      [() => transcribe("", "text"), 422, "VALIDATION_ERROR", "audio"],
      [() => transcribe("?backend=fast"), 422, "VALIDATION_ERROR", "backend"],
      [() => transcribe("?chunk=1s"), 422, "VALIDATION_ERROR", "chunk"],
      [() => transcribe("?language=en"), 422, "VALIDATION_ERROR", "language"],
      [() => transcribe("?request_id=two%20words"), 422, "VALIDATION_ERROR", "request_id"],
      [() => transcribe("?stream=true&timestamps=word"), 422, "VALIDATION_ERROR", "timestamps"],
      [() => transcribe("?speakers=true"), 422, "VALIDATION_ERROR", "speakers"],
      [() => transcribe("?stream=true&speakers=1"), 422, "VALIDATION_ERROR", "speakers"],
      [
        () => post("/api/v1/scribe/transcribe", formOf(speech, { speakers: "true" })),
        422,
        "VALIDATION_ERROR",
        "speakers"
      ],
      [() => post("/api/v1/scribe/transcribe", formOf(speech, { speakers: "2" })), 422, "VALIDATION_ERROR", "speakers"],
      [() => transcribe("?speakers=maybe"), 422, "VALIDATION_ERROR", "speakers"],
      [() => call(server, "POST", "/api/v1/scribe/sessions", { speakers: true }), 422, "VALIDATION_ERROR", "speakers"],
      [() => call(server, "POST", "/api/v1/scribe/sessions", { speakers: "no" }), 422, "VALIDATION_ERROR", "speakers"],
      [() => transcribe("?stream=true&format=srt"), 422, "VALIDATION_ERROR", "format"]
    ]))

  test("a transcription's file or address that is wrong has its code, and nothing is charged", () =>
    refuses([
      [
        () => transcribe("", new Uint8Array(Buffer.from("not a sound, but a text"))),
        415,
        "UNSUPPORTED_MEDIA_TYPE",
        "audio"
      ],
      [() => transcribe("", new Uint8Array(0)), 422, "UNDECODABLE_AUDIO", "audio"],
      [
        () => transcribe("", new Uint8Array(Buffer.from("RIFF0000WAVEgarbage and more of it"))),
        422,
        "UNDECODABLE_AUDIO",
        "audio"
      ],
      [() => transcribe("", silence(181)), 422, "AUDIO_TOO_LONG", "audio"],
      [() => transcribe("", new Uint8Array(26_214_401)), 413, "PAYLOAD_TOO_LARGE", undefined],
      [() => call(server, "POST", "/api/v1/scribe/transcribe", "{}"), 415, "UNSUPPORTED_MEDIA_TYPE", undefined],
      [() => recover("nobody-knows"), 404, "NOT_FOUND", undefined],
      [() => recover("two%20words"), 404, "NOT_FOUND", undefined],
      [() => fetch(`${server.url}/api/v1/scribe/usage`), 401, "UNAUTHORIZED", undefined]
    ]))

  test("a transcription's id is for one file only", async () => {
    await (await transcribe("?request_id=conflict")).text()
    expect((await errorOf(await transcribe("?request_id=conflict", silence(1)))).code).toBe("IDEMPOTENCY_CONFLICT")
    expect((await errorOf(await transcribe("?request_id=conflict&chunk=320ms"))).code).toBe("IDEMPOTENCY_CONFLICT")
  })
})

test("a transcription whose speakers were told apart is a replay without a model for that, wherever its id stands", async () => {
  const id = "told-apart-by-a-model-that-is-gone"
  const made = await transcribe(`?timestamps=word&request_id=${id}`)
  expect(made.status).toBe(200)
  const before = (await charges()).length
  const inForm = () => post("/api/v1/scribe/transcribe?speakers=true", formOf(speech, { request_id: id }))
  const inHeader = () => post("/api/v1/scribe/transcribe?speakers=true", formOf(speech), { "idempotency-key": id })
  const inQuery = () => transcribe(`?speakers=true&request_id=${id}`)
  // Of another request, as its speakers were not told apart.
  for (const ask of [inForm, inHeader, inQuery])
    expect(await errorOf(await ask())).toEqual({ status: 409, code: "IDEMPOTENCY_CONFLICT", param: undefined })
  // As if a model had told them apart, and had gone since.
  const known = { language: "am", backend: "standard", chunk: "1120ms", words: true, speakers: true }
  const fingerprint = Fingerprint.of({ sha256: new Bun.CryptoHasher("sha256").update(speech).digest("hex"), ...known })
  await server.rows("UPDATE jobs SET fingerprint = ? WHERE request_id = ? RETURNING id", fingerprint, id)
  for (const ask of [inForm, inHeader, inQuery]) {
    const answer = await ask()
    expect([answer.status, (await answer.json()).data?.idempotent_replay]).toEqual([200, true])
  }
  expect((await charges()).length).toBe(before)
})

test("speakers that are not asked for are no fault of a transcription's query or form", async () => {
  for (const answer of [
    () => transcribe("?speakers=false"),
    () => post("/api/v1/scribe/transcribe", formOf(speech, { speakers: "False" })),
    () => post("/api/v1/scribe/transcribe", formOf(speech, { speakers: "" }))
  ])
    expect((await answer()).status).toBe(200)
})

test("transcription's capabilities are readable without a key, balance and price with one", async () => {
  const response = await fetch(`${server.url}/api/v1/scribe`, { headers: { origin: "https://any.example" } })
  expect(response.headers.get("access-control-expose-headers")).toContain("x-scribe-credits-used")
  const { data } = await response.json()
  expect(data).toMatchObject({
    languages: ["am", "om"],
    backends: ["standard", "turbo"],
    chunks: ["320ms", "1120ms"],
    sample_rate: 16_000,
    format: "pcm_s16le",
    max_audio_seconds: 180,
    max_upload_bytes: 26_214_400,
    ticket_ttl_seconds: 60,
    result_retention_seconds: 86_400
  })
  const url = new URL(data.websocket_url)
  expect([url.protocol, url.pathname, url.search]).toEqual(["ws:", "/api/v1/scribe/stream", ""])
  const usage = await (await call(server, "GET", "/api/v1/scribe/usage")).json()
  expect(usage.data).toMatchObject({ currency: "ETB", pricing: { unit: "character", price_per_1000_characters: 3.5 } })
  expect(usage.data.balance).toBeGreaterThan(0)
})

test("a live session's ticket says what the session will be", async () => {
  const body = { language: "om", request_id: "live-one" }
  const response = await call(server, "POST", "/api/v1/scribe/sessions", body)
  expect(response.status).toBe(201)
  expect(response.headers.get("cache-control")).toBe("private, no-store")
  const { data } = await response.json()
  expect(data).toMatchObject({
    request_id: "live-one",
    backend: "standard",
    chunk: "320ms",
    language: "om",
    max_audio_seconds: 180
  })
  expect(data.expires_at * 1_000 - Date.now()).toBeLessThanOrEqual(61_000)
  const plain = await (await call(server, "POST", "/api/v1/scribe/sessions", { speakers: false })).json()
  expect(plain.data).toMatchObject({ language: "am", chunk: "320ms" })
  for (const language of ["auto", "None", "und", "", null]) {
    const { data } = await (await call(server, "POST", "/api/v1/scribe/sessions", { language })).json()
    expect(data.language).toBe("am")
  }
})

/** The routes that hear a file: its field, the field of the language, and what the answer says of the language. */
const doors = [
  { path: "/api/v1/scribe/transcribe", file: "audio", field: "language", said: "/data/language", am: "am", om: "om" },
  { path: "/api/v2/stt", file: "audio", field: "language_code", said: undefined, am: undefined, om: undefined },
  { path: "/v1/audio/transcriptions", file: "file", field: "language", said: "/language", am: "amharic", om: "oromo" },
  { path: "/v1/audio/translations", file: "file", field: "language", said: undefined, am: undefined, om: undefined }
] as const

for (const { am, field, file, om, path, said } of doors)
  test(`the language that a form names counts at ${path}, and what names none is Amharic`, async () => {
    const hush = silence(1)
    const ask = async (values: ReadonlyArray<string>) => {
      const form = new FormData()
      for (const value of values) form.append(field, value)
      if (path.startsWith("/v1/")) form.append("response_format", "verbose_json")
      form.append(file, new Blob([hush]), "hush.wav")
      const response = await post(path, form)
      const answer = await response.json()
      const language = said
        ?.split("/")
        .slice(1)
        .reduce((value, name) => value?.[name], answer)
      return { status: response.status, language, param: answer.error?.param }
    }
    for (const value of ["auto", "Auto", "None", "undefined", "null", "und", "", " "])
      expect([value, await ask([value])]).toEqual([value, { status: 200, language: am, param: undefined }])
    expect(await ask(["om"])).toEqual({ status: 200, language: om, param: undefined })
    for (const wrong of [["en"], ["am", "om"]])
      expect(await ask(wrong)).toMatchObject({ status: path.startsWith("/v1/") ? 400 : 422, param: field })
  })

test("a form's fields are asked for where the query is silent, and what does not go together is refused", async () => {
  const ask = async (query: string, fields: Readonly<Record<string, string>>) => {
    const response = await post(`/api/v1/scribe/transcribe${query}`, formOf(silence(1), fields))
    return response.headers.get("content-type")?.includes("json") ? await response.json() : response.text()
  }
  expect((await ask("", { language: "om", chunk: "320ms", request_id: "of-the-form" })).data).toMatchObject({
    language: "om",
    chunk: "320ms",
    request_id: "of-the-form"
  })
  expect((await ask("?language=am&chunk=1120ms", { language: "om", chunk: "320ms" })).data).toMatchObject({
    language: "am",
    chunk: "1120ms"
  })
  expect((await ask("?language=auto", { language: "om" })).data.language).toBe("om")
  expect(await ask("", { format: "vtt" })).toStartWith("WEBVTT")
  expect((await ask("?stream=true", { "timestamps[]": "word" })).error.param).toBe("timestamps")
  expect((await ask("", { numerals: "roman" })).error.param).toBe("numerals")
})

test("a flag of a transcription's query or form is taken in any case, as Python writes it", async () => {
  const typeOf = async (query: string, fields: Readonly<Record<string, string>>) => {
    const response = await post(`/api/v1/scribe/transcribe${query}`, formOf(silence(1), fields))
    await response.text()
    return [response.status, response.headers.get("content-type")?.split(";")[0]]
  }
  expect(await typeOf("?stream=True", {})).toEqual([200, "application/x-ndjson"])
  expect(await typeOf("", { stream: "True" })).toEqual([200, "application/x-ndjson"])
  expect(await typeOf("?stream=False", { stream: "True" })).toEqual([200, "application/json"])
  expect(await typeOf("?stream=yes", {})).toEqual([422, "application/json"])
})

test("a form that names no boundary is refused with what to do", async () => {
  for (const [path, type] of [
    ["/api/v1/scribe/transcribe", "multipart/form-data"],
    ["/api/v2/stt", "multipart/form-data; boundary="],
    ["/v1/audio/transcriptions", "multipart/form-data; charset=utf-8"]
  ] as const) {
    const headers = { "x-api-key": keyOf(server), "content-type": type }
    const response = await fetch(server.url + path, { method: "POST", body: "--b--", headers })
    expect(response.status).toBe(400)
    expect((await response.json()).error.message).toMatch(/names no boundary; leave that header to your HTTP client/)
  }
})

describe("version 2", () => {
  /** The form with a file where a field of text belongs. */
  const fileFor = (name: string, value: string) => {
    const form = formOf(speech)
    form.append(name, new Blob([value]), "value.txt")
    return form
  }
  const sttForm = (file: Uint8Array<ArrayBuffer> | undefined, fields: Readonly<Record<string, string>>, headers = {}) =>
    post("/api/v2/stt", formOf(file, fields), headers)
  const stt = (file: Uint8Array<ArrayBuffer> | undefined, data: string | undefined, headers = {}) =>
    sttForm(file, data === undefined ? {} : { request_data: data }, headers)

  test("speech-to-text v2 answers as specified, and again under its id", async () => {
    const before = (await charges("speech_to_text")).length
    const response = await stt(speech, '{"language_code":"am"}', { "idempotency-key": "v2" })
    const answer = await response.json()
    expect(answer.status).toBe("success")
    expect(answer.data.transcription).toContain("ሰላም")
    expect(answer.data.confidence).toBe(answer.confidence)
    expect(answer.confidence).toBeGreaterThan(0)
    expect(answer.confidence).toBeLessThanOrEqual(1)
    expect(answer.data.usage_metadata.totalBilledDuration).toMatch(/^\d+s$/)
    expect(answer.data.usage_metadata.requestId).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
    )
    const again = await (await stt(speech, '{"language_code":"am"}', { "idempotency-key": "v2" })).json()
    expect(again).toEqual({ ...answer, data: { ...answer.data, idempotent_replay: true } })
    expect((await charges("speech_to_text")).slice(before)).toEqual([
      Math.round((answer.data.transcription.length * 3.5 * 1e6) / 1_000 / 100) * 100
    ])
  })

  test("speech-to-text v2 takes the language as a field of its own where there is no request_data", async () => {
    const id = { "idempotency-key": "plain-field" }
    const answer = await (await sttForm(speech, { language_code: "am" }, id)).json()
    expect(answer.data.transcription).toContain("ሰላም")
    const same = await (await stt(speech, '{"language_code":"am"}', id)).json()
    expect(same.data).toEqual({ ...answer.data, idempotent_replay: true })
    const twice = new FormData()
    twice.set("audio", new Blob([speech]))
    for (const language of ["am", "om"]) twice.append("language_code", language)
    const refused = await post("/api/v2/stt", twice)
    expect([refused.status, (await refused.json()).error.param]).toEqual([422, "language_code"])
    const other = await sttForm(speech, { language_code: "om" }, id)
    expect((await other.json()).error.code).toBe("IDEMPOTENCY_CONFLICT")
    const both = await sttForm(speech, { request_data: '{"language_code":"am"}', language_code: "xx" }, id)
    expect((await both.json()).data.idempotent_replay).toBe(true)
  })

  test("speech-to-text v2 takes a language that names none as left out, as JSON and as a field", async () => {
    const id = { "idempotency-key": "no-language" }
    const answer = await (await stt(speech, '{"language_code":"am"}', id)).json()
    const same = { ...answer.data, idempotent_replay: true }
    for (const name of ["auto", "None", "undefined", "null", "und", ""]) {
      const data = JSON.stringify({ language_code: name })
      expect((await (await stt(speech, data, id)).json()).data).toEqual(same)
      expect((await (await sttForm(speech, { language_code: name }, id)).json()).data).toEqual(same)
    }
    expect((await (await stt(speech, '{"language_code":null}', id)).json()).data).toEqual(same)
  })

  test("speech-to-text v2 names what is wrong with its form", async () => {
    const cases: ReadonlyArray<readonly [Promise<Response>, number, string, string | undefined]> = [
      [stt(speech, undefined), 400, "INVALID_REQUEST", "request_data"],
      [stt(speech, "{"), 400, "INVALID_REQUEST", "request_data"],
      [stt(speech, '{"language_code":"en"}'), 422, "VALIDATION_ERROR", "language_code"],
      [stt(speech, "{}"), 422, "VALIDATION_ERROR", "language_code"],
      [sttForm(speech, { language_code: "en" }), 422, "VALIDATION_ERROR", "language_code"],
      [post("/api/v2/stt", fileFor("language_code", "am")), 422, "VALIDATION_ERROR", "language_code"],
      [sttForm(speech, { language_code: "am", request_data: "{" }), 400, "INVALID_REQUEST", "request_data"],
      [sttForm(speech, { language_code: "am", request_data: "{}" }), 422, "VALIDATION_ERROR", "language_code"],
      [stt(undefined, '{"language_code":"am"}'), 422, "VALIDATION_ERROR", "audio"],
      [
        stt(speech, '{"language_code":"am"}', { "idempotency-key": "two words" }),
        422,
        "VALIDATION_ERROR",
        "idempotency-key"
      ]
    ]
    for (const [answer, status, code, param] of cases)
      expect(await errorOf(await answer)).toEqual({ status, code, param })
    const { error } = await (await sttForm(speech, {})).json()
    expect(error.message).toBe(
      "request_data is missing; send it as JSON with language_code, or language_code as a field of its own"
    )
    expect(error.details).toMatchObject([{ field: "request_data", code: "missing" }])
  })
})

test("the document describes every form of a transcription's answer", async () => {
  const document = await (await fetch(`${server.url}/openapi.json`)).json()
  const content = document.paths["/api/v1/scribe/transcribe"].post.responses["200"].content
  expect(Object.keys(content)).toEqual([
    "application/json",
    "application/x-ndjson",
    "application/x-subrip",
    "text/vtt",
    "text/plain"
  ])
})

longTest(
  "a kill in a transcription leaves no hold and no charge; recovery says so, and the id then works once",
  async () => {
    const own = await startServer()
    server = own
    const before = (await charges()).length
    const lost = transcribe("?stream=true&request_id=killed&chunk=320ms", long).then(
      (response) => response.text(),
      () => ""
    )
    await until(async () => (await running()) > 0)
    await own.kill()
    await lost.catch(() => "")
    await own.start()
    expect(await leftRunning(own)).toBe(0)
    const found = await recover("killed")
    // It may have settled in the instant before.
    if (found.status !== 200) {
      expect(await errorOf(found)).toEqual({ status: 409, code: "REQUEST_INTERRUPTED", param: undefined })
      expect((await charges()).length).toBe(before)
    }
    expect((await transcribe("?request_id=killed&chunk=320ms", long)).status).toBe(200)
    expect((await charges()).length).toBe(before + 1)
    server = lent
    await own.dispose()
  }
)

test("a file with numerals=digits is written with figures, charged by what is answered", async () => {
  const file = await spoken("ዋጋው ሁለት ሺህ አምስት መቶ ብር ነው።")
  const ask = async (query: string) => (await (await transcribe(query, file)).json()).data
  const words = await ask("?timestamps=word")
  const digits = await ask("?timestamps=word&numerals=digits")
  expect(words.text).not.toMatch(/\d/)
  expect(digits.text).toContain("2,500 ብር")
  expect(digits.usage.characters).toBe(digits.text.length)
  expect(digits.words.map(({ text }: { text: string }) => text).join(" ")).toBe(digits.text)
  const streamed = await (await transcribe("?stream=true&numerals=digits", file)).text()
  const last = JSON.parse(streamed.trim().split("\n").at(-1) ?? "")
  expect(last.data.text).toBe(digits.text)
  const same = "?request_id=numerals_1"
  expect((await transcribe(same, file)).status).toBe(200)
  expect((await transcribe(`${same}&numerals=words`, file)).status).toBe(200)
  expect((await transcribe(`${same}&numerals=digits`, file)).status).toBe(409)
  expect(await errorOf(await transcribe("?numerals=roman", file))).toMatchObject({ status: 422, param: "numerals" })
})
