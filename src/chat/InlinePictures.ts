/**
 * Pictures that stand in a request's JSON, as data URLs (RFC 2397) in base64.
 * What a picture is, its bytes say, whatever the address says. No other address
 * is taken: the server fetches nothing that a client names.
 */
import { createHash } from "node:crypto"
import { Either } from "effect"
import type { PayloadTooLarge, UnreadableAttachment, UnsupportedMediaType, ValidationFailed } from "../Errors.ts"
import { tooLarge } from "../http/FormReader.ts"
import { refusal } from "../http/Validation.ts"
import { unsupported } from "./Attachments.ts"
import { unreadable } from "./documents/ReadingPool.ts"
import { MAX_FILE, MAX_FILES, MAX_FILES_TOTAL } from "./Form.ts"
import * as MediaType from "./MediaType.ts"

/** A picture as it came, not yet read. */
export class InlinePicture {
  constructor(
    /** Where it stands in the request, for messages. */
    readonly field: string,
    readonly mimeType: MediaType.ImageType,
    readonly bytes: Uint8Array
  ) {}

  /** In a fingerprint it stands for its bytes. */
  toJSON(): string {
    return createHash("sha256").update(this.bytes).digest("base64url")
  }
}

export type PictureFailure = ValidationFailed | UnsupportedMediaType | UnreadableAttachment | PayloadTooLarge

const HEAD = /^data:[^,]{0,200},/i
const BASE64 = /;\s*base64\s*,$/i
const WHITE_SPACE = /\s+/g

const notTaken = (field: string, message: string) => refusal([{ field, code: "invalid_value", message }])

/** The bytes of base64 text; undefined where it is none: what is no digit of it is passed over by `Buffer`. */
const decoded = (text: string): Buffer | undefined => {
  const bytes = Buffer.from(text, "base64")
  const digits = text.length - (text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0)
  return digits % 4 !== 1 && bytes.length === Math.floor((digits * 3) / 4) ? bytes : undefined
}

const bytesOf = (field: string, url: string): Either.Either<Buffer, ValidationFailed | PayloadTooLarge> => {
  const head = HEAD.exec(url)?.[0]
  if (head === undefined) {
    return Either.left(notTaken(field, "must be a data URL (data:image/png;base64,…): the server fetches nothing"))
  }
  if (!BASE64.test(head)) return Either.left(notTaken(field, "must be a data URL in base64"))
  const text = url.slice(head.length)
  const bytes = decoded(text) ?? decoded(text.replace(WHITE_SPACE, ""))
  if (bytes === undefined) return Either.left(notTaken(field, "must be a data URL of well-formed base64"))
  return bytes.length > MAX_FILE ? Either.left(tooLarge(field, MAX_FILE, "the picture")) : Either.right(bytes)
}

/** Reads the addresses of one request, within what the pictures of a request may be. */
export const reader = () => {
  let count = 0
  let total = 0
  /** Fails, naming the field, where the address is none that is taken, or what it holds no picture. */
  return (field: string, url: string): Either.Either<InlinePicture, PictureFailure> =>
    Either.gen(function* () {
      count++
      if (count > MAX_FILES) return yield* Either.left(notTaken(field, `must be one of at most ${MAX_FILES} pictures`))
      const bytes = yield* bytesOf(field, url)
      total += bytes.length
      if (total > MAX_FILES_TOTAL) {
        return yield* Either.left(tooLarge(field, MAX_FILES_TOTAL, "all pictures together"))
      }
      if (bytes.length === 0) return yield* Either.left(unreadable(field, "is empty"))
      const mimeType = MediaType.imageOf(bytes)
      if (mimeType === undefined) return yield* Either.left(unsupported(field, "image"))
      return new InlinePicture(field, mimeType, bytes)
    })
}
