/** Abbreviations, and which full stops belong to them. */
import { amharicAbbreviations, isAmharicAbbreviation } from "./abbreviations/AmharicAbbreviations.ts"
import { isOromoAbbreviation, oromoAbbreviations } from "./abbreviations/OromoAbbreviations.ts"
import type { Rule } from "./Rule.ts"

/** A.L.I, k.k.f: pieces of one or two letters with stops between. */
const dotted = /^\p{Script=Latin}{1,2}(?:[./]\p{Script=Latin}{1,2})+$/u
/** An initial, or a single fidel: J. Tola, ቁ. 5. */
const initial = /^\p{L}$/u

/** Whether `word`, which a full stop follows, is an abbreviation, so that the stop may end no sentence. */
export const isAbbreviation = (word: string): boolean =>
  dotted.test(word) || initial.test(word) || isAmharicAbbreviation(word) || isOromoAbbreviation(word)

export const abbreviations: ReadonlyArray<Rule> = [...amharicAbbreviations, ...oromoAbbreviations]
