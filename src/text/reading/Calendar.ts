/** All rules of days, years, times and durations, in order of precedence. */
import { dates, datesWithYear } from "./Dates.ts"
import { durations, roundTheClock } from "./Durations.ts"
import type { Rule } from "./Rule.ts"
import { times } from "./Times.ts"
import { verses } from "./Verses.ts"
import { years } from "./Years.ts"

/** What looks like the code of something too: read before identifiers. */
export const beforeCodes: ReadonlyArray<Rule> = [...roundTheClock, ...datesWithYear]

/** Verses look like times, durations like either; a date holds its year. */
export const calendar: ReadonlyArray<Rule> = [...verses, ...durations, ...dates, ...years, ...times]
