/**
 * The sound that a socket's client sends, whatever it is: samples, as they were announced, or what a recorder or a
 * file has, which is known by its first bytes and decoded as it comes. What is neither is named and refused. One rule
 * for all sockets.
 */
import { Data, Effect, ExecutionStrategy, Exit, Option, Scope } from "effect"
import { UnsupportedMediaType } from "../Errors.ts"
import { makeByteOrderWatch } from "./ByteOrder.ts"
import { judge, type Kind } from "./FirstBytes.ts"
import { makeFloatWatch } from "./FloatSamples.ts"
import { LiveDecoder, type LiveDecoding, type LiveDecodingFailure, type OnWarnings, type Take } from "./LiveDecoder.ts"
import { type Incoming, LivePcm, type WireFormat } from "./LivePcm.ts"
import { joinBytes } from "./Samples.ts"

/** What is accepted, for messages. */
const ACCEPTED_LIVE =
  "PCM (16-bit little-endian, mono), or what a recorder makes: WebM, Ogg, MP4 with its index first or in fragments, MP3, AAC (ADTS), FLAC, WAV, Wave64, AIFF, CAF or AU"

/** A frame that is no part of samples; `bytes` is its length. */
export class BadFrame extends Data.TaggedError("BadFrame")<{
  readonly reason: "odd" | "large"
  readonly bytes: number
}> {}

/** What sound may not be; nothing that came of it is to be charged. */
export type SoundFailure = UnsupportedMediaType | LiveDecodingFailure

export interface LiveOptions {
  /** Bytes that a frame of samples may have, which is whole samples; where it is left out frames are cut anywhere. */
  readonly frame?: { readonly most: number }
  readonly onWarnings?: OnWarnings
  /** Nothing follows the end: a container that lacks its own there was cut off. Elsewhere a recorder may go on behind it. */
  readonly endsOnce?: boolean
}

/** The sound of one client. For one fiber. */
export interface LiveSound {
  /** Has `take` all that is determined by these bytes, whose memory must not change. `format`: of samples. */
  readonly hear: (bytes: Uint8Array, format: WireFormat, take: Take) => Effect.Effect<void, SoundFailure | BadFrame>
  /**
   * The sound ends here, a turn's or all. Has `take` what waited for that. Behind it another sound may begin, which
   * need not be of the same kind.
   */
  readonly end: (take: Take) => Effect.Effect<void, SoundFailure | BadFrame>
  /** The same, where nobody wants the rest. */
  readonly forget: Effect.Effect<void>
}

/** What came instead of sound, by name. */
export const refused = (what: string): UnsupportedMediaType =>
  new UnsupportedMediaType({ message: `what came is ${what}; send the sound's own bytes: ${ACCEPTED_LIVE}` })

/** What samples may be in place of those that were announced, and what is told of them. */
const watches = [
  { make: makeFloatWatch, name: "32-bit floating-point samples" },
  { make: makeByteOrderWatch, name: "16-bit big-endian samples" }
]

const makeWatches = () => watches.map(({ make, name }) => ({ isSo: make(), name }))

const isSame = (left: WireFormat, right: WireFormat): boolean =>
  left._tag === right._tag && (left._tag !== "Pcm16" || right._tag !== "Pcm16" || left.rate === right.rate)

/** Samples as they were announced. */
class Samples {
  #incoming: (Incoming & { readonly format: WireFormat }) | undefined
  /** Of what has not been ruled out. */
  #watches = makeWatches()

  constructor(
    readonly pcm: LivePcm,
    readonly options: LiveOptions
  ) {}

  /** Another sound begins. */
  restart(): void {
    this.#watches = makeWatches()
  }

  release(): void {
    this.#incoming?.release()
    this.#incoming = undefined
  }

  #of(format: WireFormat) {
    if (this.#incoming !== undefined && isSame(this.#incoming.format, format)) return Effect.succeed(this.#incoming)
    this.release()
    return Effect.map(this.pcm.incoming(format), (incoming) => {
      this.#incoming = { ...incoming, format }
      return this.#incoming
    })
  }

  /** What these bytes show that all are, where that is not what was announced. */
  #othersIn(bytes: Uint8Array, format: WireFormat): string | undefined {
    if (format._tag !== "Pcm16") return undefined
    const judged = this.#watches.map((watch) => ({ ...watch, answer: watch.isSo(bytes) }))
    this.#watches = judged.filter(({ answer }) => answer === undefined)
    return judged.find(({ answer }) => answer === true)?.name
  }

  hear(bytes: Uint8Array, format: WireFormat, take: Take): Effect.Effect<void, SoundFailure | BadFrame> {
    const { length } = bytes
    const { frame } = this.options
    if (frame !== undefined && length > frame.most) return new BadFrame({ reason: "large", bytes: length })
    if (frame !== undefined && length % 2 !== 0) return new BadFrame({ reason: "odd", bytes: length })
    const others = this.#othersIn(bytes, format)
    if (others !== undefined) return Effect.fail(refused(others))
    return Effect.flatMap(this.#of(format), (incoming) => Effect.asVoid(take(incoming.push(bytes))))
  }
}

/** What an effect acquires, within a scope, and what gives it back before that ends. */
const within = <A, E>(scope: Scope.Scope, effect: Effect.Effect<A, E, Scope.Scope>) =>
  Effect.gen(function* () {
    const frameScope = yield* Scope.fork(scope, ExecutionStrategy.sequential)
    const value = yield* Effect.onError(Scope.extend(effect, frameScope), (cause) =>
      Scope.close(frameScope, Exit.failCause(cause))
    )
    return { value, close: Scope.close(frameScope, Exit.void) }
  })

const make = (pcm: LivePcm, decoder: LiveDecoder, options: LiveOptions): Effect.Effect<LiveSound, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const samples = new Samples(pcm, options)
    const { endsOnce = false, onWarnings = () => Effect.void } = options
    yield* Effect.addFinalizer(() => Effect.sync(() => samples.release()))
    /** What the sound that is coming is; none until that is known, of what has come of it. */
    let current: "unknown" | "samples" | "encoded" = "unknown"
    let held: Uint8Array = new Uint8Array(0)
    let format: WireFormat = { _tag: "Pcm16", rate: 16_000 }
    /** The sound that is decoded, also behind an end: a recorder that goes on gives its container no second head. */
    let decoding: Option.Option<LiveDecoding & { readonly close: Effect.Effect<void> }> = Option.none()

    const begin = (kind: Kind, bytes: Uint8Array, take: Take) =>
      Effect.gen(function* () {
        if (Option.isSome(decoding)) yield* decoding.value.close
        decoding = Option.none()
        const { close, value } = yield* within(scope, decoder.begin(kind, bytes, take, onWarnings))
        decoding = Option.some({ ...value, close })
      })

    const goOn = (bytes: Uint8Array, take: Take) =>
      Option.match(decoding, {
        onNone: () => Effect.void,
        onSome: ({ push }) => push(bytes, take)
      })

    const first = (bytes: Uint8Array, take: Take): Effect.Effect<void, SoundFailure | BadFrame> => {
      held = held.length === 0 ? bytes : joinBytes([held, bytes])
      const judgement = judge(held, format._tag !== "Pcm16")
      if (judgement._tag === "Undecided") return Effect.void
      const all = held
      held = new Uint8Array(0)
      switch (judgement._tag) {
        case "Other":
          return Effect.fail(refused(judgement.name))
        case "Middle":
          return Option.isSome(decoding) ? plain(all, take) : Effect.fail(refused(judgement.name))
        case "Encoded":
          current = "encoded"
          return begin(judgement.kind, all, take)
        case "Samples":
          return plain(all, take)
      }
    }

    const plain = (bytes: Uint8Array, take: Take): Effect.Effect<void, SoundFailure | BadFrame> => {
      if (Option.isSome(decoding)) {
        current = "encoded"
        return goOn(bytes, take)
      }
      if (current !== "samples") samples.restart()
      current = "samples"
      return samples.hear(bytes, format, take)
    }

    const hear: LiveSound["hear"] = (bytes, announced, take) =>
      Effect.suspend(() => {
        format = announced
        if (current === "samples") return samples.hear(bytes, format, take)
        return current === "encoded" ? goOn(bytes, take) : first(bytes, take)
      })

    const end: LiveSound["end"] = (take) =>
      Effect.suspend(() => {
        const rest = held
        held = new Uint8Array(0)
        const before = current
        const last = rest.length > 0 ? plain(rest, take) : Effect.void
        const drained = Option.match(decoding, {
          onNone: () => Effect.void,
          onSome: ({ drain }) => (before === "encoded" ? drain(take, endsOnce) : Effect.void)
        })
        return Effect.zipRight(last, drained).pipe(
          Effect.ensuring(
            Effect.sync(() => {
              current = "unknown"
            })
          )
        )
      })

    const forget = Effect.sync(() => {
      held = new Uint8Array(0)
      current = "unknown"
    })

    return { hear, end, forget }
  })

export class LiveSounds extends Effect.Service<LiveSounds>()("audio/LiveSounds", {
  effect: Effect.gen(function* () {
    const pcm = yield* LivePcm
    const decoder = yield* LiveDecoder
    return {
      /** The sound of one client, until the scope ends. */
      make: (options: LiveOptions = {}) => make(pcm, decoder, options)
    }
  }),
  dependencies: [LivePcm.Default, LiveDecoder.Default]
}) {}
