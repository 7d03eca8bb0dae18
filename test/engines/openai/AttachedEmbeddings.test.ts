/** Embeddings of many inputs: as many answers as it takes, and a clear refusal of more than can be kept. */
import { expect, test } from "bun:test"
import { Option } from "effect"
import { MOST_NUMBERS } from "../../../src/engines/openai/AttachedEmbeddings.ts"
import { make } from "../../../src/engines/openai/AttachedTextModel.ts"
import { run } from "../../support/EffectBody.ts"
import { failureOf, limits } from "./chat.ts"
import { type ReceivedRequest, upstream } from "./server.ts"

const inputsOf = ({ body }: ReceivedRequest): ReadonlyArray<unknown> => (Array.isArray(body.input) ? body.input : [])

/** A vector whose first number is the input's. */
const vectorOf = (input: unknown, length: number) => {
  const vector = new Float32Array(length).fill(-0.123_456_78)
  vector[0] = Number(input)
  return vector
}

/** An engine whose vectors are so long, in base64 where it is asked for that, or as texts whatever it is asked for. */
const embedder = (length: number, form: "base64" | "texts", usage: object = { prompt_tokens: 3 }) =>
  upstream((asked) =>
    Response.json({
      data: inputsOf(asked).map((input, index) => ({
        index,
        embedding:
          form === "base64"
            ? Buffer.from(vectorOf(input, length).buffer).toString("base64")
            : Array.from(vectorOf(input, length))
      })),
      usage
    })
  )

const numbered = (count: number) => Array.from({ length: count }, (_, at) => String(at))
const firstNumber = (vector: string) => Buffer.from(vector, "base64").readFloatLE(0)

test.each([
  ["base64", 3_072, 1_500],
  ["texts", 3_072, 200],
  ["texts", 256, 2_048]
] as const)("embeddings as %s of %d numbers are whole and in order for %d inputs", (form, length, count) =>
  run(function* () {
    const server = yield* embedder(length, form)
    const model = yield* make(server.endpoint, limits)
    const { promptTokens, vectors } = yield* model.embed({ inputs: numbered(count), dimensions: Option.none() })
    expect(vectors.map(firstNumber)).toEqual(numbered(count).map(Number))
    expect(promptTokens).toEqual(Option.some(3 * server.asked.length))
    expect(server.asked.every(({ body }) => body.encoding_format === "base64")).toBe(true)
  })
)

test("a few inputs are embedded in one question, and many short vectors in one once their length is known", () =>
  run(function* () {
    const server = yield* embedder(64, "base64")
    const model = yield* make(server.endpoint, limits)
    const embed = (count: number) => model.embed({ inputs: numbered(count), dimensions: Option.none() })
    for (const count of [3, 2_048]) yield* embed(count)
    expect(server.asked.map((asked) => inputsOf(asked).length)).toEqual([3, 2_048])
  }))

test("more numbers than an embedding request can bring back are refused at once, where their length is asked for", () =>
  run(function* () {
    const server = yield* embedder(8_192, "base64")
    const model = yield* make(server.endpoint, limits)
    const most = Math.floor(MOST_NUMBERS / 8_192)
    const { _tag, message } = yield* failureOf(
      model.embed({ inputs: numbered(most + 1), dimensions: Option.some(8_192) })
    )
    expect([_tag, message]).toEqual([
      "TEXT_TOO_LONG",
      `${most + 1} inputs of 8192 numbers each are more than one request can have; send at most ${most} of them`
    ])
    expect(server.asked).toEqual([])
  }))

test("more numbers than an embedding request can bring back are refused once the model's length is known", () =>
  run(function* () {
    const server = yield* embedder(4_096, "base64")
    const model = yield* make(server.endpoint, limits)
    const embed = () => failureOf(model.embed({ inputs: numbered(2_048), dimensions: Option.none() }))
    for (const asked of [1, 1]) {
      expect((yield* embed())._tag).toBe("TEXT_TOO_LONG")
      expect(server.asked.length).toBe(asked)
    }
  }))

test("embeddings are uncounted where one of their answers is, and no embeddings where their lengths differ", () =>
  run(function* () {
    const uncounted = yield* embedder(8, "base64", {})
    const model = yield* make(uncounted.endpoint, limits)
    const { promptTokens } = yield* model.embed({ inputs: numbered(100), dimensions: Option.none() })
    expect(promptTokens).toEqual(Option.none())
    const uneven = yield* upstream((asked, count) =>
      Response.json({ data: inputsOf(asked).map((_, index) => ({ index, embedding: [1, 2, 3].slice(count) })) })
    )
    const other = yield* make(uneven.endpoint, limits)
    const failure = yield* failureOf(other.embed({ inputs: numbered(100), dimensions: Option.none() }))
    expect([failure._tag, failure.message]).toEqual(["PROVIDER_ERROR", "the text engine sent no vector for each input"])
  }))

test("an embedding engine that echoes the request in a refusal of something else is not asked for numbers instead", () =>
  run(function* () {
    const server = yield* upstream(({ body }) =>
      Response.json({ error: { message: "the input is odd" }, request: body }, { status: 400 })
    )
    const model = yield* make(server.endpoint, limits)
    yield* failureOf(model.embed({ inputs: ["ሰላም"], dimensions: Option.none() }))
    expect(server.asked.length).toBe(1)
  }))
