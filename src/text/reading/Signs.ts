/** Signs that a reader says, those that are a pause, and those that are passed over. */
import type { Language } from "../../Domain.ts"
import type { Of } from "./Affixed.ts"
import { numberWords } from "./Amounts.ts"
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
  pattern: " ?(?:[←-⇿➔-➾⟵-⟿⬀-⬏]|<?-{1,3}>|<-{1,3}|<?=>|(?<=\\s)[•·∙‣◦●▪■\\|](?=\\s)) ?",
  read: ({ end, language, start, text }) =>
    /[\p{L}\p{N}\p{Pe}\p{Pf}]/u.test(text.slice(Math.max(0, start - 1), start)) && /\S/.test(text.charAt(end))
      ? comma[language]
      : " "
}

/** BRICS+: of a name; between numbers it adds. */
const plus: Rule = {
  kind: "sign",
  needs: ["symbol"],
  pattern:
    "(?<=\\p{Script=Latin}{2}|\\dG|\\.\\d|(?<!\\p{L})[A-Z]\\d{1,2})\\+(?:(?![\\p{L}\\p{N}+]| ?\\p{N})|(?=[A-Z](?!\\p{L})))",
  read: ({ end, language, text }) => {
    const word = language === "am" ? " ፕላስ" : " pilaas"
    return /\p{L}/u.test(text.charAt(end)) ? `${word} ` : word
  }
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

/** 1GB + 30 ደቂቃ: one thing and another; numbers and letters add. */
const together: Rule = {
  kind: "sign",
  language: "am",
  needs: ["symbol"],
  cue: "\\p{L} ?\\+",
  pattern: "(?<=\\p{L}[\\p{L}\\)]|\\p{L}\\.\\p{L})(?: \\+ ?|\\+ ?(?=\\p{L}))(?=[\\p{L}\\d](?:[\\p{L}\\d]| \\p{L}))",
  read: () => " እና "
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

const or: Of<string> = { am: " ወይም ", om: " yookaan " }
/** Words beside a slash that say what it says. */
const conjunctions = /^(?:እና|ወይም|ና|fi|yookiin|yookaan|yookin|ykn|moo)$/i
/** No single fidel, which is the beginning of an abbreviation, and no capitals. */
const shortened = /^[በየለከ][ሀ-ፚ]$/
const isWord = /^[ሀ-ፚ]{2,}$|^\p{L}\p{Ll}[\p{Ll}']+$/u

/** ወንድ/ሴት: a choice. */
const choice: Rule = {
  kind: "sign",
  needs: ["symbol"],
  pattern: "(?<=(?<one>[\\p{L}\\p{M}']{2,24})) ?\\/ ?(?=(?<other>[\\p{L}\\p{M}']{2,24}))",
  read: ({ end, groups: { one = "", other = "" }, language, text }) => {
    if (conjunctions.test(one) || conjunctions.test(other) || shortened.test(one)) return undefined
    if (!isWord.test(one) || !isWord.test(other)) return undefined
    // ኤችአይቪ/ኤድስ: one thing by two names.
    if (other.startsWith("ኤድስ")) return " "
    // አሜሪካ/ካናዳ/ሜክሲኮ: of three and more, names in a row.
    const isRow =
      language === "am" && (text.charAt(end + other.length) === "/" || text.charAt(end - one.length - 2) === "/")
    if (isRow) return comma[language]
    // Guest / Password: the second is the next label.
    return /[:፦]/.test(text.charAt(end + other.length)) && text.charAt(end - 1) === " " ? comma[language] : or[language]
  }
}

/** "Bariisaa"n, “Oromiyaa”tti: the suffix belongs to the last word within. */
const quoted: Rule = {
  kind: "silent",
  language: "om",
  needs: ["symbol", "latin"],
  cue: '["”»]-?\\p{Ll}',
  pattern: '(?<=\\p{L})["”»]-?(?=(?:n|f|s|tti|rraa|irraa|irratti|itti|iin|dhaan|dha)(?!\\p{L}))',
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

/** ያጠናቀቀ/ች, ያለው/ላት: he who, or she who. */
const eitherSex: Rule = {
  kind: "sign",
  language: "am",
  needs: ["symbol"],
  cue: "\\/(?:ች|ላት)",
  pattern:
    "(?<=(?<![\\p{L}\\/])(?<he>የ?[\\p{Script=Ethiopic}&&\\p{L}]{2,14}))\\/(?:(?<she>ች)|(?<=ያለው\\/)ላት)(?![\\p{L}\\/])",
  read: ({ groups: { he = "", she } }) => (she === undefined ? " ወይም ያላት" : ` ወይም ${he}${she}`)
}

/** Barsiisaa/tuu, hojjetaa/ttuu, qabu/du: he who, or she who; the ending takes the place of his. */
const eitherSexInOromo: Rule = {
  kind: "sign",
  language: "om",
  needs: ["symbol"],
  cue: "\\/t?[td][ui]",
  pattern: "(?<=(?<![\\p{L}\\/'])(?<he>[\\p{L}']{3,24}))\\/(?<she>t?tuu|[td][ui])(?![\\p{L}\\/'])",
  read: ({ groups: { he = "", she = "" } }) => {
    const his = { ttuu: /t?aa$/, tuu: /aa$/, tu: /u$/, du: /u$/, ti: /a$/, di: /a$/ }[she]
    return his?.test(he) ? ` yookaan ${he.replace(his, "").toLowerCase()}${she}` : undefined
  }
}

const slashOfNumbers: Rule = {
  kind: "sign",
  needs: ["symbol"],
  pattern: "(?<=\\p{N}) ?\\/ ?(?=[+\\p{N}])",
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
  eitherSex,
  eitherSexInOromo,
  choice,
  quoted,
  hyphen,
  plus,
  together,
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
