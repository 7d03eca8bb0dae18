/** What tests of running conversations have in common: callers with wallets of their own, and what became of both. */
import type { TestServer } from "../support/Server.ts"
import { makeWallets, type WalletKey } from "../support/Wallets.ts"
import { Caller } from "./Caller.ts"

export const SHORT = "ሰላም"

/** A new wallet with so many whole ETB, and its key. */
export const walletOf = async (credit: number, on: TestServer): Promise<WalletKey> => {
  const [wallet] = await makeWallets(on, 1, credit)
  if (wallet === undefined) throw new Error("no wallet")
  return wallet
}

/** A caller whose session is open. */
export const ring = async (key: string, on: Pick<TestServer, "url">): Promise<Caller> => {
  const caller = await Caller.connect(on, `apiKey=${key}`)
  await caller.next("ready", 0)
  return caller
}

/** The code of the close, once it has come. */
export const closed = async (caller: Caller, patience = 10_000): Promise<number | undefined> => {
  for (const end = performance.now() + patience; caller.closed === undefined && performance.now() < end; )
    await Bun.sleep(10)
  return caller.closed
}

/** The codes of the errors that were told. */
export const errors = (caller: Caller): ReadonlyArray<string> =>
  caller.said.filter(({ kind }) => kind === "error").map(({ text }) => text)

/** Micro-ETB of each charge to the wallet. */
export const charges = async (walletId: string, on: Pick<TestServer, "rows">): Promise<ReadonlyArray<number>> => {
  const sql = "SELECT -amount AS micros FROM ledger WHERE wallet_id = ? AND kind = 'charge' ORDER BY id"
  return (await on.rows<{ readonly micros: number }>(sql, walletId)).map(({ micros }) => micros)
}

/** Micro-ETB of each turn whose cost was told. */
export const told = (caller: Caller): ReadonlyArray<number> =>
  caller.said.flatMap(({ kind, message }) => {
    const usage = message.usageMetadata
    return kind === "usage" && typeof usage === "object" && usage !== null && "credits_used" in usage
      ? [Math.round(Number(usage.credits_used) * 1_000_000)]
      : []
  })
