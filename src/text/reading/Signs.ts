/** Signs that a reader says, those that are a pause, and those that are passed over. */
import type { Language } from "../../Domain.ts"
import type { Of } from "./Affixed.ts"
import { numberWords } from "./Amounts.ts"
import { choices } from "./Choices.ts"
import { classOf, type Rule } from "./Rule.ts"
import { gap } from "./Spelled.ts"

/** Signs by themselves; what they are beside numbers, rules before these have read. */
export const signWords: Of<Readonly<Record<string, string>>> = {
  am: {
    "&": "እና",
    "+": "ሲደመር",
    "−": "ሲቀነስ",
    "×": "በ",
    "÷": "ሲካፈል ለ",
    "±": "ሲደመር ወይም ሲቀነስ",
    "=": "እኩል ይሆናል",
    "≠": "እኩል አይሆንም",
    "≈": "በግምት",
    "≥": "ቢያንስ",
    "≤": "ቢበዛ",
    "√": "ስኩዌር ሩት",
    π: "ፓይ",
    "∞": "ኢንፊኒቲ",
    "∑": "ድምር",
    "@": "አት",
    "°": "ዲግሪ",
    "%": "በመቶ",
    "‰": "በሺህ",
    "§": "አንቀጽ",
    "№": "ቁጥር",
    "©": "የቅጂ መብት",
    $: "ዶላር",
    "€": "ዩሮ",
    "£": "ፓውንድ",
    "¥": "የን",
    "₹": "ሩፒ",
    "₦": "ናይራ",
    "¢": "ሳንቲም",
    "₿": "ቢትኮይን",
    "½": "ግማሽ",
    "¼": "ሩብ",
    "¾": "ሦስት ሩብ",
    "[": "(",
    "]": ")",
    "{": "(",
    "}": ")"
  },
  om: {
    "&": "fi",
    "+": "ida'uu",
    "−": "hir'isuu",
    "×": "si'a",
    "÷": "hiruu",
    "±": "ida'uu yookaan hir'isuu",
    "=": "walqixa",
    "≠": "walqixa miti",
    "≈": "gara",
    "≥": "yoo xiqqaate",
    "≤": "yoo baay'ate",
    "√": "iskuweerii ruutii",
    π: "paay",
    "∞": "infiinitii",
    "∑": "ida'ama",
    "@": "at",
    "°": "digirii",
    "%": "dhibbeentaa",
    "‰": "kuma keessaa",
    "§": "keeyyata",
    "№": "lakkoofsa",
    "©": "mirga waraabbii",
    $: "doolaara",
    "€": "yuuroo",
    "£": "paawondii",
    "¥": "yeen",
    "₹": "ruuppii",
    "₦": "naayiraa",
    "¢": "saantima",
    "₿": "biitkooyin",
    "½": "walakkaa",
    "¼": "kurmaana",
    "¾": "kurmaana sadii",
    "[": "(",
    "]": ")",
    "{": "(",
    "}": ")"
  }
}

const sign = (language: Language): Rule => ({
  kind: "sign",
  language,
  needs: ["symbol"],
  // በ$ is one word.
  pattern: `(?:(?<![\\p{L}\\p{M}\\p{N}])(?<prefix>[የበለከ]))?(?<sign>${classOf(Object.keys(signWords[language]))})`,
  read: ({ groups: { prefix = "", sign: written = "" } }) => `${prefix}${signWords[language][written] ?? ""}`
})

const comma: Of<string> = { am: "፣ ", om: ", " }

/** Arrows, and bullets and bars within a line: a pause. At the beginning of a line they have no sound. */
const pause: Rule = {
  kind: "sign",
  needs: ["symbol"],
  pattern:
    " ?(?:[←-⇿➔-➾⟵-⟿⬀-⬏]|<?-{1,3}>|<-{1,3}|<?=>|(?<=\\s)[•·∙‣◦●▪■\\|](?=\\s)|(?<=[\\p{L}\\p{N}\\)%])\\|(?=[\\p{L}\\p{N}\\(])) ?",
  read: ({ end, language, start, text }) =>
    /[\p{L}\p{N}\p{Pe}\p{Pf}%]/u.test(text.slice(Math.max(0, start - 1), start)) && /\S/.test(text.charAt(end))
      ? comma[language]
      : " "
}

/** BRICS+: of a name; between numbers it adds. */
const plus: Rule = {
  kind: "sign",
  needs: ["symbol"],
  pattern:
    "(?<=GMT|UTC)\\+(?=\\d)|(?<=(?:[ \\d]ፕሮ|ፕላስ|ማክስ|አልትራ|(?<!\\p{L})ኖት))\\+(?![\\p{L}\\p{N}+]| ?\\p{N})|(?<=\\p{Script=Latin}{2}|\\dG|\\.\\d|(?<!\\p{L})[A-Z]\\d{1,2})\\+(?:(?![\\p{L}\\p{N}+]| ?\\p{N})|(?=[A-Z](?!\\p{L})))",
  read: ({ end, language, text }) => {
    const word = language === "am" ? " ፕላስ" : " pilaas"
    return /[\p{L}\d]/u.test(text.charAt(end)) ? `${word} ` : word
  }
}

/** 6 ወር × ደመወዝ: so many times what a word names. */
const product: Rule = {
  kind: "sign",
  language: "am",
  needs: ["symbol"],
  cue: "×",
  pattern: "(?<=[\\p{L}\\p{N}\\)]) ?× ?(?<word>[ሀ-ፚ]{2,24})",
  read: ({ groups: { word = "" } }) => ` ሲባዛ በ${word}`
}

/** በ+75 ኪ.ግ: of a class by itself; behind a number it adds. */
const above: Rule = {
  kind: "sign",
  language: "am",
  needs: ["symbol"],
  cue: "\\+\\d",
  pattern: "(?:(?<=^|[\\s\\(])(?<prefix>[በከለየ])|(?<=^|[\\s\\(])(?<![\\p{N}\\)] ))\\+(?=\\d)",
  read: ({ groups: { prefix = "" } }) => `${prefix}ፕላስ `
}

/** ትርፍ = ገቢ + …: what stands behind "is". */
const isFormula = (text: string, at: number): boolean => / = [^=።!?\n]*$/.test(text.slice(Math.max(0, at - 60), at))

/** 1GB + 30 ደቂቃ: one thing and another; numbers and letters add. */
const together: Rule = {
  kind: "sign",
  language: "am",
  needs: ["symbol"],
  cue: "\\p{L} ?\\+",
  pattern:
    "(?<=\\p{L}[\\p{L}\\)]|\\p{L}\\.\\p{L})(?: \\+ |\\+ ?(?=\\p{L})| \\+(?=\\p{L}))(?=[\\p{L}\\d](?:[\\p{L}\\d]| \\p{L}))",
  read: ({ start, text }) => (isFormula(text, start) ? " ሲደመር " : " እና ")
}

/** ደመወዝ = ጠቅላላ - ግብር: what is taken away. */
const lessThat: Rule = {
  kind: "sign",
  language: "am",
  needs: ["symbol"],
  cue: "= ",
  pattern: "(?<=[\\p{L}\\)]) [\\-−–] (?=[\\p{L}\\(])",
  read: ({ start, text }) => (isFormula(text, start) ? " ሲቀነስ " : undefined)
}

/** 2010-ዛሬ: until today. */
const untilNow: Rule = {
  kind: "range",
  language: "am",
  needs: ["digit"],
  cue: "\\d ?[\\-–—] ?(?:ዛሬ|አሁን)",
  pattern: "(?<=\\d) ?[\\-–—] ?(?=(?:ዛሬ|አሁን)(?!\\p{L}))",
  read: () => " እስከ "
}

/** ቢ+: a mark by the letter's name. */
const markNamed: Rule = {
  kind: "sign",
  language: "am",
  needs: ["symbol"],
  cue: "[ኤቢሲዲኦ][+\\-]",
  pattern: "(?<=(?<!\\p{L})(?:ኤ|ቢ|ሲ|ዲ|ኦ|ኤቢ))[+\\-](?=[\\s.,።፣\\)]|$)",
  read: ({ found }) => (found === "+" ? " ፕላስ" : " ማይነስ")
}

/** (°C): of a table. */
const celsius: Rule = {
  kind: "sign",
  language: "am",
  needs: ["symbol"],
  cue: "°C",
  pattern: "°C(?!\\p{L})",
  read: () => "ዲግሪ ሴልሺየስ"
}

/** Two and more hyphens are a dash within a line. */
const dash: Rule = {
  kind: "sign",
  needs: ["symbol"],
  pattern: "-{2,}",
  read: (match) =>
    /[\p{L}\p{N}] ?$/u.test(match.text.slice(Math.max(0, match.start - 2), match.start)) ? "—" : gap(match)
}

/** "Bariisaa"n, “Oromiyaa”tti: the suffix belongs to the last word within. */
const quoted: Rule = {
  kind: "silent",
  language: "om",
  needs: ["symbol", "latin"],
  cue: '[\\)"”»]-?\\p{Ll}',
  pattern: '(?<=\\p{L})[\\)"”»]-?(?=(?:n|f|s|tti|rraa|irraa|irratti|itti|iin|dhaan|dha)(?!\\p{L}))',
  read: () => ""
}

/** ISO 9001:2015: a standard and its year. */
const standard: Rule = {
  kind: "sign",
  needs: ["digit"],
  cue: "ISO",
  after: "ISO(?:\\/IEC)?[ \\-]?\\d{4,5}",
  pattern: ":(?=(?:19|20)\\d\\d(?!\\d))",
  read: () => " "
}

/** Johnson & Johnson: within English. */
const ampersand: Rule = {
  kind: "sign",
  language: "am",
  needs: ["symbol"],
  pattern: "(?<=\\p{Script=Latin}[.,]? ?)&(?= ?\\p{Script=Latin})",
  read: () => "ኤንድ"
}

const slashOfNumbers: Rule = {
  kind: "sign",
  needs: ["symbol"],
  pattern: "(?<=[%\\p{N}]) ?\\/ ?(?=[+\\p{N}])",
  read: ({ language }) => comma[language]
}

/** The hyphen of COVID-19, Kab-1: a name and its number. */
const hyphen: Rule = {
  kind: "sign",
  needs: ["code"],
  pattern: "(?<=\\p{Script=Latin}{2})(?<![\\d\\-] ?\\p{Script=Latin}{1,5})-(?=\\d)",
  read: () => " "
}

/** Marks of mark-up and all other signs, which an engine would name. Punctuation stays. */
const silent: Rule = {
  kind: "silent",
  needs: ["symbol", "stop"],
  pattern: "[[\\p{S}\\p{P}\\u20e3]--[.,;:!?'\"\\(\\)«»“”‘’…–—\\-።-፧]]",
  read: gap
}

/** Numbers in other forms: ², ⅓ where they are no amount; those of scripts that count otherwise have no words. */
const otherNumbers: Rule = {
  kind: "number",
  needs: ["symbol"],
  pattern: "\\p{N}",
  read: ({ found, language }) =>
    Array.from(found.normalize("NFKC").matchAll(/[0-9]+/g), ([digits]) => numberWords(language, digits)).join(" ")
}

export const signs: ReadonlyArray<Rule> = [
  pause,
  dash,
  ...choices,
  quoted,
  hyphen,
  plus,
  together,
  untilNow,
  markNamed,
  lessThat,
  product,
  celsius,
  above,
  standard,
  ampersand,
  slashOfNumbers,
  sign("am"),
  sign("om"),
  silent,
  otherNumbers
]
