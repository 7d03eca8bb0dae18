/** docs/command-line.md beside what the program's help says. */
import { expect, test } from "bun:test"
import { textOf } from "./Pages.ts"

/** Groups alone, which do nothing by themselves. */
const GROUPS = ["keys", "wallets", "voices", "models"]

test("docs/command-line.md lists every command as `qal --help` does, with its words", async () => {
  const child = Bun.spawn([process.execPath, "src/main.ts", "--help"], {
    stdout: "pipe",
    env: { PATH: process.env.PATH ?? "" }
  })
  const help = Bun.stripANSI(await new Response(child.stdout).text())
  const said = help
    .split("\n")
    .filter((line) => line.startsWith("  - "))
    .map((line) =>
      line
        .slice("  - ".length)
        .trim()
        .split(/\s{2,}/)
    )
    .filter(([usage = ""]) => !GROUPS.includes(usage))
  const shown = textOf("docs/command-line.md")
    .split("\n")
    .filter((line) => line.startsWith("| `qal "))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll("`", "").replaceAll("\\|", "|"))
    )
  expect(said.length).toBeGreaterThan(12)
  expect(shown.map(([usage = ""]) => usage.replace(/^qal /, ""))).toEqual(said.map(([usage = ""]) => usage))
  for (const [at, [, words]] of said.entries()) expect(shown[at]?.[1]).toBe(words ?? shown[at]?.[1] ?? "")
})
