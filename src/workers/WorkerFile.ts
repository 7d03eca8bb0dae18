/**
 * Where a worker's file is, and what starts it as a process. From source it lies
 * under `src/`; in the binary, where every worker is an entry point beside
 * `main.ts`, it keeps its path from `src/`, and all other modules live at the
 * root of the embedded tree.
 */
import { fileURLToPath } from "node:url"

const embeddedRoots = ["/$bunfs/", "/~BUN/"]
const isEmbedded = (address: string): boolean => embeddedRoots.some((root) => decodeURI(address).includes(root))

/** The address of the worker's file at `path`, from `src/`, such as `engines/espeak/Speaking.worker.ts`. */
export const workerFile = (path: string): URL =>
  new URL(isEmbedded(import.meta.url) ? `./${path}` : `../${path}`, import.meta.url)

/** The first word of the command line of a process that is a worker of the binary; the second is its file. */
export const WORKER = "--worker"

/** The command line that runs a worker's file as a process of the same program. */
export const commandOf = (file: URL): ReadonlyArray<string> =>
  isEmbedded(file.href) ? [process.execPath, WORKER, file.href] : [process.execPath, fileURLToPath(file)]
