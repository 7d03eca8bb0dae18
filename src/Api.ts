/** The REST contract: the groups of all capabilities, and nothing else. */
import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import { version } from "../package.json" with { type: "json" }
import { ChatApi } from "./chat/Api.ts"
import { ConversationApi } from "./conversation/Api.ts"
import { DashboardApi } from "./dashboard/Api.ts"
import { COOKIE, CSRF_HEADER } from "./dashboard/session/SessionApi.ts"
import { AnswerHeaders, ByCookie, ServedBeside } from "./http/RouteAnnotations.ts"
import { OpenAiApi } from "./openai/Api.ts"
import { TranscriptionApi } from "./transcription/Api.ts"
import { SpeechToTextApi } from "./transcription/SpeechToTextApi.ts"
import { TranslationApi } from "./translation/Api.ts"
import { VoiceApi } from "./voice/Api.ts"
import { LegacyApi } from "./voice/LegacyApi.ts"
import { MediaApi } from "./voice/MediaApi.ts"
import { RealtimeApi } from "./voice/RealtimeApi.ts"

/**
 * The dashboard's: for its own page alone, and kept by no cache. The cookie goes
 * with what pages of other ports of this host load, such as a picture, too: those
 * are not shown it (Fetch, section 3.7).
 */
const dashboard = DashboardApi.annotate(ByCookie, { cookie: COOKIE, header: CSRF_HEADER }).annotate(AnswerHeaders, {
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin"
})

export class Api extends HttpApi.make("qal")
  .add(VoiceApi)
  .add(LegacyApi)
  .add(RealtimeApi)
  .add(ChatApi)
  .add(TranslationApi)
  .add(TranscriptionApi)
  .add(SpeechToTextApi)
  .add(ConversationApi)
  .addHttpApi(OpenAiApi)
  .addHttpApi(dashboard)
  .annotate(ServedBeside, [MediaApi])
  .annotate(OpenApi.Title, "Qal")
  .annotate(OpenApi.Version, version)
  .annotate(OpenApi.License, { name: "GPL-3.0-or-later" })
  .annotate(
    OpenApi.Description,
    "A self-hosted language API for Amharic and Afaan Oromo. Every request carries the header `x-api-key`."
  ) {}
