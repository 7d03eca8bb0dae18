/**
 * Which engines fail so often that they are left alone for a while (wire contract, section 14). Times are milliseconds of
 * the monotonic clock: a time of day that is set back would have an engine rest for as long.
 */
import { Effect, type Scope } from "effect"
import * as Monotonic from "../runtime/Monotonic.ts"

/** So many failures within this time let an engine rest for as long. */
export const MOST_FAILURES = 5
export const REST_MILLIS = 30_000

interface EngineRecord {
  /** When it failed lately, since it last answered. */
  failures: ReadonlyArray<number>
  /** When its rest is over; undefined where it does not rest. */
  restsUntil: number | undefined
  /** Whether a request tries it, as its rest is over. */
  isTried: boolean
}

/** One request that an engine is given. */
export interface Attempt {
  readonly fail: (now: number) => void
  /** The engine has delivered something, and may still fail: a rest is over with it, as the request may last for long. */
  readonly deliver: () => void
  readonly succeed: () => void
  /** The request is over. Where it neither failed nor succeeded, another one may try the engine. */
  readonly end: () => void
}

export interface EngineRests {
  /** Whether a request would be given to the engine now. */
  readonly isAwake: (engine: object, now: number) => boolean
  /** A request is given to the engine; none while it rests, and of those that come when its rest is over, one. */
  readonly begin: (engine: object, now: number) => Attempt | undefined
  /** The same now, and over at the latest when the scope closes. */
  readonly attempt: (engine: object) => Effect.Effect<Attempt | undefined, never, Scope.Scope>
}

export const make = (): EngineRests => {
  const records = new WeakMap<object, EngineRecord>()

  const recordOf = (engine: object): EngineRecord => {
    const known = records.get(engine)
    if (known !== undefined) return known
    const fresh: EngineRecord = { failures: [], restsUntil: undefined, isTried: false }
    records.set(engine, fresh)
    return fresh
  }

  const isAwake = (engine: object, now: number): boolean => {
    const { isTried, restsUntil } = recordOf(engine)
    return restsUntil === undefined || (now >= restsUntil && !isTried)
  }

  const begin = (engine: object, now: number): Attempt | undefined => {
    if (!isAwake(engine, now)) return undefined
    const record = recordOf(engine)
    /** The rest that it tries the end of. */
    const rest = record.restsUntil
    let isTrial = rest !== undefined
    if (isTrial) record.isTried = true
    const end = () => {
      if (isTrial) record.isTried = false
      isTrial = false
    }
    const wake = () => {
      end()
      record.failures = []
      record.restsUntil = undefined
    }
    return {
      fail: (at) => {
        const isResting = record.restsUntil !== undefined
        // Also where it had let others try meanwhile, and none of them has ended or renewed the rest.
        const wasTrial = isResting && record.restsUntil === rest
        end()
        // Those that were asked before its rest began add nothing to it.
        if (isResting && !wasTrial) return
        record.failures = [...record.failures.filter((time) => time > at - REST_MILLIS), at]
        if (wasTrial || record.failures.length >= MOST_FAILURES) {
          record.failures = []
          record.restsUntil = at + REST_MILLIS
        }
      },
      deliver: () => {
        if (isTrial) wake()
      },
      succeed: wake,
      end
    }
  }

  const attempt: EngineRests["attempt"] = (engine) =>
    Effect.acquireRelease(
      Effect.map(Monotonic.millis, (now) => begin(engine, now)),
      (begun) => Effect.sync(() => begun?.end())
    )

  return { isAwake, begin, attempt }
}
