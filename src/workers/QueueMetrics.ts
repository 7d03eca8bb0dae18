/** How many tasks wait for a worker of each pool, and how long. */
import * as Metrics from "../runtime/Metrics.ts"
import { IDLE } from "./Share.ts"
import type { Observe } from "./TaskQueue.ts"

const depth = Metrics.gauge("qal_worker_queue_depth", "Tasks that wait for a worker of the pool", ["pool"])
const times = Metrics.seconds(
  "qal_worker_queue_seconds",
  "Seconds that tasks waited until a worker of the pool took them, or they were given up",
  ["pool"]
)

/** `the speech engine`, which clients may read, as a label: `speech_engine`. */
const labelOf = (name: string) => name.replace(/^the /, "").replaceAll(" ", "_")

/** Measures what waits for the workers called `name`; what is done only when nothing else is to do is not counted. */
export const observe = (name: string): Observe => {
  const pool = labelOf(name)
  return (share) => {
    if (share === IDLE) return () => {}
    const begun = performance.now()
    depth(1, pool)
    return () => {
      depth(-1, pool)
      times((performance.now() - begun) / 1_000, pool)
    }
  }
}
