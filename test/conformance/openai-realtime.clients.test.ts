/** OpenAI's own package, unchanged but for the address: its sockets for the Realtime protocol of today and of the beta. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { alaw, mulaw } from "alawmulaw"
import OpenAI from "openai"
import { OpenAIRealtimeWS as BetaSocket } from "openai/beta/realtime/ws"
import { OpenAIRealtimeWS } from "openai/realtime/ws"
import type {
  RealtimeClientEvent as BetaClientEvent,
  SessionUpdateEvent
} from "openai/resources/beta/realtime/realtime"
import type { RealtimeClientEvent } from "openai/resources/realtime/realtime"
import { errorRate } from "../conversation/Words.ts"
import { makeSpeaker } from "../engines/recognizer/sounds.ts"
import { serverForFile } from "../support/ForFile.ts"
import { type Microphone, startMicrophone } from "../support/Microphone.ts"
import { API_KEY } from "../support/Server.ts"
import { joined, loudness } from "../support/Sound.ts"
import { startTls, type TlsFront } from "../support/Tls.ts"

type Version = "current" | "beta"
type Format = "pcm16" | "g711_ulaw" | "g711_alaw"
type Event = Readonly<Record<string, unknown>> & { readonly type: string }

const question = "ዛሬ አየሩ እንዴት ነው"

const server = serverForFile(() => ({ QAL_MAX_CONVERSATIONS_PER_KEY: "16" }))
/** The package speaks to nothing that is not behind TLS. */
let front: TlsFront
/** The question at both rates, made before: while it is, no microphone runs. */
let spoken: Readonly<Record<8_000 | 24_000, Int16Array>>

beforeAll(async () => {
  front = await startTls(server.url)
  spoken = { 8000: await say(8_000), 24000: await say(24_000) }
})
afterAll(() => front.stop())

const say = async (rate: number): Promise<Int16Array> => {
  const speak = await makeSpeaker(rate)
  const request = { language: "am", variant: "m3", pitch: 46, wordsPerMinute: 165, inPieces: false } as const
  return speak({ text: question, ...request }).samples
}

const codecs = {
  pcm16: {
    name: "audio/pcm",
    rate: 24_000,
    encode: ({ buffer, byteLength, byteOffset }: Int16Array) => new Uint8Array(buffer, byteOffset, byteLength),
    decode: (bytes: Uint8Array) => new Int16Array(new Uint8Array(bytes).buffer)
  },
  g711_ulaw: { name: "audio/pcmu", rate: 8_000, encode: mulaw.encode, decode: mulaw.decode },
  g711_alaw: { name: "audio/pcma", rate: 8_000, encode: alaw.encode, decode: alaw.decode }
} as const

const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined),
    value
  )

const weather = {
  type: "function",
  name: "get_weather",
  description: "Weather of a city",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
} as const

interface Wishes {
  readonly spoken: boolean
  readonly format: Format
  /** Whether the server finds where turns end. */
  readonly detects: boolean
}

const formatOf = (format: Format) =>
  format === "pcm16" ? ({ type: "audio/pcm", rate: 24_000 } as const) : ({ type: codecs[format].name } as const)

/** The same session in both shapes. */
const sessions = {
  current: ({ detects, format, spoken }: Wishes): RealtimeClientEvent => ({
    type: "session.update",
    session: {
      type: "realtime",
      output_modalities: [spoken ? "audio" : "text"],
      tools: [weather],
      audio: {
        input: {
          format: formatOf(format),
          transcription: { model: "whisper-1", language: "am" },
          turn_detection: detects ? { type: "server_vad", silence_duration_ms: 400 } : null
        },
        output: { format: formatOf(format), voice: "marin" }
      }
    }
  }),
  beta: ({ detects, format, spoken }: Wishes): BetaClientEvent => {
    const session: SessionUpdateEvent.Session = {
      modalities: spoken ? ["text", "audio"] : ["text"],
      tools: [weather],
      voice: "alloy",
      input_audio_format: format,
      output_audio_format: format,
      input_audio_transcription: { model: "whisper-1", language: "am" },
      turn_detection: { type: "server_vad", silence_duration_ms: 400 }
    }
    // What the package's types forget that the beta takes.
    if (!detects) Object.assign(session, { turn_detection: null })
    return { type: "session.update", session }
  }
}

const names = {
  current: {
    added: "conversation.item.added",
    audio: "response.output_audio.delta",
    transcript: "response.output_audio_transcript.delta",
    text: "response.output_text.delta"
  },
  beta: {
    added: "conversation.item.created",
    audio: "response.audio.delta",
    transcript: "response.audio_transcript.delta",
    text: "response.text.delta"
  }
} as const

/** What both versions of the client send alike. */
type Both = RealtimeClientEvent & BetaClientEvent

class Line {
  readonly told: Array<Event> = []
  readonly errors: Array<unknown> = []

  private constructor(
    private readonly version: Version,
    private readonly socket: OpenAIRealtimeWS | BetaSocket,
    readonly send: (event: Both) => void,
    private readonly wishes: Wishes
  ) {}

  static async open(version: Version, wishes: Partial<Wishes>): Promise<Line> {
    const all = { spoken: true, format: "pcm16", detects: false, ...wishes } as const
    const client = new OpenAI({ apiKey: API_KEY, baseURL: `${front.url}/v1` })
    const options = { rejectUnauthorized: false }
    const line = version === "current" ? Line.current(client, options, all) : Line.beta(client, options, all)
    await line.next("session.updated")
    return line
  }

  private static current(client: OpenAI, options: object, wishes: Wishes): Line {
    const socket = new OpenAIRealtimeWS({ model: "gpt-realtime", options }, client)
    const line = new Line("current", socket, (event) => socket.send(event), wishes)
    socket.on("event", (event) => line.told.push({ ...event }))
    socket.on("error", (error) => line.errors.push(error))
    socket.on("session.created", () => socket.send(sessions.current(wishes)))
    return line
  }

  private static beta(client: OpenAI, options: object, wishes: Wishes): Line {
    const socket = new BetaSocket({ model: "gpt-4o-realtime-preview", options }, client)
    const line = new Line("beta", socket, (event) => socket.send(event), wishes)
    socket.on("event", (event) => line.told.push({ ...event }))
    socket.on("error", (error) => line.errors.push(error))
    socket.on("session.created", () => socket.send(sessions.beta(wishes)))
    return line
  }

  /** The next that is told of this kind from the `from`th on. */
  async next(type: string, from = 0): Promise<Event> {
    const until = performance.now() + 60_000
    for (;;) {
      const found = this.told.slice(from).find((event) => event.type === type)
      if (found !== undefined) return found
      if (performance.now() > until) throw new Error(`no ${type} after ${this.told.map(({ type }) => type).join(", ")}`)
      await Bun.sleep(10)
    }
  }

  all(kind: keyof (typeof names)["current"], from = 0): ReadonlyArray<Event> {
    return this.told.slice(from).filter(({ type }) => type === names[this.version][kind])
  }

  /** The texts of all deltas of a kind. */
  joined(kind: "text" | "transcript", from = 0): string {
    return this.all(kind, from)
      .map(({ delta }) => String(delta))
      .join("")
  }

  /** The answer's sound. */
  sound(): Int16Array {
    const { decode } = codecs[this.wishes.format]
    return joined(this.all("audio").map(({ delta }) => decode(Buffer.from(String(delta), "base64"))))
  }

  append(samples: Int16Array): void {
    const audio = Buffer.from(codecs[this.wishes.format].encode(samples)).toString("base64")
    this.send({ type: "input_audio_buffer.append", audio })
  }

  microphone(): Microphone {
    return startMicrophone(codecs[this.wishes.format].rate, (frame) => this.append(frame))
  }

  type(text: string): void {
    this.send({
      type: "conversation.item.create",
      item: { type: "message", role: "user", content: [{ type: "input_text", text }] }
    })
    this.send({ type: "response.create" })
  }

  close(): void {
    expect(this.errors).toEqual([])
    this.socket.close()
  }
}

describe.each(["current", "beta"] as const)("the %s client", (version) => {
  test.concurrent("OpenAI's realtime client gets an answer in text alone, calls its function and answers with the result", async () => {
    const line = await Line.open(version, { spoken: false })
    line.type("What is the weather in Jimma?")
    const called = await line.next("response.function_call_arguments.done")
    expect(JSON.parse(String(called.arguments))).toEqual({ city: "Jimma" })
    await line.next("response.done")
    const from = line.told.length
    const output = '{"celsius":18}'
    line.send({
      type: "conversation.item.create",
      item: { type: "function_call_output", call_id: String(called.call_id), output }
    })
    line.send({ type: "response.create" })
    const done = await line.next("response.done", from)
    expect(line.joined("text", from)).toContain("18")
    expect(at(done, "response", "output", 0, "content", 0, "text")).toBe(line.joined("text", from))
    expect(at(done, "response", "status")).toBe("completed")
    expect(Number(at(done, "response", "usage", "output_tokens"))).toBeGreaterThan(5)
    expect(line.all("audio")).toEqual([])
    line.close()
  }, 120_000)

  test.concurrent("OpenAI's realtime client ends its turns itself, also faster than they are spoken", async () => {
    const line = await Line.open(version, {})
    line.append(spoken[24_000])
    line.send({ type: "input_audio_buffer.commit" })
    line.send({ type: "response.create" })
    const heard = await line.next("conversation.item.input_audio_transcription.completed")
    expect(errorRate(question, String(heard.transcript))).toBeLessThanOrEqual(0.34)
    await line.next("response.done")
    expect(line.told.map(({ type }) => type)).not.toContain("input_audio_buffer.speech_started")
    expect(line.joined("transcript").length).toBeGreaterThan(20)
    expect(line.sound().length / 24_000).toBeGreaterThan(2)
    line.close()
  }, 120_000)

  test.concurrent.each(["g711_ulaw", "g711_alaw"] as const)(
    "OpenAI's realtime client speaks over a telephone line, as %s",
    async (format) => {
      const line = await Line.open(version, { format, detects: true })
      const microphone = line.microphone()
      await microphone.say(spoken[8_000])
      const heard = await line.next("conversation.item.input_audio_transcription.completed")
      expect(errorRate(question, String(heard.transcript))).toBeLessThanOrEqual(0.5)
      const done = await line.next("response.done")
      microphone.stop()
      const sound = line.sound()
      const seconds = sound.length / 8_000
      expect(loudness(sound, 8_000)).toBeGreaterThan(-35)
      expect(loudness(sound, 8_000)).toBeLessThan(-5)
      // What is charged are the seconds of both directions: of the answer's sound, those that were sent here.
      const input = Number(at(heard, "usage", "seconds"))
      expect(Number(at(done, "response", "usage", "total_billed_audio_duration_seconds"))).toBeCloseTo(
        input + seconds,
        1
      )
      line.close()
    },
    60_000
  )

  test.concurrent("OpenAI's realtime client cancels an answer, and asks for another", async () => {
    const line = await Line.open(version, {})
    line.type("ሰላም ለሁሉም ይሁን።")
    await line.next(names[version].audio)
    line.send({ type: "response.cancel" })
    line.send({ type: "response.create" })
    const done = await line.next("response.done")
    expect(at(done, "response", "status")).toBe("cancelled")
    expect(at(done, "response", "status_details", "reason")).toBe("client_cancelled")
    const from = line.told.indexOf(done)
    expect(line.told.slice(0, from).filter(({ type }) => type === "response.created")).toHaveLength(1)
    await line.next(names[version].audio, from)
    line.close()
  }, 120_000)
})
