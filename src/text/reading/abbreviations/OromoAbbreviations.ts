/**
 * Abbreviations of written Afaan Oromo, and the Latin titles that its texts
 * use. After the forms that newspapers, offices and school books write, among
 * them those that a speech corpus of Afaan Oromo was normalised by (fkn, kkf,
 * wkf, obb, inj, jen, A.L.I, W.D, W.B, Lakk, M/Murtii). Upper and lower case
 * and `.` for `/` are the same; what it is short for takes the suffixes.
 */
import { joined } from "../Affixes.ts"
import { qubeeNames } from "../LetterNames.ts"
import type { Match, Rule } from "../Rule.ts"
import { days, monthsInShort, wordStart } from "./OromoDays.ts"
import { lettersAlone } from "./OromoLetters.ts"
import { people } from "./OromoPeople.ts"
import { place, places, regionOrSheikh, ward } from "./OromoPlaces.ts"
import { table } from "./OromoTable.ts"

interface Abbreviation {
  readonly words: string
  readonly needsStop: boolean
  readonly endsSentence: boolean
}

const known: ReadonlyMap<string, Abbreviation> = new Map(
  table
    .trim()
    .split("\n")
    .map((line) => {
      const [written = "", ...words] = line.split(" ")
      const abbreviation = {
        words: words.join(" "),
        needsStop: written.endsWith("."),
        endsSentence: written.endsWith("!")
      }
      return [written.replace(/[.!]$/, ""), abbreviation]
    })
)

/** What an abbreviation takes in one with it, with or without a hyphen or apostrophe. */
const suffix =
  /^(?:n|ni|nis|f|fi|s|is|tti|ttis|ttii|ttiin|ttiif|tiin|tiif|rraa|irraa|rratti|irratti|itti|tu|dha|dhaan|dhaaf|icha|ichi|oota|oonni|oottan|i|ii|iin|iif|chaa)$/

const partsOf = (written: string): ReadonlyArray<string> =>
  written
    .toLowerCase()
    .split(/[./]/)
    .filter((part) => part !== "")

/** With its suffix; "-tti" is in "akka lakkoofsa Awurooppaatti" already. */
const inflected = (words: string, suffix: string | undefined): string =>
  suffix === "tti" && words.endsWith("tti") ? words : joined("om", words, { suffix })

interface Found {
  readonly abbreviation: Abbreviation
  /** The words with a suffix, or a word that follows in one. */
  readonly words: string
}

/** `M/Bn`, `Dr.n`, `lakk.isaa`: the abbreviation, and what its last part has more. */
const withRest = (parts: ReadonlyArray<string>, own: string): Found | undefined => {
  const last = parts.at(-1) ?? ""
  const before = parts.slice(0, -1)
  const shorter = known.get(before.join("/"))
  // W/D/Dargaggootaa is of an office, and no time.
  if (shorter?.words.startsWith("waaree") && last.length > 3 && !suffix.test(last)) return undefined
  if (shorter !== undefined && (suffix.test(last) || last.length > 2)) {
    const words = suffix.test(last) ? inflected(shorter.words, last) : `${shorter.words} ${own}`
    return { abbreviation: shorter, words }
  }
  if (before.length === 0) return undefined
  for (let end = last.length - 1; end > 0; end--) {
    const rest = last.slice(end).replace(/^'|^[aeiou](?=tti|rraa|rratti)/, "")
    const abbreviation = known.get([...before, last.slice(0, end)].join("/"))
    if (abbreviation !== undefined && suffix.test(rest)) {
      return { abbreviation, words: inflected(abbreviation.words, rest) }
    }
  }
  return undefined
}

/** In capitals they are no units: KG is a kindergarten. */
const units: ReadonlySet<string> = new Set(["KG", "KM", "CM", "MM"])

/** kgn, Drn: without a vowel it is no beginning of a word. */
const withSuffix = (written: string): Found | undefined => {
  const [, base = "", ending] = /^([^aeiou']{2,4})(n|f|tti|irraa|irratti|iin|iif)$/.exec(written.toLowerCase()) ?? []
  const abbreviation = units.has(written.slice(0, base.length)) ? undefined : known.get(base)
  return abbreviation?.needsStop === false
    ? { abbreviation, words: joined("om", abbreviation.words, { suffix: ending }) }
    : undefined
}

const find = (written: string, stop: boolean): Found | undefined => {
  const parts = partsOf(written)
  const abbreviation = known.get(parts.join("/"))
  if (abbreviation === undefined && parts.length === 1) return withSuffix(written)
  if (abbreviation === undefined)
    // A.M.N.: the last is a letter of the name, and no suffix.
    return /^(?:[A-Z]\.)+[A-Z]$/.test(written) ? undefined : withRest(parts, written.split(/[./]/).at(-1) ?? "")
  if (units.has(written)) return undefined
  const missing = abbreviation.needsStop && !stop && parts.length === 1
  return missing ? undefined : { abbreviation, words: abbreviation.words }
}

const isPart = (written: string): boolean => known.has(written.toLowerCase()) && !/^w\/[db]$/i.test(written)

/** I/G/W/Barnootaa, M/M/W/G/Jimmaa: several in a row, each the longest that is known; undefined where none is. */
const several = (written: string): string | undefined => {
  const parts = written.split("/").filter((part) => part !== "")
  const said: Array<string> = []
  let isKnown = false
  for (let at = 0; at < parts.length; ) {
    const ends = Array.from({ length: parts.length - at }, (_, back) => parts.length - back)
    const end = ends.find((last) => last - at > 1 && isPart(parts.slice(at, last).join("/")))
    const name = parts.length - at === 2 ? place(parts.slice(at).join("/")) : undefined
    const one = parts[at] ?? ""
    if (end !== undefined) said.push(known.get(parts.slice(at, end).join("/").toLowerCase())?.words ?? "")
    else said.push(name ?? (one.length === 1 ? (places.get(one) ?? qubeeNames(one)) : one))
    isKnown ||= end !== undefined || name !== undefined
    at = end ?? (name === undefined ? at + 1 : parts.length)
  }
  if (isKnown) return said.join(" ")
  // W/D/D/Magaalaa: letters of an office that is not known, and its last word.
  return /^(?:[A-Z]\/){2,5}\p{Lu}\p{Ll}{3,}$/u.test(written)
    ? parts.map((one) => (one.length === 1 ? qubeeNames(one) : one)).join(" ")
    : undefined
}

/** Whether what follows begins a sentence, or nothing follows. */
const beginsSentence = (text: string, at: number): boolean =>
  /^(?:\s*$|\s*\n|\s+["“'(]?\p{Lu})/u.test(text.slice(at, at + 8))

const read = ({ end, groups, text }: Match): string | undefined => {
  const stop = groups.stop
  const written = groups.written ?? ""
  const one = find(written, stop !== undefined)
  if (one === undefined) {
    const name = place(written) ?? (/^[^/]+\/(?:[^/]+\/)+[^/]{3}/.test(written) ? several(written) : undefined)
    return name === undefined ? undefined : name + (stop ?? "")
  }
  const ends = stop === "." && one.abbreviation.endsSentence && beginsSentence(text, end)
  return inflected(one.words, groups.suffix) + (ends ? "." : "")
}

const letters = "\\p{Script=Latin}"

/** With `/` or stops within, which may have a space behind: A.L.I., M/B, M / B. */
const row: Rule = {
  kind: "abbreviation",
  language: "om",
  needs: ["latin"],
  pattern: `${wordStart}(?<written>${letters}{1,6}(?:(?:\\.|\\/| \\/ ?| ?\\/ )[${letters}']{1,14}){1,6})(?<stop>\\.)?(?:[\\-'](?<suffix>${letters}{1,8}))?(?![${letters}'])`,
  read: ({ groups, ...match }) =>
    // A/ Eeyyee B/ Lakki: the choices of a question.
    /^[A-H]\/ \p{Lu}/u.test(groups.written ?? "")
      ? undefined
      : read({ ...match, groups: { ...groups, written: groups.written?.replaceAll(" ", "") } })
}

/** A. L. I.: letters with spaces. */
const spacedRow: Rule = {
  kind: "abbreviation",
  language: "om",
  needs: ["stop"],
  pattern: `${wordStart}(?<written>(?:${letters}{1,2}|[Ll]akk?|[Ww]al|[Nn]at|[Ss]oc|[Cc]omp)(?:\\. (?:${letters}{1,2}|[Gg]al|[Bb]ilb?|[Tt]ar)){1,3})(?<stop>\\.)(?!${letters})`,
  read: ({ groups, ...match }) =>
    read({ ...match, groups: { ...groups, written: groups.written?.replaceAll(" ", "") } })
}

/** One word cut short, by a stop or a colon: Obb., bil: 0911. */
const single: Rule = {
  kind: "abbreviation",
  language: "om",
  needs: ["latin"],
  pattern: `${wordStart}(?<written>${letters}{2,6})(?:(?<stop>\\.|(?=:))|(?=[\\s,;!?\\)\\-']|$))(?:[\\-'](?<suffix>${letters}{1,8}))?(?![${letters}\\/'])`,
  read
}

/** Kwt. 5: an article of a law, which without a number is "and the like". */
const article: Rule = {
  kind: "abbreviation",
  language: "om",
  needs: ["digit"],
  pattern: `${wordStart}[Kk](?:wt|e{1,2}w)[.:]? ?(?=\\d)`,
  read: () => "keewwata "
}

/** WB 7:30: the part of the day before its time. */
const partOfDay: Rule = {
  kind: "abbreviation",
  language: "om",
  needs: ["digit"],
  pattern: `${wordStart}W\\.?(?<part>[DB])\\.?(?=,? (?:[Ss]a'a\\p{L}{0,4} )?\\d{1,2}:\\d\\d)`,
  read: ({ groups }) => (groups.part === "D" ? "waaree dura" : "waaree booda")
}

/** W/B Aanaa Sabbataa: an office of education, where no time stands before it. */
const office: Rule = {
  kind: "abbreviation",
  language: "om",
  needs: ["stop"],
  pattern: `${wordStart}[Ww]\\/[Bb](?:[\\-']?(?<suffix>[nf]|tti|rraa))?\\.?(?= (?:aanaa|godina|magaalaa|\\p{Lu}[\\p{Ll}\\/]))`,
  read: ({ groups, start, text }) =>
    /\d\S{0,5} $/.test(text.slice(Math.max(0, start - 8), start))
      ? undefined
      : joined("om", "waajjira barnootaa", groups)
}

/** St. George: of English names; Qulqulluu is of those of Afaan Oromo. */
const saint: Rule = {
  kind: "abbreviation",
  language: "om",
  needs: ["stop"],
  cue: "St\\.",
  pattern: `${wordStart}St\\.(?= ?(?:George|Mary|Paul|Peter|Joseph|John|Michael|Gabriel|Mark|Luke|Petersburg))`,
  read: () => "Seent"
}

/** Ref No FT24072, A/C 1000****12: of a payment, of an account. */
const reference: Rule = {
  kind: "abbreviation",
  language: "om",
  needs: ["latin"],
  cue: "R(?:ef|EF)|A(?:\\/C|cc)",
  pattern: `${wordStart}(?:(?<reference>R(?:ef|EF))\\.?|A\\/C|Acct?\\.?)(?: ?N(?:o|O|umber)\\.?)?(?::| ) ?(?=[A-Z\\d*])`,
  read: ({ groups }) => (groups.reference === undefined ? "lakkoofsa herregaa " : "lakkoofsa wabii ")
}

const ofLetter: ReadonlyMap<string, string> = new Map([
  ["l", "lakkoofsa "],
  ["f", "fuula "],
  ["dh", "dhiira "],
  ["W", "aanaa "],
  ["w", "waggaa "],
  ["A", "aanaa "]
])

/** Zayita L.1: of a litre. */
const ofLiquid = /(?:zayit|bishaan|aannan|daadhi|farso|boba'|be+nz|naafx|dhugaati)\p{L}{0,3} $/iu

/** A letter for a word, where a number follows. */
const numbered: Rule = {
  kind: "abbreviation",
  language: "om",
  needs: ["digit"],
  pattern: `${wordStart}(?<written>[LlFf]|[Dd]h|w|A(?=\\.0?\\d(?!\\d))|W(?=\\. ?[01]\\d(?!\\d)))\\. ?(?=\\d)`,
  read: ({ groups, start, text }) => {
    if (/^L$/i.test(groups.written ?? "") && ofLiquid.test(text.slice(Math.max(0, start - 16), start)))
      return "liitira "
    return ofLetter.get(groups.written ?? "") ?? ofLetter.get(groups.written?.toLowerCase() ?? "")
  }
}

/** ALA bara 1945: an era before its year, in capitals without stops. */
const eraInFront: Rule = {
  kind: "abbreviation",
  language: "om",
  needs: ["digit"],
  cue: "AL[IAH]",
  pattern: `${wordStart}(?<era>AL[IAH])(?:tti)?(?=,? (?:[Bb]ara )?[12]\\d{3}(?!\\d))`,
  read: ({ groups: { era = "" } }) => known.get(Array.from(era.toLowerCase()).join("/"))?.words
}

export const oromoAbbreviations: ReadonlyArray<Rule> = [
  partOfDay,
  eraInFront,
  office,
  days,
  monthsInShort,
  regionOrSheikh,
  ward,
  saint,
  reference,
  ...people,
  row,
  spacedRow,
  article,
  single,
  numbered,
  ...lettersAlone
]

/** Whether a full stop after `word` belongs to it. */
export const isOromoAbbreviation = (word: string): boolean =>
  find(word, true) !== undefined || others.has(word.toLowerCase())

/** Latin ones that are left as they are. */
const others: ReadonlySet<string> = new Set(["sr", "jr", "op", "ed", "p", "pp", "ch", "sec"])
