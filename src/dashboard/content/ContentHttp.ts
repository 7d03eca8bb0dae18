/** What is kept for clients, over HTTP: decode, call the services, encode. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Clock, Effect, Option } from "effect"
import { Api } from "../../Api.ts"
import { Uploads } from "../../chat/Uploads.ts"
import { NotFound } from "../../Errors.ts"
import { serveBlob } from "../../media/BlobResponse.ts"
import { Blobs } from "../../storage/Blobs.ts"
import { Transcription } from "../../transcription/Transcription.ts"
import { Clips } from "../../voice/Clips.ts"
import * as Audit from "../audit/Audit.ts"
import type { Action } from "../audit/AuditApi.ts"
import { pageOf } from "../Pages.ts"
import { Administrator } from "../session/SessionApi.ts"
import { StoredClips } from "./StoredClips.ts"
import { StoredTranscriptions } from "./StoredTranscriptions.ts"
import { StoredUploads } from "./StoredUploads.ts"

/** Whatever a client has sent can do nothing where a browser shows it: run, load, or be part of a page. */
const INERT = { "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'" }

/** A page of a service as the contract has it. */
/** The entry of the audit log to be written with a deletion. */
const deleted = Effect.fnUntraced(function* (action: Action, id: string) {
  return [Audit.entry(yield* Administrator, action, id, {}, yield* Clock.currentTimeMillis)]
})

export const ContentHttp = HttpApiBuilder.group(
  Api,
  "dashboardContent",
  Effect.fnUntraced(function* (handlers) {
    const blobs = yield* Blobs
    const clips = yield* Clips
    const transcription = yield* Transcription
    const uploads = yield* Uploads
    const keptClips = yield* StoredClips
    const keptTranscriptions = yield* StoredTranscriptions
    const keptUploads = yield* StoredUploads

    return handlers
      .handle("keptClips", ({ urlParams }) => Effect.map(keptClips.list(urlParams), pageOf))
      .handle("deleteKeptClip", ({ path: { clipId } }) =>
        Effect.gen(function* () {
          const clip = yield* clips.find(clipId)
          if (Option.isNone(clip)) return yield* new NotFound({ message: "there is no clip with this id" })
          yield* clips.remove(clip.value.wallet_id, clipId, yield* deleted("clip.delete", clipId))
        })
      )
      .handle("keptTranscriptions", ({ urlParams }) => Effect.map(keptTranscriptions.list(urlParams), pageOf))
      .handle("deleteKeptTranscription", ({ path: { jobId } }) =>
        Effect.flatMap(deleted("transcription.delete", jobId), (also) => transcription.remove(jobId, also))
      )
      .handle("keptUploads", ({ urlParams }) => Effect.map(keptUploads.list(urlParams), pageOf))
      .handle("keptUploadFile", ({ path: { uploadId } }) =>
        Effect.gen(function* () {
          const { blob_id, kind, mime_type: mimeType } = yield* keptUploads.file(uploadId)
          const disposition = kind === "Document" ? "attachment" : "inline"
          const file = yield* serveBlob(blob_id, { mimeType, downloadName: uploadId, disposition })
          return HttpServerResponse.setHeaders(file, INERT)
        }).pipe(Effect.provideService(Blobs, blobs))
      )
      .handle("deleteKeptUpload", ({ path: { uploadId } }) =>
        Effect.flatMap(deleted("upload.delete", uploadId), (also) => uploads.remove(uploadId, also))
      )
  })
)
