/** What clients send in the place of a language that they do not name. */

const NOT_GIVEN: ReadonlySet<string> = new Set(["", "auto", "none", "undefined", "null", "und"])

/** Whether a field says that nothing is said in it. */
export const isUnnamed = (text: string): boolean => NOT_GIVEN.has(text.trim().toLowerCase())
