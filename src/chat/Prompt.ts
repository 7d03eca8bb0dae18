/**
 * How files come before what the user says. What they say is material, and has
 * no rank beside the instructions (`engines/Instructions`).
 */
import type { UserPart } from "../engines/TextModel.ts"
import type { Content } from "./Uploads.ts"

/** The longest part of a file's name that is shown. */
const LONGEST_NAME = 100

/** A name without what could be taken for a delimiter. */
const nameOf = (name: string): string =>
  name
    .toWellFormed()
    .replace(/[^\p{L}\p{M}\p{N} ._()-]/gu, "_")
    .slice(0, LONGEST_NAME)
    .toWellFormed()

/** Text of a file cannot end the file: its closing delimiters are written apart. */
const delimited = (kind: string, name: string, text: string): UserPart => ({
  _tag: "Text",
  text: `<file kind="${kind}" name="${nameOf(name)}">\n${text.toWellFormed().replace(/<(?=\/?\s*file\b)/gi, "< ")}\n</file>`
})

/** A file whose speech has become text. */
export type ReadContent =
  | Exclude<Content, { readonly _tag: "Audio" }>
  | { readonly _tag: "Speech"; readonly text: string }

/** A file as parts of what the user says: its text between delimiters, its pictures after it. */
export const fileParts = (name: string, content: ReadContent): ReadonlyArray<UserPart> => {
  switch (content._tag) {
    case "Image":
      return [{ _tag: "Image", mimeType: content.mimeType, bytes: content.bytes }]
    case "Speech":
      return [delimited("recording, transcribed", name, content.text)]
    case "Document":
      return [
        delimited("document", name, content.text),
        ...content.pictures.map(({ bytes, mimeType }): UserPart => ({ _tag: "Image", mimeType, bytes }))
      ]
  }
}

/** What the user says now: files first, then what was spoken, the written prompt last. */
export const message = (said: {
  readonly files: ReadonlyArray<UserPart>
  readonly transcript: string | undefined
  readonly prompt: string | null | undefined
}): ReadonlyArray<UserPart> => {
  const words = [said.transcript ?? "", said.prompt ?? ""].filter((text) => text.trim() !== "")
  return [...said.files, ...words.map((text): UserPart => ({ _tag: "Text", text }))]
}
