/** A client's own words: how names and brands are to be read. */
import { joined, prefix, suffix } from "./Affixes.ts"
import { folded } from "./Folding.ts"
import { anyOf, type Rule } from "./Rule.ts"

/** A word as it is written, and its spelling as it is to be read, in the same language. */
export type Lexicon = ReadonlyArray<readonly [word: string, spelling: string]>

const keyOf = (word: string): string => folded(word.normalize("NFC")).toLowerCase()

const ruleOf = (lexicon: Lexicon, language: "am" | "om"): Rule => {
  const spellings = new Map(lexicon.map(([word, spelling]) => [keyOf(word), spelling]))
  const words = anyOf(spellings.keys())
  return {
    kind: "lexicon",
    language,
    // Without regard to case, which the flag would ask for of all patterns.
    pattern: `(?<![\\p{L}\\p{M}\\p{N}])${prefix[language]}(?<word>(?i:${words}))${suffix[language]}`,
    read: ({ groups }) => {
      const spelling = spellings.get(keyOf(groups["word"] ?? ""))
      return spelling === undefined ? undefined : joined(language, spelling, groups)
    }
  }
}

/** The rules of a lexicon; none for an empty one. */
export const lexiconRules = (lexicon: Lexicon): ReadonlyArray<Rule> =>
  lexicon.length === 0 ? [] : [ruleOf(lexicon, "am"), ruleOf(lexicon, "om")]
