/** A queue for one fiber. Plain: 100 bytes where a `Mailbox` takes 3 KB. */
import { Effect } from "effect"

export class Inbox<A> {
  private items: Array<A> = []
  private wake: (() => void) | undefined

  /** Adds an item; never waits. */
  offer(item: A): void {
    this.items.push(item)
    const { wake } = this
    this.wake = undefined
    wake?.()
  }

  /** All that wait, in their order; waits for the first where none does. For one fiber. */
  get takeAll(): Effect.Effect<ReadonlyArray<A>> {
    return Effect.suspend(() => (this.isFilled ? this.take : Effect.zipRight(this.arrival, this.take)))
  }

  /** Whether anything waits. */
  get isFilled(): boolean {
    return this.items.length > 0
  }

  private get take() {
    return Effect.sync(() => {
      const { items } = this
      this.items = []
      return items
    })
  }

  private get arrival() {
    return Effect.async<void>((resume) => {
      this.wake = () => resume(Effect.void)
      return Effect.sync(() => {
        this.wake = undefined
      })
    })
  }
}
