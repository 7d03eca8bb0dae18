/** The dashboard's contract: the voices. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Language } from "../Domain.ts"
import * as Errors from "../Errors.ts"
import { Gender, Preview } from "../voice/Api.ts"
import { data, Etb } from "./ListApi.ts"
import { AdminSession, PREFIX } from "./SessionApi.ts"

/** Days that a voice's use is told of. */
export const USAGE_DAYS = 30

export const DashboardVoice = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  descriptor: Schema.String,
  language: Language,
  gender: Gender,
  style: Schema.String,
  tags: Schema.Array(Schema.String),
  script_chip: Schema.String.annotations({ description: "The name in the language's own script" }),
  is_available: Schema.Boolean,
  is_default: Schema.Boolean,
  usage: Schema.Struct({
    clips: Schema.Int,
    seconds: Schema.Number.annotations({ description: "Seconds of speech" }),
    charged: Etb,
    last_used_on: Schema.NullOr(Schema.String).annotations({ description: "A day in UTC" })
  }).annotations({ description: `Its clips of the last ${USAGE_DAYS} days, also those deleted since` })
}).annotations({ identifier: "DashboardVoice" })
export type DashboardVoice = typeof DashboardVoice.Type

export const VoiceChange = Schema.Struct({
  is_available: Schema.optional(Schema.Boolean),
  is_default: Schema.optional(
    Schema.Literal(true).annotations({
      description: "Makes it its language's default in the place of the present one",
      message: () => "must be true, or left out"
    })
  )
}).annotations({ identifier: "VoiceChange", parseOptions: { errors: "all" } })

const voiceId = HttpApiSchema.param("voiceId", Schema.String)

export class VoicesApi extends HttpApiGroup.make("dashboardVoices")
  .add(
    HttpApiEndpoint.get("dashboardVoices", "/voices")
      .addSuccess(data(Schema.Array(DashboardVoice)))
      .annotate(OpenApi.Summary, "The catalog, also what is switched off, with its use")
  )
  .add(
    HttpApiEndpoint.patch("changeVoice")`/voices/${voiceId}`
      .setPayload(VoiceChange)
      .addSuccess(data(DashboardVoice))
      .addError(Errors.wire(Errors.NotFound))
      .addError(Errors.InvalidInput)
      .annotate(OpenApi.Summary, "Switch a voice on or off, or make it its language's default")
  )
  .add(
    HttpApiEndpoint.get("dashboardPreview")`/voices/${voiceId}/preview`
      .addSuccess(data(Preview))
      .addError(Errors.wire(Errors.NotFound))
      .addError(Errors.JobFailed)
      .annotate(OpenApi.Summary, "A voice's preview")
  )
  .middleware(AdminSession)
  .prefix(PREFIX)
  .annotate(OpenApi.Title, "Dashboard") {}
