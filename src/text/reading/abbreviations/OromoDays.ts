/** Days of the week cut short, from one to the other. */
import type { Rule } from "../Rule.ts"

/** Before an abbreviation: nothing that it could be a part of. */
export const wordStart = "(?<![\\p{L}\\p{M}\\p{N}.\\/'@])"

const weekdays: ReadonlyMap<string, string> = new Map([
  ["wix", "Wiixata"],
  ["kib", "Kibxata"],
  ["rob", "Roobii"],
  ["kam", "Kamisa"],
  ["jim", "Jimaata"],
  ["san", "Sanbata"],
  ["dil", "Dilbata"]
])
const weekday = "(?:[Ww]ii?x|[Kk]ib|[Rr]oo?b|[Kk]am|[Jj]im|[Ss]an|[Dd]il)"
const dayOf = (written = ""): string =>
  weekdays.get(written.toLowerCase().replace(/ii|oo/, (two) => two.charAt(0))) ?? written

/** Wix.-Jim. 2:30: from one day to the other. */
export const days: Rule = {
  kind: "abbreviation",
  language: "om",
  needs: ["latin"],
  cue: `${weekday}\\.? ?[\\-–—]`,
  pattern: `${wordStart}(?<one>${weekday})\\.? ?[\\-–—] ?(?<other>${weekday})(?!\\p{L})(?:\\.(?! *$))?`,
  read: ({ groups }) => `${dayOf(groups.one)} hanga ${dayOf(groups.other)}`
}
