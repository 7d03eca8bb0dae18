/** One setting: an environment variable with its check, its default and what the help says of it. */
import { Config, ConfigError, Either, Option } from "effect"
import type * as Check from "./Checks.ts"
import { quote } from "./Checks.ts"

/** What the help says of a variable. */
interface SettingDescription {
  readonly name: string
  readonly shownDefault: string
  readonly meaning: string
}

/** What is read from one variable, or from several that go together. */
export type Setting<A> = Config.Config<A> & { readonly about: ReadonlyArray<SettingDescription> }

/** A variable whose value is refused: what is wrong with it, and what would be right. */
export const refused = (name: string, problem: string, accepts: string): ConfigError.ConfigError =>
  ConfigError.InvalidData([name], `${problem}; accepted: ${accepts}`)

/** A setting that may be left out; one of blanks alone is left out. `shownDefault` and `meaning` are for the help. */
export const optional = <A>(
  name: string,
  { accepts, hidden, read }: Check.Check<A>,
  meaning: string,
  shownDefault = "none"
): Setting<Option.Option<A>> => {
  const config = Config.mapOrFail(Config.withDefault(Config.string(name), ""), (text) => {
    const raw = text.trim()
    return raw === ""
      ? Either.right(Option.none())
      : Either.mapBoth(read(raw), {
          onLeft: (problem) => refused(name, hidden ? problem : `${quote(raw)} ${problem}`, accepts),
          onRight: Option.some
        })
  })
  return Object.assign(config, { about: [{ name, shownDefault, meaning }] })
}

/** A setting that is `unset` where it is left out. */
export const setting = <A>(
  name: string,
  check: Check.Check<A>,
  unset: NoInfer<A>,
  meaning: string,
  shownDefault = String(unset)
): Setting<A> => {
  const self = optional(name, check, meaning, shownDefault)
  return Object.assign(
    Config.map(
      self,
      Option.getOrElse(() => unset)
    ),
    { about: self.about }
  )
}
