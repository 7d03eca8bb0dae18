/** What a move is made from and to: a data folder, or a PostgreSQL database. */
import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer, type Scope } from "effect"
import type { DatabaseUrl } from "../../settings/DatabaseUrl.ts"
import { assertIntact } from "../Database.ts"
import type { Paths } from "../DataFolder.ts"
import * as Postgres from "../postgres/Postgres.ts"
import * as Sql from "../Sql.ts"
import type { Writer } from "../Writer.ts"
import * as PostgresSide from "./PostgresSide.ts"
import type { MoveFailed, Side } from "./Side.ts"
import * as SqliteSide from "./SqliteSide.ts"

/** A database that a server may have used. */
export interface Place<E> {
  /** The database with its newest schema, as files are claimed by it. */
  readonly database: Layer.Layer<SqlClient.SqlClient | Writer, E>
  /** The same for us alone. */
  readonly open: Effect.Effect<Side, MoveFailed, Scope.Scope>
}

/** A place that is moved to. */
export interface Goal<E> {
  /** What is there before; none where there is no database. */
  readonly before: Effect.Effect<Place<E> | undefined, E>
  /** What the move is written to. Whatever is there is in the way of it, or is no more than a schema. */
  readonly fresh: Effect.Effect<Side, MoveFailed | E, Scope.Scope>
}

/** The data folder, which this process owns. */
export const folder = (paths: Paths) => ({
  database: Layer.unwrapEffect(Effect.as(assertIntact(paths.database), Sql.layer(paths.database))),
  open: SqliteSide.existing(paths)
})

/** Makes a schema, which stays when this is over. */
const made = <A, E>(database: Layer.Layer<A, E>) => Effect.scoped(Layer.build(database))

export const folderGoal = (paths: Paths) => ({
  before: Effect.promise(() => Bun.file(paths.database).exists()).pipe(
    Effect.map((isThere) => (isThere ? folder(paths) : undefined))
  ),
  fresh: SqliteSide.removeDatabase(SqliteSide.unfinishedOf(paths)).pipe(
    Effect.zipRight(made(Sql.layer(SqliteSide.unfinishedOf(paths)))),
    Effect.zipRight(SqliteSide.fresh(paths))
  )
})

/** The database at the address, which messages call `name`. */
export const postgres = (name: string, address: DatabaseUrl) => ({
  database: Postgres.storage(address),
  open: PostgresSide.open(name, address.url)
})

export const postgresGoal = (name: string, address: DatabaseUrl) => {
  const place = postgres(name, address)
  return { before: Effect.succeed(place), fresh: Effect.zipRight(made(place.database), place.open) }
}
