/** docs/settings.md beside the table of settings. */
import { expect, test } from "bun:test"
import { settingNames, settingsHelp } from "../../src/settings/Config.ts"
import { sectionOf, textOf } from "./Pages.ts"

const PAGE = "docs/settings.md"
const rowsOf = (text: string): ReadonlyArray<ReadonlyArray<string>> =>
  text
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll("`", "").replaceAll("\\|", "|"))
    )

test("the list in docs/settings.md is what `qal serve --help` says: names, meanings and defaults, in its order", () => {
  const shown = rowsOf(sectionOf(PAGE, "Settings").split("\n## ")[0] ?? "")
  const said = settingsHelp.split("\n").map((line) => /^(\w+)\s+(.*) \(default: (.*)\)$/.exec(line)?.slice(1))
  expect(shown).toEqual(said.map((row) => row ?? []))
})

test("what docs/settings.md adds is said of settings that there are", () => {
  const named = Array.from(textOf(PAGE).matchAll(/`((?:QAL|AWS)_[A-Z_]+)/g), ([, name = ""]) => name)
  expect(named.length).toBeGreaterThan(settingNames.length)
  expect(named.filter((name) => !settingNames.includes(name) && name !== "QAL_" && name !== "AWS_")).toEqual([])
})
