/** Measures of more than one number, or of a mark alone: 3x4 m, 120/80, 32", 5'6". */
import type { Language } from "../../Domain.ts"
import { joined, prefix, suffix, uncounted } from "./Affixes.ts"
import { amounts, amountWords, foundWords, numberWords } from "./Amounts.ts"
import { cues, type Rule } from "./Rule.ts"
import { notInNumber, quantity, type Unit, unitNamed } from "./Units.ts"

const inch: Unit = { written: "″", am: "ኢንች", om: "inchii" }

export const withUnit = (language: Language, unit: Unit, number: string): string =>
  language === "am" ? `${number} ${unit.am}` : `${unit.om} ${number}`

/** 3x4 m: ሦስት በአራት ሜትር; Oromo with the instrumental, which wants a native reader. */
const dimensions = (language: Language): Rule => ({
  kind: "measure",
  language,
  needs: ["digit"],
  cue: "[x×X*] ?[\\p{N}.kmbt]",
  pattern: `${notInNumber}${prefix[language]}(?<one>${amounts[language]}) ?(?<first>${quantity})? ?(?:[x×X]|\\*(?=\\d{1,4} ?(?:ሜ|ካሬ|[ሴሳ]|c?m(?!\\p{L})))) ?(?<two>${amounts[language]})(?: ?(?:${quantity})? ?[x×X] ?(?<three>${amounts[language]}))?(?![\\d⁰¹²³⁴-⁹⁻\\^])(?: ?(?<unit>${quantity}))?${suffix[language]}`,
  read: ({ end, groups, text }) => {
    const sides = [groups.one, groups.two, groups.three].flatMap((side) =>
      side === undefined ? [] : [amountWords(language, side)]
    )
    const isProduct = language === "om" && groups.unit === undefined && /^ ?=/.test(text.slice(end, end + 2))
    if (isProduct) return sides.join(" si'a ")
    const number = sides
      .map((side, at) => {
        if (at === 0) return side
        // 4x100: of a relay, by hundred.
        return language === "am"
          ? `በ${groups.one === "4" ? uncounted(side) : side}`
          : joined("om", side, { suffix: "iin" })
      })
      .join(" ")
    const unit = groups.unit === undefined ? undefined : unitNamed(groups.unit)
    // 250ml × 12: the unit is of the first alone.
    const first = groups.first === undefined ? undefined : unitNamed(groups.first)
    if (unit === undefined && first !== undefined)
      return joined(language, number.replace(sides[0] ?? "", withUnit(language, first, sides[0] ?? "")), groups)
    return joined(language, unit === undefined ? number : withUnit(language, unit, number), groups)
  }
})

/** 120/80: blood pressure, beside its words or its unit; the Oromo, "over 80", wants a native reader. */
const pressure = (language: Language): Rule => ({
  kind: "measure",
  language,
  needs: ["digit"],
  cue: cues.slash,
  pattern: `${notInNumber}${prefix[language]}(?<high>[1-2]\\d\\d|[6-9]\\d)\\/(?<low>1?\\d\\d)(?<unit> ?mm ?Hg)?(?![\\d\\/])${suffix[language]}`,
  read: ({ end, groups, start, text }) => {
    const near = text.slice(Math.max(0, start - 40), end + 40)
    if (groups.unit === undefined && !/ግፊ[ትቱቷ]|(?:^|\P{L})(?:የደም|ደሙ?|ቢ\.?ፒ|BP)(?!\p{L})|dhiibbaa|dhii?ga/iu.test(near))
      return undefined
    const [high, low] = [numberWords(language, groups.high ?? ""), numberWords(language, groups.low ?? "")]
    const words = language === "am" ? `${high} በ${low}` : `${high} ${low} irratti`
    const unit = { am: " ሚሊ ሜትር ሜርኩሪ", om: "" } as const
    return joined(language, groups.unit === undefined ? words : `${words}${unit[language]}`, groups)
  }
})

/** 32" beside a screen: elsewhere the mark ends a quotation. */
const screens = (language: Language): Rule => ({
  kind: "measure",
  language,
  needs: ["digit"],
  cue: `[\\d¼½¾](?:"|″|'')`,
  pattern: `${notInNumber}${prefix[language]}(?<amount>\\d{1,3}(?:\\.\\d{1,2}| ?[¼½¾])?|[¼½¾])(?:(?:"|″|'')(?= ?(?:TV|ቲቪ|ቴሌ|ስክሪን|ሞኒተር|ላፕቶፕ|ፒዛ|ቱቦ|[Tt]iivii|[Tt]eeleviizh|[Ii]skiriin|[Ll]aappi?toop|monitor))|(?<=\\d\\.\\d{1,2}|[¼½¾])(?:"|″)(?!\\p{L})|(?<=(?:TV|ቲቪ|ቴሌቪዥን|ስክሪን|ሞኒተር|ባለ) ?\\d{2})(?:"|″|'')(?!\\p{L}))`,
  read: ({ groups, start, text }) => {
    const number = foundWords(language, groups)
    // 400ሜ በ50.2": seconds of a race.
    const isRace = language === "am" && /\d ?ሜ(?:ትር|\.)?[^።]*$/.test(text.slice(Math.max(0, start - 24), start))
    return joined(language, isRace ? `${number} ሰከንድ` : withUnit(language, inch, number), groups)
  }
})

/** 5'6": feet and inches. */
const feet = (language: Language): Rule => ({
  kind: "measure",
  language,
  needs: ["digit"],
  cue: "\\d['′’] ?\\d",
  pattern: `${notInNumber}${prefix[language]}(?<feet>\\d{1,2})['′’] ?(?<inches>\\d{1,2})(?:"|″|”|'')${suffix[language]}`,
  read: ({ groups }) => {
    const [most, rest] = [numberWords(language, groups.feet ?? ""), numberWords(language, groups.inches ?? "")]
    return joined(language, language === "am" ? `${most} ጫማ ከ${rest} ኢንች` : `fiitii ${most} inchii ${rest}`, groups)
  }
})

const both = (rule: (language: Language) => Rule): ReadonlyArray<Rule> => [rule("am"), rule("om")]

export const sizes: ReadonlyArray<Rule> = [...both(feet), ...both(screens), ...both(pressure), ...both(dimensions)]
