/**
 * Acronyms in Latin letters. Those that people say as words are listed; others
 * are said letter by letter, with the English names in both languages, since
 * most are of English names (ኢ ቢ ሲ, oo bii een). Those of Afaan Oromo names
 * (ABO, WBO, QBO) are said with the names of the letters of Qubee. Which are
 * said how wants a native reader.
 */
import type { Language } from "../../Domain.ts"
import { joined, prefix } from "./Affixes.ts"
import { withDigraphs } from "./Digraphs.ts"
import { letterNames, qubeeNames } from "./LetterNames.ts"
import { asWords } from "./latin/AcronymWords.ts"
import { anyOf, type Match, type Rule } from "./Rule.ts"

/** Of mixed case, with the letters that are said. */
const mixed: ReadonlyMap<string, string> = new Map([
  ["M-PESA", "MPESA"],
  ["M-Pesa", "MPESA"],
  ["PhD", "PHD"],
  ["BSc", "BSC"],
  ["MSc", "MSC"],
  ["BEd", "BED"],
  ["MEd", "MED"],
  ["LLB", "LLB"],
  ["CoV", "COV"],
  ["MoU", "MOU"],
  ["iOS", "IOS"],
  ["MoE", "MOE"],
  ["MoH", "MOH"],
  ["GHz", "GHZ"],
  ["DhDUO", "DDUO"],
  ["pH", "PH"],
  ["Rh", "RH"],
  ["Hb", "HB"],
  ["Hgb", "HGB"],
  ["DStv", "DSTV"],
  ["DSTv", "DSTV"],
  ["NaCl", "NACL"],
  ["KCl", "KCL"],
  ["HCl", "HCL"],
  ["mRNA", "MRNA"]
])

/** Of Afaan Oromo names. */
const ofOromo: ReadonlySet<string> = new Set(
  "ABO WBO QBO KFO FDRI BBO MNO ABUT ADWUI DHDUO GBO BFO BQO MMO WMO QMO".split(" ")
)
/** Of English names, that look like Afaan Oromo words or names. */
const ofEnglish: ReadonlySet<string> = new Set(
  "ID IT AI UN AU EU UK US USA UAE TV AC DC ATM NGO WHO ILO ISO CEO CFO UNO WTO GMO VIP USB URL GPS OLA OLF OFC ODP OPDO OBN OMN HIV AAU ETV OBS EBS EBC ESAT COC DNA RNA IMO BBC VOA GDP IMF API APP PDF SMS UPS EPA ETA FBI CIA ICC ICJ OAU USSR QR FAQ HQ XL WFO DBO IPO UFO EGO CTO COO CIO BIO PRO VPO LOGO XYZ ABC EXP MFG".split(
    " "
  )
)

const words: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
  am: new Map(
    asWords
      .trim()
      .split("\n")
      .map((line) => [line.split(" ")[0] ?? "", line.split(" ")[1] ?? ""])
  ),
  om: new Map(
    asWords
      .trim()
      .split("\n")
      .map((line) => [line.split(" ")[0] ?? "", line.split(" ")[2] ?? ""])
  )
}

/** Whether letters in capitals are known to be an acronym, though they could be a word. */
export const isKnownAcronym = (letters: string): boolean =>
  ofOromo.has(letters) || ofEnglish.has(letters) || words.om.has(letters)

/** W, Q and X hardly begin English names; O at the end is Oromiyaa or Oromoo. */
const looksOromo = (letters: string): boolean =>
  ofOromo.has(letters) ||
  (!ofEnglish.has(letters) && letters.length <= 5 && /^(?:[BMQWXD][A-Z]{1,3}O|[A-Z]*[QX][A-Z]*)$/.test(letters))

/** An acronym as it is said. */
export const said = (language: Language, letters: string): string => {
  const word = words[language].get(letters)
  if (word !== undefined) return word
  return language === "om" && looksOromo(letters) ? qubeeNames(letters) : letterNames(language, letters)
}

const lettersOf = (written: string): string => mixed.get(written) ?? written.replace(/[.&/\s-]/g, "").toUpperCase()

/** What is written in one with an Amharic acronym, other than a word that follows without a space. */
const amharicSuffix = /^(?:ዎች|ኦች|ዎቹ|ኦቹ|ሮች|ዎቻችን)?(?:[ውዋኡሱቱዬንምስናዎህሽ]|ዎን|ህን|ሽን|ውን|ኡን|ንም|ውም|ንና|ነት|ታችን|ቸውን?|አችን)?[ንምና]?$/

const readAmharic = ({ groups, language }: Match): string => {
  const after = groups.suffix ?? ""
  const isSuffix = amharicSuffix.test(after)
  const plural = groups.plural === undefined ? "" : "ዎች"
  const letters = said(language, lettersOf(groups.letters ?? ""))
  const noun = joined(language, letters, { prefix: groups.prefix, suffix: plural })
  return isSuffix ? joined(language, noun, { suffix: after }) : `${noun} ${after}`
}

const fidel = "[\\p{Script=Ethiopic}&&\\p{L}]"
/** Capitals in one, or with stops; of mixed case only what is known. */
const letters = `(?:${anyOf(mixed.keys())}|[A-Z](?:[.\\/][A-Z]){1,6}(?:\\.|(?![.\\/]))|[A-Z]&[A-Z]|[BM]\\.(?:Sc|Ed)\\b\\.?|Ph\\.D\\b\\.?|[A-Z]{2,8})`

const inAmharic: Rule = {
  kind: "acronym",
  language: "am",
  needs: ["latin"],
  pattern: `${prefix.am}(?<![\\p{Script=Latin}\\p{N}@._])(?<letters>[A-Z]{1,4}-[A-Z](?![A-Za-z\\d\\-])|${letters})(?<plural>'?s)?(?![\\p{Script=Latin}@_])(?:[\\-'’]?(?<suffix>${fidel}{1,8}))?`,
  read: readAmharic
}

/** kutaa 7A: a class has the letter's Afaan Oromo name. */
const inSchool = /(?:daree|kutaa)\p{L}{0,3} (?:\d{1,2}[A-H](?: ?\(\d{1,3}\))?(?:,| fi|,? ykn) ){0,4}\d{1,2}[A-H]$/iu

/** Letters beside a number: G20, 5G, A4. */
const besideNumber = (language: Language): Rule => ({
  kind: "acronym",
  language,
  needs: ["digit"],
  cue: "[A-Z]\\d|\\d[A-Z]",
  pattern: `${prefix[language]}(?<!\\p{Script=Latin})(?<letters>(?<=\\d)[A-Z]{1,3}|[A-Z]{1,4}(?=\\d))(?!\\p{Script=Latin})`,
  read: ({ groups, start, text }) => {
    const letters = groups.letters ?? ""
    if (language === "om" && inSchool.test(text.slice(Math.max(0, start - 40), start) + letters))
      return qubeeNames(letters)
    // Q400: letters of models have English names.
    const name = letters.length === 1 ? letterNames(language, letters) : said(language, letters)
    return joined(language, name, { prefix: groups.prefix })
  }
})

/** 11-B, 9-A: a class and its section. */
const section: Rule = {
  kind: "acronym",
  language: "am",
  needs: ["latin"],
  cue: "\\d-[A-H]",
  pattern: "(?<=(?<![\\p{L}\\d.,\\/\\-])\\d{1,2})-(?<letter>[A-H])(?![\\p{L}\\d\\/\\-])",
  read: ({ groups }) => ` ${letterNames("am", groups.letter ?? "")}`
}

/** r = 7 ሴ.ሜ, x ስንት ነው?: a letter of a formula. */
const variable: Rule = {
  kind: "acronym",
  language: "am",
  needs: ["latin"],
  cue: "[a-z] ?=|[ሀ-ፚ] [a-z][ ።፣]",
  pattern: `${prefix.am}(?<![\\p{Script=Latin}\\p{N}'_@.\\/?&])(?<letter>[a-z])(?= ?= ?[\\p{N}√\\-−]|(?<=[ሀ-ፚ] [a-z])(?: [ሀ-ፚ]|[።፣]))`,
  read: ({ groups }) => joined("am", letterNames("am", groups.letter ?? ""), groups)
}

/** C++, C#: languages of programs. */
const languages: Rule = {
  kind: "acronym",
  language: "am",
  needs: ["symbol"],
  cue: "[CF](?:\\+\\+|#)",
  pattern: `${prefix.am}(?<![\\p{Script=Latin}\\p{N}])(?<name>C\\+\\+|[CF]#)(?![\\p{Script=Latin}\\p{N}+#])`,
  read: ({ groups: { name = "", prefix: before } }) =>
    joined("am", `${letterNames("am", name.charAt(0))} ${name.endsWith("#") ? "ሻርፕ" : "ፕላስ ፕላስ"}`, { prefix: before })
}

const oromoSuffix =
  "tti|ttis|n|ni|nii|niifi|nis|f|fi|s|is|tiin|tiif|ttiin|ttiif|rraa|irraa|rratti|irratti|itti|tu|dha|dhaan|dhaaf|icha|oota|ootaa|ootaaf|ootaan|oonni|wwan|wwanni|wwaniif|wwaniin|ii|iin|iif|i|in"

/** MM Abiyyi. */
const beforeName = /^ \p{Lu}\p{Ll}/u

/** Mana Murtii Waliigalaa Federaalaa (MMWF): of words of Afaan Oromo. */
const isOfWordsBefore = (before: string, letters: string): boolean => {
  if (!before.endsWith("(") || !/^[A-Z]{3,8}$/.test(letters) || words.om.has(letters)) return false
  const last = before
    .slice(0, -1)
    .trimEnd()
    .split(/[\s-]+/)
    .filter((word) => !/^(?:fi|kan|irra|keessa)$/.test(word))
    .slice(-letters.length)
  return (
    last.map((word) => word.charAt(0).toUpperCase()).join("") === letters && last.some((word) => /aa|ii|uu/.test(word))
  )
}

const readOromo = ({ end, groups, language, start, text }: Match): string => {
  const written = groups.letters ?? ""
  const [, definite = "", rest] = /^(ch[ai]{1,2})(.*)$/.exec(groups.suffix ?? "") ?? []
  if (written === "MM" || (written === "PM" && (definite !== "" || beforeName.test(text.slice(end, end + 4)))))
    return joined("om", `Muummi${definite || "cha"} Ministeeraa`, { suffix: rest })
  if (isOfWordsBefore(text.slice(Math.max(0, start - 80), start), written)) return qubeeNames(written)
  // W/A/M: letters with slashes are of Afaan Oromo words.
  const noun = /^[A-Z]\/[A-Z]\/[A-Z]/.test(written)
    ? qubeeNames(written.replaceAll("/", ""))
    : said(language, lettersOf(written))
  if (groups.plural === undefined) return joined(language, noun, { suffix: groups.suffix })
  return noun + (/[aeiou]$/.test(noun) ? "wwan" : "oota")
}

/** Behind a bracket, where a word could begin: Dhaabbata Fayyaa Addunyaa (WHO)n. */
const boundSuffix = "(?:n|ni|f|tti|ttiin|tiin|tiif|rraa|irraa|rratti|irratti|dhaan|dhaaf)(?!\\p{L})"

const inOromo: Rule = {
  kind: "acronym",
  language: "om",
  needs: ["latin"],
  pattern: `(?<![\\p{L}\\p{M}\\p{N}@._]|[\\p{L}\\p{N}]')(?<letters>[A-Z]{2,4}-[A-Z](?![A-Za-z\\d\\-])|${letters})(?:(?<plural>'?s)|(?:[\\-']?(?<suffix>${oromoSuffix}))|'(?<suffix>[a-z]{1,8})|[\\)"”][\\-']?(?<suffix>${boundSuffix}))?(?![\\p{L}\\p{M}@_]|'\\p{L})`,
  read: readOromo
}

/** X (Twitter), X irratti: the service, by its English name. */
const ofTwitter = /^ ?(?:\(?[Tt]w|irratti|gubbaatti)/

/** A single capital: Gareen A, ቪታሚን C, በX. Not the first word of a sentence, which may be one, nor within English. */
const single = (language: Language, before: string, behind: string): Rule => ({
  kind: "acronym",
  language,
  needs: ["latin"],
  pattern: `(?:(?<=[\\p{L}\\p{M}\\p{N}][፣፦:]?\\s|\\p{L}{2}[\\/+])${before})(?<letter>[A-Z])(?![\\p{Script=Latin}\\p{N}'@_\\-]|\\.(?!\\s*$)${behind})(?:[\\-'’]?(?<suffix>[ንምስናው]{1,2})(?!\\p{L}))?`,
  read: ({ end, groups, start, text }) => {
    const letter = groups.letter ?? ""
    // Ctrl+C.
    if (language === "om" && text.charAt(start - 1) === "+") return letterNames(language, letter)
    if (language === "om" && letter === "X" && ofTwitter.test(text.slice(end, end + 10)))
      return letterNames(language, letter)
    return joined(language, language === "om" ? qubeeNames(letter) : letterNames(language, letter), groups)
  }
})

/** X fi Y: also the first of a sentence. */
const joint: Rule = {
  kind: "acronym",
  language: "om",
  needs: ["latin"],
  pattern:
    "(?<=(?:^|[.!?\\n\"“\\(])\\s?)(?<letter>[A-Z])(?= (?:fi|yookaan|ykn) [A-Z](?:\\.\\s*$|(?![\\p{L}\\p{N}'.\\/])))",
  read: ({ groups }) => qubeeNames(groups.letter ?? "")
}

export const acronyms: ReadonlyArray<Rule> = [
  inAmharic,
  ...withDigraphs(oromoSuffix),
  inOromo,
  section,
  languages,
  variable,
  besideNumber("am"),
  besideNumber("om"),
  single("am", `|^(?=[A-Z] [\\(ሀ-ፚ])|${prefix.am}(?<=[የበለከ]-?)`, "| \\p{Ll}"),
  single("om", "|(?<=[:;,\\(=] ?)|(?<=[?!.] )(?=[A-Z][\\)\\/] )", ""),
  joint
]
