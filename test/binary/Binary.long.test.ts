/** The program as one file: built, copied alone into an empty folder, and driven there. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { version } from "../../package.json" with { type: "json" }
import { docx, gif, pdf, pdfText, wordParagraph } from "../chat/Files.ts"
import { makeSpeaker } from "../engines/recognizer/sounds.ts"
import { listen } from "../support/Listen.ts"
import { API_KEY, call, postForm, startServer, type TestServer } from "../support/Server.ts"

const ROOT = resolve(import.meta.dir, "../..")
const COMMIT = Bun.spawnSync(["git", "rev-parse", "--short=12", "HEAD"], { cwd: ROOT }).stdout.toString().trim()

const folder = mkdtempSync(join(tmpdir(), "qal-binary-"))
const binary = join(folder, "qal")

/** Runs what follows where the project's folder is empty; the kernel must allow it. */
const hidden = [
  "unshare",
  "--user",
  "--map-root-user",
  "--mount",
  "sh",
  "-c",
  'mount -t tmpfs none "$0" && exec "$@"',
  ROOT
]
const canHide =
  Bun.which("unshare") !== null &&
  Bun.spawnSync([...hidden, "test", "!", "-e", join(ROOT, "package.json")], { stdout: "ignore", stderr: "ignore" })
    .exitCode === 0
const program = canHide ? [...hidden, binary] : [binary]

let server: TestServer

beforeAll(async () => {
  const built = join(folder, "built")
  const build = Bun.spawnSync([process.execPath, ".ci/build.ts", built], { cwd: ROOT })
  expect(build.stderr.toString()).toBe("")
  copyFileSync(built, binary)
  rmSync(built)
  server = await startServer({ QAL_MAX_CONVERSATIONS_PER_KEY: "2" }, program)
}, 120_000)

afterAll(async () => {
  await server.dispose()
  rmSync(folder, { recursive: true })
})

const json = async (path: string) => {
  const response = await call(server, "GET", path)
  expect({ path, status: response.status }).toEqual({ path, status: 200 })
  return await response.json()
}

const generate = (body: Readonly<Record<string, unknown>>) =>
  call(server, "POST", "/api/v1/voice/generations", { voice_id: "am-hamen", language: "am", ...body })

const text = "ሰላም፣ እንዴት ነህ? ዛሬ ጥሩ ቀን ነው።"
const audible = async (bytes: Uint8Array) => {
  const heard = await listen(bytes)
  expect(heard.seconds).toBeGreaterThan(1)
  expect(heard.active).toBeGreaterThan(0.5)
  return heard
}

test("the binary is alone in its folder and knows nothing of the folder that it was built in", () => {
  expect(readdirSync(folder)).toEqual(["qal"])
  expect(readFileSync(binary).includes(ROOT)).toBe(false)
})

test("the binary tells its version and commit on the command line and over HTTP", async () => {
  const printed = await server.qal("--version")
  const { commit, ...health } = await json("/healthz")
  expect(health).toEqual({ status: "ok", version })
  if (COMMIT === "") return
  expect(commit).toStartWith(COMMIT)
  expect(printed.trim()).toBe(`${version} (${commit})`)
})

test("the binary has a preview that can be heard for every voice of the catalog", async () => {
  const { data } = await json("/api/v1/voice/voices")
  expect(data.length).toBeGreaterThanOrEqual(8)
  for (const { id } of data) {
    const { data: preview } = await json(`/api/v1/voice/voices/${id}/preview`)
    await audible(new Uint8Array(await (await fetch(preview.audio_url)).arrayBuffer()))
  }
}, 60_000)

test.each([
  ["mp3_44100", 44_100],
  ["wav_44100", 44_100],
  ["pcm_16000", 16_000]
] as const)("the binary makes a clip as %s, with its words timed", async (output_format, sampleRate) => {
  const response = await generate({ text, output_format, timestamps: "word" })
  expect(response.status).toBe(201)
  const { data: clip } = await response.json()
  expect(clip.alignment.words).toHaveLength(7)
  const heard = await audible(new Uint8Array(await (await fetch(clip.audio_url)).arrayBuffer()))
  expect(heard.sampleRate).toBe(sampleRate)
})

test("the binary streams speech in frames, and answers the deprecated route with a WAV", async () => {
  const frames = await call(server, "POST", "/api/v1/voice/generations/stream", {
    text,
    voice_id: "om-bikila",
    language: "om"
  })
  expect(frames.headers.get("x-addis-audio-protocol")).toBe("mp3-frames-v1")
  expect((await frames.arrayBuffer()).byteLength).toBeGreaterThan(5_000)
  const legacy = await call(server, "POST", "/api/v1/audio", { text, language: "am" })
  await audible(Buffer.from((await legacy.json()).audio, "base64"))
})

test.each(["wav", "opus", "flac", "aac"])("the binary makes speech as %s, whose encoder is in it", async (format) => {
  const request = { model: "qal-tts", voice: "am-hamen", input: text, response_format: format, speed: 0.4 }
  const answer = await call(server, "POST", "/v1/audio/speech", request)
  expect(answer.status).toBe(200)
  await audible(Buffer.from(await answer.arrayBuffer()))
})

const recording = async () => {
  const { data } = await (await generate({ text: "ሰላም፣ እንዴት ነህ?", output_format: "mp3_44100" })).json()
  return new File([await (await fetch(data.audio_url)).arrayBuffer()], "speech.mp3", { type: "audio/mpeg" })
}

test("the binary hears speech: as a file, and as the prompt of a chat", async () => {
  const audio = await recording()
  const heard = await postForm(server, "/api/v1/scribe/transcribe?language=am&timestamps=word", { audio })
  expect(heard.status).toBe(200)
  const { data } = await heard.json()
  expect(data.text).toContain("ሰላም")
  expect(data.words.length).toBeGreaterThan(1)

  const asked = { chat_audio_input: await recording(), request_data: JSON.stringify({ target_language: "am" }) }
  const answer = await postForm(server, "/api/v1/chat_generate", asked)
  expect(answer.status).toBe(200)
  expect((await answer.json()).transcription_clean).toContain("ሰላም")
}, 60_000)

test("the binary reads documents and pictures, calls a tool with arguments that fit, translates a phrase", async () => {
  const fileOf = (bytes: Buffer, name: string) => new File([new Uint8Array(bytes)], name)
  const files = {
    report: fileOf(docx(wordParagraph("Gabaasa waggaa: 417 barattoota")), "report.docx"),
    page: fileOf(pdf([pdfText([[12, "Page of 417 lines"]])]), "page.pdf"),
    picture: fileOf(gif(), "picture.gif")
  }
  const request = {
    prompt: "Maaltu jira?",
    target_language: "om",
    attachment_field_names: ["report", "page", "picture"]
  }
  const form = { request_data: JSON.stringify(request), ...files }
  const answer = await postForm(server, "/api/v1/chat_generate", form)
  expect({ status: answer.status, uploads: (await answer.json()).uploaded_attachments?.length }).toEqual({
    status: 200,
    uploads: 3
  })

  const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
  const called = await call(server, "POST", "/api/v1/chat_generate", {
    prompt: "What is the weather in Jimma?",
    target_language: "om",
    tools: [{ type: "function", function: { name: "get_weather", description: "Weather of a city", parameters } }],
    tool_choice: "required"
  })
  const { tool_calls } = await called.json()
  expect(JSON.parse(tool_calls[0].function.arguments).city).toBeString()

  const translated = await call(server, "POST", "/api/v1/translate", {
    text: "Good morning",
    source_language: "en",
    target_language: "om"
  })
  expect(translated.status).toBe(200)
}, 60_000)

/** A socket, on which one waits for a message that holds a text, behind the one that was waited for last. */
const dial = (path: string, ...protocols: Array<string>) => {
  const socket = new WebSocket(server.url.replace("http", "ws") + path, protocols)
  const messages: Array<string> = []
  socket.onmessage = ({ data }) => messages.push(String(data))
  let read = 0
  const next = async (text: string) => {
    for (let wait = 0; wait < 4_000; wait++) {
      const found = messages.findIndex((message, at) => at >= read && message.includes(text))
      read = found < 0 ? read : found + 1
      if (found >= 0) return messages[found] ?? ""
      await Bun.sleep(10)
    }
    throw new Error(`no ${text} after ${messages.map((message) => message.slice(0, 80)).join()}`)
  }
  return { next, send: (message: object) => socket.send(JSON.stringify(message)), close: () => socket.close() }
}

/** "ሰላም ነው" and the silence after it, 24,000 Hz in base64. */
const spoken = async () => {
  const speak = await makeSpeaker(24_000)
  const request = { language: "am", variant: "m3", pitch: 46, wordsPerMinute: 165, inPieces: false } as const
  const { samples } = speak({ text: "ሰላም ነው እንዴት ነህ", ...request })
  const bytes = Buffer.concat([Buffer.from(samples.buffer), Buffer.alloc(48_000)])
  const frames = Math.ceil(bytes.length / 9_600)
  return Array.from({ length: frames }, (_, at) => bytes.subarray(9_600 * at, 9_600 * (at + 1)).toString("base64"))
}

test("the binary holds a conversation that is typed, spoken over and answered aloud, on both sockets", async () => {
  const frames = await spoken()
  const relay = async () => {
    const { close, next, send } = dial(`/ws?language=am&apiKey=${API_KEY}`)
    await next("setupComplete")
    send({ text: "ሰላም" })
    await next("inlineData")
    for (const data of frames) send({ data, mimeType: "audio/pcm;rate=24000" })
    await next("interrupted")
    expect(await next("inputTranscription")).toContain("ሰላም")
    await next("inlineData")
    close()
  }
  const realtime = async () => {
    const { close, next, send } = dial("/v1/realtime?model=qal-am", "realtime", `openai-insecure-api-key.${API_KEY}`)
    await next("session.created")
    const content = [{ type: "input_text", text: "ሰላም" }]
    send({ type: "conversation.item.create", item: { type: "message", role: "user", content } })
    send({ type: "response.create" })
    await next("response.output_audio.delta")
    for (const audio of frames) send({ type: "input_audio_buffer.append", audio })
    await next("input_audio_buffer.speech_started")
    expect(await next("input_audio_transcription.completed")).toContain("ሰላም")
    await next("response.output_audio.delta")
    close()
  }
  await Promise.all([relay(), realtime()])
}, 120_000)

test("the binary serves documents, metrics and readiness, and the documents need no other file", async () => {
  expect((await json("/openapi.json")).paths["/api/v1/voice/generations"]).toBeDefined()
  const docs = await (await fetch(`${server.url}/docs`)).text()
  expect(docs).not.toMatch(/(?:src|href)="(?!data:|#)[^"]+\.(?:js|css)"/)
  expect(docs.length).toBeGreaterThan(100_000)
  expect(await (await fetch(`${server.url}/metrics`)).text()).toContain("qal_jobs_settled_total")
  expect(await json("/readyz")).toMatchObject({ status: "ready" })
})

test("the binary has the dashboard's page and all that it names, compressed", async () => {
  const page = await (await fetch(server.url)).text()
  expect(page).toContain('<div id="root"></div>')
  const names = Array.from(page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g), ([, path = ""]) => path)
  expect(names.length).toBeGreaterThanOrEqual(3)
  for (const path of names) {
    const load = (accepted: string) =>
      fetch(server.url + path, { headers: { "accept-encoding": accepted }, decompress: false })
    const whole = Buffer.from(await (await load("identity")).arrayBuffer())
    for (const [coding, decode] of [
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync]
    ] as const) {
      const response = await load(coding)
      const bytes = await response.arrayBuffer()
      const isFont = path.endsWith(".woff2")
      expect([path, response.headers.get("content-encoding")]).toEqual([path, isFont ? null : coding])
      expect(whole.equals(isFont ? Buffer.from(bytes) : decode(bytes))).toBe(true)
      const known = { "accept-encoding": coding, "if-none-match": response.headers.get("etag") ?? "" }
      expect((await fetch(server.url + path, { headers: known })).status).toBe(304)
    }
  }
  expect((await fetch(`${server.url}/assets/main.tsx`)).status).toBe(404)
})

test("the command line of the binary works on a running server's folder, and `doctor` finds all well later", async () => {
  expect(await server.qal("keys", "list")).toContain(API_KEY.slice(-4))
  expect(await server.qal("serve", "--help")).toContain("QAL_PORT")
  expect(await server.stop()).toBe(0)
  const findings = (await server.qal("doctor")).trim().split("\n")
  expect(findings.every((line) => line.startsWith("ok"))).toBe(true)
  expect(findings.some((line) => line.includes("espeak-ng"))).toBe(true)
  await server.start()
}, 60_000)

test("the binary killed in the middle of a job starts again, and the same request is made and charged once", async () => {
  const request = { text: text.repeat(20), client_request_id: "killed" }
  const spent = async () => (await json("/api/v1/voice/usage")).data.total_spend
  const before = await spent()
  const lost = generate(request).catch(() => undefined)
  await Bun.sleep(100)
  await server.kill()
  await lost
  await server.start()
  const { data: clip } = await (await generate(request)).json()
  expect((await generate(request)).status).toBe(200)
  expect(await spent()).toBeCloseTo(before + clip.usage.credits_used, 4)
}, 90_000)

test.skipIf(!canHide)("the binary was tested where the project's folder was hidden", () => {
  const mounts = readFileSync(`/proc/${server.pid()}/mounts`, "utf8")
  expect(mounts).toContain(` ${ROOT} tmpfs `)
})
