/**
 * The models that hear where somebody speaks, behind the one reference: the first is asked. Where it fails, takes too long
 * or has no room, the sound goes on without it; one that failed often is left alone for a while, as recognisers are.
 */
import { Duration, Effect, Exit, Fiber, Option, Scope } from "effect"
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
/** How long a model is waited for, its start included. */
const PATIENCE = Duration.seconds(5)
/**
 * The same for a conversation, which stands still meanwhile, once the model is open. Less than sound may come late there
 * (`CaptureClock`): behind a longer stall it would not be known which of an answer's echoes is in it.
 */
const LIVE_PATIENCE = Duration.millis(800)

const late = (patience: Duration.Duration) =>
  new ProviderTimeout({ message: `the model did not say within ${Duration.toSeconds(patience)} s who speaks` })

const isBusy = (failure: EngineFailure): boolean => failure._tag === "PROVIDER_UNAVAILABLE" && failure.isBusy === true

/** The slices of whole frames, and what is left. */
const divide = (samples: Int16Array) => {
  const whole = samples.length - (samples.length % FRAME)
  const slices = Array.from({ length: Math.ceil(whole / SLICE) }, (_, at) =>
    samples.subarray(at * SLICE, Math.min(whole, (at + 1) * SLICE))
  )
  return { slices, rest: samples.slice(whole) }
}

/** What a sound has of its model, from its first sample until it is over or has lost it. */
interface Hearing {
  readonly scope: Scope.CloseableScope
  readonly opening: Fiber.RuntimeFiber<ModelSound, EngineFailure>
  /** What was asked last. */
  asked: Fiber.Fiber<unknown, unknown>
}

const NOTHING = new Int16Array(0)

/** Ends what a sound has of its model, behind all that was asked: a model that is told of the end first knows the sound no more. */
const close = ({ asked, opening, scope }: Hearing) =>
  Effect.forkDaemon(
    Fiber.await(opening).pipe(Effect.zipRight(Fiber.await(asked)), Effect.zipRight(Scope.close(scope, Exit.void)))
  )

/** A sound that `model` hears as soon as it is open, and as long as it can. `isLive`: as `ActivityDetectorShape.open`. */
const heardBy = (model: ListedActivity, rests: EngineRests.EngineRests, threshold: number, isLive: boolean) => {
  const patience = isLive ? LIVE_PATIENCE : PATIENCE
  let rest: Int16Array = NOTHING
  let least = threshold
  let isLost = false
  let hearing: Hearing | undefined
  let attempt: EngineRests.Attempt | undefined

  /** Gives back what the sound has of its model, for good. */
  const leave = Effect.suspend(() => {
    const left = hearing
    isLost = true
    hearing = undefined
    rest = NOTHING
    attempt?.end()
    return left === undefined ? Effect.void : Effect.asVoid(close(left))
  })

  const lose = (failure: EngineFailure) =>
    Effect.gen(function* () {
      // What is too slow for a conversation, on a crowded machine, may do for files.
      const isSlow = isLive && failure._tag === "PROVIDER_TIMEOUT"
      if (!isBusy(failure) && !isSlow) attempt?.fail(yield* Monotonic.millis)
      yield* leave
      yield* Effect.annotateLogs(
        Effect.logWarning("a model of voice activity failed; this sound is divided without it from here on"),
        { model: model.id, code: failure._tag }
      )
      return undefined
    })

  /** Begins with the first sound: one that never has any takes no place of others. */
  const begin = Effect.gen(function* () {
    attempt = rests.begin(model, yield* Monotonic.millis)
    if (attempt === undefined) {
      isLost = true
      return
    }
    const scope = yield* Scope.make()
    const opening = yield* Effect.forkDaemon(Scope.extend(model.open, scope))
    hearing = { scope, opening, asked: opening }
    // One that is there at once hears all of the sound.
    yield* Effect.yieldNow()
  }).pipe(Effect.uninterruptible)

  /** In a fiber that nobody interrupts: a process whose work is given up is ended, and with it the sounds of others. */
  const ask = (own: Hearing) => (frames: Int16Array) =>
    Effect.forkDaemon(Effect.flatMap(Fiber.join(own.opening), ({ hear }) => hear(frames, least))).pipe(
      Effect.tap((asked) => {
        own.asked = asked
      }),
      Effect.flatMap(Fiber.join),
      Effect.timeoutFail({ duration: patience, onTimeout: () => late(patience) })
    )

  const hear: SoundActivity["hear"] = (samples) =>
    Effect.gen(function* () {
      if (hearing === undefined && !isLost) yield* begin
      const own = hearing
      if (own === undefined) return undefined
      const divided = divide(joinInt16([rest, samples]))
      rest = divided.rest
      const opened = yield* Fiber.poll(own.opening)
      if (Option.isNone(opened) && isLive) return undefined
      // Who is tried has begun, and others may try it.
      if (Option.exists(opened, Exit.isSuccess)) attempt?.end()
      return yield* Effect.forEach(divided.slices, ask(own)).pipe(
        Effect.map((heard) => {
          if (heard.length > 0) attempt?.succeed()
          return heard.flat()
        }),
        Effect.catchAll(lose)
      )
    })

  const activity: SoundActivity = {
    hear,
    cut: () => {
      rest = NOTHING
    },
    configure: (sure) => {
      least = sure
    }
  }
  return { activity, leave }
}

/** `listed` are the models as they are now. */
export const make = (listed: () => ReadonlyArray<ListedActivity>): ActivityDetectorShape => {
  const rests = EngineRests.make()
  return {
    open: (threshold, isLive = false) =>
      Effect.suspend(() => {
        const [model] = listed()
        if (model === undefined) return Effect.succeed(unheard)
        const { activity, leave } = heardBy(model, rests, threshold, isLive)
        return Effect.as(
          Effect.addFinalizer(() => leave),
          activity
        )
      }),
    models: Effect.sync(() =>
      listed().map(({ id, isFree, languages, licence }) => ({ id, isFree, languages, licence }))
    )
  }
}
