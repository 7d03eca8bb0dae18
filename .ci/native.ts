/**
 * The native library for the binary: its files, and the module that takes the place of
 * `src/engines/sherpa/EmbeddedLibrary.ts` and has them embedded. Where there is none for this machine the binary has none.
 */
import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"

const platform = process.platform === "win32" ? "win" : process.platform
const folder = join(import.meta.dir, `../node_modules/sherpa-onnx-${platform}-${process.arch}`)

/** The addon and what it loads; not the interface for programs in C++. */
const isNeeded = (name: string): boolean => /\.(?:node|so|dylib|dll)(?:\.|$)/.test(name) && !name.includes("cxx-api")

/** What the bundler is to find at the path of `EmbeddedLibrary.ts`. */
export const embedLibrary = async (): Promise<Record<string, string>> => {
  const names = (await readdir(folder).catch(() => [])).filter(isNeeded).toSorted()
  const hash = createHash("sha256")
  for (const name of names) hash.update(await readFile(join(folder, name)))
  const imports = names.map((name, at) => `import file${at} from ${JSON.stringify(join(folder, name))} with { type: "file" }`)
  const files = names.map((name, at) => `{ name: ${JSON.stringify(name)}, path: file${at} }`)
  const module = `${imports.join("\n")}
const library = { version: ${JSON.stringify(hash.digest("hex").slice(0, 16))}, files: [${files.join(", ")}] }
export const embeddedLibrary = () => library
`
  return { [join(import.meta.dir, "../src/engines/sherpa/EmbeddedLibrary.ts")]: module }
}
