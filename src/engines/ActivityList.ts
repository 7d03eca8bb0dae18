/**
 * The models that hear where somebody speaks, behind the one reference: the first is asked. Where it fails, takes too long
 * or has no room, the sound goes on without it; one that failed often is left alone for a while, as recognisers are.
 */
import { Duration, Effect, Exit, Fiber, Scope } from "effect"
import { FRAME } from "../audio/Activity.ts"
import { SAMPLE_RATE } from "../audio/Decode.ts"
import { joinInt16 } from "../audio/Samples.ts"
import { type EngineFailure, ProviderTimeout } from "../Errors.ts"
import * as Monotonic from "../runtime/Monotonic.ts"
import { type ActivityDetectorShape, type SoundActivity, unheard } from "./ActivityDetector.ts"
import * as EngineRests from "./EngineRests.ts"
import type { ListedModel } from "./Recognizer.ts"

/** A sound that a model hears. */
export interface ModelSound {
  /** Whether somebody speaks in each of these whole frames; `threshold` as `SoundActivity.configure`. */
  readonly hear: (frames: Int16Array, threshold: number) => Effect.Effect<ReadonlyArray<boolean>, EngineFailure>
}

/** One model that hears where somebody speaks. */
export interface ListedActivity extends ListedModel {
  /** Begins a sound, which is over when the scope closes. */
  readonly open: Effect.Effect<ModelSound, EngineFailure, Scope.Scope>
}

/** Samples that a model is given at once: 10 s. */
const SLICE = 10 * SAMPLE_RATE
/** How long a model is waited for, its start included: a conversation stands still meanwhile. */
const PATIENCE = Duration.seconds(5)

const late = () =>
  new ProviderTimeout({ message: `the model did not say within ${Duration.toSeconds(PATIENCE)} s who speaks` })

const isBusy = (failure: EngineFailure): boolean => failure._tag === "PROVIDER_UNAVAILABLE" && failure.isBusy === true

/** The slices of whole frames, and what is left. */
const divide = (samples: Int16Array) => {
  const whole = samples.length - (samples.length % FRAME)
  const slices = Array.from({ length: Math.ceil(whole / SLICE) }, (_, at) =>
    samples.subarray(at * SLICE, Math.min(whole, (at + 1) * SLICE))
  )
  return { slices, rest: samples.slice(whole) }
}

type Opening = Fiber.RuntimeFiber<ModelSound, EngineFailure>

const NOTHING = new Int16Array(0)

/** A sound that `model` hears once it is open, and as long as it can. */
const heardBy = (
  { id }: ListedModel,
  opening: Opening,
  attempt: EngineRests.Attempt,
  threshold: number
): SoundActivity => {
  let rest: Int16Array = NOTHING
  let least = threshold
  let isLost = false

  const lose = (failure: EngineFailure) =>
    Effect.gen(function* () {
      isLost = true
      rest = NOTHING
      if (!isBusy(failure)) attempt.fail(yield* Monotonic.millis)
      yield* Effect.annotateLogs(
        Effect.logWarning("a model of voice activity failed; this sound is divided without it from here on"),
        { model: id, code: failure._tag }
      )
      return undefined
    })

  /** In a fiber that nobody interrupts: a process whose work is given up is ended, and with it the sounds of others. */
  const ask = (frames: Int16Array) =>
    Effect.forkDaemon(Effect.flatMap(Fiber.join(opening), ({ hear }) => hear(frames, least))).pipe(
      Effect.flatMap(Fiber.join),
      Effect.timeoutFail({ duration: PATIENCE, onTimeout: late })
    )

  return {
    hear: (samples) =>
      Effect.suspend(() => {
        if (isLost) return unheard.hear(samples)
        const divided = divide(joinInt16([rest, samples]))
        rest = divided.rest
        return Effect.forEach(divided.slices, ask).pipe(
          Effect.map((heard) => {
            if (heard.length > 0) attempt.succeed()
            return heard.flat()
          }),
          Effect.catchAll(lose)
        )
      }),
    cut: () => {
      rest = NOTHING
    },
    configure: (sure) => {
      least = sure
    }
  }
}

/** `listed` are the models as they are now. */
export const make = (listed: () => ReadonlyArray<ListedActivity>): ActivityDetectorShape => {
  const rests = EngineRests.make()
  return {
    open: (threshold) =>
      Effect.gen(function* () {
        const [model] = listed()
        if (model === undefined) return unheard
        const attempt = yield* rests.attempt(model)
        if (attempt === undefined) return unheard
        const scope = yield* Scope.make()
        const opening = yield* Effect.forkDaemon(Scope.extend(model.open, scope))
        yield* Effect.addFinalizer(() =>
          Effect.forkDaemon(Effect.zipRight(Fiber.await(opening), Scope.close(scope, Exit.void)))
        )
        return heardBy(model, opening, attempt, threshold)
      }),
    models: Effect.sync(() =>
      listed().map(({ id, isFree, languages, licence }) => ({ id, isFree, languages, licence }))
    )
  }
}
