/** What docs/transcription.md shows of live transcription does what it says, copied as it stands. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { makeSpeaker } from "../engines/recognizer/sounds.ts"
import { type LentServer, lendServer } from "../support/Lent.ts"
import { blockOf, filledIn } from "./Pages.ts"

const PAGE = "docs/transcription.md"

let server: LentServer
let folder: string
beforeAll(async () => {
  server = await lendServer()
  folder = mkdtempSync(join(tmpdir(), "qal-dictation-"))
}, 90_000)
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.giveBack()
})

const said = async (...words: ReadonlyArray<string>): Promise<string> =>
  new Response(Bun.spawn([...words], { cwd: folder, stdout: "pipe", stderr: "inherit" }).stdout).text()

/** What the page's lines leave to the reader: a microphone, and a place for the words. */
const helpers = (finish: string) => `
const pcm = await Bun.file("question.pcm").bytes()
const record = async (send) => {
  for (let at = 0; at < pcm.length; at += 3_200) {
    send(pcm.subarray(at, at + 3_200))
    await Bun.sleep(100)
  }
  ${finish}
}
const show = (text) => console.log(JSON.stringify(text))
`

test("its command gets a ticket, and its lines show the words of whoever speaks", async () => {
  const command = filledIn(blockOf(PAGE, "sh", "/scribe/sessions"), server, server.key)
  const answer = await said("sh", "-c", command.replace("curl", "curl -s"))
  const code = blockOf(PAGE, "ts", "session.authenticate")
  const [, finish = ""] = /^\/\/ At the end: (.*)$/m.exec(code) ?? []
  expect(finish).toContain("audio.finish")

  const speak = await makeSpeaker()
  const text = "ሰላም ነው እንዴት ነህ"
  const { samples } = speak({ text, language: "am", variant: "m3", pitch: 46, wordsPerMinute: 165, inPieces: false })
  await Bun.write(join(folder, "question.pcm"), new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength))
  await Bun.write(join(folder, "page.ts"), `const { data } = ${answer}\n${helpers(finish)}\n${code}`)
  const shown: ReadonlyArray<string> = (await said(process.execPath, "page.ts"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
  expect(shown.length).toBeGreaterThan(1)
  expect(shown.at(-1)).toContain("ሰላም")
}, 60_000)
