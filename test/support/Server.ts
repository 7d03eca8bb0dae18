/**
 * A real server: the program itself as a process of its own, on a free port and
 * a folder that is thrown away. It can be stopped, killed and started again.
 */
import { chmodSync, closeSync, mkdtempSync, openSync, readdirSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { described, watch } from "./Described.ts"
import { outcomeOf } from "./ProgramOutcome.ts"
import { type Rows, rowsOf } from "./Rows.ts"
import { type File, freshStore } from "./TestStore.ts"

const ROOT = resolve(import.meta.dir, "../..")
/** A start that fails ends its process: this only ends the wait for one that hangs. */
const START_PATIENCE_MILLIS = 240_000

/** The key that every test server knows; its wallet is the first. */
export const API_KEY = `sk_${"TestKey0".repeat(6)}`

/**
 * Ports below those that the system gives to connections and to whoever asks for any: none of these takes one between its
 * choice and its use. Each worker of the tests has its own share, and each process begins somewhere in it.
 */
const FIRST_PORT = 10_000
const PORTS_PER_WORKER = 5_000
const WORKERS = 4
let lastPort = Math.floor(Math.random() * PORTS_PER_WORKER)

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = createServer()
    probe.once("error", () => done(false))
    probe.listen(port, "127.0.0.1", () => probe.close(() => done(true)))
  })

/** A port of the loopback interface that nothing listens on. */
export const freePort = async (): Promise<number> => {
  const first = FIRST_PORT + (Number(process.env.BUN_TEST_WORKER_ID ?? 0) % WORKERS) * PORTS_PER_WORKER
  for (let tried = 0; tried < PORTS_PER_WORKER; tried++) {
    lastPort = (lastPort + 1) % PORTS_PER_WORKER
    const port = first + lastPort
    if (await isFree(port)) return port
  }
  throw new Error("no port is free")
}

export interface TestServer {
  readonly url: string
  readonly folder: string
  /** Where it has its database, where that is not in the folder. */
  readonly databaseUrl: string | undefined
  /** Reads and writes its database from beside it. */
  readonly rows: Rows
  /** Its files, by their names. */
  readonly files: () => ReadonlyMap<string, File>
  readonly pid: () => number
  /** SIGKILL: no goodbye. */
  readonly kill: () => Promise<void>
  /** SIGTERM, and the exit code. */
  readonly stop: () => Promise<number>
  readonly start: () => Promise<void>
  /** Everything on standard error and standard output so far. */
  readonly output: () => string
  /** Stops what runs and removes the folder. */
  readonly dispose: () => Promise<void>
  /** The same, at the end of the block that has it by `await using`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>
  /** Runs another command of the program on the same folder; its standard output. */
  readonly qal: (...words: ReadonlyArray<string>) => Promise<string>
}

/** A folder of models that every server has, where `QAL_TEST_MODELS` names one. */
const { QAL_TEST_MODELS } = process.env

/** Waits until all models of the folder that every server has are taken up, where there is one. */
const modelsTakenUp = async (url: string, output: () => string): Promise<void> => {
  if (QAL_TEST_MODELS === undefined) return
  const wanted = readdirSync(QAL_TEST_MODELS)
  let live: ReadonlyArray<string> = []
  for (const end = performance.now() + START_PATIENCE_MILLIS; performance.now() < end; await Bun.sleep(100)) {
    const report: { readonly models?: ReadonlyArray<string> } = await (await fetch(`${url}/readyz`)).json()
    live = report.models ?? []
    if (wanted.every((model) => live.includes(model))) return
  }
  throw new Error(`of the models ${wanted.join(", ")} the server took up ${live.join(", ")}:\n${output()}`)
}

/** Waits until the server answers; gives up when its process has `exited`. */
export const ready = async (url: string, output: () => string, exited?: Promise<number>): Promise<void> => {
  const end = performance.now() + START_PATIENCE_MILLIS
  let gone = false
  exited?.then(() => {
    gone = true
  })
  while (performance.now() < end) {
    // Not `/readyz`, which has everything loaded: what a test needs it waits for by using it.
    const response = await fetch(`${url}/healthz`).catch(() => undefined)
    if (response?.status === 200) return await modelsTakenUp(url, output)
    if (gone) break
    await Bun.sleep(20)
  }
  throw new Error(`the server did not start:\n${output()}`)
}

/** The variable in which `test/main.ts` says where it has built the program. */
const BUILT = "QAL_TEST_PROGRAM"

const fromSource = [process.execPath, join(ROOT, "src/main.ts")]

/** The command that runs the program: the binary that `test/main.ts` has built, which starts in half the time, or the source. */
export const programOf = (built: string | undefined = process.env[BUILT]): ReadonlyArray<string> =>
  built === undefined ? fromSource : [built]

/** Builds the program into a folder of its own, which this process removes at its end: its file, and the environment that names it to the tests. */
export const buildProgram = async () => {
  const folder = mkdtempSync(join(tmpdir(), "qal-built-"))
  // Also where the run is interrupted: the program is large.
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  // A server that runs as another user reads it too.
  chmodSync(folder, 0o755)
  const file = join(folder, "qal")
  const code = await Bun.spawn([process.execPath, ".ci/build.ts", file], { cwd: ROOT, stdout: "ignore" }).exited
  if (code !== 0) throw new Error(`the program could not be built: .ci/build.ts ended with ${code}`)
  return { file, environment: { [BUILT]: file } }
}

/** How mimalloc is set for the tests (`test/main.ts`), for their servers too. */
const allocator = (): Readonly<Record<string, string>> => {
  const { MIMALLOC_PURGE_DELAY } = process.env
  return MIMALLOC_PURGE_DELAY === undefined ? {} : { MIMALLOC_PURGE_DELAY }
}

const models = QAL_TEST_MODELS === undefined ? {} : { QAL_MODELS_DIR: QAL_TEST_MODELS }

/** What every server of the tests is set to, where a test says nothing else. */
const defaults = (folder: string, port: number, dataFolder: string): Readonly<Record<string, string>> => ({
  ...allocator(),
  PATH: process.env.PATH ?? "",
  HOME: folder,
  QAL_PORT: String(port),
  QAL_DATA_DIR: dataFolder,
  QAL_BOOTSTRAP_API_KEY: API_KEY,
  QAL_RATE_LIMIT_PER_MINUTE: "100000",
  QAL_SYNTHESIS_WORKERS: "1",
  ...models
})

/** A server that other processes may ask too, and that is not waited for. */
export interface Launched {
  readonly url: string
  readonly folder: string
  readonly pid: number
  /** The file with all that it prints. */
  readonly log: string
}

/** Launches the program, on SQLite; `end` ends it and removes its folder. */
export const launchServer = async (settings: Readonly<Record<string, string>>, program: ReadonlyArray<string>) => {
  const folder = mkdtempSync(join(tmpdir(), "qal-lent-"))
  const port = await freePort()
  const path = join(folder, "log")
  const log = openSync(path, "a")
  const env = { ...defaults(folder, port, join(folder, "data")), ...settings }
  const child = Bun.spawn([...program, "serve"], { env, cwd: folder, stdin: "ignore", stdout: log, stderr: log })
  closeSync(log)
  process.once("exit", () => child.kill("SIGKILL"))
  const launched: Launched = { url: `http://localhost:${port}`, folder, pid: child.pid, log: path }
  const end = async () => {
    child.kill("SIGKILL")
    await child.exited
    rmSync(folder, { recursive: true, force: true })
  }
  return { launched, end }
}

export const startServer = async (
  settings: Readonly<Record<string, string>> = {},
  program: ReadonlyArray<string> = programOf()
): Promise<TestServer> => {
  const folder = mkdtempSync(join(tmpdir(), "qal-server-"))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const dataFolder = settings.QAL_DATA_DIR ?? join(folder, "data")
  const store = await freshStore(dataFolder)
  const environment: Readonly<Record<string, string>> = {
    ...defaults(folder, port, dataFolder),
    ...store.settings,
    ...settings
  }
  let output = ""
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    const reader = stream.getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      output += decoder.decode(part.value, { stream: true })
    }
  }
  const launch = () => {
    const child = Bun.spawn([...program, "serve"], { env: environment, cwd: folder, stdout: "pipe", stderr: "pipe" })
    collect(child.stdout)
    collect(child.stderr)
    return child
  }
  let child = launch()
  await ready(url, () => output, child.exited)
  await described(url)
  const dispose = async () => {
    child.kill("SIGKILL")
    await child.exited
    watch.forget(url)
    rmSync(folder, { recursive: true, force: true })
  }
  const server: TestServer = {
    url,
    folder,
    databaseUrl: environment.QAL_DATABASE_URL,
    rows: rowsOf(environment.QAL_DATABASE_URL, dataFolder),
    files: store.files,
    pid: () => child.pid,
    kill: async () => {
      child.kill("SIGKILL")
      await child.exited
    },
    stop: async () => {
      child.kill("SIGTERM")
      return await child.exited
    },
    start: async () => {
      child = launch()
      await ready(url, () => output, child.exited)
    },
    output: () => output,
    dispose,
    [Symbol.asyncDispose]: dispose,
    qal: async (...words) => {
      const run = Bun.spawn([...program, ...words], { env: environment, cwd: folder, stdout: "pipe", stderr: "pipe" })
      const { out: text, err: errors, code } = await outcomeOf(run)
      if (code !== 0) throw new Error(`qal ${words.join(" ")} ended with ${code}: ${errors}${text}`)
      return text
    }
  }
  return server
}

/** A node's jobs are released so long after its death, in milliseconds, where others may look for it. */
const RELEASED_WITHIN = 15_000

/** How many jobs still run of a process that was killed and started again: at once, or by the end of its lease where nodes share its database. */
export const leftRunning = async ({ databaseUrl, rows }: Pick<TestServer, "databaseUrl" | "rows">): Promise<number> => {
  const count = async () => (await rows("SELECT 1 AS one FROM jobs WHERE state = 'running'")).length
  const end = performance.now() + (databaseUrl === undefined ? 0 : RELEASED_WITHIN)
  while (performance.now() < end && (await count()) > 0) await Bun.sleep(100)
  return await count()
}

/** Where a request goes, and with which key: of a lent server the file's own (support/Lent.ts), else the test key. */
export interface Target {
  readonly url: string
  readonly key?: string
}

export const keyOf = ({ key }: Target): string => key ?? API_KEY

/** A request with the target's key; JSON where a body is given. */
export const call = (
  server: Target,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {}
): Promise<Response> =>
  fetch(server.url + path, {
    method,
    headers: {
      "x-api-key": keyOf(server),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
  })

/** A form with the target's key; of its fields blobs are files. */
export const postForm = (
  server: Target,
  path: string,
  fields: Readonly<Record<string, string | Blob>>,
  headers: Readonly<Record<string, string>> = {}
): Promise<Response> => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return fetch(server.url + path, { method: "POST", body, headers: { "x-api-key": keyOf(server), ...headers } })
}

/** The lines of a server's log that are whole by now. */
export const logLines = (output: string): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  output.split("\n").flatMap((line) => {
    try {
      return line.startsWith("{") ? [JSON.parse(line)] : []
    } catch {
      return []
    }
  })

/** What came of an answer, also of one that was broken off. */
export const textSoFar = async ({ body }: Response): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ""
  const reader = body?.getReader()
  const next = () => reader?.read().catch(() => undefined)
  for (let part = await next(); part?.value !== undefined; part = await next()) {
    text += decoder.decode(part.value, { stream: true })
  }
  return text
}
