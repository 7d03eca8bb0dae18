/** The dashboard's contract: what the playground acts with where nothing else is chosen. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { ForTrying } from "../engines/EnginesApi.ts"
import { Key } from "../keys/KeysApi.ts"
import { data } from "../ListApi.ts"
import { AdminSession, PREFIX } from "../session/SessionApi.ts"

const Trial = Schema.NullOr(ForTrying)

const PlaygroundEngines = Schema.Struct({
  recognizer: Trial.annotations({ description: "Of what hears; null where it is there for use" }),
  text_model: Trial.annotations({ description: "Of what writes; null where it is there for use" })
}).annotations({
  identifier: "PlaygroundEngines",
  description: "Which of the engines are there for trying",
  examples: [{ recognizer: "hears_own_voices", text_model: null }]
})

export class PlaygroundApi extends HttpApiGroup.make("dashboardPlayground")
  .add(
    HttpApiEndpoint.get("playgroundEngines", "/playground/engines")
      .addSuccess(data(PlaygroundEngines))
      .annotate(OpenApi.Identifier, "getPlaygroundEngines")
      .annotate(OpenApi.Summary, "Which engines are there for trying, without asking them")
      .annotate(OpenApi.Description, "What the playground warns of. The list of engines also tells whether each works.")
  )
  .add(
    HttpApiEndpoint.post("playgroundKey", "/playground/key")
      .addSuccess(data(Key))
      .annotate(OpenApi.Identifier, "getPlaygroundKey")
      .annotate(OpenApi.Summary, "The playground's own key; the first time it is made, with a wallet and some credit")
      .annotate(
        OpenApi.Description,
        "There is one wallet of the playground, however many ask at once. A key that was revoked is replaced, without more credit."
      )
  )
  .middleware(AdminSession)
  .prefix(PREFIX)
  .annotate(OpenApi.Title, "Dashboard") {}
