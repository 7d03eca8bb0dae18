/** Bytes that come in pieces and are taken in others. Each is copied once at most for each time that it is looked at. */
import { joinBytes } from "./Samples.ts"

export class ByteQueue {
  #parts: Array<Uint8Array> = []
  #length = 0

  get length(): number {
    return this.#length
  }

  push(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    this.#parts.push(bytes)
    this.#length += bytes.length
  }

  /** The first `count` bytes, which stay; only where there are as many. */
  peek(count: number): Buffer {
    if (count === 0) return Buffer.alloc(0)
    const [first] = this.#parts
    if (first !== undefined && first.length >= count) return Buffer.from(first.buffer, first.byteOffset, count)
    const front: Array<Uint8Array> = []
    let length = 0
    let parts = 0
    while (length < count) {
      const part = this.#parts[parts]
      if (part === undefined) throw new Error("more bytes are wanted than there are")
      front.push(part)
      length += part.length
      parts++
    }
    const joined = joinBytes(front)
    this.#parts.splice(0, parts, joined)
    return Buffer.from(joined.buffer, 0, count)
  }

  /** Drops up to `count` bytes; says how many there were. */
  skip(count: number): number {
    const skipped = Math.min(count, this.#length)
    let left = skipped
    let parts = 0
    for (const part of this.#parts) {
      if (part.length > left) break
      left -= part.length
      parts++
    }
    this.#parts.splice(0, parts)
    const [first] = this.#parts
    if (first !== undefined && left > 0) this.#parts[0] = first.subarray(left)
    this.#length -= skipped
    return skipped
  }

  /** Takes `count` bytes; only where there are as many. */
  take(count: number): Buffer {
    const bytes = this.peek(count)
    this.skip(count)
    return bytes
  }

  takeAll(): Buffer {
    return this.take(this.#length)
  }
}
