/** Translation over HTTP: decode, call the service, encode. */
import { HttpApi, HttpApiBuilder } from "@effect/platform"
import { Effect, Option } from "effect"
import { Caller } from "../access/Authentication.ts"
import { TranslationApi, type TranslationResponse } from "./Api.ts"
import { Translation } from "./Translation.ts"

/** The part of `Api` that is served here. */
const Own = HttpApi.make("qal").add(TranslationApi)

export const TranslationHttp = HttpApiBuilder.group(
  Own,
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
