/** Ordinals: digits with ኛ, -ffaa, or an English ending, and what is written behind it. */
import { joined, prefix, suffix } from "./Affixes.ts"
import { between, plain } from "./Amounts.ts"
import { numerals } from "./numerals/OfLanguage.ts"
import type { Rule } from "./Rule.ts"

/** Longer ones are names of things. */
const digits = "(?<number>\\d{1,3}(?:,\\d{3})+|\\d{1,9})"

/** 2ኛ, 2ተኛ, 2-ኛው, 12ኛነት. */
const amharic: Rule = {
  kind: "ordinal",
  language: "am",
  needs: ["digit"],
  pattern: `(?<![\\d.,])${prefix.am}(?:(?<from>\\d{1,4})(?:-?ኛ)?${between})?${digits} ?-?[ተደነረ]?ኛ(?<rest>[ወውዋነቱ-ቷዎየዬዮችቹንምናስ]{0,5}(?![\\p{L}\\p{M}]))?`,
  read: ({ groups }) => {
    const { from, number = "0", prefix: before, rest = "" } = groups
    const last = numerals.am.ordinal(BigInt(plain(number)))
    if (from === undefined) return joined("am", last + rest, { prefix: before })
    return joined("am", `${numerals.am.ordinal(BigInt(from))} እስከ ${last}${rest}`, { prefix: before ?? "ከ" })
  }
}

/** 2ffaa, 3ffaan, 4affaa, 5ffa; the endings that people write for it. */
const oromo: Rule = {
  kind: "ordinal",
  language: "om",
  needs: ["digit"],
  pattern: `(?<![\\d.,\\p{L}])(?:(?<from>\\d{1,4})(?:[\\-']?ffaa)?${between})?${digits}[\\-' ]?(?:[ao]?ffaa?|faa)${suffix.om}`,
  read: ({ groups }) => {
    const { from, number = "0" } = groups
    const last = joined("om", numerals.om.ordinal(BigInt(plain(number))), groups)
    return from === undefined ? last : `${numerals.om.ordinal(BigInt(from))} hanga ${last}`
  }
}

/** 1st, 2nd, 3rd, 4th, which both languages take from English. */
const english: Rule = {
  kind: "ordinal",
  needs: ["digit"],
  pattern: `(?<![\\d.,\\p{L}])${digits}(?:st|nd|rd|th)(?!\\p{L})`,
  read: ({ groups, language }) => numerals[language].ordinal(BigInt(plain(groups["number"] ?? "0")))
}

export const ordinals: ReadonlyArray<Rule> = [amharic, oromo, english]
