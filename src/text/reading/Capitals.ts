/**
 * Words of Afaan Oromo in capitals. They are told from acronyms by their
 * syllables (Owens, A Grammar of Harar Oromo, 1985: CV(V)(C), no cluster of
 * more than two consonants), and short ones by what stands beside them: a
 * heading is in capitals throughout.
 */
import { isKnownAcronym } from "./Acronyms.ts"
import { joined } from "./Affixes.ts"
import { borrowed } from "./Loanwords.ts"
import type { Match, Rule } from "./Rule.ts"

/** Short words that are common enough to be words in capitals anywhere. */
const common: ReadonlySet<string> = new Set(
  (
    "FI NI HIN KAN YOO SAN ISA ISAA ISHEE KANA AKKA IRRA ITTI MALEE NU NUU ANI ATI INNI ISIN NUTI KEE KOO BARA GUYYAA " +
    "LAFA MANA HAA WAL ALA OLI GADI AS ACHI IJOO ODUU QABA DHAAF TA'E JIRA TUN KUN SUN ABBAA HAADHA MEE EE LAKKI"
  ).split(" ")
)

const consonant = "(?:CH|DH|NY|PH|SH|TS|[BCDFGHJKLMNPQRSTVWXYZ'])"
const vowel = "(?:AA?|EE?|II?|OO?|UU?)"
/** Syllables in a row, with at most two consonants between vowels and one at the end. */
const syllables = new RegExp(`^${consonant}?${vowel}(?:'?${consonant}{1,2}${vowel})*${consonant}?$`)

/** A long vowel or a double consonant, which acronyms hardly have. */
const length = /([A-Z])\1/

const capitals = /\p{Lu}{2}/u
/** Whether a word beside is in capitals too. */
const inHeading = ({ end, start, text }: Match): boolean => {
  const before =
    text
      .slice(Math.max(0, start - 24), start)
      .trimEnd()
      .split(/\s/)
      .at(-1) ?? ""
  const after =
    text
      .slice(end, end + 24)
      .trimStart()
      .split(/\s/)[0] ?? ""
  return [before, after].some((beside) => {
    const word = beside.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "")
    if (!capitals.test(word) || word !== word.toUpperCase() || /^[IVX]+$/.test(word)) return false
    // Beside another acronym it is one as well: EHRC, NEBE.
    return word.length > 4 || common.has(word) || (syllables.test(word) && !isKnownAcronym(word))
  })
}

const isWord = (word: string, match: Match): boolean => {
  if (common.has(word)) return true
  if (isKnownAcronym(word) || !syllables.test(word)) return false
  // Behind a name in words: Inistitiyuutii Qorannoo Qonnaa Oromiyaa (IQQO).
  const isBracketed = match.text.charAt(match.start - 1) === "(" && match.text.charAt(match.end) === ")"
  if (isBracketed && word.length < 6) return false
  if (word.length >= 5) return true
  return inHeading(match) || (word.length === 4 && length.test(word))
}

/** Shorter ones are acronyms more often than borrowed words in capitals: ETHIO TELECOM. */
const shortestLoan = 4

const suffix = "tti|n|f|s|tiin|tiif|rraa|irraa|rratti|irratti|itti|tu|dha|dhaan|dhaaf|icha|oota"

export const capitalWords: ReadonlyArray<Rule> = [
  {
    kind: "capitals",
    language: "om",
    needs: ["latin"],
    pattern: `(?<![\\p{L}\\p{M}\\p{N}@.\\/_]|[\\p{L}\\p{N}]')(?<word>[A-Z](?:'?[A-Z]){1,23})(?<suffix>[\\-']?(?:${suffix}))?(?![\\p{L}\\p{M}\\p{N}@_]|'\\p{L})`,
    read: (match) => {
      const { groups } = match
      const word = groups.word ?? ""
      const loan = word.length > shortestLoan && !isKnownAcronym(word) ? borrowed(word.toLowerCase()) : undefined
      if (loan !== undefined) return joined("om", loan, { suffix: groups.suffix?.replace(/^[-']/, "") })
      return isWord(word, match) ? word.toLowerCase() + (groups.suffix ?? "").replace(/^[-']/, "") : undefined
    }
  }
]
