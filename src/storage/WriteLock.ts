/**
 * Whose turn it is to write, among this process's two connections. SQLite's own
 * lock keeps them apart too, but whoever meets it waits with the whole thread,
 * and the one waited for needs that thread to end.
 */
export class WriteLock {
  #open = 0
  #waiting: Array<() => void> = []

  /** A transaction that takes its time begins, or one inside it. */
  readonly enter = (): void => {
    this.#open += 1
  }

  readonly leave = (): void => {
    this.#open -= 1
    if (this.#open > 0) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const go of waiting) go()
  }

  /** Whether a transaction that is done within one call may be made now. */
  readonly isFree = (): boolean => this.#open === 0

  /** Calls back once it is free again. */
  readonly onFree = (go: () => void): void => {
    this.#waiting.push(go)
  }
}
