/** What one short request has the server load: counted before it is loaded, and read where nobody waits for it. */
import { expect, test } from "bun:test"
import { createHash } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Either, Layer, Logger, Schema } from "effect"
import * as Money from "../../src/billing/Money.ts"
import { Wallet } from "../../src/billing/Wallet.ts"
import { read as readMessages } from "../../src/chat/MessageConversion.ts"
import { JobId, type WalletId } from "../../src/Domain.ts"
import { ProviderUnavailable } from "../../src/Errors.ts"
import * as BodyMemory from "../../src/http/BodyMemory.ts"
import { openAiStatusOf } from "../../src/http/OpenAiErrors.ts"
import { completedResponse } from "../../src/openai/ResponseAnswers.ts"
import { pageOf, resourcesOf } from "../../src/openai/ResponseInputItems.ts"
import type { InputItem } from "../../src/openai/ResponseItemsApi.ts"
import { isContentItem, messagesOf } from "../../src/openai/ResponseMessages.ts"
import { ResponseRequest } from "../../src/openai/ResponseRequestApi.ts"
import { rowsOf, StoredResponses, storedRequestOf } from "../../src/openai/StoredResponses.ts"
import { inOrder, Writer } from "../../src/storage/Writer.ts"
import type { EffectBody } from "../support/EffectBody.ts"
import { longTest } from "../support/Long.ts"
import { sqlite } from "../support/Stores.ts"
import { write } from "../support/Write.ts"

const withStore = <A>(body: EffectBody<StoredResponses | Wallet | Writer | SqlClient.SqlClient, [], A>): Promise<A> =>
  Effect.gen(function* () {
    return yield* Effect.provide(
      Effect.gen(body),
      Layer.provideMerge(Layer.mergeAll(StoredResponses.Default, Wallet.Default), yield* sqlite)
    )
  }).pipe(Effect.scoped, Effect.provide(Logger.remove(Logger.defaultLogger)), Effect.runPromise)

const newWallet = Effect.flatMap(Wallet, (wallet) => Effect.map(wallet.create("w", Money.zero), ({ id }) => id))

const PROMPT_TOKENS = 20_000

const store = (
  walletId: WalletId,
  id: string,
  input: ReadonlyArray<InputItem>,
  previousId: string | null = null,
  asked: object = {},
  said = `to ${id}`
) =>
  Effect.gen(function* () {
    const { durable } = yield* Writer
    const { writeFiles } = yield* StoredResponses
    const usage_metadata = { prompt_token_count: PROMPT_TOKENS, candidates_token_count: 1, total_token_count: 2 }
    const answer = { response_text: said, finish_reason: "stop", usage_metadata, modelVersion: "m" } as const
    const response = completedResponse(id, { input: "", previous_response_id: previousId, ...asked }, answer)
    const ancestors = previousId === null ? [] : [previousId]
    const receipt = { jobId: JobId.make("job_1"), entryId: "", charge: Money.zero, balanceAfter: Money.zero }
    const stored = storedRequestOf(input, response)
    yield* writeFiles(id, stored.input.files)
    yield* durable(
      inOrder(
        ...rowsOf({ walletId, previousId, ...stored, response, ancestors }, { ...receipt, settledAt: Date.now() })
      )
    )
  })

const picture = (bytes: number, fill: number) => {
  const data = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(bytes, fill)])
  const item: InputItem = {
    role: "user",
    content: [
      { type: "input_text", text: "ምን አለ?" },
      { type: "input_image", image_url: `data:image/png;base64,${data.toString("base64")}` },
      { type: "input_file", filename: "a.txt", file_data: data.toString("base64") }
    ]
  }
  return { data, item }
}

/** Refuses any load, and says how much it was to be. */
const refusing = () => {
  const asked: Array<number> = []
  const reserve = (bytes: number) =>
    Effect.zipRight(
      Effect.sync(() => asked.push(bytes)),
      new ProviderUnavailable({ message: "no", isBusy: true })
    )
  return { asked, reserve }
}

test("stored input that a request goes on from, refers to or lists is counted before it is loaded", () =>
  withStore(function* () {
    const stored = yield* StoredResponses
    const id = yield* newWallet
    yield* store(id, "resp_a", [picture(100_000, 1).item])
    yield* store(id, "resp_b", [picture(50_000, 2).item], "resp_a")
    // Whoever loads these texts fails.
    yield* write("UPDATE response_contents SET input = 'no JSON', response = json_set(response, '$.id', 1)")
    const { asked, reserve } = refusing()
    for (const load of [
      Effect.asVoid(stored.get(id, "resp_a", reserve)),
      Effect.asVoid(stored.conversation(id, "resp_b", reserve)),
      Effect.asVoid(stored.inputPage(id, "resp_a", { order: "asc", limit: 20 }, reserve)),
      Effect.asVoid(stored.items(id, ["resp_a"], reserve))
    ]) {
      expect(yield* Effect.flip(load)).toMatchObject({ _tag: "PROVIDER_UNAVAILABLE" })
    }
    // Both pictures and files in base64, those of the first, and what the first answered.
    const [whole, conversation, page, items] = asked
    expect(conversation).toBeGreaterThan(2 * 2 * 1.33 * 150_000)
    expect([whole, page].every((bytes = 0) => bytes > 2 * 2 * 1.33 * 100_000)).toBe(true)
    expect(items).toBeGreaterThan(0)
  }))

test("a load beyond the limit of a key, or of all, is refused with a busy code of its own", () => {
  const holdingOf = BodyMemory.make({ inAll: 100, perKey: 60 })
  expect(holdingOf("a").reserve(60)).toBeUndefined()
  for (const refused of [holdingOf("a").reserve(1), holdingOf("b").reserve(41)]) {
    expect(refused).toMatchObject({ _tag: "PROVIDER_UNAVAILABLE", isBusy: true, retryAfter: 5 })
    expect(refused?.message).toContain("stored conversations")
    if (refused !== undefined) expect(openAiStatusOf(refused)).toBe(429)
  }
})

test("long files of a stored response stand apart in pieces, none of which takes a transaction long", () =>
  withStore(function* () {
    const sql = yield* SqlClient.SqlClient
    const id = yield* newWallet
    const { data, item } = picture(1_000_000, 1)
    yield* store(id, "resp_a", [item])
    const [row] = yield* sql<{ input: string; size: number }>`
        SELECT input, size FROM response_contents, responses WHERE response_id = 'resp_a'`
    expect(row?.input.length).toBeLessThan(1_000)
    // Its size is that of all that is kept.
    expect(row?.size).toBeGreaterThan(2 * 1.33 * data.length)
    const pieces = yield* sql<{
      file: number
      text: string
    }>`SELECT file, text FROM response_files ORDER BY file, piece`
    expect(Math.max(...pieces.map(({ text }) => text.length))).toBeLessThanOrEqual(256 * 1024)
    const texts = [0, 1].map((file) => pieces.flatMap((piece) => (piece.file === file ? [piece.text] : [])).join(""))
    const base64 = data.toString("base64")
    expect(texts.map((text) => text === base64 || text === `data:image/png;base64,${base64}`)).toEqual([true, true])
  }))

test("long words of a stored response stand apart as well, and no character of them is cut", () =>
  withStore(function* () {
    const stored = yield* StoredResponses
    const sql = yield* SqlClient.SqlClient
    const id = yield* newWallet
    // A cut by length falls within a character of one of them.
    for (const before of ["", "x"]) {
      const said = before + "😀".repeat(150_000)
      yield* store(id, `resp_${before}`, [{ role: "user", content: said }])
      const { items } = yield* stored.conversation(id, `resp_${before}`)
      expect(items[0]).toEqual({ role: "user", content: said })
    }
    const rows = yield* sql<{ input: string }>`SELECT input FROM response_contents`
    expect(rows.map(({ input }) => input.length < 100)).toEqual([true, true])
  }))

test("a response's long files go with it, and those of a response that was never settled go after an hour", () =>
  withStore(function* () {
    const stored = yield* StoredResponses
    const sql = yield* SqlClient.SqlClient
    const left = Effect.map(
      sql<{ id: string }>`SELECT DISTINCT response_id AS id FROM response_files ORDER BY 1`,
      (found) => found.map((each) => each.id)
    )
    const id = yield* newWallet
    const ids = ["resp_a", "resp_b", "resp_c"]
    for (const each of ids) yield* store(id, each, [picture(1_000_000, 1).item])
    yield* stored.writeFiles("resp_unsettled", ["A".repeat(1_000_000)])
    yield* stored.writeFiles("resp_running", ["A".repeat(1_000_000)])
    yield* write("UPDATE response_files SET written_at = 0 WHERE response_id IN ('resp_b', 'resp_unsettled')")
    expect(yield* left).toEqual([...ids, "resp_running", "resp_unsettled"])
    // Another wallet's request takes nothing.
    yield* Effect.flip(stored.remove(yield* newWallet, "resp_a"))
    yield* stored.sweep()
    expect(yield* left).toEqual([...ids, "resp_running"])
    yield* stored.remove(id, "resp_a")
    expect(yield* left).toEqual(["resp_b", "resp_c", "resp_running"])
    yield* write("UPDATE responses SET expires_at = 1 WHERE id = 'resp_b'")
    yield* stored.sweep()
    expect(yield* left).toEqual(["resp_c", "resp_running"])
    // Whatever else deletes it takes them along; without one of them it is as one that has gone.
    yield* write("DELETE FROM response_files WHERE response_id = 'resp_c' AND file = 1 AND piece = 0")
    expect((yield* stored.conversation(id, "resp_c")).items).toEqual([])
    yield* write("DELETE FROM responses WHERE id = 'resp_c'")
    expect(yield* left).toEqual(["resp_running"])
  }))

/** What chat reads of the items, as a fingerprint has it: files by their hashes. */
const readOf = (items: ReadonlyArray<InputItem>, files?: Parameters<typeof readMessages>[1]) => {
  const placed = items.filter(isContentItem).map((item) => ({ item, field: "x" }))
  const { messages } = Either.getOrThrow(messagesOf(placed))
  return JSON.stringify(Either.getOrThrow(readMessages(messages, files)).turns)
}

const comesApart = (size: number) =>
  withStore(function* () {
    const stored = yield* StoredResponses
    const id = yield* newWallet
    const [first, second] = [picture(size, 1), picture(size, 2)]
    yield* store(id, "resp_a", [first.item])
    yield* store(id, "resp_b", [second.item], "resp_a")
    const { files, items } = yield* stored.conversation(id, "resp_b")
    const [, , third] = Array.from(files.values())
    expect(Buffer.from(third?.bytes ?? []).equals(second.data)).toBe(true)
    expect(third?.sha256).toBe(createHash("sha256").update(second.data).digest("base64url"))
    const answers = items.filter((item) => "role" in item && item.role === "assistant")
    const asSent = [first.item, answers[0], second.item, answers[1]].flatMap((item) => item ?? [])
    expect(readOf(items, files)).toBe(readOf(asSent))
    // A name that a client makes up is that of no file.
    const made: InputItem = { role: "user", content: [{ type: "input_image", image_url: "0:0" }] }
    expect(() => readOf([made], files)).toThrow()
  })

test("stored files are loaded apart from the words, as they were", () => comesApart(100))
longTest("long stored files are loaded apart from the words by another thread", () => comesApart(200_000))

const isPageOf = (size: number) =>
  withStore(function* () {
    const stored = yield* StoredResponses
    const id = yield* newWallet
    const input = [picture(size, 1).item, { role: "user", content: "x" } as const, picture(size, 2).item]
    yield* store(id, "resp_a", input)
    const page = { order: "desc", limit: 2 } as const
    const expected = Either.getOrThrow(pageOf(resourcesOf("resp_a", input), page))
    const json = yield* stored.inputPage(id, "resp_a", page)
    expect(JSON.parse(new TextDecoder().decode(json))).toEqual(JSON.parse(JSON.stringify(expected)))
    const refused = yield* Effect.flip(stored.inputPage(id, "resp_a", { ...page, after: "nothing" }))
    expect(refused).toMatchObject({ _tag: "VALIDATION_ERROR", param: "after" })
  })

test("a page of a stored response's input is JSON that is ready to be sent", () => isPageOf(10))
longTest("a long page of stored input is made by another thread as JSON ready to be sent", () => isPageOf(100_000))

test("long fields that a response only repeats stand apart, and none of what a client writes is taken for one", () =>
  withStore(function* () {
    const stored = yield* StoredResponses
    const sql = yield* SqlClient.SqlClient
    const id = yield* newWallet
    const tools = Array.from({ length: 100 }, (_, at) => ({
      type: "function",
      name: `f${at}`,
      description: "ሰ".repeat(900)
    }))
    const asked = { tools, instructions: "qal:0:5", text: { format: { type: "json_object" } } }
    const { data, item } = picture(100_000, 1)
    yield* store(id, "resp_a", [item], null, asked)
    const [row] = yield* sql<{ length: number }>`SELECT LENGTH(response) AS length FROM response_contents`
    expect(row?.length).toBeLessThan(2_000)
    const json = new TextDecoder().decode(yield* stored.get(id, "resp_a"))
    const { apart, instructions, text, tools: repeated } = JSON.parse(json)
    expect([apart, instructions, text]).toEqual([undefined, "qal:0:5", asked.text])
    expect(repeated).toEqual(tools.map((tool) => ({ ...tool, parameters: null, strict: null })))
    const { files } = yield* stored.conversation(id, "resp_a")
    expect(Buffer.from(Array.from(files.values())[0]?.bytes ?? []).equals(data)).toBe(true)
    // What does not go on with the next prompt is known as when it stood in the row.
    expect(yield* stored.leastPrompt(id, "resp_a")).toBe(0)
    yield* write("DELETE FROM response_files WHERE file = 2")
    expect(yield* Effect.flip(stored.get(id, "resp_a"))).toMatchObject({ _tag: "NOT_FOUND" })
  }))

const isAnswered = (size: number) =>
  withStore(function* () {
    const stored = yield* StoredResponses
    const id = yield* newWallet
    const instructions = "ሰ".repeat(size)
    yield* store(id, "resp_a", [picture(10, 1).item], null, { instructions })
    const json = new TextDecoder().decode(yield* stored.get(id, "resp_a"))
    expect(JSON.parse(json)).toMatchObject({ id: "resp_a", object: "response", status: "completed", instructions })
  })

test("a stored response is JSON that is ready to be sent", () => isAnswered(10))
longTest("a long stored response is read by another thread as JSON ready to be sent", () => isAnswered(100_000))

test("what a response only repeats is short: nobody pays for it", () => {
  for (const name of ["user", "safety_identifier", "prompt_cache_key"]) {
    const isTaken = (length: number) =>
      Either.isRight(Schema.decodeUnknownEither(ResponseRequest)({ input: "x", [name]: "a".repeat(length) }))
    expect([name, isTaken(512), isTaken(513)]).toEqual([name, true, false])
  }
})

test("the least cost of a prompt that goes on is known without loading it, and is no more than it has", () =>
  withStore(function* () {
    const { leastPrompt } = yield* StoredResponses
    const id = yield* newWallet
    yield* store(id, "resp_a", [picture(10, 1).item])
    yield* store(id, "resp_b", [picture(10, 1).item], null, { instructions: "x".repeat(1_000) })
    const [plain, instructed] = [yield* leastPrompt(id, "resp_a"), yield* leastPrompt(id, "resp_b")]
    expect(plain).toBeGreaterThan(PROMPT_TOKENS / 2)
    expect(plain).toBeLessThanOrEqual(PROMPT_TOKENS)
    // Instructions do not go on: what they may have cost is not counted.
    expect(instructed).toBeLessThan(plain)
    expect([yield* leastPrompt(id, "resp_none"), yield* leastPrompt(yield* newWallet, "resp_a")]).toEqual([0, 0])
  }))

test("the least cost of an answer that is referred to is known without loading it, and is no more than it has", () =>
  withStore(function* () {
    const { leastPrompt } = yield* StoredResponses
    const id = yield* newWallet
    for (const each of ["resp_a", "resp_b"]) {
      yield* store(id, each, [], null, {}, '"ሰላም"\n'.repeat(2_000))
    }
    const bytes = Buffer.byteLength('"ሰላም"\n'.repeat(2_000))
    const leastOf = (places: ReadonlyArray<[string, number]>, previous?: string) =>
      leastPrompt(
        id,
        previous,
        places.map(([response, index]) => ({ response, index }))
      )
    const one = yield* leastOf([["resp_a", 0]])
    expect(one).toBeGreaterThan(bytes / 12)
    expect(one).toBeLessThanOrEqual(bytes)
    expect(
      yield* leastOf([
        ["resp_a", 0],
        ["resp_b", 0],
        ["resp_a", 0],
        ["resp_a", 1],
        ["resp_none", 0]
      ])
    ).toBe(2 * one)
    // One that comes with what the request goes on from comes once.
    expect(yield* leastOf([["resp_a", 0]], "resp_b")).toBe(Math.max(one, yield* leastPrompt(id, "resp_b")))
    expect(yield* leastPrompt(yield* newWallet, undefined, [{ response: "resp_a", index: 0 }])).toBe(0)
  }))

longTest("so is the least that goes on from a long response, which is looked into elsewhere, once", () =>
  withStore(function* () {
    const { leastPrompt } = yield* StoredResponses
    const id = yield* newWallet
    yield* store(id, "resp_long", [picture(100_000, 1).item], null, { user: "x".repeat(300_000) })
    yield* store(id, "resp_instructed", [], null, { instructions: "x".repeat(300_000) })
    const asks = Array.from({ length: 100 }, () => leastPrompt(id, "resp_long"))
    const found = new Set(yield* Effect.all(asks, { concurrency: "unbounded" }))
    expect(found.size).toBe(1)
    expect(Math.min(...found)).toBeGreaterThan(PROMPT_TOKENS / 2)
    expect(Math.max(...found)).toBeLessThanOrEqual(PROMPT_TOKENS)
    expect(yield* leastPrompt(id, "resp_instructed")).toBe(0)
    // It belongs to its wallet, and goes with the response.
    expect(yield* leastPrompt(yield* newWallet, "resp_long")).toBe(0)
    const { remove } = yield* StoredResponses
    yield* remove(id, "resp_long")
    expect(yield* leastPrompt(id, "resp_long")).toBe(0)
  })
)
