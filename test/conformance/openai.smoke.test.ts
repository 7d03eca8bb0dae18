/** OpenAI's own package against a running server, once each way; `bun run test:all clients` has the published clients whole. */
import { beforeAll, expect, test } from "bun:test"
import OpenAI, { toFile } from "openai"
import { lentServerForFile } from "../support/ForFile.ts"

const server = lentServerForFile()
let client: OpenAI
beforeAll(async () => {
  client = new OpenAI({ apiKey: server.key, baseURL: `${server.url}/v1`, maxRetries: 0 })
})

test("OpenAI's package gets a streamed answer in Amharic, whose pieces end with a reason", async () => {
  const stream = await client.chat.completions.create({
    model: "qal-am",
    messages: [{ role: "user", content: "ሰላም፣ እንዴት ነህ?" }],
    stream: true
  })
  let text = ""
  let reason: string | null | undefined
  for await (const { choices } of stream) {
    text += choices[0]?.delta.content ?? ""
    reason = choices[0]?.finish_reason ?? reason
  }
  expect(text).toMatch(/\p{Script=Ethiopic}/u)
  expect(reason).toBe("stop")
})

test("OpenAI's package transcribes the speech that it got from the server, and both are charged", async () => {
  const balance = async () => {
    const [wallet] = await server.rows<{ readonly balance: number }>(
      "SELECT balance FROM wallets WHERE id = ?",
      server.walletId
    )
    return wallet?.balance ?? 0
  }
  const before = await balance()
  const speech = await client.audio.speech.create({ model: "qal-tts", voice: "am-hamen", input: "ሰላም ነው እንዴት ነህ" })
  const file = await toFile(speech, "speech.mp3")
  const spoken = await balance()
  const { text } = await client.audio.transcriptions.create({ file, model: "qal-stt", language: "am" })
  expect(text).toContain("ሰላም")
  expect(spoken).toBeLessThan(before)
  expect(await balance()).toBe(spoken - Math.round((text.length * 3.5) / 0.1) * 100)
})
