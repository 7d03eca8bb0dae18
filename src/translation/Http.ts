/** Translation over HTTP: decode, call the service, encode. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { Effect, Option } from "effect"
import { Api } from "../Api.ts"
import { Caller } from "../access/Authentication.ts"
import * as Payload from "../http/Payload.ts"
import * as Replays from "../http/Replays.ts"
import { TranslationRequest, type TranslationResponse } from "./Api.ts"
import { Translation } from "./Translation.ts"

const translationRequest = Payload.reader(TranslationRequest)

export const TranslationHttp = HttpApiBuilder.group(
  Api,
  "translation",
  Effect.fnUntraced(function* (handlers) {
    const translation = yield* Translation
    return handlers.handleRaw("translate", ({ headers, request }) =>
      Effect.gen(function* () {
        const { walletId } = yield* Caller
        const requestId = Option.fromNullable(headers["idempotency-key"])
        const { replayed, result } = yield* translation.translate(
          walletId,
          requestId,
          yield* translationRequest(request)
        )
        const response: TranslationResponse = {
          status: "success",
          data: { ...result, ...Replays.mark(replayed) }
        }
        return response
      })
    )
  })
)

export const layer = Translation.Default
