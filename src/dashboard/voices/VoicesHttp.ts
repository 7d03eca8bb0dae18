/** The voices over HTTP: decode, call the services, encode. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { Clock, Effect } from "effect"
import { Api } from "../../Api.ts"
import * as Payload from "../../http/Payload.ts"
import { Previews } from "../../voice/Previews.ts"
import { type CurrentVoice, Voices } from "../../voice/Voices.ts"
import * as Audit from "../audit/Audit.ts"
import { Administrator } from "../session/SessionApi.ts"
import { type DashboardVoice, VoiceChange } from "./DashboardVoicesApi.ts"
import { VoiceUsage } from "./VoiceUsage.ts"

const voiceChange = Payload.reader(VoiceChange)

const view = (voice: CurrentVoice, usage: DashboardVoice["usage"]): DashboardVoice => ({
  id: voice.id,
  name: voice.name,
  descriptor: voice.descriptor,
  language: voice.language,
  gender: voice.gender,
  style: voice.style,
  tags: voice.tags,
  script_chip: voice.scriptChip,
  is_available: voice.isAvailable,
  is_default: voice.isDefault,
  usage
})

export const VoicesHttp = HttpApiBuilder.group(
  Api,
  "dashboardVoices",
  Effect.fnUntraced(function* (handlers) {
    const voices = yield* Voices
    const previews = yield* Previews
    const usage = yield* VoiceUsage

    return handlers
      .handle("dashboardVoices", () =>
        Effect.gen(function* () {
          const of = yield* usage.recent()
          const all = yield* voices.list({ include_unavailable: true })
          return { data: all.map((voice) => view(voice, of(voice.id))) }
        })
      )
      .handleRaw("changeVoice", ({ path: { voiceId }, request }) =>
        Effect.gen(function* () {
          const { is_available: isAvailable, is_default: isDefault } = yield* voiceChange(request)
          const details = {
            ...(isAvailable === undefined ? {} : { is_available: isAvailable }),
            ...(isDefault === undefined ? {} : { is_default: isDefault })
          }
          const now = yield* Clock.currentTimeMillis
          const entry = Audit.entry(yield* Administrator, "voice.change", voiceId, details, now)
          const isAsked = Object.keys(details).length > 0
          const voice = yield* voices.change(voiceId, { isAvailable, isDefault }, isAsked ? [entry] : [])
          return { data: view(voice, (yield* usage.recent())(voice.id)) }
        })
      )
      .handle("dashboardPreview", ({ path }) => Effect.map(previews.get(path.voiceId), (data) => ({ data })))
  })
)
