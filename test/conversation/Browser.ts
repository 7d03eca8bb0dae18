/** Chromium with a microphone that hears a file, at the page in `page/`. */
import { join } from "node:path"
import { chromium, type Page, type WebSocket } from "playwright-core"
import { toInt16 } from "../../src/audio/Samples.ts"
import * as Wav from "../../src/audio/Wav.ts"
import { API_KEY, call, type TestServer } from "../support/Server.ts"
import { RATE } from "./sounds.ts"

const FILES = join(import.meta.dir, "page")
/** Milliseconds; what is waited for takes a few seconds at most where nothing else runs. */
const PATIENCE = 60_000
/** Hertz of what the page plays. */
export const LOUDSPEAKER = 24_000

/** Where Chromium is; none where it is not installed. */
export const executable = Bun.which("chromium") ?? Bun.which("chromium-browser") ?? Bun.which("google-chrome")

/** Asks the server as one who has the key. */
type Ask = (method: string, path: string, body?: unknown) => Promise<Response>

/** A ticket of `WS /ws`, and where to use it. */
const relayTicket = async (ask: Ask, language: string) => {
  const { data } = await (await ask("POST", "/api/v1/conversation/sessions", { language })).json()
  return { url: data.websocket_url, secret: data.token }
}

/** A client secret of `WS /v1/realtime`, and where to use it. */
const realtimeSecret = async (ask: Ask, language: string) => {
  const session = { type: "realtime", model: `qal-${language}` }
  const { value } = await (await ask("POST", "/v1/realtime/client_secrets", { session })).json()
  const { data } = await (await ask("GET", "/api/v1/conversation")).json()
  return { url: data.realtime_url, secret: value }
}

/** The page's own server, as its developer would have one: it has the API key, and asks Qal for tickets. */
const servePage = (ask: Ask) =>
  Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    routes: {
      "/session/relay/:language": async ({ params }) => Response.json(await relayTicket(ask, params.language)),
      "/session/realtime/:language": async ({ params }) => Response.json(await realtimeSecret(ask, params.language)),
      "/": () => new Response(Bun.file(join(FILES, "index.html"))),
      "/:file": ({ params: { file } }) => new Response(Bun.file(join(FILES, file)))
    }
  })

/** What is said over `WS /ws` (wire contract, section 9). */
export interface Message {
  /** Of the client's sound. */
  readonly data?: string
  readonly mimeType?: string
  readonly setupComplete?: boolean
  readonly type?: string
  readonly message?: string
  readonly serverContent?: {
    readonly inputTranscription?: { readonly text: string }
    readonly outputTranscription?: { readonly text: string }
    readonly modelTurn?: {
      readonly parts: ReadonlyArray<{ readonly inlineData: { readonly data: string; readonly mimeType: string } }>
    }
    readonly interrupted?: boolean
    readonly turnComplete?: boolean
  }
  readonly usageMetadata?: {
    readonly totalBilledAudioDurationSeconds: number
    readonly credits_used: number
    readonly credits_remaining: number
  }
  readonly error?: { readonly code: string; readonly message: string }
}

/** What is said over `WS /v1/realtime`, as far as it is looked at. */
export interface RealtimeEvent {
  readonly type: string
  readonly delta?: string
  readonly transcript?: string
  readonly audio_end_ms?: number
  readonly response?: { readonly status: string; readonly usage?: { readonly total_tokens: number } }
}

/** All messages of one socket, both ways. */
const follow = <A>(socket: WebSocket) => {
  const sent: Array<A> = []
  const received: Array<A> = []
  socket.on("framesent", ({ payload }) => sent.push(JSON.parse(String(payload))))
  socket.on("framereceived", ({ payload }) => received.push(JSON.parse(String(payload))))
  return {
    sent,
    received,
    /** The place of the next message that is so, from the `from`th on. Fails where the socket is closed before. */
    next: async (from: number, is: (message: A) => unknown): Promise<number> => {
      for (;;) {
        const found = received.findIndex((message, at) => at >= from && is(message))
        if (found >= 0) return found
        await socket.waitForEvent("framereceived", { timeout: PATIENCE })
      }
    }
  }
}

const samplesOf = (pieces: ReadonlyArray<string>): Int16Array => {
  const bytes = new Uint8Array(Buffer.concat(pieces.map((piece) => Buffer.from(piece, "base64"))))
  return new Int16Array(bytes.buffer)
}

/** The sound of the answers in these messages. */
export const soundOf = (messages: ReadonlyArray<Message>): Int16Array =>
  samplesOf(
    messages
      .flatMap(({ serverContent }) => serverContent?.modelTurn?.parts ?? [])
      .map(({ inlineData }) => inlineData.data)
  )

/** The same of these events. */
export const soundOfEvents = (events: ReadonlyArray<RealtimeEvent>): Int16Array =>
  samplesOf(events.flatMap(({ delta = "", type }) => (type === "response.output_audio.delta" ? [delta] : [])))

/** The text of the answers in these messages. */
export const textOf = (messages: ReadonlyArray<Message>): string =>
  messages.map(({ serverContent }) => serverContent?.outputTranscription?.text ?? "").join("")

/** A browser whose microphone hears a file once, then silence. */
const launch = (microphone: string) =>
  chromium.launch({
    executablePath: executable ?? "",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-sync",
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-audio-capture=${microphone}%noloop`
    ]
  })

/** What the browser complains of. */
const complaints = (page: Page): ReadonlyArray<string> => {
  const all: Array<string> = []
  page.on("pageerror", ({ message }) => all.push(message))
  page.on("requestfailed", (request) => all.push(`${request.url()} ${request.failure()?.errorText}`))
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") all.push(message.text())
  })
  return all
}

/** What `page/recorder.js` tells. */
const recorder = (page: Page) => {
  const until = async (condition: string) => {
    await page.waitForFunction(condition, undefined, { timeout: PATIENCE })
  }
  return {
    /** Waits until so many turns are complete and all that came of them has been played. */
    untilQuiet: (turns: number) =>
      until(`document.querySelectorAll("li.cost").length >= ${turns} && piecesLeft() === 0`),
    /** Waits until there is sound after the first `samples` samples. */
    untilSounding: (samples: number) => until(`isSoundAfter(${samples})`),
    playedSamples: (): Promise<number> => page.evaluate<number>("playedSamples()"),
    /** What the loudspeaker has had, silence included. */
    played: async (): Promise<Int16Array> => {
      const bytes = Buffer.from(await page.evaluate<string>("playedSound()"), "base64")
      return toInt16(new Float32Array(new Uint8Array(bytes).buffer))
    }
  }
}

/** The page in a browser of its own, whose microphone hears `sound` at 16,000 Hz. `key` is its server's. */
export const openPage = async (server: Pick<TestServer, "folder" | "url">, key: string, sound: Int16Array) => {
  const microphone = join(server.folder, `${crypto.randomUUID()}.wav`)
  await Bun.write(microphone, Wav.file({ samples: sound, sampleRate: RATE }))
  const site = servePage((method, path, body) => call(server, method, path, body, { "x-api-key": key }))
  const browser = await launch(microphone)
  const page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE)
  await page.addInitScript({ path: join(FILES, "recorder.js") })
  const troubles = complaints(page)
  await page.goto(site.url.href)
  const start = async <A>() => {
    // At once: its first messages come right after it.
    const followed = new Promise<ReturnType<typeof follow<A>>>((resolve) => {
      page.once("websocket", (socket) => resolve(follow<A>(socket)))
    })
    await page.click("#start")
    return await followed
  }
  return {
    page,
    troubles,
    recorder: recorder(page),
    /** Starts a conversation over `WS /ws`; its messages. */
    start: () => start<Message>(),
    /** The same over `WS /v1/realtime`. */
    startRealtime: async () => {
      await page.selectOption("#protocol", "realtime")
      return await start<RealtimeEvent>()
    },
    /** Leaves the conversation; the page's last word of it. */
    stop: async () => {
      await page.click("#stop")
      await page.waitForSelector("#start:enabled")
      return await page.textContent("#state")
    },
    dispose: async (): Promise<void> => {
      await browser.close()
      await site.stop(true)
    }
  }
}

/** What the server's recogniser hears in sound of the loudspeaker. */
export const recognise = async (server: TestServer, samples: Int16Array, language: string): Promise<string> => {
  const form = new FormData()
  form.set("audio", new Blob([Wav.file({ samples, sampleRate: LOUDSPEAKER })], { type: "audio/wav" }), "played.wav")
  form.set("request_data", JSON.stringify({ language_code: language }))
  const response = await fetch(`${server.url}/api/v2/stt`, {
    method: "POST",
    headers: { "x-api-key": API_KEY },
    body: form
  })
  const { data } = await response.json()
  return data.transcription
}
