/** What is kept of responses: how long, of whom, and how much. */
import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import { Duration, Effect, Layer, Logger, TestClock, TestContext } from "effect"
import * as Money from "../../src/billing/Money.ts"
import { Wallet } from "../../src/billing/Wallet.ts"
import { JobId, type WalletId } from "../../src/Domain.ts"
import { completedResponse } from "../../src/openai/ResponseAnswers.ts"
import type { InputItem } from "../../src/openai/ResponseItemsApi.ts"
import { MOST_BYTES, rowsOf, StoredResponses, storedRequestOf } from "../../src/openai/StoredResponses.ts"
import { inOrder, Writer } from "../../src/storage/Writer.ts"
import type { EffectBody } from "../support/EffectBody.ts"
import { longTest } from "../support/Long.ts"
import { eachStore, type Fresh } from "../support/Stores.ts"
import { write } from "../support/Write.ts"

type World = StoredResponses | Wallet | Writer | SqlClient.SqlClient

/** On a clock that stands still until it is set, but for what truly waits for the disk. */
const withStore = <A>(fresh: Fresh, body: EffectBody<World, [], A>) =>
  Effect.gen(function* () {
    const services = Layer.provideMerge(Layer.mergeAll(StoredResponses.Default, Wallet.Default), yield* fresh)
    return yield* Effect.provide(Effect.gen(body), services)
  }).pipe(
    Effect.scoped,
    Effect.provide([TestContext.TestContext, Logger.remove(Logger.defaultLogger)]),
    Effect.runPromise
  )

const newWallet = Effect.flatMap(Wallet, (wallet) => Effect.map(wallet.create("w", Money.zero), ({ id }) => id))

const usage_metadata = { prompt_token_count: 1, candidates_token_count: 1, total_token_count: 2 }
const said = (content: string): InputItem => ({ role: "user", content })

/** Stores a response as a settlement does. */
const store = (walletId: WalletId, id: string, before: ReadonlyArray<string> = [], text = id) =>
  Effect.gen(function* () {
    const { durable } = yield* Writer
    const settledAt = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
    const previousId = before.at(-1) ?? null
    const answer = { response_text: `to ${id}`, finish_reason: "stop", usage_metadata, modelVersion: "m" } as const
    const response = completedResponse(id, { input: "", previous_response_id: previousId }, answer)
    const receipt = { jobId: JobId.make("job_1"), entryId: "", charge: Money.zero, balanceAfter: Money.zero, settledAt }
    const stored = storedRequestOf([said(text)], response)
    yield* durable(inOrder(...rowsOf({ walletId, previousId, ...stored, response, ancestors: before }, receipt)))
  })

const rows = (table: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Record<string, unknown>>(`SELECT * FROM ${table}`))

const outcome = <A, E extends { readonly _tag: string }>(effect: Effect.Effect<A, E, World>) =>
  Effect.match(effect, { onFailure: ({ _tag }) => _tag, onSuccess: () => "found" })

const find = (walletId: WalletId, id: string) =>
  Effect.flatMap(StoredResponses, (stored) => outcome(stored.conversation(walletId, id)))

eachStore("a stored conversation is all that was said and answered, the oldest first, along one branch", (fresh) =>
  withStore(fresh, function* () {
    const { conversation } = yield* StoredResponses
    const id = yield* newWallet
    yield* store(id, "resp_a")
    yield* store(id, "resp_b", ["resp_a"])
    yield* store(id, "resp_c", ["resp_a", "resp_b"])
    yield* store(id, "resp_d", ["resp_a"])
    const { ids, items } = yield* conversation(id, "resp_c")
    expect(ids).toEqual(["resp_a", "resp_b", "resp_c"])
    const texts = items.map((item) => ("content" in item ? item.content : undefined))
    expect(texts).toMatchObject(["resp_a", "resp_b", "resp_c"].flatMap((each) => [each, [{ text: `to ${each}` }]]))
    expect((yield* conversation(id, "resp_d")).ids).toEqual(["resp_a", "resp_d"])
  })
)

eachStore("a response is kept for 24 hours after the newest that goes on from it, other branches are not", (fresh) =>
  withStore(fresh, function* () {
    const { sweep } = yield* StoredResponses
    const id = yield* newWallet
    yield* store(id, "resp_a")
    yield* store(id, "resp_aside", ["resp_a"])
    yield* TestClock.adjust("23 hours")
    yield* store(id, "resp_b", ["resp_a"])
    yield* TestClock.adjust("59 minutes")
    expect(yield* find(id, "resp_aside")).toBe("found")
    yield* TestClock.adjust("1 minutes")
    expect(yield* find(id, "resp_aside")).toBe("NOT_FOUND")
    expect(yield* find(id, "resp_b")).toBe("found")
    yield* sweep()
    expect((yield* rows("responses")).map((row) => row.id).sort()).toEqual(["resp_a", "resp_b"])
    yield* TestClock.adjust(Duration.subtract("23 hours", "1 millis"))
    expect(yield* find(id, "resp_b")).toBe("found")
    yield* TestClock.adjust("1 millis")
    for (const each of ["resp_a", "resp_b"]) expect(yield* find(id, each)).toBe("NOT_FOUND")
    yield* sweep()
    expect(yield* rows("responses")).toEqual([])
    expect(yield* rows("response_contents")).toEqual([])
    expect((yield* rows("stored_responses")).map(({ bytes }) => bytes)).toEqual([0])
  })
)

eachStore("expired responses are removed by a schedule, within an hour", (fresh) =>
  withStore(fresh, function* () {
    yield* store(yield* newWallet, "resp_a")
    yield* TestClock.adjust("24 hours")
    let left = yield* rows("responses")
    // The sweep takes the database's time, which no clock sets.
    for (let minutes = 0; left.length > 0; minutes++) {
      if (minutes < 60) yield* TestClock.adjust("1 minutes")
      yield* Effect.promise(() => Bun.sleep(20))
      left = yield* rows("responses")
    }
    expect(left).toEqual([])
  })
)

eachStore("a wallet finds and removes only its own responses", (fresh) =>
  withStore(fresh, function* () {
    const stored = yield* StoredResponses
    const [id, other] = [yield* newWallet, yield* newWallet]
    yield* store(id, "resp_a")
    expect(yield* find(other, "resp_a")).toBe("NOT_FOUND")
    expect(yield* outcome(stored.get(other, "resp_a"))).toBe("NOT_FOUND")
    expect(yield* outcome(stored.remove(other, "resp_a"))).toBe("NOT_FOUND")
    expect((yield* stored.items(other, ["resp_a"])).size).toBe(0)
    expect(JSON.parse(new TextDecoder().decode(yield* stored.get(id, "resp_a"))).id).toBe("resp_a")
    yield* stored.remove(id, "resp_a")
    expect(yield* outcome(stored.remove(id, "resp_a"))).toBe("NOT_FOUND")
    expect(yield* rows("response_contents")).toEqual([])
  })
)

eachStore("a stored conversation is bounded in responses and in bytes, and whole or not at all", (fresh) =>
  withStore(fresh, function* () {
    const stored = yield* StoredResponses
    const id = yield* newWallet
    const ids: Array<string> = []
    for (let at = 0; at < 129; at++) {
      yield* store(id, `resp_${at}`, ids)
      ids.push(`resp_${at}`)
    }
    expect((yield* stored.conversation(id, "resp_127")).items).toHaveLength(256)
    expect(yield* find(id, "resp_128")).toBe("VALIDATION_ERROR")
    yield* write("UPDATE responses SET size = 38000000 WHERE id = 'resp_0'")
    expect(yield* find(id, "resp_127")).toBe("found")
    yield* write("UPDATE responses SET size = 6000000 WHERE id = 'resp_1'")
    expect(yield* find(id, "resp_127")).toBe("VALIDATION_ERROR")
    yield* stored.remove(id, "resp_60")
    expect(yield* find(id, "resp_59")).toBe("VALIDATION_ERROR")
    expect(yield* find(id, "resp_61")).toBe("NOT_FOUND")
  })
)

eachStore(
  "responses that are referred to are bounded in bytes together, without what was said in them",
  (fresh) =>
    withStore(fresh, function* () {
      const stored = yield* StoredResponses
      const id = yield* newWallet
      yield* store(id, "resp_a", [], "x".repeat(1_000))
      yield* store(id, "resp_b")
      const both = outcome(stored.items(id, ["resp_a", "resp_b"]))
      const grow = (response: string, column: string, bytes: number) =>
        write(
          `UPDATE response_contents SET ${column} = ${column} || ? WHERE response_id = ?`,
          " ".repeat(bytes),
          response
        )
      yield* grow("resp_a", "response", 19_000_000)
      yield* grow("resp_a", "input", 50_000_000)
      yield* grow("resp_b", "response", 19_000_000)
      expect(yield* both).toBe("found")
      yield* grow("resp_b", "response", 5_000_000)
      expect(yield* both).toBe("VALIDATION_ERROR")
      expect(yield* outcome(stored.items(yield* newWallet, ["resp_a", "resp_b"]))).toBe("found")
    }),
  undefined,
  longTest
)

eachStore(
  "a wallet past its bound loses the responses gone on from longest ago, as few as needed, and no other wallet any",
  (fresh) =>
    withStore(fresh, function* () {
      const { makeRoom } = yield* StoredResponses
      const [id, other] = [yield* newWallet, yield* newWallet]
      const left = Effect.map(rows("responses"), (found) => found.map((row) => row.id).sort())
      const resize = (response: string, size: number) =>
        write("UPDATE responses SET size = ? WHERE id = ?", size, response)
      const total = (bytes: number) => write("UPDATE stored_responses SET bytes = ? WHERE wallet_id = ?", bytes, id)
      yield* store(other, "resp_other")
      for (let at = 10; at < 40; at++) {
        yield* store(id, `resp_${at}`)
        yield* TestClock.adjust("1 minutes")
      }
      // The first is gone on from: now it is among the newest.
      yield* store(id, "resp_40", ["resp_10"])
      for (let at = 10; at <= 40; at++) yield* resize(`resp_${at}`, 1_000)
      yield* total(MOST_BYTES)
      yield* makeRoom(id)
      expect(yield* left).toHaveLength(32)
      yield* total(MOST_BYTES + 1)
      yield* makeRoom(id)
      expect(yield* left).not.toContain("resp_11")
      expect(yield* left).toHaveLength(31)
      yield* total(MOST_BYTES + 24_500)
      yield* makeRoom(id)
      expect(yield* left).toEqual(["resp_10", "resp_37", "resp_38", "resp_39", "resp_40", "resp_other"])
      const [sum] = (yield* rows("stored_responses")).filter(({ wallet_id }) => wallet_id === id)
      expect(sum?.bytes).toBe(MOST_BYTES - 500)
    })
)
