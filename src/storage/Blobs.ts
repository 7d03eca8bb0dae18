/**
 * Audio and uploads as files, named by `BlobId` and by nothing that a client
 * chose. A file appears under its id whole, or not at all, and before anybody
 * learns its id, so what a row refers to is there after any crash; what no row
 * refers to is swept (`BlobSweep`).
 *
 * Kept in a folder (`FolderBlobs`) or in an object store (`s3/S3Blobs`).
 *
 * A fault of the store is a defect: no caller can repair it. `SystemErrors` says what a
 * client is told of it.
 */
import { Context, type Effect, type Scope, type Stream } from "effect"
import type { BlobId } from "../Domain.ts"
import { NotFound } from "../Errors.ts"

/** Bytes in a piece of `read` at most. */
export const CHUNK_BYTES = 64 * 1024

/** From `start`, up to but not including `end`, in bytes; past the end of the file there is nothing. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** A file being written. It is removed when its scope closes before `publish`. */
export interface BlobWriter {
  /** Under which it is published. */
  readonly id: BlobId
  /** Adds bytes at the end. For one fiber at a time. */
  readonly append: (bytes: Uint8Array) => Effect.Effect<void>
  /** Overwrites from offset 0, such as a header whose lengths are known last. */
  readonly rewriteStart: (bytes: Uint8Array) => Effect.Effect<void>
  /** How many bytes have been appended. */
  readonly size: Effect.Effect<number>
  /**
   * Up to `length` bytes from `offset`, fewer at the end of what is written so
   * far. For any number of fibers, before and after publication, also once the
   * writer's scope is closed; `NotFound` when the file was given up.
   */
  readonly read: (offset: number, length: number) => Effect.Effect<Uint8Array, NotFound>
  /** Makes the bytes durable under the writer's id and answers how many there are. Once per writer. */
  readonly publish: Effect.Effect<number>
}

/** How a client asks the store itself for a file. */
interface SignedRequest {
  readonly method: "GET" | "HEAD"
  readonly contentType: string
  readonly contentDisposition: string
  /** Whole seconds for which the address is good. */
  readonly seconds: number
}

/** What every store of files can do. */
export interface BlobStore {
  /** A new file in the surrounding scope, to be published under `id`, which is nobody else's. */
  readonly create: (id: BlobId) => Effect.Effect<BlobWriter, never, Scope.Scope>
  /** The bytes of `range`, or all, in pieces of at most `CHUNK_BYTES`, read on demand. */
  readonly read: (id: BlobId, range?: ByteRange) => Stream.Stream<Uint8Array, NotFound>
  /** Bytes of the file. */
  readonly size: (id: BlobId) => Effect.Effect<number, NotFound>
  /** The whole file, or a range of it, in memory: for small ones. */
  readonly bytes: (id: BlobId, range?: ByteRange) => Effect.Effect<Uint8Array, NotFound>
  /**
   * The range as a web `Blob` that is read only when it is sent, by the
   * server's own file path and at the client's pace. The caller has seen
   * that the file exists. Undefined where the store has no files of this machine.
   */
  readonly lazy: ((id: BlobId, range: ByteRange) => Blob) | undefined
  /**
   * An address of the store itself, by which its holder gets the file as it is asked for
   * here; undefined where clients get files from this server alone. Does not say whether
   * there is such a file.
   */
  readonly address: ((id: BlobId, signed: SignedRequest) => Effect.Effect<string>) | undefined
  /** Removes the file, if it is there. Who is reading it may finish. */
  readonly remove: (id: BlobId) => Effect.Effect<void>
  /** Whether a file can be written and kept now; a defect where it cannot. */
  readonly probe: Effect.Effect<void>
}

export class Blobs extends Context.Tag("storage/Blobs")<Blobs, BlobStore>() {}

/** A file that is no longer, or never was, there. */
export const gone = () => new NotFound({ message: "this file no longer exists" })

/** A published file, and where in the store it lies. */
export interface PublishedFile {
  readonly name: string
  readonly path: string
}

/** A file that was set aside, and when, in milliseconds since 1970. */
export interface SetAsideFile extends PublishedFile {
  readonly since: number
}

/** What `BlobSweep` does with a store. Times are milliseconds since 1970, by `now`. */
export interface Sweepable {
  /** Whether other processes publish here too, so that a file may be waiting for its row at any time. */
  readonly isShared: boolean
  /** The time by which the store dates its files. */
  readonly now: Effect.Effect<number>
  /** Names of what this process published before, or at, `before`; each is answered once. */
  readonly takeOwn: (before: number) => ReadonlyArray<string>
  /** Whether this process published the file and it was not yet taken. */
  readonly isOwn: (name: string) => boolean
  /** Removes what was never published, was last touched before `before`, and is not being written here. How many. */
  readonly removeTemporaries: (before: number) => Effect.Effect<number>
  /** Published files last touched before `before`. */
  readonly published: (before: number) => Stream.Stream<PublishedFile>
  readonly remove: (names: ReadonlyArray<string>) => Effect.Effect<void>
  /** Sets the files aside as of `now`; how many were not before. */
  readonly setAside: (files: ReadonlyArray<PublishedFile>, now: number) => Effect.Effect<number>
  readonly asides: Stream.Stream<SetAsideFile>
  /** Brings the files back; how many were still there. */
  readonly restore: (files: ReadonlyArray<SetAsideFile>) => Effect.Effect<number>
  readonly expire: (files: ReadonlyArray<SetAsideFile>) => Effect.Effect<void>
}

export class SweptBlobs extends Context.Tag("storage/SweptBlobs")<SweptBlobs, Sweepable>() {}
