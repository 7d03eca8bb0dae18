/** One client, however much it asks for, does not keep others waiting; and what cannot be paid is not worked on. */
import { beforeAll, expect, setDefaultTimeout, test } from "bun:test"
import * as Wav from "../../src/audio/Wav.ts"
import { serverForFile } from "../support/ForFile.ts"
import { postForm } from "../support/Server.ts"
import { makeWallets } from "../support/Wallets.ts"

setDefaultTimeout(120_000)

const server = serverForFile()
let rich: string
let other: string
let poor: string

beforeAll(async () => {
  const [one, two] = await makeWallets(server, 2)
  const [none] = await makeWallets(server, 1, 0)
  rich = one?.key ?? ""
  other = two?.key ?? ""
  poor = none?.key ?? ""
})

const generate = (key: string, text: string) =>
  fetch(`${server.url}/api/v1/voice/generations`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ text, voice_id: "am-hamen", language: "am" })
  })

const code = async (response: Response): Promise<string> => (await response.json()).error?.code

const chat = (key: string, file: Uint8Array<ArrayBuffer>, id = crypto.randomUUID()) => {
  const data = { prompt: "ምን ይላል?", target_language: "am", attachment_field_names: ["doc"] }
  const fields = { request_data: JSON.stringify(data), doc: new File([file], "doc.pdf") }
  return postForm({ url: server.url, key }, "/api/v1/chat_generate", fields, { "idempotency-key": id })
}

const hear = (key: string, path: string, file: Uint8Array<ArrayBuffer>) => {
  const fields = { request_data: JSON.stringify({ language_code: "am" }), audio: new File([file], "sound.wav") }
  return postForm({ url: server.url, key }, path, fields)
}

const broken = new TextEncoder().encode("%PDF-1.7 and nothing of one")
const second = new Uint8Array(Wav.file({ samples: new Int16Array(16_000), sampleRate: 16_000 }))
const garbage = new TextEncoder().encode("RIFF0000WAVEgarbage and more of it")

test("a wallet's first clip is made at once, though another has as many in line as it may", async () => {
  await (await generate(rich, "ሰላም።")).text()
  const long = "ዛሬ ጠዋት ወደ ከተማው ሄድኩ፣ ብዙ ሰዎችም አየሁ። ".repeat(2)
  let done = 0
  const statuses: Array<number> = []
  const flood = Array.from({ length: 36 }, async () => {
    const response = await generate(rich, long)
    statuses.push(response.status)
    await response.text()
    if (response.status === 201) done++
  })
  while (statuses.length === 0) await Bun.sleep(5)
  const answer = await generate(other, "ሰላም።")
  await answer.text()
  const before = done
  await Promise.all(flood)
  expect(answer.status).toBe(201)
  expect(statuses).toContain(429)
  expect(new Set(statuses)).toEqual(new Set([201, 429]))
  // Of the 33 that were admitted nearly all came after.
  expect(done - before).toBeGreaterThan(20)
})

test("a document that a wallet cannot pay for is refused before it is read", async () => {
  const answer = await chat(poor, broken)
  expect([answer.status, await code(answer)]).toEqual([402, "INSUFFICIENT_CREDITS"])
})

test("a sound that a wallet cannot pay for is refused once its length is known, which names the price", async () => {
  for (const path of ["/api/v2/stt", "/api/v1/scribe/transcribe"]) {
    const answer = await hear(poor, path, second)
    expect([answer.status, await code(answer)]).toEqual([402, "INSUFFICIENT_CREDITS"])
    const unreadable = await hear(poor, path, garbage)
    expect([unreadable.status, await code(unreadable)]).toEqual([422, "UNDECODABLE_AUDIO"])
  }
})

test("a file that cannot be read is refused as ever, costs nothing, and leaves the request's id free", async () => {
  const id = crypto.randomUUID()
  const answer = await chat(other, broken, id)
  expect(answer.status).toBe(422)
  expect(await code(answer)).toBe("UNREADABLE_ATTACHMENT")
  const text = new TextEncoder().encode("ሰላም ለዓለም")
  expect((await chat(other, text, id)).status).toBe(200)
  // The id now stands for that file, and another is not even read.
  const conflict = await chat(other, broken, id)
  expect(conflict.status).toBe(409)
  expect(await code(conflict)).toBe("IDEMPOTENCY_CONFLICT")
})
