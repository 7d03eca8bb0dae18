/** Loads what is stored of a response: short texts at once, long ones one after the other, by the thread that reads them. */
import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import type { WalletId } from "../Domain.ts"
import { rowsOf } from "../storage/DecodedRows.ts"
import * as Dialects from "../storage/Dialects.ts"
import * as Share from "../workers/Share.ts"
import type { make as makeFiles } from "./StoredFiles.ts"
import { ASKED_IN_SQLITE, NOTHING_STORED, type ReadingRequest, type StoredTexts, type What } from "./StoredReading.ts"
import { SHORT, type StoredReadingPool } from "./StoredReadingPool.ts"

const readTexts = rowsOf(Schema.Struct({ input: Schema.String, output: Schema.NullOr(Schema.String) }))
const readFiles = rowsOf(Schema.Struct({ name: Schema.String, file: Schema.NullOr(Schema.String) }))

const RESPONSE = Dialects.jsonInPostgres("response")

const lengthOf = (key: string): string => `COALESCE(OCTET_LENGTH(CAST(${RESPONSE} -> '${key}' AS TEXT)), 0)`

/** What `ASKED_IN_SQLITE` is there. */
const ASKED_IN_POSTGRES = `CAST(json_build_object(
  'used', ${RESPONSE} -> 'usage' -> 'input_tokens',
  'beside', ${lengthOf("instructions")} + ${lengthOf("tools")}
    + COALESCE(CAST(${RESPONSE} -> 'apart' ->> 'bytes' AS BIGINT), 0),
  'answered', (
    SELECT COALESCE(json_agg(OCTET_LENGTH(CAST(item AS TEXT))), '[]')
    FROM json_array_elements(${RESPONSE} -> 'output') AS items (item)
  )
) AS TEXT)`

const NOTHING: StoredTexts = { input: NOTHING_STORED, output: NOTHING_STORED, pieces: [] }

/** Which response of whom, and how many bytes it has at most. */
export interface Stored {
  readonly walletId: WalletId
  readonly id: string
  readonly size: number
}

/** What is read of its texts. */
export type Reading = (texts: StoredTexts) => ReadingRequest

type Files = Effect.Effect.Success<ReturnType<typeof makeFiles>>

export const make = (sql: SqlClient.SqlClient, files: Files, pool: StoredReadingPool) =>
  Effect.gen(function* () {
    const outputOf = Dialects.field(sql, "response", "output")
    const none = sql.literal("'[]'")
    const asked = sql.onDialectOrElse({
      pg: () => sql.literal(ASKED_IN_POSTGRES),
      orElse: () => sql.literal(ASKED_IN_SQLITE)
    })
    const inputs = {
      input: sql.literal("input"),
      both: sql.literal("input"),
      output: none,
      response: none,
      asked: none
    }
    const outputs = { input: none, both: outputOf, output: outputOf, response: sql.literal("response"), asked }

    /** The file of the database, where it has one that another connection can read. */
    const file = yield* Effect.cached(
      sql.onDialectOrElse({
        pg: () => Effect.succeed(undefined),
        orElse: () =>
          sql`PRAGMA database_list`.pipe(
            readFiles,
            Effect.map((files) => files.find(({ name }) => name === "main")?.file || undefined)
          )
      })
    )

    const textsOf = (id: string, what: What) =>
      sql`SELECT ${inputs[what]} AS input, ${outputs[what]} AS output FROM response_contents WHERE response_id = ${id}`.pipe(
        readTexts,
        Effect.map(([row]) =>
          row === undefined ? NOTHING : { input: row.input, output: row.output ?? "[]", pieces: [] }
        )
      )

    const textsWithFilesOf = (id: string, what: What) => {
      const texts = textsOf(id, what)
      return what === "input" || what === "both" || what === "response"
        ? Effect.zipWith(texts, files.load(id), (found, pieces) => ({ ...found, pieces }))
        : texts
    }

    const inThread = (id: string, what: What, reading: Reading) =>
      Effect.flatMap(file, (path) =>
        path === undefined
          ? Effect.flatMap(textsWithFilesOf(id, what), (texts) => pool.read(reading(texts)))
          : pool.read({ _tag: "InFile", file: path, id, what, request: reading(NOTHING) })
      )

    /** Reads what is stored of the response. A response that is gone has no items. Fails with `ProviderUnavailable` where too many wait. */
    return ({ id, size, walletId }: Stored, what: What, reading: Reading) =>
      size <= SHORT
        ? Effect.flatMap(textsOf(id, what), (texts) => pool.readShort(reading(texts)))
        : Effect.locally(pool.inTurn(inThread(id, what, reading)), Share.current, walletId)
  })
