/** How every connection to the database is set. */

/** How long a statement waits for another process (the command line) to finish writing, in milliseconds. */
const BUSY_TIMEOUT_MILLIS = 5_000

/**
 * Pages (4 KiB each) of log after which a commit brings it into the database by
 * itself: so many that `Checkpoints` has always come before, if it can.
 */
const LONGEST_LOG = 16_384

export const connectionPragmas = [
  `PRAGMA busy_timeout = ${BUSY_TIMEOUT_MILLIS}`,
  "PRAGMA foreign_keys = ON",
  // A commit does not wait for the disk; see `WriteAheadLog`.
  "PRAGMA synchronous = NORMAL",
  `PRAGMA wal_autocheckpoint = ${LONGEST_LOG}`
] as const
