/** What is known of a prompt before the conversation that it goes on from is loaded. */
import { Cache, Data, Duration, Effect, Exit } from "effect"
import type { make as makeLoading, Stored } from "./StoredLoading.ts"

/** Tokens that are counted for a prompt and its tools beside their texts, at most (`chat/ChatUsage`): 128 tools have 2,048. */
const AROUND = 512 + 600 + 2_048

/** Responses of which it is known at once; what a response was asked never changes. */
const KEPT = 1_024
const KEPT_FOR = Duration.hours(1)

type Load = Effect.Effect.Success<ReturnType<typeof makeLoading>>

/**
 * Tokens that a prompt has at least which goes on from a response: those of its own prompt that were charged, less
 * those of what does not go on with it, which has no more than bytes. A long row is looked into by the thread that reads
 * them, once for all who ask: to find the end of 29 MB takes some 50 ms. Fails with `ProviderUnavailable` where too many wait.
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
            (answer) => (answer._tag === "Asked" ? Math.max(0, (answer.used ?? 0) - AROUND - answer.beside) : 0)
          )
        )
    }),
    (known) => (stored: Stored) => known.get(Data.struct(stored))
  )
