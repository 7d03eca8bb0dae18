/**
 * Files that stand in a request's JSON: pictures as data URLs (RFC 2397), documents
 * and speech as these or as base64 alone. What a file is, its bytes say, whatever
 * stands before them. No other address is taken: the server fetches nothing that a
 * client names.
 */
import { createHash } from "node:crypto"
import { Either } from "effect"
import type { PayloadTooLarge, UnreadableAttachment, UnsupportedMediaType, ValidationFailed } from "../Errors.ts"
import { tooLarge } from "../http/FormReader.ts"
import { refusal } from "../http/Validation.ts"
import { unsupported } from "./Attachments.ts"
import { unreadable } from "./documents/ReadingPool.ts"
import { MAX_FILE, MAX_FILES, MAX_FILES_TOTAL } from "./FilesApi.ts"
import * as MediaType from "./MediaType.ts"

/** In a fingerprint bytes stand for themselves by their hash. */
const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("base64url")

/** A picture as it came, not yet read. */
export class InlinePicture {
  constructor(
    /** Where it stands in the request, for messages. */
    readonly field: string,
    readonly mimeType: MediaType.ImageType,
    readonly bytes: Uint8Array,
    private readonly sha256?: string
  ) {}

  toJSON(): string {
    return this.sha256 ?? hashOf(this.bytes)
  }
}

/** A document or a recording as it came, not yet read. */
export class InlineFile {
  constructor(
    readonly field: string,
    /** Speech is what the user says; a file is what it is about. */
    readonly kind: "file" | "speech",
    /** The client's name for it, or none. */
    readonly name: string,
    readonly bytes: Uint8Array,
    private readonly sha256?: string
  ) {}

  toJSON(): string {
    return `${this.kind} ${this.sha256 ?? hashOf(this.bytes)} ${this.name}`
  }
}

export type InlineFailure = ValidationFailed | UnsupportedMediaType | UnreadableAttachment | PayloadTooLarge

/** Behind its type there may be parameters with commas: a browser that recorded a film has `codecs=vp8,opus`. */
const HEAD = /^data:(?:[^,;]{0,100}(?:;[^;]{0,100}){0,8}?;\s{0,20}base64\s{0,20},|[^,]{0,200},)/i
const BASE64 = /;\s*base64\s*,$/i
const WHITE_SPACE = /\s+/g

const notTaken = (field: string, message: string) => refusal([{ field, code: "invalid_value", message }])

/** The bytes of base64 text; undefined where it is none: what is no digit of it is passed over by `Buffer`. */
const decoded = (text: string): Buffer | undefined => {
  const bytes = Buffer.from(text, "base64")
  const digits = text.length - (text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0)
  return digits % 4 !== 1 && bytes.length === Math.floor((digits * 3) / 4) ? bytes : undefined
}

type Bytes = Either.Either<Buffer, ValidationFailed | PayloadTooLarge>

/** A file whose bytes are known already: no data stands in the request, but its name. */
export interface LoadedFile {
  readonly bytes: Uint8Array
  /** In base64url. */
  readonly sha256: string
}
export type LoadedFiles = ReadonlyMap<string, LoadedFile>
const NOTHING_GIVEN: LoadedFiles = new Map()

const fromBase64 = (field: string, text: string, what: string): Bytes => {
  const bytes = decoded(text) ?? decoded(text.replace(WHITE_SPACE, ""))
  if (bytes === undefined) return Either.left(notTaken(field, "must be well-formed base64"))
  return bytes.length > MAX_FILE ? Either.left(tooLarge(field, MAX_FILE, what)) : Either.right(bytes)
}

const fromDataUrl = (field: string, url: string, what: string): Bytes => {
  const head = HEAD.exec(url)?.[0]
  if (head === undefined) {
    return Either.left(notTaken(field, "must be a data URL (data:image/png;base64,…): the server fetches nothing"))
  }
  if (!BASE64.test(head)) return Either.left(notTaken(field, "must be a data URL in base64"))
  return fromBase64(field, url.slice(head.length), what)
}

const ADDRESS = /^\s*[a-z][a-z0-9+.-]*:/i

/** Bytes that may come as base64 alone. */
const fromEither = (field: string, text: string, what: string): Bytes =>
  ADDRESS.test(text) ? fromDataUrl(field, text, what) : fromBase64(field, text, what)

/** Reads the files of one request, within what they may be together. */
export const reader = (given: LoadedFiles = NOTHING_GIVEN) => {
  let count = 0
  let total = 0
  /** Counts bytes with those before them. */
  const within = (field: string, data: string, read: () => Bytes): Either.Either<Buffer, InlineFailure> =>
    Either.gen(function* () {
      count++
      if (count > MAX_FILES) return yield* Either.left(notTaken(field, `must be one of at most ${MAX_FILES} files`))
      const known = given.get(data)?.bytes
      const bytes = known === undefined ? yield* read() : Buffer.from(known.buffer, known.byteOffset, known.byteLength)
      total += bytes.length
      if (total > MAX_FILES_TOTAL) return yield* Either.left(tooLarge(field, MAX_FILES_TOTAL, "all files together"))
      return bytes.length === 0 ? yield* Either.left(unreadable(field, "is empty")) : bytes
    })
  return {
    /** Fails, naming the field, where the address is none that is taken, or what it holds no picture. */
    picture: (field: string, url: string): Either.Either<InlinePicture, InlineFailure> =>
      Either.gen(function* () {
        const bytes = yield* within(field, url, () => fromDataUrl(field, url, "the picture"))
        const mimeType = MediaType.imageOf(bytes)
        if (mimeType === undefined) return yield* Either.left(unsupported(field, "image"))
        return new InlinePicture(field, mimeType, bytes, given.get(url)?.sha256)
      }),
    /** Fails, naming the field, where the data is none. What it is, is found out when it is read. */
    file: (
      field: string,
      kind: InlineFile["kind"],
      name: string,
      data: string
    ): Either.Either<InlineFile, InlineFailure> =>
      Either.map(
        within(field, data, () => fromEither(field, data, "the file")),
        (bytes) => new InlineFile(field, kind, name, bytes, given.get(data)?.sha256)
      )
  }
}
export type Reader = ReturnType<typeof reader>
