/** Sound as a socket hears it that brings it in pieces, with what is said of it. */
import { afterAll } from "bun:test"
import { Effect, Either, Layer, ManagedRuntime } from "effect"
import { decoderBy, LiveDecoder, type Take } from "../../src/audio/LiveDecoder.ts"
import { LivePcm } from "../../src/audio/LivePcm.ts"
import { type LiveOptions, type LiveSound, LiveSounds } from "../../src/audio/LiveSound.ts"
import { ownThread } from "./OwnThread.ts"

export const RATE = 16_000
export const FORMAT = { _tag: "Pcm16", rate: RATE } as const

export const cut = (bytes: Uint8Array, size: number): ReadonlyArray<Uint8Array> =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.slice(at * size, (at + 1) * size))

export interface Told {
  readonly samples: ReadonlyArray<number>
  /** Pieces that had come when the first sound was given. */
  readonly first: number
  readonly warnings: ReadonlyArray<string>
  readonly failure: string | undefined
}

const decoder = Layer.effect(
  LiveDecoder,
  Effect.map(ownThread, (pool) => LiveDecoder.make(decoderBy(pool)))
)

/** What hears, for the tests of a file. */
export const makeLiveEar = () => {
  const runtime = ManagedRuntime.make(
    LiveSounds.DefaultWithoutDependencies.pipe(Layer.provide(Layer.merge(decoder, LivePcm.Default)), Layer.fresh)
  )
  afterAll(() => runtime.dispose())

  /** What is heard of a sound that comes in pieces; `use` sends them. */
  const listening = (
    use: (sound: LiveSound, take: Take) => Effect.Effect<void, { readonly _tag: string; readonly message: string }>,
    options: LiveOptions = {},
    pieces: () => number = () => 0
  ): Promise<Told> =>
    runtime.runPromise(
      Effect.gen(function* () {
        const samples: Array<number> = []
        const warnings: Array<string> = []
        let first = -1
        const onWarnings = (sentences: ReadonlyArray<string>) => Effect.sync(() => warnings.push(...sentences))
        const sound = yield* (yield* LiveSounds).make({ ...options, onWarnings })
        const take = (part: Int16Array) =>
          Effect.sync(() => {
            if (part.length > 0 && first < 0) first = pieces()
            samples.push(...part)
            return true
          })
        const ended = yield* Effect.either(use(sound, take))
        const failure = Either.isLeft(ended) ? `${ended.left._tag} ${ended.left.message}` : undefined
        return { samples, first, warnings, failure }
      }).pipe(Effect.scoped)
    )

  const heard = (bytes: Uint8Array, size = 500, options: LiveOptions = {}): Promise<Told> => {
    let sent = 0
    return listening(
      (sound, take) =>
        Effect.gen(function* () {
          for (const piece of cut(bytes, size)) {
            sent++
            yield* sound.hear(piece, FORMAT, take)
          }
          yield* sound.end(take)
        }),
      options,
      () => sent
    )
  }

  return { heard, listening }
}
