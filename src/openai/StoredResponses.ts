/**
 * Responses that later requests go on from. Each is kept with its own input
 * alone; what it went on from is found by its previous one, and lives as long as
 * it does.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Duration, Effect, Either, Option, Schedule, Schema } from "effect"
import type { Charge } from "../billing/Job.ts"
import { forget } from "../billing/Jobs.ts"
import type { WalletId } from "../Domain.ts"
import { NotFound } from "../Errors.ts"
import { megabytes } from "../http/Body.ts"
import { WITH_FILES } from "../http/RouteAnnotations.ts"
import { refusal } from "../http/Validation.ts"
import * as Batches from "../storage/Batches.ts"
import * as Dialects from "../storage/Dialects.ts"
import { Once } from "../storage/Once.ts"
import { insert, listed, type Statement, statement } from "../storage/Statement.ts"
import { type Body, changing, inOrder, Writer } from "../storage/Writer.ts"
import * as ResponseIds from "./ResponseIds.ts"
import { InputItem } from "./ResponseItemsApi.ts"
import { ResponseObject } from "./ResponseObjectApi.ts"

/** After the newest response that goes on from it (wire contract, section 12). */
const RETENTION = Duration.hours(24)
const SWEEP_EVERY = Duration.hours(1)
/** Responses deleted at once; each may hold pictures. */
const SWEEP_BATCH = 10

const MIB = 1024 * 1024
/**
 * Bytes of one wallet's responses. What exceeds them when the next is asked for
 * goes, those first that were gone on from longest ago: a client that stores
 * every request without knowing is not turned away, and only the wallet's own go.
 */
export const MOST_BYTES = 256 * MIB
/** Bytes of the responses that a request goes on from, or refers to: as many as a request may have itself. */
const MOST_CHAIN_BYTES = WITH_FILES
/** Responses that one conversation goes through: each has a turn at least, of which there may be so many. */
const MOST_LINKS = 128
/** Bytes that a response takes beside its texts: rows, indexes and pages that are not full. */
const ROW_BYTES = 1_024

/** A response to be kept: what was said in its request, and what was answered. */
export interface NewResponse {
  readonly walletId: WalletId
  readonly previousId: string | null
  readonly input: ReadonlyArray<InputItem>
  readonly response: ResponseObject
  /** Responses that it builds on, by id. */
  readonly ancestors: ReadonlyArray<string>
}

/** What a request goes on from. */
export interface Earlier {
  /** All that was said and answered, the oldest first. */
  readonly items: ReadonlyArray<InputItem>
  /** The responses that it is from. */
  readonly ids: ReadonlyArray<string>
}

const Link = Schema.Struct({ id: Schema.String, previous_id: Schema.NullOr(Schema.String), size: Schema.Int })
const decodeLinks = Schema.decodeUnknown(Schema.Array(Link))

const Items = Schema.parseJson(Schema.Array(InputItem))
const decodeContents = Schema.decodeUnknown(
  Schema.Array(Schema.Struct({ response_id: Schema.String, input: Items, output: Items }))
)
const decodeWhole = Schema.decodeUnknown(Schema.Array(Schema.Struct({ response: Schema.parseJson(ResponseObject) })))
const decodeOldest = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ id: Schema.String, size: Schema.Int })))
const decodeSum = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ bytes: Schema.Int })))

const RENEW = "UPDATE responses SET expires_at = ? WHERE id IN (SELECT key FROM json_each(?))"
const DELETE = "DELETE FROM responses WHERE id = ? AND wallet_id = ? AND expires_at > ? RETURNING id"
const SWEEP = `
  DELETE FROM responses WHERE id IN (SELECT id FROM responses WHERE expires_at <= ? LIMIT ${SWEEP_BATCH}) RETURNING id`
const STORED = "SELECT bytes FROM stored_responses WHERE wallet_id = ?"
const OLDEST = `SELECT id, size FROM responses WHERE wallet_id = ? ORDER BY expires_at LIMIT ${SWEEP_BATCH}`
const EVICT = "DELETE FROM responses WHERE id IN (SELECT key FROM json_each(?))"

/** The rows of a new response, for the transaction that charges it. */
export const rowsOf = (
  { ancestors, input, previousId, response, walletId }: NewResponse,
  { settledAt }: Charge
): ReadonlyArray<Statement> => {
  const texts = { input: JSON.stringify(input), response: JSON.stringify(response) }
  const size = ROW_BYTES + Buffer.byteLength(texts.input) + Buffer.byteLength(texts.response)
  const expiresAt = settledAt + Duration.toMillis(RETENTION)
  const row = { id: response.id, wallet_id: walletId, previous_id: previousId, size, expires_at: expiresAt }
  return [
    insert("responses", row),
    insert("response_contents", { response_id: response.id, ...texts }),
    ...(ancestors.length === 0 ? [] : [statement(RENEW, expiresAt, listed(ancestors))])
  ]
}

/** Takes the wallet's oldest away until the rest is within the bound. */
const makingRoom = (walletId: WalletId): Body<number> =>
  function* () {
    const [stored] = decodeSum(yield statement(STORED, walletId))
    let excess = (stored?.bytes ?? 0) - MOST_BYTES
    let gone = 0
    while (excess > 0) {
      const evicted: Array<string> = []
      for (const { id, size } of decodeOldest(yield statement(OLDEST, walletId))) {
        if (excess <= 0) break
        evicted.push(id)
        excess -= size
      }
      if (evicted.length === 0) break
      yield statement(EVICT, listed(evicted))
      gone += evicted.length
    }
    return Either.right(gone)
  }

const unknownResponse = (param: string) =>
  new NotFound({ message: "there is no such response, or its time is over, or it was stored by another wallet", param })

const broken = () =>
  new NotFound({
    message: "a response that this one went on from is deleted; begin a new conversation",
    param: "previous_response_id"
  })

const tooLong = (message: string, field = "previous_response_id") => refusal([{ field, code: "too_long", message }])

/** The links from the newest to the oldest; none where one is missing. */
const inOrderFrom = (id: string, links: ReadonlyArray<typeof Link.Type>) => {
  const byId = new Map(links.map((link) => [link.id, link]))
  const found: Array<typeof Link.Type> = []
  for (let next: string | null = id; next !== null; ) {
    const link = byId.get(next)
    if (link === undefined) return Option.none()
    found.push(link)
    next = link.previous_id
  }
  return Option.some(found)
}

export class StoredResponses extends Effect.Service<StoredResponses>()("openai/StoredResponses", {
  scoped: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { durable, relaxed } = yield* Writer
    const { inTurn } = yield* Once
    const output = Dialects.field(sql, "response", "output")

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

    const contents = (ids: ReadonlyArray<string>) =>
      sql`SELECT response_id, input, ${output} AS output FROM response_contents
        WHERE response_id IN (SELECT key FROM json_each(${listed(ids)}))`.pipe(
        Effect.flatMap(decodeContents),
        Effect.orDie
      )

    /**
     * The conversation that ends with this response. Fails with `NotFound` where
     * the wallet has none with this id, and with `ValidationFailed` where it is
     * longer than a request may go on from.
     */
    const conversation = Effect.fn("StoredResponses.conversation")(function* (walletId: WalletId, id: string) {
      const found = yield* links(walletId, id, yield* Clock.currentTimeMillis)
      if (found.length === 0) return yield* unknownResponse("previous_response_id")
      if (found.length > MOST_LINKS) {
        return yield* tooLong(`must be of a conversation of at most ${MOST_LINKS} turns; begin a new one`)
      }
      const chain = yield* Effect.mapError(inOrderFrom(id, found), broken)
      if (chain.reduce((sum, { size }) => sum + size, 0) > MOST_CHAIN_BYTES) {
        return yield* tooLong(`must be of a conversation of at most ${megabytes(MOST_CHAIN_BYTES)}; begin a new one`)
      }
      const ids = chain.map((link) => link.id).reverse()
      const byId = new Map((yield* contents(ids)).map((each) => [each.response_id, each]))
      const items = ids.flatMap((each) => {
        const content = byId.get(each)
        return content === undefined ? [] : [...content.input, ...content.output]
      })
      return { items, ids } satisfies Earlier
    })

    /**
     * What the wallet's responses with these ids answered, by id, as far as they
     * are stored. Fails with `ValidationFailed` where they are more together than
     * is read for one request; what was said in them is not read.
     */
    const items = Effect.fn("StoredResponses.items")(function* (walletId: WalletId, ids: ReadonlyArray<string>) {
      const now = yield* Clock.currentTimeMillis
      const [found] = yield* sql`
        SELECT COALESCE(SUM(OCTET_LENGTH(response)), 0) AS bytes
        FROM responses CROSS JOIN response_contents
        WHERE response_id = id AND id IN (SELECT key FROM json_each(${listed(ids)}))
          AND wallet_id = ${walletId} AND expires_at > ${now}`.pipe(Effect.map(decodeSum), Effect.orDie)
      if (found !== undefined && found.bytes > MOST_CHAIN_BYTES) {
        const most = megabytes(MOST_CHAIN_BYTES)
        return yield* tooLong(`must refer to items of responses of at most ${most} together`, "input")
      }
      const rows = yield* sql`
        SELECT response_id, '[]' AS input, ${output} AS output
        FROM responses CROSS JOIN response_contents
        WHERE response_id = id AND id IN (SELECT key FROM json_each(${listed(ids)}))
          AND wallet_id = ${walletId} AND expires_at > ${now}`.pipe(Effect.flatMap(decodeContents), Effect.orDie)
      return new Map(rows.map(({ output, response_id }) => [response_id, output]))
    })

    /** Takes away what the wallet has past its bound. To be called before a response is made that will be stored. */
    const makeRoom = Effect.fn("StoredResponses.makeRoom")(function* (walletId: WalletId) {
      const [stored] = yield* sql`SELECT bytes FROM stored_responses WHERE wallet_id = ${walletId}`.pipe(
        Effect.map(decodeSum),
        Effect.orDie
      )
      if (stored === undefined || stored.bytes <= MOST_BYTES) return
      const gone = yield* Effect.orDie(relaxed(makingRoom(walletId)))
      yield* Effect.logInfo("A wallet's stored responses were too many; its oldest are gone", { responses: gone })
    })

    /** The wallet's response. Fails with `NotFound`, also for another wallet's. */
    const get = Effect.fn("StoredResponses.get")(function* (walletId: WalletId, id: string) {
      const now = yield* Clock.currentTimeMillis
      const [found] = yield* sql`
        SELECT response FROM responses CROSS JOIN response_contents
        WHERE response_id = id AND id = ${id} AND wallet_id = ${walletId} AND expires_at > ${now}`.pipe(
        Effect.flatMap(decodeWhole),
        Effect.orDie
      )
      return found === undefined ? yield* unknownResponse("response_id") : found.response
    })

    /** Removes the wallet's response, with what its request's id stands for. Fails with `NotFound`. */
    const remove = Effect.fn("StoredResponses.remove")(function* (walletId: WalletId, id: string) {
      const now = yield* Clock.currentTimeMillis
      const body = changing(statement(DELETE, id, walletId, now), [forget(ResponseIds.jobOf(id))], () =>
        unknownResponse("response_id")
      )
      yield* Effect.catchTag(durable(body), "SqlError", Effect.die)
    })

    /** Removes what has expired. */
    const sweep = Effect.fn("StoredResponses.sweep")(function* () {
      const now = yield* Clock.currentTimeMillis
      return yield* Effect.orDie(Batches.untilNone(relaxed(inOrder(statement(SWEEP, now)))))
    })

    yield* Effect.forkScoped(
      Effect.repeat(
        Effect.catchAllCause(inTurn("sweep of responses", SWEEP_EVERY)(sweep()), (cause) =>
          Effect.logError("sweep of responses", cause)
        ),
        Schedule.spaced(SWEEP_EVERY)
      )
    )

    return { conversation, items, makeRoom, get, remove, sweep }
  })
}) {}
