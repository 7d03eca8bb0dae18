/** Live sessions whose clients send what recorders make, or what is no sound, over a real server with its own recogniser. */
import { expect, setDefaultTimeout, test } from "bun:test"
import { readFile } from "node:fs/promises"
import * as Wav from "../../src/audio/Wav.ts"
import { serverForFile } from "../support/ForFile.ts"
import { call } from "../support/Server.ts"
import { type Client, open, partialsOf } from "./ScribeClient.ts"

setDefaultTimeout(60_000)

const server = serverForFile()

const fileOf = async (name: string) =>
  new Uint8Array(await readFile(new URL(`../audio/cases/live/${name}`, import.meta.url)))

const cut = (bytes: Uint8Array, size: number): ReadonlyArray<Uint8Array<ArrayBuffer>> =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.slice(at * size, (at + 1) * size))

const send = (client: Client, bytes: Uint8Array, size: number): void => {
  for (const piece of cut(bytes, size)) client.send(piece)
  client.send({ type: "audio.finish" })
}

const charges = (requestId: string) =>
  server.rows<{ readonly state: string; readonly charges: number }>(
    `SELECT state, (SELECT COUNT(*) FROM ledger WHERE job_id = jobs.id AND kind = 'charge') AS charges
     FROM jobs WHERE operation = 'transcription' AND request_id LIKE ?`,
    requestId
  )

/** What a browser recorded, as a file's transcription has it. */
const words = ["ሰላም", "እንዴት"]
const expectWords = (text: string) => expect(words.filter((word) => text.includes(word))).toEqual(words)

test.each([37, 1_000, 100_000])("a browser's WebM in pieces of %d bytes is transcribed and billed", async (size) => {
  const requestId = `webm-${size}`
  const client = await open(server, { request_id: requestId })
  send(client, await fileOf("recorder.webm"), size)
  const { data } = await client.next("transcript.completed")
  expectWords(data.text)
  expect(data.usage.characters).toBe(data.text.length)
  expect(await client.closed).toBe(1000)
  expect(await charges(requestId)).toEqual([{ state: "settled", charges: 1 }])
})

test("partial texts come while a container does, and its sound is bounded as samples are", async () => {
  const client = await open(server, { request_id: "partials" })
  const webm = await fileOf("recorder.webm")
  for (const piece of cut(webm, 1_000)) client.send(piece)
  await client.next("transcript.partial")
  expect(partialsOf(client).length).toBeGreaterThan(0)
  // A file behind the other, until there are 180 seconds.
  for (let at = 0; at < 130; at++) client.send(new Uint8Array(webm))
  expect((await client.next("error")).error.code).toBe("AUDIO_TOO_LONG")
  expect((await client.next("transcript.completed")).data.seconds).toBe(180)
})

test.each<readonly [string, () => Promise<ReadonlyArray<Uint8Array<ArrayBuffer> | string>>, number, RegExp]>([
  ["an MP4 whose index comes last", async () => cut(await fileOf("whole.m4a"), 1_000), 422, /index comes last/],
  [
    "32-bit floats",
    async () => cut(new Uint8Array(Float32Array.from({ length: 16_000 }, (_, i) => Math.sin(i / 9)).buffer), 6_400),
    415,
    /floating-point/
  ],
  ["base64 in a text frame", async () => ["AAAA".repeat(800)], 415, /base64 text/],
  [
    "base64 in JSON",
    async () => [JSON.stringify({ type: "input_audio_buffer.append", audio: "AAAA".repeat(800) })],
    415,
    /base64 in JSON/
  ]
])("%s is named by the socket, costs nothing, and leaves the slot free", async (name, frames, status, message) => {
  const requestId = name.replaceAll(" ", "-")
  const client = await open(server, { request_id: requestId })
  for (const frame of await frames()) client.send(frame)
  const told = await client.next("error")
  expect(told.status).toBe(status)
  expect(told.error.message).toMatch(message)
  expect(await client.closed).toBe(1008)
  expect(await charges(requestId)).toEqual([{ state: "failed", charges: 0 }])
  expect((await call(server, "GET", `/api/v1/scribe/requests/${requestId}`)).status).toBe(409)
})

test("a WAV whose header says 44,100 Hz is decoded at that rate", async () => {
  const samples = Int16Array.from({ length: 88_200 }, (_, i) => Math.round(8_000 * Math.sin(i / 20)))
  const client = await open(server)
  const head = Wav.header({ sampleRate: 44_100 })
  send(client, new Uint8Array(Buffer.concat([head, new Uint8Array(samples.buffer)])), 6_301)
  expect((await client.next("transcript.completed")).data.seconds).toBe(2)
})
