/** So much for each of something: (kg/m²), km/h in the head of a table, doses of a day; the warmth of a day. */
import { oromoLengthened } from "./Affixes.ts"
import { amounts, amountWords, numberWords } from "./Amounts.ts"
import { spaced } from "./numerals/Numerals.ts"
import type { Rule } from "./Rule.ts"
import { notInNumber, oromoUnitBefore, perUnit, unitNamed, unitWritten } from "./Units.ts"

/** kaaree meetira tokkotti kiiloo giraama. */
export const ratesAlone: Rule = {
  kind: "measure",
  language: "om",
  needs: ["symbol"],
  cue: "[A-Za-z²³23.℃]\\/",
  pattern: `(?<![\\p{L}\\p{N}.\\/]|\\d ?)(?=[A-Za-z])(?<unit>${oromoUnitBefore})\\/(?<per>${unitWritten})(?![\\p{L}\\p{N}'\\/]| ?\\d)`,
  read: ({ groups }) => {
    const [unit, each] = [unitNamed(groups.unit ?? ""), unitNamed(groups.per ?? "")]
    return unit === undefined || each === undefined ? undefined : `${perUnit("om", each)} ${unit.om}`
  }
}

/** ku/ha 45: with or without the number behind it. */
export const harvest: Rule = {
  kind: "measure",
  language: "om",
  needs: ["symbol"],
  cue: "ku\\.?\\/ha",
  pattern: `(?<![\\p{L}\\p{N}.\\/]|\\d ?)(?:(?<amount>${amounts.om}) ?)?[kK]u\\.?\\/ha(?![\\p{L}\\p{N}'\\/])`,
  read: ({ groups: { amount } }) =>
    spaced("hektaaratti kuntaala", amount === undefined ? "" : amountWords("om", amount))
}

/** What doses are of, before them or behind. */
const medicine = /m[gl] |tab\. |kaps|kini+n|daw[aw]aa|qoric|guyyaa|dooz|kapsul|shiroop/iu

/** 500mg 1x3: one, three times a day. */
const oromoDoses: Rule = {
  kind: "measure",
  language: "om",
  needs: ["digit"],
  cue: "\\d ?[x×X] ?\\d",
  pattern: "(?<![\\d.,\\/\\p{L}])(?<one>[1-4]) ?[x×X] ?(?<times>[1-6])(?![\\p{L}\\d\\/]|[.,]\\d| ?[x×X\\d])",
  read: ({ end, groups: { one = "", times = "" }, start, text }) =>
    medicine.test(text.slice(Math.max(0, start - 24), end + 10))
      ? `${numberWords("om", one)} si'a ${numberWords("om", times)}`
      : undefined
}

/** What doses are of, in Amharic. */
const amharicMedicine = /m[gl](?!\p{L})|ሚ[.]?[ግሊ]|ኪኒን|ክኒን|እንክብል|ጡባዊ|ካፕሱል|ሽሮፕ|መድ[ኃሃሀኀ]ኒት|ምግብ|አንቲባዮ|ለ\d+ ቀን/u

/** 400mg 1×3: one, three times a day. */
const amharicDoses: Rule = {
  kind: "measure",
  language: "am",
  needs: ["digit"],
  cue: "\\d ?[x×X] ?\\d",
  pattern:
    "(?<![\\d.,\\/\\p{L}])(?<one>[1-3]) ?[x×X] ?(?<times>[1-6])(?![\\p{L}\\d\\/]|[.,]\\d| ?[x×X\\d]| ?(?:ሜ|ሴ|ካሬ))",
  read: ({ end, groups: { one = "", times = "" }, start, text }) => {
    const before = text.slice(Math.max(0, start - 30), start)
    if (!amharicMedicine.test(before + text.slice(end, end + 16))) return undefined
    return `${numberWords("am", one)} ${/በቀን /.test(before) ? "" : "በቀን "}${numberWords("am", times)} ጊዜ`
  }
}

export const doses: ReadonlyArray<Rule> = [oromoDoses, amharicDoses]

/** 14/26°C: the least and the most of a day. */
export const leastAndMost: Rule = {
  kind: "measure",
  language: "om",
  needs: ["symbol"],
  cue: "\\/ ?-?\\d{1,2} ?[°℃]",
  pattern: `${notInNumber}(?<one>\\d{1,2}(?:\\.\\d)?) ?(?:° ?C?|℃)? ?\\/ ?(?<two>\\d{1,2}(?:\\.\\d)?) ?(?<unit>° ?C|℃|°)(?!\\p{L})`,
  read: ({ groups }) => {
    const { one = "", two = "", unit = "" } = groups
    const [first, last] = [numberWords("om", one), numberWords("om", two)]
    return `${unitNamed(unit)?.om} ${oromoLengthened(first)} ${Number(one) < Number(two) ? "hanga" : "fi"} ${last}`
  }
}

/** 13°/26°, 21/34°C: from the one to the other; 22°/11°: the most and the least. */
export const amharicLeastAndMost: Rule = {
  kind: "measure",
  language: "am",
  needs: ["symbol"],
  cue: "\\/ ?-?\\d{1,2} ?[°℃]",
  pattern: `${notInNumber}(?<prefix>[በከለየ])?(?<one>\\d{1,2}) ?(?:° ?[Cሴ]?|℃)? ?\\/ ?(?<two>\\d{1,2}) ?(?<unit>° ?[Cሴ]|℃|°)(?!\\p{L})`,
  read: ({ groups: { one = "", prefix = "", two = "", unit = "" } }) => {
    const [first, last] = [numberWords("am", one), `${numberWords("am", two)} ${unitNamed(unit)?.am ?? ""}`]
    return Number(one) < Number(two)
      ? `${prefix === "የ" ? "የ" : "ከ"}${first} እስከ ${last}`
      : `${prefix}${first} እና ${last}`
  }
}

/** Misira 160/kg: so many for each, without a currency. */
export const forEachInOromo: Rule = {
  kind: "measure",
  language: "om",
  needs: ["symbol"],
  cue: "\\/ ?(?:[kK]g|[lL]|ha|ku|m)",
  pattern: `(?<![\\d.,\\/:\\-]|\\p{L})(?<amount>${amounts.om}) ?\\/ ?(?<per>[kK]g|[lL]t?r?|ha|ku\\.?|kuntaala|kuntaalii|li+ti+rii?a?|m[²2])(?![\\p{L}\\d\\/])`,
  read: ({ groups: { amount = "", per = "" } }) => {
    const each = unitNamed(per.startsWith("ku") ? "ku." : per)
    return each === undefined ? undefined : `${perUnit("om", each)} ${amountWords("om", amount)}`
  }
}
