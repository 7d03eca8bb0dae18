/** The TypeScript that documents show, under `strict`. */
import { expect, test } from "bun:test"
import { join } from "node:path"
import ts from "typescript"
import { blocksOf, GUIDES, ROOT } from "./Pages.ts"

/** What examples leave to the reader: tickets, a microphone, a loudspeaker, a place for words. */
const SURROUNDINGS = `
declare const data: { readonly websocket_url: string; readonly token: string }
declare const record: (send: (frame: ArrayBuffer) => void) => void
declare const show: (...what: ReadonlyArray<unknown>) => void
declare const play: (sound: string | ArrayBuffer) => void
declare const stopPlaying: () => void
declare const silence: () => void
export {}
`

const isThere = (name: string): boolean => {
  try {
    return Bun.resolveSync(name, ROOT) !== ""
  } catch {
    return false
  }
}

const blocks = GUIDES.flatMap(blocksOf)
  .filter(({ language }) => language === "ts")
  // LiveKit's packages are 265 MB, so they are not among those that everybody installs.
  .filter(({ text }) => Array.from(text.matchAll(/from "([^"]+)"/g)).every(([, name = ""]) => isThere(name)))

test("every block of TypeScript compiles", () => {
  expect(blocks.length).toBeGreaterThan(6)
  const files = new Map(blocks.map(({ text }, at) => [join(ROOT, `block-${at}.ts`), text + SURROUNDINGS]))
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.Preserve,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ["bun-types"]
  }
  const host = ts.createCompilerHost(options)
  const { fileExists, getSourceFile, readFile } = host
  host.fileExists = (name) => files.has(name) || fileExists(name)
  host.readFile = (name) => files.get(name) ?? readFile(name)
  host.getSourceFile = (name, version, ...rest) => {
    const text = files.get(name)
    return text === undefined ? getSourceFile(name, version, ...rest) : ts.createSourceFile(name, text, version)
  }
  const program = ts.createProgram([...files.keys()], options, host)
  const complaints = [...files.keys()].flatMap((name) => {
    const file = program.getSourceFile(name)
    if (file === undefined) return [`${name} was not read`]
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
    return found.map(({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`)
  })
  expect(complaints).toEqual([])
}, 180_000)
