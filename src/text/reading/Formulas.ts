/**
 * Signs of mathematics between numbers and letters, and "more than"
 * before an amount. The order of words is that of lessons: ሁለት ሲደመር ሦስት እኩል
 * ይሆናል አምስት. What the Oromo ones are wants a native reader.
 */
import type { Language } from "../../Domain.ts"
import type { Of } from "./Affixed.ts"
import { oromoLengthened } from "./Affixes.ts"
import { letterNames } from "./LetterNames.ts"
import { spaced } from "./numerals/Numerals.ts"
import { around } from "./Pairs.ts"
import type { Match, Rule } from "./Rule.ts"
import { signWords } from "./Signs.ts"

/** Words between two operands; one that ends in `-` is written in one with what follows. */
const operators: Of<Readonly<Record<string, string>>> = {
  am: {
    "+": "ሲደመር",
    "-": "ሲቀነስ",
    "×": "ሲባዛ በ-",
    "÷": "ሲካፈል ለ-",
    "±": "ሲደመር ወይም ሲቀነስ",
    "=": "እኩል ይሆናል",
    "≈": "በግምት እኩል ይሆናል"
  },
  om: {
    "+": "ida'uu",
    "-": "hir'isuu",
    "×": "si'a",
    "÷": "hiruu",
    "±": "ida'uu yookaan hir'isuu",
    "=": "walqixa",
    "≠": "walqixa miti",
    "≈": "gara"
  }
}

/** Verbs behind the second operand: x > 5 is "x exceeds five". */
const comparisons: Of<Readonly<Record<string, string>>> = {
  am: { ">": "ይበልጣል", "<": "ያንሳል", "≥": "ይበልጣል ወይም እኩል ይሆናል", "≤": "ያንሳል ወይም እኩል ይሆናል", "≠": "ጋር እኩል አይደለም" },
  om: {
    ">": "irra caala",
    "<": "irra xiqqaata",
    "≥": "irra caala yookaan walqixa",
    "≤": "irra xiqqaata yookaan walqixa"
  }
}

/** Forms of one sign. */
const same: Readonly<Record<string, string>> = {
  "−": "-",
  "–": "-",
  "*": "×",
  x: "×",
  "·": "×",
  "/": "÷",
  ":": "÷",
  "<=": "≤",
  ">=": "≥",
  "!=": "≠",
  "==": "=",
  "⩽": "≤",
  "⩾": "≥"
}

const raised = "[²³⁴-⁹]"
/** Fractions that are less than one: 6/2 divides. */
const proper = "(?:1\\/[2-9]|2\\/[3-9]|3\\/[4-9]|4\\/[5-9]|5\\/[6-9]|6\\/[7-9]|7\\/[89]|8\\/9)"
const operand = `(?:${proper}(?![\\d\\/])|√?\\d{1,15}(?:[.,]\\d{1,9}){0,4}(?:[abcxyz]{2}|[a-z])?|[a-z]{2}(?=[²³])|√?[a-zA-Zπ])${raised}?(?![\\p{L}\\p{N}'])`
/** A colon that divides has a space on both sides or on none: in "2.3: 5 + 3" it does not. */
const operator = "(?:[+\\-−–×÷*x·\\/±]|(?<= ):|:(?! ))"
const relation = "(?:[<>!=]=|[=<>≤≥⩽⩾≠≈])"
const sum = (most: number): string => `${operand}(?: ?${operator} ?${operand}){0,${most}}`
const alone = "(?<![\\p{L}\\p{M}\\p{N}$€£¥]|\\p{L}')(?<![\\p{N}][.,:\\/\\-])"
const closed = "(?![\\p{L}\\p{N}²³⁴-⁹]|[.,:\\/\\-]\\p{N})"

const part = ({ again, language }: Match, written: string): string =>
  spaced(
    ...(written.match(/√|π|\d\/\d|[a-zA-Z][²³⁴-⁹]?|[\d.,]+[²³⁴-⁹]?/gu) ?? []).map((one) => {
      if (!/^[a-zA-Z]/.test(one)) return signWords[language][one] ?? again(one)
      // The name of a letter, and the power of it as of a number.
      return spaced(
        letterNames(language, one.charAt(0)),
        one.length > 1
          ? again(`a${one.slice(1)}`)
              .slice(1)
              .trim()
          : ""
      )
    })
  )

const tokens = new RegExp(`${operand}|${operator}`, "gv")

/** Operands and operators in order. */
const spoken = (match: Match, written: string): string => {
  const words = (written.match(tokens) ?? []).map((token, at) =>
    at % 2 === 1 ? (operators[match.language][same[token] ?? token] ?? "") : part(match, token)
  )
  return words.join(" ").replaceAll("- ", "")
}

/** x > 5 ከሆነ is "if it is one that exceeds five". */
const isRelative = ({ end, text }: Match): boolean => /^ (?:ከሆነ|ቢሆን|ሲሆን|ነው)/.test(text.slice(end, end + 5))
const relative = (verb: string): string =>
  verb.replace("ይበልጣል", "የሚበልጥ").replace("ያንሳል", "የሚያንስ").replace("ይሆናል", "የሆነ").replace("አይደለም", "ያልሆነ")

const negatives: Of<string> = { am: "ኔጋቲቭ ", om: "negaatiivii " }

/** 4m x 5m = 20 m²: measures, and no letters that stand for numbers. */
const isOfMeasures = ({ end, language, start, text }: Match): boolean =>
  language === "om" && /\d(?:[mgl]| ?[ckm]?m[²³])(?!\p{L})/u.test(text.slice(Math.max(0, start - 4), end))

/** 2 + 3 = 5, x² + y² = z², 10 ÷ 2 = 5, x ≥ 5. */
const equation: Rule = {
  kind: "sign",
  needs: ["symbol"],
  pattern: `${alone}(?<left>${sum(6)}) ?(?<relation>${relation}) ?(?<right>[\\-−]?${sum(6)}|\\?)${closed}`,
  read: (match) => {
    const { left = "", relation: written = "", right = "" } = match.groups
    const { language } = match
    if (isOfMeasures(match)) return undefined
    // 0-7,200 = 10%: from one to the other.
    if (language === "om" && /\d-\d/.test(left) && /^ ?%/.test(match.text.slice(match.end, match.end + 2)))
      return undefined
    // 1 = 6000 birrii: a price, which is said with its currency.
    const isPrice =
      /^[\d.,]+$/.test(left) && /^ ?(?:birr|br|qar|ETB|dool)/i.test(match.text.slice(match.end, match.end + 6))
    if (language === "om" && isPrice) return undefined
    const sign = same[written] ?? written
    const isNegative = /^[-−]/.test(right)
    const result = right === "?" ? "" : spoken(match, isNegative ? right.slice(1) : right)
    const [one, other] = [spoken(match, left), isNegative ? negatives[language] + result : result]
    const verb = comparisons[language][sign]
    if (verb !== undefined && language === "am")
      return spaced(one, `ከ${other}`, isRelative(match) ? relative(verb) : verb)
    if (verb !== undefined) return spaced(one, other, verb)
    return spaced(one, operators[language][sign] ?? "", other) + (right === "?" ? "?" : "")
  }
}

/** 3 + 4, x² + y², 2x - 3, 10 ÷ 2: without a result only where the sign has no other meaning. */
const expression: Rule = {
  kind: "sign",
  needs: ["symbol"],
  pattern: `${alone}(?:${operand}(?: ?[+÷±] ?${operand}|\\*${operand}(?! ?(?:ሜ|ካሬ|[ሴሳ]\\.))| [−×] ${operand}(?! ?[\\p{L}°])){1,8}|\\d{1,3}[a-z] - ${operand}|\\d{1,9} ?- ?\\d{1,9}(?= (?:ስንት|meeqa)))${closed}`,
  read: (match) => (isOfMeasures(match) ? undefined : spoken(match, match.found))
}

/** -10 + 4: the sign of the first number of a sum. */
const negative: Rule = {
  kind: "sign",
  needs: ["symbol"],
  cue: "\\d ?[+×÷=]|\\d [\\-−] ?\\d",
  pattern: "[\\-−](?<=(?:^|[\\s\\(=])[\\-−])(?=\\d{1,12}(?:\\.\\d{1,9})?(?: ?[+×÷=]| [\\-−]) ?[\\d\\(\\-−])",
  read: ({ language }) => negatives[language]
}

/** 1 ጡባዊ x 2: so many times, behind a word. */
const dose: Rule = {
  kind: "sign",
  language: "am",
  needs: ["latin", "symbol"],
  cue: "[x×X*] ?\\d",
  pattern:
    "(?<=[\\p{Script=Ethiopic}&&\\p{L}]) ?(?:[x×X]|\\*(?= ?\\d{1,3} ?=)) ?(?<number>\\d{1,3})(?![\\p{L}\\p{N}]|[.,]\\p{N}| ?(?:ሜ|[ሴሳ]|ኪ|ሚ|[ckm]?m(?!\\p{L})))",
  read: ({ again, groups: { number: times = "" } }) => ` በ${again(times)}`
}

/** 1g x 5 days: for so long. */
const forSoLong: Rule = {
  kind: "sign",
  language: "am",
  needs: ["latin", "symbol"],
  cue: "[x×X] ?\\d",
  pattern:
    "(?<=[\\p{L}\\)]) ?[x×X] ?(?<time>\\d{1,3} ?(?:days?|weeks?|wks?|months?|ቀናት|ቀን|ሳምንታት|ሳምንት|ወራት|ወር))(?!\\p{L})",
  read: ({ again, groups: { time = "" } }) => ` ለ${again(time)}`
}

const number = "\\d{1,15}(?:[.,]\\d{1,9}){0,4}"
/** What is counted stands before "above" in Amharic: ከአሥር ሰዎች በላይ. */
const counted: Of<string> = {
  am: "(?:(?! (?:ከሆነ|ቢሆን|ሲሆን|ነው|ናቸው|እና|ወይም|ያለ)) ?(?:[%°]C?|[\\p{L}\\p{M}]{1,12}(?:[.\\/][\\p{L}]{1,3}){0,2}))?",
  om: "(?: ?(?:[%°]C?|(?:km|cm|mm|m|kg|mg|g|ml|ha|MB|GB|TB|kB|birr|ETB)(?:\\/(?:[mkd]?[lLmg]|ha|h)[²³]?)?(?![\\p{L}\\p{N}])))?"
}

const limit: Of<Readonly<Record<string, (amount: string) => string>>> = {
  am: {
    ">": (amount) => `ከ${amount} በላይ`,
    "<": (amount) => `ከ${amount} በታች`,
    "≥": (amount) => `ቢያንስ ${amount}`,
    "≤": (amount) => `ቢበዛ ${amount}`
  },
  om: {
    ">": (amount) => `${oromoLengthened(amount)} ol`,
    "<": (amount) => `${oromoLengthened(amount)} gadi`,
    "≥": (amount) => `yoo xiqqaate ${amount}`,
    "≤": (amount) => `yoo baay'ate ${amount}`
  }
}

/** > 10 ሰዎች, ≤ 5 km: no operand before. */
const bound = (language: Language): Rule => ({
  kind: "sign",
  language,
  needs: ["symbol"],
  pattern: `(?<![\\-=<>])${language === "am" ? "(?:(?<![\\p{L}\\p{M}])(?<prefix>[የበለከ]) ?)?" : ""}(?<sign>[<>]=|[<>≥≤⩽⩾]) ?(?<amount>[−\\-]?${number}(?:\\/(?<low>\\d{2,3})(?!\\d))?${counted[language]})(?![\\p{L}\\p{M}\\p{N}]|[.,]\\p{N})`,
  read: ({ again, groups: { amount = "", low, prefix = "", sign = "" } }) => {
    const written = same[sign] ?? sign
    // ≥140/90: of blood pressure.
    if (low !== undefined && language === "am") {
      const [high = "", rest = ""] = amount.split("/")
      return limit.am[written]?.(`${again(high)} በ${again(rest)}`)
    }
    // ቢያንስ የአሥራ ስምንት ዓመት; but ከ … በላይ has its own.
    return limit[language][written]?.(again(/[≥≤]/.test(written) ? prefix + amount : amount))
  }
})

/** 50+, 18+: and more. */
const more = (language: Language): Rule => ({
  kind: "sign",
  language,
  needs: ["symbol"],
  pattern: `${alone}ከ?(?<number>${number}(?:[KMkB]| ?%)?)\\+(?<noun> ?(?:ዓመት|አመት|ዓመታት|ወር|ወራት|ቀናት|ሰዓት|ሺህ|ሚሊዮን)(?!\\p{L}))?(?!\\p{L}|[\\p{N}+]| ?\\d)`,
  read: ({ again, groups: { noun = "", number: written = "" } }) => limit[language][">"]?.(again(written + noun))
})

/** A+, O−, AB+: marks and blood groups. */
const marks: Of<readonly [plus: string, minus: string]> = { am: ["ፕላስ", "ማይነስ"], om: ["pilaas", "maayinas"] }
const mark: Rule = {
  kind: "sign",
  needs: ["symbol"],
  pattern: "(?<![\\p{L}\\p{M}\\p{N}])(?<letter>AB|[A-FO])(?<sign>[+−]|-(?=[\\s.,።፣]|$))(?![\\p{L}\\p{N}+\\-−])",
  read: ({ groups: { letter = "", sign }, language }) =>
    spaced(letterNames(language, letter), marks[language][sign === "+" ? 0 : 1])
}

/** 2GB + daqiiqaa 100: one thing and another, where nothing is their sum. */
const together: Rule = {
  kind: "sign",
  language: "om",
  needs: ["symbol"],
  cue: "\\p{L} ?\\+|\\+ ?\\p{L}",
  pattern: "(?:(?<=\\p{L}{2}|\\d) \\+ (?=\\p{L}{3})|(?<=\\p{L}{2}) \\+ (?=\\d))",
  read: (match) => (around(match).includes("=") ? undefined : " fi ")
}

/** (80 + 90)/2: of a sum in brackets. */
const divided: Rule = {
  kind: "sign",
  language: "om",
  needs: ["digit"],
  cue: "\\) ?[\\/÷] ?\\d",
  pattern: "(?<=\\d\\)) ?\\/ ?(?=\\d{1,6}(?![\\d\\/]))",
  read: (match) => (/\d ?[+×*] ?\d/.test(around(match)) ? " hiruu " : undefined)
}

/** 2πr: the letter behind π. */
const behindPi: Rule = {
  kind: "sign",
  language: "om",
  needs: ["symbol"],
  cue: "π ?[a-zA-Z]",
  pattern: "(?<=π) ?(?<letter>[a-zA-Z])(?![\\p{L}\\p{N}])",
  read: ({ groups: { letter = "" }, language }) => ` ${letterNames(language, letter)}`
}

/** (-): the sign by itself. */
const minusAlone: Rule = {
  kind: "sign",
  language: "om",
  needs: ["symbol"],
  cue: "\\([\\-−]\\)",
  pattern: "(?<=\\()[\\-−](?=\\))",
  read: () => operators.om["-"]
}

export const formulas: ReadonlyArray<Rule> = [
  forSoLong,
  together,
  divided,
  behindPi,
  minusAlone,
  dose,
  negative,
  equation,
  expression,
  bound("am"),
  bound("om"),
  more("am"),
  more("om"),
  mark
]
