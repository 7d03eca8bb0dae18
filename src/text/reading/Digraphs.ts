/** Acronyms of Afaan Oromo with a letter that is written with two: dh, sh, ch, ny, ph. */
import { joined } from "./Affixes.ts"
import { qubeeNames } from "./LetterNames.ts"
import type { Rule } from "./Rule.ts"

const qubeeLetter = "(?:[CDPS]h|Ny|[A-Z])"

/** DhDUO, Dh/D/O: with a letter that is written with two. */
const small = (suffixes: string): Rule => ({
  kind: "acronym",
  language: "om",
  needs: ["latin"],
  cue: "(?:[CDPS]h|Ny)\\/?[A-Z]|[A-Z]\\/?(?:[CDPS]h|Ny)",
  pattern: `(?<![\\p{L}\\p{M}\\p{N}@._'\\/])(?!PhD)(?=[A-Z\\/]{0,10}(?:[CDPS]h|Ny))(?<letters>${qubeeLetter}(?:\\/?${qubeeLetter}){1,5})(?:[\\-']?(?<suffix>${suffixes}))?(?![\\p{L}\\p{M}@_'\\/])`,
  read: ({ groups }) => joined("om", qubeeNames((groups.letters ?? "").replaceAll("/", "")), { suffix: groups.suffix })
})

const capitalLetter = "(?:[CDPS]H|NY|[A-Z])"

/** DH.D.U.O, DH/K: the same in capitals. */
const inCapitals: Rule = {
  kind: "acronym",
  language: "om",
  needs: ["stop"],
  cue: "(?:[CDPS]H|NY)[.\\/]|[.\\/](?:[CDPS]H|NY)",
  pattern: `(?<![\\p{L}\\p{M}\\p{N}@._'\\/])(?=[A-Z.\\/]{0,10}(?:(?:[CDPS]H|NY)[.\\/]|[.\\/](?:[CDPS]H|NY)(?!\\p{L})))(?<letters>${capitalLetter}(?:[.\\/]${capitalLetter}){1,5})(?![\\p{L}\\p{M}@_'])(?:\\.(?! *$))?`,
  read: ({ groups: { letters: written = "" } }) =>
    qubeeNames(
      written.replace(/[./]/g, "").replace(/[CDPS]H|NY/g, (two) => two.charAt(0) + two.charAt(1).toLowerCase())
    )
}

const letter = "(?:[CDPScdps][hH]|[Nn][Yy]|[A-Za-z])"
const notInWord = "(?<![\\p{L}\\p{M}\\p{N}'’.@_\\-\\/])"

/** The name of a letter, of one sign or of two. */
const nameOf = (written: string): string =>
  qubeeNames(written.length === 2 ? written.charAt(0).toUpperCase() + written.charAt(1).toLowerCase() : written)

/** a, b, c, ch; "Dh" fi 'Ny': letters by name. */
const named: Rule = {
  kind: "acronym",
  language: "om",
  needs: ["latin"],
  cue: `(?:^|[^\\p{L}])${letter}(?:,| fi|["”’'»])`,
  pattern: `(?:${notInWord}${letter}(?=, ${letter}(?![\\p{L}\\p{N}']|\\.\\p{L}))|(?<=${notInWord}${letter}(?:, (?:fi )?| fi ))${letter}(?![\\p{L}\\p{N}']|\\.\\p{L})|(?<=(?<!\\p{L})["“‘'«])${letter}(?=["”’'»](?!\\p{L})))`,
  read: ({ found }) => nameOf(found)
}

/** keewwata 24(a)tti: a letter behind a number, of the part of an article. */
const ofPart = (suffixes: string): Rule => ({
  kind: "acronym",
  language: "om",
  needs: ["digit"],
  cue: "\\d\\)? ?\\(\\p{L}{1,2}\\)",
  pattern: `(?<=\\d\\)?) ?\\((?<letter>${letter})\\)(?:[\\-']?(?<suffix>${suffixes})(?!\\p{L}))?`,
  read: ({ groups: { letter: written = "", suffix } }) => ` ${joined("om", nameOf(written), { suffix })}`
})

/** (a) maqaa; a) maqaa: an item of a list. */
const item: Rule = {
  kind: "acronym",
  language: "om",
  needs: ["latin"],
  cue: "(?:^|[^\\p{L}])[a-z][hy]?\\)",
  pattern: "(?:(?<=(?<!\\p{L})\\()(?:[cdps]h|ny|[a-z])(?=\\))|(?<=^|[\\s;:,.?])(?:[cdps]h|[a-h])(?=\\) ?\\p{L}))",
  read: ({ found }) => nameOf(found)
}

/** "a – e", (a-d): from one letter to the other. */
const lettersInRow: Rule = {
  kind: "range",
  language: "om",
  needs: ["latin"],
  cue: "[a-z] ?[\\-–—] ?[a-z]",
  pattern: "(?<=[\"“'\\(])(?<one>[a-z]) ?[\\-–—] ?(?<other>[a-z])(?=[\"”'\\)])",
  read: ({ groups: { one = "", other = "" } }) => `${nameOf(one)} hanga ${nameOf(other)}`
}

/** A–F: from one to the other, in capitals. */
const capitalsInRow: Rule = {
  kind: "range",
  language: "om",
  needs: ["latin"],
  cue: "[A-H][\\-–—][A-H]",
  pattern: "(?<![\\p{L}\\p{N}'.\\-])(?<one>[A-H])[\\-–—](?<other>[A-H])(?![\\p{L}\\p{N}'\\-])",
  read: ({ groups: { one = "", other = "" } }) => (one < other ? `${nameOf(one)} hanga ${nameOf(other)}` : undefined)
}

/** `suffixes`: what they take in one with them. */
export const withDigraphs = (suffixes: string): ReadonlyArray<Rule> => [
  small(suffixes),
  inCapitals,
  lettersInRow,
  capitalsInRow,
  named,
  ofPart(suffixes),
  item
]
