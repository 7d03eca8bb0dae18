/**
 * The sound of a live conversation, converted on the main thread as it comes and
 * goes, in pieces of some 100 ms: the way to a worker and back would take longer
 * than the work.
 */
import { alaw, mulaw } from "alawmulaw"
import { Effect } from "effect"
import { SAMPLE_RATE } from "./Decode.ts"
import * as Modules from "./Modules.ts"
import * as Resampler from "./Resampler.ts"
import { joinBytes, toInt16 } from "./Samples.ts"

/** What sound is on the wire: one channel. */
export type WireFormat =
  /** 16 bits, little-endian. The rate is whole and in hertz; callers refuse what is out of their range. */
  | { readonly _tag: "Pcm16"; readonly rate: number }
  /** ITU-T G.711 at 8,000 Hz, a byte a sample. */
  | { readonly _tag: "MuLaw" }
  | { readonly _tag: "ALaw" }

/** From the wire to 16,000 Hz. */
export interface Incoming {
  /**
   * What is determined by all that has come; a sample cut in two waits for the
   * next push. The answer may look into `bytes`, which must not change then.
   */
  readonly push: (bytes: Uint8Array) => Int16Array
  /** Gives its memory back; nothing is pushed afterwards. */
  readonly release: () => void
}

/** From an engine to the wire. */
export interface Outgoing {
  /** Takes sound of any rate from 8,000 Hz, in order; gives what is determined by all that has come. */
  readonly push: (samples: Int16Array, rate: number) => Uint8Array
  /** The rest of what was pushed: together with all before it, as long as that, to the nearest sample. Another sound may follow. */
  readonly finish: () => Uint8Array
  /** Gives its memory back; nothing is pushed afterwards. */
  readonly release: () => void
}

/** How samples are written on the wire, and at which rate. */
interface Coding {
  readonly rate: number
  readonly decode: (bytes: Uint8Array) => Int16Array
  readonly encode: (samples: Int16Array) => Uint8Array
}

/** A view where the bytes lie at an even address, else of a copy. Machines that the program runs on are little-endian. */
const int16Of = (bytes: Uint8Array): Int16Array => {
  const { buffer, byteOffset } = bytes.byteOffset % 2 === 0 ? bytes : new Uint8Array(bytes)
  return new Int16Array(buffer, byteOffset, bytes.length / 2)
}

const bytesOf = ({ buffer, byteLength, byteOffset }: Int16Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)

/** Reads one sound. */
const makePcm16Decoder = () => {
  let half = new Uint8Array(0)
  return (bytes: Uint8Array): Int16Array => {
    const all = half.length === 0 ? bytes : joinBytes([half, bytes])
    const even = all.length - (all.length % 2)
    half = new Uint8Array(all.subarray(even))
    return int16Of(all.subarray(0, even))
  }
}

const G711_RATE = 8_000

const codingOf = (format: WireFormat): Coding => {
  switch (format._tag) {
    case "Pcm16":
      return { rate: format.rate, decode: makePcm16Decoder(), encode: bytesOf }
    case "MuLaw":
      return { rate: G711_RATE, ...mulaw }
    case "ALaw":
      return { rate: G711_RATE, ...alaw }
  }
}

const makeIncoming = (space: Resampler.Workspace, format: WireFormat): Incoming => {
  const { decode, rate } = codingOf(format)
  if (rate === SAMPLE_RATE) return { push: decode, release: () => {} }
  const resampler = Resampler.following(space, SAMPLE_RATE, Resampler.LIVE_QUALITY)
  return { push: (bytes) => toInt16(resampler.push(decode(bytes), rate)), release: resampler.release }
}

const makeOutgoing = (space: Resampler.Workspace, format: WireFormat): Outgoing => {
  const { encode, rate } = codingOf(format)
  const resampler = Resampler.following(space, rate, Resampler.LIVE_QUALITY)
  return {
    push: (samples, from) => encode(toInt16(resampler.push(samples, from))),
    finish: () => encode(toInt16(resampler.finish())),
    release: resampler.release
  }
}

export class LivePcm extends Effect.Service<LivePcm>()("audio/LivePcm", {
  effect: Effect.gen(function* () {
    const space = yield* Modules.shared(
      Effect.flatMap(Modules.resampler, (code) => Effect.promise(() => Resampler.load(code)))
    )
    return {
      /** A sound that comes. It takes memory with its first piece, until it is released. */
      incoming: Effect.fn("LivePcm.incoming")((format: WireFormat) =>
        Effect.map(space, (at) => makeIncoming(at, format))
      ),
      /** Sounds that go, one after the other. It takes memory while there is one, until that is finished or released. */
      outgoing: Effect.fn("LivePcm.outgoing")((format: WireFormat) =>
        Effect.map(space, (at) => makeOutgoing(at, format))
      )
    }
  })
}) {}
