/** Short for men and women, sir and madam, as forms and counts have them. */
import { around } from "../Pairs.ts"
import type { Rule } from "../Rule.ts"
import { wordStart } from "./OromoDays.ts"

const sexes: ReadonlyMap<string, string> = new Map([
  ["dhi", "dhiira"],
  ["dhii", "dhiira"],
  ["dha", "dhalaa"],
  ["dhal", "dhalaa"],
  ["dub", "dubartii"],
  ["dur", "durba"],
  ["wal", "waliigala"]
])

/** (dhi=45, dha=38): so many of each. */
const ofEachSex: Rule = {
  kind: "abbreviation",
  language: "om",
  needs: ["digit"],
  cue: "[=:\\-] ?\\d",
  pattern: `${wordStart}(?<written>(?i:${[...sexes.keys()].join("|")}))\\.? ?[=:\\-] ?(?=\\d)`,
  read: ({ groups: { written = "" } }) => `${sexes.get(written.toLowerCase()) ?? ""} `
}

/** (8 dhi, 4 dh): behind their number; dh. is the other of the two. */
const behindNumber: Rule = {
  kind: "abbreviation",
  language: "om",
  needs: ["digit"],
  cue: "\\d ?d[hu]",
  pattern: "(?<=\\d) ?(?<written>dhi|dh|dub)(?:\\.(?!\\s*$))?(?=[,;\\)]| fi \\d)",
  read: (match) => {
    const { written = "" } = match.groups
    return ` ${written === "dh" && /\d ?dhi(?!\p{L})/u.test(around(match)) ? "dhalaa" : (sexes.get(written) ?? "dhiira")}`
  }
}

/** Ob./Ad.: of a form. */
const sirOrMadam: Rule = {
  kind: "abbreviation",
  language: "om",
  needs: ["stop"],
  cue: "[Oo]bb?o?\\.?\\/",
  pattern: `${wordStart}[Oo]bb?o?\\.?\\/(?:[Aa]a?dd?e?|[Ww]\\/ro)(?!\\p{L})\\.?`,
  read: () => "Obbo yookaan Aadde"
}

/** Saala: Dhi/Du: of a form. */
const manOrWoman: Rule = {
  kind: "abbreviation",
  language: "om",
  needs: ["stop"],
  cue: "[Dd]hi{1,2}\\.?\\/[Dd]",
  pattern: `${wordStart}[Dd]hii?\\.?\\/(?<other>[Dd](?:u|ub|ur|ha|hal|h))(?!\\p{L})(?:\\.(?!\\s*$))?`,
  read: ({ groups: { other = "" } }) => `dhiira yookaan ${/^d(?:h|ur)/i.test(other) ? "dhalaa" : "dubartii"}`
}

/** In order of precedence. */
export const people: ReadonlyArray<Rule> = [sirOrMadam, manOrWoman, ofEachSex, behindNumber]
