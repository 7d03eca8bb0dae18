/** Articles of laws, and the parts of them. */
import type { Language } from "../../Domain.ts"
import { beforeFi, joined, looseSuffix } from "./Affixes.ts"
import { qubeeNames } from "./LetterNames.ts"
import { numerals } from "./numerals/OfLanguage.ts"
import type { Rule } from "./Rule.ts"

/** An article of a law; others may stand between it and the part: አንቀጽ 39(1)፣ 40 እና 51(3). */
const article =
  "(?:አንቀ[ጽፅ]\\p{L}{0,2}|አንቀ?\\.|[ሕህ]\\/አ\\.?|[ሕህ]\\/?ግ?[ \\/]ቁ(?:ጥር)?\\.?) ?\\d{1,4}(?:[\\-–]\\d{1,4})?(?:(?: ?\\((?:\\d{1,2}|[ሀ-ፚ])\\)|\\/(?:\\d{1,2}|[ሀ-ፚ])\\/|\\.\\d{1,2}){0,3}(?:[፣,]| እና| ወይም|ና){1,2} ?\\d{1,4}){0,6}"

const oromoArticle =
  "(?:[kK]wt[.:]?|[kK]ee?w{1,2}(?:\\.|at\\p{L}{0,4})?|[kK]ee?yy?at\\p{L}{0,4}|[aA]nqas\\p{L}{0,3}\\.?)"

/** አንቀጽ 14(2), kwt. 24(2): the part of an article, and the part of that. */
const subArticle = (language: Language, after: string): Rule => ({
  kind: "ordinal",
  language,
  needs: ["digit"],
  cue: "\\d ?\\(\\d|\\d\\/\\d|\\d\\.\\d",
  after,
  pattern: `(?:(?<=\\d|fi|hanga) ?\\((?<number>\\d{1,2})\\)(?: ?[\\-–] ?\\((?<last>\\d{1,2})\\))?|(?<=\\d)\\/(?<number>\\d{1,2})${language === "am" ? "\\/?(?![\\d\\/])" : "\\/(?!\\d)"}${language === "am" ? "|(?<=\\d)\\.(?<number>\\d{1,2})(?:[\\-–](?<last>\\d{1,2}))?(?![\\d%]|[.,:\\/]\\d)" : ""})${looseSuffix[language]}`,
  read: ({ groups }) => {
    const numbers = [groups.number, groups.last].flatMap((number) =>
      number === undefined ? [] : [numerals[language].cardinal(BigInt(number))]
    )
    const words = language === "am" ? "ንዑስ አንቀጽ" : "keewwata xiqqaa"
    return joined(language, ` ${words} ${numbers.join(language === "am" ? " እስከ " : " hanga ")}`, groups)
  }
})

/** Keewwata xiqqaa (2) fi (3)tti: the brackets are not said. */
const subArticleNamed: Rule = {
  kind: "ordinal",
  language: "om",
  needs: ["digit"],
  cue: "\\(\\d",
  after: "[kK]ee?w{1,2}at\\p{L}{0,3} xi[qx]+aa(?: \\(\\d{1,2}\\),?(?: (?:fi|hanga))?){0,4} ",
  pattern: `\\((?<number>\\d{1,2})\\)${looseSuffix.om}`,
  read: (match) => beforeFi(match, joined("om", numerals.om.cardinal(BigInt(match.groups.number ?? "0")), match.groups))
}

/** Keewwata 671/1/b: the part of an article, behind a slash. */
const slashedPart: Rule = {
  kind: "ordinal",
  language: "om",
  needs: ["digit"],
  cue: "\\d\\/\\d",
  after: `${oromoArticle} ?(?:[lL]akk\\.? ?)?`,
  pattern: `(?<number>\\d{1,4})\\/(?<part>\\d{1,2})(?:\\/(?<letter>[a-z])(?!\\p{L}))?\\/?(?![\\d\\/])${looseSuffix.om}`,
  read: ({ groups: { letter, number = "", part: of = "", suffix: ending } }) => {
    const [article, part] = [number, of].map((one) => numerals.om.cardinal(BigInt(one)))
    const name = letter === undefined ? "" : ` ${qubeeNames(letter)}`
    return joined("om", `${article} keewwata xiqqaa ${part}${name}`, { suffix: ending })
  }
}

export const articles: ReadonlyArray<Rule> = [
  slashedPart,
  subArticleNamed,
  subArticle("am", article),
  subArticle("om", `${oromoArticle} ?\\d{1,4}(?: ?\\(\\d{1,2}\\)(?: ?\\(\\p{L}\\))? (?:fi|hanga)(?: \\d{1,4})?)?`)
]
