/**
 * A server that many files of tests share, with a wallet and a key of its own for each file. `test/main.ts` starts one for each
 * worker of the tests before they begin; a file that runs without it starts its own.
 *
 * For what asks nothing of the server's settings, does not end it, and looks at nothing but its own wallet.
 */
import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { described } from "./Described.ts"
import { rowsOf } from "./Rows.ts"
import { type Launched, launchServer, programOf, ready, startServer, type TestServer } from "./Server.ts"
import { makeWallets } from "./Wallets.ts"

/** The variable in which `test/main.ts` says which servers it has started: `Launched`, as JSON, by worker. */
const VARIABLE = "QAL_TEST_LENT"

/** The dashboard's token of a lent server. */
export const LENT_ADMIN_TOKEN = "AdminTokenOfTheTests"

/** What every lent server is set to. */
const SETTINGS = { QAL_ADMIN_TOKEN: LENT_ADMIN_TOKEN, QAL_MAX_CONVERSATIONS_PER_KEY: "1000" }

/** ETB in a lent wallet. */
const CREDIT = 1_000

export interface LentServer extends Pick<TestServer, "url" | "folder" | "databaseUrl" | "rows" | "pid" | "output"> {
  /** The secret of the only key of the file's own wallet. */
  readonly key: string
  readonly walletId: string
  /** At the end of the file. */
  readonly giveBack: () => Promise<void>
}

/** Whether the file asks for a lent server, itself or by what signs in to one. */
export const borrows = async (file: string): Promise<boolean> =>
  /\b(?:lend(?:Server|Dashboard)|lentServerForFile|lentSignedInForFile)\(/.test(await Bun.file(file).text())

/** So many servers of the built program, for the environment of the tests; and what ends them. */
export const startLentServers = async (count: number, built: string) => {
  const servers = await Promise.all(Array.from({ length: count }, () => launchServer(SETTINGS, programOf(built))))
  return {
    environment: { [VARIABLE]: JSON.stringify(servers.map(({ launched }) => launched)) },
    end: async () => void (await Promise.all(servers.map(({ end }) => end())))
  }
}

const lentTo = (worker: string | undefined): Launched | undefined => {
  const all: ReadonlyArray<Launched> = JSON.parse(process.env[VARIABLE] ?? "[]")
  return all.length === 0 ? undefined : all[(Number(worker ?? 1) - 1) % all.length]
}

const borrow = async ({ folder, log, pid, url }: Launched): Promise<Omit<LentServer, "key" | "walletId">> => {
  await ready(url, () => readFileSync(log, "utf8"))
  await described(url)
  const before = statSync(log).size
  return {
    url,
    folder,
    databaseUrl: undefined,
    rows: rowsOf(undefined, join(folder, "data")),
    pid: () => pid,
    output: () => readFileSync(log).subarray(before).toString(),
    giveBack: async () => {}
  }
}

const startOwn = async (): Promise<Omit<LentServer, "key" | "walletId">> => {
  const server = await startServer(SETTINGS)
  return { ...server, giveBack: server.dispose }
}

/** The worker's server, with a new wallet; one of the file's own where none was started. */
export const lendServer = async (): Promise<LentServer> => {
  const launched = lentTo(process.env.BUN_TEST_WORKER_ID)
  const server = launched === undefined ? await startOwn() : await borrow(launched)
  const [wallet] = await makeWallets(server, 1, CREDIT)
  if (wallet === undefined) throw new Error("no wallet was made")
  return { ...server, ...wallet }
}
