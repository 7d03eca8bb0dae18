/** What is known of a prompt before the conversation that it goes on from is loaded. */
import { Cache, Data, Duration, Effect, Exit } from "effect"
import type { make as makeLoading, Stored } from "./StoredLoading.ts"
import type { StoredRequest } from "./StoredReading.ts"

/** Tokens that are counted for a prompt and its tools beside their texts, at most (`chat/ChatUsage`): 128 tools have 2,048. */
const AROUND = 512 + 600 + 2_048

/** Responses of which it is known at once; what a response was asked never changes. */
const KEPT = 1_024
const KEPT_FOR = Duration.hours(1)

type Load = Effect.Effect.Success<ReturnType<typeof makeLoading>>

/** What an item's JSON has beside its texts, at most: its ids and names of fields. */
const AROUND_ITEM = 1_024
/** Bytes of JSON for one byte of a text, at most. */
const ESCAPED = 6

/** Of a response's request: tokens that a prompt has at least which goes on from it, or refers to one of its items. */
interface LeastTokens {
  readonly goesOn: number
  /** By the items' places. */
  readonly refers: ReadonlyArray<number>
}

/**
 * Those of its own prompt that were charged, less those of what does not go on with it, which has no more than bytes; of an
 * item, its bytes: so many are held for it (`chat/ChatUsage`).
 */
const leastOf = ({ answered, beside, used }: StoredRequest): LeastTokens => ({
  goesOn: Math.max(0, (used ?? 0) - AROUND - beside),
  refers: answered.map((bytes) => Math.max(0, Math.floor((bytes - AROUND_ITEM) / ESCAPED)))
})

const NONE: LeastTokens = { goesOn: 0, refers: [] }

/**
 * The least of a stored response. A long row is looked into by the thread that reads them, once for all who ask: to find
 * the end of 29 MB takes some 50 ms. Fails with `ProviderUnavailable` where too many wait.
 */
export const make = (load: Load) =>
  Effect.map(
    Cache.makeWith({
      capacity: KEPT,
      timeToLive: (exit) => (Exit.isSuccess(exit) ? KEPT_FOR : Duration.zero),
      // Whoever hangs up takes it from nobody who waits for it too.
      lookup: (stored: Stored) =>
        Effect.uninterruptible(
          Effect.map(
            load(stored, "asked", ({ output }) => ({ _tag: "Asked", asked: output })),
            (answer) => (answer._tag === "Asked" ? leastOf(answer) : NONE)
          )
        )
    }),
    (known) => (stored: Stored) => known.get(Data.struct(stored))
  )
