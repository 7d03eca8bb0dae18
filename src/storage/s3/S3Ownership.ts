/**
 * Which database a bucket belongs to, or a prefix in it: its object `database-id`
 * has the database's id. Many nodes with one database come to the same answer
 * whichever starts first. Another database is refused, also where there is no
 * file yet: its first sweep would take this one's files for strays.
 */
import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Option, Stream } from "effect"
import { DataFolderError } from "../DataFolder.ts"
import * as Ownership from "../Ownership.ts"
import type { Writer } from "../Writer.ts"
import type { ObjectStoreError } from "./ObjectStoreError.ts"
import type { Objects } from "./Objects.ts"
import { BLOBS, DATABASE_ID } from "./S3Sweep.ts"

const refusal = () =>
  new DataFolderError({
    message: `QAL_BLOBS_URL: the bucket, or the prefix in it, belongs to another database; give this one another prefix, or put the database back that it belongs to; nothing in it was touched`
  })

const cannotUse = ({ message }: ObjectStoreError) =>
  new DataFolderError({ message: `QAL_BLOBS_URL: the object store cannot be used: ${message}` })

const namesIn = (objects: Objects) => Stream.map(objects.list(BLOBS), ({ key }) => key.slice(BLOBS.length))

const ownerOf = (objects: Objects) =>
  Effect.map(
    objects.whole(DATABASE_ID),
    Option.map(({ bytes }) => new TextDecoder().decode(bytes).trim())
  )

/** Ties database and bucket to each other where they are not yet, and answers the database's id, or fails. */
export const claim = Effect.fn("S3Ownership.claim")(
  function* (objects: Objects) {
    const known = yield* Ownership.idOfDatabase
    const named = yield* ownerOf(objects)
    if (Option.isSome(named)) return known === named.value ? named.value : yield* refusal()
    const isFree = Option.isNone(yield* Stream.runHead(namesIn(objects)))
    if (!isFree && !(yield* Ownership.explains(namesIn(objects)))) return yield* refusal()
    const id = yield* Ownership.install(known ?? crypto.randomUUID())
    yield* objects.putNew(DATABASE_ID, new TextEncoder().encode(`${id}\n`))
    // Another database may have done the same meanwhile.
    return Option.contains(yield* ownerOf(objects), id) ? id : yield* refusal()
  },
  Effect.catchTag("ObjectStoreError", cannotUse)
) satisfies (objects: Objects) => Effect.Effect<string, DataFolderError, SqlClient.SqlClient | Writer>
