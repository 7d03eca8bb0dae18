/** The contract of `/v1/audio/voices` and `/v1/audio/models`, which fill the selectors of speech clients (wire contract, section 12). */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Language } from "../Domain.ts"
import { TITLE } from "./ModelsApi.ts"

const VoiceList = Schema.Struct({
  voices: Schema.Array(
    Schema.Struct({
      id: Schema.String.annotations({ description: "What `voice` of a request names", examples: ["am-hamen"] }),
      name: Schema.String.annotations({ description: "Its name", examples: ["Hamen"] }),
      language: Language.annotations({ description: "What it speaks" })
    })
  ).annotations({ description: "The voices that are switched on" })
}).annotations({
  identifier: "OpenAiVoiceList",
  description: "Voices to choose from",
  examples: [{ voices: [{ id: "am-hamen", name: "Hamen", language: "am" }] }]
})

const SpeechModelList = Schema.Struct({
  models: Schema.Array(
    Schema.Struct({
      id: Schema.String.annotations({ description: "What `model` of a request names", examples: ["qal-tts"] })
    })
  ).annotations({ description: "The models that speak" })
}).annotations({
  identifier: "OpenAiSpeechModelList",
  description: "Models to choose from",
  examples: [{ models: [{ id: "qal-tts" }] }]
})

export class SpeechChoicesApi extends HttpApiGroup.make("speechChoices")
  .add(
    HttpApiEndpoint.get("voices", "/v1/audio/voices")
      .addSuccess(VoiceList)
      .annotate(OpenApi.Identifier, "listSpeechVoices")
      .annotate(OpenApi.Summary, "The voices that speech requests may name")
      .annotate(OpenApi.Description, "Needs no key. `GET /api/v1/voice/voices` says more of them.")
  )
  .add(
    HttpApiEndpoint.get("models", "/v1/audio/models")
      .addSuccess(SpeechModelList)
      .annotate(OpenApi.Identifier, "listSpeechModels")
      .annotate(OpenApi.Summary, "The models that speech requests may name")
      .annotate(OpenApi.Description, "Needs no key. Any other name is taken too.")
  )
  .annotate(OpenApi.Title, TITLE) {}
