/**
 * Two numbers with a mark between them: a score or a ratio (`Scores`), a range
 * (ከአምስት እስከ አሥር, shanii hanga kudhanii), a fraction, or a mark out of a whole
 * (ከአሥር ስምንት, kudhan keessaa saddeet).
 */
import type { Language } from "../../Domain.ts"
import { amharicOrdinal, joined, looseSuffix, prefix } from "./Affixes.ts"
import { amount, amountWords, foundWords, fractional, numberWords, outer } from "./Amounts.ts"
import { alone, around, notMore, reach, value } from "./Pairs.ts"
import { cues, type Rule } from "./Rule.ts"
import { scores } from "./Scores.ts"

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
    if (language === "am" && groups.prefix === undefined && fromWord.test(text.slice(Math.max(0, start - 12), start)))
      return joined("am", foundWords("am", groups).replace(/^ከ/, ""), groups)
    const isLong = groups.prefix === "ለ" && duration.test(text.slice(end, end + 8))
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
  after: "\\d ?(?:ወር|ዓመት|አመት|ሳምንት|ቀን|ሰዓት|ደቂቃ|ኪሎ|ሜትር|ብር|ሳንቲም|መቶ)",
  pattern: " ?[\\-–—] ?(?=\\d{1,9} ?(?:ወር|ዓመት|አመት|ሳምንት|ቀን|ሰዓት|ደቂቃ|ኪሎ|ሜትር|ብር|ሳንቲም|ሺህ?|መቶ|ሚሊዮን|ቢሊዮን))",
  read: () => " እስከ "
}

/** ገጽ ፴፪-፴፭: of Ethiopic numerals. */
const ethiopic: Rule = {
  kind: "range",
  language: "am",
  needs: ["ethiopic"],
  cue: "[፩-፼] ?[\\-–—] ?[፩-፼]",
  pattern: "(?<=[፩-፼]) ?[\\-–—] ?(?=[፩-፼])",
  read: () => " እስከ "
}

const oromoCounted =
  "(?:ji'a|waggaa|guyyaa|torban|sa'aa?tii|daqiiqaa|birrii|qarshii|doolaara|kg|km|kiiloo(?: giraama| meetira)?|kuntaala|hektaara|meetira)"

/** Ji'a 6 – waggaa 5: the same in Afaan Oromo, and of classes: KG-8. */
const namedInOromo: Rule = {
  kind: "range",
  language: "om",
  needs: ["digit"],
  cue: `\\d ?[\\-–—] ?${oromoCounted}|KG ?[\\-–—] ?\\d`,
  after: `(?<!\\p{L})(?:(?i:${oromoCounted}) \\d{1,9}(?:[.,]\\d{1,3})?|KG)`,
  pattern: ` ?[\\-–—] ?(?=${oromoCounted} \\d|(?<=KG ?[\\-–—] ?)\\d)`,
  // Sa'a 8 - guyyaa 5 - torban 52: a list.
  read: (match) => ((around(match).match(/\d ?[-–—] ?\p{Ll}/gu)?.length ?? 0) > 1 ? undefined : " hanga ")
}

/** Q1–Q4: from one to the other of what has a letter and a number. */
const labelled: Rule = {
  kind: "range",
  language: "om",
  needs: ["digit"],
  cue: "\\d ?[\\-–—] ?[A-Z]\\d",
  pattern:
    "(?<![\\p{L}\\p{N}\\-])(?<label>[A-Z])(?<first>\\d{1,2}) ?[\\-–—] ?\\k<label>(?<last>\\d{1,2})(?![\\p{L}\\p{N}\\-])",
  read: ({ again, groups: { first = "", label = "", last = "" } }) =>
    Number(first) < Number(last) ? `${again(label + first)} hanga ${again(label + last)}` : undefined
}

/** ½, 2½, 1/2, 2/3ኛ. */
const fraction = (language: Language): Rule => ({
  kind: "fraction",
  language,
  needs: ["digit", "symbol"],
  cue: "[¼½¾⅐-⅞]|\\d[\\/⁄]\\d",
  pattern: `${alone}${prefix[language]}(?<amount>${fractional})${language === "am" ? "(?:ኛ(?!\\p{L})|ኛ(?=ው|ዋ))?" : "(?: ?-?ffaa)?"}${looseSuffix[language]}`,
  read: ({ end, groups, language: of, text }) => {
    // ½–1: one end of a range.
    if (/^[-–—][\d¼½¾]/.test(text.slice(end, end + 2))) return undefined
    const [above = "", below = ""] = (groups.amount ?? "").split(/[/⁄]/)
    if (below !== "" && !/ /.test(above) && Number(above) >= Number(below)) return undefined
    return joined(of, amountWords(of, groups.amount ?? ""), groups)
  }
})

/** What a whole of more than a hundred is of: 575/600 may be a house as well. */
const marks = /qabxii|fid(?:d?e|dan|dee|anii)(?!\p{L})|ነጥብ|ውጤ[ትቱቷቴታ]|ማትሪክ|[ሪሬ]ሚዲያል|አመጣ|አምጥ|ፈተና/iu

/** Words of reckoning with parts. */
const reckoned = /ሲደመር|ሲደመሩ|ሲቀነስ|ሲቀነሱ|ሲባዛ|ሲባዙ|ሲካፈል|ክፍልፋይ/

const housing = /መኝታ|ብሎክ|ሳይት|kond|man(?:a|neen)(?!\p{L})|qusann|ቤ[ትቶ]|ኮንዶ|መርሐ|መርሃ|ፕሮግራም|ዕጣ|እጣ|ቁጠባ|ተመዝጋቢ/u

/** 8/10, 45/100, 575/600: so many of a whole, in a school's or a poll's words. */
const outOf = (language: Language): Rule => ({
  kind: "fraction",
  language,
  needs: ["digit"],
  cue: cues.slash,
  pattern: `${alone}${prefix[language]}(?:(?<one>\\d{1,3}(?:\\.\\d+)?) ?\\/ ?(?<whole>10|15|20|25|30|40|50|60|70|80|90|[1-9]00)|(?<one>[0-5]\\.\\d${language === "om" ? "|5" : ""}) ?\\/ ?(?<whole>5)|(?<one>[0-4]\\.\\d{1,2}) ?\\/ ?(?<whole>4)(?:\\.0{1,2})?|(?<one>\\d{1,2})\\/(?<whole>\\d{1,2})(?= (?:ነጥብ|ጥያቄ)))${notMore}${looseSuffix[language]}`,
  read: ({ end, groups, start, text }) => {
    const { one = "", whole = "" } = groups
    if (Number(one) > Number(whole)) return undefined
    const near = text.slice(Math.max(0, start - reach), end + reach)
    // 3/10 ሲደመር 2/5: parts, where they are reckoned with.
    if (language === "am" && reckoned.test(near))
      return joined("am", `${numberWords("am", one)} ${amharicOrdinal(numberWords("am", whole))}`, groups)
    // Of the same whole twice: 180/600, 170/600.
    const isRepeated = language === "om" && near.split(`/${whole}`).length > 2
    if (Number(whole) > 100 && !isRepeated && !marks.test(near)) return undefined
    const [part, all] = [numberWords(language, one), numberWords(language, whole.replace(/\.0+$/, ""))]
    if (language === "om" && one === "50" && whole === "50")
      return joined(language, `${part} ${joined(language, all, { suffix: "n" })}`, groups)
    // የ40/60 ቤት, 50/50: two shares of one whole, what a saver pays and what the bank lends.
    const isShared =
      Number(one) + Number(whole) === 100 &&
      Number(whole) >= 50 &&
      (housing.test(text.slice(language === "am" ? Math.max(0, start - reach) : end, end + reach)) ||
        (language === "am" && (groups.prefix !== undefined || one === whole)))
    if (isShared) return joined(language, `${part} ${all}`, groups)
    if (language === "am" && text.startsWith(" መካከል", end)) return joined("am", `${part} እና ${all}`, groups)
    if (language === "om") return joined("om", `${all} keessaa ${part}`, groups)
    // A preposition of its own: በ8/10 is በስምንት ከአሥር.
    return groups.prefix === undefined
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
      /(?:(?:guyyaa|hanga|ji'a|yeroo|irraa) |(?:EXP|MFG|MFD|MAN)[:.]? ?)$/iu.test(
        text.slice(Math.max(0, start - 16), start)
      )
    )
      return joined(language, `${numberWords(language, one)} bara ${numberWords(language, other)}`, groups)
    const slash = language === "am" ? "ስላሽ" : "islaashii"
    return joined(language, `${numberWords(language, one)} ${slash} ${numberWords(language, other)}`, groups)
  }
})

/** %7.5 - %8.4, $10-$12, Br 500-Br 600: what is counted stands before both. */
const counted = "(?:[%$€£]|(?:[Bb]r|[Bb]irrii|[Qq]ar|[Qq]arshii|ETB|ku|kg|km)\\.?)"
const bothCounted: Rule = {
  kind: "range",
  language: "om",
  needs: ["digit"],
  cue: `[\\-–—] ?${counted} ?\\d`,
  after: `${counted} ?\\d{1,9}(?:[.,]\\d{1,3}){0,4}`,
  pattern: ` ?[\\-–—] ?(?=${counted} ?\\d)`,
  read: () => " hanga "
}

const of = (rule: (language: Language) => Rule): ReadonlyArray<Rule> => [rule("am"), rule("om")]

export const ranges: ReadonlyArray<Rule> = [
  ...scores,
  either,
  named,
  ethiopic,
  ...of(fraction),
  ordinalPart,
  centsOfCheques,
  outOfWhole,
  ...of(outOf),
  ...of(slashed),
  ...of(range),
  bothCounted,
  namedInOromo,
  labelled
]
