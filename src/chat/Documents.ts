/** Documents as text (and pages that hold none as pictures), read in a child process. */
import { Effect } from "effect"
import type { DocumentContent } from "./documents/Reading.ts"
import { ReadingPool } from "./documents/ReadingPool.ts"
import type { DocumentType } from "./MediaType.ts"

export type { DocumentContent } from "./documents/Reading.ts"

/**
 * The content of a document that came in the field `field`: at most 60,000
 * characters of text, and what is missing said. Fails with
 * `UnreadableAttachment` naming the field, or `AttachmentUploadFailed`.
 */
export const read = Effect.fn("Documents.read")(function* (field: string, type: DocumentType, bytes: Uint8Array) {
  const pool = yield* ReadingPool
  const answer = yield* pool.read(field, { tag: "document", type, bytes })
  if (answer.tag !== "document") return yield* Effect.dieMessage("the reader answered another question")
  return answer.content satisfies DocumentContent
})
