/** So much for each of something: (kg/m²), km/h in the head of a table, doses of a day; the warmth of a day. */
import { oromoLengthened } from "./Affixes.ts"
import { amounts, amountWords, numberWords } from "./Amounts.ts"
import type { Rule } from "./Rule.ts"
import { notInNumber, oromoUnitBefore, perUnit, unitNamed, unitWritten } from "./Units.ts"

/** kaaree meetira tokkotti kiiloo giraama. */
export const ratesAlone: Rule = {
  kind: "measure",
  language: "om",
  needs: ["symbol"],
  cue: "[A-Za-z²³23.℃]\\/",
  pattern: `(?<![\\p{L}\\p{N}.\\/]|\\d ?)(?=[A-Za-z])(?<unit>${oromoUnitBefore})\\/(?<per>${unitWritten})(?![\\p{L}\\p{N}\\/]| ?\\d)`,
  read: ({ groups }) => {
    const [unit, each] = [unitNamed(groups.unit ?? ""), unitNamed(groups.per ?? "")]
    return unit === undefined || each === undefined ? undefined : `${perUnit("om", each)} ${unit.om}`
  }
}

/** What doses are of, before them or behind. */
const medicine = /m[gl] |kini+n|daw[aw]aa|qoric|guyyaa|dooz|kapsul|shiroop/iu

/** 500mg 1x3: one, three times a day. */
export const doses: Rule = {
  kind: "measure",
  language: "om",
  needs: ["digit"],
  cue: "\\d ?[x×X] ?\\d",
  pattern: "(?<![\\d.,\\/\\p{L}])(?<one>[1-3]) ?[x×X] ?(?<times>[1-6])(?![\\p{L}\\d\\/]|[.,]\\d| ?[x×X\\d])",
  read: ({ end, groups: { one = "", times = "" }, start, text }) =>
    medicine.test(text.slice(Math.max(0, start - 24), end + 10))
      ? `${numberWords("om", one)} si'a ${numberWords("om", times)}`
      : undefined
}

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

/** Misira 160/kg: so many for each, without a currency. */
export const forEachInOromo: Rule = {
  kind: "measure",
  language: "om",
  needs: ["symbol"],
  cue: "\\/ ?(?:[kK]g|[lL]|ha|ku|m)",
  pattern: `(?<![\\d.,\\/:\\-]|\\p{L})(?<amount>${amounts.om}) ?\\/ ?(?<per>[kK]g|[lL]t?r?|ha|kuntaala|kuntaalii|li+ti+rii?a?|m[²2])(?![\\p{L}\\d\\/])`,
  read: ({ groups: { amount = "", per = "" } }) => {
    const each = unitNamed(per)
    return each === undefined ? undefined : `${perUnit("om", each)} ${amountWords("om", amount)}`
  }
}
