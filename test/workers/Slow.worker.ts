/** A worker that takes its time to load, and answers at once. */
import { serve } from "../../src/workers/WorkerServer.ts"

serve<number, unknown, string>(async (millis) => {
  await Bun.sleep(millis)
  return () => ({ response: "at once", transfer: [] })
})
