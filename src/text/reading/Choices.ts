/** Slashes between two words, one of which holds. */
import type { Of } from "./Affixed.ts"
import type { Rule } from "./Rule.ts"

const comma: Of<string> = { am: "፣ ", om: ", " }

/** Between two of which one holds. */
export const or: Of<string> = { am: " ወይም ", om: " yookaan " }
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

/** ተማሪው/ዋ, እሱ/ሷ: the same consonant with another vowel; አደረሰህ/ሽ, to him or her. */
const isForHer = (his: string, hers: string): boolean =>
  (his === "ህ" && hers === "ሽ") || (his !== hers && (his.charCodeAt(0) & ~7) === (hers.charCodeAt(0) & ~7))

/** ያጠናቀቀ/ች, ያለው/ላት, ተማሪው/ዋ: he who, or she who. */
const eitherSex: Rule = {
  kind: "sign",
  language: "am",
  needs: ["symbol"],
  cue: "[ሀ-ፚ]\\/(?:ላት|[ሀ-ፚ])",
  pattern:
    "(?<=(?<![\\p{L}\\/])(?<he>[\\p{Script=Ethiopic}&&\\p{L}]{2,14}))\\/(?:(?<she>[ሀ-ፚ])|(?<=ያለው\\/)ላት)(?![\\p{L}\\/])",
  read: ({ groups: { he = "", she } }) => {
    if (she === undefined) return " ወይም ያላት"
    if (she === "ች") return ` ወይም ${he}${she}`
    const last = he.slice(-1)
    return isForHer(last, she) ? ` ወይም ${he.slice(0, -1)}${she}` : undefined
  }
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

export const choices: ReadonlyArray<Rule> = [eitherSex, eitherSexInOromo, choice]
