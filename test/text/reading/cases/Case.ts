import type { Language } from "../../../../src/Domain.ts"
import type { Kind } from "../../../../src/text/reading/Reading.ts"

/** A text and what a reader says for it. */
export interface Case {
  readonly language: Language
  /** What it is a case of; the report counts by it. */
  readonly kind: Kind
  readonly text: string
  /** All that is said, with its punctuation. */
  readonly words: string
  /** The grammar, the usage or the rule that it rests on. */
  readonly source: string
}

/** Cases of one kind that rest on one source: pairs of what is written and what is said. */
export const group = (
  language: Language,
  kind: Kind,
  source: string,
  pairs: ReadonlyArray<readonly [text: string, words: string]>
): ReadonlyArray<Case> => pairs.map(([text, words]) => ({ language, kind, source, text, words }))
