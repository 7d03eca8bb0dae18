/** The recipes for clients and engines, as they stand in README.md, docs/clients.md, docs/api.md and docs/attach-engines.md. */
import { beforeAll, describe, expect, test } from "bun:test"
import { mkdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { Effect, Either } from "effect"
import { Settings, settingNames } from "../../src/settings/Config.ts"
import { serverForFile } from "../support/ForFile.ts"
import { outcomeOf } from "../support/ProgramOutcome.ts"
import { API_KEY, call } from "../support/Server.ts"
import { blockOf, filledIn, ROOT, textOf } from "./Pages.ts"

const LIVEKIT = "@livekit/agents-plugin-openai"

const server = serverForFile()
let folder: string

beforeAll(async () => {
  folder = join(server.folder, "recipes")
  mkdirSync(folder)
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"))
}, 90_000)

const CLIENTS = "docs/clients.md"
const ENGINES = "docs/attach-engines.md"

/** The block that has these words, for the test's server and key. */
const recipe = (path: string, language: string, words: string): string => {
  const found = blockOf(path, language, words)
  expect(found).toContain("http://localhost:8787")
  return filledIn(found, server, API_KEY)
}

/** What the program says, once it has ended well. */
const said = async (...words: ReadonlyArray<string>): Promise<string> => {
  const run = Bun.spawn([...words], { cwd: folder, stdout: "pipe", stderr: "pipe" })
  const { out: output, err: errors, code } = await outcomeOf(run)
  expect(code === 0 ? "" : errors + output).toBe("")
  return output
}

const program = async (name: string, text: string): Promise<string> => {
  await Bun.write(join(folder, `${name}.ts`), text)
  return said(process.execPath, `${name}.ts`)
}

test.skipIf(Bun.which("curl") === null)(
  "curl: an answer, a spoken text, and its words again",
  async () => {
    const text = await said("sh", "-ec", recipe(CLIENTS, "sh", "curl").replaceAll("curl ", "curl -sSf "))
    const [answer, heard] = text.replace("}{", "}\n{").trim().split("\n")
    expect(JSON.parse(answer ?? "").choices[0].message.content).toMatch(/\p{Script=Ethiopic}/u)
    expect(JSON.parse(heard ?? "").text).toContain("ሰላም")
  },
  60_000
)

test.each([
  ["openai", CLIENTS, "new OpenAI(", /\p{Script=Latin}/u],
  ["openai", "README.md", "new OpenAI(", /\p{Script=Latin}/u],
  ["ai", CLIENTS, "createOpenAICompatible", /\p{Script=Ethiopic}/u],
  ["langchain", CLIENTS, "ChatOpenAI", /\p{Script=Ethiopic}/u]
])(
  "%s: the lines of %s print an answer in the language of the model",
  async (name, path, words, letters) => {
    expect(await program(name, recipe(path, "ts", words))).toMatch(letters)
  },
  60_000
)

test("addisai: its lines write a spoken greeting", async () => {
  await program("addisai", recipe("docs/api.md", "ts", "AddisAI"))
  expect(Bun.file(join(folder, "selam.mp3")).size).toBeGreaterThan(5_000)
}, 60_000)

const isThere = (name: string): boolean => {
  try {
    return Bun.resolveSync(name, ROOT) !== ""
  } catch {
    return false
  }
}

const USE = `
import { initializeLogger, llm } from "@livekit/agents"
initializeLogger({ pretty: false, level: "error" })
const frames = []
for await (const { frame } of engines.tts.synthesize("ሰላም ነው እንዴት ነህ")) frames.push(frame)
console.log((await engines.stt.recognize(frames)).alternatives[0].text)
const chatCtx = new llm.ChatContext()
chatCtx.addMessage({ role: "user", content: "ሰላም፣ እንዴት ነህ?" })
for await (const { delta } of engines.llm.chat({ chatCtx })) process.stdout.write(delta?.content ?? "")
process.exit()
`

// Its packages are 265 MB, so they are not among those that everybody installs.
test.skipIf(!isThere(LIVEKIT))(
  "LiveKit: its engines speak, hear and answer",
  async () => {
    const [heard, answer] = (await program("livekit", recipe(CLIENTS, "ts", LIVEKIT) + USE)).split("\n")
    expect(heard).toContain("ሰላም")
    expect(answer).toMatch(/\p{Script=Ethiopic}/u)
  },
  60_000
)

/** Variables by name. */
type Variables = Readonly<Record<string, string>>

const assigned = (text: string): Variables =>
  Object.fromEntries(Array.from(text.matchAll(/\b([A-Z][A-Z_]+)=(\S+)/g), ([, name = "", value = ""]) => [name, value]))

/** What the start would say of these settings. */
const refusal = (variables: Variables): string =>
  Either.match(Effect.runSync(Effect.either(Effect.provide(Settings, Settings.layerFrom(variables)))), {
    onLeft: ({ message }) => message,
    onRight: () => ""
  })

const ours = (variables: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => name.startsWith("QAL_")))

const accepted = (variables: Variables): void => {
  expect(Object.keys(variables).length).toBeGreaterThan(1)
  expect(Object.keys(variables).filter((name) => !settingNames.includes(name))).toEqual([])
  expect(refusal(variables)).toBe("")
}

test("every line that attaches an engine is one that the server takes", () => {
  const lines = Array.from(textOf(ENGINES).matchAll(/\| `(QAL_[^`]*)` \|$/gm), ([, line = ""]) => assigned(line))
  expect(lines).toHaveLength(5)
  for (const line of lines) accepted(line)
})

/** Open WebUI's settings name what this server has. */
const served = async (variables: Variables): Promise<void> => {
  const ids = (await (await call(server, "GET", "/v1/models")).json()).data.map(({ id }: { readonly id: string }) => id)
  const voices = (await (await call(server, "GET", "/api/v1/voice/voices")).json()).data
  expect(ids).toContain(variables.AUDIO_STT_MODEL)
  expect(ids).toContain(variables.AUDIO_TTS_MODEL)
  expect(voices.map(({ id }: { readonly id: string }) => id)).toContain(variables.AUDIO_TTS_VOICE)
  expect(new Set(Object.values(variables).filter((value) => value.startsWith("http"))).size).toBe(1)
}

interface Service {
  readonly image: string
  readonly environment?: Variables
  readonly volumes?: ReadonlyArray<string>
  readonly depends_on?: ReadonlyArray<string>
}
interface Stack {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, object>>
}

const isStack = (value: unknown): value is Stack => typeof value === "object" && value !== null && "services" in value

describe("the settings of others", () => {
  test("Open WebUI's name models and a voice that are there", async () => {
    const variables = assigned(blockOf(CLIENTS, "ini", "OPENAI_API_KEY"))
    expect(Object.keys(variables).length).toBeGreaterThan(10)
    await served(variables)
  })

  test("the stack is YAML, its settings are taken, and everything in it that is named is there", async () => {
    const stack: unknown = Bun.YAML.parse(
      blockOf(ENGINES, "yaml", "services").replaceAll(/\$\{KEY(?::\?[^}]*)?\}/g, API_KEY)
    )
    if (!isStack(stack)) throw new Error("no stack")
    const services = Object.entries(stack.services)
    accepted(ours(stack.services.qal?.environment ?? {}))
    await served(stack.services.webui?.environment ?? {})
    expect(Object.keys(stack.services.webui?.environment ?? {})).toEqual(
      Object.keys(assigned(blockOf(CLIENTS, "ini", "OPENAI_API_KEY")))
    )
    for (const [name, { depends_on = [], environment = {}, image, volumes = [] }] of services) {
      const hosts = Object.values(environment).flatMap((value) =>
        value.startsWith("http") ? [new URL(value).hostname] : []
      )
      const kept = volumes.map((volume) => volume.split(":")[0] ?? "").filter((volume) => !volume.startsWith("."))
      expect({
        name,
        unknown: [...hosts, ...depends_on].filter((host) => !(host in stack.services || host === "localhost"))
      }).toEqual({ name, unknown: [] })
      expect(kept.filter((volume) => !(volume in stack.volumes))).toEqual([])
      expect(image).not.toBe("")
    }
  })
})
