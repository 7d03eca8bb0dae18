/** Translation over HTTP: decode, call the service, encode. */
import { HttpApiBuilder } from "@effect/platform"
import { Effect, Option } from "effect"
import { Api } from "../Api.ts"
import { Caller } from "../access/Authentication.ts"
import type { TranslationResponse } from "./Api.ts"
import { Translation } from "./Translation.ts"

export const TranslationHttp = HttpApiBuilder.group(
  Api,
  "translation",
  Effect.fnUntraced(function* (handlers) {
    const translation = yield* Translation
    return handlers.handle("translate", ({ headers, payload }) =>
      Effect.gen(function* () {
        const { walletId } = yield* Caller
        const requestId = Option.fromNullable(headers["idempotency-key"])
        const { replayed, result } = yield* translation.translate(walletId, requestId, payload)
        const response: TranslationResponse = {
          status: "success",
          data: { ...result, ...(replayed ? { idempotent_replay: true } : {}) }
        }
        return response
      })
    )
  })
)

export const layer = Translation.Default
