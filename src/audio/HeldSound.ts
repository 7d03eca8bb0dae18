/** The sound of a track that waits until one is chosen; of silence, which may be long, only how long it lasts is kept. */
import type * as PacketDecoders from "./PacketDecoders.ts"

/** Samples of silence that are given at once. */
const SILENCE_SAMPLES = 48_000
/** As how many samples each stretch counts besides its own: it may be short. */
const SAMPLES_OF_A_STRETCH = 64

interface Stretch {
  readonly sampleRate: number
  readonly channels: number
  samples: number
  /** None for silence. */
  readonly channelData: ReadonlyArray<Float32Array> | undefined
}

const sizeOf = ({ channelData, samples }: Stretch): number =>
  SAMPLES_OF_A_STRETCH + (channelData === undefined ? 0 : channelData.length * samples)

/** The samples of a stretch from one to another, silence in parts. */
function* piecesOf(stretch: Stretch, from: number, to: number): Generator<PacketDecoders.Piece> {
  const { channelData, channels, sampleRate } = stretch
  if (channelData !== undefined && to > from)
    yield { channelData: channelData.map((samples) => samples.subarray(from, to)), sampleRate }
  for (let left = channelData === undefined ? to - from : 0; left > 0; left -= SILENCE_SAMPLES) {
    const length = Math.min(left, SILENCE_SAMPLES)
    yield { channelData: Array.from({ length: channels }, () => new Float32Array(length)), sampleRate }
  }
}

export class HeldSound {
  readonly #stretches: Array<Stretch> = []
  /** Seconds at which the first of them stands. */
  #start = 0
  #end = 0
  #size = 0

  /** Seconds of all that came. */
  get end(): number {
    return this.#end
  }

  /** In samples, of all channels. */
  get size(): number {
    return this.#size
  }

  add({ channelData, sampleRate }: PacketDecoders.Piece, isSilent: boolean): void {
    const channels = channelData.length
    const samples = channelData[0]?.length ?? 0
    this.#end += samples / sampleRate
    const last = this.#stretches.at(-1)
    const goesOn = isSilent && last !== undefined && last.channelData === undefined
    if (goesOn && last.sampleRate === sampleRate && last.channels === channels) {
      last.samples += samples
      return
    }
    const stretch = { sampleRate, channels, samples, channelData: isSilent ? undefined : channelData }
    this.#stretches.push(stretch)
    this.#size += sizeOf(stretch)
  }

  /**
   * What stands between two times, in seconds; nothing before the second is kept. What can be heard is given whole, or
   * waits.
   */
  *take(from: number, until: number): Generator<PacketDecoders.Piece> {
    let gone = 0
    try {
      for (let stretch = this.#stretches[0]; stretch !== undefined; stretch = this.#stretches[gone]) {
        const { channelData, sampleRate, samples } = stretch
        const start = this.#start
        const isAll = until === Number.POSITIVE_INFINITY
        const before = isAll ? samples : Math.min(samples, Math.round((until - start) * sampleRate))
        if (before < samples && (channelData !== undefined || before <= 0)) return
        this.#start += before / sampleRate
        stretch.samples -= before
        if (stretch.samples === 0) {
          gone++
          this.#size -= sizeOf({ ...stretch, samples })
        }
        yield* piecesOf(stretch, Math.min(before, Math.max(0, Math.round((from - start) * sampleRate))), before)
        if (stretch.samples > 0) return
      }
    } finally {
      this.#stretches.splice(0, gone)
    }
  }

  clear(): void {
    this.#stretches.splice(0)
    this.#size = 0
  }
}
