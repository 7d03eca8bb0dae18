/** OpenAI's package for agents that speak, unchanged but for the address: its session, its socket and its types. */
import { beforeAll, expect, test } from "bun:test"
import { OpenAIRealtimeWebSocket, RealtimeAgent, RealtimeSession, tool } from "@openai/agents-realtime"
import { errorRate } from "../conversation/Words.ts"
import { makeSpeaker } from "../engines/recognizer/sounds.ts"
import { serverForFile } from "../support/ForFile.ts"
import { type Microphone, startMicrophone } from "../support/Microphone.ts"
import { API_KEY, call } from "../support/Server.ts"
import { joined, loudness } from "../support/Sound.ts"

const RATE = 24_000

const server = serverForFile(() => ({ QAL_MAX_CONVERSATIONS_PER_KEY: "4" }))
/** What is said, made before: while it is, no microphone runs. */
const sounds = new Map<string, Int16Array>()

beforeAll(async () => {
  const speak = await makeSpeaker(RATE)
  const said = { am: ["ዛሬ አየሩ እንዴት ነው"], om: ["akkam jirta", "har'a guyyaa maali", "bishaan eessa jira"] } as const
  for (const language of ["am", "om"] as const) {
    const voice = { language, variant: language === "am" ? "m3" : "f2", pitch: 46, wordsPerMinute: 165 } as const
    for (const text of said[language]) sounds.set(text, speak({ text, ...voice, inPieces: false }).samples)
  }
})

type Content = Readonly<Record<string, unknown>>

/** The words of an entry of the session's history, as the package has them. */
const wordsOf = ({ content }: { readonly content: ReadonlyArray<Content> }): string =>
  content.map(({ text, transcript }) => String(text ?? transcript)).join("")

/** A session with what it tells of itself, in order; each event of the server by its type. */
class Talk {
  readonly told: Array<string> = []
  readonly errors: Array<unknown> = []
  private readonly sound: Array<Int16Array> = []
  private soundBegan = 0
  private readonly microphone: Microphone

  private constructor(readonly session: RealtimeSession) {
    session.on("transport_event", ({ type }) => {
      this.told.push(type)
    })
    session.on("error", (error) => {
      this.errors.push(error)
    })
    for (const name of ["agent_tool_start", "agent_tool_end", "audio_interrupted"] as const) {
      session.on(name, () => this.told.push(name))
    }
    session.on("audio", ({ data }) => {
      if (this.sound.length === 0) this.soundBegan = performance.now()
      this.sound.push(new Int16Array(data))
    })
    this.microphone = startMicrophone(RATE, (frame) => session.sendAudio(frame.buffer))
  }

  static async connect(agent: RealtimeAgent, apiKey: string, model: string): Promise<Talk> {
    const url = `${server.url.replace("http", "ws")}/v1/realtime?model=${model}`
    const session = new RealtimeSession(agent, { model, transport: new OpenAIRealtimeWebSocket({ url }) })
    await session.connect({ apiKey })
    return new Talk(session)
  }

  /** Waits for what is told from the `from`th on. */
  async next(type: string, from: number): Promise<void> {
    const until = performance.now() + 60_000
    while (!this.told.slice(from).includes(type)) {
      if (performance.now() > until || this.session.transport.status !== "connected") {
        throw new Error(`no ${type} after ${this.told.slice(from).join(", ")}`)
      }
      await Bun.sleep(10)
    }
  }

  say(text: string): Promise<void> {
    return this.microphone.say(sounds.get(text) ?? expect.unreachable("it is not made"))
  }

  /** The sound that has come since this was asked last. */
  heard(): Int16Array {
    return joined(this.sound.splice(0))
  }

  /** The same, once all of it has been played. */
  async listen(): Promise<Int16Array> {
    const sound = this.heard()
    await Bun.sleep(Math.max(0, this.soundBegan + (1_000 * sound.length) / RATE - performance.now()) + 500)
    return sound
  }

  messages() {
    return this.session.history.filter((item) => item.type === "message")
  }

  end(): void {
    this.microphone.stop()
    this.session.close()
  }
}

const audible = (sound: Int16Array): void => {
  expect(sound.length / RATE).toBeGreaterThan(2)
  expect(loudness(sound, RATE)).toBeGreaterThan(-35)
  expect(loudness(sound, RATE)).toBeLessThan(-5)
}

/** That they were told in this order, among others. */
const ordered = (told: ReadonlyArray<string>, ...types: ReadonlyArray<string>): void => {
  const left = [...types]
  for (const type of told) if (type === left[0]) left.shift()
  expect(left).toEqual([])
}

test.concurrent("an agent takes speech and text, calls its tool, answers with the result, and is interrupted", async () => {
  const calls: Array<unknown> = []
  const today = tool({
    name: "guyyaa_har_a",
    description: "what day it is",
    parameters: { type: "object", properties: {}, required: [], additionalProperties: false },
    strict: true,
    execute: (input) => {
      calls.push(input)
      return "Dilbata"
    }
  })
  const session = { type: "realtime", model: "qal-om", audio: { output: { voice: "om-bikila" } } }
  const secret = await (await call(server, "POST", "/v1/realtime/client_secrets", { session })).json()
  expect(secret.value).toStartWith("ek_")
  const agent = new RealtimeAgent({ name: "Qal", instructions: "Gabaabsii deebisi.", tools: [today] })
  const talk = await Talk.connect(agent, secret.value, "qal-om")

  // Spoken.
  await talk.say("akkam jirta")
  await talk.next("response.done", 0)
  ordered(
    talk.told,
    "session.created",
    "session.updated",
    "input_audio_buffer.speech_started",
    "input_audio_buffer.speech_stopped",
    "input_audio_buffer.committed",
    "conversation.item.added",
    "conversation.item.input_audio_transcription.completed",
    "response.created",
    "response.output_item.added",
    "response.output_audio_transcript.delta",
    "response.output_audio.delta",
    "response.output_audio.done",
    "response.output_item.done",
    "response.done"
  )
  audible(await talk.listen())
  expect(errorRate("akkam jirta", wordsOf(talk.messages()[0] ?? { content: [] }))).toBeLessThanOrEqual(0.5)
  expect(wordsOf(talk.messages()[1] ?? { content: [] })).toContain("akkam")
  expect(talk.messages().map(({ role }) => role)).toEqual(["user", "assistant"])

  // Spoken, with a call of the tool.
  let from = talk.told.length
  await talk.say("har'a guyyaa maali")
  await talk.next("agent_tool_end", from)
  expect(calls).toEqual([{}])
  await talk.next("response.created", talk.told.indexOf("agent_tool_end"))
  await talk.next("response.done", talk.told.lastIndexOf("response.created"))
  ordered(
    talk.told.slice(from),
    "response.created",
    "response.function_call_arguments.done",
    "agent_tool_start",
    "agent_tool_end",
    "response.created",
    "response.output_audio.delta",
    "response.done"
  )
  audible(await talk.listen())
  expect(talk.session.history.filter(({ type }) => type === "function_call")).toMatchObject([
    { name: "guyyaa_har_a", status: "completed", arguments: "{}", output: "Dilbata" }
  ])
  expect(errorRate("har'a guyyaa maali", wordsOf(talk.messages()[2] ?? { content: [] }))).toBeLessThanOrEqual(0.34)
  expect(wordsOf(talk.messages()[3] ?? { content: [] })).toContain("Dilbata")

  // Typed; the answer is spoken over.
  from = talk.told.length
  talk.session.sendMessage("Bishaan eessa jira, kitaaba qabda, galatoomi nagaatti!")
  await talk.next("response.output_audio.delta", from)
  await Bun.sleep(1_500)
  const over = talk.told.length
  await talk.say("bishaan eessa jira")
  await talk.next("audio_interrupted", over)
  await talk.next("conversation.item.truncated", over)
  await talk.next("conversation.item.input_audio_transcription.completed", over)
  const [typed, cut, spoken] = talk.messages().slice(4)
  expect(typed).toMatchObject({ role: "user", content: [{ type: "input_text" }] })
  expect(cut).toMatchObject({ role: "assistant", status: "incomplete" })
  expect(wordsOf(cut ?? { content: [] }).length).toBeGreaterThan(10)
  // The rest of the answer, which quotes what was typed, is not in the history.
  expect(wordsOf(cut ?? { content: [] })).not.toContain("nagaatti")
  expect(errorRate("bishaan eessa jira", wordsOf(spoken ?? { content: [] }))).toBeLessThanOrEqual(0.34)
  talk.heard()

  // And what was said over it is answered.
  await talk.next("response.created", over)
  await talk.next("response.done", talk.told.lastIndexOf("response.created"))
  audible(talk.heard())
  expect(wordsOf(talk.messages().at(-1) ?? { content: [] })).toContain("bishaan")

  expect(talk.errors).toEqual([])
  const { usage } = talk.session
  expect(usage.requests).toBe(5)
  expect(usage.inputTokens).toBeGreaterThan(100)
  expect(usage.outputTokens).toBeGreaterThan(100)
  expect(usage.totalTokens).toBe(usage.inputTokens + usage.outputTokens)
  talk.end()
}, 120_000)

test.concurrent("an agent also works with an API key, a silence of its own, and a language of the transcription", async () => {
  const agent = new RealtimeAgent({ name: "Qal", instructions: "በአጭሩ መልስ።", voice: "am-hamen" })
  const talk = await Talk.connect(agent, API_KEY, "gpt-realtime")
  const from = talk.told.length
  talk.session.transport.updateSessionConfig({
    audio: {
      input: {
        transcription: { model: "gpt-4o-mini-transcribe", language: "am" },
        turnDetection: { type: "server_vad", silenceDurationMs: 300, interruptResponse: true }
      }
    }
  })
  await talk.next("session.updated", from)
  await talk.say("ዛሬ አየሩ እንዴት ነው")
  await talk.next("response.done", from)
  audible(talk.heard())
  expect(errorRate("ዛሬ አየሩ እንዴት ነው", wordsOf(talk.messages()[0] ?? { content: [] }))).toBeLessThanOrEqual(0.34)
  expect(talk.errors).toEqual([])
  talk.end()
}, 60_000)

test.concurrent("an agent's invalid key is refused in an error event, before the socket is closed", async () => {
  const agent = new RealtimeAgent({ name: "Qal" })
  const url = `${server.url.replace("http", "ws")}/v1/realtime`
  const session = new RealtimeSession(agent, { transport: new OpenAIRealtimeWebSocket({ url }) })
  const errors: Array<unknown> = []
  session.on("error", (error) => errors.push(error))
  await session.connect({ apiKey: "sk_none" }).catch(() => {})
  for (let wait = 0; wait < 100 && session.transport.status !== "disconnected"; wait++) await Bun.sleep(50)
  expect(session.transport.status).toBe("disconnected")
  expect(JSON.stringify(errors[0])).toContain("authentication_error")
})
