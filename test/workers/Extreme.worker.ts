/** A worker that does what it is told, up to taking all time and memory. */
import { getPriority } from "node:os"
import { serve } from "../../src/workers/WorkerServer.ts"

const keep: Array<unknown> = []
const forever = (take: () => unknown): never => {
  for (;;) keep.push(take())
}

serve<string, string, unknown>(async (initial) => (request) => {
  if (request === "spin") for (;;);
  if (request === "buffers") forever(() => new Uint8Array(10_000_000).fill(1))
  if (request === "objects") forever(() => ({ a: [keep.length, 2, 3] }))
  if (request === "texts") forever(() => Buffer.from("x".repeat(1_000_000)).toString("latin1") + keep.length)
  if (request === "shapes") forever(() => ({ [`key${keep.length}`]: 1 }))
  if (request === "modules") forever(() => new Uint8Array(new WebAssembly.Memory({ initial: 1_000 }).buffer).fill(1))
  if (request === "throw") throw new Error("as told")
  if (request === "exit") process.exit(7)
  const response = { initial, pid: process.pid, environment: process.env, priority: getPriority() }
  return { response, transfer: [] }
})
