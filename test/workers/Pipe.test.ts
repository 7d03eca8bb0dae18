import { expect, test } from "bun:test"
import * as Pipe from "../../src/workers/Pipe.ts"

test("a process that ends while it is written to fails nobody but who waits for its answer", async () => {
  const unseen: Array<unknown> = []
  const see = (cause: unknown) => unseen.push(cause)
  process.on("unhandledRejection", see)
  const closed = () => Promise.reject(new Error("EPIPE: broken pipe, write"))
  const sink = { write: closed, flush: () => Bun.sleep(5).then(() => 0) }
  await Pipe.write(sink, [new Uint8Array(200_000)])
  await Bun.sleep(20)
  process.off("unhandledRejection", see)
  expect(unseen).toEqual([])
})
