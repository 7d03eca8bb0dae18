/** Rate limits that all nodes of a database share. Each bucket is a row; a node asks for all of its buckets in one query. */
import { Duration, Effect, Exit, Layer, Schema } from "effect"
import * as Monotonic from "../runtime/Monotonic.ts"
import { Calls } from "../storage/postgres/Calls.ts"
import { RateLimit } from "./RateLimit.ts"
import { type TokenRequest, TokenShares } from "./TokenShares.ts"

/** A database that has not answered by then is taken for one that cannot be reached. */
const PATIENCE = Duration.seconds(2)

const Count = Schema.Number
const decodeAnswers = Schema.decodeUnknown(
  Schema.Tuple(
    Schema.Struct({
      answers: Schema.parseJson(
        Schema.Array(Schema.Struct({ name: Schema.String, given: Count, spare: Count, units: Count }))
      )
    })
  )
)

/** `perMinute`: of a name without a limit of its own. */
export const layer = (options: { readonly perMinute: number }): Layer.Layer<RateLimit, never, Calls> =>
  Layer.scoped(
    RateLimit,
    Effect.gen(function* () {
      const sql = yield* Calls
      const clock = yield* Effect.clock
      const node = crypto.randomUUID()
      const wanting = Effect.unsafeMakeLatch(false)
      const shares = new TokenShares(() => wanting.unsafeOpen())
      let isCutOff = false

      const put = (asks: ReadonlyArray<TokenRequest>) =>
        sql`SELECT qal_take_tokens(${node}, ${JSON.stringify(asks)}::jsonb) AS answers`.pipe(
          Effect.flatMap(decodeAnswers),
          Effect.timeout(PATIENCE),
          Effect.exit
        )

      /** Whether the other nodes can be reached; `log` runs where that has changed. */
      const setReachable = (isReachable: boolean, log: Effect.Effect<void>) =>
        Effect.suspend(() => {
          if (isCutOff === !isReachable) return Effect.void
          isCutOff = !isReachable
          return log
        })

      /** One question for all that want something; what wants something meanwhile is in the next. */
      const round = Effect.gen(function* () {
        yield* wanting.await
        wanting.unsafeClose()
        const askedAt = Monotonic.unsafeMillis(clock)
        const asks = shares.questions(askedAt)
        if (asks.length === 0) return
        const exit = yield* put(asks)
        const now = Monotonic.unsafeMillis(clock)
        if (Exit.isSuccess(exit)) {
          shares.answered(exit.value[0].answers, askedAt, now)
          return yield* setReachable(true, Effect.logInfo("rate limits are shared with the other nodes again"))
        }
        shares.failed(asks, now)
        const message = "rate limits cannot be shared with the other nodes at present; keys have a tenth of theirs here"
        yield* setReachable(false, Effect.logWarning(message, exit.cause))
      })
      yield* Effect.forkScoped(Effect.forever(round))

      return {
        take: (name, now, perMinute = options.perMinute) => shares.take(name, now, perMinute),
        ask: (name, perMinute = options.perMinute) =>
          Effect.async((resume) =>
            shares.ask(name, Monotonic.unsafeMillis(clock), perMinute, (decision) => resume(Effect.succeed(decision)))
          )
      }
    })
  )
