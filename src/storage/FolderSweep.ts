/** How a sweep walks and clears a folder of files. */
import * as Fs from "node:fs/promises"
import * as Path from "node:path"
import { Clock, Stream } from "effect"
import * as Folder from "./BlobFolder.ts"
import { io } from "./BlobFolder.ts"
import type { PublishedFile, SetAsideFile, Sweepable } from "./Blobs.ts"
import { publishedFiles } from "./PublishedFiles.ts"

export interface Options {
  readonly folder: string
  /** When this process published what was not yet swept. */
  readonly published: Map<string, number>
  /** Whether the temporary file with this name is still being written. */
  readonly isWriting: (name: string) => boolean
}

const streamOf = <A>(files: () => AsyncIterable<A>): Stream.Stream<A> =>
  Stream.suspend(() => Stream.orDie(Stream.fromAsyncIterable(files(), (cause) => cause)))

async function* asidesIn(folder: string): AsyncGenerator<SetAsideFile> {
  for (const day of await Folder.daysSetAside(folder)) {
    const since = Date.parse(day)
    const files = Folder.olderFiles(Path.join(folder, Folder.SET_ASIDE, day), Number.POSITIVE_INFINITY)
    for await (const file of files) yield { ...file, since }
  }
}

async function* publishedIn(folder: string, before: number): AsyncGenerator<PublishedFile> {
  for (const shard of Folder.SHARDS) yield* Folder.olderFiles(Path.join(folder, shard), before)
}

/** Removes the folder of a day's files; fails, and is meant to, where something is left in it. */
const leave = (path: string): Promise<void> => Fs.rmdir(Path.dirname(path)).catch(() => {})

const removeTemporaries = async ({ folder, isWriting }: Options, before: number): Promise<number> => {
  let removed = 0
  for await (const { name, path } of Folder.olderFiles(Path.join(folder, Folder.INCOMING), before)) {
    if (isWriting(name)) continue
    await Fs.rm(path, { force: true })
    removed++
  }
  return removed
}

const moveAll = async <A extends PublishedFile>(files: ReadonlyArray<A>, to: (file: A) => string): Promise<number> => {
  let moved = 0
  for (const file of files) if (await Folder.move(file.path, to(file))) moved++
  return moved
}

/** One process owns the folder, so nothing in it waits for another's row. */
export const sweepable = (options: Options): Sweepable => {
  const { folder, published } = options
  return {
    isShared: false,
    now: Clock.currentTimeMillis,
    ...publishedFiles(published),
    removeTemporaries: (before) => io(() => removeTemporaries(options, before)),
    published: (before) => streamOf(() => publishedIn(folder, before)),
    remove: (names) =>
      io(async () => {
        for (const name of names) published.delete(name)
        await Promise.all(names.map((name) => Fs.rm(Folder.pathOf(folder, name), { force: true })))
      }),
    setAside: (files, now) => {
      const day = new Date(now).toISOString().slice(0, 10)
      return io(() => moveAll(files, ({ name }) => Path.join(folder, Folder.SET_ASIDE, day, name)))
    },
    asides: streamOf(() => asidesIn(folder)),
    restore: (files) =>
      io(async () => {
        const restored = await moveAll(files, ({ name }) => Folder.pathOf(folder, name))
        for (const { path } of files) await leave(path)
        return restored
      }),
    expire: (files) =>
      io(async () => {
        for (const { path } of files) {
          await Fs.rm(path, { force: true })
          await leave(path)
        }
      })
  }
}
