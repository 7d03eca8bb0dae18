/** Uploads as they are kept: their rows, their files, and what a model is shown of them. */
import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Duration, Effect, Either, Layer, Option, Schema } from "effect"
import { BlobId, newId, type WalletId } from "../Domain.ts"
import { NotFound } from "../Errors.ts"
import * as BatchedDeletion from "../storage/BatchedDeletion.ts"
import { Blobs, gone } from "../storage/Blobs.ts"
import { insert, type Statement, statement } from "../storage/Statement.ts"
import * as Sweeps from "../storage/Sweeps.ts"
import { type Body, inOrder, Writer } from "../storage/Writer.ts"
import { storing, type UploadedFile } from "./ChatForm.ts"
import type { FileContent } from "./documents/DocumentReading.ts"
import type { Picture } from "./documents/Pictures.ts"
import * as MediaType from "./MediaType.ts"
import { LEAST_TOKENS } from "./PictureSize.ts"

/** How long an upload can be used (wire contract, section 3). */
const RETENTION = Duration.days(30)
/** How often expired uploads are removed; they stop being found at once. */
const SWEEP_EVERY = Duration.hours(1)
/** Uploads forgotten at once; each may have the text of a long document. */
const SWEEP_BATCH = 10

/** What a model, or the recogniser, takes of an attachment. */
export type Content =
  | FileContent
  | { readonly _tag: "Audio"; readonly mimeType: MediaType.AudioType; readonly bytes: Uint8Array }

/** An attachment that has been read and is not yet stored. */
export interface Attachment {
  readonly file: UploadedFile
  /** What the file is. */
  readonly mimeType: MediaType.MediaType
  readonly content: Content
}

/** An upload that was found, and what loads it. */
export interface StoredUpload {
  /** Bytes of what is loaded. */
  readonly size: number
  /** What a model is sent of it each time that it is referred to; of a recording, which becomes a text, nothing is known. */
  readonly sent: {
    readonly bytes: number
    /** At the least. */
    readonly tokens: number
  }
  /** Fails with `NotFound` where it has expired and been swept meanwhile. */
  readonly load: Effect.Effect<Content, NotFound>
}

/** As clients see it and send it back in later turns. */
interface StoredFile {
  readonly fileUri: string
  readonly mimeType: string
  /** Absent where a model is given the whole file. */
  readonly left_out?: ReadonlyArray<string>
}

const URI = /^qal:\/\/files\/(file_[a-z0-9]{1,60})$/
const uriOf = (id: string): string => `qal://files/${id}`

const Upload = Schema.Struct({
  kind: Schema.Literal("Image", "Document", "Audio"),
  mime_type: Schema.String,
  blob_id: BlobId,
  size: Schema.Int,
  text_size: Schema.Int,
  left_out: Schema.NullOr(Schema.parseJson(Schema.Array(Schema.String)))
})
type Upload = typeof Upload.Type
const decodeUploads = Schema.decodeUnknown(Schema.Array(Upload))

const PictureType = Schema.Literal("image/jpeg", "image/png", "image/webp")
const AudioType = Schema.String.pipe(Schema.filter(MediaType.isAudioType))
const decodePictureType = Schema.decodeUnknown(PictureType)
const decodeAudioType = Schema.decodeUnknown(AudioType)
const Rendition = Schema.Struct({ mime_type: PictureType, blob_id: BlobId })
type Rendition = typeof Rendition.Type
const decodeRenditions = Schema.decodeUnknown(Schema.Array(Rendition))
const decodeTexts = Schema.decodeUnknown(Schema.Array(Schema.Struct({ text: Schema.String })))

/** What is kept beside the file, because a model is not shown the file itself. */
const renditionsOf = ({ content, file, mimeType }: Attachment): ReadonlyArray<Picture> => {
  if (content._tag === "Document") return content.pictures
  const isFile = content._tag === "Audio" || (content.mimeType === mimeType && content.bytes.length === file.size)
  return isFile ? [] : [content]
}

/** None: a model is given the whole file. */
const leftOutOf = ({ content }: Attachment): Option.Option<ReadonlyArray<string>> =>
  content._tag === "Audio" || content.leftOut.length === 0 ? Option.none() : Option.some(content.leftOut)

const RENDITIONS = "SELECT blob_id FROM upload_renditions WHERE upload_id = ?"
const DELETE = "DELETE FROM uploads WHERE id = ? RETURNING blob_id"
const decodeFiles = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ blob_id: BlobId })))

/** Deletes the row with its renditions', and `also` is written with it. Answers their files. */
const deleting = (id: string, also: ReadonlyArray<Statement>): Body<ReadonlyArray<BlobId>, NotFound> =>
  function* () {
    const storedRenditions = decodeFiles(yield statement(RENDITIONS, id))
    const sent = decodeFiles(yield statement(DELETE, id))
    if (sent.length === 0) return Either.left(new NotFound({ message: "there is no upload with this id" }))
    for (const next of also) yield next
    return Either.right([...sent, ...storedRenditions].map(({ blob_id }) => blob_id))
  }

const FORGET_EXPIRED = `
  DELETE FROM uploads WHERE id IN (SELECT id FROM uploads WHERE expires_at <= ? LIMIT ${SWEEP_BATCH}) RETURNING id`

export class Uploads extends Effect.Service<Uploads>()("chat/Uploads", {
  effect: Effect.fnUntraced(function* (options: { readonly retention?: Duration.Duration } = {}) {
    const sql = yield* SqlClient.SqlClient
    const { durable } = yield* Writer
    const blobs = yield* Blobs
    const retention = options.retention ?? RETENTION

    const keep = (bytes: Uint8Array, now: number) =>
      Effect.scoped(
        Effect.gen(function* () {
          const writer = yield* blobs.create(BlobId.make(newId("blb", now)))
          yield* writer.append(bytes)
          yield* writer.publish
          return writer.id
        })
      )

    /** Writes the files of one attachment, and gives its rows. */
    const storeFiles = (walletId: WalletId, attachment: Attachment, now: number) =>
      Effect.gen(function* () {
        const id = newId("file", now)
        const leftOut = leftOutOf(attachment)
        yield* attachment.file.writer.publish
        const upload = {
          id,
          wallet_id: walletId,
          kind: attachment.content._tag,
          mime_type: attachment.mimeType,
          size: attachment.file.size,
          blob_id: attachment.file.writer.id,
          text: attachment.content._tag === "Document" ? attachment.content.text : null,
          left_out: Option.getOrNull(Option.map(leftOut, (sentences) => JSON.stringify(sentences))),
          created_at: now,
          expires_at: now + Duration.toMillis(retention)
        }
        const renditions = yield* Effect.forEach(renditionsOf(attachment), ({ bytes, mimeType }, position) =>
          Effect.map(keep(bytes, now), (blob_id) => ({ upload_id: id, position, mime_type: mimeType, blob_id }))
        )
        const storedFile: StoredFile = {
          fileUri: uriOf(id),
          mimeType: attachment.mimeType,
          ...Option.match(leftOut, { onNone: () => ({}), onSome: (left_out) => ({ left_out }) })
        }
        return { upload, renditions, storedFile }
      })

    /**
     * Keeps the attachments for later turns; once for each, and before their
     * form's scope closes. Fails with `AttachmentUploadFailed`, and then keeps none.
     */
    const store = Effect.fn("Uploads.store")(function* (walletId: WalletId, attachments: ReadonlyArray<Attachment>) {
      const now = yield* Clock.currentTimeMillis
      const write = Effect.gen(function* () {
        const stored = yield* Effect.forEach(attachments, (attachment) => storeFiles(walletId, attachment, now))
        const rows = stored.flatMap(({ renditions, upload }) => [
          insert("uploads", upload),
          ...renditions.map((row) => insert("upload_renditions", row))
        ])
        yield* durable(inOrder(...rows))
        return stored.map(({ storedFile }) => storedFile)
      })
      return yield* storing(Effect.orDie(write))
    })

    const renditionsOfUpload = (id: string) =>
      sql`SELECT mime_type, blob_id FROM upload_renditions WHERE upload_id = ${id} ORDER BY position`.pipe(
        Effect.flatMap(decodeRenditions),
        Effect.orDie
      )

    const textOf = (id: string) =>
      sql`SELECT text FROM uploads WHERE id = ${id}`.pipe(
        Effect.flatMap(decodeTexts),
        Effect.orDie,
        Effect.flatMap(([row]) => (row === undefined ? gone() : Effect.succeed(row.text)))
      )

    const pictureOf = ({ blob_id, mime_type }: Rendition) =>
      Effect.map(blobs.bytes(blob_id), (bytes): Picture => ({ mimeType: mime_type, bytes }))

    const load = (id: string, row: Upload, storedRenditions: ReadonlyArray<Rendition>) =>
      Effect.gen(function* () {
        if (row.kind === "Audio") {
          const mimeType = yield* Effect.orDie(decodeAudioType(row.mime_type))
          return { _tag: "Audio", mimeType, bytes: yield* blobs.bytes(row.blob_id) } satisfies Content
        }
        const leftOut = row.left_out ?? []
        if (row.kind === "Document") {
          const pictures = yield* Effect.forEach(storedRenditions, pictureOf)
          return { _tag: "Document", text: yield* textOf(id), pictures, leftOut } satisfies Content
        }
        const mime_type = yield* Effect.orDie(decodePictureType(storedRenditions[0]?.mime_type ?? row.mime_type))
        const picture = yield* pictureOf({ mime_type, blob_id: storedRenditions[0]?.blob_id ?? row.blob_id })
        return { _tag: "Image", ...picture, leftOut } satisfies Content
      })

    /** Bytes of what is loaded of an upload. */
    const sizeOf = (row: Upload, storedRenditions: ReadonlyArray<Rendition>) =>
      Effect.map(
        Effect.forEach(storedRenditions, ({ blob_id }) => blobs.size(blob_id)),
        (sizes) => {
          const pictures = sizes.reduce((sum, size) => sum + size, 0)
          if (row.kind === "Document") return row.text_size + pictures
          return storedRenditions.length === 0 ? row.size : pictures
        }
      )

    /** Tokens as `chat/ChatUsage` counts them: a text by its bytes, and pictures as if they were the smallest. */
    const sentOf = (
      bytes: number,
      { kind, text_size }: Upload,
      storedRenditions: ReadonlyArray<Rendition>
    ): StoredUpload["sent"] => {
      if (kind === "Audio") return { bytes: 0, tokens: 0 }
      return { bytes, tokens: kind === "Document" ? text_size + storedRenditions.length * LEAST_TOKENS : LEAST_TOKENS }
    }

    /**
     * An earlier upload of this wallet, of which nothing is loaded yet. None for an address
     * that is no upload's, another wallet's, or expired.
     */
    const find = Effect.fn("Uploads.find")(function* (walletId: WalletId, fileUri: string) {
      const id = URI.exec(fileUri)?.[1]
      if (id === undefined) return Option.none<StoredUpload>()
      const now = yield* Clock.currentTimeMillis
      const [row] = yield* sql`
        SELECT kind, mime_type, blob_id, size, COALESCE(OCTET_LENGTH(text), 0) AS text_size, left_out FROM uploads
        WHERE id = ${id} AND wallet_id = ${walletId} AND expires_at > ${now}`.pipe(
        Effect.flatMap(decodeUploads),
        Effect.orDie
      )
      if (row === undefined) return Option.none<StoredUpload>()
      const storedRenditions = yield* renditionsOfUpload(id)
      return yield* sizeOf(row, storedRenditions).pipe(
        Effect.map(
          (size): StoredUpload => ({
            size,
            sent: sentOf(size, row, storedRenditions),
            load: load(id, row, storedRenditions)
          })
        ),
        Effect.option
      )
    })

    /** Removes an upload, whosever it is: row, renditions and files. `also` is written with it. Fails with `NotFound`. */
    const remove = Effect.fn("Uploads.remove")(function* (id: string, also: ReadonlyArray<Statement> = []) {
      const files = yield* Effect.catchTag(durable(deleting(id, also)), "SqlError", Effect.die)
      yield* Effect.forEach(files, blobs.remove, { discard: true })
    })

    /** Forgets expired uploads; their files go with the next sweep of the file store. Answers how many. */
    const forgetExpired = Effect.fn("Uploads.forgetExpired")(function* () {
      const now = yield* Clock.currentTimeMillis
      const gone = yield* Effect.orDie(
        BatchedDeletion.deleteUntilNone(durable(inOrder(statement(FORGET_EXPIRED, now))))
      )
      if (gone > 0) yield* Effect.logInfo("Forgot expired uploads", { uploads: gone })
      return gone
    })

    return { store, find, remove, forgetExpired }
  })
}) {}

/** For the server: removes expired uploads at the start and every hour. */
export const retentionLayer = Layer.scopedDiscard(
  Effect.flatMap(Uploads, ({ forgetExpired }) => Sweeps.every("sweep of uploads", SWEEP_EVERY, forgetExpired()))
)
