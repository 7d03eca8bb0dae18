/**
 * How files come before what the user says. What they say is material, and has
 * no rank beside the instructions (`engines/Instructions`).
 */
import type { UserPart } from "../engines/TextModel.ts"
import type { Picture } from "./documents/Pictures.ts"
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

/** A text, and after it what of the file is left out, each sentence in brackets. */
const withLeftOut = (text: string, leftOut: ReadonlyArray<string>): string =>
  [text, ...leftOut.map((sentence) => `[${sentence}]`)].filter((block) => block !== "").join("\n\n")

/** Text of a file cannot end the file: its closing delimiters are written apart. */
const delimited = (kind: string, name: string, text: string): UserPart => ({
  _tag: "Text",
  text: `<file kind="${kind}" name="${nameOf(name)}">\n${text.toWellFormed().replace(/<(?=\/?\s*file\b)/gi, "< ")}\n</file>`
})

/** A file whose speech has become text. */
export type ReadContent =
  | Exclude<Content, { readonly _tag: "Audio" }>
  | { readonly _tag: "Speech"; readonly text: string; readonly leftOut: ReadonlyArray<string> }

const imagePart = ({ bytes, mimeType }: Picture): UserPart => ({ _tag: "Image", mimeType, bytes })

/** A file as parts of what the user says: its text and what is left out of it between delimiters, its pictures after it. */
export const fileParts = (name: string, content: ReadContent): ReadonlyArray<UserPart> => {
  switch (content._tag) {
    case "Image":
      return content.leftOut.length === 0
        ? [imagePart(content)]
        : [delimited("picture", name, withLeftOut("", content.leftOut)), imagePart(content)]
    case "Speech":
      return [delimited("recording, transcribed", name, withLeftOut(content.text, content.leftOut))]
    case "Document":
      return [
        delimited("document", name, withLeftOut(content.text, content.leftOut)),
        ...content.pictures.map(imagePart)
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
