/** Embeddings by an OpenAI-compatible `embeddings`: what is asked, what its answer holds, and when a server has none. */
import { Effect, Either, Option, Predicate } from "effect"
import { type EngineFailure, ProviderError, ProviderNotConfigured, TextTooLong } from "../../Errors.ts"
import type { EmbeddingRequest, Embeddings } from "../TextModel.ts"
import { lasting, makeDialectLearner, wordsAboutFields } from "./Dialect.ts"
import type { EngineRefusal } from "./Failures.ts"
import type { Transport } from "./Transport.ts"

const MEGABYTE = 1024 * 1024
/** Bytes of one answer at most: what is asked of a model at first fits, where its vectors are long and come as texts. */
const LARGEST = 24 * MEGABYTE
/** Bytes of an answer for which a model is asked, once it is known how long its vectors are: 70 ms to read at most. */
const ORDINARY = 8 * MEGABYTE
/** Inputs of which a model is asked before that is known: 64 vectors of 8,192 numbers, each of 32 bytes, are 16 MB. */
const FIRST_INPUTS = 64
/** Numbers in all vectors of a request: as many as the largest model that is sold (3,072) makes of 2,048 inputs. */
export const MOST_NUMBERS = 2_048 * 3_072

/** Statuses of servers that lack the route, or the model. */
const LACKING: ReadonlySet<number> = new Set([404, 405, 501])
/** What servers say whose model makes none: llama.cpp, vLLM, Ollama. */
const SAYS_LACKING = /embedding/i
const SAYS_SO = /support|enable|not an? embedding|--embedding/i

const lacks = (refusal: EngineRefusal): boolean =>
  (refusal.meaning._tag === "Misset" && refusal.meaning.cause === "MODEL") ||
  LACKING.has(refusal.status) ||
  Option.exists(wordsAboutFields(refusal), (said) => SAYS_LACKING.test(said) && SAYS_SO.test(said))

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

/** How long the vectors of a model are, and their bytes in an answer. */
interface VectorExtent {
  readonly numbers: number
  readonly bytes: number
}

const numbersIn = (vector: string): number => Buffer.byteLength(vector, "base64") / Float32Array.BYTES_PER_ELEMENT

/** More vectors than are kept at once: said before the model is asked for them. */
const tooMany = (inputs: number, numbers: number) =>
  new TextTooLong({
    message: `${inputs} inputs of ${numbers} numbers each are more than one request can have; send at most ${Math.max(1, Math.floor(MOST_NUMBERS / numbers))} of them`
  })

const noVectors = (subject: string) => new ProviderError({ message: `${subject} sent no vector for each input` })

/** The `ask` of an engine. It asks for base64, a third of the bytes; where the server refuses that, for numbers from then on. */
const makeAsk = (transport: Transport, subject: string, model: string) =>
  Effect.map(makeDialectLearner<"base64">(subject), (learn) => ({ dimensions, inputs }: EmbeddingRequest) => {
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
    return learn(
      (dialect) =>
        Effect.catchTag(
          ask(dialect.has("base64") ? "float" : "base64"),
          "EngineRefusal",
          (refusal): Effect.Effect<never, EngineRefusal | EngineFailure> =>
            lacks(refusal) ? notConfigured(refusal) : Effect.fail(refusal)
        ),
      (dialect, refusal) =>
        lasting(
          !dialect.has("base64") && Option.exists(wordsAboutFields(refusal), (said) => /encoding|base64/i.test(said))
            ? ["base64"]
            : []
        )
    )
  })

/**
 * The `embed` of an engine, which asks for as many vectors at once as make an answer that is read in little time. What
 * is longer than is kept in all is refused before it is asked for, once the length of the model's vectors is known.
 */
export const make = (transport: Transport, subject: string, model: string) =>
  Effect.map(makeAsk(transport, subject, model), (ask) => {
    /** By the length that was asked for; 0 where none was. */
    const known = new Map<number, VectorExtent>()
    return Effect.fn("TextModel.embed")(function* ({ dimensions, inputs }: EmbeddingRequest) {
      const key = Option.getOrElse(dimensions, () => 0)
      const vectors: Array<string> = []
      let promptTokens = Option.some(0)
      while (vectors.length < inputs.length) {
        const extent = known.get(key)
        const numbers = extent?.numbers ?? key
        if (numbers * inputs.length > MOST_NUMBERS) return yield* tooMany(inputs.length, numbers)
        const most = extent === undefined ? FIRST_INPUTS : Math.max(1, Math.floor(ORDINARY / extent.bytes))
        const batch = inputs.slice(vectors.length, vectors.length + most)
        // Where it fails, what was known may hold no longer.
        const forget = () => Effect.sync(() => known.delete(key))
        const { bytes } = yield* Effect.tapError(ask({ dimensions, inputs: batch }), forget)
        const answer = Option.getOrUndefined(read(bytes, model, batch.length))
        const [first = ""] = vectors
        const [next = ""] = answer?.vectors ?? []
        if (answer === undefined || (first !== "" && first.length !== next.length)) return yield* noVectors(subject)
        known.set(key, { numbers: numbersIn(next), bytes: bytes.length / batch.length })
        vectors.push(...answer.vectors)
        promptTokens = Option.zipWith(promptTokens, answer.promptTokens, (sum, more) => sum + more)
      }
      const embeddings: Embeddings = { model, vectors, promptTokens }
      return embeddings
    })
  })
