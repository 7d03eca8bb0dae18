/** Stores of files as tests have them: a folder, and a bucket of a store that the test can ask about. */
import { join } from "node:path"
import type * as SqlClient from "@effect/sql/SqlClient"
import { Context, Effect, Layer, Logger, Redacted, type Scope, Stream } from "effect"
import { BlobId } from "../../src/Domain.ts"
import { Blobs, type SweptBlobs } from "../../src/storage/Blobs.ts"
import * as FolderBlobs from "../../src/storage/FolderBlobs.ts"
import * as Sql from "../../src/storage/Sql.ts"
import { insert } from "../../src/storage/Statement.ts"
import * as S3Blobs from "../../src/storage/s3/S3Blobs.ts"
import { inOrder, Writer } from "../../src/storage/Writer.ts"
import type { EffectBody } from "../support/EffectBody.ts"
import { temporary } from "../support/Folder.ts"
import { type ObjectStore, type Options, startObjectStore } from "../support/ObjectStore.ts"
import { write } from "../support/Write.ts"

/** The folder of the store that is tested. */
export class Place extends Context.Tag("test/Place")<Place, string>() {}

export type Services = Blobs | SweptBlobs | SqlClient.SqlClient | Writer

const quiet = Logger.remove(Logger.defaultLogger)

/** Runs `effect` over the store and the database of a new folder. */
export const inFolder = (
  body: EffectBody<Services | Place | Scope.Scope>,
  context: Layer.Layer<never> = Layer.empty
): Promise<unknown> =>
  Effect.runPromise(
    Effect.flatMap(temporary, (path) =>
      Effect.gen(body).pipe(
        Effect.provide(context),
        Effect.provide(Layer.mergeAll(FolderBlobs.layer(join(path, "blobs")), Sql.layer(join(path, "qal.sqlite")))),
        Effect.provideService(Place, join(path, "blobs")),
        Effect.provide(quiet)
      )
    ).pipe(Effect.scoped)
  )

/** The bucket of a store of tests, below this prefix. */
export const bucketOf = (
  store: Pick<ObjectStore, "url" | "credentials">,
  prefix = "qal/"
): S3Blobs.Options["bucket"] => ({
  bucket: "qal-test",
  prefix,
  endpoint: store.url,
  publicEndpoint: store.url,
  region: store.credentials.region,
  style: "path",
  accessKeyId: store.credentials.accessKeyId,
  secretAccessKey: Redacted.make(store.credentials.secretAccessKey),
  sessionToken: undefined
})

/** An object store for a test, stopped with the scope. */
export const objectStore = (options?: Options) =>
  Effect.acquireRelease(
    Effect.sync(() => startObjectStore(options)),
    (store) => Effect.promise(() => store.stop())
  )

/** Runs `effect` over a new bucket and a new database. */
export const inBucket = (
  body: EffectBody<Services | Scope.Scope, [store: ObjectStore]>,
  options?: Options
): Promise<unknown> =>
  Effect.runPromise(
    Effect.gen(function* () {
      const path = yield* temporary
      const store = yield* objectStore(options)
      const layer = S3Blobs.layer({ bucket: bucketOf(store), redirects: false, folder: path }).pipe(
        Layer.provideMerge(Sql.layer(join(path, "qal.sqlite")))
      )
      return yield* Effect.gen(() => body(store)).pipe(Effect.provide(layer), Effect.provide(quiet))
    }).pipe(Effect.scoped)
  )

export const id = (name: string) => BlobId.make(`blob_${name}`)

export const pattern = (length: number, seed = 0) =>
  Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 8) + seed) % 256)

export const store = (name: string, bytes: Uint8Array) =>
  Effect.gen(function* () {
    const writer = yield* (yield* Blobs).create(id(name))
    yield* writer.append(bytes)
    return yield* writer.publish
  }).pipe(Effect.scoped)

const aPreview = { voice_id: "", fingerprint: "f", blob_id: "", duration_millis: 1, created_at: 1 }
const aClip = {
  id: "",
  wallet_id: "w",
  job_id: "",
  text: "t",
  voice_id: "v",
  voice_name: "v",
  voice_descriptor: "d",
  language: "am",
  output_format: "mp3_44100",
  blob_id: "",
  size: 1,
  duration_millis: 1,
  ignored_voice_settings: "[]",
  finish_reason: "stop",
  price_per_minute: 1,
  charge: 1,
  balance_after: 1,
  created_at: 1
}

export const refer = (table: "clips" | "previews", blob: string) =>
  Effect.gen(function* () {
    const { relaxed } = yield* Writer
    if (table === "previews")
      return yield* relaxed(inOrder(insert("previews", { ...aPreview, voice_id: blob, blob_id: blob })))
    yield* write("INSERT OR IGNORE INTO wallets (id, name, created_at) VALUES ('w', 'w', 1)")
    return yield* relaxed(inOrder(insert("clips", { ...aClip, id: blob, job_id: blob, blob_id: blob })))
  })

export const exists = (name: string) =>
  Effect.flatMap(Blobs, (blobs) =>
    blobs.size(id(name)).pipe(
      Effect.as(true),
      Effect.catchTag("NOT_FOUND", () => Effect.succeed(false))
    )
  )

export const collect = (stream: Stream.Stream<Uint8Array, unknown>) =>
  Effect.map(Stream.runCollect(stream), (chunks) => Buffer.concat([...chunks]))
