import type { Case } from "./Case.ts"

export const numbers: ReadonlyArray<Case> = [
  {
    language: "am",
    kind: "number",
    text: "በስብሰባው 25 ሰዎች ተገኝተዋል።",
    words: "በስብሰባው ሃያ አምስት ሰዎች ተገኝተዋል።",
    source: "cardinals before their noun"
  },
  {
    language: "om",
    kind: "number",
    text: "Namoonni 25 walga'ii irratti argaman.",
    words: "Namoonni digdamii shan walga'ii irratti argaman.",
    source: "Wikibooks, Afaan Oromo, chapter 1: the number follows its noun, digdamii tokko"
  }
]
