/** What the playground acts with, over HTTP: call the services, encode. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { Effect, Option } from "effect"
import { Api } from "../../Api.ts"
import { ApiKeys } from "../../access/ApiKeys.ts"
import { Engines } from "../engines/Engines.ts"
import { viewOf } from "../keys/KeysHttp.ts"
import { Administrator } from "../session/SessionApi.ts"
import { Playground, WALLET } from "./Playground.ts"

export const PlaygroundHttp = HttpApiBuilder.group(
  Api,
  "dashboardPlayground",
  Effect.fnUntraced(function* (handlers) {
    const keys = yield* ApiKeys
    const playground = yield* Playground
    const { forTrying } = yield* Engines

    return handlers
      .handle("playgroundEngines", () => Effect.map(forTrying, (data) => ({ data })))
      .handle("playgroundKey", () =>
        Effect.gen(function* () {
          const id = yield* playground.key(yield* Administrator)
          const playgroundKey = (yield* keys.list(Option.some(WALLET))).find((each) => each.id === id)
          return playgroundKey === undefined
            ? yield* Effect.dieMessage("the playground's key is not listed")
            : { data: viewOf(playgroundKey) }
        })
      )
  })
)
