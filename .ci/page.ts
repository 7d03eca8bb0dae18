/**
 * The pages for the binary. The dashboard's: its files, compressed as well as can be, and the
 * module that takes the place of `src/dashboard/BundledPage.ts` and has them embedded. Of `/docs` its
 * script and styles, in the place of `src/server/docs/BundledDocs.ts`.
 */
import { join, resolve } from "node:path"
import { bundle } from "../src/dashboard/PageBundle.ts"
import { HARDEST } from "../src/http/Compressed.ts"
import { bundle as bundleDocs } from "../src/server/docs/DocsBundle.ts"

/** What the bundler is to find at the paths of `BundledPage.ts` and `BundledDocs.ts`. The files are written into `folder`, which must outlast the build. */
export const embedPages = async (folder: string): Promise<Record<string, string>> => {
  const { assets, shell } = await bundle(HARDEST)
  const imports: Array<string> = []
  const embed = async (name: string, bytes: Uint8Array) => {
    const path = resolve(folder, name)
    await Bun.write(path, bytes)
    const file = `file${imports.length}`
    imports.push(`import ${file} from ${JSON.stringify(path)} with { type: "file" }`)
    return `() => Bun.file(${file}).bytes()`
  }
  const embedded = await Promise.all(
    assets.map(async ({ codings, ...asset }) => {
      const readers = await Promise.all(
        Object.entries(codings).map(
          async ([coding, read]) => `${coding}: ${await embed(`${asset.name}.${coding}`, await read())}`
        )
      )
      return `{ ...${JSON.stringify(asset)}, codings: { ${readers.join(", ")} } }`
    })
  )
  const module = `${imports.join("\n")}
const bundle = { shell: ${JSON.stringify(shell)}, assets: [${embedded.join(",\n")}] }
export const bundled = () => Promise.resolve(bundle)
`
  const docs = `const parts = ${JSON.stringify(await bundleDocs())}
export const bundled = () => Promise.resolve(parts)
`
  return {
    [join(import.meta.dir, "../src/dashboard/BundledPage.ts")]: module,
    [join(import.meta.dir, "../src/server/docs/BundledDocs.ts")]: docs
  }
}
