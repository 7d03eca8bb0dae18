/**
 * Clients that generators make of the running server's own document compile under `strict`, and programs that are written
 * against them (`generated/`) do what they should.
 */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { copyFileSync, mkdirSync, symlinkSync } from "node:fs"
import { join, resolve } from "node:path"
import { createClient } from "@hey-api/openapi-ts"
import openapiTS, { astToString } from "openapi-typescript"
import { API_KEY, call, startServer, type TestServer } from "../support/Server.ts"
import { forHeyApi, forOpenApiFetch } from "./ExampleCalls.ts"

const ROOT = resolve(import.meta.dir, "../..")
const PROGRAMS = join(import.meta.dir, "generated")

let server: TestServer
let folder: string
let speech: Uint8Array<ArrayBuffer>

const COMPILER = {
  target: "ESNext",
  module: "Preserve",
  moduleResolution: "bundler",
  lib: ["ESNext", "DOM", "DOM.Iterable"],
  types: [],
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  strict: true,
  noUncheckedIndexedAccess: true
}

const document = async (): Promise<string> => await (await fetch(`${server.url}/openapi.json`)).text()

beforeAll(async () => {
  server = await startServer()
  folder = join(server.folder, "generated")
  mkdirSync(folder)
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"))
  const text = await document()
  const types = await openapiTS(JSON.parse(text))
  await Bun.write(join(folder, "openapi-typescript.ts"), astToString(types))
  await Bun.write(join(folder, "calls-openapi-fetch.ts"), forOpenApiFetch(JSON.parse(text)))
  await Bun.write(join(folder, "calls-hey-api.ts"), forHeyApi(JSON.parse(text)))
  await Bun.write(join(folder, "openapi.json"), text)
  await createClient({
    input: join(folder, "openapi.json"),
    output: join(folder, "hey-api"),
    plugins: ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"],
    logs: { level: "silent" }
  })
  for (const name of ["Place.ts", "openapi-fetch.ts", "hey-api.ts"]) {
    copyFileSync(join(PROGRAMS, name), join(folder, name))
  }
  const voice = { text: "ሰላም ነው እንዴት ነህ", voice_id: "am-hamen", language: "am", output_format: "wav_44100" }
  const { data } = await (await call(server, "POST", "/api/v1/voice/generations", voice)).json()
  speech = new Uint8Array(Buffer.from(data.audio.split(",")[1], "base64"))
}, 120_000)
afterAll(() => server.dispose())

/** What the compiler says of the program and of all that was generated for it. */
const complaints = async (name: string, options: object): Promise<string> => {
  const project = join(folder, `${name}.json`)
  await Bun.write(project, JSON.stringify({ compilerOptions: { ...COMPILER, ...options }, files: [`${name}.ts`] }))
  const compiler = Bun.spawn([join(ROOT, "node_modules/.bin/tsc"), "-p", project], { cwd: folder, stdout: "pipe" })
  return await new Response(compiler.stdout).text()
}

const clients = [
  ["openapi-fetch", { exactOptionalPropertyTypes: true }],
  // Not what it generates beside the document's own types: its client does not compile with exactOptionalPropertyTypes.
  ["hey-api", {}]
] as const

test.each(clients)(
  "by %s every operation can be called as the document's examples say, without a cast",
  async (name, options) => {
    expect(await complaints(`calls-${name}`, options)).toBe("")
  },
  120_000
)

test.each(clients)(
  "%s compiles under strict, and speaks, hears, answers and fails as it should",
  async (name, options) => {
    expect(await complaints(name, options)).toBe("")
    const program = await import(join(folder, `${name}.ts`))
    const done = await program.run({ url: server.url, key: API_KEY, speech })
    expect(done).toMatchObject({
      estimated: expect.any(Number),
      status: 201,
      listed: 1,
      cursor: expect.any(String),
      same: true,
      deleted: 204,
      gone: "NOT_FOUND",
      missing: "NOT_FOUND",
      translation: expect.stringMatching(/[A-Za-z]/),
      transcribed: expect.stringContaining("ሰላም"),
      recovered: true,
      answered: expect.stringMatching(/\p{Script=Ethiopic}/u),
      attached: expect.stringContaining("qal://files/"),
      streamedText: expect.stringContaining('"is_last_chunk":true'),
      invalid: "text"
    })
    for (const count of [done.voices, done.charged, done.streamed, done.file, done.balance, done.words]) {
      expect(count).toBeGreaterThan(0)
    }
    expect(done.models).toContain("qal-am")
  },
  120_000
)
