/**
 * Two numbers with a mark between them: a range (ከአምስት እስከ አሥር, shanii hanga
 * kudhanii), a score (ሦስት ለአንድ, sadii fi tokko), a ratio, a fraction, or a
 * mark out of a whole (ከአሥር ስምንት, kudhan keessaa saddeet).
 */
import type { Language } from "../../Domain.ts"
import { amharicOrdinal, joined, looseSuffix, oromoLengthened, prefix } from "./Affixes.ts"
import { amount, amountWords, foundWords, fractional, numberWords, outer, plain } from "./Amounts.ts"
import { cues, type Match, type Rule } from "./Rule.ts"

const alone = "(?<![\\d][.,\\-\\/]?|[\\p{Script=Latin}\\p{M}])"
const notMore = "(?![\\d\\/]|:(?! )|[.,\\-]\\d)"

/** Words of sports near a score, which nothing but its neighbours tells from a range. */
const sports: Readonly<Record<Language, RegExp>> = {
  am: /\d ?ለ ?\d|ቮሊቦል|ቴኒስ|አሸን|ሸነፍ|ተሸን|ሸነፈ|ጎል(?![ማምበብ])|ግብ(?![ርረዓአይጽፅጻፃዣጠጥ])|ጨዋታ|ቡድ[ንኑ]|ውጤት|ዋንጫ|ሊግ|አቻ|ረታ|ረታች|ድል(?!ድ)|ክለብ|ተለያ|ተጫዋ|ስታዲየም|ከነማ|እግር ኳስ|መረብ|በሆነ ልዩነት/,
  om: /goolii|mo'at|moo'|moot(?:e|an|tee)(?!\p{L})|injifa|taph|kubbaa|garee|wal ?qixx|liigii|waancaa|kilab|istaadiyem|mo'am|qabxii|gool|galch/iu
}
/** What a range follows or counts, near a word of sports too. */
const pages = /(?:ገጽ|ቁጥር|ክፍል|ምዕራፍ|ዕድሜ|fuula|lakk\.|boqonnaa|umrii) ?$/i
const counted = /^ ?(?:ዓመት|አመት|ቀን|ቀናት|ደቂቃ|ሰዓት|ሳምንት|ወር|ሰዎች|ተጫዋች|ዓመታት|ጨዋታ)/
/** How far a word tells: UTF-16 code units on either side. */
const reach = 40

const sentenceEnd = /[።!?\n]|\.\s/

/** What has a number of two parts with a dash: ብሎክ 5-2. */
const labels = /(?:ብሎክ|ወረዳ|ቀበሌ|ሕንፃ|ህንፃ|ሕንጻ|ህንጻ|ኮድ|ሞዴል|ታርጋ|ደረጃ|አንቀጽ|ምድብ|ተራ|ቤት|ፎቅ|ቅጽ|ክፍለ ጊዜ|ዞን|መንገድ|መስመር|በረራ|ጥያቄ) $/

/** The same of Oromo, and what a range of days, pages or ages follows. */
const oromoLabels =
  /(?:kutaa|bi?loo?kii|ganda|aanaa|godina|koodii|moodela|gabatee|sadarkaa|ke?ww?t?\p{L}*\.?|lakk\p{L}*\.?|fuula|boqonnaa|guyyaa|torban|ji'a|waggaa|umrii|tartiiba|gosa|mana|darbii|gaaffii|yeroo|si'a|sa'aatii|daqiiqaa|saatii) $/iu
const oromoName = /(?<![\p{L}'])\p{Lu}[\p{L}']{2,} $/u
const oromoNameAfter = /^ \p{Lu}[\p{L}']{2,}(?<!tti|rraa|keessa)(?![\p{L}'])/u

const ofGoals = /^\d(?:[-–—]| [-–—] )\d(?!\d)/

/** 1-0, 2-2 descend, as no range does; Arsenaal 1-2 Chelsii and Raayyaa 78-72 Gaambeellaa stand between names. */
const isOromoScore = ({ found, groups }: Match, before: string, after: string): boolean => {
  // Lama lamaan (2-2n): two by two.
  const isEven = value(groups["one"]) === value(groups["other"])
  const descends = value(groups["one"]) >= value(groups["other"])
  if (oromoLabels.test(before) || found.includes(":")) return false
  const areGoals = ofGoals.test(found)
  if (areGoals && descends && !isEven) return !/\d ?$/.test(before)
  return (areGoals || descends) && oromoName.test(before) && oromoNameAfter.test(after)
}

/** ሊቨርፑል 3 – 0 ኤቨርተን, ቡና 2-1 መቻል: a name on each side, and the first is no less, as it would be in a range. */
const isBetweenNames = ({ found, groups, language }: Match, before: string, after: string): boolean =>
  groups["prefix"] === undefined &&
  (/ [-–—] /.test(found) || (language === "am" && /^\d[-–—]\d$/.test(found) && !labels.test(before))) &&
  value(groups["one"]) >= value(groups["other"]) &&
  /(?:\p{L}{3,}|(?!እና|ወይ|ነው)[ሀ-ፚ]{2}) $/u.test(before) &&
  /^ (?:\p{L}{3,}|(?!እና|ነው)[ሀ-ፚ]{2}(?!\p{L}))/u.test(after)

/** Clubs and national sides: between two of them any two numbers are a score. */
const side =
  "(?:ቡና|መቻል|ጊዮርጊስ|ባሕር ዳር|ባህር ዳር|[ሀሐ]ዋሳ|ፋሲል|አዳማ|ድሬዳዋ|ወልቂጤ|ሀድያ|ሲዳማ|ዲቻ|ድቻ|አርባ ምንጭ|መድን|መቀሌ|ስ[ሑሁ]ል|ኤሌክትሪክ|ንግድ ባንክ|ሻሸመኔ|ሀምበሪቾ|ወልዋሎ|አርሰናል|ቼልሲ|ሊቨርፑል|ሊቨርፖል|ማን[ቸች]ስተር|ሲቲ|ዩናይትድ|ቶተን[ሃሀ]ም|ኤቨርተን|ኒውካ[ስሰ]ል|አስቶን|ቪላ|ብራይተን|ፉልሃም|ዌስትሃም|ባርሴሎና|ባርሳ|ማድሪድ|ባየር?ን|ሙኒክ|ዶርትሙንድ|ጁቬንቱስ|ሚላን|ኢንተር|ናፖሊ|ሮማ|ፒኤስጂ|ፖርቶ|ቤንፊካ|አያክስ|አል አህሊ|ብራዚል|አርጀንቲና|ፈረንሳይ|እንግሊዝ|ጀርመን|ስፔን|ጣ[ሊል]ያን|ፖርቱጋል|ኔዘርላንድስ?|ቤልጂየም|ክሮ[ሺሽ]ያ|ሞሮኮ|ግብ[ፅጽ]|ና[ይ]ጄሪያ|ጋና|ካሜሩን|ሴኔጋል|አልጄሪያ|ቱኒ[ዚዝ]ያ|ኬንያ|ሱዳን|ታን[ዛዘ]ኒያ|ኡጋንዳ|ሩዋንዳ|ማሊ|ጊኒ|ማላዊ|ኢትዮጵያ|ሌሶቶ|ጅቡቲ|ሶማሊያ)"
const sideBefore = new RegExp(`${side} $`, "u")
const sideAfter = new RegExp(`^ ${side}`, "u")

/** Taphattoota 11-15, goolii 2-3: from so many to so many, where nobody wins by them. */
const isOromoCount = ({ groups }: Match, before: string, after: string): boolean =>
  value(groups["one"]) < value(groups["other"]) &&
  groups["suffix"] === undefined &&
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
  const isRange = /^[ከየለ]/.test(groups["prefix"] ?? "") && value(groups["one"]) < value(groups["other"])
  if (isRange || pages.test(before)) return false
  if (value(groups["one"]) < value(groups["other"]) && counted.test(after)) return false
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
      against(language, goals(language, groups["one"] ?? ""), goals(language, groups["other"] ?? "")),
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
    return joined("am", against("am", goals("am", groups["one"] ?? ""), goals("am", groups["other"] ?? "")), groups)
  }
}

/** 1:5, 1:50,000, and what is no clock time. */
const ratio = (language: Language): Rule => ({
  kind: "score",
  language,
  needs: ["digit"],
  cue: "\\d ?[:፡] ?\\d",
  pattern: `${alone}${prefix[language]}(?<one>\\d{1,3}) ?[:፡] ?(?<other>\\d{1,3}(?:,\\d{3})+|\\d{1,9})${notMore}${looseSuffix[language]}`,
  read: ({ groups }) =>
    joined(
      language,
      against(language, numberWords(language, groups["one"] ?? ""), numberWords(language, groups["other"] ?? "")),
      groups
    )
})

const value = (written = ""): number => Number(plain(written))

/** For so long, or of such an age: ለ9-14 ዓመት is ከዘጠኝ እስከ አሥራ አራት ዓመት. For so many people it keeps its ለ. */
const duration = /^ ?(?:ዓመት|አመት|ወር|ወራት|ሳምንት|ቀን|ቀናት|ሰዓት|ደቂቃ|ሰከንድ)/

/** ከገጽ 45–67: the preposition stands before the word. */
const fromWord = /(?<!\p{L})ከ(?:ገ[ጽፅ]|ምዕራፍ|አንቀ[ጽፅ]|(?:ተራ )?ቁጥር|ተ\.ቁ\.?|ክፍል|ጥያቄ|መልመጃ|ደረጃ|ዕድሜ|ወረዳ|ቀበሌ|ረድፍ|ሰኔ|መስመር) $/u

/** ቦይንግ 737-800: a model, without a word between its numbers. */
const aircraft = /(?:ቦይንግ|Boeing|ኤርባስ|Airbus|ቦምባርዲየር|ዳሽ) ?$/

/** 5-10, 2010–2015, 1,000-2,000: the second is more than the first, or has a scale that the first lacks. */
const range = (language: Language): Rule => ({
  kind: "range",
  language,
  needs: ["digit"],
  cue: "[\\-–—~]",
  pattern: `${alone}${prefix[language]}${amount(language)}${notMore}${looseSuffix[language]}`,
  read: ({ end, groups, start, text }) => {
    const { amount: one, to } = groups
    if (to === undefined || value(one) >= value(to) || aircraft.test(text.slice(Math.max(0, start - 12), start)))
      return undefined
    if (
      language === "am" &&
      groups["prefix"] === undefined &&
      fromWord.test(text.slice(Math.max(0, start - 12), start))
    )
      return joined("am", foundWords("am", groups).replace(/^ከ/, ""), groups)
    const isLong = groups["prefix"] === "ለ" && duration.test(text.slice(end, end + 8))
    return joined(language, foundWords(language, groups), isLong ? { ...groups, prefix: "ከ" } : outer(groups))
  }
})

/** 5/6 ቀናት: of two numbers in a row, one or the other. */
const either: Rule = {
  kind: "range",
  language: "am",
  needs: ["digit"],
  pattern: `${alone}${prefix.am}(?<one>[2-9]|1\\d)\\/(?<other>\\d{1,2})(?= (?:ዓመት|አመት|ወር|ሳምንት|ቀን|ቀናት|ሰዓታት|ሰዎች|ወራት|ዓመታት|ልጆች|ተማሪዎች|ጊዜ)(?!\\p{L}))`,
  read: ({ groups }) => {
    const { one = "", other = "" } = groups
    const [first, second] = [Number(one), Number(other)]
    // 2/4 ዓመት: no one writes a half so.
    const isReducible = second % first === 0 && second > first
    if (!isReducible && (second !== first + 1 || first < 4)) return undefined
    return joined("am", `${numberWords("am", one)} ወይም ${numberWords("am", other)}`, groups)
  }
}

/** ከ6 ወር-5 ዓመት: the two ends with a word each. */
const named: Rule = {
  kind: "range",
  language: "am",
  needs: ["digit"],
  after: "\\d ?(?:ወር|ዓመት|አመት|ሳምንት|ቀን|ሰዓት|ደቂቃ|ኪሎ|ሜትር|ብር|ሳንቲም|ሺህ?|መቶ|ሚሊዮን|ቢሊዮን)",
  pattern: " ?[\\-–—] ?(?=\\d{1,9} ?(?:ወር|ዓመት|አመት|ሳምንት|ቀን|ሰዓት|ደቂቃ|ኪሎ|ሜትር|ብር|ሳንቲም|ሺህ?|መቶ|ሚሊዮን|ቢሊዮን))",
  read: () => " እስከ "
}

/** ½, 2½, 1/2, 2/3ኛ. */
const fraction = (language: Language): Rule => ({
  kind: "fraction",
  language,
  needs: ["digit", "symbol"],
  cue: "[¼½¾⅐-⅞]|\\d[\\/⁄]\\d",
  pattern: `${alone}${prefix[language]}(?<amount>${fractional})${language === "am" ? "(?:ኛ(?!\\p{L})|ኛ(?=ው|ዋ))?" : "(?: ?-?ffaa)?"}${looseSuffix[language]}`,
  read: ({ groups, language: of }) => {
    const [above = "", below = ""] = (groups["amount"] ?? "").split(/[/⁄]/)
    if (below !== "" && !/ /.test(above) && Number(above) >= Number(below)) return undefined
    return joined(of, amountWords(of, groups["amount"] ?? ""), groups)
  }
})

/** What a whole of more than a hundred is of: 575/600 may be a house as well. */
const marks = /qabxii|ነጥብ|ውጤት|አመጣ|አምጥ|ፈተና/i

const housing = /kond|man(?:a|neen)(?!\p{L})|qusann|ቤት|ኮንዶ|መርሐ|መርሃ|ፕሮግራም|ዕጣ|እጣ|ቁጠባ|ተመዝጋቢ/u

/** 8/10, 45/100, 575/600: so many of a whole, in a school's or a poll's words. */
const outOf = (language: Language): Rule => ({
  kind: "fraction",
  language,
  needs: ["digit"],
  cue: cues.slash,
  pattern: `${alone}${prefix[language]}(?:(?<one>\\d{1,3}(?:\\.\\d+)?) ?\\/ ?(?<whole>10|15|20|25|30|40|50|60|70|80|[1-9]00)|(?<one>[0-5]\\.\\d) ?\\/ ?(?<whole>5))${notMore}${looseSuffix[language]}`,
  read: ({ end, groups, start, text }) => {
    const { one = "", whole = "" } = groups
    if (Number(one) > Number(whole)) return undefined
    if (Number(whole) > 100 && !marks.test(text.slice(Math.max(0, start - reach), end + reach))) return undefined
    const [part, all] = [numberWords(language, one), numberWords(language, whole)]
    if (language === "om" && one === "50" && whole === "50")
      return joined(language, `${part} ${joined(language, all, { suffix: "n" })}`, groups)
    // የ40/60 ቤት, 50/50: two shares of one whole, what a saver pays and what the bank lends.
    const isShared =
      Number(one) + Number(whole) === 100 &&
      Number(whole) >= 50 &&
      (housing.test(text.slice(end, end + reach)) ||
        (language === "am" && (groups["prefix"] !== undefined || one === whole)))
    if (isShared) return joined(language, `${part} ${all}`, groups)
    if (language === "am" && text.startsWith(" መካከል", end)) return joined("am", `${part} እና ${all}`, groups)
    if (language === "om") return joined("om", `${all} keessaa ${part}`, groups)
    // A preposition of its own: በ8/10 is በስምንት ከአሥር.
    return groups["prefix"] === undefined
      ? joined("am", `ከ${all} ${part}`, groups)
      : joined("am", `${part} ከ${all}`, groups)
  }
})

/** 1/10ኛ, 3/25ኛው: a part, by its ordinal. */
const ordinalPart: Rule = {
  kind: "fraction",
  language: "am",
  needs: ["digit"],
  cue: "\\/\\d{2,3}-?ኛ",
  pattern: `${alone}${prefix.am}(?<one>\\d{1,2})\\/(?<whole>\\d{2,3})-?ኛ${looseSuffix.am}`,
  read: ({ groups }) => {
    const { one = "", whole = "" } = groups
    return joined("am", `${numberWords("am", one)} ${amharicOrdinal(numberWords("am", whole))}`, groups)
  }
}

/** ከ00/100, behind an amount in words: cents, as cheques have them. */
const centsOfCheques: Rule = {
  kind: "fraction",
  language: "am",
  needs: ["digit"],
  cue: "\\d\\d\\/100",
  after: "ብር ?",
  pattern: `(?<prefix>ከ|እና )?(?<cents>\\d\\d)\\/100(?!\\d)`,
  read: ({ groups: { cents = "", prefix: before = "" } }) => `${before}${numberWords("am", String(Number(cents)))} ሳንቲም`
}

/** ከ100 95: of a hundred, not a number in groups. */
const outOfWhole: Rule = {
  kind: "fraction",
  language: "am",
  needs: ["digit"],
  cue: "ከ\\d{2,3} \\d",
  pattern: `(?<![\\p{L}\\p{N}])(?<prefix>[በየለ]?)ከ(?<whole>[1-9]0|[1-9]00) (?<one>[1-9]\\d{0,2}(?:\\.\\d{1,2})?)(?![\\p{N}\\/:]|[.,\\-]\\p{N}| ?(?:ብር|ETB|%|በመቶ|ሺ|ሚሊ))${looseSuffix.am}`,
  read: ({ groups }) => {
    const { one = "", whole = "" } = groups
    if (Number(one) > Number(whole)) return undefined
    return joined("am", `ከ${numberWords("am", whole)} ${numberWords("am", one)}`, groups)
  }
}

/** 1160/2011: a proclamation and its year, with the slash that readers name. */
const slashed = (language: Language): Rule => ({
  kind: "number",
  language,
  needs: ["digit"],
  cue: cues.slash,
  pattern: `${alone}${prefix[language]}(?<one>\\d{1,4})\\/(?<other>(?:19|20)\\d\\d)${notMore}${looseSuffix[language]}`,
  read: ({ groups, start, text }) => {
    const { one = "", other = "" } = groups
    // Hanga 12/2026: a month of a year.
    if (
      language === "om" &&
      Number(one) <= 13 &&
      /(?:guyyaa|hanga|ji'a|yeroo|irraa) $/iu.test(text.slice(Math.max(0, start - 16), start))
    )
      return joined(language, `${numberWords(language, one)} bara ${numberWords(language, other)}`, groups)
    const slash = language === "am" ? "ስላሽ" : "islaashii"
    return joined(language, `${numberWords(language, one)} ${slash} ${numberWords(language, other)}`, groups)
  }
})

const of = (rule: (language: Language) => Rule): ReadonlyArray<Rule> => [rule("am"), rule("om")]

export const ranges: ReadonlyArray<Rule> = [
  ...of(score),
  writtenScore,
  ...of(ratio),
  either,
  named,
  ...of(fraction),
  ordinalPart,
  centsOfCheques,
  outOfWhole,
  ...of(outOf),
  ...of(slashed),
  ...of(range)
]
