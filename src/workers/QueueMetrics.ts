/** How many tasks wait for a worker of each pool, and how long. */
import * as Metrics from "../Metrics.ts"
import type { Task } from "./Task.ts"

const depth = Metrics.gauge("qal_worker_queue_depth", "Tasks that wait for a worker of the pool", ["pool"])
const times = Metrics.seconds(
  "qal_worker_queue_seconds",
  "Seconds that tasks waited until a worker of the pool took them, or they were given up",
  ["pool"]
)

/** `the speech engine`, which clients may read, as a label: `speech_engine`. */
const labelOf = (name: string) => name.replace(/^the /, "").replaceAll(" ", "_")

/** A task that begins to wait now, as the queue is to have it; `left` says that it was withdrawn. */
export const watched = <Request, Response, Part>(name: string, task: Task<Request, Response, Part>) => {
  const pool = labelOf(name)
  const begun = performance.now()
  let waits = true
  depth(1, pool)
  const left = (): void => {
    if (!waits) return
    waits = false
    depth(-1, pool)
    times((performance.now() - begun) / 1_000, pool)
  }
  const given: typeof task.given = (worker) => {
    left()
    task.given(worker)
  }
  const answer: typeof task.answer = (outcome) => {
    left()
    task.answer(outcome)
  }
  const lose = (): void => {
    left()
    task.lose()
  }
  return { left, task: { ...task, given, answer, lose } }
}
