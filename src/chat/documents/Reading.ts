/** What the reading worker is asked, and what it answers. */
import type { DocumentType, ImageType } from "../MediaType.ts"
import type { Picture } from "./Pictures.ts"

export type ReadingRequest =
  | { readonly tag: "document"; readonly type: DocumentType; readonly bytes: Uint8Array }
  | { readonly tag: "picture"; readonly type: ImageType; readonly bytes: Uint8Array }

/** A document as a model reads it. */
export interface DocumentContent {
  /** With headings, list items and table rows marked as Markdown marks them; what is left out is said at the end. */
  readonly text: string
  /** Pages without text, drawn, in the order in which the text mentions them. */
  readonly pictures: ReadonlyArray<Picture>
}

export type ReadingAnswer =
  | { readonly tag: "document"; readonly content: DocumentContent }
  | { readonly tag: "picture"; readonly picture: Picture }
  /** Said of the file: "is damaged". */
  | { readonly tag: "unreadable"; readonly reason: string }
