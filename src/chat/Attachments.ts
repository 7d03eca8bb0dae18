/**
 * Files that clients attach: their type detected, read into what a model takes, stored
 * for later turns under an address that only their wallet can use.
 */
import { Array as Arrays, Effect, Option } from "effect"
import { atField, UnsupportedMediaType, type ValidationFailed } from "../Errors.ts"
import { refusal } from "../http/Validation.ts"
import { AUDIO_FIELD, storing, type UploadedFile } from "./ChatForm.ts"
import { ReadingPool, unreadable } from "./documents/ReadingPool.ts"
import { ENCRYPTED } from "./documents/Unreadable.ts"
import { MAX_FILES } from "./FilesApi.ts"
import type { InlineFile, InlinePicture } from "./InlineFiles.ts"
import * as MediaType from "./MediaType.ts"
import { type Attachment, Uploads } from "./Uploads.ts"

export type { Attachment, Content } from "./Uploads.ts"

/** A request's files: the attachments in the order of their list, and spoken input. */
export interface SelectedFiles {
  readonly attachments: ReadonlyArray<UploadedFile>
  readonly audio: Option.Option<UploadedFile>
}

const NOTHING: SelectedFiles = { attachments: [], audio: Option.none() }

const NAMES = "attachment_field_names"

/**
 * The request's files as `attachment_field_names` lists them. A field may carry
 * several. Fails with `ValidationFailed` naming each field that is listed
 * without a file, or sent without being listed, and where there are too many, with
 * the `inline` ones that stand in messages.
 */
export const select = (
  files: ReadonlyArray<UploadedFile>,
  names: ReadonlyArray<string>,
  inline: number
): Effect.Effect<SelectedFiles, ValidationFailed> =>
  Effect.suspend(() => {
    // Nearly every request, which should not pay for what it has not.
    if (files.length === 0 && names.length === 0) return Effect.succeed(NOTHING)
    const [attached, spoken] = Arrays.partition(files, ({ field }) => field === AUDIO_FIELD)
    const listed = names.map((name, index) => ({ name, index })).filter(({ name }) => name !== AUDIO_FIELD)
    const missing = listed
      .filter(({ name }) => !attached.some(({ field }) => field === name))
      .map(({ index, name }) => ({
        field: `${NAMES}[${index}]`,
        code: "missing",
        message: `there is no file in the field ${JSON.stringify(name)}`
      }))
    const unlisted = attached
      .filter(({ field }) => !names.includes(field))
      .map(({ field }) => ({ field, code: "unlisted", message: `list this file's field in ${NAMES}` }))
    const tooMany = [
      ...(attached.length > 0 && attached.length + inline > MAX_FILES
        ? [
            {
              field: NAMES,
              code: "too_many",
              message: `at most ${MAX_FILES} files can be sent, those in messages counted`
            }
          ]
        : []),
      ...(spoken.length > 1 ? [{ field: AUDIO_FIELD, code: "too_many", message: "send one file only" }] : [])
    ]
    const faults = [...missing, ...unlisted, ...tooMany]
    if (faults.length > 0) return Effect.fail(refusal(faults))
    const attachments = Arrays.dedupe(listed.map(({ name }) => name)).flatMap((name) =>
      attached.filter(({ field }) => field === name)
    )
    return Effect.succeed({ attachments, audio: Arrays.head(spoken) })
  })

/** The refusal of a file that is none of these kinds. */
export const unsupported = (field: string, ...kinds: ReadonlyArray<MediaType.Kind>) => refused(field, undefined, kinds)

/** The refusal of a file by its name, where it has one. */
const refused = (field: string, name: string | undefined, kinds: ReadonlyArray<MediaType.Kind>) => {
  const what = name === undefined ? "the type of this file" : `the type of this file (${name})`
  const message = `${what} is not accepted; send ${MediaType.acceptedNames(...kinds)}`
  return new UnsupportedMediaType(atField({ field, code: "unsupported_type", message }, `${field}: ${message}`))
}

/** The whole file, and what it is. It is on disk until its form's scope closes, so that its absence is a defect. */
const open = Effect.fnUntraced(function* (file: UploadedFile) {
  const bytes = yield* storing(Effect.orDie(file.writer.read(0, file.size)))
  return { bytes, detected: yield* MediaType.detect(bytes) }
})

export class Attachments extends Effect.Service<Attachments>()("chat/Attachments", {
  effect: Effect.gen(function* () {
    const pool = yield* ReadingPool
    const uploads = yield* Uploads

    const contentOf = Effect.fnUntraced(function* (field: string, detected: MediaType.DetectedType, bytes: Uint8Array) {
      switch (detected._tag) {
        case "Image":
        case "Document": {
          const { mimeType } = detected
          return { mimeType, content: yield* pool.read(field, { type: mimeType, bytes }) }
        }
        case "Audio": {
          const { mimeType } = detected
          return { mimeType, content: { _tag: "Audio", mimeType, bytes } as const }
        }
        case "Empty":
          return yield* unreadable(field, "is empty")
        case "Encrypted":
          return yield* unreadable(field, ENCRYPTED)
        case "Unknown":
          return yield* refused(field, detected.name, ["image", "document", "audio"])
      }
    })

    /**
     * The file as a model takes it. Fails, naming its field, with
     * `UnsupportedMediaType`, `UnreadableAttachment` or `AttachmentUploadFailed`.
     */
    const read = Effect.fn("Attachments.read")(function* (file: UploadedFile) {
      const { bytes, detected } = yield* open(file)
      const attachment: Attachment = { file, ...(yield* contentOf(file.field, detected, bytes)) }
      return attachment
    })

    /** The bytes of spoken input. Fails with `UnsupportedMediaType`, `UnreadableAttachment`, `AttachmentUploadFailed`. */
    const readAudio = Effect.fn("Attachments.readAudio")(function* (file: UploadedFile) {
      const { bytes, detected } = yield* open(file)
      if (detected._tag === "Empty") return yield* unreadable(file.field, "is empty")
      return detected._tag === "Audio" ? bytes : yield* unsupported(file.field, "audio")
    })

    /** A picture as a model takes it. Fails as `read` does. */
    const readPicture = Effect.fn("Attachments.readPicture")(function* ({ bytes, field, mimeType }: InlinePicture) {
      const content = yield* pool.read(field, { type: mimeType, bytes })
      return content._tag === "Image" ? content : yield* Effect.dieMessage("a picture was read as a document")
    })

    /** A file of `messages` as a model takes it; of speech its bytes. Fails as `read` and `readAudio` do. */
    const readInline = Effect.fn("Attachments.readInline")(function* ({ bytes, field, kind }: InlineFile) {
      const detected = yield* MediaType.detect(bytes)
      if (kind === "speech" && detected._tag !== "Audio") return yield* unsupported(field, "audio")
      return (yield* contentOf(field, detected, bytes)).content
    })

    return { read, readAudio, readInline, readPicture, store: uploads.store, find: uploads.find }
  })
}) {}
