/** All rules of days, years, times and durations, in order of precedence. */
import { dates } from "./Dates.ts"
import { durations } from "./Durations.ts"
import type { Rule } from "./Rule.ts"
import { times } from "./Times.ts"
import { verses } from "./Verses.ts"
import { years } from "./Years.ts"

/** Verses look like times, durations like either; a date holds its year. */
export const calendar: ReadonlyArray<Rule> = [...verses, ...durations, ...dates, ...years, ...times]
