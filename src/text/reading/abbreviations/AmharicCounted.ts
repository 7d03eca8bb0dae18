/** Amharic abbreviations that a number stands beside. */
import { anyOf, type Rule } from "../Rule.ts"
import { beforeNumbers } from "./AmharicShort.ts"

const letters = "[\\p{Script=Ethiopic}&&\\p{L}]"

/** What stands before an abbreviation in one with it (Leslau, Reference Grammar of Amharic, 1995, on prepositions). */
export const prefixes = "የእነ በእነ ለእነ ከእነ እስከ እንደ ስለ ወደ በነ የነ ለነ ከነ እነ በየ ከየ ለየ እየ ባለ ያለ የ በ ለ ከ".split(" ")

const beforeNumber: Rule = {
  kind: "abbreviation",
  language: "am",
  needs: ["digit", "ethiopic"],
  // ከነገ 20/05/18: "from tomorrow".
  pattern: `(?<![\\p{L}\\p{M}\\p{N}])(?!(?:[የበለከ]|እስከ|ስለ|እንደ)?ነገ )(?<prefix>${anyOf(prefixes)})?(?<word>${anyOf(beforeNumbers.keys())})(?:[.\\/\\-] {0,2}| (?=\\d)|(?<=ቁ) (?=[A-Z]{1,6}[\\- ]?\\d))(?=(?:[A-Z]{1,4}[\\-\\/]?)?\\d|(?<=ቁ )[A-Z]{1,6}[\\- ]?\\d|(?<=ቁ\\. ?)(?:አዲስ(?!\\p{L})|[A-Z]{2,12}[\\- ]?\\d|[፩-፼]))`,
  read: ({ groups }) => `${groups.prefix ?? ""}${beforeNumbers.get(groups.word ?? "") ?? ""} `
}

/** ጨረታ ቁ፦ ግ/04, ስም እና ስልክ ቁ.: a label. */
const label: Rule = {
  kind: "abbreviation",
  language: "am",
  needs: ["ethiopic"],
  cue: "ቁ[፦:.]",
  pattern: "(?<![\\p{L}\\p{M}\\p{N}.\\/])[የበለከ]?ቁ(?:(?=[፦:])|\\.(?=\\s{0,4}(?:$|[\\n\\t፣፤።,\\|\\(\\)])))",
  read: ({ found }) => `${found.replace(".", "")}ጥር`
}

/** ወ 245 ሴ 260 ድ 505: men, women and their sum, as school and health reports count them. */
const counts: ReadonlyMap<string, string> = new Map([
  ["ወ", "ወንድ"],
  ["ሴ", "ሴት"],
  ["ድ", "ድምር"]
])

const count: Rule = {
  kind: "abbreviation",
  language: "am",
  needs: ["digit"],
  cue: "ሴ[ .:=፦\\-]{0,3}\\d",
  pattern: `(?<![\\p{L}\\p{M}\\p{N}.\\/])(?<letter>[ወሴድ])[ .:=፦\\-]{1,3}(?=\\d)`,
  read: ({ end, groups, start, text }) => {
    const near = text.slice(Math.max(0, start - 16), end + 24)
    const letter = groups.letter ?? ""
    const other = letter === "ሴ" ? /(?:^|\P{L})[ወድ][ .:=፦-]{1,3}\d/u : /(?:^|\P{L})ሴ[ .:=፦-]{1,3}\d/u
    return other.test(near) ? `${counts.get(letter) ?? ""} ` : undefined
  }
}

/** 2ኛ/ደ/ት/ቤት, 1ኛ ደ/ት/ቤት: behind the number of a level. */
const level: Rule = {
  kind: "abbreviation",
  language: "am",
  needs: ["digit"],
  cue: "ኛ ?\\/? ?ደ[\\/.]",
  pattern: `(?<=\\dኛ) ?\\/? ?ደ[\\/.](?<rest>(?:${letters}{1,8}[\\/.]){0,3}${letters}{2,12})?`,
  read: ({ again, groups: { rest = "" } }) => ` ደረጃ ${again(rest)}`.trimEnd()
}

/** 12ኛ ክ/ል: a class; elsewhere a region. */
const schoolClass: Rule = {
  kind: "abbreviation",
  language: "am",
  needs: ["digit"],
  cue: "ኛ ?ክ[.\\/]ል",
  pattern: `(?<=\\dኛ) ?ክ[.\\/]ል(?!${letters})`,
  read: () => " ክፍል"
}

/** ፶/አ, 50/አ: a leader of so many. */
const leader: Rule = {
  kind: "abbreviation",
  language: "am",
  needs: ["digit", "ethiopic"],
  cue: "[፲፶፻0] ?\\/ ?አ",
  pattern: "(?<=(?<![\\d፩-፼])(?:፲|፶|፻|10|50)) ?\\/ ?አ(?!\\p{L})",
  read: () => " አለቃ"
}

export const counted: ReadonlyArray<Rule> = [count, level, schoolClass, leader]
export const numbered: ReadonlyArray<Rule> = [beforeNumber, label]
