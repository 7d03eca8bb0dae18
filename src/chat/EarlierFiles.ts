/** The files of earlier turns that a request refers to: found, counted, and only then loaded. */
import { Effect, Option } from "effect"
import { megabytes, type WalletId } from "../Domain.ts"
import type { InsufficientCredits } from "../Errors.ts"
import { type BodyMemory, reserved } from "../http/BodyMemory.ts"
import { type Fault, refusal } from "../http/Validation.ts"
import type { Attachments, Content } from "./Attachments.ts"
import { MAX_FILES_TOTAL } from "./FilesApi.ts"
import type * as History from "./History.ts"
import { InlineFile } from "./InlineFiles.ts"
import type { StoredUpload } from "./Uploads.ts"

/**
 * Different files that a history may refer to; each is read for every request
 * that does. As a model takes them, they may have as many bytes together as a
 * request may bring, each as often as it is referred to.
 */
const MAX_EARLIER = 32

/** A file of an earlier turn. */
export interface EarlierFile {
  readonly field: string
  readonly content: Content
}

const unknownFile = (field: string): Fault => ({
  field,
  code: "unknown_file",
  message: "must be the fileUri of an upload that is yours and has not expired"
})

const tooMany = (field: string): Fault => ({
  field,
  code: "too_many",
  message: `must be one of ${MAX_EARLIER} different files at most, of ${megabytes(MAX_FILES_TOTAL)} together, each counted as often as it is referred to`
})

/** What a file of an earlier turn takes of memory at the least: its bytes, and as the engine is sent them. */
const PER_BYTE = 2

/** The files that the history refers to, not loaded yet, and what a model is sent of them. Fails with `ValidationFailed` naming each that is not this wallet's. */
const find = Effect.fnUntraced(function* (
  walletId: WalletId,
  references: ReadonlyArray<History.Reference>,
  attachments: Attachments
) {
  const uploads = new Map<string, StoredUpload & { readonly field: string }>()
  const faults: Array<Fault> = []
  let bytes = 0
  let tokens = 0
  for (const { field, fileUri } of references) {
    const before = uploads.get(fileUri)
    const upload = before === undefined ? yield* attachments.find(walletId, fileUri) : Option.some(before)
    if (Option.isNone(upload)) faults.push(unknownFile(field))
    else {
      const { sent, size } = upload.value
      if (before === undefined) uploads.set(fileUri, { field, ...upload.value })
      bytes += before === undefined ? size : sent.bytes
      tokens += sent.tokens
    }
    if (uploads.size > MAX_EARLIER || bytes > MAX_FILES_TOTAL) return yield* refusal([tooMany(field)])
    if (faults.length >= MAX_EARLIER) break
  }
  return faults.length > 0 ? yield* refusal(faults) : { uploads, bytes, tokens }
})

/** As engines take it: an earlier version stored WebP as it came. */
const asShown = (field: string, content: Content, attachments: Attachments) =>
  content._tag === "Image" && content.mimeType === "image/webp"
    ? attachments.readInline(new InlineFile(field, "file", "", content.bytes))
    : Effect.succeed(content)

/** Says whether the prompt may have so many tokens more; fails where the wallet has not the money for them. */
export type AdmitTokens = (tokens: number) => Effect.Effect<unknown, InsufficientCredits>

/** Loads the files that the history refers to, once `admit` has let them in and `held` has counted them. */
export const load = Effect.fnUntraced(function* (
  walletId: WalletId,
  references: ReadonlyArray<History.Reference>,
  attachments: Attachments,
  memory: BodyMemory,
  admit: AdmitTokens
) {
  const { bytes, uploads, tokens } = yield* find(walletId, references, attachments)
  if (uploads.size > 0) yield* admit(tokens)
  yield* reserved(memory, PER_BYTE * bytes)
  const loaded = yield* Effect.forEach(uploads, ([fileUri, { field, load }]) =>
    Effect.gen(function* () {
      const stored = yield* Effect.mapError(load, () => refusal([unknownFile(field)]))
      return [fileUri, { field, content: yield* asShown(field, stored, attachments) }] as const
    })
  )
  return new Map<string, EarlierFile>(loaded)
})
