/** Times as the dashboard's contract and its sums have them. */
import { DateTime, Duration } from "effect"

const DAY_MILLIS = Duration.toMillis("1 day")

/** Milliseconds since 1970 as ISO 8601 in UTC. */
export const iso = (millis: number): string => DateTime.formatIso(DateTime.unsafeMake(millis))

/** The day in UTC of milliseconds since 1970, as sums are kept: days since 1970. */
export const dayOf = (millis: number): number => Math.floor(millis / DAY_MILLIS)

/** Such a day as `2026-11-22`. */
export const isoDay = (day: number): string => DateTime.formatIsoDateUtc(DateTime.unsafeMake(day * DAY_MILLIS))
