/** The files of a request once all of them has become text and pictures, and what of it a model is sent. */
import { Option } from "effect"
import type { Language } from "../Domain.ts"
import type { UserPart } from "../engines/TextModel.ts"
import * as History from "./History.ts"
import type { InlineFile, InlinePicture } from "./InlineFiles.ts"
import * as Prompt from "./Prompt.ts"

/** What was said in a recording. */
export interface Transcript {
  readonly text: string
  readonly language: Language
  /** Length of the recording. */
  readonly seconds: number
  /** What was met in it and passed over. */
  readonly warnings: ReadonlyArray<string>
  /** 0 to 1. */
  readonly confidence: number
}

/** A file that has been read, or heard. */
export interface ReadFile {
  readonly name: string
  readonly content: Prompt.ReadContent
}

export interface Material {
  /** Of the form, in its order. */
  readonly attachments: ReadonlyArray<ReadFile>
  readonly spoken: Option.Option<Transcript>
  /** Of earlier turns, by `fileUri`. */
  readonly earlier: ReadonlyMap<string, ReadFile>
  /** The files of `messages`; what was said in a recording there is text. */
  readonly inline: ReadonlyMap<InlineFile, ReadFile | string>
  readonly pictures: ReadonlyMap<InlinePicture, ReadFile>
}

/** No files, or none that are read yet. */
export const nothing: Material = {
  attachments: [],
  spoken: Option.none(),
  earlier: new Map(),
  inline: new Map(),
  pictures: new Map()
}

const partsOf = (file: ReadFile | string | undefined): ReadonlyArray<UserPart> => {
  if (file === undefined) return []
  return typeof file === "string" ? [{ _tag: "Text", text: file }] : Prompt.fileParts(file.name, file.content)
}

/** What the form brings, as parts of what the user says. */
export const attachedParts = ({ attachments }: Material): ReadonlyArray<UserPart> => attachments.flatMap(partsOf)

export const earlierParts =
  ({ earlier }: Material): History.FileParts =>
  (fileUri) =>
    partsOf(earlier.get(fileUri))

export const inlineParts = ({ inline, pictures }: Material): History.InlineParts => ({
  picture: (picture) => {
    const file = pictures.get(picture)
    return file === undefined ? History.asSent.picture(picture) : partsOf(file)
  },
  file: (file) => partsOf(inline.get(file))
})

/** The material with each of its files made anew, in order. */
export const mapFiles = (material: Material, change: (file: ReadFile) => ReadFile): Material => ({
  ...material,
  attachments: material.attachments.map(change),
  earlier: new Map(Array.from(material.earlier, ([uri, file]) => [uri, change(file)] as const)),
  inline: new Map(
    Array.from(material.inline, ([key, file]) => [key, typeof file === "string" ? file : change(file)] as const)
  )
})

/** Its files, in the order of `mapFiles`. */
export const filesOf = ({ attachments, earlier, inline }: Material): ReadonlyArray<ReadFile> => [
  ...attachments,
  ...earlier.values(),
  ...Array.from(inline.values()).filter((file) => typeof file !== "string")
]

/**
 * What the model is not given of the files of earlier turns and of `messages`, each sentence behind what the request
 * calls its file; what the form brings says so itself.
 */
export const leftOut = ({ earlier, inline, pictures }: Material): ReadonlyArray<string> => {
  const ofPictures = Array.from(pictures, ([{ field }, { content }]) => ({ name: field, content }))
  const ofUploads = Array.from(earlier, ([fileUri, { content }]) => ({ name: fileUri, content }))
  const ofMessages = Array.from(inline.values()).filter((file) => typeof file !== "string")
  return [...ofUploads, ...ofPictures, ...ofMessages].flatMap(({ content, name }) =>
    content.leftOut.map((sentence) => `${name}: ${sentence}`)
  )
}

/** The transcript with what is known of it in one tag (wire contract, section 3). */
export const analysed = ({ confidence, language, seconds, text }: Transcript): string =>
  `${text}\n<analysis>${JSON.stringify({ language, duration_seconds: seconds, confidence })}</analysis>`
