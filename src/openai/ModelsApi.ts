/** The contract of `/v1/models` (wire contract, section 12). */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { OpenAiAuthentication } from "../access/Authentication.ts"
import { NotFound } from "../Errors.ts"
import * as OpenAiErrors from "../http/OpenAiErrors.ts"
import { AnswerHeaders, KEPT_BY_CLIENTS } from "../http/RouteAnnotations.ts"

/** The chapter of the API's document that all routes of this protocol are in. */
export const TITLE = "OpenAI's protocols"

export const Model = Schema.Struct({
  id: Schema.String.annotations({ description: "What a request names in `model`", examples: ["qal"] }),
  object: Schema.Literal("model").annotations({ description: "What kind of object this is" }),
  created: Schema.Int.annotations({
    description: "Unix seconds; of no meaning here, where a model is as old as the server's version",
    examples: [1_795_305_600]
  }),
  owned_by: Schema.String.annotations({
    description: "`qal`, or `engine` for the own name of an engine that the operator has attached",
    examples: ["qal"]
  })
}).annotations({
  identifier: "Model",
  description: "A model that requests may name",
  examples: [{ id: "qal", object: "model", created: 1_795_305_600, owned_by: "qal" }]
})
export type Model = typeof Model.Type

const ModelList = Schema.Struct({
  object: Schema.Literal("list").annotations({ description: "What kind of object this is" }),
  data: Schema.Array(Model).annotations({ description: "All models, those of this server first" })
}).annotations({
  identifier: "ModelList",
  description: "All models",
  examples: [{ object: "list", data: [{ id: "qal", object: "model", created: 1_795_305_600, owned_by: "qal" }] }]
})

const modelId = Schema.Struct({
  model: Schema.String.annotations({ description: "The model's id", examples: ["qal"] })
})

export class ModelsApi extends HttpApiGroup.make("models")
  .add(
    HttpApiEndpoint.get("models", "/v1/models")
      .addSuccess(ModelList)
      .annotate(OpenApi.Identifier, "listModels")
      .annotate(OpenApi.Summary, "The models that requests may name")
      .annotate(
        OpenApi.Description,
        "`qal` answers in the user's language, `qal-am` in Amharic and `qal-om` in Afaan Oromo, all by the engine that " +
          "is attached; `qal-tts` speaks and `qal-stt` transcribes. A request may name any other model: the attached " +
          "engine answers, under its own name."
      )
  )
  .add(
    HttpApiEndpoint.get("model", "/v1/models/:model")
      .setPath(modelId)
      .addSuccess(Model)
      .addError(OpenAiErrors.wire(NotFound))
      .annotate(OpenApi.Identifier, "getModel")
      .annotate(OpenApi.Summary, "One model")
      .annotate(OpenApi.Description, "Any id that requests may name is a model.")
  )
  .addError(OpenAiErrors.InvalidInput)
  .middleware(OpenAiAuthentication)
  .annotate(AnswerHeaders, KEPT_BY_CLIENTS)
  .annotate(OpenApi.Title, TITLE)
  .annotate(
    OpenApi.Description,
    "For clients that speak OpenAI's protocols: set their base URL to this server's address and `/v1`, and their key to " +
      "one of this server's. Keys, wallets, prices, limits and clips are those of the other routes; errors have " +
      "OpenAI's form, with the codes of the other routes. `Idempotency-Key` is a paid request's id."
  ) {}
