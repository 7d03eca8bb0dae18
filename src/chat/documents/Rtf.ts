/**
 * Rich Text Format (specification 1.9.1): text in the encodings of its fonts and
 * as `\u`, paragraphs with their numbers, headings by outline level or style
 * name, tables, text boxes, notes, comments, pictures; heads and feet of pages once.
 *
 * Own reader: no package reads more within our limits (docs/dependencies.md).
 */
import type { Excerpt } from "./Excerpt.ts"
import type { Picture } from "./Pictures.ts"
import { RtfReader } from "./RtfReader.ts"
import { tokens } from "./RtfTokens.ts"
import { Work } from "./RtfWork.ts"
import { DAMAGED, Unreadable } from "./Unreadable.ts"

/** Writes the text, and answers the pictures that it mentions, in their order. Throws `Unreadable`. */
export const read = async (bytes: Uint8Array, excerpt: Excerpt, work = new Work()): Promise<ReadonlyArray<Picture>> => {
  const reader = new RtfReader(excerpt, work)
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // A byte order mark or blanks may come before the first group.
  for (const token of tokens(file.subarray(Math.max(0, file.indexOf("{"))))) {
    if (excerpt.isEnough() || work.isOver) break
    reader.take(token)
  }
  const breaksOff = !reader.isComplete && !excerpt.isEnough() && !work.isOver
  const pictures = await reader.end()
  if (breaksOff && excerpt.isEmpty()) throw new Unreadable(DAMAGED)
  if (work.isOver) excerpt.leaveOut("The file has too many parts to be read in whole: its end is not included.")
  if (breaksOff) excerpt.leaveOut("The file breaks off: its end is not included.")
  return pictures
}
