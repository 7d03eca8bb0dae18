/** `qal licences`: prints the licences of everything in the program. */
import { Command } from "@effect/cli"
import { Console, Effect } from "effect"
import type { Notice } from "./licences/Inside.ts"
import { table } from "./Table.ts"

const RULE = "-".repeat(80)

const nameOf = ({ name, version }: Notice): string => (version === "" ? name : `${name} ${version}`)

/** Each text once, under the names of all that it is the licence of. */
const textsOf = (notices: ReadonlyArray<Notice>): string => {
  const byText = Map.groupBy(notices, ({ text }) => text)
  return [...byText]
    .map(([text, ones]) => `${RULE}\n${ones.map((one) => `${nameOf(one)}: ${one.licence}`).join("\n")}\n\n${text}`)
    .join("\n\n")
}

/** The list, then the texts. */
export const licencesText = (notices: ReadonlyArray<Notice>): string => {
  const rows = notices.map(({ licence, name, version }) => [name, version, licence])
  return `${table(["name", "version", "licence"], rows)}\n\n${textsOf(notices)}`
}

export const licences = Command.make("licences", {}, () =>
  Effect.gen(function* () {
    const { notices } = yield* Effect.promise(() => import("./licences/Notices.ts"))
    yield* Console.log(licencesText(notices))
  })
).pipe(Command.withDescription("Print the licences of everything that this program is made of"))
