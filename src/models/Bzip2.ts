/** bzip2 undone in pieces. A block is up to 900 kB that may stand for 46 MB: the target's pieces are counted as they come. */
import { closeSync, openSync, readSync } from "node:fs"
import { setImmediate } from "node:timers/promises"
import Bunzip from "seek-bzip"

const INPUT_BYTES = 64 * 1024
const PIECE_BYTES = 1024 * 1024

/** The bytes of a file, one at a time; throws where it ends. */
const sourceOf = (file: number) => {
  const buffer = Buffer.alloc(INPUT_BYTES)
  let at = 0
  let end = 0
  const fill = (): boolean => {
    if (at < end) return true
    end = readSync(file, buffer, 0, INPUT_BYTES, null)
    at = 0
    return end > 0
  }
  const readByte = (): number => {
    if (!fill()) throw new Error("the file ends too early")
    return buffer[at++] ?? 0
  }
  return {
    hasMore: fill,
    readByte,
    read: (target: Uint8Array, offset: number, length: number): number => {
      for (let index = 0; index < length; index++) target[offset + index] = readByte()
      return length
    }
  }
}

/** Whole pieces of what is written byte by byte, none longer than `PIECE_BYTES`. */
const targetOf = (most: number, tooMuch: () => Error) => {
  let pieces: Array<Uint8Array> = []
  let piece = new Uint8Array(PIECE_BYTES)
  let length = 0
  let total = 0
  const finishPiece = () => {
    if (length === 0) return
    pieces.push(piece.subarray(0, length))
    piece = new Uint8Array(PIECE_BYTES)
    length = 0
  }
  return {
    writeByte: (byte: number) => {
      if (total++ >= most) throw tooMuch()
      piece[length++] = byte
      if (length === PIECE_BYTES) finishPiece()
    },
    take: (): ReadonlyArray<Uint8Array> => {
      finishPiece()
      const taken = pieces
      pieces = []
      return taken
    }
  }
}

/**
 * What the file at `path` stands for, up to `most` bytes, beyond which `tooMuch` is thrown; other errors say that it
 * is damaged. Between blocks others have their turn.
 */
export async function* bunzip(path: string, most: number, tooMuch: () => Error): AsyncGenerator<Uint8Array, void> {
  const file = openSync(path, "r")
  try {
    const source = sourceOf(file)
    const target = targetOf(most, tooMuch)
    const stream = new Bunzip(source, target)
    for (;;) {
      while (stream._init_block()) {
        stream._read_bunzip()
        yield* target.take()
        await setImmediate()
      }
      if (stream.reader.read(32) >>> 0 !== stream.streamCRC) throw new Error("its checksum does not fit")
      if (!source.hasMore()) return
      stream._start_bunzip(source, target)
    }
  } finally {
    closeSync(file)
  }
}
