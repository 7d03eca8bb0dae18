/**
 * The code at `/docs`, of every operation and in every language, does what it says as it stands: by a shell
 * with curl, by Bun, and by Python with `requests`, where these are installed.
 */
import { beforeAll, describe, expect, test } from "bun:test"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"
import { LANGUAGES, type SampleLanguage, sample } from "../../src/server/docs/CodeSamples.ts"
import { type Operation, operationNameOf } from "../../src/server/docs/Document.ts"
import { KEY_VARIABLE, SESSION, SESSION_VARIABLES } from "../../src/server/docs/ExampleRequest.ts"
import { noteOf } from "../../src/server/docs/Origins.ts"
import { SAMPLES } from "../../src/server/docs/Prefilled.ts"
import { signedInForFile } from "../dashboard/Session.ts"
import { outcomeOf } from "../support/ProgramOutcome.ts"
import { API_KEY } from "../support/Server.ts"
import { type Reader, readerOf } from "./DocsReader.ts"

const hasRequests = Bun.spawnSync(["python3", "-c", "import requests"]).success
const canRun: Readonly<Record<SampleLanguage, boolean>> = {
  curl: Bun.which("curl") !== null,
  typescript: true,
  python: hasRequests
}
for (const language of LANGUAGES) {
  if (!canRun[language]) process.stderr.write(`What runs ${language} is not installed: its code is not tested\n`)
}

const { admin, server } = signedInForFile()
let reader: Reader
let folder: string

beforeAll(async () => {
  reader = await readerOf(server.url)
  folder = join(server.folder, "reader")
  mkdirSync(folder)
  for (const { file } of Object.values(SAMPLES)) {
    await Bun.write(join(folder, file), await (await fetch(`${server.url}/docs/${file}`)).bytes())
  }
})

/** Code with what stands for its variables, and whose it is. */
interface Job {
  readonly name: string
  readonly code: string
  readonly env: Readonly<Record<string, string>>
}

interface Outcome {
  readonly name: string
  readonly code: number
  readonly output: string
}

const environment = () => ({
  PATH: process.env.PATH ?? "",
  HOME: process.env.HOME ?? "",
  [KEY_VARIABLE]: API_KEY,
  [SESSION_VARIABLES.cookie]: admin.cookie.slice(`${SESSION.cookie}=`.length),
  [SESSION_VARIABLES.token]: admin.csrf
})

const spawn = async (command: ReadonlyArray<string>, env: Job["env"]) => {
  const child = Bun.spawn([...command], {
    cwd: folder,
    env: { ...environment(), ...env },
    stdout: "pipe",
    stderr: "pipe"
  })
  const { out: printed, err: complained, code } = await outcomeOf(child)
  return { code, printed, complained }
}

/** One after the other: a wallet has one transcription at a time. */
const runShell = async (jobs: ReadonlyArray<Job>) => {
  const outcomes: Array<Outcome> = []
  for (const { code: script, env, name } of jobs) {
    const { code, complained, printed } = await spawn(["sh", "-c", script], env)
    outcomes.push({ name, code, output: printed + complained })
  }
  return outcomes
}

/** A process takes long to begin: one runs all, each as a program of its own. */
const runTogether = async (jobs: ReadonlyArray<Job>, command: ReadonlyArray<string>) => {
  await Bun.write(join(folder, "jobs.json"), JSON.stringify(jobs))
  const { code, complained } = await spawn(command, {})
  expect([code, complained]).toEqual([0, ""])
  const outcomes: ReadonlyArray<Outcome> = await Bun.file(join(folder, "outcomes.json")).json()
  return outcomes
}

const TYPESCRIPT = `
import { readFile, writeFile } from "node:fs/promises"
const outcomes = []
for (const [at, job] of JSON.parse(await readFile("jobs.json", "utf8")).entries()) {
  Object.assign(process.env, job.env)
  const path = process.cwd() + "/sample-" + at + ".ts"
  await writeFile(path, job.code)
  const failure = await import(path).then(() => undefined, (thrown) => String(thrown))
  outcomes.push({ name: job.name, code: failure === undefined ? 0 : 1, output: failure ?? "" })
}
await writeFile("outcomes.json", JSON.stringify(outcomes))
`

const PYTHON = `
import contextlib, io, json, os, traceback
outcomes = []
for job in json.load(open("jobs.json", encoding="utf-8")):
    os.environ.update(job["env"])
    output, code = io.StringIO(), 0
    with contextlib.redirect_stdout(output):
        try:
            exec(compile(job["code"], job["name"], "exec"), {"__name__": "__main__"})
        except BaseException:
            traceback.print_exc(file=output)
            code = 1
    outcomes.append({"name": job["name"], "code": code, "output": output.getvalue()})
json.dump(outcomes, open("outcomes.json", "w", encoding="utf-8"))
`

const runners: Readonly<Record<SampleLanguage, (jobs: ReadonlyArray<Job>) => Promise<ReadonlyArray<Outcome>>>> = {
  curl: runShell,
  typescript: async (jobs) => {
    const path = join(folder, "all.ts")
    await Bun.write(path, TYPESCRIPT)
    return await runTogether(jobs, [process.execPath, path])
  },
  python: (jobs) => runTogether(jobs, ["python3", "-c", PYTHON])
}

/** An operation that the page says cannot be sent as it stands is left to its own test. */
const isWhole = (operation: Operation): boolean => noteOf(operation) === undefined

/** Every way to send every operation, those that end something last. */
const all = () =>
  reader.operations
    .filter(isWhole)
    .flatMap((operation) => reader.choices(operation).map((choice) => ({ operation, choice })))
    .sort((one, other) => Number(one.operation.method === "DELETE") - Number(other.operation.method === "DELETE"))

/** Everything that the page shows in the language, with what it needs. */
const jobsIn = async (language: SampleLanguage): Promise<ReadonlyArray<Job>> => {
  const jobs: Array<Job> = []
  for (const { choice, operation } of all()) {
    const env = await reader.values(operation, admin)
    const request = reader.request(operation, choice)
    const { body } = request
    const text = body?.type === "json" ? await reader.filled(operation, body.text, admin) : ""
    const whole = body?.type === "json" ? { ...request, body: { ...body, text } } : request
    const name = `${operationNameOf(operation)} ${JSON.stringify(choice)}`
    jobs.push({ name, env, code: sample(language, whole) })
  }
  return jobs
}

describe.each(LANGUAGES.filter((language) => canRun[language]))("%s", (language) => {
  test("the documented code of every operation runs and is answered well", async () => {
    const outcomes = await runners[language](await jobsIn(language))
    expect(outcomes.length).toBeGreaterThan(50)
    expect(outcomes.filter(({ code }) => code !== 0)).toEqual([])
  }, 240_000)
})

test.skipIf(!canRun.curl)(
  "the documented shell command names an id that is not set, and sends nothing",
  async () => {
    const jobs = all()
      .map(({ choice, operation }) => reader.request(operation, choice))
      .filter(({ parameters }) => parameters.some(({ variable }) => variable !== undefined))
      .map((request) => ({ name: request.parameters.find(({ variable }) => variable)?.variable?.name ?? "", request }))
    expect(jobs.length).toBeGreaterThan(10)
    const outcomes = await runShell(jobs.map(({ name, request }) => ({ name, env: {}, code: sample("curl", request) })))
    for (const { code, name, output } of outcomes) {
      expect(code).not.toBe(0)
      expect(output).toContain(`${name}: is not set`)
      expect(output).not.toContain("{")
    }
  },
  60_000
)

test("the documented curl command says that a file of frames is no MP3", () => {
  const streamed = reader.operations.find(({ id }) => id === "streamSpeech")
  const code = streamed === undefined ? "" : sample("curl", reader.request(streamed))
  expect(code).toContain("--output answer.mp3-frames ")
  expect(code).toMatch(/^# What is written is no MP3 yet/)
})

test("the documented TypeScript passes the strictest types", async () => {
  const files = all().map(({ choice, operation }, at) => {
    const path = join(folder, `typed-${at}.ts`)
    return { path, code: sample("typescript", reader.request(operation, choice)) }
  })
  await Promise.all(files.map(({ code, path }) => Bun.write(path, code)))
  const program = ts.createProgram(
    files.map(({ path }) => path),
    {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      noUnusedLocals: true,
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.Preserve,
      moduleDetection: ts.ModuleDetectionKind.Force,
      lib: ["lib.esnext.d.ts"],
      typeRoots: [join(import.meta.dir, "../../node_modules")],
      types: ["bun-types"]
    }
  )
  const found = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    const words = typeof messageText === "string" ? messageText : messageText.messageText
    return `${words} in ${file?.text}`
  })
  expect(found).toEqual([])
}, 60_000)
