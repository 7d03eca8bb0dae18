/** A worker for tests: it does what it is told, also what a good worker never does. */
import { serve } from "../../src/workers/WorkerServer.ts"

export type Order =
  | { readonly do: "echo"; readonly value: string; readonly millis?: number }
  | { readonly do: "throw" | "reject" | "exit" | "hang" | "count" }
  | { readonly do: "note" }
  /** Dies, and counts it in what all workers share, until that many have died. */
  | { readonly do: "die"; readonly times: number }
  /** `part` is told before an answer that only `end` gives: all parts, joined. */
  | { readonly do: "part"; readonly value: string }
  | { readonly do: "end" }

serve<{ readonly greeting: string; readonly deaths?: Int32Array } | undefined, Order, string, string>(
  async (initial) => {
    if (initial?.greeting === "refuse") throw new Error("this worker does not load")
    let notes = 0
    let parts = ""
    return (order, sendPiece) => {
      switch (order.do) {
        case "echo": {
          if (order.millis !== undefined) Bun.sleepSync(order.millis)
          return { response: `${initial?.greeting ?? ""}${order.value}`, transfer: [] }
        }
        case "die": {
          const deaths = initial?.deaths ?? new Int32Array(1)
          if (Atomics.load(deaths, 0) >= order.times) return { response: "survived", transfer: [] }
          Atomics.add(deaths, 0, 1)
          throw new Error("died on purpose")
        }
        case "count":
          return { response: `${notes}`, transfer: [] }
        case "note": {
          notes++
          return undefined
        }
        case "part": {
          sendPiece(order.value, [])
          parts += order.value
          return undefined
        }
        case "end": {
          const response = parts
          parts = ""
          return { response, transfer: [] }
        }
        case "throw":
          throw new Error("thrown on purpose")
        case "reject": {
          Promise.reject(new Error("rejected on purpose"))
          return undefined
        }
        case "exit":
          process.exit(3)
          break
        case "hang":
          for (;;) {}
      }
    }
  }
)
