/** What another client notices while the fuzzer is at work. */
import type { Probe, Task } from "./Prober.worker.ts"

/** What the requests of others may take while hostile ones are served. */
const DELAY_MILLIS = 250
/** What came shortly before is what the machine is like, too. */
const CALM_MILLIS = 2_000
/** How often a request's way is handed from one thread to another. */
const WAKINGS = 5
/** Probes that are kept: half a minute's. */
const KEPT = 1_000

export class Watch {
  private readonly worker: Worker
  private probes: ReadonlyArray<Probe> = []
  private total = 0

  constructor(task: Task) {
    this.worker = new Worker(new URL("./Prober.worker.ts", import.meta.url))
    this.worker.onmessage = (event: MessageEvent<Probe>) => {
      this.total++
      this.probes = [...this.probes.slice(-KEPT), event.data]
    }
    this.worker.postMessage(task)
  }

  get count(): number {
    return this.total
  }

  /** The probes that waited too long since a time, even for a machine as crowded as it was. */
  delays(since: number): ReadonlyArray<Probe> {
    const allowed = this.fairly(DELAY_MILLIS, since)
    return this.probes.filter(({ at, millis, status }) => status !== 0 && at + millis >= since && millis > allowed)
  }

  /**
   * What may be taken on a machine as crowded as it has been since a time, in
   * place of `millis` on a quiet one: longer where a fixed calculation was, and
   * by a few of the longest time that the prober itself waited to be woken.
   */
  fairly(millis: number, since: number): number {
    const probes = this.probes.filter(({ at }) => at >= since - CALM_MILLIS)
    const crowding = probes.reduce((most, probe) => Math.max(most, probe.crowding), 1)
    return millis * crowding + WAKINGS * probes.reduce((most, { lag }) => Math.max(most, lag), 0)
  }

  /** Answers to others that were no success since a time. */
  failures(since: number): ReadonlyArray<Probe> {
    return this.probes.filter(({ at, status }) => at >= since && status !== 200 && status !== 0)
  }

  close(): void {
    this.worker.terminate()
  }
}
