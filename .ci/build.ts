/**
 * `bun run build`: the whole program as one file, `dist/qal`, for the machine
 * it is built on. The program and its workers are entry points of their own; WebAssembly, voice data,
 * the pages and whatever else is imported as a file is embedded with them.
 */
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { $, Glob } from "bun"
import { embedLibrary } from "./native.ts"
import { embedPages } from "./page.ts"

const outfile = process.argv[2] ?? "dist/qal"

/** The commit, marked where the tree differs from it; nothing outside a checkout. */
const readCommit = async () =>
  (await $`git describe --always --dirty --exclude=${"*"} --abbrev=12`.nothrow().quiet().text()).trim()

/** Builds into `folder`, which the maps of the sources are written into too; the binary has them inside. */
const build = async (folder: string, commit: string) => {
  const workers = await Array.fromAsync(new Glob("src/**/*.worker.ts").scan("."))
  const built = join(folder, "qal")
  await Bun.build({
    entrypoints: ["src/Binary.ts", "src/main.ts", ...workers.sort()],
    // What the paths in the binary begin from; else the folder that all modules share is guessed.
    root: "src",
    files: { ...(await embedPages(join(folder, "page"))), ...(await embedLibrary()) },
    compile: {
      outfile: built,
      // What the program does depends on its settings, not on files of the folder that it is started in.
      autoloadDotenv: false,
      autoloadBunfig: false
    },
    minify: true,
    sourcemap: "linked",
    // Compiled ahead, it starts in half the time. As ES modules: else `import.meta.url` would be this folder's.
    bytecode: true,
    format: "esm",
    define: {
      ...(commit === "" ? {} : { "process.env.QAL_COMMIT": JSON.stringify(commit) }),
      // Of CommonJS modules: else they would be this folder's.
      __dirname: JSON.stringify("/"),
      __filename: JSON.stringify("/module.js")
    }
  })
  return built
}

const parent = dirname(outfile)
await mkdir(parent, { recursive: true })
const folder = await mkdtemp(join(parent, "build-"))
try {
  const commit = await readCommit()
  await rename(await build(folder, commit), outfile)
  console.log(`${outfile} ${commit}`)
} finally {
  await rm(folder, { recursive: true })
}
