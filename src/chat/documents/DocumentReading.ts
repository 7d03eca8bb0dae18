/** What the reading worker is asked, and what it answers. */
import type { DocumentType, ImageType } from "../MediaType.ts"
import type { Picture } from "./Pictures.ts"

export interface ReadingRequest {
  readonly type: DocumentType | ImageType
  readonly bytes: Uint8Array
}

/** What of the file a model is not given: short sentences in English, for the model and for the client. */
interface LeftOut {
  readonly leftOut: ReadonlyArray<string>
}

/** An image or a document as models take it. */
export type FileContent =
  | (Picture & LeftOut & { readonly _tag: "Image" })
  | (LeftOut & {
      readonly _tag: "Document"
      /** At most 60,000 characters; headings, list items and table rows as in Markdown. */
      readonly text: string
      /** In the order in which the text mentions them. */
      readonly pictures: ReadonlyArray<Picture>
    })

/** `reason` is said of the file: "is damaged". */
export type ReadingAnswer = FileContent | { readonly _tag: "Unreadable"; readonly reason: string }
