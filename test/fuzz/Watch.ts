/** What another client notices while the fuzzer is at work. */
import type { Probe, Task } from "./Prober.worker.ts"

/** What the requests of others may take while hostile ones are served. */
const DELAY_MILLIS = 250
/** Probes that are kept: some minutes. */
const KEPT = 20_000

export class Watch {
  private readonly worker: Worker
  private probes: ReadonlyArray<Probe> = []
  private total = 0

  constructor(task: Task) {
    this.worker = new Worker(new URL("./Prober.worker.ts", import.meta.url))
    this.worker.onmessage = (event: MessageEvent<Probe>) => {
      this.total++
      this.probes = [...this.probes.slice(-KEPT / 20), event.data]
    }
    this.worker.postMessage(task)
  }

  get count(): number {
    return this.total
  }

  /** The probes that waited too long since a time, even for a machine as crowded as it was. */
  delays(since: number): ReadonlyArray<Probe> {
    return this.probes.filter(
      ({ at, crowding, millis, status }) =>
        status !== 0 && at + millis >= since && millis > DELAY_MILLIS * Math.max(1, crowding)
    )
  }

  /** How crowded the machine was at the most since a time, 1 where it was not. */
  crowding(since: number): number {
    return this.probes.reduce((most, { at, crowding }) => (at >= since ? Math.max(most, crowding) : most), 1)
  }

  /** Answers to others that were no success since a time. */
  failures(since: number): ReadonlyArray<Probe> {
    return this.probes.filter(({ at, status }) => at >= since && status !== 200 && status !== 0)
  }

  close(): void {
    this.worker.terminate()
  }
}
