/** Whether the server can do its work: named checks that the rooms below give. */
import { Cause, Context, Duration, Effect, Option } from "effect"
import { ProviderNotConfigured } from "../Errors.ts"
import * as Monotonic from "../runtime/Monotonic.ts"

/** One thing that must hold, such as "the database can be written". Failing or not ending is not holding. */
export interface ReadinessCheck {
  readonly name: string
  readonly check: Effect.Effect<void, unknown>
  /** Whether it is loaded on first use: until it has held once, it may take `STARTS_WITHIN`. */
  readonly starts?: boolean
}

export class Readiness extends Context.Tag("server/Readiness")<
  Readiness,
  {
    readonly checks: ReadonlyArray<ReadinessCheck>
    /** The models of the models folder that are live, by their ids; none where nothing is said. */
    readonly models?: Effect.Effect<ReadonlyArray<string>>
  }
>() {}

/** Load balancers give up after a few seconds; the answer must come sooner. */
export const CHECK_TIMEOUT = Duration.seconds(2)

/** How long an engine may take to be loaded, from the first time that it is asked: it takes seconds, and more where the processor is wanted by others. */
export const STARTS_WITHIN = Duration.minutes(2)

const LATE = `it did not end within ${Duration.format(CHECK_TIMEOUT)}`

/** `starting`: not loaded yet, and not known to fail. Requests wait for it, so that it is no reason to send them elsewhere. */
type Outcome = "ok" | "starting" | "failed"

/** How a check ended, and why where an operator can mend it by a setting. */
interface CheckResult {
  readonly outcome: Outcome
  readonly problem?: string
}

/** What may be said aloud of a failure: that a setting is wrong, and which. */
const failedFor = (cause: Cause.Cause<unknown>): CheckResult => {
  const failure = Option.getOrUndefined(Cause.failureOption(cause))
  return failure instanceof ProviderNotConfigured
    ? { outcome: "failed", problem: failure.message }
    : { outcome: "failed" }
}

/** Looks at one thing, and remembers whether it has held before. */
const looked = ({ check, name, starts = false }: ReadinessCheck): Effect.Effect<CheckResult> => {
  let firstAsked: number | undefined
  let hasHeld = false
  const isStarting = Effect.map(Monotonic.millis, (now) => {
    firstAsked ??= now
    return starts && !hasHeld && now - firstAsked < Duration.toMillis(STARTS_WITHIN)
  })
  return Effect.flatMap(isStarting, (mayStart) =>
    Effect.timeoutOption(check, CHECK_TIMEOUT).pipe(
      Effect.flatMap((ended) => {
        if (Option.isNone(ended))
          return mayStart ? Effect.succeed<CheckResult>({ outcome: "starting" }) : Effect.fail(LATE)
        hasHeld = true
        return Effect.succeed<CheckResult>({ outcome: "ok" })
      }),
      Effect.catchAllCause((cause) =>
        Effect.as(Effect.logWarning(`the readiness check "${name}" failed`, cause), failedFor(cause))
      )
    )
  )
}

/** The result of all checks. */
export interface ReadinessResult {
  /** By name. */
  readonly checks: Readonly<Record<string, Outcome>>
  /** Of those that a setting mends, by name; absent where there are none. */
  readonly problems?: Readonly<Record<string, string>>
}

/** The outcome of each check each time that it is run. Why one failed is in the log; in the answer only where a setting is wrong. */
export const makeExamine = (checks: ReadonlyArray<ReadinessCheck>): Effect.Effect<ReadinessResult> => {
  const looks = checks.map((each) => Effect.map(looked(each), (look) => [each.name, look] as const))
  return Effect.map(Effect.all(looks, { concurrency: "unbounded" }), (probes) => {
    const problems = probes.flatMap(([name, { problem }]) => (problem === undefined ? [] : [[name, problem] as const]))
    return {
      checks: Object.fromEntries<Outcome>(probes.map(([name, { outcome }]) => [name, outcome])),
      ...(problems.length === 0 ? {} : { problems: Object.fromEntries(problems) })
    }
  })
}
