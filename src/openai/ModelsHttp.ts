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
    const all = yield* ModelCatalog.makeAll
    return handlers
      .handle("models", () => Effect.map(all, (data) => ({ object: "list" as const, data })))
      .handle("model", ({ path }) =>
        Effect.flatMap(all, (data) => {
          const listedModel = data.find(({ id }) => id === path.model)
          return listedModel === undefined
            ? new NotFound({ message: "there is no model of this name; GET /v1/models lists them", param: "model" })
            : Effect.succeed(listedModel)
        })
      )
  })
)
