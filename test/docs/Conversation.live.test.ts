/** What docs/conversation.md shows of `/ws` does what it says, copied as it stands. */
import { expect, test } from "bun:test"
import { join } from "node:path"
import { read } from "../../src/conversation/relay/RelayMessages.ts"
import { makeSpeaker } from "../engines/recognizer/sounds.ts"
import { serverForFile } from "../support/ForFile.ts"
import { API_KEY } from "../support/Server.ts"
import { blocksOf, textOf } from "./Pages.ts"

const PAGE = "docs/conversation.md"
const section = textOf(PAGE)
const blocks = (language: string) =>
  blocksOf(PAGE)
    .filter((block) => block.language === language)
    .map(({ text }) => text)

const server = serverForFile()

const HELPERS = `
const pcm = await Bun.file("question.pcm").bytes()
const record = async (send) => {
  for (let at = 0; at < pcm.length; at += 640) {
    send(pcm.subarray(at, at + 640))
    await Bun.sleep(20)
  }
}
const stopPlaying = () => {}
let bytes = 0
const play = (base64) => {
  bytes += Buffer.from(base64, "base64").length
}
const show = (what, text) => {
  console.log(JSON.stringify({ what, text, bytes }))
  if (what === "cost" || what === "error") process.exit()
}
`

interface Shown {
  readonly what: string
  readonly text: string | number
  readonly bytes: number
}

test("its command gets a ticket, and its lines hold a conversation with it", async () => {
  const [command = ""] = blocks("sh")
  const [code = ""] = blocks("ts")
  const real = command.replace("http://localhost:8787", server.url).replace("sk_…", API_KEY)
  const run = (words: ReadonlyArray<string>) =>
    new Response(Bun.spawn([...words], { cwd: server.folder, stdout: "pipe", stderr: "inherit" }).stdout).text()
  const answer = await run(["sh", "-c", real.replace("curl", "curl -s")])
  expect(JSON.parse(answer).data).toMatchObject({ language: "am", token: expect.stringMatching(/^qcv_/) })

  const speak = await makeSpeaker()
  const text = "ሰላም ነው እንዴት ነህ"
  const { samples } = speak({ text, language: "am", variant: "m3", pitch: 46, wordsPerMinute: 165, inPieces: false })
  const pcm = new Uint8Array(samples.length * 2 + 48_000)
  pcm.set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength))
  await Bun.write(join(server.folder, "question.pcm"), pcm)
  await Bun.write(join(server.folder, "page.ts"), `const { data } = ${answer}\n${HELPERS}\n${code}`)
  const output = await run([process.execPath, "page.ts"])
  const shown: ReadonlyArray<Shown> = output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
  expect(shown.map(({ what }) => what).filter((what, at, all) => what !== all[at - 1])).toEqual([
    "heard",
    "answer",
    "cost"
  ])
  expect(shown[0]?.text).toContain("ሰላም")
  expect(Number(shown.at(-1)?.text)).toBeGreaterThan(0)
  expect(shown.at(-1)?.bytes).toBeGreaterThan(24_000)
}, 60_000)

test("its messages of the client are taken; those of the server are all that there are", async () => {
  const [client = "", told = ""] = blocks("json")
  expect(
    client
      .trim()
      .split("\n")
      .map((line) => read(line)._tag)
  ).toEqual(["Sound", "Text", "Finish"])
  const kinds = told
    .trim()
    .split("\n")
    .map((line) => {
      const message = JSON.parse(line)
      return Object.keys(message.serverContent ?? message)[0]
    })
  expect(kinds).toEqual([
    "setupComplete",
    "type",
    "inputTranscription",
    "outputTranscription",
    "modelTurn",
    "interrupted",
    "turnComplete",
    "type",
    "error"
  ])
})

test("the figures that it tells are the server's", async () => {
  const { data } = await (await fetch(`${server.url}/api/v1/conversation`)).json()
  const figures = [
    `${data.billing.price_per_minute} ETB a minute`,
    `${data.max_session_seconds / 60} minutes`,
    `${data.idle_timeout_seconds} seconds without sound or text`,
    `A turn has ${data.max_turn_seconds} seconds`,
    `${data.max_text_characters.toLocaleString("en")} characters`,
    `${data.max_frame_bytes.toLocaleString("en")} bytes`,
    `\`silence_ms\` (${data.defaults.silence_ms})`,
    `from its level: ${data.defaults.interruption_threshold_db},`
  ]
  for (const figure of figures) expect(section).toContain(figure)
})
