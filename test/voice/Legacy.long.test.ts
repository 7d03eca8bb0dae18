/** The deprecated text-to-speech over a real server: both forms, its money, its ids, and what goes wrong. */
import type { Database } from "bun:sqlite"
import { expect, test } from "bun:test"
import { mkdirSync, readdirSync, renameSync, rmdirSync, truncateSync } from "node:fs"
import { join } from "node:path"
import { fidelity } from "../audio/sounds.ts"
import { serverForFile } from "../support/ForFile.ts"
import { listen } from "../support/Listen.ts"
import { withDatabase } from "../support/Rows.ts"
import { API_KEY, call, logLines, type TestServer } from "../support/Server.ts"

const server = serverForFile()

const onDatabase = <A>(use: (database: Database) => A): A => withDatabase(server, use)
const query = <Row>(sql: string): ReadonlyArray<Row> => onDatabase((database) => database.query<Row, []>(sql).all())

const charges = () =>
  query<{ readonly amount: number }>("SELECT amount FROM ledger WHERE operation = 'voice.legacy' ORDER BY seq").map(
    ({ amount }) => -amount
  )
const running = () => query("SELECT 1 FROM jobs WHERE state = 'running'").length

/** Every stored file. */
const files = () =>
  readdirSync(join(server.folder, "data", "blobs"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)

const until = async (condition: () => boolean) => {
  while (!condition()) await Bun.sleep(5)
}

const text = "ሰላም፣ እንዴት ነህ? ዛሬ ጥሩ ቀን ነው።"
const long = "ሰላም፣ ዛሬ ጥሩ ቀን ነው። ነገም እንዲሁ ይሁን። ".repeat(30)

const speak = (body: Readonly<Record<string, unknown>>, id?: string, on: Pick<TestServer, "url"> = server) =>
  call(
    on,
    "POST",
    "/api/v1/audio",
    { text, language: "am", ...body },
    id === undefined ? {} : { "idempotency-key": id }
  )

interface Line {
  readonly audio_chunk?: string
  readonly index?: number
  readonly idempotent_replay?: true
  readonly error?: { readonly code: string; readonly request_id: string }
}

const linesOf = async (response: Response): Promise<ReadonlyArray<Line>> => {
  expect(response.headers.get("content-type")).toBe("application/x-ndjson")
  const lines = (await response.text()).split("\n")
  expect(lines.pop()).toBe("")
  return lines.map((line) => JSON.parse(line))
}

const joined = (lines: ReadonlyArray<Line>): Buffer => {
  expect(lines.map(({ index }) => index)).toEqual(lines.map((_, index) => index))
  return Buffer.concat(lines.map(({ audio_chunk = "" }) => Buffer.from(audio_chunk, "base64")))
}

const streamed = async (body: Readonly<Record<string, unknown>>, id?: string) =>
  joined(await linesOf(await speak({ ...body, stream: true }, id)))

const whole = async (body: Readonly<Record<string, unknown>>, id?: string) => {
  const response = await speak(body, id)
  expect(response.status).toBe(200)
  return Buffer.from((await response.json()).audio, "base64")
}

/** Bytes of a WAV's header, and of the frame that a file of MP3 begins with. */
const HEADER = 44
const INFO_FRAME = 208
const FRAME_SAMPLES = 1_152

const KBITS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]

/** How many whole frames of MP3 the piece is. */
const framesOf = (piece: Uint8Array): number => {
  let frames = 0
  let at = 0
  for (; at < piece.length; frames++) {
    const [sync = 0, kind = 0, code = 0] = piece.subarray(at)
    expect([sync, kind]).toEqual([0xff, 0xfb])
    at += Math.floor((144_000 * (KBITS[code >> 4] ?? 0)) / 44_100) + ((code >> 1) & 1)
  }
  expect(at).toBe(piece.length)
  return frames
}

test("a legacy id answers in the form that it was used for, charged once, as often as it is asked", async () => {
  const before = charges().length
  const file = await whole({}, "form-whole")
  const again = await (await speak({}, "form-whole")).json()
  expect(again.idempotent_replay).toBe(true)
  expect(Buffer.from(again.audio, "base64").equals(file)).toBe(true)
  const first = await streamed({}, "form-streamed")
  const lines = await linesOf(await speak({ stream: true }, "form-streamed"))
  expect(lines.map((line) => line.idempotent_replay ?? false)).toEqual(lines.map((_, index) => index === 0))
  // Only the first frame, which says how long the file is, was not known before.
  expect(joined(lines).subarray(INFO_FRAME).equals(first.subarray(INFO_FRAME))).toBe(true)
  expect(charges().length).toBe(before + 2)
  for (const [id, stream] of [
    ["form-whole", true],
    ["form-streamed", false]
  ] as const) {
    const other = await speak({ stream }, id)
    expect([other.status, (await other.json()).error.code]).toEqual([409, "IDEMPOTENCY_CONFLICT"])
  }
})

test("a whole legacy answer is a WAV, and a stream's pieces are one gapless MP3 of the same sound", async () => {
  const file = await whole({ text: long })
  const meant = await listen(file)
  expect(meant.seconds).toBeCloseTo((file.length - HEADER) / 2 / 44_100, 3)
  await streamed({ text: long }, "sample-by-sample")
  // Said again its first frame tells where the sound begins and ends, which not every player needs to know.
  const heard = await listen(await streamed({ text: long }, "sample-by-sample"))
  for (const { active, channels, loudness, sampleRate } of [meant, heard]) {
    expect([sampleRate, channels]).toEqual([44_100, 1])
    expect(active).toBeGreaterThan(0.5)
    expect(loudness).toBeGreaterThan(-32)
  }
  expect(heard.samples.length).toBe(meant.samples.length)
  const length = heard.samples.length
  // The engine does not make the same samples twice.
  expect(fidelity(meant.samples, heard.samples, 0, length)).toBeGreaterThan(1.5)
  expect(fidelity(meant.samples, heard.samples.subarray(20), 0, length - 20)).toBeLessThan(0)
})

test("every piece of a legacy stream is small, whole frames, and is decoded alone with no frame lost", async () => {
  const lines = await linesOf(await speak({ text: long, stream: true }))
  for (const [index, { audio_chunk = "" }] of lines.entries()) {
    const piece = Buffer.from(audio_chunk, "base64")
    expect(piece.length).toBeLessThanOrEqual(8 * 1024)
    const frames = framesOf(piece) - (index === 0 ? 1 : 0)
    expect(frames).toBeGreaterThanOrEqual(4)
    const { samples } = await listen(piece)
    // The info frame in the first says how many samples of the encoder's run-in are no sound.
    expect(frames * FRAME_SAMPLES - samples.length).toBeWithin(0, (index === 0 ? 1_105 : 0) + 1)
  }
})

test.each([
  ["as it is made", undefined],
  ["again", "read-again"]
])("a client that splits a legacy stream at line ends gets every line of it, %s", async (_, id) => {
  if (id !== undefined) await streamed({ text: long }, id)
  const reader = (await speak({ text: long, stream: true }, id)).body?.getReader()
  const decoder = new TextDecoder()
  const read: Array<Line> = []
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    for (const line of decoder.decode(part.value).split("\n")) if (line !== "") read.push(JSON.parse(line))
  }
  expect((await listen(joined(read))).seconds).toBeGreaterThan(20)
})

const ffmpeg = Bun.which("ffmpeg")

/** Samples that ffmpeg hears, told nothing of what it is. */
const ffmpegHears = async (bytes: Uint8Array): Promise<number> => {
  const decoder = Bun.spawn([ffmpeg ?? "", "-v", "error", "-i", "pipe:0", "-f", "s16le", "-ac", "1", "pipe:1"], {
    stdin: bytes,
    stdout: "pipe"
  })
  return (await new Response(decoder.stdout).arrayBuffer()).byteLength / 2
}

test.skipIf(ffmpeg === null)("ffmpeg too plays a legacy stream's pieces, alone and joined", async () => {
  const lines = await linesOf(await speak({ stream: true }))
  for (const { audio_chunk = "" } of lines.slice(1)) {
    const piece = Buffer.from(audio_chunk, "base64")
    expect(await ffmpegHears(piece)).toBe(FRAME_SAMPLES * framesOf(piece))
  }
  const { samples } = await listen(joined(lines))
  expect(Math.abs((await ffmpegHears(joined(lines))) - samples.length)).toBeLessThanOrEqual(FRAME_SAMPLES)
})

test("a minute of the legacy route costs what its table says, 1 ETB in Amharic and 5 in Afaan Oromo", async () => {
  for (const [body, perMinute] of [
    [{ text, language: "am" }, 1],
    [{ text: "Akkam jirtu? Har'a guyyaa gaarii dha.", language: "om" }, 5]
  ] as const) {
    const { seconds } = await listen(await whole(body))
    const expected = (Math.round(seconds * 1_000) / 60_000) * perMinute * 1_000_000
    expect(Math.abs((charges().at(-1) ?? 0) - expected)).toBeLessThanOrEqual(100)
  }
})

test("a legacy id is for one request only, in its wallet and for this route", async () => {
  await whole({}, "conflict")
  const other = await speak({ text: "ሌላ ጽሑፍ ነው።" }, "conflict")
  expect(other.status).toBe(409)
  expect((await other.json()).error.code).toBe("IDEMPOTENCY_CONFLICT")
  const clip = await call(server, "POST", "/api/v1/voice/generations", {
    text,
    voice_id: "am-hamen",
    language: "am",
    client_request_id: "conflict"
  })
  expect(clip.status).toBe(201)
})

test("while the first request with a legacy id runs, a second is refused with the wait", async () => {
  const first = speak({ text: long, stream: true }, "slow")
  await until(() => running() > 0)
  const second = await speak({ text: long, stream: true }, "slow")
  expect(second.status).toBe(409)
  expect((await second.json()).error.code).toBe("GENERATION_IN_PROGRESS")
  expect(second.headers.get("retry-after")).toBe("1")
  await (await first).text()
})

test("without an id every legacy request is its own, and nothing of it is left once it is answered", async () => {
  const before = { charges: charges().length, files: files() }
  await whole({})
  await streamed({})
  expect(charges().length).toBe(before.charges + 2)
  await until(() => files().length === before.files.length)
  expect(files()).toEqual(before.files)
})

/** The stored file of an id. */
const keptFor = (requestId: string): string => {
  const [kept] = query<{ readonly blob_id: string }>(
    `SELECT a.blob_id FROM legacy_audio a JOIN jobs j ON j.id = a.job_id WHERE j.request_id = '${requestId}'`
  )
  const id = kept?.blob_id ?? ""
  return join(server.folder, "data", "blobs", id.slice(-1), id)
}

const forms = [
  ["whole", false],
  ["streamed", true]
] as const

test.each(forms)(
  "a %s legacy replay with an unreadable file is an INTERNAL_ERROR, logged with the request's id",
  async (form, stream) => {
    const name = `unreadable-${form}`
    await (await speak({ stream }, name)).text()
    const path = keptFor(name)
    renameSync(path, `${path}.away`)
    // It is there, and reading it fails.
    mkdirSync(path)
    try {
      const response = await speak({ stream }, name)
      const requestId = response.headers.get("x-request-id") ?? ""
      expect(response.status).toBe(500)
      expect((await response.json()).error).toMatchObject({ code: "INTERNAL_ERROR", request_id: requestId })
      const logged = () => logLines(server.output()).filter((line) => line.request_id === requestId)
      await until(() => logged().length >= 2)
      expect(logged().map(({ status, level }) => [level, status])).toEqual([
        ["error", undefined],
        ["error", 500]
      ])
    } finally {
      rmdirSync(path)
      renameSync(`${path}.away`, path)
    }
  }
)

const spoiled = forms.flatMap(([form, stream]) => [
  [form, "lost", stream, (path: string) => renameSync(path, `${path}.away`)] as const,
  [form, "cut short", stream, (path: string) => truncateSync(path, 0)] as const
])

test.each(spoiled)(
  "a %s legacy replay whose file is %s is an INTERNAL_ERROR, logged with the request's id",
  async (form, how, stream, spoil) => {
    const name = `replay-${form}-${how.replace(" ", "-")}`
    await (await speak({ stream }, name)).text()
    spoil(keptFor(name))
    const response = await speak({ stream }, name)
    const requestId = response.headers.get("x-request-id") ?? ""
    expect(response.status).toBe(500)
    expect((await response.json()).error).toMatchObject({ code: "INTERNAL_ERROR", request_id: requestId })
    const logged = () => logLines(server.output()).filter((line) => line.request_id === requestId)
    await until(() => logged().length >= 2)
    expect(logged().map(({ level }) => level)).toEqual(["error", "error"])
  }
)

test("a wrong field of the legacy route is named, charges nothing, and the answer says deprecated", async () => {
  const before = charges().length
  const cases: ReadonlyArray<readonly [Promise<Response>, number, string, string | undefined]> = [
    [speak({ text: undefined }), 422, "VALIDATION_ERROR", "text"],
    [speak({ text: "?!" }), 422, "VALIDATION_ERROR", "text"],
    [speak({ language: "en" }), 422, "VALIDATION_ERROR", "language"],
    [speak({ stream: "yes" }), 422, "VALIDATION_ERROR", "stream"],
    [speak({}, "two words"), 422, "VALIDATION_ERROR", "idempotency-key"],
    [speak({}, "a".repeat(129)), 422, "VALIDATION_ERROR", "idempotency-key"],
    [speak({ text: "ሀ".repeat(1_501) }), 422, "TEXT_TOO_LONG", "text"],
    [speak({ text: "ሀ".repeat(5_001), stream: true }), 422, "TEXT_TOO_LONG", "text"],
    [call(server, "POST", "/api/v1/audio", "{"), 400, "INVALID_REQUEST", undefined],
    [
      call(server, "POST", "/api/v1/audio", "x", { "content-type": "text/plain" }),
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      undefined
    ],
    [fetch(`${server.url}/api/v1/audio`, { method: "POST", body: "{}" }), 401, "UNAUTHORIZED", undefined]
  ]
  for (const [answer, status, code, param] of cases) {
    const response = await answer
    const { error } = await response.json()
    expect({ status: response.status, code: error.code, param: error.param }).toEqual({ status, code, param })
    expect(response.headers.get("deprecation")).toMatch(/^@\d{10}$/)
  }
  expect(charges().length).toBe(before)
})

test("legacy answers name what has taken their place, and the document calls the route deprecated", async () => {
  const response = await speak({})
  expect(response.headers.get("link")).toBe('</api/v1/voice/generations>; rel="successor-version"')
  expect(Number(response.headers.get("deprecation")?.slice(1)) * 1_000).toBeLessThan(Date.now())
  await response.text()
  const document = await (await fetch(`${server.url}/openapi.json`)).json()
  const operation = document.paths["/api/v1/audio"].post
  expect(operation.deprecated).toBe(true)
  expect(Object.keys(operation.responses["200"].content)).toEqual(["application/json", "application/x-ndjson"])
  expect(document.paths["/api/v1/voice/generations"].post.deprecated).toBeUndefined()
  expect(await (await fetch(`${server.url}/docs`)).text()).toContain("<em>deprecated</em>")
})

test("a client that hangs up in a legacy answer is billed once, and finds the sound under its id", async () => {
  const before = charges().length
  const controller = new AbortController()
  const response = await fetch(`${server.url}/api/v1/audio`, {
    method: "POST",
    signal: controller.signal,
    headers: { "x-api-key": API_KEY, "content-type": "application/json", "idempotency-key": "hung-up" },
    body: JSON.stringify({ text: long, language: "am", stream: true })
  })
  await response.body?.getReader().read()
  controller.abort()
  await until(() => running() === 0)
  const lines = await linesOf(await speak({ text: long, stream: true }, "hung-up"))
  expect(lines[0]?.idempotent_replay).toBe(true)
  expect((await listen(joined(lines))).seconds).toBeGreaterThan(20)
  expect(charges().length).toBe(before + 1)
}, 60_000)

test("another voice speaks on the legacy route where the default one is switched off", async () => {
  const usual = await whole({})
  await server.qal("voices", "disable", "am-hamen")
  await Bun.sleep(1_100)
  const other = await whole({})
  await server.qal("voices", "enable", "am-hamen")
  expect(Math.abs(other.length - usual.length) / usual.length).toBeGreaterThan(0.02)
})

test("a kill in a legacy answer leaves no hold, charge or file; the same id then speaks once", async () => {
  const before = { charges: charges().length, files: files().length }
  const lost = speak({ text: long, stream: true }, "killed").then(
    (response) => response.text(),
    () => ""
  )
  await until(() => running() > 0)
  await server.kill()
  await lost.catch(() => "")
  await server.start()
  expect(running()).toBe(0)
  expect({ charges: charges().length, files: files().length }).toEqual(before)
  await streamed({ text: long }, "killed")
  expect({ charges: charges().length, files: files().length }).toEqual({
    charges: before.charges + 1,
    files: before.files + 1
  })
}, 90_000)

test("a legacy id is free after its 24 hours, and its sound is gone", async () => {
  await whole({}, "expired")
  const kept =
    "SELECT a.blob_id, j.expires_at, j.ended_at FROM legacy_audio a JOIN jobs j ON j.id = a.job_id WHERE j.request_id = 'expired'"
  const [old] = query<{ readonly blob_id: string; readonly expires_at: number; readonly ended_at: number }>(kept)
  expect((old?.expires_at ?? 0) - (old?.ended_at ?? 0)).toBe(24 * 3_600_000)
  onDatabase((database) => database.run("UPDATE jobs SET expires_at = 1 WHERE request_id = 'expired'"))
  await whole({ text: "ሌላ ጽሑፍ ነው።" }, "expired")
  await server.stop()
  await server.start()
  const [fresh] = query<{ readonly blob_id: string }>(kept)
  expect(files()).not.toContain(old?.blob_id ?? "")
  expect(files()).toContain(fresh?.blob_id ?? "")
}, 90_000)
