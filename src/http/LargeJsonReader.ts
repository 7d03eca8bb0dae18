/**
 * JSON with files in its texts, read as its bytes come: to make one text of 29 MB and to parse it takes 0.6 s of the
 * thread that answers. Long texts are decoded apart, a part at a time; what is left is parsed as a whole, with marks in
 * their places.
 */
import { Either } from "effect"
import { InvalidRequest, type PayloadTooLarge } from "../Errors.ts"
import * as JsonReader from "./JsonReader.ts"

/** In bytes. */
interface Sizes {
  /** A text that is decoded apart. */
  readonly long: number
  /** What of a text is decoded at once. */
  readonly part: number
  /** All that is not decoded apart, at most; a body that has more is refused with `tooLarge`. */
  readonly rest: number
  readonly tooLarge: () => PayloadTooLarge
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** Bytes of the longest escape, `\u1230`. */
const ESCAPE = 6

/** A text as it stands in JSON, where that is what it says: nothing is escaped, and each character is a byte. */
const PLAIN = /^[ !#-[\]-~]*$/

const OF_BODY = new TextDecoder("utf-8", { fatal: true })
/** Within a text a byte order mark is a character. */
const OF_TEXT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const decode = (bytes: Uint8Array, decoder: TextDecoder): string =>
  Either.getOrThrowWith(
    Either.try(() => decoder.decode(bytes)),
    () => new InvalidRequest({ message: "the body is not JSON in UTF-8" })
  )

/** What a part of a text says; throws where it is none. */
const textOf = (bytes: Buffer): string => {
  const plain = bytes.toString("latin1")
  if (PLAIN.test(plain)) return plain
  const said = JsonReader.read(`"${decode(bytes, OF_TEXT)}"`)
  return String(Either.getOrThrowWith(said, (reason) => new InvalidRequest({ message: `the body ${reason}` })))
}

/** Bytes of the character that begins with this one. */
const lengthOfCharacter = (first: number): number => (first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4)

/** Where the last character begins of which bytes are missing; the end where none is. */
const wholeCharacters = (bytes: Buffer): number => {
  let first = bytes.length - 1
  while (first > bytes.length - 4 && first >= 0 && ((bytes[first] ?? 0) & 0xc0) === 0x80) first--
  if (first < 0) return bytes.length
  return first + lengthOfCharacter(bytes[first] ?? 0) > bytes.length ? first : bytes.length
}

/** What is read of a chunk in one turn of the event loop. */
export const partsOf = (chunk: Uint8Array, bytes: number): ReadonlyArray<Uint8Array> =>
  Array.from({ length: Math.ceil(chunk.length / bytes) }, (_, at) => chunk.subarray(at * bytes, (at + 1) * bytes))

export class LargeJsonReader {
  /** Nobody can guess it: what a client writes is never taken for the place of a text. */
  private readonly mark = crypto.randomUUID()
  private readonly texts: Array<string> = []
  private readonly rest: Array<Uint8Array> = []
  private restBytes = 0
  private escapes = 0
  private isInText = false
  /** Whether the next byte is escaped. */
  private isEscaped = false
  /** Of the text that goes on: what is not decoded yet, where in it its last escape begins, and what is. */
  private held: Array<Buffer> = []
  private heldBytes = 0
  private lastEscape = -ESCAPE
  private decoded: Array<string> = []

  constructor(private readonly sizes: Sizes) {}

  /** The next bytes. Throws `InvalidRequest` or `PayloadTooLarge`. */
  push(bytes: Uint8Array): void {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    // Looked for once and not for each text: a chunk may have a hundred thousand.
    let backslash = -2
    const nextBackslash = (at: number): number => {
      if (backslash !== -1 && backslash < at) backslash = chunk.indexOf(BACKSLASH, at)
      return backslash
    }
    let kept = 0
    let at = 0
    while (at < chunk.length) {
      if (!this.isInText) {
        const quote = chunk.indexOf(QUOTE, at)
        if (quote === -1) break
        this.isInText = true
        at = quote + 1
      }
      const start = at
      const end = this.endOfText(chunk, start, nextBackslash)
      if (end === -1) {
        this.keep(chunk.subarray(kept, start))
        this.hold(chunk.subarray(start))
        return
      }
      if (this.heldBytes + end - start >= this.sizes.long || this.decoded.length > 0) {
        this.keep(chunk.subarray(kept, start))
        this.hold(chunk.subarray(start, end))
        this.keep(Buffer.from(this.mark + (this.texts.push(this.finished()) - 1)))
        kept = end
      } else this.keepHeld()
      this.isInText = false
      at = end + 1
    }
    this.keep(chunk.subarray(kept))
  }

  /** The value. Throws as `push` does. */
  end(): unknown {
    this.keepHeld()
    const json = decode(Buffer.concat(this.rest), OF_BODY)
    if (json.trim() === "") throw new InvalidRequest({ message: "the body is empty; send a JSON object" })
    const value = Either.getOrThrowWith(
      JsonReader.read(json),
      (reason) => new InvalidRequest({ message: `the body ${reason}` })
    )
    return this.texts.length === 0 ? value : this.restored(value)
  }

  /** The quote that ends the text, -1 where it goes on in the next chunk. */
  private endOfText(chunk: Buffer, start: number, nextBackslash: (at: number) => number): number {
    let at = start + (this.isEscaped ? 1 : 0)
    this.isEscaped = false
    let quote = chunk.indexOf(QUOTE, at)
    for (let slash = nextBackslash(at); slash !== -1 && (quote === -1 || slash < quote); slash = nextBackslash(at)) {
      this.lastEscape = this.heldBytes + slash - start
      if (++this.escapes > JsonReader.MAX_ESCAPES) {
        throw new InvalidRequest({ message: `the body ${JsonReader.TOO_MANY_ESCAPES}` })
      }
      at = slash + 2
      this.isEscaped = at > chunk.length
      if (quote !== -1 && quote < at) quote = chunk.indexOf(QUOTE, at)
    }
    return quote
  }

  private keep(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    this.rest.push(bytes)
    this.restBytes += bytes.length
    if (this.restBytes > this.sizes.rest) throw this.sizes.tooLarge()
  }

  /** A short text that came in several chunks, or one that never ended. */
  private keepHeld(): void {
    for (const bytes of this.held) this.keep(bytes)
    this.forget()
  }

  private forget(): void {
    this.held = []
    this.heldBytes = 0
    this.lastEscape = -ESCAPE
    this.decoded = []
  }

  private hold(bytes: Buffer): void {
    this.held.push(bytes)
    this.heldBytes += bytes.length
    if (this.heldBytes >= this.sizes.part) this.decodeHeld()
  }

  /** All of what is held but for the beginning of a character or of an escape. */
  private decodeHeld(): void {
    const bytes = Buffer.concat(this.held)
    const isCut = this.lastEscape > bytes.length - ESCAPE
    const end = isCut ? this.lastEscape : wholeCharacters(bytes)
    this.decoded.push(textOf(bytes.subarray(0, end)))
    this.held = [bytes.subarray(end)]
    this.heldBytes = bytes.length - end
    this.lastEscape -= end
  }

  /** The text that has ended. Put together here, in a turn of its own, and not by whoever looks at it first. */
  private finished(): string {
    const text = [...this.decoded, textOf(Buffer.concat(this.held))].join("")
    this.forget()
    return text
  }

  private textAt(text: string): string {
    return text.startsWith(this.mark) ? (this.texts[Number(text.slice(this.mark.length))] ?? text) : text
  }

  /** The value with its texts in their places; no deeper than `JsonReader` takes it. */
  private restored(value: unknown): unknown {
    if (typeof value === "string") return this.textAt(value)
    if (typeof value !== "object" || value === null) return value
    for (const [key, inner] of Object.entries(value)) {
      const name = this.textAt(key)
      if (name !== key) Reflect.deleteProperty(value, key)
      const field = { value: this.restored(inner), enumerable: true, writable: true, configurable: true }
      if (name !== key || field.value !== inner) Reflect.defineProperty(value, name, field)
    }
    return value
  }
}
