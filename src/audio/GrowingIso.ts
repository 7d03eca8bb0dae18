/**
 * MP4 in fragments (ISO/IEC 14496-12, section 8.8) as it comes, fragment by fragment, as Safari's recorder makes it.
 * A file that is not cut into fragments says what is where in it at its end, or of all of it at once: it is refused.
 */
import { BufferSource, EncodedPacketSink, Input, MP4, QTFF } from "mediabunny"
import { ByteQueue } from "./ByteQueue.ts"
import { NOTHING, Undecodable } from "./DecodingFailures.ts"
import { type Growing, type GrowingPieces, LARGEST_PART } from "./Growing.ts"
import { boxesIn } from "./IsoFile.ts"
import * as PacketDecoders from "./PacketDecoders.ts"

const HEAD_BYTES = 8
const LONG_HEAD_BYTES = 16

const WHOLE_FILE =
  "is an MP4 or M4A file that is not cut into fragments, which cannot be decoded before all of it has come"

/** What is kept until it is whole. */
const KEPT: ReadonlySet<string> = new Set(["ftyp", "moov", "moof"])

interface BoxHead {
  readonly type: string
  /** Of the whole box. */
  readonly bytes: number
}

/** Where a track's fragment counts from is said in bytes of the whole file: made so many fewer. */
const rebased = (moof: Buffer, fewer: number): Buffer => {
  const patched = Buffer.from(moof)
  for (const fragment of boxesIn(patched, HEAD_BYTES, patched.length))
    for (const { end, start, type } of fragment.type === "traf" ? boxesIn(patched, fragment.start, fragment.end) : []) {
      // Version and flags, of which the lowest says that a place is there; the track's id; the place.
      if (type !== "tfhd" || end < start + 16 || (patched.readUInt8(start + 3) & 1) === 0) continue
      const place = patched.readBigUInt64BE(start + 8) - BigInt(fewer)
      patched.writeBigUInt64BE(place < 0n ? 0n : place, start + 8)
    }
  return patched
}

export class GrowingIso implements Growing {
  readonly #queue = new ByteQueue()
  #skip = 0
  /** Bytes of the file before those that wait. */
  #at = 0
  #head: { readonly ftyp: Buffer; readonly moov: Buffer | undefined } | undefined
  #fragment: { readonly moof: Buffer; readonly at: number } | undefined
  #decoder: PacketDecoders.PacketDecoder | undefined

  async *push(bytes: Uint8Array): GrowingPieces {
    this.#queue.push(bytes)
    for (;;) {
      if (this.#skip > 0) this.#skip -= this.#pass(this.#skip)
      if (this.#skip > 0) return
      const head = this.#nextHead()
      if (head === undefined) return
      const isSound = head.type === "mdat" && this.#fragment !== undefined
      if (head.type === "mdat" && this.#head?.moov === undefined) throw new Undecodable(WHOLE_FILE)
      if (!isSound && !KEPT.has(head.type)) {
        this.#skip = head.bytes
        continue
      }
      if (head.bytes > LARGEST_PART) throw new Undecodable("is an MP4 whose fragments are too large")
      if (this.#queue.length < head.bytes) return
      const at = this.#at
      const box = this.#queue.take(head.bytes)
      this.#at += head.bytes
      if (isSound) yield* this.#sound(box)
      else this.#keep(head.type, box, at)
    }
  }

  #pass(count: number): number {
    const skipped = this.#queue.skip(count)
    this.#at += skipped
    return skipped
  }

  #nextHead(): BoxHead | undefined {
    if (this.#queue.length < HEAD_BYTES) return undefined
    const start = this.#queue.peek(Math.min(LONG_HEAD_BYTES, this.#queue.length))
    const type = start.toString("latin1", 4, HEAD_BYTES)
    if (!/^[\x20-\x7e\xa9]{4}$/.test(type)) throw new Undecodable("is a damaged MP4")
    const short = start.readUInt32BE(0)
    if (short === 1 && start.length < LONG_HEAD_BYTES) return undefined
    const bytes = short === 1 ? Number(start.readBigUInt64BE(HEAD_BYTES)) : short
    // A box that goes on to the end of the file has no length.
    if (bytes < HEAD_BYTES) throw new Undecodable(short === 0 ? WHOLE_FILE : "is a damaged MP4")
    return { type, bytes }
  }

  #keep(type: string, box: Buffer, at: number): void {
    if (type === "ftyp") {
      this.free()
      this.#at = box.length
      this.#head = { ftyp: box, moov: undefined }
      return
    }
    if (this.#head === undefined) throw new Undecodable("is a damaged MP4")
    if (type === "moof") {
      this.#fragment = { moof: box, at }
      return
    }
    if (!boxesIn(box, HEAD_BYTES, box.length).some(({ type }) => type === "mvex")) throw new Undecodable(WHOLE_FILE)
    this.#head = { ...this.#head, moov: box }
  }

  /** A fragment, as a file of its own. */
  async *#sound(mdat: Buffer): GrowingPieces {
    const { moov = Buffer.alloc(0), ftyp = Buffer.alloc(0) } = this.#head ?? {}
    const { at = 0, moof = Buffer.alloc(0) } = this.#fragment ?? {}
    this.#fragment = undefined
    const moved = rebased(moof, at - ftyp.length - moov.length)
    const source = new BufferSource(Buffer.concat([ftyp, moov, moved, mdat]))
    const input = new Input({ source, formats: [MP4, QTFF] })
    try {
      const track = await input.getPrimaryAudioTrack()
      if (track === null) throw new Undecodable(NOTHING)
      for await (const packet of new EncodedPacketSink(track).packets()) {
        this.#decoder ??= await PacketDecoders.forTrack(track, packet, false)
        if (this.#decoder === undefined) throw new Undecodable(await PacketDecoders.refusalOf(track))
        yield undefined
        yield* await this.#decoder.decode(packet)
      }
    } finally {
      input.dispose()
    }
  }

  async *drain(): GrowingPieces {
    // A fragment is whole or it is not.
  }

  free(): void {
    this.#decoder?.free()
    this.#decoder = undefined
    this.#fragment = undefined
    this.#head = undefined
  }
}
