/** The project's documents: their sections, and the fenced blocks in them. */
import { readdirSync, readFileSync } from "node:fs"
import { resolve } from "node:path"

export const ROOT = resolve(import.meta.dir, "../..")

export const textOf = (path: string): string => readFileSync(resolve(ROOT, path), "utf8")

/** README and the guides. */
export const GUIDES: ReadonlyArray<string> = [
  "README.md",
  ...readdirSync(resolve(ROOT, "docs"))
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => `docs/${name}`)
]

/** All that a reader meets. */
export const DOCUMENTS: ReadonlyArray<string> = [...GUIDES, "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]

export interface Block {
  readonly path: string
  readonly language: string
  readonly text: string
}

const FENCED = /^```(\w*)\n([\s\S]*?)^```$/gm

const blocksIn = (path: string, text: string): ReadonlyArray<Block> =>
  Array.from(text.matchAll(FENCED), ([, language = "", text = ""]) => ({ path, language, text }))

export const blocksOf = (path: string): ReadonlyArray<Block> => blocksIn(path, textOf(path))

/** The text without its blocks. */
export const withoutBlocks = (text: string): string => text.replaceAll(FENCED, "")

/** What stands below a heading until the next of its level or above. Throws where there is none. */
export const sectionOf = (path: string, heading: string): string => {
  const text = textOf(path)
  const [found, marks = ""] =
    new RegExp(`^(#+) ${heading.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`, "m").exec(text) ?? []
  if (found === undefined) throw new Error(`${path} has no section "${heading}"`)
  const rest = text.slice(text.indexOf(found) + found.length)
  const end = new RegExp(`^#{1,${marks.length}} `, "m").exec(withoutComments(rest))
  return end === null ? rest : rest.slice(0, end.index)
}

/** A comment of the shell looks like a heading: blanked, so that places stay. */
const withoutComments = (text: string): string => text.replaceAll(FENCED, (block) => block.replaceAll(/[^\n]/g, " "))

/** The only block of this language that has these words, or the first of several. Throws where there is none. */
export const blockOf = (path: string, language: string, words: string): string => {
  const found = blocksOf(path).find((block) => block.language === language && block.text.includes(words))
  if (found === undefined) throw new Error(`${path} has no block of ${language} with "${words}"`)
  return found.text
}

/** As a reader would write it, who has this server and this key. */
export const filledIn = (text: string, server: { readonly url: string }, key: string): string =>
  text.replaceAll("localhost:8787", new URL(server.url).host).replaceAll("sk_…", key)
