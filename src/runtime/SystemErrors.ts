/**
 * What the disk, the database or the object store refuses, by the codes that SQLite,
 * PostgreSQL (SQLSTATE), the operating system and `storage/s3` give, and the error that
 * a client gets for it.
 */
import { type Problem, ProviderUnavailable, StorageFull } from "../Errors.ts"

/** How deep errors wrap the one that says why. */
const MAX_DEPTH = 6

/** The error and its causes, the outermost first; what wraps another has it as its `cause`, or as its `error`. */
export function* causesOf(error: unknown): Generator<object> {
  let at = error
  for (let depth = 0; depth <= MAX_DEPTH && typeof at === "object" && at !== null; depth++) {
    yield at
    at = "cause" in at ? at.cause : "error" in at ? at.error : undefined
  }
}

/** The code of the error, or of the first of its causes that has one, such as `SQLITE_FULL` or `ENOSPC`. */
export const codeOf = (error: unknown): string | undefined => {
  for (const cause of causesOf(error)) if ("code" in cause && typeof cause.code === "string") return cause.code
  return undefined
}

/**
 * Another process (or another connection of this one) holds the lock that was needed, or came first. In PostgreSQL:
 * serialization failure, deadlock, lock not available, and a statement that took too long.
 */
export const isLocked = (error: unknown): boolean =>
  /^(SQLITE_(BUSY|LOCKED)|(40001|40P01|55P03|57014)$)/.test(codeOf(error) ?? "")

/** The database was not reached, and nothing was written. */
export const UNREACHABLE = "POSTGRES_UNREACHABLE"
/** The connection was lost during a commit, which may have succeeded or not. */
export const UNKNOWN_OUTCOME = "POSTGRES_UNKNOWN_OUTCOME"

/**
 * The database cannot be reached now: besides ours, SQLSTATE's connection exceptions, too many connections, shutting
 * down, starting, terminated while idle, and one that has become a read-only copy of another.
 */
export const isUnreachable = (error: unknown): boolean =>
  /^(POSTGRES_|08...$|(53300|57P0[1-5]|25P03|25006)$)/.test(codeOf(error) ?? "")

/**
 * Full, over its quota or its file size limit, read-only, or failing to write.
 * `SQLITE_IOERR` is what SQLite makes of most of them; PostgreSQL's are disk full and I/O error.
 */
const CANNOT_WRITE =
  /^(SQLITE_(FULL|READONLY|IOERR|CANTOPEN|PERM)|(ENOSPC|EDQUOT|EFBIG|EROFS|EIO|EACCES|EPERM|53100|58030)$)/

export const isFull = (error: unknown): boolean => CANNOT_WRITE.test(codeOf(error) ?? "")

/** Seconds after which a client may try again: another process's transaction is short; room has to be made by a person. */
const RETRY_AFTER_LOCK = 2
const RETRY_AFTER_FULL = 30
const RETRY_AFTER_STORE = 5

const locked = () =>
  new ProviderUnavailable({
    message: "the database is in use by another program; send the same request again",
    retryAfter: RETRY_AFTER_LOCK
  })

const unreachable = () =>
  new ProviderUnavailable({
    message: "the database cannot be reached at present; send the same request again",
    retryAfter: RETRY_AFTER_LOCK
  })

/** The folder of the files is not there. */
export const FILES_UNREACHABLE = "FILES_UNREACHABLE"

const isFolderGone = (error: unknown): boolean => codeOf(error) === FILES_UNREACHABLE

const folderGone = () =>
  new ProviderUnavailable({
    message: "the server's files cannot be reached at present; send the same request again later",
    retryAfter: RETRY_AFTER_FULL
  })

/** An object store that is gone, slow, or refuses us: nothing that a client could mend. */
const isStoreFault = (error: unknown): boolean => /^OBJECT_STORE_/.test(codeOf(error) ?? "")

const storeFault = () =>
  new ProviderUnavailable({
    message: "the server's object store cannot be used at present; send the same request again",
    retryAfter: RETRY_AFTER_STORE
  })

const full = () =>
  new StorageFull({
    message: "the server's storage takes nothing more at present; send the same request again later",
    retryAfter: RETRY_AFTER_FULL
  })

/**
 * The error that a client gets for what the disk, the database or the object store refused; undefined for
 * anything else, also for an error of the taxonomy: what died with one is a fault of ours.
 */
export const problemOf = (error: unknown): Problem | undefined => {
  if (isLocked(error)) return locked()
  if (isUnreachable(error)) return unreachable()
  if (isStoreFault(error)) return storeFault()
  if (isFolderGone(error)) return folderGone()
  return isFull(error) ? full() : undefined
}
