/**
 * What is written beside `Writer`: statements and functions of PostgreSQL's own, for
 * paid work and for what nodes share. Each is a transaction by itself and one round
 * trip. Where the connection is lost under one, nobody knows what became of it: it is
 * not run again here.
 */
import type * as SqlClient from "@effect/sql/SqlClient"
import { Context, Effect, Layer } from "effect"
import type { Rows } from "../Statement.ts"
import { type Connection, Connections, type Use } from "./ConnectionPool.ts"
import { failureOf, retrying } from "./PostgresFailures.ts"
import { clientOf } from "./Reader.ts"

/** All in one message; where the call fails, the commit undoes it. */
const call = async ({ plain }: Connection, text: string, parameters: ReadonlyArray<unknown>): Promise<Rows> => {
  const answers = [plain("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"), plain(text, parameters), plain("COMMIT")]
  const [begun, answer, committed] = await Promise.allSettled(answers)
  for (const each of [begun, answer, committed]) if (each?.status === "rejected") throw each.reason
  return answer?.status === "fulfilled" ? answer.value : []
}

/** A client whose statements are each such a transaction, on a connection of those. */
export const callsOn = (use: Use) =>
  clientOf((text, parameters) => {
    const once = Effect.suspend(() => {
      let isSent = false
      const run = (connection: Connection) => {
        isSent = true
        return call(connection, text, parameters)
      }
      return Effect.tryPromise({ try: () => use(run), catch: (cause) => failureOf(cause, !isSent) })
    })
    return retrying(once)
  })

/** Writes what a template says; each function decides for itself whether it waits for the disk. */
export class Calls extends Context.Tag("storage/postgres/Calls")<Calls, SqlClient.SqlClient>() {
  static readonly layer: Layer.Layer<Calls, never, Connections> = Layer.effect(
    Calls,
    Effect.flatMap(Connections, ({ use }) => callsOn(use))
  )
}
