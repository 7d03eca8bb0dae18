/** An admission whose connection goes while it waits in the database. */
import { expect, test } from "bun:test"
import { Effect } from "effect"
import * as Money from "../../../src/billing/Money.ts"
import { Wallet } from "../../../src/billing/Wallet.ts"
import { JobId } from "../../../src/Domain.ts"
import { JobStore } from "../../../src/storage/JobStore.ts"
import { askOf, node, until, untilIdle, usePostgres, waiting, wired, withDatabase } from "../../support/Nodes.ts"
import { describePostgres } from "../../support/Postgres.ts"
import type { Proxy } from "../../support/Proxy.ts"

describePostgres("an admission that is lost on its way back", () => {
  const postgres = usePostgres()

  const lost = (url: string, near: string, wire: Proxy) =>
    Effect.gen(function* () {
      const { id: walletId } = yield* Effect.flatMap(Wallet, (_) => _.create("one", Money.fromMicros(1_000_000)))
      const ask = yield* askOf(url)
      yield* ask("BEGIN")
      yield* ask("SELECT 1 FROM wallets FOR NO KEY UPDATE")
      const admission = yield* Effect.fork(
        Effect.flatMap(JobStore, (store) =>
          store.admit({
            jobId: JobId.make("job_1"),
            walletId,
            operation: "chat",
            requestId: null,
            fingerprint: "f",
            estimate: 1,
            slot: null,
            now: 0,
            asked: null
          })
        )
      )
      yield* until(Effect.map(waiting(ask), (count) => count > 0))
      wire.cut()
      wire.mend()
      expect((yield* Effect.flip(admission))._tag).toBe("SqlError")
      // It is given up before it is done.
      yield* until(Effect.map(ask("SELECT 1 FROM jobs"), ({ length }) => length > 0))
      expect(yield* waiting(ask)).toBe(1)
      yield* ask("COMMIT")
      yield* untilIdle(ask)
      expect(yield* ask("SELECT state, failure FROM jobs")).toEqual([{ state: "failed", failure: "INTERRUPTED" }])
      expect(yield* ask("SELECT held FROM wallets")).toEqual([{ held: "0" }])
    }).pipe(Effect.provide(Wallet.Default), Effect.provide(node(near)))

  test(
    "an admission lost on its way back holds nothing, also where it is done only after it was given up",
    () =>
      withDatabase(postgres, function* (url) {
        const { near, wire } = yield* wired(url)
        yield* lost(url, near, wire)
      }),
    60_000
  )
})
