/**
 * What `qal doctor` finds of an object store: whether a server can do there all that it does, with an object of its own
 * that is removed again, and what an operator would want to know. Nothing else in the bucket is touched.
 */
import { Clock, Duration, Effect, Option, Stream } from "effect"
import type { ObjectStore } from "../../settings/ObjectStore.ts"
import * as Clocks from "../Clocks.ts"
import { ObjectStoreError } from "./ObjectStoreError.ts"
import * as Objects from "./Objects.ts"
import { BLOBS, DATABASE_ID } from "./S3Sweep.ts"

/** For all of it together: a store that was tried again and again has had its chance by then. */
const PATIENCE = Duration.seconds(30)

/** For the removal of what was written where something failed after it. */
const LAST_WORD = Duration.seconds(2)

/** Seconds that the signed address is good for. */
const SIGNED_FOR = 60

/** The id of the database whose files are to be there, if it could be read. */
type Database = Option.Option<string | undefined>

const BYTES = new TextEncoder().encode("qal doctor")

const KEYS =
  "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the key in QAL_BLOBS_URL, are not what the store knows, or AWS_SESSION_TOKEN is over"
const REGION = "the bucket is in another region than QAL_BLOBS_URL or AWS_REGION says"

/** What to do about the store's own words. */
const ADVICE: Readonly<Record<string, string>> = {
  AccessDenied: "the key may not do this",
  AuthorizationHeaderMalformed: REGION,
  ExpiredToken: KEYS,
  InvalidAccessKeyId: KEYS,
  InvalidToken: KEYS,
  NoSuchBucket: "no bucket has the name in QAL_BLOBS_URL; make it first",
  PermanentRedirect: REGION,
  RequestTimeTooSkewed: "the clock of this machine or of the store is wrong",
  SignatureDoesNotMatch: KEYS
}

const failure = (message: string) => new ObjectStoreError({ code: "OBJECT_STORE_REFUSED", message })

/** Fails with what could not be done, why, and what to do about it. */
const step = <A>(what: string, work: Effect.Effect<A, ObjectStoreError>) =>
  Effect.mapError(work, ({ message, reason }) => {
    const advice = ADVICE[reason ?? ""]
    return failure(`cannot ${what}: ${message}${advice === undefined ? "" : ` (${advice})`}`)
  })

const assertSame = (bytes: Uint8Array | undefined, expected: Uint8Array) =>
  bytes !== undefined && Buffer.compare(bytes, expected) === 0
    ? Effect.void
    : failure("other bytes came back than were written")

/** Writes and reads, whole and in part; answers how the store's clock is. */
const writeAndRead = Effect.fnUntraced(function* (objects: Objects.Objects, key: string) {
  yield* step("write", objects.putOnce(key, BYTES))
  const before = yield* Clock.currentTimeMillis
  const whole = yield* step("read", objects.whole(key))
  const after = yield* Clock.currentTimeMillis
  yield* step("read", assertSame(Option.getOrUndefined(whole)?.bytes, BYTES))
  const part = yield* step("read a part", objects.slice(key, { start: 4, end: 7 }))
  yield* step("read a part", assertSame(Option.getOrUndefined(part)?.bytes, BYTES.subarray(4, 7)))
  const told = Option.isSome(whole) ? yield* objects.timeOf(whole.value) : after
  // Told in whole seconds.
  return Clocks.compare(told, before - 1_000, after)
})

const list = Effect.fnUntraced(function* (objects: Objects.Objects, key: string) {
  const object = yield* Stream.runHead(objects.list(key))
  if (Option.isNone(object)) return yield* failure("what was written is not listed")
})

const uploadInParts = (objects: Objects.Objects, key: string) =>
  Effect.flatMap(objects.begin(key), (upload) => objects.abort(key, upload))

const remove = Effect.fnUntraced(function* (objects: Objects.Objects, key: string) {
  yield* objects.remove(key)
  if (Option.isSome(yield* objects.head(key))) return yield* failure("it is still there")
})

/** As a client is sent to the store. */
const followSigned = Effect.fnUntraced(function* (objects: Objects.Objects, key: string) {
  const address = yield* objects.presign({ method: "GET", key }, SIGNED_FOR)
  const answer = yield* Effect.tryPromise({
    try: async (signal) => {
      const response = await fetch(address, { signal, redirect: "manual" })
      return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
    },
    catch: () => failure("it cannot be reached from this machine")
  })
  if (answer.status !== 200) return yield* failure(`it answers ${answer.status}`)
  yield* assertSame(answer.bytes, BYTES)
})

/** Whose the bucket is. A database that has no id yet is new. */
const ownership = Effect.fnUntraced(function* (objects: Objects.Objects, database: Database) {
  const named = yield* objects.whole(DATABASE_ID)
  if (Option.isNone(named)) return "belongs to no database yet"
  if (Option.isNone(database)) return "belongs to a database"
  const owner = new TextDecoder().decode(named.value.bytes).trim()
  if (owner === database.value) return "belongs to this database"
  return yield* failure("the bucket, or the prefix in it, belongs to another database")
})

const all = Effect.fnUntraced(function* (store: ObjectStore, objects: Objects.Objects, database: Database) {
  const key = `doctor-${crypto.randomUUID()}`
  const clock = yield* Effect.gen(function* () {
    const clock = yield* writeAndRead(objects, key)
    yield* step("list", list(objects, key))
    yield* step("begin and give up an upload in parts", uploadInParts(objects, key))
    yield* step("list uploads in parts", Stream.runDrain(Stream.take(objects.uploads(BLOBS), 1)))
    if (store.redirects) yield* step(`send clients to ${store.publicEndpoint}`, followSigned(objects, key))
    yield* step("delete", remove(objects, key))
    return clock
  }).pipe(Effect.onError(() => Effect.ignore(Effect.timeout(Effect.interruptible(objects.remove(key)), LAST_WORD))))
  if (clock.isFar) return yield* failure(`written, read and deleted, but the clocks are too far apart: ${clock.found}`)
  const owner = yield* step("use it", ownership(objects, database))
  const media = store.redirects ? `, clients are sent to ${store.publicEndpoint}` : ""
  return `written, read, listed and deleted, ${clock.found}, ${owner}${media}`
})

/** Fails with what a server could not do. */
export const examine = Effect.fn("Examination.examine")(function* (store: ObjectStore, database: Database) {
  const name = `s3://${store.bucket}/${store.prefix} at ${store.endpoint}`
  const findings = yield* all(store, Objects.make(store), database).pipe(
    Effect.timeoutFail({ duration: PATIENCE, onTimeout: () => failure("it does not answer in time") }),
    Effect.mapError(({ message }) => failure(`${name}: ${message}`))
  )
  return `${name}: ${findings}`
})
