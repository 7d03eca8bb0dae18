/** What the files of a folder import, found by the compiler's own scanner: types, re-exports and dynamic imports too. */
import { readFileSync } from "node:fs"
import { join, posix } from "node:path"
import ts from "typescript"

export interface Source {
  /** From the folder, such as `voice/Speech.ts`. */
  readonly path: string
  readonly text: string
}

export const sourcesOf = (folder: string): ReadonlyArray<Source> =>
  [...new Bun.Glob("**/*.{ts,tsx}").scanSync(folder)]
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }))

export const parse = ({ path, text }: Source): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)

/** Every node of the file. */
export const nodesOf = (file: ts.SourceFile): ReadonlyArray<ts.Node> => {
  const nodes: Array<ts.Node> = []
  const visit = (node: ts.Node): void => {
    nodes.push(node)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return nodes
}

/** The files whose path is given to `workerFile`: they run on another thread, and no import names them. */
const workersOf = (source: Source): ReadonlyArray<string> =>
  nodesOf(parse(source)).flatMap((node) => {
    if (!ts.isCallExpression(node) || node.expression.getText() !== "workerFile") return []
    const [path] = node.arguments
    if (path === undefined || !ts.isStringLiteral(path)) throw new Error(`${source.path}: workerFile takes a literal`)
    return [path.text]
  })

/** What a file imports, in whatever way: files of the folder by their path, packages by their name. */
export const importsOf = (source: Source): ReadonlyArray<string> => [
  ...new Set([
    ...ts
      .preProcessFile(source.text, true, true)
      .importedFiles.map(({ fileName }) =>
        fileName.startsWith(".") ? posix.join(posix.dirname(source.path), fileName) : fileName
      ),
    ...(source.text.includes("workerFile(") ? workersOf(source) : [])
  ])
]

/** A way from `start` back to itself, if there is one. */
export const cycleFrom = (
  start: string,
  arrows: Readonly<Record<string, ReadonlyArray<string>>>
): ReadonlyArray<string> | undefined => {
  const seen = new Set<string>()
  const walk = (at: string, way: ReadonlyArray<string>): ReadonlyArray<string> | undefined => {
    for (const next of arrows[at] ?? []) {
      if (next === start) return [...way, at, next]
      if (seen.has(next)) continue
      seen.add(next)
      const found = walk(next, [...way, at])
      if (found !== undefined) return found
    }
    return undefined
  }
  return walk(start, [])
}
