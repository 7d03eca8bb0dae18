/** What came of an input, and what is wrong with it. */

export interface Verdict {
  /** Empty where everything was right. */
  readonly faults: ReadonlyArray<string>
  /** In a few words, for statistics: a status, a close code. */
  readonly outcome: string
  /** Milliseconds that a refusal took, where it is one whose time counts, and what it may take. */
  readonly refusal?: { readonly millis: number; readonly allowed: number }
  /** Nobody listened: the process is gone, or it was while this was sent. */
  readonly isGone: boolean
  /** Requests and frames sent. */
  readonly sent: number
}

/** What a refusal may take, and what each MiB of the request adds: reading is linear. */
const REFUSAL_MILLIS = 100
const MILLIS_PER_MIB = 20

export const allowedFor = (bytes: number): number => REFUSAL_MILLIS + (MILLIS_PER_MIB * bytes) / (1024 * 1024)
