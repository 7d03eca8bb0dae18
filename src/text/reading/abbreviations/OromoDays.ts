/** Days of the week cut short, from one to the other. */
import { oromoShort } from "../calendar/Months.ts"
import { anyOf, type Rule } from "../Rule.ts"

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

const short = anyOf(Array.from(oromoShort.keys(), (month) => month.slice(0, -1)))

/** Ado.–Fulb. 2017: from one month to the other. */
export const monthsInShort: Rule = {
  kind: "abbreviation",
  language: "om",
  needs: ["latin"],
  cue: "\\. ?[\\-–—] ?\\p{Lu}",
  pattern: `${wordStart}(?<one>${short})\\. ?[\\-–—] ?(?<other>${short})\\.?(?= ?(?:bara )?\\d)`,
  read: ({ groups: { one = "", other = "" } }) => `${oromoShort.get(`${one}.`)} hanga ${oromoShort.get(`${other}.`)}`
}

/** Wix.-Jim. 2:30: from one day to the other. */
export const days: Rule = {
  kind: "abbreviation",
  language: "om",
  needs: ["latin"],
  cue: `${weekday}\\.? ?[\\-–—]`,
  pattern: `${wordStart}(?<one>${weekday})\\.? ?[\\-–—] ?(?<other>${weekday})(?!\\p{L})(?:\\.(?! *$))?`,
  read: ({ groups }) => `${dayOf(groups.one)} hanga ${dayOf(groups.other)}`
}
