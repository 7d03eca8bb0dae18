/** One or the other, and one against the other: telephones, degrees, teams. */

import { or } from "./Choices.ts"
import { monthOf } from "./calendar/Months.ts"
import type { Rule } from "./Rule.ts"

const degree =
  "(?:B\\.?A|B\\.?[Ss]c|BSC|B\\.?[Ee]d|M\\.?A|M\\.?[Ss]c|MSC|M\\.?[Ee]d|MBA|MPH|LLB|LLM|PhD|[Dd]iploma|ዲፕሎማ|ዲግሪ)"

/** BSc/MSc: of what a place asks. */
const degrees: Rule = {
  kind: "sign",
  needs: ["symbol"],
  cue: `${degree}\\.? ?\\/`,
  pattern: `(?<=(?<![\\p{L}\\p{N}.])${degree}\\.?) ?\\/ ?(?=${degree}(?![\\p{L}\\p{N}]))`,
  read: ({ language }) => or[language]
}

/** A telephone number; spaces and hyphens may stand between its digits. */
const telephone = "(?:\\+?251|0)[ \\-]?[1-79](?:[ \\-]?\\d){8}"
const endsInTelephone = new RegExp(`(?<!\\d)${telephone}$`)
/** UTF-16 code units that such a number takes at most. */
const telephoneLength = 24

/** 0911223344 / 0912334455: either reaches whoever gives them. */
const telephones: Rule = {
  kind: "sign",
  needs: ["long"],
  cue: "\\d ?\\/ ?[+0]",
  pattern: `(?<=\\d) ?\\/ ?(?=${telephone}(?!\\d))`,
  read: ({ language, start, text }) =>
    endsInTelephone.test(text.slice(Math.max(0, start - telephoneLength), start)) ? or[language] : undefined
}

/** ሲዳማ ቡና vs ፋሲል ከነማ: between names in fidel. */
const versus: Rule = {
  kind: "latin",
  language: "am",
  needs: ["latin"],
  pattern: "(?<=[ሀ-ፚ]) [vV][sS]\\.? (?<other>[ሀ-ፚ][ሀ-ፚ\\/.]{0,24}(?<!\\.))",
  read: ({ again, groups: { other = "" } }) => ` ከ${again(other)}`
}

/** ጊዜው የሚያልፍበት 08/2027: the month and the year of a paper. */
const lasts: Rule = {
  kind: "date",
  language: "am",
  needs: ["digit"],
  cue: "(?:0[1-9]|1[0-2]) ?\\/ ?20\\d\\d",
  after: "(?:የሚያልፍ|የሚያበቃ|የተመረተ|የምርት|ማብቂያ|EXP|[Ee]xp|MFG|MFD)[\\p{L}.]{0,6}(?: (?:ቀን|ጊዜ|[Dd]ate|DATE))?[ :፡፦]{0,3}",
  pattern: "(?<month>0[1-9]|1[0-2]) ?\\/ ?(?<year>20\\d\\d)(?![\\d\\/.,])",
  read: ({ again, groups: { month = "", year = "" }, language }) =>
    `${monthOf(language, "european", Number(month)) ?? ""} ${again(year)}`
}

/**
 * የ08/2017 የውሃ ክፍያ, እስከ 11/2019 ያገለግላል: the month of a bill or of a term, which
 * is Ethiopian in the years that papers here have by that calendar.
 */
const billed: Rule = {
  kind: "date",
  language: "am",
  needs: ["digit"],
  cue: "(?:0[1-9]|1[0-2])\\/20[12]\\d",
  pattern: `(?<![\\p{L}\\p{N}.\\/\\-])(?<!(?:አዋጅ|ደንብ|መመሪያ|ሰርኩላር|ቁጥር|ቁ\\.?|ከተማ|ቀበሌ|ወረዳ|ብሎክ|ቤት) )(?<prefix>[የበከለ])?(?<month>0[1-9]|1[0-2])\\/(?<year>20[12]\\d)(?![\\d\\/,\\-]|\\.\\d)(?=(?: ዓ[.\\/]ም\\.?)? (?:ድረስ|ጀምሮ|ያገለግላል|ይጸናል|የሚያገለግል|ወር |ደመወዝ|ደሞዝ|ቢል|(?:የ[ሀ-ፚ]{2,10} ){0,3}(?:ፍጆታ|ክፍያ|ኪራይ|ቢል|ደመወዝ|ደሞዝ|ሂሳብ|ሒሳብ|ወርሃዊ|መዋጮ)))`,
  read: ({ again, groups: { month = "", prefix = "", year = "" } }) =>
    `${prefix}${monthOf("am", Number(year) < 2020 ? "ethiopian" : "european", Number(month)) ?? ""} ${again(year)}`
}

export const alternatives: ReadonlyArray<Rule> = [degrees, telephones, versus, lasts, billed]
