/** Tests whose body is an effect, written as the generator that `Effect.gen` takes. */
import { Effect, type Scope, type Utils } from "effect"

/** A body that may fail in any way, and needs no more than `R`. */
export type EffectBody<R, Args extends ReadonlyArray<unknown> = [], A = void> = (
  ...args: Args
) => Generator<Utils.YieldWrap<Effect.Effect<unknown, unknown, R>>, A, never>

/** Runs a body, and closes at its end what it opened. */
export const run = <A>(body: EffectBody<Scope.Scope, [], A>): Promise<A> =>
  Effect.runPromise(Effect.scoped(Effect.gen(body)))
