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
