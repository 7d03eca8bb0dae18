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

/** a, b, c, ch; "Dh" fi 'Ny': letters by name. */
const named: Rule = {
  kind: "acronym",
  language: "om",
  needs: ["latin"],
  cue: `(?:^|[^\\p{L}])${letter}(?:,| fi|["”’'»])`,
  pattern: `(?:${notInWord}${letter}(?=, ${letter}(?![\\p{L}\\p{N}']|\\.\\p{L}))|(?<=${notInWord}${letter}(?:, (?:fi )?| fi ))${letter}(?![\\p{L}\\p{N}']|\\.\\p{L})|(?<=(?<!\\p{L})["“‘'«])${letter}(?=["”’'»](?!\\p{L})))`,
  read: ({ found }) =>
    qubeeNames(found.length === 2 ? found.charAt(0).toUpperCase() + found.charAt(1).toLowerCase() : found)
}

/** `suffixes`: what they take in one with them. */
export const withDigraphs = (suffixes: string): ReadonlyArray<Rule> => [small(suffixes), inCapitals, named]
