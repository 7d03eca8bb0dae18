/** The dashboard's contract: the engines. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Language } from "../../Domain.ts"
import * as Errors from "../../Errors.ts"
import { data } from "../ListApi.ts"
import { AdminSession, PREFIX } from "../session/SessionApi.ts"

export const EngineKind = Schema.Literal("synthesizer", "recognizer", "text_model").annotations({
  identifier: "EngineKind",
  description: "What an engine does: it speaks, it hears, or it writes",
  examples: ["synthesizer"]
})
export type EngineKind = typeof EngineKind.Type

/** What an engine lacks that is there so that everything can be tried at once. */
export const ForTrying = Schema.Literal("understands_nothing", "hears_own_voices").annotations({
  identifier: "ForTrying",
  description: "An engine for trying: it understands nothing that is written, or hears the server's own voices alone",
  examples: ["understands_nothing"]
})
export type ForTrying = typeof ForTrying.Type

export const Engine = Schema.Struct({
  kind: EngineKind,
  name: Schema.String.annotations({ description: "As answers name it, and `/v1/models`" }),
  embedded: Schema.Boolean.annotations({ description: "Whether it is the one of this program" }),
  for_trying: Schema.NullOr(ForTrying).annotations({ description: "Null of one that is there for use" }),
  healthy: Schema.Boolean.annotations({ description: "Whether it says that it can work now" }),
  problem: Schema.NullOr(Schema.String).annotations({ description: "Why it cannot work now; null where it can" }),
  models: Schema.Array(
    Schema.Struct({
      id: Schema.String.annotations({ description: "The model's id" }),
      does: Schema.Literal("speaks", "hears", "tells_speakers_apart", "hears_speech").annotations({
        description: "What it is for; `hears_speech`: in which parts of a sound somebody speaks"
      }),
      languages: Schema.Array(Language).annotations({
        description: "What it hears or speaks; none where it knows no language"
      }),
      licence: Schema.String.annotations({ description: "An SPDX expression, or the licence's name" }),
      is_free: Schema.Boolean.annotations({ description: "Whether its work is free of charge, as it may not be sold" })
    })
  ).annotations({
    description:
      "The models of the models folder that stand before it: those that hear are asked in this order, then come those that tell speakers apart, and those that hear where somebody speaks; others speak as voices of their own"
  }),
  settings: Schema.Array(
    Schema.Struct({
      name: Schema.String.annotations({ description: "The environment variable" }),
      value: Schema.NullOr(Schema.String).annotations({ description: "Null where it is not set; a secret is `set`" }),
      meaning: Schema.String.annotations({ description: "What it sets" })
    })
  ).annotations({ description: "The environment variables that attach another, as they are now" })
}).annotations({
  identifier: "Engine",
  description: "An engine that is live",
  examples: [
    {
      kind: "synthesizer",
      name: "espeak-ng",
      embedded: true,
      for_trying: null,
      healthy: true,
      problem: null,
      models: [],
      settings: [{ name: "QAL_SYNTHESIZER_URL", value: null, meaning: "an OpenAI-compatible /v1 for audio/speech" }]
    }
  ]
})
export type Engine = typeof Engine.Type

export const EngineTest = Schema.Struct({
  ok: Schema.Boolean.annotations({ description: "Whether the engine did it" }),
  milliseconds: Schema.Number.annotations({ description: "Milliseconds that the engine took, or was waited for" }),
  given: Schema.String.annotations({ description: "What the engine was given" }),
  answer: Schema.NullOr(Schema.String).annotations({ description: "What it answered, in words; null where it failed" }),
  audio: Schema.NullOr(Schema.String).annotations({
    description: "What it spoke, as a data URL of WAV; null of engines that do not speak"
  }),
  error: Schema.NullOr(
    Schema.Struct({
      code: Schema.String.annotations({ description: "The code, as clients would get it" }),
      message: Schema.String.annotations({ description: "What went wrong" })
    })
  ).annotations({ description: "Why it failed; null where it did not" })
}).annotations({
  identifier: "EngineTest",
  description: "What came of having an engine do something small",
  examples: [
    {
      ok: true,
      milliseconds: 184,
      given: "ሰላም፣ እንኳን ደህና መጡ።",
      answer: "1.9 s",
      audio: "data:audio/wav;base64,UklGRg…",
      error: null
    }
  ]
})
export type EngineTest = typeof EngineTest.Type

export class EnginesApi extends HttpApiGroup.make("dashboardEngines")
  .add(
    HttpApiEndpoint.get("engines", "/engines")
      .addSuccess(data(Schema.Array(Engine).annotations({ description: "One of each kind" })))
      .annotate(OpenApi.Identifier, "listEngines")
      .annotate(OpenApi.Summary, "The engines that are live, their health, and what to set to attach another")
      .annotate(OpenApi.Description, "One of each kind is live: the one that is attached, else the one within.")
  )
  .add(
    HttpApiEndpoint.post("testEngine")`/engines/${HttpApiSchema.param("kind", EngineKind)}/tests`
      .addSuccess(data(EngineTest))
      .addError(Errors.wire(Errors.RateLimited))
      .addError(Errors.InvalidInput)
      .annotate(OpenApi.Identifier, "testEngine")
      .annotate(OpenApi.Summary, "Have an engine do something small, which nobody is charged for")
      .annotate(OpenApi.Description, "It says how long that took, or how it failed, in the engine's own words.")
  )
  .middleware(AdminSession)
  .prefix(PREFIX)
  .annotate(OpenApi.Title, "Dashboard") {}
