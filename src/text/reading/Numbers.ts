/** Numbers that are amounts of something, or of nothing that is known: cardinals, decimals, grouping, Ethiopic numerals. */
import type { Language } from "../../Domain.ts"
import { find } from "../Numerals.ts"
import { joined, looseSuffix, prefix } from "./Affixes.ts"
import { numerals } from "./numerals/OfLanguage.ts"
import type { Match, Rule } from "./Rule.ts"

/** A number as it is written: digits, in groups of three by comma or space, with a fraction. */
export const number = "\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?(?!\\d)|\\d{1,3}(?: \\d{3})+(?!\\d)|\\d+(?:\\.\\d+)?"

/** Its digits and point alone. */
export const plain = (written: string): string => written.replace(/[, ]/g, "")

/** The longest that is said as one number; a longer one is said digit by digit. */
const longest = 15

/** A number in words. */
export const numberWords = (language: Language, written: string): string => {
  const digits = plain(written)
  const { decimal, digits: oneByOne } = numerals[language]
  return digits.length > longest ? oneByOne(digits.replace(".", "")) : decimal(digits)
}

const read = ({ groups, language }: Match): string =>
  joined(language, numberWords(language, groups["number"] ?? ""), groups)

const cardinal = (language: Language): Rule => ({
  kind: "number",
  language,
  needs: ["digit"],
  pattern: `${prefix[language]}(?<number>${number})${looseSuffix[language]}`,
  read
})

/** Any digits that are left, beside letters, in a row of dots, before the digit of a keycap. */
const leftOver: Rule = {
  kind: "number",
  needs: ["digit"],
  pattern: "\\d+(?!\\ufe0f?\\u20e3)",
  read: ({ found, language }) => numberWords(language, found)
}

/** ፩ … ፼: every numeral of the run in words. */
const ethiopic = (language: Language): Rule => ({
  kind: "number",
  language,
  needs: ["ethiopic"],
  pattern: `${prefix[language]}(?<number>[፩-፼]+)${looseSuffix[language]}`,
  read: ({ groups }) =>
    joined(
      language,
      find(groups["number"] ?? "")
        .map(({ value }) => numberWords(language, `${value}`))
        .join(" "),
      groups
    )
})

const leftOverEthiopic: Rule = {
  kind: "number",
  needs: ["ethiopic"],
  pattern: "[፩-፼]+",
  read: ({ found, language }) =>
    find(found)
      .map(({ value }) => numberWords(language, `${value}`))
      .join(" ")
}

/** Raised, circled, Roman and mathematical number signs that no rule knew: ⁵, ①, Ⅳ, 𝟏. */
const otherSigns: Rule = {
  kind: "number",
  needs: ["digit", "symbol"],
  pattern: "[\\p{N}--[0-9፩-፼]]",
  read: ({ found, language }) =>
    found
      .normalize("NFKC")
      .replace(/\p{N}+/gu, (digits) => (/^\d+$/.test(digits) ? numberWords(language, digits) : " "))
}

export const numbers: ReadonlyArray<Rule> = [
  cardinal("am"),
  cardinal("om"),
  ethiopic("am"),
  ethiopic("om"),
  leftOver,
  otherSigns,
  leftOverEthiopic
]
