/**
 * A command within a command that there is not, such as `qal keys add`. The parser
 * (@effect/cli 0.7) says of it what the whole program has, and not what `keys` has.
 */
import { Command } from "@effect/cli"
import { HashMap, HashSet, Option } from "effect"

/** What is to be said of a command line's words behind the program's name; none where the parser is to say it. */
export const unknownCommand = <Name extends string, R, E, A>(
  group: Command.Command<Name, R, E, A>,
  [name = "", inner = ""]: ReadonlyArray<string>
): Option.Option<string> => {
  const known = Command.getSubcommands(group)
  const isAsked = HashSet.has(Command.getNames(group), name) && inner !== "" && !inner.startsWith("-")
  if (!isAsked || HashMap.has(known, inner)) return Option.none()
  const names = Array.from(HashMap.keys(known)).toSorted().join(", ")
  return Option.some(`${name} has no command ${JSON.stringify(inner)}; it has ${names}`)
}
