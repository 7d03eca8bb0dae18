/** What is read of a metafile's drawing calls. */
import { fileOf } from "./Bitmap.ts"

/** A bitmap that is drawn. */
export interface Stamp {
  /** A bitmap file. */
  readonly bytes: Buffer
  /** Pixels of its width. */
  readonly pixels: number
  /** In the drawing's own units; a negative width or height mirrors it. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** How it is combined with what lies there: a ternary raster operation of Windows. */
  readonly operation: number
}

/** Bitmaps of one drawing, and characters of its words, that are read. */
const MAX_STAMPS = 500
const MAX_CHARACTERS = 20_000
/** Bytes of all bitmaps. */
const MAX_BYTES = 256 * 1024 * 1024

export class Drawing {
  readonly stamps: Array<Stamp> = []
  readonly words: Array<string> = []
  /** Files of pictures, PNG or JPEG, that lie in it whole. */
  readonly files: Array<Buffer> = []
  private characters = 0
  private bytes = 0

  /** A bitmap without its file's header. What is no bitmap is left out. */
  readonly addBitmap = (bitmap: Buffer, stamp: Omit<Stamp, "bytes" | "pixels">): void => {
    if (bitmap.length < 16 || this.stamps.length >= MAX_STAMPS || this.bytes > MAX_BYTES) return
    const size = bitmap.readUInt32LE(0)
    const pixels = size === 12 ? bitmap.readUInt16LE(4) : bitmap.readInt32LE(4)
    if (size < 12 || size > 124 || pixels <= 0) return
    this.bytes += bitmap.length
    this.stamps.push({ ...stamp, bytes: fileOf(bitmap), pixels })
  }

  readonly addFile = (file: Buffer): void => {
    if (this.files.length < MAX_STAMPS) this.files.push(file)
  }

  readonly addWords = (text: string): void => {
    const shown = text.replace(/[\p{Cc}\s]+/gu, " ").trim()
    if (shown === "" || this.characters > MAX_CHARACTERS) return
    this.characters += shown.length
    this.words.push(shown)
  }
}
