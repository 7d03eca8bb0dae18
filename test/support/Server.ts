/**
 * A real server: the program itself as a process of its own, on a free port and
 * a folder that is thrown away. It can be stopped, killed and started again.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { described } from "./Described.ts"
import { type Rows, rowsOf } from "./Rows.ts"
import { type File, freshStore } from "./TestStore.ts"

const ROOT = resolve(import.meta.dir, "../..")
/** A cold start compiles and loads the voices; generous for a machine with everything else running. */
const START_PATIENCE_MILLIS = 60_000

/** The key that every test server knows; its wallet is the first. */
export const API_KEY = `sk_${"TestKey0".repeat(6)}`

/** A port that was free a moment ago. */
export const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const probe = createServer()
    probe.once("error", fail)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() =>
        address !== null && typeof address === "object" ? done(address.port) : fail(new Error("no port"))
      )
    })
  })

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
  /** Runs another command of the program on the same folder; its standard output. */
  readonly qal: (...words: ReadonlyArray<string>) => Promise<string>
}

const ready = async (url: string, exited: Promise<number>, output: () => string): Promise<void> => {
  const end = performance.now() + START_PATIENCE_MILLIS
  let gone = false
  exited.then(() => {
    gone = true
  })
  while (performance.now() < end) {
    // Not `/readyz`, which has everything loaded: what a test needs it waits for by using it.
    const response = await fetch(`${url}/healthz`).catch(() => undefined)
    if (response?.status === 200) return
    if (gone) break
    await Bun.sleep(20)
  }
  throw new Error(`the server did not start:\n${output()}`)
}

/** The command that runs the program; another one for a compiled binary. */
const PROGRAM = [process.execPath, join(ROOT, "src/main.ts")]

export const startServer = async (
  settings: Readonly<Record<string, string>> = {},
  program: ReadonlyArray<string> = PROGRAM
): Promise<TestServer> => {
  const folder = mkdtempSync(join(tmpdir(), "qal-server-"))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const dataFolder = settings.QAL_DATA_DIR ?? join(folder, "data")
  const store = await freshStore(dataFolder)
  const environment: Readonly<Record<string, string>> = {
    PATH: process.env.PATH ?? "",
    HOME: folder,
    QAL_PORT: String(port),
    QAL_DATA_DIR: dataFolder,
    QAL_BOOTSTRAP_API_KEY: API_KEY,
    QAL_RATE_LIMIT_PER_MINUTE: "100000",
    QAL_SYNTHESIS_WORKERS: "1",
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
  await ready(url, child.exited, () => output)
  await described(url)
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
      await ready(url, child.exited, () => output)
    },
    output: () => output,
    dispose: async () => {
      child.kill("SIGKILL")
      await child.exited
      rmSync(folder, { recursive: true, force: true })
    },
    qal: async (...words) => {
      const run = Bun.spawn([...program, ...words], { env: environment, cwd: folder, stdout: "pipe", stderr: "pipe" })
      const [text, errors, code] = await Promise.all([
        new Response(run.stdout).text(),
        new Response(run.stderr).text(),
        run.exited
      ])
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

/** A request with the test key; JSON where a body is given. */
export const call = (
  server: Pick<TestServer, "url">,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {}
): Promise<Response> =>
  fetch(server.url + path, {
    method,
    headers: {
      "x-api-key": API_KEY,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
  })

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
