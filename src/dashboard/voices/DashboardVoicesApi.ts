/** The dashboard's contract: the voices. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Language } from "../../Domain.ts"
import * as Errors from "../../Errors.ts"
import { Gender, Preview } from "../../voice/Api.ts"
import { data, Etb } from "../ListApi.ts"
import { AdminSession, PREFIX } from "../session/SessionApi.ts"

/** Days of a voice's use that are shown. */
export const USAGE_DAYS = 30

export const DashboardVoice = Schema.Struct({
  id: Schema.String.annotations({ description: "As requests name it" }),
  name: Schema.String.annotations({ description: "In Latin letters" }),
  descriptor: Schema.String.annotations({ description: "How it sounds, in a few words" }),
  language: Language,
  gender: Gender,
  style: Schema.String.annotations({ description: "What it is good for" }),
  tags: Schema.Array(Schema.String).annotations({ description: "Words that it is found by" }),
  script_chip: Schema.String.annotations({ description: "The name in the language's own script" }),
  is_available: Schema.Boolean.annotations({ description: "Whether requests may name it" }),
  is_default: Schema.Boolean.annotations({
    description: "Whether it is the one of its language that speaks where none is named"
  }),
  usage: Schema.Struct({
    clips: Schema.Int.annotations({ description: "How many clips it spoke" }),
    seconds: Schema.Number.annotations({ description: "Seconds of speech" }),
    charged: Etb.annotations({ description: "What they cost, in ETB" }),
    last_used_on: Schema.NullOr(Schema.String).annotations({ description: "A day in UTC; null where it was not used" })
  }).annotations({ description: `Its clips of the last ${USAGE_DAYS} days, also those deleted since` })
}).annotations({
  identifier: "DashboardVoice",
  description: "A voice, with its use",
  examples: [
    {
      id: "am-hamen",
      name: "Hamen",
      descriptor: "Warm and even",
      language: "am",
      gender: "female",
      style: "neutral",
      tags: ["narration", "assistant"],
      script_chip: "ሐመን",
      is_available: true,
      is_default: true,
      usage: { clips: 12, seconds: 31.4, charged: 2.6167, last_used_on: "2026-11-22" }
    }
  ]
})
export type DashboardVoice = typeof DashboardVoice.Type

export const VoiceChange = Schema.Struct({
  is_available: Schema.optional(Schema.Boolean.annotations({ description: "Whether requests may name it" })),
  is_default: Schema.optional(
    Schema.Literal(true).annotations({
      description: "Makes it its language's default in the place of the present one",
      message: () => "must be true, or left out"
    })
  )
}).annotations({
  identifier: "VoiceChange",
  description: "What is to be changed of a voice; what is left out stays",
  examples: [{ is_available: true }]
})

const voiceId = HttpApiSchema.param(
  "voiceId",
  Schema.String.annotations({ description: "The voice's id", examples: ["am-hamen"] })
)

export class DashboardVoicesApi extends HttpApiGroup.make("dashboardVoices")
  .add(
    HttpApiEndpoint.get("dashboardVoices", "/voices")
      .addSuccess(
        data(Schema.Array(DashboardVoice).annotations({ description: "All voices, in the order of the catalog" }))
      )
      .annotate(OpenApi.Identifier, "listDashboardVoices")
      .annotate(OpenApi.Summary, "The catalog, also what is switched off, with its use")
      .annotate(OpenApi.Description, "In the order of the catalog.")
  )
  .add(
    HttpApiEndpoint.patch("changeVoice")`/voices/${voiceId}`
      .setPayload(VoiceChange)
      .addSuccess(data(DashboardVoice))
      .addError(Errors.wire(Errors.NotFound))
      .addError(Errors.InvalidInput)
      .annotate(OpenApi.Identifier, "changeVoice")
      .annotate(OpenApi.Summary, "Switch a voice on or off, or make it its language's default")
      .annotate(
        OpenApi.Description,
        "For every process on this database, within a second. A voice that is switched off cannot be the default."
      )
  )
  .add(
    HttpApiEndpoint.get("dashboardPreview")`/voices/${voiceId}/preview`
      .addSuccess(data(Preview))
      .addError(Errors.wire(Errors.NotFound))
      .addError(Errors.JobFailed)
      .annotate(OpenApi.Identifier, "getDashboardPreview")
      .annotate(OpenApi.Summary, "A voice's preview")
      .annotate(OpenApi.Description, "The same that clients hear; it is made when it is first wanted.")
  )
  .middleware(AdminSession)
  .prefix(PREFIX)
  .annotate(OpenApi.Title, "Dashboard") {}
