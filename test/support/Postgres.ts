/**
 * A real PostgreSQL: Debian's binaries on a cluster of their own in a temporary folder, on a free port of 127.0.0.1. It
 * ends, and its folder goes, with the process that started it, however that ends.
 */
import { describe } from "bun:test"
import { chownSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { SQL } from "bun"
import { isQuick } from "./Long.ts"
import { freePort } from "./Server.ts"

/** Where Debian has the servers: a folder for each version, none of them on the PATH. */
const DEBIAN = "/usr/lib/postgresql"
const USER = "qal"
const PATIENCE_MILLIS = 30_000

/** The folder with `initdb` and `postgres`: the newest that Debian has, or what is on the PATH. */
const findBinaries = (): string | undefined => {
  try {
    const [newest] = readdirSync(DEBIAN).toSorted((one, other) => Number(other) - Number(one))
    if (newest !== undefined) return join(DEBIAN, newest, "bin")
  } catch {
    // Not Debian, or not installed.
  }
  const found = Bun.which("initdb")
  return found === null ? undefined : dirname(found)
}

const binaries = findBinaries()

/** Whether PostgreSQL is installed here. */
export const hasPostgres = binaries !== undefined

if (!hasPostgres) {
  process.stderr.write("PostgreSQL is not installed (Debian: postgresql): the tests that need it are SKIPPED\n")
}

/** Long tests that need PostgreSQL; without it they are shown as skipped, and a line on standard error says why. */
export const describePostgres = (name: string, body: () => void): void =>
  describe.skipIf(!hasPostgres || isQuick)(`${name} (PostgreSQL)`, body)

interface Account {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL does not run as root: then whom it runs as. */
const accountOf = (): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
  const found = ["postgres", "nobody"].flatMap((name) => accounts.filter(([first]) => first === name))[0]
  return { uid: Number(found?.[2]), gid: Number(found?.[3]) }
}

const account = accountOf()

/** The words that run a command as that user. */
const asUser = (command: ReadonlyArray<string>): Array<string> =>
  account === undefined
    ? [...command]
    : ["setpriv", `--reuid=${account.uid}`, `--regid=${account.gid}`, "--clear-groups", ...command]

/**
 * Runs the server, and ends it by the signal that is written to its standard input; where that closes instead, whoever
 * wrote to it is gone: then the folder goes too.
 */
const KEEPER = `
folder=$1; shift
"$@" & server=$!
if read -r signal; then kill -s "$signal" $server; else kill -s QUIT $server; gone=1; fi
wait $server
if [ -n "$gone" ]; then rm -rf -- "$folder"; fi`

/** How a server is ended: as an operator does it, as a crash of all its processes, or its first process alone. */
export type Ending = "INT" | "QUIT" | "KILL"

export interface Postgres {
  /** A fresh database; the address has the user and the password. */
  readonly database: () => Promise<string>
  /** The process that listens. */
  readonly pid: () => number
  /** Ends the server, which may be started again. */
  readonly end: (how?: Ending) => Promise<void>
  /** Answers once it takes connections. */
  readonly start: () => Promise<void>
  readonly restart: (how?: Ending) => Promise<void>
  /** Ends it and removes its folder. */
  readonly stop: () => Promise<void>
}

export interface Options {
  /** Whether a commit waits for the disk. */
  readonly fsync?: boolean
  /** Further settings of the server. */
  readonly settings?: Readonly<Record<string, string>>
}

const run = async (command: ReadonlyArray<string>): Promise<void> => {
  const child = Bun.spawn(asUser(command), { stdout: "ignore", stderr: "pipe", cwd: tmpdir() })
  const [errors, code] = await Promise.all([new Response(child.stderr).text(), child.exited])
  if (code !== 0) throw new Error(`${command[0]} ended with ${code}: ${errors}`)
}

/**
 * A cluster whose own order of texts is a language's and not that of bytes: whatever needs the latter has to say so.
 * Who connects needs a password.
 */
const makeCluster = async (bin: string, folder: string, password: string): Promise<void> => {
  const passwordFile = join(folder, "password")
  writeFileSync(passwordFile, `${password}\n`)
  if (account !== undefined) {
    for (const path of [folder, passwordFile]) chownSync(path, account.uid, account.gid)
  }
  await run([
    join(bin, "initdb"),
    `--pgdata=${join(folder, "data")}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C.UTF-8",
    "--locale-provider=icu",
    "--icu-locale=en-US",
    "--no-sync"
  ])
}

const admin = async <A>(url: string, use: (sql: SQL) => Promise<A>): Promise<A> => {
  const sql = new SQL(url, { max: 1 })
  return await use(sql).finally(() => sql.close({ timeout: 0 }))
}

const launch = (bin: string, folder: string, port: number, { fsync = true, settings = {} }: Options) => {
  const all = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: folder,
    fsync: fsync ? "on" : "off",
    max_connections: "200",
    ...settings
  }
  const words = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])
  const server = [join(bin, "postgres"), "-D", join(folder, "data"), ...words]
  return Bun.spawn(asUser(["sh", "-c", KEEPER, "keeper", folder, ...server]), {
    stdin: "pipe",
    stdout: "ignore",
    stderr: "ignore",
    cwd: tmpdir()
  })
}

/** Starts a cluster of its own: some two seconds. */
export const startPostgres = async (options: Options = {}): Promise<Postgres> => {
  if (binaries === undefined) throw new Error("PostgreSQL is not installed")
  const bin = binaries
  const folder = mkdtempSync(join(tmpdir(), "qal-postgres-"))
  const password = crypto.randomUUID()
  const port = await freePort()
  const addressOf = (database: string) => `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`
  await makeCluster(bin, folder, password)
  let keeper = launch(bin, folder, port, options)
  let databases = 0

  const answers = (): Promise<boolean> =>
    admin(addressOf("postgres"), (sql) => sql`SELECT 1`).then(
      () => true,
      () => false
    )
  const ready = async (): Promise<void> => {
    const end = performance.now() + PATIENCE_MILLIS
    while (performance.now() < end) {
      // Until the last process of one that was killed is gone, the next cannot start.
      if (keeper.exitCode !== null) keeper = launch(bin, folder, port, options)
      if (await answers()) return
      await Bun.sleep(50)
    }
    throw new Error("PostgreSQL does not answer")
  }
  const end = async (how: Ending = "INT"): Promise<void> => {
    keeper.stdin.write(`${how}\n`)
    keeper.stdin.flush()
    await keeper.exited
  }
  const start = async (): Promise<void> => {
    keeper = launch(bin, folder, port, options)
    await ready()
  }
  await ready()
  return {
    database: async () => {
      const name = `test_${++databases}`
      await admin(addressOf("postgres"), (sql) => sql.unsafe(`CREATE DATABASE ${name}`))
      return addressOf(name)
    },
    pid: () => Number(readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n")[0]),
    end,
    start,
    restart: async (how) => {
      await end(how)
      await start()
    },
    stop: async () => {
      if (keeper.exitCode !== null) keeper = launch(bin, folder, port, options)
      keeper.stdin.end()
      await keeper.exited
    }
  }
}
