/**
 * Whatever is written is written here. What waits in the same turn of the event
 * loop is written in one transaction, each body for itself; while the disk takes
 * one batch in, the next is written.
 *
 * A transaction is one call from its beginning to its end, with no fiber
 * between its statements: nothing else of this process can fall into it, and it
 * costs what SQLite costs.
 */
import { SqlError } from "@effect/sql/SqlError"
import { Effect, Either, Exit } from "effect"
import { isFull, isLocked } from "../runtime/SystemErrors.ts"
import { type Rows, type Statement, statement } from "./Statement.ts"
import { retryLocked } from "./StorageErrors.ts"
import { type Connection, WriteConnection } from "./WriteConnection.ts"

/**
 * Writes that belong together: yields one statement after the other, is given
 * the rows of each, and returns what came of them. Its failure, or what it
 * throws, undoes them and nobody else's. It may be run more than once.
 */
export interface Body<A, E = never> {
  (): Generator<Statement, Either.Either<A, E>, Rows>
  /** What it yields, where that is known before it runs: over a network all of it is one message. */
  readonly statements?: ReadonlyArray<Statement>
  /** Whether its first statement changes, and so locks, all that it reads afterwards: then nobody comes between. */
  readonly locksFirst?: true
}

/** As the body of a row that many write to: it waits for its turn, where one that only reads would be tried again and again. */
export const locking = <A, E>(body: Body<A, E>): Body<A, E> => Object.assign(body, { locksFirst: true as const })

/** The statements in this order; answers the rows of the last. */
export const inOrder = (...statements: ReadonlyArray<Statement>): Body<Rows> =>
  Object.assign(
    function* (): Generator<Statement, Either.Either<Rows>, Rows> {
      let rows: Rows = []
      for (const next of statements) rows = yield next
      return Either.right(rows)
    },
    { statements }
  )

/**
 * A change of a row, and what is to be written with it; answers the change's rows.
 * Fails with `missing`, and has written nothing then, where there was no row to change.
 */
export const changing = <E>(change: Statement, also: ReadonlyArray<Statement>, missing: () => E): Body<Rows, E> =>
  function* () {
    const rows = yield change
    if (rows.length === 0) return Either.left(missing())
    for (const next of also) yield next
    return Either.right(rows)
  }

/** Bodies of each kind in one transaction at most, so that the write lock is never held long. */
const BATCH = 128
/**
 * Milliseconds after which a transaction takes no further body: whoever asks for something else is answered between two. A
 * hundred settlements of 100 KB each took 0.2 s together.
 */
const LONG = 10

/** A body that waits, and is answered once it is safe to do so. */
interface WaitingWrite {
  /** Whether it did what it wanted; else its writes are to be undone. */
  readonly run: (connection: Connection) => boolean
  /** What became of the whole transaction. */
  readonly answer: (batch: Exit.Exit<void, SqlError>) => void
}

/** What was thrown: the database's own failure, or a defect. */
const thrown = (cause: unknown): Exit.Exit<never, SqlError> =>
  cause instanceof SqlError ? Exit.fail(cause) : Exit.die(cause)

const runBody = <A, E>(connection: Connection, body: Body<A, E>): Either.Either<A, E> => {
  const steps = body()
  let step = steps.next()
  while (step.done !== true) step = steps.next(connection.all(step.value))
  return step.value
}

const waitingOf = <A, E>(body: Body<A, E>, resume: (exit: Exit.Exit<A, E | SqlError>) => void): WaitingWrite => {
  let result: Exit.Exit<A, E | SqlError> = Exit.die("was not run")
  return {
    run: (connection) => {
      try {
        const made = runBody(connection, body)
        result = Either.isRight(made) ? Exit.succeed(made.right) : Exit.fail(made.left)
      } catch (cause) {
        // No fault of this body: none of the batch can be written now.
        if (isFull(cause) || isLocked(cause)) throw cause
        result = thrown(cause)
      }
      return Exit.isSuccess(result)
    },
    answer: (batch) => resume(Exit.isFailure(batch) ? Exit.failCause(batch.cause) : result)
  }
}

const BEGIN = statement("BEGIN IMMEDIATE")
const COMMIT = statement("COMMIT")
const ROLLBACK = statement("ROLLBACK")
const SAVEPOINT = statement("SAVEPOINT qal_body")
const ROLLBACK_TO_SAVEPOINT = statement("ROLLBACK TO SAVEPOINT qal_body")
const RELEASE = statement("RELEASE SAVEPOINT qal_body")

/** How one body of a batch is run; false where the whole batch is to be undone. */
type Run = (connection: Connection, waiting: WaitingWrite) => boolean

const plainly: Run = (connection, { run }) => run(connection)

/** Under a savepoint, which its failure goes back to. */
const apart: Run = (connection, { run }) => {
  connection.all(SAVEPOINT)
  if (!run(connection)) connection.all(ROLLBACK_TO_SAVEPOINT)
  connection.all(RELEASE)
  return true
}

/** What came of a batch: how many of its bodies the transaction took, and whether it was committed. */
interface Attempt {
  readonly taken: number
  readonly exit: Exit.Exit<boolean, SqlError>
}

/** As much of the batch in one transaction as there is time for, one body at least; what is not committed was undone. */
const attempt = (connection: Connection, batch: ReadonlyArray<WaitingWrite>, run: Run): Attempt => {
  const until = performance.now() + LONG
  let taken = 0
  try {
    connection.all(BEGIN)
  } catch (cause) {
    return { taken: batch.length, exit: thrown(cause) }
  }
  try {
    let isGood = true
    for (const waiting of batch) {
      if (!isGood || (taken > 0 && performance.now() > until)) break
      isGood = run(connection, waiting)
      taken++
    }
    if (isGood) connection.all(COMMIT)
    else undo(connection)
    return { taken, exit: Exit.succeed(isGood) }
  } catch (cause) {
    undo(connection)
    return { taken: batch.length, exit: thrown(cause) }
  }
}

const undo = (connection: Connection): void => {
  try {
    connection.all(ROLLBACK)
  } catch {
    // SQLite has done so itself, as it does when the disk is full.
  }
}

/**
 * All of the batch that succeeds and that there is time for. Nearly always that is all of it; only where a
 * body fails beside others is each put under a savepoint of its own.
 */
const commitTogether = (connection: Connection, batch: ReadonlyArray<WaitingWrite>) => {
  const first = attempt(connection, batch, plainly)
  const isDone = Exit.isFailure(first.exit) || first.exit.value || batch.length === 1
  const { exit, taken } = isDone ? first : attempt(connection, batch, apart)
  return { taken, exit: Exit.asVoid(exit) }
}

export class Writer extends Effect.Service<Writer>()("storage/Writer", {
  effect: Effect.gen(function* () {
    const connection = yield* WriteConnection
    const relaxed: Array<WaitingWrite> = []
    const durable: Array<WaitingWrite> = []
    let isDue = false
    /** Whether the disk is at work for an earlier batch: what needs it would only wait for its next turn. */
    let isSyncing = false
    /** Whether there was no time for all of `durable`. */
    let isLeft = false

    /** After what else this turn of the event loop brings, so that it is written together. */
    const schedule = (): void => {
      if (isDue) return
      isDue = true
      setImmediate(write)
    }

    const write = (): void => {
      isDue = false
      const soon = relaxed.splice(0, BATCH)
      const synced = isSyncing ? [] : durable.splice(0, BATCH)
      if (soon.length + synced.length === 0) return
      // Whoever was left comes first.
      const batch = isLeft ? [...synced, ...soon] : [...soon, ...synced]
      const { exit, taken } = commitTogether(connection, batch)
      const left = new Set(batch.slice(taken))
      relaxed.unshift(...soon.filter((waiting) => left.has(waiting)))
      durable.unshift(...synced.filter((waiting) => left.has(waiting)))
      const done = synced.filter((waiting) => !left.has(waiting))
      isLeft = done.length < synced.length
      if (done.length > 0) answerOnceSynced(done, exit)
      for (const waiting of soon) if (!left.has(waiting)) waiting.answer(exit)
      if (relaxed.length > 0 || (durable.length > 0 && !isSyncing)) schedule()
    }

    /** Lets the disk take in what is committed, while the next batch is written. */
    const answerOnceSynced = (batch: ReadonlyArray<WaitingWrite>, exit: Exit.Exit<void, SqlError>): void => {
      if (Exit.isFailure(exit)) {
        for (const waiting of batch) waiting.answer(exit)
        return
      }
      isSyncing = true
      connection.sync().then(() => {
        isSyncing = false
        for (const waiting of batch) waiting.answer(exit)
        if (durable.length > 0) schedule()
      })
    }

    const enter =
      (line: Array<WaitingWrite>) =>
      <A, E>(body: Body<A, E>): Effect.Effect<A, E | SqlError> =>
        retryLocked(
          Effect.async<A, E | SqlError>((resume) => {
            line.push(waitingOf(body, resume))
            schedule()
          })
        )

    return {
      /** Survives the loss of power once it has returned. For money and what was paid for. */
      durable: enter(durable),
      /**
       * Survives the death of the process, and is visible to other processes at
       * once; the last few may be lost with the power. For admissions and
       * releases, which recovery makes good.
       */
      relaxed: enter(relaxed),
      /** Makes durable what others have committed, before anybody gets an answer that depends on it. */
      sync: Effect.promise(connection.sync)
    }
  })
}) {}
