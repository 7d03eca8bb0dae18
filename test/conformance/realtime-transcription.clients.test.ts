/**
 * Sessions that hear and never answer: OpenAI's own package in both versions, unchanged but for its address, and what
 * LiveKit's STT sends with `useRealtime`, as its source has it (its package brings native media libraries of 250 MB).
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import OpenAI from "openai"
import { OpenAIRealtimeWS as BetaSocket } from "openai/beta/realtime/ws"
import { OpenAIRealtimeWS } from "openai/realtime/ws"
import { type Entry, enter } from "../conversation/Entry.ts"
import { errorRate } from "../conversation/Words.ts"
import { makeSpeaker } from "../engines/recognizer/sounds.ts"
import { serverForFile } from "../support/ForFile.ts"
import { startMicrophone } from "../support/Microphone.ts"
import { API_KEY } from "../support/Server.ts"
import { startTls, type TlsFront } from "../support/Tls.ts"
import { balance } from "./OpenAi.ts"

const RATE = 24_000
const question = "ዛሬ አየሩ እንዴት ነው"
/** ETB of a thousand characters (wire contract, section 1). */
const PRICE = 3.5

type Event = Readonly<Record<string, unknown>> & { readonly type: string }

const server = serverForFile(() => ({ QAL_MAX_CONVERSATIONS_PER_KEY: "16" }))
let front: TlsFront
let spoken: Int16Array

beforeAll(async () => {
  front = await startTls(server.url)
  const speak = await makeSpeaker(RATE)
  const request = { language: "am", variant: "m3", pitch: 46, wordsPerMinute: 165, inPieces: false } as const
  spoken = speak({ text: question, ...request }).samples
})
afterAll(() => front.stop())

const base64 = ({ buffer, byteLength, byteOffset }: Int16Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString("base64")

/** Waits until there is what `look` looks for. */
const soon = async <A>(look: () => A | undefined, what: string, patience = 60_000): Promise<A> => {
  const until = performance.now() + patience
  for (;;) {
    const found = look()
    if (found !== undefined) return found
    if (performance.now() > until) throw new Error(`no ${what}`)
    await Bun.sleep(10)
  }
}

const COMPLETED = "conversation.item.input_audio_transcription.completed"
const DELTA = "conversation.item.input_audio_transcription.delta"

/** What a transcript owes, and what it costs: once, by its characters. */
const judged = async (told: ReadonlyArray<Event>, before: number) => {
  const completed = told.filter(({ type }) => type === COMPLETED)
  const text = completed.map(({ transcript }) => String(transcript)).join("")
  const deltas = told.filter(({ type }) => type === DELTA).map(({ delta }) => String(delta))
  expect(deltas.join("")).toBe(text)
  expect(told.filter(({ type }) => type.startsWith("response.") || type === "error")).toEqual([])
  const kinds = told.map(({ type }) => type)
  expect(kinds.indexOf("input_audio_buffer.committed")).toBeLessThan(kinds.indexOf(DELTA))
  const cost = completed.reduce(
    (sum, { transcript }) => sum + Math.round(String(transcript).length * PRICE * 10) / 10_000,
    0
  )
  for (let attempt = 0; attempt < 200 && before - (await balance(server)) < cost - 0.00005; attempt++)
    await Bun.sleep(20)
  expect(before - (await balance(server))).toBeCloseTo(cost, 4)
  return text
}

describe("the openai package", () => {
  test("OpenAI's realtime client, made a transcription session by an update, ends its turns itself", async () => {
    const before = await balance(server)
    const told: Array<Event> = []
    const client = new OpenAI({ apiKey: API_KEY, baseURL: `${front.url}/v1` })
    const socket = new OpenAIRealtimeWS({ model: "gpt-realtime", options: { rejectUnauthorized: false } }, client)
    socket.on("event", (event) => told.push({ ...event }))
    socket.on("session.created", () =>
      socket.send({
        type: "session.update",
        session: {
          type: "transcription",
          audio: {
            input: {
              format: { type: "audio/pcm", rate: RATE },
              transcription: { model: "gpt-4o-transcribe", language: "am" },
              turn_detection: null
            }
          }
        }
      })
    )
    await soon(() => told.find(({ type }) => type === "session.updated"), "session.updated")
    for (const _ of [1, 2]) {
      socket.send({ type: "input_audio_buffer.append", audio: base64(spoken) })
      socket.send({ type: "input_audio_buffer.commit" })
    }
    await soon(() => (told.filter(({ type }) => type === COMPLETED).length === 2 ? true : undefined), COMPLETED)
    expect(errorRate(`${question} ${question}`, await judged(told, before))).toBeLessThanOrEqual(0.5)
    socket.close()
  }, 120_000)

  test("OpenAI's beta client, with a transcription session and its secret, gets each utterance", async () => {
    const before = await balance(server)
    const client = new OpenAI({ apiKey: API_KEY, baseURL: `${server.url}/v1` })
    const session = await client.beta.realtime.transcriptionSessions.create({
      input_audio_transcription: { model: "whisper-1", language: "am" },
      turn_detection: { type: "server_vad", silence_duration_ms: 400 }
    })
    const told: Array<Event> = []
    const page = new OpenAI({ apiKey: session.client_secret.value, baseURL: `${front.url}/v1` })
    const socket = new BetaSocket({ model: "gpt-4o-realtime-preview", options: { rejectUnauthorized: false } }, page)
    socket.on("event", (event) => told.push({ ...event }))
    await soon(() => told.find(({ type }) => type === "transcription_session.updated"), "transcription_session.updated")
    const microphone = startMicrophone(RATE, (frame) =>
      socket.send({ type: "input_audio_buffer.append", audio: base64(frame) })
    )
    await microphone.say(spoken)
    await soon(() => told.find(({ type }) => type === COMPLETED), COMPLETED)
    microphone.stop()
    const kinds = told.map(({ type }) => type)
    for (const type of ["input_audio_buffer.speech_started", "input_audio_buffer.speech_stopped"])
      expect(kinds).toContain(type)
    expect(errorRate(question, await judged(told, before))).toBeLessThanOrEqual(0.5)
    socket.close()
  }, 120_000)
})

describe("LiveKit's STT", () => {
  /** Opens as it does: the intent and its model in the address, its key as a bearer token, its update first. */
  const open = async (model: string, input: object): Promise<Entry> => {
    const headers = { authorization: `Bearer ${API_KEY}` }
    const entry = enter(server, `/v1/realtime?intent=transcription&model=${model}`, { headers })
    await entry.first
    entry.send({
      type: "session.update",
      session: { type: "transcription", audio: { input: { format: { type: "audio/pcm", rate: RATE }, ...input } } }
    })
    return entry
  }

  const eventsOf = ({ frames }: Entry): ReadonlyArray<Event> => frames.map((frame) => ({ type: "", ...frame }))

  test("LiveKit's STT with its own turn detection transcribes frames of 50 ms", async () => {
    const before = await balance(server)
    const entry = await open("gpt-4o-transcribe", {
      transcription: { model: "gpt-4o-transcribe", language: "am" },
      turn_detection: { type: "server_vad", threshold: 0.5, prefix_padding_ms: 600, silence_duration_ms: 350 }
    })
    const microphone = startMicrophone(RATE, (frame) =>
      entry.send({ type: "input_audio_buffer.append", audio: base64(frame) })
    )
    await microphone.say(spoken)
    await soon(() => eventsOf(entry).find(({ type }) => type === COMPLETED), COMPLETED)
    microphone.stop()
    expect(eventsOf(entry)[0]).toMatchObject({ type: "session.created", session: { type: "transcription" } })
    expect(errorRate(question, await judged(eventsOf(entry), before))).toBeLessThanOrEqual(0.5)
    await entry.leave()
  }, 120_000)

  test("LiveKit's STT without turn detection transcribes by commits of its own", async () => {
    const before = await balance(server)
    const entry = await open("gpt-live-transcribe", {
      transcription: { model: "gpt-live-transcribe", languages: ["am"] },
      turn_detection: null
    })
    entry.send({ type: "input_audio_buffer.append", audio: base64(spoken) })
    entry.send({ type: "input_audio_buffer.commit" })
    await soon(() => eventsOf(entry).find(({ type }) => type === COMPLETED), COMPLETED)
    expect(errorRate(question, await judged(eventsOf(entry), before))).toBeLessThanOrEqual(0.5)
    await entry.leave()
  }, 120_000)
})
