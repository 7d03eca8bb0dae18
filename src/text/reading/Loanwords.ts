/**
 * Words of other languages in Afaan Oromo. Qubee is read as it is written, so a
 * word in English spelling is said wrongly by its rules: c is an ejective there,
 * e is never silent. Listed words are said as they are borrowed; others that
 * Qubee cannot have written are spelt by rules of English.
 */
import { joined } from "./Affixes.ts"
import { letterNames } from "./LetterNames.ts"
import { respelt } from "./latin/EnglishInQubee.ts"
import { loans } from "./latin/OromoLoans.ts"
import type { Match, Rule } from "./Rule.ts"

const known: ReadonlyMap<string, string> = new Map(
  loans
    .trim()
    .split(/[;\n]/)
    .map((pair) => {
      const [written = "", ...said] = pair.trim().split(" ")
      return [written, said.join(" ")]
    })
)

/** How a word of another language, in small letters, is borrowed. */
export const borrowed = (word: string): string | undefined => known.get(word)

/** What a noun takes in one with it; the longest first. */
const suffixes =
  "oonni oota ootaaf ootaan ootni iirratti iidhaan iidhaaf irratti rratti iitiin iitiif iirraa dhaan dhaaf ttiin ttiif irraa iitti wwan rraa itti oota tiin tiif icha tti dha iin iif ii tu n f s".split(
    " "
  )

/** A shorter beginning may be of a word of Afaan Oromo. */
const shortest = 4

/** A known word with a suffix: Facebookii, Googlen. */
const withSuffix = (word: string): string | undefined => {
  for (const end of suffixes) {
    const base = word.endsWith(end) ? word.slice(0, -end.length) : ""
    const said = base.length < shortest ? undefined : known.get(base)
    // Likesiin: the plural of English, and what it takes.
    const single =
      said === undefined && base.length > shortest && base.endsWith("s") ? known.get(base.slice(0, -1)) : said
    if (single?.endsWith("oota") && end === "iin") return single.replace(/oota$/, "oonni")
    if (single !== undefined && end.startsWith("oo")) return single.replace(/[aeiou]+$/, "") + end
    if (single !== undefined)
      return joined("om", single, { suffix: end === "ii" ? "" : end.replace(/^ii(?=[rtd])/, "") })
  }
  return undefined
}

/** ChatGPT, JavaScript: words in one. */
const seam = /(?<=\p{Ll})(?=\p{Lu})/u

const read = ({ again, groups }: Match): string | undefined => {
  const written = groups.word ?? ""
  const word = written.toLowerCase()
  const after = groups.suffix
  const found =
    known.get(word) ?? (after === undefined ? withSuffix(word) : undefined) ?? respelt(word, /^\p{Lu}/u.test(written))
  const parts = known.has(word) ? [] : written.split(seam)
  // AfDB: letters, of which some are small.
  if (parts.length > 1 && written.length <= 5 && !/\p{Ll}{2}/u.test(written))
    return joined("om", letterNames("om", written), { suffix: after })
  if (parts.length > 1) return joined("om", parts.map(again).join(" "), { suffix: after })
  return found === undefined ? undefined : joined("om", found, { suffix: after })
}

const word = "\\p{Script=Latin}{2,30}"

/** E-birr, e-learning. */
const electronic: Rule = {
  kind: "loanword",
  language: "om",
  needs: ["latin"],
  cue: "[eE]-\\p{L}",
  pattern: "(?<![\\p{L}\\p{M}\\p{N}@._'\\-])[eE]-(?=\\p{Script=Latin}{3})",
  read: () => "ii "
}

/** Liverpuul'n, Naqamtee'tti: a name, and what it takes, which has no hudhaa. */
const nameWithEnding: Rule = {
  kind: "loanword",
  language: "om",
  needs: ["latin"],
  cue: "\\p{L}'[ntrfid]",
  pattern:
    "(?<![\\p{L}\\p{M}\\p{N}@._']|-)(?<name>\\p{Lu}\\p{Ll}{3,24})'(?<suffix>n|nis|niif|f|fis|tti|ttis|ttiin|tiin|tiif|rraa|irraa|rratti|irratti|dhaan|dhaaf)(?![\\p{L}\\p{M}'])",
  read: ({ groups: { name = "", suffix: ending } }) => joined("om", name, { suffix: ending })
}

export const loanwords: ReadonlyArray<Rule> = [
  {
    kind: "loanword",
    language: "om",
    needs: ["latin"],
    pattern: `(?<![\\p{L}\\p{M}\\p{N}@._]|[\\p{L}\\p{N}]')(?:(?<word>(?i:e-mail|check-in|check-out|wi-fi|m-pesa|x-ray|t-shirt)|${word})(?:[\\-'](?<suffix>ttiin|ttiif|tti|tiin|tiif|irratti|irraa|itti|rraa|dha|dhaan|dhaaf|icha|oota|tu|n|f|s|ii|iin|iif))?)(?![\\p{L}\\p{M}@_]|'\\p{L})`,
    read
  },
  electronic,
  nameWithEnding
]
