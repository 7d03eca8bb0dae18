/** One setting: an environment variable with its check, its default and what the help says of it. */
import { Config, ConfigError, Either, Option } from "effect"
import type * as Check from "./Checks.ts"
import { quote } from "./Checks.ts"

/** What the help says of a setting. */
export interface About {
  readonly name: string
  readonly shownDefault: string
  readonly meaning: string
}

export type Setting<A> = Config.Config<A> & { readonly about: About }

/** What is wrong with a value, and what would be right. */
export const complaint = (problem: string, accepts: string) => `${problem}; accepted: ${accepts}`

/** A variable's own text, where it is set to more than blanks. */
const raw = (name: string): Config.Config<Option.Option<string>> =>
  Config.option(Config.string(name)).pipe(
    Config.map(
      Option.filterMap((text) => {
        const trimmed = text.trim()
        return trimmed === "" ? Option.none() : Option.some(trimmed)
      })
    )
  )

/** A setting that may be left out; `shownDefault` and `meaning` are for the help. */
export const optional = <A>(
  name: string,
  check: Check.Check<A>,
  shownDefault: string,
  meaning: string
): Setting<Option.Option<A>> =>
  Object.assign(
    Config.mapOrFail(
      raw(name),
      Option.match({
        onNone: () => Either.right(Option.none()),
        onSome: (text) =>
          Either.mapBoth(check.read(text), {
            onLeft: (problem) =>
              ConfigError.InvalidData(
                [name],
                complaint(check.hidden ? problem : `${quote(text)} ${problem}`, check.accepts)
              ),
            onRight: Option.some
          })
      })
    ),
    { about: { name, shownDefault, meaning } }
  )

/** A setting that is `unset` where it is left out. */
export const setting = <A>(
  name: string,
  check: Check.Check<A>,
  unset: NoInfer<A>,
  shownDefault: string,
  meaning: string
): Setting<A> => {
  const self = optional(name, check, shownDefault, meaning)
  return Object.assign(
    Config.map(
      self,
      Option.getOrElse(() => unset)
    ),
    { about: self.about }
  )
}
