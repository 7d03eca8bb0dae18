/**
 * A bounded memory of recent answers. An answer is good for `lifetimeMillis`
 * from the instant its lookup began; when full, the oldest goes first. Every
 * `now` is in milliseconds of the monotonic clock.
 */
export class TtlCache<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly until: number }>()
  readonly #capacity: number
  readonly #lifetimeMillis: number

  constructor(options: { readonly capacity: number; readonly lifetimeMillis: number }) {
    this.#capacity = options.capacity
    this.#lifetimeMillis = options.lifetimeMillis
  }

  get(key: string, now: number): Value | undefined {
    const entry = this.#entries.get(key)
    return entry !== undefined && now < entry.until ? entry.value : undefined
  }

  /** Remembers `value`, looked up at `now`. */
  set(key: string, value: Value, now: number): void {
    this.#entries.delete(key)
    const oldest = this.#entries.size >= this.#capacity ? this.#entries.keys().next() : undefined
    if (oldest !== undefined && oldest.done !== true) this.#entries.delete(oldest.value)
    this.#entries.set(key, { value, until: now + this.#lifetimeMillis })
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  get size(): number {
    return this.#entries.size
  }
}
