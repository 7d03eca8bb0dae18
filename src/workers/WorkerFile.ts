/**
 * Where a worker's file is. From source it lies under `src/`; in the binary,
 * where every worker is an entry point beside `main.ts`, it keeps its path from
 * `src/`, and all other modules live at the root of the embedded tree.
 */
const embeddedRoots = ["/$bunfs/", "/~BUN/"]

/** The address of the worker's file at `path`, from `src/`, such as `engines/espeak/Speaking.worker.ts`. */
export const workerFile = (path: string): URL => {
  const here = decodeURI(import.meta.url)
  return new URL(embeddedRoots.some((root) => here.includes(root)) ? `./${path}` : `../${path}`, import.meta.url)
}
