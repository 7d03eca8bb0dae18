/** The dashboard's contract: what is kept for clients: clips, transcriptions, uploads. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { ClipId, JobId, Language } from "../../Domain.ts"
import * as Errors from "../../Errors.ts"
import { Described, inRanges } from "../../http/RouteAnnotations.ts"
import { Clip, EXAMPLE_CLIP } from "../../voice/Api.ts"
import { Etb, EXAMPLE, ofWallet, owner, page, pageOf, search, Time } from "../ListApi.ts"
import { AdminSession, PREFIX } from "../session/SessionApi.ts"

const filter = { ...page, wallet_id: ofWallet }
const mine = { wallet_id: EXAMPLE.wallet, wallet_name: "Main" } as const

export const StoredClip = Schema.Struct({ ...Clip.fields, ...owner }).annotations({
  identifier: "KeptClip",
  description: "A clip of any wallet",
  examples: [{ ...EXAMPLE_CLIP, ...mine }]
})
export type StoredClip = typeof StoredClip.Type

export const StoredTranscription = Schema.Struct({
  id: JobId.annotations({ description: "The job's id, by which it can be deleted" }),
  ...owner,
  operation: Schema.Literal("transcription", "speech_to_text").annotations({
    description: "Which of the two routes transcribed it"
  }),
  request_id: Schema.NullOr(Schema.String).annotations({
    description: "The id that the client may ask for it by; null where it has none"
  }),
  language: Schema.NullOr(Language).annotations({
    description: "The language that was asked for; null where that is not kept"
  }),
  text: Schema.String.annotations({ description: "What was heard" }),
  seconds: Schema.NullOr(Schema.Number).annotations({ description: "Seconds of sound; null where that is not kept" }),
  charge: Schema.NullOr(Etb).annotations({ description: "What it cost, in ETB; null where nothing was charged" }),
  created_at: Time,
  expires_at: Schema.NullOr(Time).annotations({
    description: "Until when it can be asked for (ISO 8601, UTC); null where it is kept until it is deleted"
  })
}).annotations({
  identifier: "KeptTranscription",
  description: "A transcription that can still be asked for",
  examples: [
    {
      id: EXAMPLE.job,
      ...mine,
      operation: "transcription",
      request_id: "meeting-2026-11-22",
      language: "am",
      text: "ሰላም ነው እንዴት ነህ",
      seconds: 1.54,
      charge: 0.049,
      created_at: EXAMPLE.time,
      expires_at: "2026-11-23T08:00:00.000Z"
    }
  ]
})
export type StoredTranscription = typeof StoredTranscription.Type

export const StoredUpload = Schema.Struct({
  id: Schema.String.annotations({ description: "The upload's id: the end of its `fileUri`" }),
  ...owner,
  kind: Schema.Literal("Image", "Document", "Audio").annotations({ description: "What the model is given of it" }),
  mime_type: Schema.String.annotations({ description: "The media type that it was sent with" }),
  size: Schema.Int.annotations({ description: "Bytes" }),
  text: Schema.NullOr(Schema.String).annotations({
    description: "What a document says, its first 10,000 characters; null for other kinds"
  }),
  created_at: Time,
  expires_at: Time.annotations({ description: "When it is deleted (ISO 8601, UTC)" })
}).annotations({
  identifier: "KeptUpload",
  description: "A file that was sent to a chat",
  examples: [
    {
      id: "file_01kafqar7v1x4z6b8d0f2h5k7n",
      ...mine,
      kind: "Document",
      mime_type: "text/plain",
      size: 1_204,
      text: "የስብሰባ ቃለ ጉባኤ",
      created_at: EXAMPLE.time,
      expires_at: "2026-12-22T08:00:00.000Z"
    }
  ]
})
export type StoredUpload = typeof StoredUpload.Type

const clipId = HttpApiSchema.param("clipId", ClipId.annotations({ description: "The clip's id" }))
const jobId = HttpApiSchema.param("jobId", JobId.annotations({ description: "The transcription's id" }))
const uploadId = HttpApiSchema.param("uploadId", Schema.String.annotations({ description: "The upload's id" }))

/** What was sent, whatever it is. */
const File = HttpApiSchema.Uint8Array({ contentType: "*/*" })

const file = {
  "*/*": { description: "The file's bytes, with the media type that it was sent with", example: "bytes of the file" }
}

export class ContentApi extends HttpApiGroup.make("dashboardContent")
  .add(
    HttpApiEndpoint.get("keptClips", "/clips")
      .setUrlParams(
        Schema.Struct({
          ...filter,
          language: Schema.optional(Language.annotations({ description: "Clips in this language alone" })),
          voice_id: Schema.optional(Schema.String.annotations({ description: "Clips of this voice alone" })),
          search: search("Part of the text, or a whole id")
        })
      )
      .addSuccess(pageOf(StoredClip))
      .addError(Errors.InvalidInput)
      .annotate(OpenApi.Identifier, "listKeptClips")
      .annotate(OpenApi.Summary, "A page of all wallets' clips, newest first")
      .annotate(OpenApi.Description, "By wallet, language and voice; a search looks into texts and ids.")
  )
  .add(
    HttpApiEndpoint.del("deleteKeptClip")`/clips/${clipId}`
      .addSuccess(HttpApiSchema.NoContent)
      .addError(Errors.wire(Errors.NotFound))
      .annotate(OpenApi.Identifier, "deleteKeptClip")
      .annotate(OpenApi.Summary, "Delete a clip and its audio; its ledger entry stays")
      .annotate(OpenApi.Description, "Its request's id may be used again.")
  )
  .add(
    HttpApiEndpoint.get("keptTranscriptions", "/transcriptions")
      .setUrlParams(Schema.Struct({ ...filter, search: search("Part of the text, or a whole id") }))
      .addSuccess(pageOf(StoredTranscription))
      .addError(Errors.InvalidInput)
      .annotate(OpenApi.Identifier, "listKeptTranscriptions")
      .annotate(OpenApi.Summary, "A page of the transcriptions that can still be asked for, newest first")
      .annotate(OpenApi.Description, "Of both routes that transcribe files, and of live sessions.")
  )
  .add(
    HttpApiEndpoint.del("deleteKeptTranscription")`/transcriptions/${jobId}`
      .addSuccess(HttpApiSchema.NoContent)
      .addError(Errors.wire(Errors.NotFound))
      .annotate(OpenApi.Identifier, "deleteKeptTranscription")
      .annotate(OpenApi.Summary, "Delete a transcription; its ledger entry stays")
      .annotate(OpenApi.Description, "Its text is gone, and its request's id may be used again.")
  )
  .add(
    HttpApiEndpoint.get("keptUploads", "/uploads")
      .setUrlParams(
        Schema.Struct({
          ...filter,
          search: search("Part of a document's text, or a whole id")
        })
      )
      .addSuccess(pageOf(StoredUpload))
      .addError(Errors.InvalidInput)
      .annotate(OpenApi.Identifier, "listKeptUploads")
      .annotate(OpenApi.Summary, "A page of the files that were sent to chats, newest first")
      .annotate(OpenApi.Description, "Each until its time is over, or it is deleted.")
  )
  .add(
    HttpApiEndpoint.get("keptUploadFile")`/uploads/${uploadId}/file`
      .addSuccess(File)
      .addError(Errors.wire(Errors.NotFound))
      .annotate(OpenApi.Identifier, "getKeptUploadFile")
      .annotate(OpenApi.Summary, "The file as it was sent")
      .annotate(OpenApi.Description, "For saving, whatever its type: it is what a client sent.")
      .annotate(Described, { answers: inRanges(file, "file_01kafqar7v1x4z6b8d0f2h5k7n") })
  )
  .add(
    HttpApiEndpoint.del("deleteKeptUpload")`/uploads/${uploadId}`
      .addSuccess(HttpApiSchema.NoContent)
      .addError(Errors.wire(Errors.NotFound))
      .annotate(OpenApi.Identifier, "deleteKeptUpload")
      .annotate(OpenApi.Summary, "Delete an upload: chats that name it are refused")
      .annotate(OpenApi.Description, "Its bytes are gone. What was answered about it stays.")
  )
  .middleware(AdminSession)
  .prefix(PREFIX)
  .annotate(OpenApi.Title, "Dashboard") {}
