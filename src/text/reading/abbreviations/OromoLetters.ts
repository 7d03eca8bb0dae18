/** A capital and its stop: the initial of a name, the choice of a question. */
import { letterNames, qubeeNames } from "../LetterNames.ts"
import { numerals } from "../numerals/OfLanguage.ts"
import { around } from "../Pairs.ts"
import type { Rule } from "../Rule.ts"

const letters = "\\p{Script=Latin}"

/** J. Tolaa: an initial before a name. */
const initial: Rule = {
  kind: "abbreviation",
  language: "om",
  needs: ["stop"],
  pattern: `(?<=${letters}[.,:;]? |^|[\\(“"])(?<letter>\\p{Lu})\\.(?= ?\\p{Lu}\\p{Ll}| (?:\\p{Lu}\\. ){1,2}\\p{Lu}\\p{Ll})`,
  read: ({ groups }) => letterNames("om", groups.letter ?? "")
}

/** Dr. Gaaddisaa B. (PhD), Tolaa B. ibsan: of a father's name, behind one's own. */
const lastInitial: Rule = {
  kind: "abbreviation",
  language: "om",
  needs: ["stop"],
  cue: " \\p{Lu}\\.",
  pattern: `(?<=(?<![${letters}'.])(?:\\p{Lu}[\\p{Ll}']{2,24}|\\p{Script=Ethiopic}{2,12}) )(?<letter>\\p{Lu})\\.(?=,| ?\\(| [\\p{Ll}\\d])`,
  read: ({ groups }) => letterNames("om", groups.letter ?? "")
}

const firstTwo = ["A", "B"].map((one) => new RegExp(`(?:^|[\\s:;,?\\(])${one}\\. ?(?:[\\p{L}']{2}|\\d)`, "v"))

/** A. Finfinnee B. Adaamaa C. Jimmaa: the choices of a question, by the names of Qubee. */
const choice: Rule = {
  kind: "acronym",
  language: "om",
  needs: ["stop"],
  cue: "[A-E]\\. ?[\\p{L}'\\d]",
  pattern: "(?<=^|[\\s:;,?\\(])(?<letter>[A-E])\\.(?= ?(?:[\\p{L}']{2}|\\d))",
  read: (match) => {
    const near = around(match)
    const { letter = "" } = match.groups
    return firstTwo.every((one) => one.test(near)) && /\?|\sC\./.test(near) ? `${qubeeNames(letter)},` : undefined
  }
}

/** UTF-16 code units within which another answer stands. */
const answerReach = 24
const another = /(?<![\p{L}\p{N}])\d{1,2} ?[-–.] ?[A-E](?![\p{L}\p{N}])/u

/** 1-A 2-C 3-D: the right answers, of which there are several. */
const answer: Rule = {
  kind: "acronym",
  language: "om",
  needs: ["digit"],
  cue: "\\d ?[\\-–.] ?[A-E]",
  pattern: "(?<![\\p{L}\\p{N}])(?<number>\\d{1,2}) ?[\\-–.] ?(?<letter>[A-E])(?![\\p{L}\\p{N}])",
  read: ({ end, groups: { letter = "", number = "" }, start, text }) =>
    another.test(text.slice(end, end + answerReach)) ||
    another.test(text.slice(Math.max(0, start - answerReach), start))
      ? `${numerals.om.cardinal(BigInt(number))} ${qubeeNames(letter)}`
      : undefined
}

/** Vitaamin C, Vit. D3: by its English name. */
const vitamin: Rule = {
  kind: "acronym",
  language: "om",
  needs: ["latin"],
  cue: "[Vv]ii?t",
  after: "(?<!\\p{L})[Vv]ii?t(?:\\.|aamii?n\\p{L}{0,3}|amin) ?",
  pattern: "(?<letter>[A-EK])(?![\\p{L}'])",
  read: ({ groups: { letter = "" } }) => letterNames("om", letter)
}

/** In order of precedence. */
export const lettersAlone: ReadonlyArray<Rule> = [vitamin, answer, choice, initial, lastInitial]
