/** Numbers that are amounts of something, or of nothing that is known: cardinals, decimals, powers, Ethiopic numerals. */
import type { Language } from "../../Domain.ts"
import { find } from "../EthiopicNumerals.ts"
import { beforeFi, joined, looseSuffix, prefix, suffix } from "./Affixes.ts"
import { foundWords, numberWords, single } from "./Amounts.ts"
import { letterNames } from "./LetterNames.ts"
import { numerals } from "./numerals/OfLanguage.ts"
import { around } from "./Pairs.ts"
import type { Match, Rule } from "./Rule.ts"

/** What the three of are named by: Godinaalee 3n, namoonni 3n, isaan 3n. */
const several =
  /(?:keessaa|oot|oon|onni|wwan|lee|nn?i |een |jar|isaan|isaa|ishee|keenya|keessan|koo |kee |nuti |warra|ilmaan)[\p{L}']* (?:Gadaa |biyyaa |aanaa )?$/iu

/** 4n isaanii: the four of them. */
const possessed = /^ (?:isaanii?|keenya|keessan)(?!\p{L})/iu

const read = (match: Match): string => {
  const { end, groups, language, start, text } = match
  const isSeveral =
    several.test(text.slice(Math.max(0, start - 16), start)) || possessed.test(text.slice(end, end + 10))
  // qabxii 3n is "by three points" and not "the three": sadiin.
  if (language === "om" && groups.suffix === "n" && !isSeveral)
    return joined(language, foundWords(language, groups), { suffix: "iin" })
  return beforeFi(match, joined(language, foundWords(language, groups), groups))
}

const cardinal = (language: Language): Rule => ({
  kind: "number",
  language,
  needs: ["digit"],
  pattern: `${prefix[language]}${single(language)}${looseSuffix[language]}`,
  read
})

const daily = /(?:(?<!\p{L})በ(?:የ?ቀ[ንኑ]|ሳምንት|ወር|ዓመት)|(?:guyyaa|torban|ji'a|waggaa)(?:tti)?) $/u

/** x2, 3x, ×2: so many times as much. */
const times = (language: Language): Rule => ({
  kind: "number",
  language,
  needs: ["latin", "symbol"],
  pattern: `(?<![\\p{Script=Latin}\\p{M}\\d.,])${prefix[language]}(?:[x×](?<first>\\d{1,3})|(?<last>\\d{1,3}(?:\\.\\d)?)[x×X])(?:\\/(?<per>ቀን|ሳምንት|ወር|ዓመት))?(?![\\p{L}\\d])(?! ?\\d)`,
  read: ({ groups, start, text }) => {
    const words = numberWords(language, groups.first ?? groups.last ?? "")
    // 3x/ቀን: three times a day.
    if (groups.per !== undefined) return `በ${groups.per} ${words} ጊዜ`
    // (guyyaatti 3x), በቀን 3x: three times a day.
    if (daily.test(text.slice(Math.max(0, start - 14), start)))
      return language === "am" ? `${words} ጊዜ` : `yeroo ${words}`
    // Yeroo 3x: the word says it already.
    if (language === "om" && /(?:yeroo|si'a) $/i.test(text.slice(Math.max(0, start - 6), start))) return words
    return joined(language, language === "am" ? `${words} እጥፍ` : `dachaa ${words}`, groups)
  }
})

const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹"
const minusOf: Readonly<Record<Language, string>> = { am: "ኔጋቲቭ", om: "negaatiivii" }
const power: Readonly<Record<Language, readonly [to: string, square: string, cube: string]>> = {
  am: ["ርቢ", "ካሬ", "ኪዩብ"],
  om: ["paawarii", "iskuweerii", "kuubii"]
}

/** What a raised number says: 5², 10⁶, 10^-3. */
const powerWords = (language: Language, exponent: string): string => {
  const [to, square, cube] = power[language]
  if (exponent === "2") return square
  if (exponent === "3") return cube
  if (exponent === "n") return `${to} ${letterNames(language, "N")}`
  const digits = numberWords(language, exponent.replace(/^[-−]/, ""))
  return `${to} ${/^[-−]/.test(exponent) ? `${minusOf[language]} ` : ""}${digits}`
}

/** 10⁶, 1.5×10⁶, x²: አሥር ርቢ ስድስት (the exponent's name in Amharic textbooks; the Oromo wants a native reader). */
const powers = (language: Language): Rule => ({
  kind: "number",
  language,
  needs: ["symbol"],
  pattern: `(?:(?<![\\d.,])${prefix[language]}(?:(?<factor>\\d+(?:\\.\\d+)?) ?[×x*·] ?)?(?<base>\\d{1,9})|(?<=[\\p{L}\\)]))(?:(?<up>⁻?[${raised}]{1,4})|\\^(?<caret>[\\-−]?\\d{1,4}|n(?!\\p{L})))`,
  read: ({ groups, start, text }) => {
    const exponent = (groups.up ?? groups.caret ?? "").normalize("NFKC")
    const { base, factor } = groups
    const said = powerWords(language, exponent)
    if (base === undefined) return text.charAt(start - 1) === ")" ? ` ${said}` : said
    const product = language === "am" ? "ሲባዛ በ" : "si'a "
    const before = factor === undefined ? "" : `${numberWords(language, factor)} ${product}`
    return joined(language, `${before}${numberWords(language, base)} ${said}`, groups)
  }
})

/** በ'000 ብር: of a table, in thousands. */
const inThousands: Rule = {
  kind: "number",
  language: "am",
  needs: ["digit"],
  cue: "['’‘]000",
  pattern: `${prefix.am}(?<!\\p{N})['’‘]000(?![\\p{N}]|[.,]\\p{N})['’‘]?${looseSuffix.am}`,
  read: ({ groups }) => joined("am", "ሺህ", groups)
}

/** No. 5, №5, Nr. 5, ቁ. 5, #5. */
const numbered = (language: Language): Rule => ({
  kind: "number",
  language,
  needs: ["digit", "ethiopic"],
  pattern: `(?<![\\p{L}\\p{M}\\d])(?:(?<prefix>[የበለከ])?(?:(?:N[or]|n[or]|NO)\\. ?|N[o°º] ?|№ ?|ቁ[.\\/]? ?|#(?!(?:19|20)\\d\\d(?!\\d)) ?))(?=\\d${language === "am" ? "|(?<=ቁ)[፩-፼]" : ""})`,
  read: ({ groups }) => (language === "am" ? `${groups.prefix ?? ""}ቁጥር ` : "lakkoofsa ")
})

/** The mobile networks, and pictures in 3D and 4K, which both languages name in English; before the codes that they look like. */
const network = (language: Language): Rule => ({
  kind: "acronym",
  language,
  needs: ["digit"],
  cue: "[2-6] ?-?[GDKጂ]",
  pattern: `(?<![\\p{Script=Latin}\\p{M}\\d.,])${prefix[language]}(?:(?<generation>[2-6]) ?(?:G|ጂ(?!\\p{L}))|(?<generation>[23])-?(?<letter>D)|(?<generation>4)(?<letter>K))(?!\\d)${language === "om" ? suffix.om : "(?!\\p{Script=Latin})"}`,
  read: (match) => {
    const { groups } = match
    // 2-C 3-D: of answers.
    if (language === "om" && groups.letter === "D" && /\d-[ABCE](?!\p{L})/u.test(around(match))) return undefined
    const at = Number(groups.generation ?? "2") - 2
    const names = { am: ["ቱ", "ስሪ", "ፎር", "ፋይቭ", "ሲክስ"], om: ["tuu", "siri", "foor", "faayiv", "siks"] }[language]
    return joined(language, `${names[at] ?? ""} ${letterNames(language, groups.letter ?? "G")}`, groups)
  }
})

/** Any digits that are left, beside letters, in a row of dots, before the digit of a keycap. */
const leftOver: Rule = {
  kind: "number",
  needs: ["digit"],
  pattern: "\\d+(?!\\ufe0f?\\u20e3)",
  read: ({ found, language }) => numberWords(language, found)
}

/** A year in hundreds, as its numeral writes it; else a cardinal. */
const ethiopicWords = (language: Language, written: string): string =>
  find(written)
    .map(({ value }) => (value < 2_000 ? numerals[language].year(BigInt(value)) : numberWords(language, `${value}`)))
    .join(" ")

/** ፩ … ፼: every numeral of the run in words. */
const ethiopic = (language: Language): Rule => ({
  kind: "number",
  language,
  needs: ["ethiopic"],
  pattern: `${prefix[language]}(?<number>[፩-፼]+)${looseSuffix[language]}`,
  read: (match) => beforeFi(match, joined(language, ethiopicWords(language, match.groups.number ?? ""), match.groups))
})

const leftOverEthiopic: Rule = {
  kind: "number",
  needs: ["ethiopic"],
  pattern: "[፩-፼]+",
  read: ({ found, language }) => ethiopicWords(language, found)
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

const of = (rule: (language: Language) => Rule): ReadonlyArray<Rule> => [rule("am"), rule("om")]

/** 21K, 24 k of gold: carats. */
const carats = (language: Language): Rule => ({
  kind: "measure",
  language,
  needs: ["code"],
  cue: "\\d ?[kK]",
  pattern: `(?<![\\p{Script=Latin}\\p{M}\\d.,])${prefix[language]}(?<number>8|9|1[0248]|2[0-4]) ?[kK](?:t|T)?(?!\\d)${suffix[language]}`,
  read: (match) => {
    const { end, groups, start, text } = match
    if (!/ወርቅ|ካራት|gold|warqe|warqii|albuud/i.test(text.slice(Math.max(0, start - 60), end + 60))) return undefined
    const number = numberWords(language, groups.number ?? "")
    return beforeFi(match, joined(language, language === "am" ? `${number} ካራት` : `karaatii ${number}`, groups))
  }
})

/** 220V፣ 15A: of a current, beside its other measures; elsewhere a letter. */
const amperes: ReadonlyArray<Rule> = [
  {
    kind: "measure",
    language: "am",
    needs: ["code"],
    cue: "\\dA|\\d A(?![\\p{L}])",
    pattern: `(?<![\\p{Script=Latin}\\d.,])${prefix.am}(?<number>\\d{1,4}(?:\\.\\d{1,2})?) ?A(?![\\p{Script=Latin}\\d])`,
    read: ({ end, groups, start, text }) =>
      /\d ?(?:[kM]?[VW]|Hz|ቮልት|ዋት)(?!\p{L})|ቮልቴጅ|ፊውዝ|ብሬከር|ከረንት|አዳፕተር/u.test(
        text.slice(Math.max(0, start - 40), end + 40)
      )
        ? joined("am", `${numberWords("am", groups.number ?? "")} አምፒር`, groups)
        : undefined
  }
]

export const networks: ReadonlyArray<Rule> = [inThousands, ...of(network), ...of(carats), ...amperes]

export const numbers: ReadonlyArray<Rule> = [
  ...of(powers),
  ...of(times),
  ...of(numbered),
  ...of(cardinal),
  ...of(ethiopic),
  leftOver,
  leftOverEthiopic,
  otherSigns
]
