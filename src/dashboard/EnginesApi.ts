/** The dashboard's contract: the engines. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import * as Errors from "../Errors.ts"
import { data } from "./ListApi.ts"
import { AdminSession, PREFIX } from "./SessionApi.ts"

export const EngineKind = Schema.Literal("synthesizer", "recognizer", "text_model")
export type EngineKind = typeof EngineKind.Type

export const Engine = Schema.Struct({
  kind: EngineKind,
  name: Schema.String.annotations({ description: "As answers name it" }),
  embedded: Schema.Boolean.annotations({ description: "Whether it is the one of this program" }),
  healthy: Schema.Boolean,
  problem: Schema.NullOr(Schema.String).annotations({ description: "Why it cannot work now" }),
  settings: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      value: Schema.NullOr(Schema.String).annotations({ description: "Null where it is not set; a secret is `set`" }),
      meaning: Schema.String
    })
  ).annotations({ description: "The environment variables that attach another, as they are now" })
}).annotations({ identifier: "Engine" })
export type Engine = typeof Engine.Type

export const EngineTest = Schema.Struct({
  ok: Schema.Boolean,
  milliseconds: Schema.Number,
  given: Schema.String.annotations({ description: "What the engine was given" }),
  answer: Schema.NullOr(Schema.String).annotations({ description: "What it answered, in words" }),
  audio: Schema.NullOr(Schema.String).annotations({ description: "What it spoke, as a data URL of WAV" }),
  error: Schema.NullOr(Schema.Struct({ code: Schema.String, message: Schema.String }))
}).annotations({ identifier: "EngineTest" })
export type EngineTest = typeof EngineTest.Type

export class EnginesApi extends HttpApiGroup.make("dashboardEngines")
  .add(
    HttpApiEndpoint.get("engines", "/engines")
      .addSuccess(data(Schema.Array(Engine)))
      .annotate(OpenApi.Summary, "The engines that are live, their health, and what to set to attach another")
  )
  .add(
    HttpApiEndpoint.post("testEngine")`/engines/${HttpApiSchema.param("kind", EngineKind)}/tests`
      .addSuccess(data(EngineTest))
      .addError(Errors.wire(Errors.RateLimited))
      .addError(Errors.InvalidInput)
      .annotate(OpenApi.Summary, "Have an engine do something small, which nobody is charged for")
  )
  .middleware(AdminSession)
  .prefix(PREFIX)
  .annotate(OpenApi.Title, "Dashboard") {}
