/** A sound track of an MP4 that comes in fragments (ISO/IEC 14496-12, 8.8), on the clock of the file. */
import { type EncodedPacket, EncodedPacketSink, type InputAudioTrack } from "mediabunny"
import { Undecodable } from "./DecodingFailures.ts"
import type { GrowingPieces } from "./Growing.ts"
import { GrowingClock, secondsOf } from "./GrowingClock.ts"
import type { Edit } from "./IsoFile.ts"
import * as PacketDecoders from "./PacketDecoders.ts"
import type { Note } from "./Pieces.ts"
import { PlayedStretch, SEVERAL_STRETCHES } from "./PlayedStretch.ts"
import { shortened } from "./Timeline.ts"

/** Seconds by which times of packets are rounded: one that lasts less than its sound by more says where that ends. */
const ROUNDING_SECONDS = 0.002

export class FragmentedTrack {
  readonly #clock: GrowingClock
  #decoder: PacketDecoders.PacketDecoder | undefined
  #isFlac = false
  #played: PlayedStretch | undefined
  /** Seconds at which the packet before stands. */
  #before: number | undefined
  /** Whether a packet was seen that lasts as long as its sound. */
  #saysItsEnds = false

  /** `given`: seconds that were played before. */
  constructor(note: Note, given: number) {
    this.#clock = new GrowingClock(note, given)
  }

  /** Seconds that have been played, of this file and those before. */
  get given(): number {
    return this.#clock.given
  }

  #stretch(edits: ReadonlyArray<Edit> | undefined): PlayedStretch {
    if (this.#played !== undefined) return this.#played
    const played = PlayedStretch.of(edits)
    if (played === undefined) throw new Undecodable(SEVERAL_STRETCHES)
    this.#clock.leaveOut(played.from)
    this.#played = played
    return played
  }

  /** What is played of a fragment, which is a file of its own; `begins`: seconds at which the sound's file begins. */
  async *take(track: InputAudioTrack, edits: ReadonlyArray<Edit> | undefined, begins: number): GrowingPieces {
    const played = this.#stretch(edits)
    this.#isFlac = (await track.getCodec()) === "flac"
    for await (const packet of new EncodedPacketSink(track).packets()) {
      this.#decoder ??= await PacketDecoders.forTrack(track, packet, played.from > 0)
      if (this.#decoder === undefined) throw new Undecodable(await PacketDecoders.refusalOf(track))
      yield undefined
      yield* this.#placed(played, packet, await this.#decoder.decode(packet), begins)
    }
  }

  /** What the decoder held back: of FLAC, which can go on behind that, at each end, of others where it `isOver`. */
  async *drain(isOver: boolean): GrowingPieces {
    if (this.#decoder === undefined || this.#played === undefined || !(isOver || this.#isFlac)) return
    const rest = await this.#decoder.finish()
    this.free()
    yield* this.#next(this.#played, rest)
  }

  /** What is played of a packet, behind the silence of those that are missing before it. */
  *#placed(
    played: PlayedStretch,
    { duration, timestamp }: EncodedPacket,
    decoded: ReadonlyArray<PacketDecoders.Piece>,
    begins: number
  ): Generator<PacketDecoders.Piece> {
    const [first] = decoded
    // What a late decoder gives first is of the packet before.
    const isBefore = this.#clock.at === undefined && this.#decoder?.isLate === true
    const time = isBefore ? (this.#before ?? timestamp) : timestamp
    this.#before = timestamp
    if (first === undefined) return
    const padding = secondsOf(decoded) - duration
    this.#saysItsEnds ||= Math.abs(padding) < ROUNDING_SECONDS
    const isShortened = played.from > 0 && this.#saysItsEnds && duration > 0 && padding > ROUNDING_SECONDS
    const pieces = isShortened ? shortened(decoded, padding) : decoded
    // An edit list may cut its part out of something that ran for long.
    this.#clock.beginAt(Math.min(begins + played.from, time))
    yield* played.placedAll(this.#clock.silenceUntil(time, first), this.#clock.at ?? 0)
    yield* this.#next(played, pieces)
  }

  *#next(played: PlayedStretch, pieces: ReadonlyArray<PacketDecoders.Piece>): Generator<PacketDecoders.Piece> {
    for (const piece of pieces) {
      yield* played.placed(piece, this.#clock.at ?? 0)
      this.#clock.add(piece)
    }
  }

  free(): void {
    this.#decoder?.free()
    this.#decoder = undefined
  }
}
