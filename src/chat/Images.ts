/** Images as models take them, prepared in a child process. */
import { Effect } from "effect"
import { ReadingPool } from "./documents/ReadingPool.ts"
import type { ImageType } from "./MediaType.ts"

export { LONGEST_SIDE, MAX_BYTES, MAX_PIXELS, type Picture, type PictureType } from "./documents/Pictures.ts"

/**
 * The image that came in the field `field`, as JPEG, PNG or WebP of at most
 * 2,048 pixels a side: as it came where it fits, else converted (GIF's first
 * frame and BMP to PNG) and scaled. Fails with `UnreadableAttachment` naming the
 * field, or `AttachmentUploadFailed`.
 */
export const prepare = Effect.fn("Images.prepare")(function* (field: string, type: ImageType, bytes: Uint8Array) {
  const pool = yield* ReadingPool
  const answer = yield* pool.read(field, { tag: "picture", type, bytes })
  if (answer.tag !== "picture") return yield* Effect.dieMessage("the reader answered another question")
  return answer.picture
})
