/**
 * Makes the page's files of its sources in `web/`: `main.tsx` with all that it
 * imports, in chunks, styles and fonts, and each `*.worklet.ts` by itself.
 *
 * A worklet is `web/<any folder>/<Name>.worklet.ts`; what it imports is put into
 * it, since a worklet's scope loads nothing. The page adds it by its address, which stays:
 *
 *     await context.audioWorklet.addModule("/assets/<Name>.worklet.js")
 *
 * Styles are imported by `main.tsx` or by whatever needs them (`import "./x.css"`); the page
 * loads all of them at its start. Other files (`import address from "./x.png"`) become their address.
 */
import { basename, join } from "node:path"
import * as Compressed from "../http/Compressed.ts"
import { ASSETS, type Font, fontsInto } from "../http/Fonts.ts"

/** A file of the page. */
export interface Asset extends Compressed.Representation {
  /** Its address, below `/assets/`. */
  readonly name: string
  /** Whether it has another name when its contents change. */
  readonly immutable: boolean
}

/** What the page loads at its start, by name. */
export interface Shell {
  readonly script: string
  /** What the script imports, and what that imports. */
  readonly imports: ReadonlyArray<string>
  readonly styles: ReadonlyArray<string>
  /** What nearly every page shows its text in. */
  readonly fonts: ReadonlyArray<string>
}

export interface Bundle {
  readonly shell: Shell
  readonly assets: ReadonlyArray<Asset>
}

const SOURCES = join(import.meta.dir, "web")
const ENTRY = "main.tsx"

/** The letters of English and Afaan Oromo, and of the marks and digits of Amharic. */
const MAIN_FONT = /^noto-sans-latin-wght-normal-/

const shared = {
  target: "browser",
  format: "esm",
  minify: true,
  define: { "process.env.NODE_ENV": '"production"' },
  env: "disable"
} as const

const nameOf = (path: string): string => basename(path)

const toAsset = async (output: Bun.BuildArtifact, immutable: boolean, quality: number): Promise<Asset> => ({
  ...Compressed.make(output.type, new Uint8Array(await output.arrayBuffer()), quality),
  name: nameOf(output.path),
  immutable
})

/** The entry, all that it imports at once, and the styles of all: those of what is loaded later are small. */
const shellOf = ({ metafile, outputs }: Bun.BuildOutput, fonts: Iterable<string>): Shell => {
  const built = new Map(Object.entries(metafile?.outputs ?? {}).map(([path, output]) => [nameOf(path), output]))
  const script = outputs.find(({ kind }) => kind === "entry-point")
  if (script === undefined) throw new Error("the bundler has made no script of the page")
  const loaded = new Set([nameOf(script.path)])
  for (const name of loaded) {
    const imports = built.get(name)?.imports ?? []
    for (const { kind, path } of imports) if (kind === "import-statement") loaded.add(nameOf(path))
  }
  const styles = new Set([...loaded, ...built.keys()].flatMap((name) => built.get(name)?.cssBundle ?? []).map(nameOf))
  return {
    script: nameOf(script.path),
    imports: [...loaded].slice(1),
    styles: [...styles],
    fonts: [...fonts].filter((name) => MAIN_FONT.test(name)).sort()
  }
}

const workletsOf = async (sources: string, quality: number): Promise<ReadonlyArray<Asset>> => {
  const entrypoints = await Array.fromAsync(new Bun.Glob("**/*.worklet.ts").scan({ cwd: sources, absolute: true }))
  if (entrypoints.length === 0) return []
  const { outputs } = await Bun.build({ ...shared, entrypoints: entrypoints.sort(), naming: "[name].[ext]" })
  return Promise.all(outputs.map((output) => toAsset(output, false, quality)))
}

/** What the bundler complains of, with the place. */
const complaintOf = (cause: unknown): string => {
  if (cause instanceof AggregateError) return cause.errors.map(complaintOf).join("; ")
  const at = cause instanceof BuildMessage || cause instanceof ResolveMessage ? cause.position : null
  return at === null ? String(cause) : `${at.file}:${at.line}:${at.column}: ${String(cause)}`
}

/** Rejects where the sources, a folder, cannot be built. `quality` is brotli's. */
export const bundle = async (quality: number, sources = SOURCES): Promise<Bundle> => {
  try {
    const fonts = new Map<string, Font>()
    const [built, apart] = await Promise.all([
      Bun.build({
        ...shared,
        entrypoints: [join(sources, ENTRY)],
        plugins: [fontsInto(fonts, quality)],
        publicPath: ASSETS,
        naming: "[name]-[hash].[ext]",
        splitting: true,
        metafile: true
      }),
      workletsOf(sources, quality)
    ])
    const files = await Promise.all(built.outputs.map((output) => toAsset(output, true, quality)))
    return { shell: shellOf(built, fonts.keys()), assets: [...files, ...fonts.values(), ...apart] }
  } catch (cause) {
    throw new Error(`the dashboard's page cannot be built: ${complaintOf(cause)}`)
  }
}
