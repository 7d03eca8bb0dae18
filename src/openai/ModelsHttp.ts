/** The models over HTTP. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { NotFound } from "../Errors.ts"
import * as ModelCatalog from "./ModelCatalog.ts"

export const ModelsHttp = HttpApiBuilder.group(
  Api,
  "models",
  Effect.fnUntraced(function* (handlers) {
    const data = yield* ModelCatalog.all
    return handlers
      .handle("models", () => Effect.succeed({ object: "list" as const, data }))
      .handle("model", ({ path }) => {
        const listedModel = data.find(({ id }) => id === path.model)
        return listedModel === undefined
          ? new NotFound({ message: "there is no model of this name; GET /v1/models lists them", param: "model" })
          : Effect.succeed(listedModel)
      })
  })
)
