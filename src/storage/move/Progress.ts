/** Progress lines of a move. */
import { Clock, Duration, Effect, Ref } from "effect"

/** Takes a line. */
export type WriteLine = (line: string) => Effect.Effect<void>

/** How often a move reports its progress. */
const EVERY = Duration.seconds(2)

/** Tells of what comes often, and no more often than every two seconds. */
export const paced = (writeLine: WriteLine): Effect.Effect<(line: () => string) => Effect.Effect<void>> =>
  Effect.gen(function* () {
    const reportedAt = yield* Ref.make(yield* Clock.currentTimeMillis)
    return (line: () => string) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const isDue = yield* Ref.modify(reportedAt, (before) => {
          const isDue = now - before >= Duration.toMillis(EVERY)
          return [isDue, isDue ? now : before]
        })
        if (isDue) yield* writeLine(line())
      })
  })

export const formatNumber = (count: number | bigint): string => count.toLocaleString("en")

/** `1 row`, `2,000 rows`. */
export const formatCount = (count: number, what: string): string =>
  `${formatNumber(count)} ${what}${count === 1 ? "" : "s"}`

/** Bytes, as people read them. */
export const formatSize = (bytes: number): string => {
  const units = ["bytes", "KB", "MB", "GB", "TB"]
  const at = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${at === 0 ? bytes : (bytes / 1_000 ** at).toFixed(1)} ${units[at]}`
}
