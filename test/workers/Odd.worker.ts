/** A worker for tests: it does what it is told, also what a good worker never does. */
import { serve } from "../../src/workers/Serve.ts"

export type Order =
  | { readonly do: "echo"; readonly value: string; readonly millis?: number }
  | { readonly do: "throw" | "reject" | "exit" | "hang" | "count" }
  | { readonly do: "note" }

serve<{ readonly greeting: string } | undefined, Order, string>(async (initial) => {
  if (initial?.greeting === "refuse") throw new Error("this worker does not load")
  let notes = 0
  return (order) => {
    switch (order.do) {
      case "echo": {
        if (order.millis !== undefined) Bun.sleepSync(order.millis)
        return { response: `${initial?.greeting ?? ""}${order.value}`, transfer: [] }
      }
      case "count":
        return { response: `${notes}`, transfer: [] }
      case "note": {
        notes++
        return undefined
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
})
