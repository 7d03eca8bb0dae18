/** About so many, more or less. */
import type { Of } from "./Affixed.ts"
import type { Rule } from "./Rule.ts"

const about: Of<string> = { am: "በግምት ", om: "tilmaamaan " }
const plusMinus: Of<string> = { am: "ሲደመር ወይም ሲቀነስ ", om: "ida'uu yookaan hir'isuu " }

/** በ~50 ሰዎች: the preposition stands before the number. */
const aboutSo: Rule = {
  kind: "sign",
  language: "am",
  needs: ["symbol"],
  cue: "[~≈∼] ?\\d",
  pattern: "(?<![\\p{L}\\p{M}\\p{N}])(?<prefix>[በከለየ])[~≈∼] ?(?<number>\\d{1,12}(?:[.,]\\d{1,9}){0,4})(?!\\p{N})",
  read: ({ again, groups: { number: written = "", prefix = "" } }) => `በግምት ${again(prefix + written)}`
}

/** ~50, ≈ 3.14, ±5. */
const approximate: Rule = {
  kind: "sign",
  needs: ["symbol"],
  pattern: "(?<![~≈∼±])[~≈∼±] ?(?=[\\p{N}$€£])",
  read: ({ found, language }) => (found.startsWith("±") ? plusMinus : about)[language]
}

export const approximates: ReadonlyArray<Rule> = [aboutSo, approximate]
