/** Whether the server can do its work: named checks that the rooms below give. */
import { Clock, Context, Duration, Effect, Option } from "effect"

/** One thing that must hold, such as "the database can be written". Failing or not ending is not holding. */
export interface ReadinessCheck {
  readonly name: string
  readonly check: Effect.Effect<void, unknown>
  /** Whether it is loaded on first use: until it has held once, it may take `STARTS_WITHIN`. */
  readonly starts?: boolean
}

export class Readiness extends Context.Tag("server/Readiness")<
  Readiness,
  { readonly checks: ReadonlyArray<ReadinessCheck> }
>() {}

/** Load balancers give up after a few seconds; the answer must come sooner. */
export const CHECK_TIMEOUT = Duration.seconds(2)

/** How long an engine may take to be loaded, from the first time that it is asked: it takes seconds, and more where the processor is wanted by others. */
export const STARTS_WITHIN = Duration.minutes(2)

const LATE = `it did not end within ${Duration.format(CHECK_TIMEOUT)}`

/** `starting`: not loaded yet, and not known to fail. Requests wait for it, so that it is no reason to send them elsewhere. */
export type Outcome = "ok" | "starting" | "failed"

/** Looks at one thing, and remembers whether it has held before. */
const looked = ({ check, name, starts = false }: ReadinessCheck): Effect.Effect<Outcome> => {
  let firstAsked: number | undefined
  let hasHeld = false
  const isStarting = Effect.map(Clock.currentTimeMillis, (now) => {
    firstAsked ??= now
    return starts && !hasHeld && now - firstAsked < Duration.toMillis(STARTS_WITHIN)
  })
  return Effect.flatMap(isStarting, (mayStart) =>
    Effect.timeoutOption(check, CHECK_TIMEOUT).pipe(
      Effect.flatMap((ended) => {
        if (Option.isNone(ended)) return mayStart ? Effect.succeed<Outcome>("starting") : Effect.fail(LATE)
        hasHeld = true
        return Effect.succeed<Outcome>("ok")
      }),
      Effect.catchAllCause((cause) =>
        Effect.as(Effect.logWarning(`the readiness check "${name}" failed`, cause), "failed" as const)
      )
    )
  )
}

/** The outcome of each check, by name, each time that it is run. Why one failed is in the log, not in the answer. */
export const makeExamine = (
  checks: ReadonlyArray<ReadinessCheck>
): Effect.Effect<Readonly<Record<string, Outcome>>> => {
  const looks = checks.map((each) => Effect.map(looked(each), (outcome) => [each.name, outcome] as const))
  return Effect.map(Effect.all(looks, { concurrency: "unbounded" }), Object.fromEntries<Outcome>)
}
