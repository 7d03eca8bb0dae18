/** How many descriptors (files, connections, pipes) the process has open, and how many it may have. */
import { closeSync, openSync } from "node:fs"
import * as FileSystem from "@effect/platform/FileSystem"
import { Duration, Effect, Metric } from "effect"

const LIMITS = "/proc/self/limits"

/** Bun takes all connections that wait before anything else is done: no more than these wait. */
const BACKLOG = 512

/** Kept for files, the database and children: Bun ends the process where it finds none. */
const KEPT = 100

/** Connections a second that one machine was seen to open, at most. */
const FLOOD = 25_000
const LONGEST = 250

const openGauge = Metric.gauge("qal_descriptors_open", {
  description: "The lowest number that no file, connection or pipe has: at least so many are open"
})
const limitGauge = Metric.gauge("qal_descriptors_limit", {
  description: "How many descriptors the process may have open; 0 where the system does not say"
})

/** The limit that holds: Bun raises it at its start as far as the system lets it. */
const limitIn = (limits: string): number =>
  Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY)

export class FileDescriptors extends Effect.Service<FileDescriptors>()("http/FileDescriptors", {
  effect: Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const limit = yield* Effect.map(
      Effect.orElseSucceed(files.readFileString(LIMITS), () => ""),
      limitIn
    )
    yield* Metric.set(limitGauge, Number.isFinite(limit) ? limit : 0)
    /** The system gives the lowest that is free: 5 µs, however many are open. */
    const lowestFree = Effect.try(() => {
      const descriptor = openSync("/dev/null", "r")
      closeSync(descriptor)
      return descriptor
    }).pipe(
      Effect.orElseSucceed(() => limit),
      Effect.tap((lowest) => Metric.set(openGauge, lowest))
    )
    const most = Math.max(limit / 4, limit - BACKLOG - KEPT)
    return {
      /** How many may be open before no more connections are taken; infinity where there is no limit. */
      most,
      /** Whether no more connections should be taken. */
      areScarce: Effect.map(lowestFree, (lowest) => lowest >= most),
      /** How long a flood takes to open a quarter of what may be open. */
      interval: Duration.millis(Math.min(LONGEST, (limit / 4 / FLOOD) * 1000))
    }
  })
}) {}
