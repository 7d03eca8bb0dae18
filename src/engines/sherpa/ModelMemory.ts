/**
 * The memory that all models together may take. A model's processes are there while they fit; where another is wanted,
 * those that were used longest ago give way, if nobody uses them.
 */
import { Effect, Exit, Fiber, Runtime, Scope } from "effect"
import { ProviderUnavailable } from "../../Errors.ts"

/** Seconds until others may have ended. */
const RETRY_AFTER = 5

interface Place<Process> {
  readonly open: Effect.Effect<Process, never, Scope.Scope>
  /** Bytes of all its processes. */
  readonly memory: number
  there: { readonly process: Process; readonly scope: Scope.CloseableScope } | undefined
  users: number
  /** Open while nobody uses it. */
  readonly idle: Effect.Latch
  /** In the order of use; higher is later. */
  used: number
  isGone: boolean
}

/** A model's processes, wherever they are. */
export interface ModelPlace<Process> {
  /** Its processes until the scope closes. Fails with `ProviderUnavailable` where there is no memory for them. */
  readonly use: Effect.Effect<Process, ProviderUnavailable, Scope.Scope>
  /** Fails as `use` would now; keeps nothing, and ends nothing. */
  readonly assertRoom: Effect.Effect<void, ProviderUnavailable>
}

export interface ModelMemory {
  /** A place for a model until the scope closes, which waits for what uses it. */
  readonly place: <Process>(
    memory: number,
    open: Effect.Effect<Process, never, Scope.Scope>
  ) => Effect.Effect<ModelPlace<Process>, never, Scope.Scope>
}

const gone = new ProviderUnavailable({ message: "this model was removed", retryAfter: RETRY_AFTER })

const full = () =>
  new ProviderUnavailable({
    message: "other models have all the memory that models may take (QAL_MODELS_MEMORY_MB); try again shortly",
    retryAfter: RETRY_AFTER,
    isBusy: true
  })

/** `most`: bytes. */
export const make = (most: number): Effect.Effect<ModelMemory> =>
  Effect.zipWith(Effect.makeSemaphore(1), Effect.runtime<never>(), (turn, runtime) => {
    const places = new Set<Place<unknown>>()
    let clock = 0

    const taken = (): number =>
      [...places].reduce((sum, { memory, there }) => sum + (there === undefined ? 0 : memory), 0)

    const empty = (place: Place<unknown>): Effect.Effect<void> =>
      Effect.suspend(() => {
        const { there } = place
        place.there = undefined
        return there === undefined ? Effect.void : Scope.close(there.scope, Exit.void)
      })

    /** Ends what nobody uses, least recently used first, until `memory` more fits. */
    const makeRoom = (memory: number): Effect.Effect<void, ProviderUnavailable> =>
      Effect.suspend(() => {
        if (taken() + memory <= most) return Effect.void
        const [oldest] = [...places]
          .filter(({ there, users }) => there !== undefined && users === 0)
          .toSorted((one, other) => one.used - other.used)
        return oldest === undefined ? full() : Effect.zipRight(empty(oldest), makeRoom(memory))
      })

    /** Its fibers are nobody's children: they can be interrupted, and log and work for no request. */
    const begin = <Process>(open: Place<Process>["open"]) =>
      Effect.gen(function* () {
        const scope = yield* Scope.make()
        const fiber = Runtime.runFork(runtime)(Scope.extend(open, scope))
        return { scope, process: yield* yield* Fiber.await(fiber) }
      })

    /** The processes, for one user more. */
    const enter = <Process>(place: Place<Process>): Effect.Effect<Process, ProviderUnavailable> =>
      turn.withPermits(1)(
        Effect.gen(function* () {
          if (place.isGone) return yield* gone
          place.used = ++clock
          if (place.there === undefined) {
            yield* makeRoom(place.memory)
            place.there = yield* begin(place.open)
          }
          place.users++
          place.idle.unsafeClose()
          return place.there.process
        })
      )

    return {
      place: <Process>(memory: number, open: Place<Process>["open"]) =>
        Effect.gen(function* () {
          const idle = yield* Effect.makeLatch(true)
          const place: Place<Process> = { open, memory, there: undefined, users: 0, idle, used: 0, isGone: false }
          const remove = Effect.gen(function* () {
            place.isGone = true
            yield* idle.await
            yield* empty(place)
            places.delete(place)
          })
          yield* Effect.acquireRelease(
            Effect.sync(() => places.add(place)),
            () => remove
          )
          const leave = Effect.sync(() => {
            place.users--
            if (place.users === 0) idle.unsafeOpen()
          })
          const assertRoom = Effect.suspend(() => {
            if (place.isGone) return gone
            const others = [...places].filter((other) => other !== place && other.users > 0)
            const inUse = others.reduce((sum, other) => sum + other.memory, 0)
            return place.there !== undefined || inUse + memory <= most ? Effect.void : full()
          })
          return { use: Effect.acquireRelease(enter(place), () => leave), assertRoom }
        })
    }
  })
