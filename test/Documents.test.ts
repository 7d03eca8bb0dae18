/** What CONTRIBUTING.md names is there. */
import { expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { resolve } from "node:path"
import { scripts } from "../package.json" with { type: "json" }

const root = resolve(import.meta.dir, "..")
const text = readFileSync(`${root}/CONTRIBUTING.md`, "utf8")
/** What stands in backquotes, outside blocks of commands. */
const quoted = [...text.replaceAll(/```[\s\S]*?```/g, "").matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name)

test("every file and folder that CONTRIBUTING.md names exists", () => {
  const paths = quoted.filter((name) => /^[a-z][\w-]*(\/[\w.-]+)+\/?$|^[A-Z]\w+\.(ts|md)$|^[a-z]+\/$/.test(name))
  expect(paths.length).toBeGreaterThan(40)
  // `voice/Http` is `src/voice/Http.ts`.
  const places = (name: string) => [name, `src/${name}`, `src/${name}.ts`].map((place) => resolve(root, place))
  // Each capability has its own; what `bun run build` makes is not there yet.
  const own = ["Http.ts", "Socket.ts", "SocketMachine.ts", "dist/qal"]
  expect(paths.filter((name) => !own.includes(name) && !places(name).some(existsSync))).toEqual([])
})

test("every script that CONTRIBUTING.md names exists", () => {
  const named = [...text.matchAll(/bun run ([a-z]+)/g)].map(([, name = ""]) => name)
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test("CONTRIBUTING.md names the rows of bypasses as `bun run bench` does", () => {
  const rows = text
    .slice(text.indexOf("## Deliberate bypasses"))
    .split("\n")
    .filter((line) => line.startsWith("| `") || /^\| [a-z]/.test(line))
  const cases =
    readFileSync(`${root}/bench/main.ts`, "utf8")
      .match(/^ {2}(\w+),?$/gm)
      ?.map((line) => line.trim().replace(",", "")) ?? []
  expect(rows.length).toBeGreaterThan(10)
  for (const row of rows) {
    const [name = ""] = /`(\w+)`/.exec(row.split("|").at(-2) ?? "")?.slice(1) ?? []
    expect(cases).toContain(name)
  }
})
