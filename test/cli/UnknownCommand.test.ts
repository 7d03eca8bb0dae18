import { expect, test } from "bun:test"
import { Command } from "@effect/cli"
import { Effect, Option } from "effect"
import { unknownCommand } from "../../src/cli/UnknownCommand.ts"

const keys = Command.make("keys").pipe(
  Command.withSubcommands([Command.make("list", {}, () => Effect.void), Command.make("create", {}, () => Effect.void)])
)
const said = (...words: ReadonlyArray<string>) => Option.getOrUndefined(unknownCommand(keys, words))

test("a command that another command has not is refused with those that it has", () => {
  expect(said("keys", "add")).toBe('keys has no command "add"; it has create, list')
  expect(said("keys", "a\nb", "list")).not.toContain("\n")
})

test("what a command has, and what is none of its commands, is left to the parser", () => {
  for (const words of [[], ["keys"], ["keys", "list", "x"], ["keys", "--help"], ["say", "ሰላም"], ["nothing", "at all"]])
    expect([words, said(...words)]).toEqual([words, undefined])
})
