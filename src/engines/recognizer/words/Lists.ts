/** The words that are known of each language, in their spelling. */
import type { Language } from "../../../Domain.ts"
import { nounForms as amharicForms, nameForms } from "./AmharicForms.ts"
import { verbForms as amharicVerbs } from "./AmharicVerbs.ts"
import {
  names as amharicNames,
  nouns as amharicNouns,
  others as amharicOthers,
  smallWords as amharicSmall
} from "./AmharicWords.ts"
import { nounForms as oromoForms, smallForms } from "./OromoForms.ts"
import { particles, smallWords } from "./OromoSmall.ts"
import { verbForms as oromoVerbs } from "./OromoVerbs.ts"
import { nouns as oromoNouns, others as oromoOthers } from "./OromoWords.ts"

const listed = (words: string): ReadonlyArray<string> => words.split(/\s+/).filter((word) => word !== "")

/** The words as they were written down, each once. */
export const baseWords: Readonly<Record<Language, ReadonlyArray<string>>> = {
  am: [...new Set([amharicSmall, amharicOthers, amharicNames, amharicNouns].flatMap(listed))],
  om: [...new Set([smallWords, particles, oromoOthers, oromoNouns].flatMap(listed))]
}

/** The small ones among them, of which every sentence has some. */
export const commonWords: Readonly<Record<Language, ReadonlyArray<string>>> = {
  am: listed(amharicSmall),
  om: [smallWords, particles].flatMap(listed)
}

/** With the forms of nouns and verbs; where two are spelt differently but sound alike, the earlier is the commoner. */
export const allWords: Readonly<Record<Language, ReadonlyArray<string>>> = {
  am: [
    ...new Set([
      ...baseWords.am,
      ...listed(amharicNames).flatMap(nameForms),
      ...listed(amharicNouns).flatMap(amharicForms),
      ...[amharicSmall, amharicOthers].flatMap(listed).flatMap(amharicVerbs)
    ])
  ],
  om: [
    ...new Set([
      ...baseWords.om,
      ...listed(smallWords).flatMap(smallForms),
      ...listed(oromoNouns).flatMap(oromoForms),
      ...oromoVerbs(listed(oromoOthers))
    ])
  ]
}
