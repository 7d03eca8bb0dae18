/**
 * Where the native library lies: in its package, or, of the binary, in a folder that its files are written to once, as
 * the operating system loads libraries from files alone.
 */
import { randomUUID } from "node:crypto"
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"
import { ProviderNotConfigured } from "../../Errors.ts"
import { embeddedLibrary } from "./EmbeddedLibrary.ts"

export const ADDON = "sherpa-onnx.node"

const platform = process.platform === "win32" ? "win" : process.platform
/** The package of this machine's native library. */
const packageName = `sherpa-onnx-${platform}-${process.arch}`

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false
  )

/** Writes the embedded files below `parent` where they are not there; answers their folder. */
const unfold = async (parent: string): Promise<string> => {
  const { files, version } = embeddedLibrary()
  const folder = join(parent, `sherpa-onnx-${version}`)
  if (await isThere(folder)) return folder
  const begun = join(parent, `.writing-${randomUUID()}`)
  await mkdir(begun, { recursive: true })
  try {
    for (const { name, path } of files) await writeFile(join(begun, name), await Bun.file(path).bytes())
    // Another process may have been faster: its folder is the same.
    await rename(begun, folder).catch(async (cause) => {
      if (!(await isThere(folder))) throw cause
    })
  } finally {
    await rm(begun, { recursive: true, force: true })
  }
  return folder
}

const find = async (parent: string): Promise<string> =>
  embeddedLibrary().files.length > 0
    ? unfold(parent)
    : dirname(fileURLToPath(import.meta.resolve(`${packageName}/package.json`)))

const missing = () =>
  new ProviderNotConfigured({
    message: `models of the models folder need a native library, which there is none of for ${process.platform} on ${process.arch}, or which cannot be written to the data folder`
  })

/** The folder of the library's files; of the binary, one in `parent`. Fails where there is none for this machine. */
export const nativeLibrary = (parent: string): Effect.Effect<string, ProviderNotConfigured> =>
  Effect.tryPromise({ try: () => find(parent), catch: missing })
