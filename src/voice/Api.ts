/** The contract of voice, version 2 (wire contract, section 5). Paths are under `/api/v1/voice`. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Authentication } from "../access/Authentication.ts"
import { IdempotencyKey } from "../billing/IdempotencyKey.ts"
import * as Errors from "../Errors.ts"
import { AnswerHeaders, Described, FileHeaders, inRanges, KEPT_BY_CLIENTS } from "../http/RouteAnnotations.ts"
import { Clip, ClipFilter, ClipPage } from "./ClipsApi.ts"
import { Lexicon, LexiconRequest } from "./LexiconApi.ts"
import { EXAMPLE_FILE, soundFiles } from "./MediaApi.ts"
import { Estimate, EstimateRequest, SpeechRequest, StreamedSpeechRequest, Usage } from "./SpeechApi.ts"
import { Preview, Voice, VoiceFilter } from "./VoicesApi.ts"

export * from "./ClipsApi.ts"
export * from "./LexiconApi.ts"
export * from "./SpeechApi.ts"
export * from "./VoicesApi.ts"

const data = <A, I, R>(schema: Schema.Schema<A, I, R>) => Schema.Struct({ data: schema })

const Frames = HttpApiSchema.Uint8Array({ contentType: "application/octet-stream" })
const Audio = HttpApiSchema.Uint8Array({ contentType: "audio/mpeg" })

const voiceId = HttpApiSchema.param(
  "voice_id",
  Schema.String.annotations({ description: "The voice's id", examples: ["am-hamen"] })
)
const clipId = HttpApiSchema.param(
  "clip_id",
  Schema.String.annotations({ description: "The clip's id", examples: ["clip_01m81e61vas4dhmy76khk2f01g"] })
)

/** The header that names the framing of a clip that is played while it is made. */
const PROTOCOL = {
  "x-addis-audio-protocol": { description: "How the sound is framed; not on a replay", example: "mp3-frames-v1" }
}

const framesForm = {
  description:
    "Frames of a 4-byte big-endian length and that many bytes of MP3, one phrase each; joined they are one gapless " +
    'MP3. Then a length of zero and JSON to the end: `{"data": clip}`, or the error envelope',
  example:
    "00001f3a <7994 bytes of MP3> 0000172c <5932 bytes of MP3> 00000000 " +
    '{"data":{"id":"clip_01m81e61vas4dhmy76khk2f01g","text":"ሰላም፣ እንኳን ደህና መጡ።",…}}'
}

/** What is answered where the request's id was used before: the clip that there is. */
const replay = { description: "When the request's id was used before, for the same inputs", schema: data(Clip) }

export class VoiceApi extends HttpApiGroup.make("voice")
  .add(
    HttpApiEndpoint.get("voices", "/voices")
      .setUrlParams(VoiceFilter)
      .addSuccess(data(Schema.Array(Voice).annotations({ description: "The voices, in the order of their places" })))
      .annotate(AnswerHeaders, KEPT_BY_CLIENTS)
      .annotate(OpenApi.Identifier, "listVoices")
      .annotate(OpenApi.Summary, "The voice catalog")
      .annotate(
        OpenApi.Description,
        "Who can speak, by language, gender and words; each with the address of its preview. The catalog changes without a release: ask for it at run time, and store ids alone."
      )
  )
  .add(
    HttpApiEndpoint.get("preview")`/voices/${voiceId}/preview`
      .addSuccess(data(Preview))
      .addError(Errors.wire(Errors.NotFound))
      .addError(Errors.JobFailed)
      .annotate(OpenApi.Identifier, "getVoicePreview")
      .annotate(OpenApi.Summary, "A voice's preview")
      .annotate(
        OpenApi.Description,
        "A sample of the voice under a signed address. It is made when it is first wanted, then kept, and costs nothing."
      )
  )
  .add(
    HttpApiEndpoint.post("estimate", "/estimate")
      .setPayload(EstimateRequest)
      .addSuccess(data(Estimate))
      .addError(Errors.wire(Errors.TextTooLong))
      .addError(Errors.wire(Errors.UnsupportedFormat))
      .addError(Errors.wire(Errors.VoiceUnavailable))
      .annotate(OpenApi.Identifier, "estimateSpeech")
      .annotate(OpenApi.Summary, "What a generation would take and cost")
      .annotate(
        OpenApi.Description,
        "Takes what a generation takes, makes nothing and charges nothing. `can_generate` says whether the wallet can pay for it now."
      )
  )
  .add(
    HttpApiEndpoint.post("generate", "/generations")
      .setHeaders(IdempotencyKey)
      .setPayload(SpeechRequest)
      .addSuccess(data(Clip), { status: 201 })
      .addSuccess(data(Clip), { status: 200 })
      .addError(Errors.SpeechRefused)
      .addError(Errors.wire(Errors.NotFound))
      .addError(Errors.JobFailed)
      .annotate(OpenApi.Identifier, "generateSpeech")
      .annotate(OpenApi.Summary, "Generate a clip")
      .annotate(Described, {
        answers: {
          200: { description: "The stored clip: the request's id was used before, for the same inputs" },
          201: { description: "The new clip, with its sound" }
        }
      })
      .annotate(
        OpenApi.Description,
        "Answers 201 with the new clip, or 200 with the stored one when the id was used before for the same inputs."
      )
  )
  .add(
    HttpApiEndpoint.post("stream", "/generations/stream")
      .setHeaders(IdempotencyKey)
      .setPayload(StreamedSpeechRequest)
      .addSuccess(Frames)
      .addError(Errors.SpeechRefused)
      .addError(Errors.wire(Errors.NotFound))
      .addError(Errors.JobFailed)
      .annotate(OpenApi.Identifier, "streamSpeech")
      .annotate(OpenApi.Summary, "Generate a clip and play it while it is made")
      .annotate(Described, {
        answers: {
          200: {
            description: "The sound while it is made, then the clip",
            headers: PROTOCOL,
            forms: { "application/octet-stream": framesForm, "application/json": replay }
          }
        }
      })
      .annotate(
        OpenApi.Description,
        "Each phrase is sent as soon as it is spoken; the last thing sent is the clip. `output_format` is `mp3_44100`. " +
          "When the request's id was used before, for the same inputs, the answer is the clip as JSON."
      )
  )
  .add(
    HttpApiEndpoint.get("usage", "/usage")
      .addSuccess(data(Usage))
      .annotate(OpenApi.Identifier, "getVoiceUsage")
      .annotate(OpenApi.Summary, "Balance and prices")
      .annotate(
        OpenApi.Description,
        "What the key's wallet has and has spent, what a minute of sound costs, and how long a text may be."
      )
  )
  .add(
    HttpApiEndpoint.get("lexicon", "/lexicon")
      .addSuccess(data(Lexicon))
      .annotate(OpenApi.Identifier, "getLexicon")
      .annotate(OpenApi.Summary, "How the wallet has words read")
      .annotate(OpenApi.Description, "Empty where nothing was put into it.")
  )
  .add(
    HttpApiEndpoint.put("changeLexicon", "/lexicon")
      .setPayload(LexiconRequest)
      .addSuccess(data(Lexicon))
      .annotate(OpenApi.Identifier, "replaceLexicon")
      .annotate(OpenApi.Summary, "Have names and brands read as they are spelt here")
      .annotate(
        OpenApi.Description,
        "Replaces the whole lexicon; a language that is left out has no words then. A word is found as a whole, whatever " +
          "its case, also with the prefixes and suffixes of the language. It holds for all speech that the wallet pays " +
          "for from then on. A request whose text has words that are read in another way now is another request, also " +
          "under the id of the one before. Words and spellings are kept in one form of Unicode (NFC), with one kind of apostrophe."
      )
  )
  .add(
    HttpApiEndpoint.get("clips", "/clips")
      .setUrlParams(ClipFilter)
      .addSuccess(ClipPage)
      .annotate(OpenApi.Identifier, "listClips")
      .annotate(OpenApi.Summary, "The wallet's clips, newest first")
      .annotate(
        OpenApi.Description,
        "A page at a time: `next_cursor` asks for the next one, also while clips are made and deleted."
      )
  )
  .add(
    HttpApiEndpoint.get("clip")`/clips/${clipId}`
      .addSuccess(data(Clip))
      .addError(Errors.wire(Errors.NotFound))
      .annotate(OpenApi.Identifier, "getClip")
      .annotate(OpenApi.Summary, "One clip")
      .annotate(OpenApi.Description, "With a fresh signed address of its sound, which is not in the answer itself.")
  )
  .add(
    HttpApiEndpoint.get("file")`/clips/${clipId}/file`
      .setHeaders(FileHeaders)
      .addSuccess(Audio)
      .addError(Errors.wire(Errors.NotFound))
      .annotate(OpenApi.Identifier, "getClipFile")
      .annotate(OpenApi.Summary, "A clip's audio")
      .annotate(OpenApi.Description, "Answers `Range` requests, as players make them.")
      .annotate(Described, {
        answers: inRanges(soundFiles, EXAMPLE_FILE)
      })
  )
  .add(
    HttpApiEndpoint.del("delete")`/clips/${clipId}`
      .addSuccess(HttpApiSchema.NoContent)
      .addError(Errors.wire(Errors.NotFound))
      .annotate(OpenApi.Identifier, "deleteClip")
      .annotate(OpenApi.Summary, "Delete a clip and its audio")
      .annotate(OpenApi.Description, "Its ledger entry stays, and its request's id may be used again.")
      .annotate(Described, { answers: { 204: { description: "It is deleted" } } })
  )
  .addError(Errors.InvalidInput)
  .middleware(Authentication)
  .prefix("/api/v1/voice")
  .annotate(OpenApi.Title, "Voice")
  .annotate(OpenApi.Description, "Text to speech, version 2: catalog, estimates, durable clips.") {}
