/** The contract of signed addresses (wire contract, section 1), which `media/Media` answers. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import type { AudioFormat, formats } from "../audio/AudioEncoder.ts"
import { wholeFromQuery } from "../Domain.ts"
import * as Errors from "../Errors.ts"
import { Described, FileHeaders, inRanges } from "../http/RouteAnnotations.ts"

const sound = (name: string) => ({ description: `The sound as ${name}`, example: `<bytes of ${name}>` })

/** What a file of sound may be: under `/v1` it may be made in any of these. */
export const soundFiles = {
  "audio/mpeg": sound("MP3"),
  "audio/wav": sound("WAV"),
  "audio/ogg": sound("Opus in Ogg"),
  "audio/flac": sound("FLAC"),
  "audio/aac": sound("AAC in ADTS")
} satisfies Readonly<Record<(typeof formats)[AudioFormat]["mimeType"], unknown>>

/** The name that examples of files have. */
export const EXAMPLE_FILE = "am-hamen-khk2f01g.mp3"

const mediaId = HttpApiSchema.param(
  "id",
  Schema.String.annotations({
    description: "What is signed: a clip, a preview",
    examples: ["clip_01m81e61vas4dhmy76khk2f01g"]
  })
)

const Signed = Schema.Struct({
  expires: wholeFromQuery(0, Number.MAX_SAFE_INTEGER).annotations({
    description: "Until when the address is good: Unix seconds, an hour after it was signed",
    examples: [1795348380]
  }),
  signature: Schema.String.annotations({
    description: "The server's signature of both: HMAC-SHA256 in base64url",
    examples: ["ycCqCCybXY11WDOfcQLU-5R1nZk3XzyGJ0b1q4m2H8s"]
  })
})

export class MediaApi extends HttpApiGroup.make("media")
  .add(
    HttpApiEndpoint.get("medium")`/media/${mediaId}`
      .setHeaders(FileHeaders)
      .setUrlParams(Signed)
      .addSuccess(HttpApiSchema.Uint8Array({ contentType: "audio/mpeg" }))
      .addError(Errors.wire(Errors.UrlExpired))
      .addError(Errors.wire(Errors.NotFound))
      .addError(Errors.JobFailed)
      .annotate(OpenApi.Identifier, "getMedia")
      .annotate(OpenApi.Summary, "The file of a signed address")
      .annotate(
        OpenApi.Description,
        "Signed addresses stand in answers as `audio_url` and `preview_audio_url`, and are used as they are. They need " +
          "no key, and may be asked for and played from any page. Answers `Range` requests, as players make them. A voice's preview " +
          "is made when it is first asked for."
      )
      .annotate(Described, {
        isUnchecked: true,
        answers: {
          ...inRanges(soundFiles, EXAMPLE_FILE),
          307: {
            description: "The object store has the file, and gives it itself (`QAL_MEDIA=redirect`)",
            headers: {
              location: {
                description: "The file's address there, signed, and good for as long as this one",
                example: "https://store.example/qal/blob_01m81e61?X-Amz-Signature=5d672d79"
              }
            }
          }
        }
      })
  )
  .annotate(OpenApi.Title, "Media")
  .annotate(OpenApi.Description, "Files of sound, by addresses that the server has signed.") {}
