/** Times as the dashboard's contract has them. */
import { DateTime } from "effect"

/** Milliseconds since 1970 as ISO 8601 in UTC. */
export const iso = (millis: number): string => DateTime.formatIso(DateTime.unsafeMake(millis))
