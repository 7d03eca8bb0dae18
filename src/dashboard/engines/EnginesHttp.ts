/** The engines over HTTP: decode, call the services, encode. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { Clock, Effect } from "effect"
import { Api } from "../../Api.ts"
import * as Audit from "../audit/Audit.ts"
import { Administrator } from "../session/SessionApi.ts"
import { Engines } from "./Engines.ts"
import { EngineTests } from "./EngineTests.ts"

export const EnginesHttp = HttpApiBuilder.group(
  Api,
  "dashboardEngines",
  Effect.fnUntraced(function* (handlers) {
    const engines = yield* Engines
    const tests = yield* EngineTests

    return handlers
      .handle("engines", () => Effect.map(engines.list(), (data) => ({ data })))
      .handle("testEngine", ({ path: { kind } }) =>
        Effect.gen(function* () {
          const entry = Audit.entry(yield* Administrator, "engine.test", kind, {}, yield* Clock.currentTimeMillis)
          return { data: yield* tests.run(kind, [entry]) }
        })
      )
  })
)
