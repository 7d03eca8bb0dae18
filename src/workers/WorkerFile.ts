/**
 * Where a worker's file is. From source it lies under `src/`; in a binary made
 * by `bun build --compile src/main.ts src/…/X.worker.ts` all modules live at the
 * root of the embedded tree, and the worker keeps its path from `src/`.
 */
const embeddedRoots = ["/$bunfs/", "/~BUN/"]

/** The address of the worker's file at `path`, from `src/`, such as `engines/espeak/Speaking.worker.ts`. */
export const workerFile = (path: string): URL => {
  const here = decodeURI(import.meta.url)
  return new URL(embeddedRoots.some((root) => here.includes(root)) ? `./${path}` : `../${path}`, import.meta.url)
}
