/**
 * What comes in one turn of the event loop goes to the database in one call. Not `RequestResolver.makeBatched`: that
 * gathers what one fiber asks for together, and here each request is a fiber of its own; nor does it bound calls under way.
 */
import { Cause, Effect, Exit, Runtime } from "effect"
import { codeOf } from "../../runtime/SystemErrors.ts"

/** What one call takes. */
const MOST = 128

/** Calls of one kind under way at once: while the database brings one to its disk, the next is on its way. */
const LANES = 2

/** Its answers are in the order of what it is given. */
type Call<A, B, E> = (batch: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<B>, E>

const answerAt = <B>(answers: ReadonlyArray<B>, place: number): Exit.Exit<B> => {
  const answer = answers[place]
  return answer === undefined ? Exit.die(new Error("the database left out an answer")) : Exit.succeed(answer)
}

/** What is wrong with a row that was sent: data, a rule of the table or one of ours, its statement. Other failures are everybody's. */
const OF_ONE_ROW = /^(22|23|42|P0)/

const isOfOneRow = <E>(cause: Cause.Cause<E>): boolean => OF_ONE_ROW.test(codeOf(Cause.squash(cause)) ?? "")

/** All in one call, or each in one of its own where a row is wrong: it keeps no other from its end. */
const each = <A, B, E>(call: Call<A, B, E>, batch: ReadonlyArray<A>): Effect.Effect<ReadonlyArray<Exit.Exit<B, E>>> =>
  Effect.flatMap(Effect.exit(call(batch)), (exit) =>
    Exit.isFailure(exit) && batch.length > 1 && isOfOneRow(exit.cause)
      ? Effect.map(
          Effect.forEach(batch, (input) => each(call, [input])),
          (exits) => exits.flat()
        )
      : Effect.succeed(batch.map((_, place) => Exit.flatMap(exit, (answers) => answerAt(answers, place))))
  )

/**
 * A function that waits for a `call`, with whatever else is asked in this turn of the
 * event loop, or while `LANES` calls are under way.
 */
export const makeBatched = <A, B, E>(call: Call<A, B, E>): Effect.Effect<(input: A) => Effect.Effect<B, E>> =>
  Effect.map(Effect.runtime<never>(), (runtime) => {
    const runFork = Runtime.runFork(runtime)
    const waiting: Array<{ readonly input: A; readonly resume: (exit: Exit.Exit<B, E>) => void }> = []
    let underWay = 0
    let isDue = false

    const schedule = (): void => {
      if (isDue || underWay >= LANES || waiting.length === 0) return
      isDue = true
      setImmediate(send)
    }

    const send = (): void => {
      isDue = false
      const batch = waiting.splice(0, MOST)
      underWay++
      const sent = each(
        call,
        batch.map(({ input }) => input)
      )
      runFork(sent).addObserver((exits) => {
        underWay--
        for (const [place, { resume }] of batch.entries()) {
          resume(Exit.flatMap(exits, (made) => Exit.flatten(answerAt(made, place))))
        }
        schedule()
      })
      schedule()
    }

    return (input) =>
      Effect.async<B, E>((resume) => {
        waiting.push({ input, resume })
        schedule()
      })
  })
