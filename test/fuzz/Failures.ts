/** The failures of a run, each kind once, with the input that showed it. */

export interface Failure {
  readonly name: string
  readonly fault: string
  /** The input that showed it; none where no single one did. */
  readonly index?: number
  readonly changes: ReadonlyArray<string>
  /** The beginning of the input as it was sent. */
  readonly sent: string
  /** Bytes of it all. */
  readonly length: number
  readonly times: number
}

/** Bytes of an input that are shown. */
const SHOWN = 700

export const excerpt = (bytes: Buffer): string => JSON.stringify(bytes.subarray(0, SHOWN).toString("latin1"))

const kindOf = ({ fault, name }: Pick<Failure, "fault" | "name">): string =>
  `${name}: ${fault.replace(/\d+(\.\d+)?/g, "N")}`

export class Failures {
  private readonly kinds = new Map<string, Failure>()

  /** Whether this kind is known; then it is counted once more. */
  seenAgain(failure: Pick<Failure, "fault" | "name">): boolean {
    const known = this.kinds.get(kindOf(failure))
    if (known !== undefined) this.kinds.set(kindOf(failure), { ...known, times: known.times + 1 })
    return known !== undefined
  }

  add(failure: Omit<Failure, "times">): void {
    if (!this.seenAgain(failure)) this.kinds.set(kindOf(failure), { ...failure, times: 1 })
  }

  get all(): ReadonlyArray<Failure> {
    return Array.from(this.kinds.values())
  }
}

/** A failure for people: what, and how to see it again. */
export const tell = (failure: Failure, seed: number, only: string | undefined): string => {
  const filter = only === undefined ? "" : ` --only ${JSON.stringify(only)}`
  const again =
    failure.index === undefined
      ? []
      : [`    again: bun run fuzz --seed ${seed} --from ${failure.index} --count 1${filter}`]
  const sent = failure.length === 0 ? [] : [`    sent (${failure.length} bytes): ${failure.sent}`]
  return [
    `FAILED ${failure.name}: ${failure.fault}${failure.times > 1 ? ` (${failure.times} times)` : ""}`,
    ...(failure.changes.length === 0 ? [] : [`    changes: ${failure.changes.join("; ")}`]),
    ...again,
    ...sent
  ].join("\n")
}
