/** Two numbers of a game (ሦስት ለአንድ, sadii fi tokko), and ratios, which are said alike. */
import type { Language } from "../../Domain.ts"
import { joined, looseSuffix, oromoLengthened, prefix } from "./Affixes.ts"
import { numberWords } from "./Amounts.ts"
import { alone, notMore, reach, value } from "./Pairs.ts"
import type { Match, Rule } from "./Rule.ts"

/** Words of sports near a score, which nothing but its neighbours tells from a range. */
const sports: Readonly<Record<Language, RegExp>> = {
  am: /\d ?ለ ?\d|(?<![\d.,/-])[1-9][-–]0(?![\d.%])|ሃፍ ?ታይም|ቮሊቦል|ቴኒስ|አሸን|ተሸን|ሸነ[ፈ-ፎ]|ጎል(?![ማምበብ])|ግብ(?![ርረዓአይጽፅጻፃዣጠጥ])|ጨዋታ|ቡድ[ንኑ]|ውጤት|ዋንጫ|ሊግ|አቻ|ረታ|ረታች|ድ[ልሉ](?!ድ)|ክለብ|ተለያ|ተጫዋ|ስታዲየም|ከነማ|እግር ኳስ|መረብ|በሆነ ልዩነት|ፍ[./]ቅ|ፍ[ጹፁ]ም ቅጣት|መለያ ምት/,
  om: /sagalee|goolii|mo'at|moo'|moot(?:e|an|tee)(?!\p{L})|injifa|taph|kubbaa|garee|wal ?qixx|liigii|waancaa|kilab|istaadiyem|mo'am|qabxii|gool|galch|(?<!\p{L})(?:seetii|set |tee?nisii|voo?lii)/iu
}
/** What a range follows or counts, near a word of sports too. */
const pages = /(?:ገጽ|ቁጥር|ክፍል|ምዕራፍ|ዕድሜ|fuula|lakk\.|boqonnaa|umrii) ?$/i
const counted = /^ ?(?:ዓመት|አመት|ቀን|ቀናት|ደቂቃ|ሰዓት|ሳምንት|ወር|ሰዎች|ተጫዋች|ዓመታት|ጨዋታ)/
const sentenceEnd = /[።!?\n]|\.\s/

/** What has a number of two parts with a dash: ብሎክ 5-2. */
const labels = /(?:ብሎክ|ወረዳ|ቀበሌ|ሕንፃ|ህንፃ|ሕንጻ|ህንጻ|ኮድ|ሞዴል|ታርጋ|ደረጃ|አንቀጽ|ምድብ|ተራ|ቤት|ፎቅ|ቅጽ|ክፍለ ጊዜ|ዞን|መንገድ|መስመር|በረራ|ጥያቄ) $/

/** The same of Oromo, and what a range of days, pages or ages follows. */
const oromoLabels =
  /(?:kutaa|bi?loo?kii|ganda|aanaa|godina|koodii|moodela|gabatee|sadarkaa|ke?ww?t?\p{L}*\.?|lakk\p{L}*\.?|fuula|boqonnaa|guyyaa|torban|ji'a|waggaa|umrii|tartiiba|gosa|mana|darbii|gaaffii|yeroo|si'a|sa'aatii|daqiiqaa|saatii) $/iu
const oromoName = /(?<![\p{L}'])\p{Lu}[\p{L}']{2,} $/u
const oromoNameAfter = /^ \p{Lu}[\p{L}']{2,}(?<!tti|rraa|keessa)(?![\p{L}'])/u

/** Walakkaa duraa 1-1: of a game. */
const firstHalf = /walakkaa (?:duraa|jalqabaa?|boodaa|lammaffaa)\p{L}{0,3}[:,]? $/iu
const ofGoals = /^\d(?:[-–—]| [-–—] )\d(?!\d)/

/** 1-0, 2-2 descend, as no range does; Arsenaal 1-2 Chelsii and Raayyaa 78-72 Gaambeellaa stand between names. */
const isOromoScore = ({ found, groups }: Match, before: string, after: string): boolean => {
  // Lama lamaan (2-2n): two by two.
  const isEven = value(groups.one) === value(groups.other)
  const descends = value(groups.one) >= value(groups.other)
  if (oromoLabels.test(before) || found.includes(":")) return false
  const areGoals = ofGoals.test(found)
  if (areGoals && (firstHalf.test(before) || /^n? (?:xumur|addaan|gargar|wal qix|qixx)/.test(after))) return true
  if (areGoals && descends && !isEven) return !/\d ?$/.test(before)
  return (areGoals || descends) && oromoName.test(before) && oromoNameAfter.test(after)
}

/** ሊቨርፑል 3 – 0 ኤቨርተን, ቡና 2-1 መቻል: a name on each side, and the first is no less, as it would be in a range. */
const isBetweenNames = ({ found, groups, language }: Match, before: string, after: string): boolean =>
  groups.prefix === undefined &&
  (/ [-–—] /.test(found) || (language === "am" && /^\d[-–—]\d$/.test(found) && !labels.test(before))) &&
  value(groups.one) >= value(groups.other) &&
  /(?:\p{L}{3,}|(?!እና|ወይ|ነው)[ሀ-ፚ]{2}) $/u.test(before) &&
  /^ (?:\p{L}{3,}|(?!እና|ነው)[ሀ-ፚ]{2}(?!\p{L}))/u.test(after)

/** Clubs and national sides: between two of them any two numbers are a score. */
const side =
  "(?:ወላይታ|መቐለ|እንደርታ|ባህርዳር|ሪያል|አትሌቲኮ|ሌስተር|ክሪስታል|ሊድስ|ሴቪያ|ቫሌንሲያ|ላዚዮ|ሌቨርኩ[ሰዘ]ን|ማርሴይ|ፎረስት|ቡና|መቻል|ጊዮርጊስ|ባሕር ዳር|ባህር ዳር|[ሀሐ]ዋሳ|ፋሲል|አዳማ|ድሬዳዋ|ወልቂጤ|ሀድያ|ሲዳማ|ዲቻ|ድቻ|አርባ ምንጭ|መድን|መቀሌ|ስ[ሑሁ]ል|ኤሌክትሪክ|ንግድ ባንክ|ሻሸመኔ|ሀምበሪቾ|ወልዋሎ|አርሰናል|ቼልሲ|ሊቨርፑል|ሊቨርፖል|ማን[ቸች]ስተር|ሲቲ|ዩናይትድ|ቶተን[ሃሀ]ም|ኤቨርተን|ኒውካ[ስሰ]ል|አስቶን|ቪላ|ብራይተን|ፉልሃም|ዌስትሃም|ባርሴሎና|ባርሳ|ማድሪድ|ባየር?ን|ሙኒክ|ዶርትሙንድ|ጁቬንቱስ|ሚላን|ኢንተር|ናፖሊ|ሮማ|ፒኤስጂ|ፖርቶ|ቤንፊካ|አያክስ|አል አህሊ|ብራዚል|አርጀንቲና|ፈረንሳይ|እንግሊዝ|ጀርመን|ስፔን|ጣ[ሊል]ያን|ፖርቱጋል|ኔዘርላንድስ?|ቤልጂየም|ክሮ[ሺሽ]ያ|ሞሮኮ|ግብ[ፅጽ]|ና[ይ]ጄሪያ|ጋና|ካሜሩን|ሴኔጋል|አልጄሪያ|ቱኒ[ዚዝ]ያ|ኬንያ|ሱዳን|ታን[ዛዘ]ኒያ|ኡጋንዳ|ሩዋንዳ|ማሊ|ጊኒ|ማላዊ|ኢትዮጵያ|ሌሶቶ|ጅቡቲ|ሶማሊያ)"
const sideBefore = new RegExp(`${side}(?: (?:ከተማ|ከነማ|ቡና|ድቻ|ዩኒቨርሲቲ))? $`, "u")
const sideAfter = new RegExp(`^ ${side}`, "u")

/** Taphattoota 11-15, goolii 2-3: from so many to so many, where nobody wins by them. */
const isOromoCount = ({ groups }: Match, before: string, after: string): boolean =>
  value(groups.one) < value(groups.other) &&
  groups.suffix === undefined &&
  /(?:oota|garee|goolii|qabxii|tapha) $/i.test(before) &&
  !/^ \S{0,12} ?(?:mo'|injif|moo')/.test(after)

const isScore = (match: Match): boolean => {
  const { end, found, groups, language, start, text } = match
  const before =
    text
      .slice(Math.max(0, start - reach), start)
      .split(sentenceEnd)
      .at(-1) ?? ""
  const after = text.slice(end, end + reach).split(sentenceEnd)[0] ?? ""
  const isRange = /^[ከየለ]/.test(groups.prefix ?? "") && value(groups.one) < value(groups.other)
  if (isRange || pages.test(before)) return false
  if (value(groups.one) < value(groups.other) && counted.test(after)) return false
  // No range goes down to nothing.
  if (language === "am" && /^\D*\d[-–—]0/.test(found) && !labels.test(before)) return true
  if (language === "om" && isOromoCount(match, before, after)) return false
  if (sports[language].test(`${before} ${after}`) || (sideBefore.test(before) && sideAfter.test(after))) return true
  if (isBetweenNames(match, before, after)) return true
  return language === "om" && isOromoScore(match, before, after)
}

/** Nothing scored: commentators say ባዶ and duwwaa. */
const goals = (language: Language, written: string): string =>
  written === "0" ? { am: "ባዶ", om: "duwwaa" }[language] : numberWords(language, written)

const against = (language: Language, one: string, other: string): string =>
  language === "am" ? `${one} ለ${other}` : `${oromoLengthened(one)} fi ${other}`

/** 3-1, 2–0, 2:1 beside a word of sports. No one scores more than two digits have. */
const score = (language: Language): Rule => ({
  kind: "score",
  language,
  needs: ["digit"],
  cue: "\\d ?[\\-–—:] ?\\d",
  pattern: `${alone}${prefix[language]}(?<one>\\d{1,2}) ?[\\-–—:] ?(?<other>\\d{1,2})${notMore}(?! ?%)${looseSuffix[language]}`,
  read: (match) => {
    const { groups } = match
    if (!isScore(match)) return undefined
    return joined(
      language,
      against(language, goals(language, groups.one ?? ""), goals(language, groups.other ?? "")),
      groups
    )
  }
})

/** 2ለ0, 3 ለ 1: Amharic writes the word. */
const writtenScore: Rule = {
  kind: "score",
  language: "am",
  needs: ["digit"],
  cue: "\\d ?ለ ?\\d",
  pattern: `${alone}${prefix.am}(?<one>\\d{1,2}) ?ለ ?(?<other>\\d{1,2})(?![\\d.,]\\d|\\d| ?(?:ሰዓት|ብር|ሰው|ቀን|ዓመት))${looseSuffix.am}`,
  read: (match) => {
    const { groups } = match
    return joined("am", against("am", goals("am", groups.one ?? ""), goals("am", groups.other ?? "")), groups)
  }
}

/** 1:5, 1:50,000, and what is no clock time. */
const ratio = (language: Language): Rule => ({
  kind: "score",
  language,
  needs: ["digit"],
  cue: "\\d ?[:፡] ?\\d",
  pattern: `${alone}${prefix[language]}(?<one>\\d{1,3}${language === "om" ? "(?:\\.\\d{1,2})?" : ""})${language === "om" ? "(?: ?[:፡](?! )| [:፡] )" : " ?[:፡] ?"}(?<other>\\d{1,3}(?:,\\d{3})+|\\d{1,9})${notMore}${looseSuffix[language]}`,
  read: ({ groups }) =>
    joined(
      language,
      against(language, numberWords(language, groups.one ?? ""), numberWords(language, groups.other ?? "")),
      groups
    )
})

/** 1፡2፡3 of cement, sand and gravel. */
const amharicParts: Rule = {
  kind: "score",
  language: "am",
  needs: ["digit"],
  cue: "\\d[:፡]\\d[:፡]\\d",
  pattern: `${alone}(?<one>\\d)[:፡](?<two>\\d)[:፡](?<three>\\d)(?![\\d:፡])${notMore}`,
  read: ({ groups }) =>
    [groups.one, groups.two, groups.three].map((number) => numberWords("am", number ?? "")).join(" ለ")
}

/** 1:2:4 of cement: so much of each. */
const parts: Rule = {
  kind: "score",
  language: "om",
  needs: ["digit"],
  cue: "\\d:\\d",
  pattern: `${alone}(?<one>\\d):(?<two>\\d{1,2}):(?<three>\\d)(?!\\d)${notMore}${looseSuffix.om}`,
  read: ({ groups }) =>
    joined(
      "om",
      [groups.one, groups.two, groups.three].map((number) => numberWords("om", number ?? "")).join(", "),
      groups
    )
}

export const scores: ReadonlyArray<Rule> = [
  parts,
  amharicParts,
  score("am"),
  score("om"),
  writtenScore,
  ratio("am"),
  ratio("om")
]
