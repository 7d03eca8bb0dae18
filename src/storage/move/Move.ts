/**
 * Moves a stopped server's database, and its files with it or not, to another store. The rows are one transaction of the
 * target, which is committed when both sides were proved to hold the same: whenever it breaks off, the target holds
 * nothing, and the same move begins anew, but for the files that are there already.
 */

import type * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Context, Duration, Effect, Layer } from "effect"
import { codeOf, problemOf } from "../../runtime/SystemErrors.ts"
import { Blobs } from "../Blobs.ts"
import { FAILED_RETENTION } from "../JobStore.ts"
import { lineOf } from "../StorageErrors.ts"
import type { Writer } from "../Writer.ts"
import * as Files from "./Files.ts"
import type { Goal, Place } from "./Places.ts"
import type { WriteLine } from "./Progress.ts"
import * as Rows from "./Rows.ts"
import { MoveFailed, type Side } from "./Side.ts"

/** A store of files, which belongs to the database that is moved, or to none yet. */
type Store<E> = Layer.Layer<Blobs, E, SqlClient.SqlClient | Writer>

/** Where the files are, and where they are to be; without `to` they stay. */
export interface FileMove<E> {
  readonly from: Store<E>
  readonly to?: Store<E>
}

/** What still ran when the server died ends as a start ends it: failed, free of charge. */
const endRunning = <E>(from: Place<E>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const source = yield* from.open
      yield* source.run(
        `UPDATE jobs SET state = 'failed', failure = 'PROCESS_DIED', ended_at = ${now},
          expires_at = ${now + Duration.toMillis(FAILED_RETENTION)} WHERE state = 'running'`
      )
      const id = yield* Rows.idOf(source)
      yield* source.commit
      return id
    })
  )

/** Whether the target holds this move's rows already; fails where it holds others. */
const isMoved = <E>(to: Goal<E>, id: string | undefined) =>
  Effect.scoped(
    Effect.gen(function* () {
      const before = yield* to.before
      if (before === undefined) return false
      return yield* Effect.scoped(Effect.flatMap(before.open, (target) => holds(target, id))).pipe(
        Effect.provide(before.database)
      )
    })
  )

const holds = (target: Side, id: string | undefined) =>
  Effect.gen(function* () {
    if (yield* Rows.isEmpty(target)) return false
    if ((yield* Rows.idOf(target)) === id) return true
    return yield* new MoveFailed({
      message: `${target.name} is not empty: it holds another installation; give the move an empty target, nothing was changed`
    })
  })

const built = <E>(store: Store<E>) => Effect.map(Layer.build(store), (context) => Context.get(context, Blobs))

/** Claims the stores, which the source's database has to be written for; answers what moves the files. */
const claimed = <E>({ from, to }: FileMove<E>, writeLine: WriteLine) =>
  Effect.gen(function* () {
    const ours = yield* built(from)
    if (to === undefined) return (source: Side) => Files.stay(source, ours, writeLine)
    const theirs = yield* built(to)
    return (source: Side) => Files.move(source, ours, theirs, writeLine)
  })

const moveRows = <E>(source: Side, to: Goal<E>, writeLine: WriteLine) =>
  Effect.scoped(
    Effect.gen(function* () {
      const target = yield* to.fresh
      if (!(yield* Rows.isEmpty(target))) {
        return yield* new MoveFailed({ message: `${target.name} was begun to be used meanwhile; nothing was changed` })
      }
      const held = yield* Rows.copy(source, target, writeLine)
      yield* Rows.prove(source, held, target, writeLine)
      const token = yield* source.adminToken
      if (token !== undefined) yield* target.keepAdminToken(token)
      yield* target.commit
    })
  )

/** What was moved before is only compared. */
const compare = <E>(source: Side, to: Goal<E>, writeLine: WriteLine) =>
  Effect.scoped(
    Effect.gen(function* () {
      const before = yield* to.before
      if (before === undefined) return yield* new MoveFailed({ message: "the target has gone meanwhile" })
      const target = yield* before.open
      yield* writeLine(`${target.name} holds this installation already; both are compared`)
      yield* Rows.prove(source, yield* Rows.digests(source, writeLine), target, writeLine).pipe(
        Effect.mapError(
          ({ message }) =>
            new MoveFailed({
              message: `${message}; one of both was used since they were alike, and nothing was changed`
            })
        )
      )
    })
  )

/** A store that is full, gone or refuses us, in a line; a fault of ours stays one. */
const moveFailure = (defect: unknown) =>
  problemOf(defect) === undefined || !(defect instanceof Error)
    ? Effect.die(defect)
    : new MoveFailed({ message: lineOf(defect) ?? `${defect.message} (${codeOf(defect)})`, cause: defect })

/** Files first: a row never refers to what is not there. */
const moveAll = <E, E2, E3>(from: Place<E>, to: Goal<E2>, files: FileMove<E3>, writeLine: WriteLine) =>
  Effect.gen(function* () {
    const id = yield* endRunning(from)
    const isDone = yield* isMoved(to, id)
    const moveFiles = yield* claimed(files, writeLine)
    const source = yield* from.open
    yield* moveFiles(source)
    yield* isDone ? compare(source, to, writeLine) : moveRows(source, to, writeLine)
  }).pipe(Effect.provide(from.database), Effect.scoped, Effect.catchAllDefect(moveFailure))

export const move = Effect.fn("Move.move")(moveAll)
