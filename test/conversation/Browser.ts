/** Chromium with a microphone that hears a file, at the page in `page/`. */
import { join } from "node:path"
import { chromium, type WebSocket } from "playwright-core"
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

/**
 * The page's own server, as its developer would have one: it has the API key, and asks Qal
 * for a ticket where the page asks for a conversation.
 */
const servePage = (server: Pick<TestServer, "url">) =>
  Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    routes: {
      "/session": {
        POST: async (request) =>
          call(server, "POST", "/api/v1/conversation/sessions", await request.text(), { "x-api-key": API_KEY })
      },
      "/": () => new Response(Bun.file(join(FILES, "index.html"))),
      "/:file": ({ params: { file } }) => new Response(Bun.file(join(FILES, file)))
    }
  })

/** What the server may say (wire contract, section 9). */
export interface Message {
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

/** All messages of one socket, both ways. */
const follow = (socket: WebSocket) => {
  const sent: Array<Message & { readonly data?: string; readonly mimeType?: string }> = []
  const received: Array<Message> = []
  socket.on("framesent", ({ payload }) => sent.push(JSON.parse(String(payload))))
  socket.on("framereceived", ({ payload }) => received.push(JSON.parse(String(payload))))
  return {
    sent,
    received,
    /** The place of the next message that is so, from the `from`th on. Fails where the socket is closed before. */
    next: async (from: number, is: (message: Message) => unknown): Promise<number> => {
      for (;;) {
        const found = received.findIndex((message, at) => at >= from && is(message))
        if (found >= 0) return found
        await socket.waitForEvent("framereceived", { timeout: PATIENCE })
      }
    }
  }
}

/** Seconds of the answers in these messages. */
export const secondsOf = (messages: ReadonlyArray<Message>): number =>
  messages
    .flatMap(({ serverContent }) => serverContent?.modelTurn?.parts ?? [])
    .reduce((sum, { inlineData }) => sum + Buffer.from(inlineData.data, "base64").length / 2 / LOUDSPEAKER, 0)

/** The text of the answers in these messages. */
export const textOf = (messages: ReadonlyArray<Message>): string =>
  messages.map(({ serverContent }) => serverContent?.outputTranscription?.text ?? "").join("")

/** Opens the page in a browser of its own, whose microphone hears `sound` (at 16,000 Hz) once, then silence. */
export const openPage = async (server: TestServer, sound: Int16Array) => {
  const microphone = join(server.folder, `${crypto.randomUUID()}.wav`)
  await Bun.write(microphone, Wav.file({ samples: sound, sampleRate: RATE }))
  const site = servePage(server)
  const browser = await chromium.launch({
    executablePath: executable ?? "",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-audio-capture=${microphone}%noloop`
    ]
  })
  const page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE)
  await page.addInitScript({ path: join(FILES, "recorder.js") })
  const troubles: Array<string> = []
  page.on("pageerror", ({ message }) => troubles.push(message))
  page.on("requestfailed", (request) => troubles.push(`${request.url()} ${request.failure()?.errorText}`))
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") troubles.push(message.text())
  })
  await page.goto(site.url.href)
  return {
    page,
    /** What the browser complains of. */
    troubles,
    /** Presses Start; the socket's messages. */
    start: async () => {
      // At once: its first messages come right after it.
      const followed = new Promise<ReturnType<typeof follow>>((resolve) => {
        page.once("websocket", (socket) => resolve(follow(socket)))
      })
      await page.click("#start")
      return await followed
    },
    /** Waits until so many turns have been charged and all that came of them has been played. */
    untilQuiet: async (turns: number): Promise<void> => {
      const isQuiet = `document.querySelectorAll("li.cost").length >= ${turns} && piecesLeft() === 0`
      await page.waitForFunction(isQuiet, undefined, { timeout: PATIENCE })
    },
    /** Waits until there is sound after the first `samples` samples. */
    untilSounding: async (samples: number): Promise<void> => {
      await page.waitForFunction(`isSoundAfter(${samples})`, undefined, { timeout: PATIENCE })
    },
    playedSamples: (): Promise<number> => page.evaluate<number>("playedSamples()"),
    /** What the loudspeaker has had, silence included. */
    played: async (): Promise<Int16Array> => {
      const bytes = Buffer.from(await page.evaluate<string>("playedSound()"), "base64")
      return toInt16(new Float32Array(new Uint8Array(bytes).buffer))
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
