/** The pictures of an RTF file, as they come: digits or bytes in pieces. */
import type { Excerpt } from "./Excerpt.ts"
import { Gallery } from "./Gallery.ts"
import type { Picture } from "./Pictures.ts"
import { fileOf } from "./pictures/Bitmap.ts"

interface Pieces {
  readonly digits: Array<Uint8Array>
  readonly data: Array<Uint8Array>
  /** A bitmap without its file's header. */
  isBare: boolean
}

const bytesOf = ({ data, digits, isBare }: Pieces): Uint8Array => {
  const text = () =>
    Buffer.concat(digits)
      .toString("latin1")
      .replace(/[^0-9a-f]+/gi, "")
  const bytes = data.length > 0 ? Buffer.concat(data) : Buffer.from(text(), "hex")
  return isBare ? fileOf(bytes) : bytes
}

/** One picture may be in a file many times over, in each section's head. */
const keyOf = ({ data, digits }: Pieces): string => {
  let [hash, length] = [0n, 0]
  for (const piece of data.length > 0 ? data : digits) {
    hash = BigInt(Bun.hash(piece, hash))
    length += piece.length
  }
  return `${hash} ${length}`
}

export class Pictures {
  private readonly pieces = new Map<string, Pieces>()
  private readonly gallery: Gallery
  private current: Pieces = { digits: [], data: [], isBare: false }

  constructor(excerpt: Excerpt) {
    const { pieces } = this
    this.gallery = new Gallery(
      {
        read: async function* (key) {
          const picture = pieces.get(key)
          if (picture !== undefined) yield bytesOf(picture)
        }
      },
      excerpt
    )
  }

  readonly begin = (): void => {
    this.current = { digits: [], data: [], isBare: false }
  }

  readonly setFormat = (name: string): void => {
    if (name === "dibitmap") this.current.isBare = true
  }

  readonly addDigits = (piece: Uint8Array): void => {
    this.current.digits.push(piece)
  }

  readonly addData = (piece: Uint8Array): void => {
    this.current.data.push(piece)
  }

  /** Ends a picture, and answers what the text says in its place; nothing for one of no bytes. */
  readonly end = (isSecondary: boolean): string => {
    if (this.current.data.length + this.current.digits.length === 0) return ""
    const key = keyOf(this.current)
    if (!this.pieces.has(key)) this.pieces.set(key, this.current)
    return this.gallery.mark(key, "", isSecondary)
  }

  readonly finish = (): Promise<ReadonlyArray<Picture>> => this.gallery.finish()
}
