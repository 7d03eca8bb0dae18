/** Live sessions, and lines of a file, with a recogniser elsewhere, which can be slow, wrong or gone. */
import { afterAll, beforeEach, expect, test } from "bun:test"
import * as Wav from "../../src/audio/Wav.ts"
import { MAX_MISTAKES } from "../../src/transcription/LiveApi.ts"
import { serverForFile } from "../support/ForFile.ts"
import { longTest } from "../support/Long.ts"
import { call, postForm } from "../support/Server.ts"
import { makeWallets } from "../support/Wallets.ts"
import { type Client, connect, open, partialsOf, say, ticket } from "./ScribeClient.ts"

type Answer = (utterance: number) => Response | Promise<Response>

let answer: Answer
let utterances = 0
const server = serverForFile(() => ({
  QAL_RECOGNIZER_URL: `http://127.0.0.1:${upstream.port}/v1`,
  QAL_RECOGNIZER_MODEL: "remote"
}))
const upstream = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: async (request) => {
    if (request.method === "GET") return Response.json({ data: [] })
    await request.arrayBuffer()
    return await answer(utterances++)
  }
})

beforeEach(() => {
  utterances = 0
})
afterAll(() => upstream.stop(true))

/** A second of something loud and 0.7 s of nothing: an utterance. */
const utterance = (): Uint8Array<ArrayBuffer> => {
  const pcm = Buffer.alloc(32_000 + 22_400)
  for (let at = 0; at < 16_000; at++) pcm.writeInt16LE(Math.round(8_000 * Math.sin(at / 7)), 2 * at)
  return new Uint8Array(pcm)
}

const charged = async (): Promise<number | undefined> => {
  const [row] = await server.rows<{ readonly n: number }>("SELECT COUNT(*) AS n FROM ledger WHERE kind = 'charge'")
  return row?.n
}

test("a live session gets each utterance when it is complete, and is billed by all its characters", async () => {
  answer = (at) => Response.json({ text: ["ሰላም", "እንዴት ነህ"][at] })
  const client = await open(server, { request_id: "two" })
  client.send(utterance())
  expect((await client.next("transcript.partial")).text).toBe("ሰላም")
  client.send(utterance())
  expect((await client.next("transcript.partial")).text).toBe("ሰላም እንዴት ነህ")
  client.send({ type: "audio.finish" })
  const { data } = await client.next("transcript.completed")
  expect(data).toMatchObject({ text: "ሰላም እንዴት ነህ", model: "remote", usage: { characters: 11, credits_used: 0.0385 } })
  expect(await client.closed).toBe(1000)
  expect(partialsOf(client)).toHaveLength(2)
})

test("a recogniser that fails in the middle ends the session with its error; it is free, and so is the slot", async () => {
  answer = (at) => (at === 0 ? Response.json({ text: "ሰላም" }) : Response.json({ error: "broken" }, { status: 400 }))
  const before = await charged()
  const client = await open(server, { request_id: "broken" })
  client.send(utterance())
  await client.next("transcript.partial")
  client.send(utterance())
  const { error, status } = await client.next("error")
  expect([status, error.code]).toEqual([502, "PROVIDER_ERROR"])
  expect(await client.closed).toBe(1011)
  expect(await charged()).toBe(before)
  const found = await call(server, "GET", "/api/v1/scribe/requests/broken")
  expect([found.status, (await found.json()).error.code]).toEqual([409, "REQUEST_INTERRUPTED"])
  answer = () => Response.json({ text: "ሰላም" })
  const again = await open(server, { request_id: "broken" })
  await say(again, utterance())
  expect((await again.next("transcript.completed")).data.text).toBe("ሰላም")
  expect(await charged()).toBe((before ?? 0) + 1)
})

longTest("a recogniser that fails on a file ends the lines with its error; it is free, and so is the id", async () => {
  const before = await charged()
  const pcm = Buffer.concat([utterance(), utterance()])
  const samples = new Int16Array(pcm.buffer, pcm.byteOffset, pcm.byteLength / 2)
  const transcribe = () => {
    const audio = new File([Wav.file({ samples, sampleRate: 16_000 })], "speech.wav")
    return postForm(server, "/api/v1/scribe/transcribe?stream=true&request_id=lines&chunk=320ms", { audio })
  }
  answer = async (at) => {
    if (at === 0) return Response.json({ text: "ሰላም" })
    // What was heard before is then already on its way.
    await Bun.sleep(200)
    return Response.json({ error: "broken" }, { status: 400 })
  }
  const response = await transcribe()
  expect(response.status).toBe(200)
  const lines = (await response.text()).trimEnd().split("\n")
  const [partial, failure, ...more] = lines.map((line) => JSON.parse(line))
  expect(partial).toEqual({ type: "transcript.partial", text: "ሰላም", request_id: "lines" })
  expect(failure).toMatchObject({ type: "error", status: 502, error: { code: "PROVIDER_ERROR" } })
  expect(failure.error.request_id).toBe(response.headers.get("x-request-id"))
  expect(more).toEqual([])
  expect(await charged()).toBe(before)
  answer = () => Response.json({ text: "ሰላም" })
  expect(await (await transcribe()).text()).toContain('"transcript.completed"')
  expect(await charged()).toBe((before ?? 0) + 1)
})

test("a live session ends as if finished where the wallet has no more, and no balance is below zero", async () => {
  // A second of Amharic holds 13 characters, 0.0455 ETB: 0.2 are 4 s, of which each utterance has 1.7.
  const [poor] = await makeWallets(server, 1, 0.2)
  answer = (at) => Response.json({ text: at === 0 ? "ሰላም" : "እንዴት ነህ" })
  const client = await open(server, {}, { "x-api-key": poor?.key ?? "" })
  for (let at = 0; at < 4; at++) client.send(utterance())
  const { error, status } = await client.next("error")
  expect([status, error.code]).toEqual([402, "INSUFFICIENT_CREDITS"])
  expect(error.details?.[0]?.message).toMatch(/^\d\.\d+ is required, balance is 0\.20$/)
  const { data } = await client.next("transcript.completed")
  expect(data.text).toStartWith("ሰላም እንዴት ነህ")
  expect(data.seconds).toBeWithin(4, 5)
  expect(data.usage.credits_remaining).toBeGreaterThanOrEqual(0)
  expect(await client.closed).toBe(1000)
})

test.each(["/api/v1/scribe/transcribe", "/api/v2/stt"])(
  "a file's refusal at %s names what its sound needs, and with that it is transcribed",
  async (path) => {
    answer = () => Response.json({ text: "ሰላም" })
    const samples = new Int16Array(utterance().buffer)
    const audio = new File([Wav.file({ samples, sampleRate: 16_000 })], "speech.wav")
    const transcribe = (key = "") => postForm({ url: server.url, key }, path, { audio, language_code: "am" })
    const [poor] = await makeWallets(server, 1, 0)
    const refused = await transcribe(poor?.key)
    expect(refused.status).toBe(402)
    const { message } = (await refused.json()).error.details[0]
    const required = Number(/^(\d+\.\d{2,4}) is required, balance is 0\.00$/.exec(message)?.[1])
    // 1.7 s of speech: at most twice what is ordinarily said in them.
    expect(required).toBeWithin(0.0035, 0.0035 * 1.7 * 2 * 7.7)
    const [able] = await makeWallets(server, 1, required)
    expect((await transcribe(able?.key)).status).toBe(200)
  }
)

test("a transcript longer than clients take is refused as none, and costs nothing", async () => {
  const before = await charged()
  answer = () => Response.json({ text: "ሀ".repeat(64_000) })
  const longest = await open(server)
  await say(longest, utterance())
  expect((await longest.next("transcript.completed")).data.usage.characters).toBe(64_000)
  answer = () => Response.json({ text: "ሀ".repeat(64_001) })
  const client = await open(server)
  await say(client, utterance())
  expect((await client.next("error")).error.code).toBe("PROVIDER_ERROR")
  expect(await client.closed).toBe(1011)
  expect(await charged()).toBe((before ?? 0) + 1)
})

test("a session closed with 1008 has freed the wallet's slot and made its transcript by then", async () => {
  const odd = (client: Client) => client.send(new Uint8Array(3_201))
  const senseless = (client: Client) => {
    for (let mistakes = 0; mistakes <= MAX_MISTAKES; mistakes++) client.send("{")
  }
  for (const [at, offend] of [odd, senseless].entries()) {
    const { promise, resolve } = Promise.withResolvers<void>()
    answer = () => promise.then(() => Response.json({ text: "ሰላም" }))
    const request_id = `offence-${at}`
    const client = await open(server, { request_id })
    client.send(utterance())
    while (utterances <= at) await Bun.sleep(5)
    offend(client)
    await client.next("error")
    const next = await connect(server)
    const { token } = await ticket(server, { request_id: `${request_id}-again` })
    expect(await Promise.race([client.closed, Bun.sleep(200).then(() => "still open")])).toBe("still open")
    resolve()
    expect(await client.closed).toBe(1008)
    next.send({ type: "session.authenticate", token })
    const created = await next.next("session.created")
    expect<string>(created.request_id).toBe(`${request_id}-again`)
    const found = await call(server, "GET", `/api/v1/scribe/requests/${request_id}`)
    expect((await found.json()).data.text).toBe("ሰላም")
    next.send({ type: "audio.finish" })
    await next.closed
  }
})

test("a client that leaves a slow recogniser is billed once, and its wallet is busy until then", async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  answer = () => held.then(() => Response.json({ text: "ሰላም" }))
  const before = await charged()
  const client = await open(server, { request_id: "slow" })
  await say(client, utterance())
  while (utterances === 0) await Bun.sleep(5)
  client.drop()
  await client.closed
  expect((await call(server, "GET", "/api/v1/scribe/requests/slow")).status).toBe(409)
  await expect(open(server)).rejects.toThrow("BUSY")
  release()
  let found = await call(server, "GET", "/api/v1/scribe/requests/slow")
  while (found.status === 409) found = await call(server, "GET", "/api/v1/scribe/requests/slow")
  expect((await found.json()).data.text).toBe("ሰላም")
  expect(await charged()).toBe((before ?? 0) + 1)
})

test("a revoked key's session does not wait for its transcription, which is made and billed", async () => {
  const before = await charged()
  const [wallet] = await makeWallets(server, 1)
  const { promise: heard, resolve: hear } = Promise.withResolvers<Response>()
  answer = () => heard
  const client = await open(server, {}, { "x-api-key": wallet?.key ?? "" })
  client.send(utterance())
  while (utterances === 0) await Bun.sleep(5)
  await server.rows("UPDATE api_keys SET revoked_at = ? WHERE wallet_id = ?", Date.now(), wallet?.walletId ?? "")
  expect(await client.closed).toBe(1008)
  expect(await charged()).toBe(before)
  hear(Response.json({ text: "ሰላም" }))
  while ((await charged()) === before) await Bun.sleep(5)
  expect(await charged()).toBe((before ?? 0) + 1)
})
