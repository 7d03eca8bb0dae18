/**
 * `Writer` on PostgreSQL: each body is one transaction on a connection of its own, tried again where others came first. It
 * is serializable where the body decides by what it has read, which may change meanwhile: of a row that others change all
 * the time, such a one is never done. What others write at the same moment shares a sync of the disk with it: that is the database's doing.
 */
import { Effect, Either, Exit, identity, Layer, Runtime } from "effect"
import type { Rows, Statement } from "../Statement.ts"
import { type Body, Writer } from "../Writer.ts"
import { type Connection, Connections } from "./ConnectionPool.ts"
import { againstOthers, failureOf, reconnecting } from "./PostgresFailures.ts"

const beginOf = <A, E>({ locksFirst, statements }: Body<A, E>): string =>
  `BEGIN ISOLATION LEVEL ${locksFirst || statements ? "READ COMMITTED" : "SERIALIZABLE"} READ WRITE`
/** The commit does not wait for the disk; whatever commits after it and does wait takes it along. */
const RELAXED = "; SET LOCAL synchronous_commit = off"

/** How a transaction begins and ends; `commit` is called at most once, when all before it is right. */
interface Frame {
  readonly begin: string
  readonly commit: () => Promise<unknown>
}

type Step<A, E> = IteratorResult<Statement, Either.Either<A, E>> | Exit.Exit<never>

/** The next statement of a body, its end, or what it threw. */
const advance = <A, E>(steps: Generator<Statement, Either.Either<A, E>, Rows>, rows: Rows): Step<A, E> => {
  try {
    return steps.next(rows)
  } catch (cause) {
    return Exit.die(cause)
  }
}

/** All in one message. Where one fails, those behind it are refused and the commit undoes them. */
const atOnce = async (
  connection: Connection,
  { begin, commit }: Frame,
  statements: ReadonlyArray<Statement>
): Promise<ReadonlyArray<Rows>> => {
  const answers = [connection.plain(begin), ...statements.map(connection.all)]
  const all = await Promise.allSettled([...answers, commit()])
  for (const answer of all) if (answer.status === "rejected") throw answer.reason
  return (await Promise.all(answers)).slice(1)
}

/** One statement after the other; the first goes with the beginning. */
const inTurn = async <A, E>(
  connection: Connection,
  { begin, commit }: Frame,
  body: Body<A, E>
): Promise<Exit.Exit<A, E>> => {
  const begun = connection.plain(begin)
  // Awaited below; it fails no sooner than the statement behind it.
  begun.catch(() => {})
  try {
    const steps = body()
    let step = advance(steps, [])
    while (!Exit.isExit(step) && step.done !== true) step = advance(steps, await connection.all(step.value))
    await begun
    const exit = Exit.isExit(step) ? step : Exit.fromEither(step.value)
    await (Exit.isSuccess(exit) ? commit() : connection.plain("ROLLBACK"))
    return exit
  } catch (cause) {
    // Where this fails too, the connection is not used again.
    await Promise.allSettled([begun, connection.plain("ROLLBACK")])
    throw cause
  }
}

/** What a body makes of the rows of the statements that it is known to yield. */
const replay = <A, E>(body: Body<A, E>, answers: ReadonlyArray<Rows>): Exit.Exit<A, E> => {
  const steps = body()
  let step = advance(steps, [])
  for (const rows of answers) step = advance(steps, rows)
  if (Exit.isExit(step)) return step
  return step.done === true ? Exit.fromEither(step.value) : Exit.die("a body yielded more than it was known to")
}

const make = Effect.gen(function* () {
  const { use } = yield* Connections
  const runPromise = Runtime.runPromise(yield* Effect.runtime())

  const attempt =
    (kind: string) =>
    <A, E>(body: Body<A, E>) =>
      Effect.suspend(() => {
        const begin = `${beginOf(body)}${kind}`
        let isDecided = true
        const run = (connection: Connection): Promise<Exit.Exit<A, E>> => {
          isDecided = true
          const commit = () => {
            isDecided = false
            return connection.plain("COMMIT")
          }
          const { statements } = body
          return statements === undefined
            ? inTurn(connection, { begin, commit }, body)
            : atOnce(connection, { begin, commit }, statements).then((answers) => replay(body, answers))
        }
        // On the same connection again: whoever gave it back would wait behind all that came meanwhile.
        const insist = (connection: Connection) =>
          runPromise(
            Effect.either(againstOthers(Effect.tryPromise({ try: () => run(connection), catch: identity })))
          ).then(Either.getOrThrowWith(identity))
        return Effect.flatten(
          Effect.tryPromise({ try: () => use(insist), catch: (cause) => failureOf(cause, isDecided) })
        )
      })

  /** In a fiber of its own: whoever stops waiting does not stop what is written. */
  const enter =
    (kind: string) =>
    <A, E>(body: Body<A, E>) =>
      Effect.flatMap(Effect.forkDaemon(reconnecting(attempt(kind)(body))), (fiber) => fiber.await).pipe(Effect.flatten)

  return Writer.make({
    durable: enter(""),
    relaxed: enter(RELAXED),
    // A row that others see is on the disk, but what was written `relaxed`; and nobody is told of that as of something kept.
    sync: Effect.void
  })
})

export const layer: Layer.Layer<Writer, never, Connections> = Layer.effect(Writer, make)
