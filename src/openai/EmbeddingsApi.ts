/** The contract of `POST /v1/embeddings` (wire contract, section 12; OpenAI's API reference, "Create embeddings"). */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { OpenAiAuthentication } from "../access/Authentication.ts"
import { IdempotencyKey, KEPT_IN_WORDS } from "../billing/IdempotencyKey.ts"
import { nullish } from "../Domain.ts"
import * as OpenAiErrors from "../http/OpenAiErrors.ts"
import * as Replays from "../http/Replays.ts"
import { TITLE } from "./ModelsApi.ts"

/** Inputs of one request, as OpenAI has it. */
export const MAX_INPUTS = 2_048
/** The longest input, in tokens, as OpenAI has it; a text has at most four UTF-16 code units for each. */
export const MAX_TOKENS = 8_192
export const MAX_TEXT = 4 * MAX_TOKENS

const TOKENS = { type: "array", items: { type: "integer", minimum: 0 }, minItems: 1, maxItems: MAX_TOKENS } as const
const TEXT = { type: "string", minLength: 1, maxLength: MAX_TEXT } as const

const dimensions = { message: () => "must be a whole number from 1 to 8192" }

export const EmbeddingRequest = Schema.Struct({
  // Read by `Embeddings.inputsOf`: a union's alternatives would each look at every one of a hundred thousand numbers.
  input: Schema.Unknown.annotations({
    jsonSchema: {
      description:
        `A text of at most ${MAX_TEXT} characters (UTF-16 code units), a list of at most ${MAX_INPUTS} of them, or ` +
        `lists of at most ${MAX_TOKENS} token numbers of \`cl100k_base\`, which are decoded: any model gets their text`,
      anyOf: [
        TEXT,
        { type: "array", items: TEXT, minItems: 1, maxItems: MAX_INPUTS },
        TOKENS,
        { type: "array", items: TOKENS, minItems: 1, maxItems: MAX_INPUTS }
      ]
    }
  }),
  model: nullish(Schema.String).annotations({
    description: "Any name: the operator's model embeds, and the answer bears its name"
  }),
  encoding_format: Schema.optionalWith(Schema.Literal("float", "base64"), {
    default: () => "float" as const,
    nullable: true
  }).annotations({
    description:
      "`float`: vectors are lists of numbers. `base64`: they are numbers of 32 bits, little-endian, in base64"
  }),
  dimensions: nullish(Schema.Number.pipe(Schema.int(dimensions), Schema.between(1, 8_192, dimensions))).annotations({
    description: "Numbers in each vector, where the model can choose; else as many as it makes"
  }),
  user: nullish(Schema.String).annotations({ description: "Taken, and told to nobody" })
}).annotations({
  identifier: "OpenAiEmbeddingRequest",
  description: "What is to be embedded",
  examples: [{ input: ["ሰላም፣ እንዴት ነህ?", "Akkam jirta?"], model: "qal", encoding_format: "float" }]
})

const Embedding = Schema.Struct({
  object: Schema.Literal("embedding").annotations({ description: "What kind of object this is" }),
  index: Schema.Int.annotations({ description: "Which input it is of, from 0" }),
  embedding: Schema.Union(Schema.Array(Schema.Number), Schema.String).annotations({
    description: "The vector: numbers, or with `encoding_format` `base64` numbers of 32 bits, little-endian, in base64"
  })
}).annotations({
  identifier: "OpenAiEmbedding",
  description: "The vector of one input",
  examples: [{ object: "embedding", index: 0, embedding: [0.0123, -0.0456, 0.789] }]
})

const EmbeddingUsage = Schema.Struct({
  prompt_tokens: Schema.Int.annotations({ description: "Tokens of all inputs: the engine's count, else an estimate" }),
  total_tokens: Schema.Int.annotations({ description: "The same: nothing is written" })
}).annotations({
  identifier: "OpenAiEmbeddingUsage",
  description: "What is charged for, as tokens of a chat's prompt",
  examples: [{ prompt_tokens: 11, total_tokens: 11 }]
})

export const EmbeddingList = Schema.Struct({
  object: Schema.Literal("list").annotations({ description: "What kind of object this is" }),
  data: Schema.Array(Embedding).annotations({ description: "One vector for each input, in order, all equally long" }),
  model: Schema.String.annotations({ description: "The model that made them, by the engine's own name" }),
  usage: EmbeddingUsage,
  idempotent_replay: Replays.Mark
}).annotations({
  identifier: "OpenAiEmbeddingList",
  description: "The vectors",
  examples: [
    {
      object: "list",
      data: [
        { object: "embedding", index: 0, embedding: [0.0123, -0.0456, 0.789] },
        { object: "embedding", index: 1, embedding: [0.0311, 0.0078, -0.412] }
      ],
      model: "bge-m3",
      usage: { prompt_tokens: 11, total_tokens: 11 }
    }
  ]
})
export type EmbeddingList = typeof EmbeddingList.Type

export class EmbeddingsApi extends HttpApiGroup.make("embeddings")
  .add(
    HttpApiEndpoint.post("createEmbedding", "/v1/embeddings")
      .setHeaders(IdempotencyKey)
      .setPayload(EmbeddingRequest)
      .addSuccess(EmbeddingList)
      .addError(OpenAiErrors.JobRefused)
      .addError(OpenAiErrors.JobFailed)
      .annotate(OpenApi.Identifier, "createEmbedding")
      .annotate(OpenApi.Summary, "Turn texts into vectors")
      .annotate(
        OpenApi.Description,
        "By the model that the operator has attached; where it has no embeddings the answer is 400 " +
          "`PROVIDER_NOT_CONFIGURED`. Charged as a chat's prompt, by the token. The header `Idempotency-Key` is the " +
          `request's id, kept for ${KEPT_IN_WORDS}.`
      )
  )
  .addError(OpenAiErrors.InvalidInput)
  .middleware(OpenAiAuthentication)
  .annotate(OpenApi.Title, TITLE) {}
