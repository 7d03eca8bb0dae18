/** A server to attack, with wallets that can pay for everything. */
import { join } from "node:path"
import { ADMIN_TOKEN } from "../dashboard/Session.ts"
import { API_KEY, startServer, type TestServer } from "../support/Server.ts"
import { makeWallets } from "../support/Wallets.ts"
import type { Target } from "./Blocks.ts"
import { learn, type World } from "./World.ts"

/** Wallets that inputs are sent from, in turns. */
const TENANTS = 4
/** Whole ETB: more than any run spends. */
const CREDIT = 100_000_000

export interface Attacked {
  readonly server: TestServer
  readonly target: Target
  readonly world: World
}

export const start = async (): Promise<Attacked> => {
  const server = await startServer({
    QAL_RATE_LIMIT_PER_MINUTE: "1000000",
    QAL_MAX_CONVERSATIONS_PER_KEY: "3",
    QAL_ADMIN_TOKEN: ADMIN_TOKEN
  })
  const wallets = await makeWallets(server, TENANTS + 1, CREDIT)
  const [bystander, ...tenants] = wallets
  if (bystander === undefined) throw new Error("no wallet was made")
  const secrets = [API_KEY, ADMIN_TOKEN, bystander.key, server.folder]
  const world = await learn(
    server.url,
    tenants.map(({ key }) => key),
    secrets
  )
  const target: Target = {
    url: server.url,
    pid: server.pid,
    restart: async () => {
      await server.kill()
      await server.start()
    },
    dataFolder: join(server.folder, "data"),
    bystander
  }
  return { server, target, world }
}
