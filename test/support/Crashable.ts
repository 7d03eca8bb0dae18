/**
 * A database that can die like its process: from a chosen statement on nothing
 * reaches the file any more by either of its connections, an open transaction is
 * rolled back by the closing of the handle, and the code above simply never
 * hears again.
 */
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import * as Statement from "@effect/sql/Statement"
import { SqliteClient } from "@effect/sql-sqlite-bun"
import { Context, Effect, Exit, Layer, Logger, Scope } from "effect"
import { WriteConnection } from "../../src/storage/WriteConnection.ts"
import { Writer } from "../../src/storage/Writer.ts"

export interface Crashable {
  readonly client: SqlClient.SqlClient
  readonly writer: Layer.Layer<Writer>
  /** Dies when `statements` more have been executed; 0 is at once. */
  readonly dieAfter: (statements: number) => Effect.Effect<void>
  readonly isDead: () => boolean
}

export const make = (filename: string): Effect.Effect<Crashable> =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const base = yield* SqliteClient.make({ filename }).pipe(Effect.provide(Reactivity.layer), Scope.extend(scope))
    let left = Number.POSITIVE_INFINITY
    let dead = false
    const die = Effect.suspend(() => {
      if (dead) return Effect.void
      dead = true
      return Scope.close(scope, Exit.void)
    })
    const alive = <A, E>(statement: Effect.Effect<A, E>): Effect.Effect<A, E> =>
      Effect.suspend(() => {
        if (dead) return Effect.never
        if (left <= 0) return Effect.zipRight(die, Effect.never)
        left -= 1
        return statement
      })
    const guard = (connection: Connection): Connection => ({
      execute: (sql, params, transform) => alive(connection.execute(sql, params, transform)),
      executeRaw: (sql, params) => alive(connection.executeRaw(sql, params)),
      executeStream: (sql, params, transform) => connection.executeStream(sql, params, transform),
      executeValues: (sql, params) => alive(connection.executeValues(sql, params)),
      executeUnprepared: (sql, params, transform) => alive(connection.executeUnprepared(sql, params, transform))
    })
    const client = yield* SqlClient.make({
      acquirer: Effect.map(Effect.scoped(base.reserve), guard),
      transactionAcquirer: Effect.map(base.reserve, guard),
      compiler: Statement.makeCompilerSqlite(),
      spanAttributes: []
    }).pipe(Effect.provide(Reactivity.layer))
    const context = yield* Layer.buildWithScope(Layer.orDie(WriteConnection.layer(filename)), scope).pipe(
      Effect.provide(Logger.remove(Logger.defaultLogger))
    )
    const connection = Context.get(context, WriteConnection)
    const counted: WriteConnection["Type"] = {
      ...connection,
      all: (statement) => {
        if (!dead && left <= 0) Effect.runSync(die)
        if (dead) throw new Error("the process is dead")
        left -= 1
        return connection.all(statement)
      }
    }
    /** To whom a dead process owes an answer waits for ever. */
    const unlessDead = <A, E>(written: Effect.Effect<A, E>): Effect.Effect<A, E> =>
      Effect.flatMap(Effect.exit(written), (exit) => (dead ? Effect.never : exit))
    const writer = Layer.effect(
      Writer,
      Effect.map(Writer, (live) =>
        Writer.make({
          ...live,
          durable: (body) => unlessDead(live.durable(body)),
          relaxed: (body) => unlessDead(live.relaxed(body))
        })
      )
    ).pipe(Layer.provide(Writer.Default), Layer.provide(Layer.succeed(WriteConnection, counted)))
    return {
      client,
      writer,
      dieAfter: (statements) =>
        Effect.suspend(() => {
          left = statements
          return statements === 0 ? die : Effect.void
        }),
      isDead: () => dead
    }
  })
