/** What an engine needs back with a call, for clients that drop it: how long, whose, and how much of it is kept. */
import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import { Duration, Effect, Layer, Logger, TestClock, TestContext } from "effect"
import * as Money from "../../src/billing/Money.ts"
import { Wallet } from "../../src/billing/Wallet.ts"
import type { Turn } from "../../src/chat/History.ts"
import { rowsOf, StoredCalls } from "../../src/chat/StoredCalls.ts"
import type { WalletId } from "../../src/Domain.ts"
import { inOrder, Writer } from "../../src/storage/Writer.ts"
import type { EffectBody } from "../support/EffectBody.ts"
import { eachStore, type Fresh } from "../support/Stores.ts"

type World = StoredCalls | Wallet | Writer | SqlClient.SqlClient

/** On a clock that stands still until it is set, but for what truly waits for the disk. */
const withStore = <A>(fresh: Fresh, body: EffectBody<World, [], A>) =>
  Effect.gen(function* () {
    const services = Layer.provideMerge(Layer.mergeAll(StoredCalls.Default, Wallet.Default), yield* fresh)
    return yield* Effect.provide(Effect.gen(body), services)
  }).pipe(
    Effect.scoped,
    Effect.provide([TestContext.TestContext, Logger.remove(Logger.defaultLogger)]),
    Effect.runPromise
  )

const newWallet = Effect.flatMap(Wallet, (wallet) => Effect.map(wallet.create("w", Money.zero), ({ id }) => id))

const SIGNATURE = { extra_content: { google: { thought_signature: "c2ln" } } }

/** Keeps the fields of a call as the settlement of its answer does. */
const keep = (walletId: WalletId, id: string, extra: object = SIGNATURE, thoughts = "I need the rain.") =>
  Effect.gen(function* () {
    const { durable } = yield* Writer
    const settledAt = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
    const calls = [{ id, name: "rain", arguments: "{}", extra: { ...extra } }]
    yield* durable(inOrder(...rowsOf(walletId, { calls, thoughts }, settledAt)))
  })

/** A call as a client sends it back that drops what it does not know, with its answer behind it. */
const called = (...ids: ReadonlyArray<string>): ReadonlyArray<Turn> => [
  {
    role: "assistant",
    content: "",
    tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "rain", arguments: "{}" } }))
  }
]

/** Which of these calls are completed with what the engine needs back. */
const completed = (walletId: WalletId, ...ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { complete } = yield* StoredCalls
    const found: Array<string> = []
    for (const id of ids)
      if (JSON.stringify(yield* complete(walletId, called(id))).includes("thought_signature")) found.push(id)
    return found
  })

eachStore("what an engine needs back with a call is kept for 24 hours, and then gone", (fresh) =>
  withStore(fresh, function* () {
    const { complete, sweep } = yield* StoredCalls
    const sql = yield* SqlClient.SqlClient
    const id = yield* newWallet
    yield* keep(id, "call_a")
    expect(yield* complete(id, called("call_a"))).toMatchObject([
      { reasoning_content: "I need the rain.", tool_calls: [{ id: "call_a", ...SIGNATURE }] }
    ])
    yield* TestClock.adjust("12 hours")
    yield* keep(id, "call_b")
    yield* TestClock.adjust(Duration.subtract("12 hours", "1 millis"))
    yield* sweep()
    expect(yield* completed(id, "call_a", "call_b")).toEqual(["call_a", "call_b"])
    yield* TestClock.adjust("1 millis")
    expect(yield* completed(id, "call_a", "call_b")).toEqual(["call_b"])
    expect(yield* complete(id, called("call_a"))).toEqual(called("call_a"))
    yield* sweep()
    expect((yield* sql`SELECT call_id FROM call_fields`).map(({ call_id }) => call_id)).toEqual(["call_b"])
    yield* TestClock.adjust("12 hours")
    yield* sweep()
    expect(yield* sql`SELECT call_id FROM call_fields`).toEqual([])
  })
)

eachStore(
  "what an engine needs back is found by the call's id alone, and only for the wallet whose call it was",
  (fresh) =>
    withStore(fresh, function* () {
      const [one, other] = [yield* newWallet, yield* newWallet]
      yield* keep(one, "call_a")
      expect(yield* completed(other, "call_a")).toEqual([])
      // A client that gives its calls other ids gets none of it: nothing else says which call it was.
      expect(yield* completed(one, "renamed", "call_a")).toEqual(["call_a"])
    })
)
