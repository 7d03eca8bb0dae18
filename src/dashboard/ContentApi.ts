/** The dashboard's contract: what is kept for clients: clips, transcriptions, uploads. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { ClipId, JobId, Language, WalletId } from "../Domain.ts"
import * as Errors from "../Errors.ts"
import { Clip } from "../voice/Api.ts"
import { Etb, page, pageOf, Search, Time } from "./ListApi.ts"
import { AdminSession, PREFIX } from "./SessionApi.ts"

const owner = { wallet_id: WalletId, wallet_name: Schema.String }
const filter = { ...page, wallet_id: Schema.optional(WalletId) }

export const KeptClip = Schema.Struct({ ...Clip.fields, ...owner }).annotations({ identifier: "KeptClip" })
export type KeptClip = typeof KeptClip.Type

export const KeptTranscription = Schema.Struct({
  id: JobId,
  ...owner,
  operation: Schema.Literal("transcription", "speech_to_text"),
  request_id: Schema.NullOr(Schema.String).annotations({ description: "The id that the client may ask for it by" }),
  language: Schema.NullOr(Language),
  text: Schema.String,
  seconds: Schema.NullOr(Schema.Number).annotations({ description: "Seconds of sound" }),
  charge: Schema.NullOr(Etb),
  created_at: Time,
  expires_at: Schema.NullOr(Time)
}).annotations({ identifier: "KeptTranscription" })
export type KeptTranscription = typeof KeptTranscription.Type

export const KeptUpload = Schema.Struct({
  id: Schema.String,
  ...owner,
  kind: Schema.Literal("Image", "Document", "Audio"),
  mime_type: Schema.String,
  size: Schema.Int.annotations({ description: "Bytes" }),
  text: Schema.NullOr(Schema.String).annotations({
    description: "What a document says, its first 10,000 characters; null for other kinds"
  }),
  created_at: Time,
  expires_at: Time
}).annotations({ identifier: "KeptUpload" })
export type KeptUpload = typeof KeptUpload.Type

const clipId = HttpApiSchema.param("clipId", ClipId)
const jobId = HttpApiSchema.param("jobId", JobId)
const uploadId = HttpApiSchema.param("uploadId", Schema.String)

export class ContentApi extends HttpApiGroup.make("dashboardContent")
  .add(
    HttpApiEndpoint.get("keptClips", "/clips")
      .setUrlParams(
        Schema.Struct({
          ...filter,
          language: Schema.optional(Language),
          voice_id: Schema.optional(Schema.String),
          search: Search.annotations({ description: "Part of the text, or a whole id" })
        })
      )
      .addSuccess(pageOf(KeptClip))
      .addError(Errors.InvalidInput)
      .annotate(OpenApi.Summary, "A page of all wallets' clips, newest first")
  )
  .add(
    HttpApiEndpoint.del("deleteKeptClip")`/clips/${clipId}`
      .addSuccess(HttpApiSchema.NoContent)
      .addError(Errors.wire(Errors.NotFound))
      .annotate(OpenApi.Summary, "Delete a clip and its audio; its ledger entry stays")
  )
  .add(
    HttpApiEndpoint.get("keptTranscriptions", "/transcriptions")
      .setUrlParams(
        Schema.Struct({ ...filter, search: Search.annotations({ description: "Part of the text, or a whole id" }) })
      )
      .addSuccess(pageOf(KeptTranscription))
      .addError(Errors.InvalidInput)
      .annotate(OpenApi.Summary, "A page of the transcriptions that can still be asked for, newest first")
  )
  .add(
    HttpApiEndpoint.del("deleteKeptTranscription")`/transcriptions/${jobId}`
      .addSuccess(HttpApiSchema.NoContent)
      .addError(Errors.wire(Errors.NotFound))
      .annotate(OpenApi.Summary, "Delete a transcription; its ledger entry stays")
  )
  .add(
    HttpApiEndpoint.get("keptUploads", "/uploads")
      .setUrlParams(
        Schema.Struct({
          ...filter,
          search: Search.annotations({ description: "Part of a document's text, or a whole id" })
        })
      )
      .addSuccess(pageOf(KeptUpload))
      .addError(Errors.InvalidInput)
      .annotate(OpenApi.Summary, "A page of the files that were sent to chats, newest first")
  )
  .add(
    HttpApiEndpoint.get("keptUploadFile")`/uploads/${uploadId}/file`
      .addSuccess(HttpApiSchema.Uint8Array())
      .addError(Errors.wire(Errors.NotFound))
      .annotate(OpenApi.Summary, "The file as it was sent")
  )
  .add(
    HttpApiEndpoint.del("deleteKeptUpload")`/uploads/${uploadId}`
      .addSuccess(HttpApiSchema.NoContent)
      .addError(Errors.wire(Errors.NotFound))
      .annotate(OpenApi.Summary, "Delete an upload: chats that name it are refused")
  )
  .middleware(AdminSession)
  .prefix(PREFIX)
  .annotate(OpenApi.Title, "Dashboard") {}
