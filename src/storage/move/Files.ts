/** Copies the files that rows refer to from one store to another, and reads them back. */
import { createHash } from "node:crypto"
import { Effect, Option, Ref, Schema, Stream } from "effect"
import { BlobId } from "../../Domain.ts"
import { REFERENCES } from "../BlobSweep.ts"
import type { BlobStore } from "../Blobs.ts"
import { formatCount, formatSize, paced, type WriteLine } from "./Progress.ts"
import { MoveFailed, type Side } from "./Side.ts"

/** Files under way at once: each has a few pieces in memory. */
const AT_ONCE = 8

const REFERRED = REFERENCES.map(({ column, table }) => `SELECT ${column} AS id FROM ${table}`).join(" UNION ALL ")

const decodeId = Schema.decodeUnknown(BlobId)

/** The files that the rows of the database refer to. */
const referred = (side: Side): Stream.Stream<BlobId, MoveFailed> =>
  side.query(REFERRED).pipe(
    Stream.mapConcat((rows) => rows),
    Stream.mapEffect(([id]) =>
      Effect.mapError(
        decodeId(id),
        (cause) => new MoveFailed({ message: `${side.name}: a row refers to a file whose name is none`, cause })
      )
    )
  )

/** SHA-256 of the file as it is read; none where it is not there. `use` is given each piece. */
const hashOf = (store: BlobStore, id: BlobId, use: (bytes: Uint8Array) => Effect.Effect<void> = () => Effect.void) =>
  Effect.suspend(() => {
    const hash = createHash("sha256")
    return store.read(id).pipe(
      Stream.runForEach((bytes) => {
        hash.update(bytes)
        return use(bytes)
      }),
      Effect.map(() => hash.digest("hex")),
      Effect.option
    )
  })

const sizeOf = (store: BlobStore, id: BlobId) => Effect.option(store.size(id))

/** Copies the file; answers its SHA-256, or none where the source has it no more. */
const copied = (from: BlobStore, to: BlobStore, id: BlobId) =>
  Effect.scoped(
    Effect.gen(function* () {
      const writer = yield* to.create(id)
      const hash = yield* hashOf(from, id, writer.append)
      if (Option.isSome(hash)) yield* writer.publish
      return hash
    })
  )

interface MoveCounts {
  readonly files: number
  readonly bytes: number
  /** Those that an earlier try had brought. */
  readonly before: number
  /** Rows whose file was lost before the move: the target lacks it as the source does. */
  readonly lost: number
}

const NONE: MoveCounts = { files: 0, bytes: 0, before: 0, lost: 0 }

/** Fails unless the target has the file's bytes. */
const moveOne = (from: BlobStore, to: BlobStore, id: BlobId): Effect.Effect<MoveCounts, MoveFailed> =>
  Effect.gen(function* () {
    const [size, there] = yield* Effect.all([sizeOf(from, id), sizeOf(to, id)])
    if (Option.isNone(size)) return { ...NONE, lost: 1 }
    const done = { ...NONE, files: 1, bytes: size.value }
    if (Option.contains(there, size.value)) {
      const [ours, theirs] = [yield* hashOf(from, id), yield* hashOf(to, id)]
      if (Option.isSome(ours) && Option.contains(theirs, ours.value)) return { ...done, before: 1 }
    }
    const hash = yield* copied(from, to, id)
    const back = yield* hashOf(to, id)
    if (Option.isSome(hash) && Option.contains(back, hash.value)) return done
    return yield* new MoveFailed({ message: `the file ${id} came back from the target with other bytes` })
  })

/** Where the files stay: whether they are there. */
const lookFor = (store: BlobStore, id: BlobId): Effect.Effect<MoveCounts> =>
  Effect.map(
    sizeOf(store, id),
    Option.match({ onNone: () => ({ ...NONE, lost: 1 }), onSome: (bytes) => ({ ...NONE, files: 1, bytes }) })
  )

/** Does this with every file that a row refers to; answers the sum. */
const all = (source: Side, writeLine: WriteLine, each: (id: BlobId) => Effect.Effect<MoveCounts, MoveFailed>) =>
  Effect.gen(function* () {
    const say = yield* paced(writeLine)
    const sum = yield* Ref.make(NONE)
    yield* Stream.runForEach(
      Stream.mapEffect(referred(source), each, { concurrency: AT_ONCE, unordered: true }),
      (one) =>
        Effect.gen(function* () {
          const now = yield* Ref.updateAndGet(sum, (before) => ({
            files: before.files + one.files,
            bytes: before.bytes + one.bytes,
            before: before.before + one.before,
            lost: before.lost + one.lost
          }))
          yield* say(() => `files: ${formatCount(now.files, "file")}, ${formatSize(now.bytes)}`)
        })
    )
    const { before, bytes, files, lost } = yield* Ref.get(sum)
    if (lost > 0)
      yield* writeLine(`files: ${formatCount(lost, "row")} without a file before the move, and after it as before`)
    return { before, files, lost, size: formatSize(bytes) }
  })

/** Brings every file that a row of the source refers to from one store to the other. */
export const move = Effect.fn("Files.move")(function* (
  source: Side,
  from: BlobStore,
  to: BlobStore,
  writeLine: WriteLine
) {
  const { before, files, size } = yield* all(source, writeLine, (id) => moveOne(from, to, id))
  const earlier = before === 0 ? "" : `, ${formatCount(before, "file")} of them by an earlier try`
  yield* writeLine(`files: ${formatCount(files, "file")}, ${size}, read back with the same SHA-256${earlier}`)
})

/** Looks whether every file that a row refers to is in the store, where it stays. */
export const stay = Effect.fn("Files.stay")(function* (source: Side, store: BlobStore, writeLine: WriteLine) {
  const { files, lost, size } = yield* all(source, writeLine, (id) => lookFor(store, id))
  if (files === 0 && lost > 0) {
    return yield* new MoveFailed({
      message: `none of the ${formatCount(lost, "file")} that rows refer to is where files are kept; name the folder or the store that has them`
    })
  }
  yield* writeLine(
    `files: ${formatCount(files, "file")}, ${size}, ${files === 1 ? "stays where it is" : "stay where they are"}`
  )
})
