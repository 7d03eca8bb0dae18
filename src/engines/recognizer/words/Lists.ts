/** The words that are known of each language, in their spelling. */
import type { Language } from "../../../Domain.ts"
import { nouns as amharicNouns, others as amharicOthers } from "./Amharic.ts"
import { nounForms as amharicForms } from "./AmharicForms.ts"
import { verbForms as amharicVerbs } from "./AmharicVerbs.ts"
import { nouns as oromoNouns, others as oromoOthers } from "./Oromo.ts"
import { nounForms as oromoForms } from "./OromoForms.ts"
import { verbForms as oromoVerbs } from "./OromoVerbs.ts"

const listed = (words: string): ReadonlyArray<string> => words.split(/\s+/).filter((word) => word !== "")

/** The words as they were written down, each once. */
export const baseWords: Readonly<Record<Language, ReadonlyArray<string>>> = {
  am: [...new Set([...listed(amharicOthers), ...listed(amharicNouns)])],
  om: [...new Set([...listed(oromoOthers), ...listed(oromoNouns)])]
}

/** With the forms of nouns and verbs; where two are spelt differently but sound alike, the earlier is the commoner. */
export const allWords: Readonly<Record<Language, ReadonlyArray<string>>> = {
  am: [
    ...new Set([
      ...baseWords.am,
      ...listed(amharicNouns).flatMap(amharicForms),
      ...listed(amharicOthers).flatMap(amharicVerbs)
    ])
  ],
  om: [...new Set([...baseWords.om, ...listed(oromoNouns).flatMap(oromoForms), ...oromoVerbs(listed(oromoOthers))])]
}
