/** Repeatable chance: what it decides follows from the seed, the input's index and the stream's name alone. */
import { Utils } from "effect"

export class Chance {
  private readonly random: Utils.PCGRandom

  /** `stream` keeps the choices of one part of an input apart from another's, so that parts can be left out. */
  constructor(seed: number, index: number, stream: string) {
    this.random = new Utils.PCGRandom(Bun.hash.xxHash32(`${seed} ${index} ${stream}`))
  }

  /** A whole number from 0 to `below` - 1. */
  int(below: number): number {
    return Math.min(below - 1, Math.floor(this.random.number() * below))
  }

  /** True in this share of cases, 0 to 1. */
  yes(share: number): boolean {
    return this.random.number() < share
  }

  pick<A>(first: A, ...rest: ReadonlyArray<A>): A {
    const at = this.int(rest.length + 1)
    return at === 0 ? first : (rest[at - 1] ?? first)
  }

  /** One of the list's members; `undefined` of an empty one. */
  from<A>(list: ReadonlyArray<A>): A | undefined {
    return list[this.int(Math.max(1, list.length))]
  }

  /** Small sizes often, the largest seldom: a size drawn from this list, each half as likely as the one before. */
  size(...sizes: ReadonlyArray<number>): number {
    let at = 0
    while (at < sizes.length - 1 && this.yes(0.5)) at++
    return sizes[at] ?? 0
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.int(256)))
  }
}
