/**
 * Responses that later requests go on from. Each is kept with its own input
 * alone; what it went on from is found by its previous one, and lives as long as
 * it does.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Duration, Effect, Option, Schema } from "effect"
import { forget } from "../billing/Jobs.ts"
import type { LoadedFiles } from "../chat/InlineFiles.ts"
import type { WalletId } from "../Domain.ts"
import { megabytes } from "../Domain.ts"
import { NotFound } from "../Errors.ts"
import type { Reserve } from "../http/BodyMemory.ts"
import { WITH_FILES } from "../http/RouteAnnotations.ts"
import { refusal } from "../http/Validation.ts"
import { listed, statement } from "../storage/Statement.ts"
import * as Sweeps from "../storage/Sweeps.ts"
import { type Body, changing, inOrder, Writer } from "../storage/Writer.ts"
import * as LeastPrompt from "./LeastPrompt.ts"
import * as ResponseIds from "./ResponseIds.ts"
import { type InputPage, unknownItem } from "./ResponseInputItems.ts"
import type { InputItem } from "./ResponseItemsApi.ts"
import * as StoredFiles from "./StoredFiles.ts"
import * as StoredLoading from "./StoredLoading.ts"
import type { StoredItems, StoredTexts, What } from "./StoredReading.ts"
import { StoredReadingPool } from "./StoredReadingPool.ts"
import { beyondBound, deletionOf, expiredAt, MOST_BYTES } from "./StoredRows.ts"

export { storedRequestOf } from "./StoredFiles.ts"
export { MOST_BYTES, rowsOf } from "./StoredRows.ts"

const SWEEP_EVERY = Duration.hours(1)
/** Bytes of the responses that a request goes on from, or refers to: as many as a request may have itself. */
const MOST_CHAIN_BYTES = WITH_FILES
/** Responses that one conversation goes through: each has a turn at least, of which there may be so many. */
const MOST_LINKS = 128
const NOTHING_SAID: StoredItems = { input: [], output: [], files: [] }

/** What a request goes on from. */
export interface EarlierConversation {
  /** All that was said and answered, the oldest first. */
  readonly items: ReadonlyArray<InputItem>
  /** By the names that stand in the items in the place of their data. */
  readonly files: LoadedFiles
  /** The responses that it is from. */
  readonly ids: ReadonlyArray<string>
}

const Link = Schema.Struct({ id: Schema.String, previous_id: Schema.NullOr(Schema.String), size: Schema.Int })
const decodeLinks = Schema.decodeUnknown(Schema.Array(Link))

const decodeSizes = Schema.decodeUnknown(Schema.Array(Schema.Struct({ id: Schema.String, size: Schema.Int })))
const decodeSum = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ bytes: Schema.Int })))

const DELETE = "DELETE FROM responses WHERE id = ? AND wallet_id = ? AND expires_at > ? RETURNING id"
const unknownResponse = (param: string) =>
  new NotFound({ message: "there is no such response, or its time is over, or it was stored by another wallet", param })

const broken = () =>
  new NotFound({
    message: "a response that this one went on from is deleted; begin a new conversation",
    param: "previous_response_id"
  })

const tooLong = (message: string, field = "previous_response_id") => refusal([{ field, code: "too_long", message }])

/** What a load takes of memory at the least: its text, and what is read of it. */
const PER_BYTE = 2

const unbounded: Reserve = () => Effect.void

/** The links from the newest to the oldest; none where one is missing. */
const inOrderFrom = (id: string, links: ReadonlyArray<typeof Link.Type>) => {
  const byId = new Map(links.map((link) => [link.id, link]))
  const chain: Array<typeof Link.Type> = []
  for (let next: string | null = id; next !== null; ) {
    const link = byId.get(next)
    if (link === undefined) return Option.none()
    chain.push(link)
    next = link.previous_id
  }
  return Option.some(chain)
}

export class StoredResponses extends Effect.Service<StoredResponses>()("openai/StoredResponses", {
  scoped: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const writer = yield* Writer
    const { durable, relaxed } = writer
    const pool = yield* StoredReadingPool
    const files = yield* StoredFiles.make(sql, writer)
    const load = yield* StoredLoading.make(sql, files, pool)
    const least = yield* LeastPrompt.make(load)

    /** The responses from this one back to the first, one more than there may be at most. */
    const links = (walletId: WalletId, id: string, now: number) =>
      sql`
        WITH RECURSIVE chain (id, previous_id, size, place) AS (
          SELECT id, previous_id, size, 1 FROM responses
          WHERE id = ${id} AND wallet_id = ${walletId} AND expires_at > ${now}
          UNION ALL
          SELECT responses.id, responses.previous_id, responses.size, chain.place + 1
          FROM chain CROSS JOIN responses WHERE responses.id = chain.previous_id AND chain.place <= ${MOST_LINKS}
        ) SELECT id, previous_id, size FROM chain`.pipe(Effect.flatMap(decodeLinks), Effect.orDie)

    /** What was said and answered in a response, as far as `what` says. */
    const contentOf = (stored: StoredLoading.Stored, what: What, mark: string) =>
      Effect.map(
        load(stored, what, (texts) => ({ _tag: "Items", texts, mark })),
        (answer) => (answer._tag === "Items" ? answer : NOTHING_SAID)
      )

    /**
     * The conversation that ends with this response. Fails with `NotFound` where
     * the wallet has none with this id, with `ValidationFailed` where it is
     * longer than a request may go on from, and as `reserve` does, before anything is loaded.
     */
    const conversation = Effect.fn("StoredResponses.conversation")(function* (
      walletId: WalletId,
      id: string,
      reserve: Reserve = unbounded
    ) {
      const found = yield* links(walletId, id, yield* Clock.currentTimeMillis)
      if (found.length === 0) return yield* unknownResponse("previous_response_id")
      if (found.length > MOST_LINKS) {
        return yield* tooLong(`must be of a conversation of at most ${MOST_LINKS} turns; begin a new one`)
      }
      const chain = yield* Effect.mapError(inOrderFrom(id, found), broken)
      const size = chain.reduce((sum, link) => sum + link.size, 0)
      if (size > MOST_CHAIN_BYTES) {
        return yield* tooLong(`must be of a conversation of at most ${megabytes(MOST_CHAIN_BYTES)}; begin a new one`)
      }
      yield* reserve(PER_BYTE * size)
      const inOrder = chain.toReversed()
      // Nobody can guess them: what a client writes is never taken for the name of a file.
      const mark = `${crypto.randomUUID()}:`
      const contents = yield* Effect.forEach(inOrder, (link, at) =>
        contentOf({ walletId, ...link }, "both", `${mark}${at}:`)
      )
      const items = contents.flatMap(({ input, output }) => [...input, ...output])
      const loaded = new Map(contents.flatMap((content) => content.files))
      return { items, files: loaded, ids: inOrder.map((link) => link.id) } satisfies EarlierConversation
    })

    /**
     * What the wallet's responses with these ids answered, by id, as far as they
     * are stored. Fails with `ValidationFailed` where they are more together than
     * is read for one request, and as `reserve` does; what was said in them is not read.
     */
    const items = Effect.fn("StoredResponses.items")(function* (
      walletId: WalletId,
      ids: ReadonlyArray<string>,
      reserve: Reserve = unbounded
    ) {
      const now = yield* Clock.currentTimeMillis
      const rows = yield* sql`
        SELECT id, OCTET_LENGTH(response) AS size FROM responses CROSS JOIN response_contents
        WHERE response_id = id AND id IN (SELECT key FROM json_each(${listed(ids)}))
          AND wallet_id = ${walletId} AND expires_at > ${now}`.pipe(Effect.flatMap(decodeSizes), Effect.orDie)
      const bytes = rows.reduce((sum, { size }) => sum + size, 0)
      if (bytes > MOST_CHAIN_BYTES) {
        const most = megabytes(MOST_CHAIN_BYTES)
        return yield* tooLong(`must refer to items of responses of at most ${most} together`, "input")
      }
      yield* reserve(PER_BYTE * bytes)
      const outputs = yield* Effect.forEach(rows, ({ id, size }) =>
        Effect.map(contentOf({ walletId, id, size }, "output", ""), ({ output }) => [id, output] as const)
      )
      return new Map(outputs)
    })

    /** Deletes the responses that `chosen` answers, a few at a time, until it answers none; answers how many. */
    const deleteChosen = Effect.fnUntraced(function* (chosen: Body<ReadonlyArray<string>>) {
      let gone = 0
      while (true) {
        const ids = yield* relaxed(chosen)
        if (ids.length === 0) return gone
        yield* files.remove(ids)
        yield* relaxed(inOrder(deletionOf(ids)))
        gone += ids.length
      }
    })

    /** Deletes what the wallet has past its bound. To be called before a response is made that will be stored. */
    const makeRoom = Effect.fn("StoredResponses.makeRoom")(function* (walletId: WalletId) {
      const [stored] = yield* sql`SELECT bytes FROM stored_responses WHERE wallet_id = ${walletId}`.pipe(
        Effect.map(decodeSum),
        Effect.orDie
      )
      if (stored === undefined || stored.bytes <= MOST_BYTES) return
      const gone = yield* Effect.orDie(deleteChosen(beyondBound(walletId)))
      yield* Effect.logInfo("A wallet's stored responses were too many; its oldest are gone", { responses: gone })
    })

    /** Which of the wallet's responses have these ids, and their sizes. */
    const findAll = (walletId: WalletId, ids: ReadonlyArray<string>) =>
      Effect.gen(function* () {
        if (ids.length === 0) return []
        const now = yield* Clock.currentTimeMillis
        const rows = yield* sql`
          SELECT id, size FROM responses WHERE id IN (SELECT key FROM json_each(${listed(ids)}))
            AND wallet_id = ${walletId} AND expires_at > ${now}`.pipe(Effect.flatMap(decodeSizes), Effect.orDie)
        return rows.map((each) => ({ walletId, ...each }))
      })

    /** Which response that is; undefined where the wallet has none with this id. */
    const find = (walletId: WalletId, id: string) => Effect.map(findAll(walletId, [id]), ([found]) => found)

    /**
     * Tokens that a prompt has at least which goes on from this response, or has the items in these places; none of what
     * the wallet does not have. An item may come with what it goes on from, and then comes once.
     */
    const leastPrompt = Effect.fn("StoredResponses.leastPrompt")(function* (
      walletId: WalletId,
      previous: string | undefined,
      places: ReadonlyArray<ResponseIds.Place> = []
    ) {
      const indices = new Map<string, Set<number>>(previous === undefined ? [] : [[previous, new Set()]])
      for (const { index, response } of places) {
        indices.set(response, (indices.get(response) ?? new Set()).add(index))
      }
      let [goesOn, refers] = [0, 0]
      for (const each of yield* findAll(walletId, [...indices.keys()])) {
        const known = yield* least(each)
        if (each.id === previous) goesOn = known.goesOn
        for (const index of indices.get(each.id) ?? []) refers += known.refers[index] ?? 0
      }
      return Math.max(goesOn, refers)
    })

    /** What is read of the wallet's response, once `reserve` has counted it. Fails with `NotFound`, also for another wallet's. */
    const readOf = (walletId: WalletId, id: string, what: What, reading: StoredLoading.Reading, reserve: Reserve) =>
      Effect.gen(function* () {
        const found = yield* find(walletId, id)
        if (found === undefined) return yield* unknownResponse("response_id")
        yield* reserve(PER_BYTE * found.size)
        return yield* load(found, what, reading)
      })

    /** The wallet's response, as JSON. Fails with `NotFound`, also for another wallet's, and as `reserve` does. */
    const get = Effect.fn("StoredResponses.get")(function* (
      walletId: WalletId,
      id: string,
      reserve: Reserve = unbounded
    ) {
      const reading = ({ output, pieces }: StoredTexts) => ({ _tag: "Whole", response: output, pieces }) as const
      const answer = yield* readOf(walletId, id, "response", reading, reserve)
      return answer._tag === "Json" ? answer.bytes : yield* unknownResponse("response_id")
    })

    /**
     * A page of what the wallet's response was asked, as JSON. Fails with `NotFound`, also for another wallet's, with
     * `ValidationFailed` for an unknown `after`, and as `reserve` does.
     */
    const inputPage = Effect.fn("StoredResponses.inputPage")(function* (
      walletId: WalletId,
      id: string,
      page: InputPage,
      reserve: Reserve = unbounded
    ) {
      const reading = (texts: StoredTexts) => ({ _tag: "Page", response: id, texts, page }) as const
      const answer = yield* readOf(walletId, id, "input", reading, reserve)
      return answer._tag === "Json" ? answer.bytes : yield* unknownItem()
    })

    /** Removes the wallet's response, with what its request's id stands for. Fails with `NotFound`. */
    const remove = Effect.fn("StoredResponses.remove")(function* (walletId: WalletId, id: string) {
      if ((yield* find(walletId, id)) === undefined) return yield* unknownResponse("response_id")
      yield* files.remove([id])
      const now = yield* Clock.currentTimeMillis
      const body = changing(statement(DELETE, id, walletId, now), [forget(ResponseIds.jobOf(id))], () =>
        unknownResponse("response_id")
      )
      yield* Effect.catchTag(durable(body), "SqlError", Effect.die)
    })

    /** Removes what has expired, and files of what was never settled. */
    const sweep = Effect.fn("StoredResponses.sweep")(function* () {
      const now = yield* Clock.currentTimeMillis
      const gone = yield* Effect.orDie(deleteChosen(expiredAt(now)))
      yield* files.sweep
      return gone
    })

    yield* Sweeps.every("sweep of responses", SWEEP_EVERY, sweep())

    return { conversation, items, leastPrompt, makeRoom, writeFiles: files.write, get, inputPage, remove, sweep }
  }),
  dependencies: [StoredReadingPool.Default]
}) {}
