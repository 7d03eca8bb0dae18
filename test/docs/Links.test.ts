/** Links of the documents, as a git host follows them. */
import { expect, test } from "bun:test"
import { existsSync, readdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { Glob } from "bun"
import { guides, leadsTo } from "../../src/server/docs/Guides.ts"
import { headingsOf } from "../../src/server/docs/Markdown.ts"
import { DOCUMENTS, ROOT, textOf, withoutBlocks } from "./Pages.ts"

/** Where links and pictures lead. */
const linksOf = (path: string): ReadonlyArray<string> =>
  Array.from(withoutBlocks(textOf(path)).matchAll(/\]\(([^)\s]+)\)/g), ([, href = ""]) => href)

const isElsewhere = (href: string) => /^https?:\/\//.test(href)

test("documents have links to follow", () => {
  expect(DOCUMENTS.flatMap(linksOf).length).toBeGreaterThan(60)
})

test.each(DOCUMENTS)("every link of %s leads to a file of the project, and to a heading in it", (path) => {
  const broken = linksOf(path)
    .filter((href) => !isElsewhere(href))
    .filter((href) => {
      const [file = "", anchor] = href.split("#")
      const target = file === "" ? path : join(dirname(path), file)
      if (!existsSync(join(ROOT, target))) return true
      return anchor !== undefined && !headingsOf(textOf(target)).some(({ id }) => id === anchor)
    })
  expect(broken).toEqual([])
})

// CONTRIBUTING.md leads to sources too, which are not served: there these links are plain text.
test.each(DOCUMENTS.filter((path) => path !== "CONTRIBUTING.md"))(
  "every link of %s to a file leads to its page below /docs",
  (path) => {
    for (const href of linksOf(path)) {
      if (!isElsewhere(href) && !href.startsWith("#"))
        expect([href, leadsTo(path, href)]).toEqual([href, expect.stringMatching(/^\/docs\//)])
    }
  }
)

test("no link of a guide leads past the guides, whatever its kind of address", () => {
  for (const href of [
    "javascript:alert(1)",
    "data:text/html,x",
    "../../../etc/passwd",
    "../src/main.ts",
    "//other.example/x",
    "/etc"
  ]) {
    expect([href, leadsTo("docs/api.md", href)]).toEqual([href, undefined])
  }
})

test("every document is served, and every guide is listed in README.md", () => {
  expect(guides.map(({ path }) => path).toSorted()).toEqual([...DOCUMENTS].toSorted())
  const listed = linksOf("README.md")
  expect(DOCUMENTS.filter((path) => path !== "README.md" && !listed.includes(path))).toEqual([])
})

test("README.md has at most 130 lines, and says of every entry of the project's folder what it is", () => {
  const readme = textOf("README.md")
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(130)
  // What git ignores, and what it keeps for itself, is not the project's.
  const ignored = [".git", ".gitignore", ...textOf(".gitignore").trim().split("\n")].map(
    (pattern) => new Glob(pattern.replace(/\/$/, ""))
  )
  const entries = readdirSync(ROOT, { withFileTypes: true })
    .filter(({ name }) => !ignored.some((pattern) => pattern.match(name)))
    .map((entry) => (entry.isDirectory() ? `\`${entry.name}/\`` : entry.name))
  expect(entries.length).toBeGreaterThan(10)
  expect(entries.filter((name) => name !== "README.md" && !readme.includes(name))).toEqual([])
})
