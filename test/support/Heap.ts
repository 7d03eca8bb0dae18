/**
 * Preloaded into a server (`bun --preload`): at SIGUSR2 it collects what is
 * garbage and writes how many bytes its heap then has to the file of `QAL_TEST_HEAP`.
 */

import { heapStats } from "bun:jsc"
import { writeFileSync } from "node:fs"

process.on("SIGUSR2", () => {
  Bun.gc(true)
  const { extraMemorySize, heapSize } = heapStats()
  writeFileSync(process.env.QAL_TEST_HEAP ?? "heap", String(heapSize + extraMemorySize))
})
