/** Rules for what takes prefixes and suffixes of either language. */
import type { Language } from "../../Domain.ts"
import { joined, prefix, suffix } from "./Affixes.ts"
import type { Match, Rule } from "./Rule.ts"
import type { Kind } from "./Span.ts"

export type Of<A> = Readonly<Record<Language, A>>

/** Before a number: no Latin letter or number, and none that a sign joins to it. */
export const start = "(?<![\\p{Script=Latin}\\p{N}])(?<![\\p{N}][.,\\/\\-])"
export const end = "(?!\\p{N}|(?!(?:tti|ttiin|tiin|tiif|n|f|rraa|irraa|rratti|irratti)(?!\\p{L}))\\p{Script=Latin})"

/** What may stand between a word and the number that it tells of. */
export const between = "(?:[:፡]- ?|[ :፡፦#.]{0,3})"

interface Parts {
  readonly kind: Kind
  readonly needs: NonNullable<Rule["needs"]>
  readonly cue?: string
  readonly pattern: string
  /** What must stand before it. */
  readonly after?: Of<string>
  readonly read: (match: Match) => string | undefined
}

/** A rule for each language: the pattern with an optional prefix and suffix, which the words get. */
export const affixed = ({ after, cue, kind, needs, pattern, read }: Parts): ReadonlyArray<Rule> =>
  (["am", "om"] as const).map((language) => ({
    kind,
    language,
    needs,
    ...(cue === undefined ? {} : { cue }),
    ...(after === undefined ? {} : { after: after[language] }),
    pattern: `${prefix[language]}${pattern}(?:${suffix[language]})?`,
    read: (match) => {
      const said = read(match)
      return said === undefined ? undefined : joined(language, said, match.groups)
    }
  }))
