/** What Latin letters are called, one by one. */
import type { Language } from "../../Domain.ts"

/** As newspapers write them: ኤች አይ ቪ, ደብሊው ኤች ኦ. */
export const amharicLetterNames = "ኤ ቢ ሲ ዲ ኢ ኤፍ ጂ ኤች አይ ጄ ኬ ኤል ኤም ኤን ኦ ፒ ኪው አር ኤስ ቲ ዩ ቪ ደብሊው ኤክስ ዋይ ዜድ".split(" ")

/** English names as both languages write them: ኢ ቢ ሲ for EBC. */
const names: Readonly<Record<Language, ReadonlyArray<string>>> = {
  am: amharicLetterNames,
  om: "ee bii sii dii ii eef jii eech aay jee kee eel eem een oo pii kiiw aar ees tii yuu vii dabaliyuu eeks waay zeed".split(
    " "
  )
}

/** Names of the letters of Qubee: a consonant with a long aa. */
const qubee: ReadonlyMap<string, string> = new Map(
  Array.from("abcdefghijklmnopqrstuvwxyz", (letter) => [
    letter,
    "aeiou".includes(letter) ? letter + letter : `${letter}aa`
  ])
)

const base = (letter: string): string => letter.normalize("NFD").charAt(0).toLowerCase()

/** English names of the letters, with spaces between. */
export const letterNames = (language: Language, letters: string): string =>
  Array.from(letters, (letter) => names[language][base(letter).charCodeAt(0) - 0x61] ?? letter).join(" ")

/** Names of the letters in Qubee, with spaces between; Ch, Dh, Ny, Ph and Sh are one. */
export const qubeeNames = (letters: string): string =>
  (letters.match(/[CDPS]h|Ny|./gsu) ?? [])
    .map((letter) => (letter.length === 2 ? `${letter.toLowerCase()}aa` : (qubee.get(base(letter)) ?? letter)))
    .join(" ")
