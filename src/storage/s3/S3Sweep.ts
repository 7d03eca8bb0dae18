/**
 * How a sweep walks and clears a bucket. What is set aside stays where it is: an
 * empty object beside it says since when, by its own date. So nothing has to be
 * copied, and what a row refers to after all could be read all the time.
 */
import { Duration, Effect, Option, Stream } from "effect"
import type { PublishedFile, SetAsideFile, Sweepable } from "../Blobs.ts"
import { publishedFiles } from "../PublishedFiles.ts"
import { ObjectStoreError } from "./ObjectStoreError.ts"
import type { Objects } from "./Objects.ts"

/** The folders of a bucket below its prefix, and the object that names its database. */
export const BLOBS = "blobs/"
const SET_ASIDE = "set-aside/"
export const DATABASE_ID = "database-id"

/** How long a file may be written: uploads in parts that were begun earlier are those of a process that died. */
const ABANDONED_AFTER = Duration.hours(24)

/** Requests at once. */
const CONCURRENCY = 8

/** Names that are ours: of other objects under the prefix none is touched. */
const NAME = /^[a-z0-9_]{1,64}$/

const EMPTY = new Uint8Array(0)

const filesIn = (objects: Objects, folder: string, after?: string): Stream.Stream<SetAsideFile> =>
  objects.list(folder, after).pipe(
    Stream.map(({ key, modified }): SetAsideFile => ({ name: key.slice(folder.length), path: key, since: modified })),
    Stream.filter(({ name, since }) => NAME.test(name) && !Number.isNaN(since)),
    Stream.orDie
  )

export interface Options {
  readonly objects: Objects
  /** The database that the bucket belongs to. */
  readonly owner: string
  /** When this process published what was not yet swept. */
  readonly published: Map<string, number>
}

/** The store's time. A defect where the bucket is another database's by now: its files are not ours to judge. */
const now = ({ objects, owner }: Options): Effect.Effect<number> =>
  Effect.gen(function* () {
    const marker = yield* objects.whole(DATABASE_ID)
    if (Option.isNone(marker) || new TextDecoder().decode(marker.value.bytes).trim() !== owner) {
      return yield* new ObjectStoreError({
        code: "OBJECT_STORE_REFUSED",
        message: "the bucket belongs to another database now; nothing in it was swept"
      })
    }
    return yield* objects.timeOf(marker.value)
  }).pipe(Effect.orDie)

/** Those of the files, of one page in order, that are marked as set aside. */
const marked = (objects: Objects, files: ReadonlyArray<PublishedFile>) => {
  const names = files.map(({ name }) => name).toSorted()
  const [first = "", last = ""] = [names[0], names.at(-1)]
  // What sorts directly before the first name, or a little earlier.
  return filesIn(objects, SET_ASIDE, `${SET_ASIDE}${first.slice(0, -1)}`).pipe(
    Stream.takeWhile(({ name }) => name <= last),
    Stream.runFold(new Set<string>(), (set, { name }) => set.add(name))
  )
}

const each = <A>(values: ReadonlyArray<A>, use: (value: A) => Effect.Effect<void, ObjectStoreError>) =>
  Effect.orDie(Effect.forEach(values, use, { concurrency: CONCURRENCY, discard: true }))

const removeAbandoned = (objects: Objects, before: number): Effect.Effect<number> =>
  objects.uploads(BLOBS).pipe(
    Stream.filter(({ initiated }) => initiated <= before),
    Stream.mapEffect(({ key, uploadId }) => objects.abort(key, uploadId), { concurrency: CONCURRENCY }),
    Stream.runCount,
    Effect.orDie
  )

export const sweepable = (options: Options): Sweepable => {
  const { objects, published } = options
  return {
    isShared: true,
    now: now(options),
    ...publishedFiles(published),
    removeTemporaries: () =>
      Effect.flatMap(now(options), (at) => removeAbandoned(objects, at - Duration.toMillis(ABANDONED_AFTER))),
    published: (before) => Stream.filter(filesIn(objects, BLOBS), ({ since }) => since <= before),
    remove: (names) =>
      each(names, (name) => {
        published.delete(name)
        return objects.remove(`${BLOBS}${name}`)
      }),
    setAside: (files) =>
      files.length === 0
        ? Effect.succeed(0)
        : Effect.flatMap(marked(objects, files), (already) => {
            const others = files.filter(({ name }) => !already.has(name))
            return Effect.as(
              each(others, ({ name }) => objects.put(`${SET_ASIDE}${name}`, EMPTY)),
              others.length
            )
          }),
    asides: filesIn(objects, SET_ASIDE),
    restore: (files) =>
      Effect.as(
        each(files, ({ path }) => objects.remove(path)),
        files.length
      ),
    expire: (files) =>
      each(files, ({ name, path }) => Effect.zipRight(objects.remove(`${BLOBS}${name}`), objects.remove(path)))
  }
}
