/**
 * Where the binary begins: the program, or one of its workers as a process of
 * its own, which loads nothing of the rest. The paths are those of the embedded
 * tree, put together at run time so that the bundler leaves them alone.
 */
import { WORKER } from "./workers/WorkerFile.ts"

const [, , word, file] = process.argv
await import(word === WORKER && file !== undefined ? file : new URL("./main.js", import.meta.url).href)
