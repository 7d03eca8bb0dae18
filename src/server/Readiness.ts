/** Whether the server can do its work: named checks that the rooms below give. */
import { Context, Duration, Effect } from "effect"

/** One thing that must hold, such as "the database can be written". Failing or not ending is not holding. */
export interface ReadinessCheck {
  readonly name: string
  readonly check: Effect.Effect<void, unknown>
}

export class Readiness extends Context.Tag("server/Readiness")<
  Readiness,
  { readonly checks: ReadonlyArray<ReadinessCheck> }
>() {}

/** Load balancers give up after a few seconds; the answer must come sooner. */
const CHECK_TIMEOUT = Duration.seconds(2)

/** The outcome of each check, by name: "ok" or "failed". Why one failed is in the log, not in the answer. */
export const examine: Effect.Effect<Readonly<Record<string, "ok" | "failed">>, never, Readiness> = Effect.flatMap(
  Readiness,
  ({ checks }) =>
    Effect.forEach(
      checks,
      ({ name, check }) =>
        check.pipe(
          Effect.timeout(CHECK_TIMEOUT),
          Effect.as("ok" as const),
          Effect.catchAllCause((cause) =>
            Effect.as(Effect.logWarning(`the readiness check "${name}" failed`, cause), "failed" as const)
          ),
          Effect.map((outcome) => [name, outcome] as const)
        ),
      { concurrency: "unbounded" }
    ).pipe(Effect.map(Object.fromEntries<"ok" | "failed">))
)
