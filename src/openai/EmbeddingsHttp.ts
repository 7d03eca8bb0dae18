/** Embeddings in OpenAI's protocol over HTTP: decode, call the service, encode. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect, Layer, Option } from "effect"
import { Api } from "../Api.ts"
import { Caller } from "../access/Authentication.ts"
import * as Payload from "../http/Payload.ts"
import * as Replays from "../http/Replays.ts"
import { Embeddings, inputsOf } from "./Embeddings.ts"
import { type EmbeddingList, EmbeddingRequest } from "./EmbeddingsApi.ts"

const embeddingRequest = Payload.reader(EmbeddingRequest)

/** The numbers of a vector. They lie in memory as in base64: every machine that this runs on is little-endian. */
const numbersOf = (vector: string): ReadonlyArray<number> =>
  Array.from(new Float32Array(new Uint8Array(Buffer.from(vector, "base64")).buffer))

export const EmbeddingsHttp = HttpApiBuilder.group(
  Api,
  "embeddings",
  Effect.fnUntraced(function* (handlers) {
    const embeddings = yield* Embeddings
    return handlers.handleRaw("createEmbedding", ({ headers, request }) =>
      Effect.gen(function* () {
        const { walletId } = yield* Caller
        const sent = yield* embeddingRequest(request)
        const inputs = yield* Effect.flatMap(inputsOf(sent.input), embeddings.textsOf)
        const requestId = Option.fromNullable(headers["idempotency-key"])
        const dimensions = Option.fromNullable(sent.dimensions)
        const { replayed, result } = yield* embeddings.embed(walletId, requestId, { inputs, dimensions })
        const body: EmbeddingList = {
          object: "list",
          data: result.vectors.map((vector, index) => ({
            object: "embedding",
            index,
            embedding: sent.encoding_format === "base64" ? vector : numbersOf(vector)
          })),
          model: result.model,
          usage: { prompt_tokens: result.prompt_tokens, total_tokens: result.prompt_tokens },
          ...Replays.mark(replayed)
        }
        return HttpServerResponse.unsafeJson(body)
      })
    )
  })
).pipe(Layer.provide(Embeddings.Default))
