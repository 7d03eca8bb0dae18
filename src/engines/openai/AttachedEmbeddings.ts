/** Embeddings by an OpenAI-compatible `embeddings`: what is asked, what its answer holds, and when a server has none. */
import { Effect, Either, Option, Predicate } from "effect"
import { type EngineFailure, ProviderError, ProviderNotConfigured } from "../../Errors.ts"
import type { EmbeddingRequest, Embeddings } from "../TextModel.ts"
import { aboutField, makeDialectLearner } from "./Dialect.ts"
import type { EngineRefusal } from "./Failures.ts"
import type { Transport } from "./Transport.ts"

/** Bytes of an answer at most: 2,048 vectors of 2,048 numbers in base64, or a quarter as many as texts. */
const LARGEST = 24 * 1024 * 1024

/** Statuses of servers that lack the route, or the model. */
const LACKING: ReadonlySet<number> = new Set([404, 405, 501])
/** What servers say whose model makes none: llama.cpp, vLLM, Ollama. */
const SAYS_LACKING = /embedding/i
const SAYS_SO = /support|enable|not an? embedding|--embedding/i

const lacks = (refusal: EngineRefusal): boolean =>
  (refusal.meaning._tag === "Misset" && refusal.meaning.cause === "MODEL") ||
  LACKING.has(refusal.status) ||
  Option.exists(aboutField(refusal), (said) => SAYS_LACKING.test(said) && SAYS_SO.test(said))

const notConfigured = ({ said }: EngineRefusal) =>
  new ProviderNotConfigured({
    message:
      "the attached text engine has no embeddings; set QAL_EMBEDDING_MODEL to a model of QAL_TEXT_URL that makes them",
    said
  })

const isNumbers = (value: unknown): value is ReadonlyArray<number> =>
  Array.isArray(value) && value.every((number) => typeof number === "number" && Number.isFinite(number))

/** Numbers of 32 bits, little-endian, as base64. */
const base64Of = (numbers: ReadonlyArray<number>): string =>
  Buffer.from(Float32Array.from(numbers).buffer).toString("base64")

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** A vector as base64, with its length in bytes; none where it is not one. */
const vectorIn = (value: unknown): Option.Option<string> => {
  if (typeof value === "string") return BASE64.test(value) ? Option.some(value) : Option.none()
  return isNumbers(value) && value.length > 0 ? Option.some(base64Of(value)) : Option.none()
}

/** Whether all hold the same number of whole numbers of 32 bits, and any. */
const sameLength = (vectors: ReadonlyArray<string>): boolean => {
  const lengths = new Set(vectors.map((vector) => Buffer.byteLength(vector, "base64")))
  return lengths.size === 1 && [...lengths].every((bytes) => bytes > 0 && bytes % Float32Array.BYTES_PER_ELEMENT === 0)
}

/** The vectors of an answer in the order of the inputs; none where one is missing or is none. */
const vectorsIn = (data: unknown, count: number): Option.Option<ReadonlyArray<string>> => {
  if (!Array.isArray(data) || data.length !== count) return Option.none()
  const vectors = new Map<unknown, Option.Option<string>>()
  for (const [at, item] of data.entries()) {
    if (!Predicate.isReadonlyRecord(item)) return Option.none()
    vectors.set(item.index ?? at, vectorIn(item.embedding))
  }
  const ordered = Option.all(Array.from({ length: count }, (_, at) => vectors.get(at) ?? Option.none()))
  return Option.filter(ordered, sameLength)
}

const usageIn = (usage: unknown): Option.Option<number> => {
  const tokens = Predicate.isReadonlyRecord(usage) ? usage.prompt_tokens : undefined
  return typeof tokens === "number" && Number.isSafeInteger(tokens) && tokens > 0 ? Option.some(tokens) : Option.none()
}

const read = (bytes: Uint8Array, model: string, count: number): Option.Option<Embeddings> =>
  Option.flatMap(Either.getRight(Either.try((): unknown => JSON.parse(new TextDecoder().decode(bytes)))), (answer) =>
    Predicate.isReadonlyRecord(answer)
      ? Option.map(vectorsIn(answer.data, count), (vectors) => ({
          model,
          vectors,
          promptTokens: usageIn(answer.usage)
        }))
      : Option.none()
  )

/** The `embed` of an engine. It asks for base64, a third of the bytes; where the server refuses that, for numbers from then on. */
export const make = (transport: Transport, subject: string, model: string) =>
  Effect.map(makeDialectLearner<"base64">(subject), (learn) =>
    Effect.fn("TextModel.embed")(function* ({ dimensions, inputs }: EmbeddingRequest) {
      const ask = (encoding: string) =>
        transport.read(
          transport.post(
            "/embeddings",
            JSON.stringify({
              model,
              input: inputs,
              encoding_format: encoding,
              ...(Option.isSome(dimensions) ? { dimensions: dimensions.value } : {})
            })
          ),
          LARGEST
        )
      const answer = yield* learn(
        (dialect) =>
          Effect.catchTag(
            ask(dialect.has("base64") ? "float" : "base64"),
            "EngineRefusal",
            (refusal): Effect.Effect<never, EngineRefusal | EngineFailure> =>
              lacks(refusal) ? notConfigured(refusal) : Effect.fail(refusal)
          ),
        (dialect, refusal) =>
          !dialect.has("base64") && Option.exists(aboutField(refusal), (said) => /encoding|base64/i.test(said))
            ? ["base64"]
            : []
      )
      return yield* Option.getOrElse(
        Option.map(read(answer.bytes, model, inputs.length), Effect.succeed<Embeddings>),
        () => Effect.fail(new ProviderError({ message: `${subject} sent no vector for each input` }))
      )
    })
  )
