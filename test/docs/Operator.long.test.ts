/** The commands for operators that documents show, run as they stand. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { outcomeOf } from "../support/ProgramOutcome.ts"
import { blocksOf, GUIDES, ROOT } from "./Pages.ts"

const PROGRAM = [process.execPath, join(ROOT, "src/main.ts")]

let folder: string
const environment = () => ({
  PATH: process.env.PATH ?? "",
  QAL_DATA_DIR: join(folder, "data"),
  QAL_PORT: "0",
  QAL_PUBLIC_URL: "http://localhost:8787"
})

/** The first start of a server, which makes the database that commands work on. */
const startOnce = async () => {
  const server = Bun.spawn([...PROGRAM, "serve"], { cwd: folder, env: environment(), stdout: "pipe", stderr: "ignore" })
  const decoder = new TextDecoder()
  let printed = ""
  for await (const part of server.stdout) {
    printed += decoder.decode(part, { stream: true })
    if (printed.includes("Open the dashboard")) break
  }
  server.kill()
  await server.exited
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "qal-operator-"))
  for (const [tiny, own] of [
    ["tiny-ctc", "my-model"],
    ["tiny-vits", "my-voice"]
  ] as const) {
    const model = join(folder, own)
    cpSync(join(ROOT, "test/models", tiny), model, { recursive: true })
    const manifest = readFileSync(join(model, "model.json"), "utf8")
    writeFileSync(join(model, "model.json"), manifest.replace(`"${tiny}"`, `"${own}"`))
  }
  await startOnce()
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const qal = async (line: string): Promise<string> => {
  const words = Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, bare]) => quoted ?? bare ?? "")
  const child = Bun.spawn([...PROGRAM, ...words], { cwd: folder, env: environment(), stdout: "pipe", stderr: "pipe" })
  const { out: output, err: errors, code } = await outcomeOf(child)
  expect({ line, code, errors: code === 0 ? "" : errors + output }).toEqual({ line, code: 0, errors: "" })
  return output
}

/** Fetches from its publisher; `test/models/Download.test.ts` fetches from a server on this machine. */
const FETCHES = /^models add (omnilingual-300m|silero-vad|speakers)$/

const lines = GUIDES.flatMap(blocksOf)
  .filter(({ language }) => language === "sh")
  .flatMap(({ text }) => text.split("\n"))
  .flatMap((line) => /^bun run qal ((?!serve).*?)(?:\s+#.*)?$/.exec(line)?.[1] ?? [])
  .filter((line) => !FETCHES.test(line))

test("every line of `bun run qal` that guides show does what it says", async () => {
  expect(lines.length).toBeGreaterThan(8)
  let wallet = ""
  for (const line of lines) {
    const output = await qal(line.replaceAll("wal_…", wallet))
    if (line.startsWith("wallets create")) wallet = output.trim()
    if (line.startsWith("dashboard")) expect(output).toContain("/#/sign-in/")
    if (line.includes("--explain")) expect(JSON.parse(output).words).not.toMatch(/\d/)
    const [, file] = /--out (\S+)/.exec(line) ?? []
    if (file !== undefined) expect(existsSync(join(folder, file))).toBe(true)
  }
  expect(await qal(`wallets show ${wallet}`)).toContain("invoice 17")
}, 120_000)
