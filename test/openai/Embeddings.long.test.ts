/** Embeddings over a real server, by an engine that has them, in each way that one may answer, and by those that have none. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import OpenAI from "openai"
import { serverForFile } from "../support/ForFile.ts"
import { withDatabase } from "../support/Rows.ts"
import { API_KEY, call, startServer } from "../support/Server.ts"
import { startUpstream } from "../support/Upstream.ts"

type Behaviour = "base64" | "float only" | "uncounted" | "too few" | "uneven" | "empty" | "404" | "says so"

let behaviour: Behaviour = "base64"
// biome-ignore lint/suspicious/noExplicitAny: what the server asked
const asked: Array<any> = []

const vectorOf = (index: number): ReadonlyArray<number> => [index + 0.5, -0.25, 1]

const engine = startUpstream(async (request) => {
  const body = await request.json()
  asked.push(body)
  if (behaviour === "404") return Response.json({ error: { message: "no such route" } }, { status: 404 })
  if (behaviour === "says so") {
    return Response.json({ error: { message: "This server does not support embeddings" } }, { status: 400 })
  }
  const isBase64 = body.encoding_format === "base64"
  if (behaviour === "float only" && isBase64) {
    return Response.json({ error: { message: "encoding_format is not known" } }, { status: 400 })
  }
  if (behaviour === "uneven" || behaviour === "empty") {
    // As long as texts, but not as vectors; a text that holds not one number.
    const [first, second] = behaviour === "uneven" ? ["AAAAAA==", "AAAAAAA="] : ["A", "A"]
    return Response.json({ data: [{ embedding: first }, { embedding: second }].slice(0, body.input.length) })
  }
  const data = body.input.map((_: unknown, index: number) => ({
    object: "embedding",
    index,
    embedding: isBase64 ? Buffer.from(Float32Array.from(vectorOf(index)).buffer).toString("base64") : vectorOf(index)
  }))
  return Response.json({
    // In no order: the index says which is whose.
    data: behaviour === "too few" ? data.slice(1) : data.toReversed(),
    ...(behaviour === "uncounted" ? {} : { usage: { prompt_tokens: 7, total_tokens: 7 } })
  })
})

const server = serverForFile(() => ({
  ...engine.settings("talker", "TEXT"),
  QAL_EMBEDDING_MODEL: "embedder"
}))
let client: OpenAI
beforeAll(async () => {
  client = new OpenAI({ apiKey: API_KEY, baseURL: `${server.url}/v1`, maxRetries: 0 })
}, 90_000)
afterAll(() => engine.stop())

const charges = (): ReadonlyArray<number> =>
  withDatabase(server, (database) =>
    database
      .query<{ readonly amount: number }, []>("SELECT amount FROM ledger WHERE operation = 'embedding' ORDER BY seq")
      .all()
      .map(({ amount }) => -amount)
  )

const post = (body: unknown, id?: string) =>
  call(server, "POST", "/v1/embeddings", body, id === undefined ? {} : { "idempotency-key": id })

test.each(["base64", "float only"] as const)("OpenAI's package embeds by an engine that gives %s", async (how) => {
  behaviour = how
  const before = charges().length
  const input = ["ሰላም", "Akkam jirta?"]
  // Without a format the package asks for base64, and reads it.
  const { data, model, usage } = await client.embeddings.create({ model: "qal", input })
  expect(data.map(({ embedding }) => embedding)).toEqual([[...vectorOf(0)], [...vectorOf(1)]])
  expect(model).toBe("embedder")
  expect(usage).toEqual({ prompt_tokens: 7, total_tokens: 7 })
  const floats = await client.embeddings.create({ model: "any", input: "ሰላም", encoding_format: "float", dimensions: 3 })
  expect(floats.data[0]?.embedding).toEqual([...vectorOf(0)])
  expect(asked.at(-1)).toMatchObject({ model: "embedder", input: ["ሰላም"], dimensions: 3 })
  // 7 tokens at 0.3 ETB a thousand.
  expect(charges().slice(before)).toEqual([2_100, 2_100])
})

test("an embedding model of its own is among the models", async () => {
  const { data } = await client.models.list()
  expect(data.map(({ id }) => id)).toContain("embedder")
  expect(await client.models.retrieve("embedder")).toMatchObject({ id: "embedder", owned_by: "engine" })
})

/** `ሰላም፣ እንዴት ነህ?` in tokens of `cl100k_base`, as `gpt-tokenizer` encodes it. */
const GREETING = [
  157, 230, 108, 157, 230, 233, 157, 230, 251, 157, 235, 96, 87189, 232, 98, 157, 232, 243, 157, 233, 112, 157, 231,
  113, 87189, 232, 238, 157, 230, 227, 30
]
/** Within the letter `ላ`. */
const WITHIN = 4

test.each([
  ["one list", GREETING, ["ሰላም፣ እንዴት ነህ?"]],
  ["lists", [GREETING, [30]], ["ሰላም፣ እንዴት ነህ?", "?"]],
  ["a text cut within a letter", [GREETING.slice(0, WITHIN), GREETING.slice(WITHIN)], ["ሰ", "ላም፣ እንዴት ነህ?"]],
  ["special tokens", [30, 100_257, 100_276], ["?<|endoftext|><|endofprompt|>"]],
  ["lists beside texts", ["ቡና", [30], "Akkam"], ["ቡና", "?", "Akkam"]],
  ["a list of one list", [GREETING], ["ሰላም፣ እንዴት ነህ?"]],
  ["a list before a text", [[30], "Akkam", [30, 30]], ["?", "Akkam", "??"]],
  ["whole numbers written as fractions", '{"input":[30.0,3e1]}', ["??"]],
  ["the first number of the vocabulary, and its last", [0, 100_255], ["! Conveyor"]]
])("token numbers to embed reach the engine as text: %s", async (_, input, texts) => {
  behaviour = "base64"
  const response = await post(typeof input === "string" ? input : { input, model: "qal" })
  expect(response.status).toBe(200)
  expect(asked.at(-1).input).toEqual(texts)
})

test("embeddings asked for at once are all decoded; token counts that the engine leaves out are estimated", async () => {
  behaviour = "uncounted"
  const answers = await Promise.all([[30], [30, 30, 30], [GREETING, GREETING]].map((input) => post({ input })))
  const tokens = await Promise.all(answers.map(async (answer) => (await answer.json()).usage.prompt_tokens))
  const ofText = await (await post({ input: ["ሰላም፣ እንዴት ነህ?", "ሰላም፣ እንዴት ነህ?"] })).json()
  expect(tokens).toEqual([1, 1, ofText.usage.prompt_tokens])
})

test.each([
  [[30, 100_256], "input[1]"],
  [[30, 100_261], "input[1]"],
  [[[30], [30, 30, 2_000_000_000]], "input[1][2]"],
  [["ቡና", [30], [157]], "input[2]"],
  [[157, 230], "input"],
  [[[30], GREETING.slice(1)], "input[1]"],
  [[GREETING.slice(0, WITHIN), [30]], "input[0]"]
])("token numbers to embed that are no text are refused by their place: %j", async (input, param) => {
  const before = asked.length
  const response = await post({ input })
  const { error } = await response.json()
  expect([response.status, error.param, error.code]).toEqual([400, param, "VALIDATION_ERROR"])
  expect(error.message).toContain("cl100k_base")
  expect(asked.length).toBe(before)
})

test("embeddings of one id are charged once, in either format, and the id is for one request", async () => {
  behaviour = "base64"
  const before = charges().length
  const first = await (await post({ input: "ሰላም" }, "once")).json()
  expect(first.data[0].embedding).toEqual([...vectorOf(0)])
  const again = await (await post({ input: ["ሰላም"], encoding_format: "base64" }, "once")).json()
  expect(again.idempotent_replay).toBe(true)
  expect(Buffer.from(again.data[0].embedding, "base64").readFloatLE(0)).toBe(0.5)
  const other = await post({ input: "ሌላ" }, "once")
  expect([other.status, (await other.json()).error.code]).toEqual([409, "IDEMPOTENCY_CONFLICT"])
  expect(charges().length).toBe(before + 1)
})

test.each([
  ["404", 400, "PROVIDER_NOT_CONFIGURED", "QAL_EMBEDDING_MODEL"],
  ["says so", 400, "PROVIDER_NOT_CONFIGURED", "QAL_EMBEDDING_MODEL"],
  ["too few", 502, "PROVIDER_ERROR", "vector"],
  ["uneven", 502, "PROVIDER_ERROR", "vector"],
  ["empty", 502, "PROVIDER_ERROR", "vector"]
] as const)(
  "an embedding engine that answers %s is an OpenAI error, and nothing is charged",
  async (how, status, code, word) => {
    behaviour = how
    const before = charges().length
    const response = await post({ input: ["ሰላም", "Akkam"] })
    const { error } = await response.json()
    expect([response.status, response.headers.get("retry-after"), error.code]).toEqual([status, null, code])
    expect(error.message).toContain(word)
    expect(charges().length).toBe(before)
  }
)

test("an input that cannot be embedded is refused by name, and the engine is not asked", async () => {
  const before = asked.length
  for (const [body, param] of [
    [{}, "input"],
    [{ input: null }, "input"],
    [{ input: "" }, "input"],
    [{ input: [] }, "input"],
    [{ input: {} }, "input"],
    [{ input: "a".repeat(40_000) }, "input"],
    [{ input: Array.from({ length: 2_049 }, () => "a") }, "input"],
    [{ input: Array.from({ length: 8_193 }, () => 1) }, "input"],
    [{ input: ["a", 5] }, "input[1]"],
    [{ input: [1, "a"] }, "input"],
    [{ input: [[1], [1.5]] }, "input[1]"],
    [{ input: ["a", { toString: 0 }] }, "input[1]"],
    [{ input: [[]] }, "input[0]"],
    [{ input: [[30], []] }, "input[1]"],
    [{ input: [30, 1.5] }, "input"],
    [{ input: [1.5, 30] }, "input[0]"],
    [{ input: [-1] }, "input[0]"],
    [{ input: [[30, -1]] }, "input[0]"],
    [{ input: [[30, 1e300]] }, "input[0]"],
    [{ input: [[2 ** 31]] }, "input[0]"],
    [{ input: [[["a"]]] }, "input[0]"],
    [{ input: [[[30]]] }, "input[0]"],
    [{ input: [["30"]] }, "input[0]"],
    [{ input: [[30, "a"]] }, "input[0]"],
    [{ input: [30, [30]] }, "input"],
    [{ input: [[30], null] }, "input[1]"],
    [{ input: [[null]] }, "input[0]"],
    [{ input: [[30], ""] }, "input[1]"],
    [{ input: true }, "input"],
    [{ input: 30 }, "input"],
    [{ input: "a", encoding_format: "hex" }, "encoding_format"],
    [{ input: "a", dimensions: 0 }, "dimensions"],
    [`{"input":"\\ud800"}`, "input"]
  ] as const) {
    const response = await post(body)
    const { error } = await response.json()
    expect([response.status, error.param, error.code]).toEqual([400, param, "VALIDATION_ERROR"])
  }
  expect(asked.length).toBe(before)
})

test("the sandbox has no embeddings, and its refusal names the setting", async () => {
  await using plain = await startServer()
  const response = await call(plain, "POST", "/v1/embeddings", { input: "ሰላም", model: "qal" })
  const { error } = await response.json()
  expect([response.status, error.code, error.type]).toEqual([400, "PROVIDER_NOT_CONFIGURED", "invalid_request_error"])
  expect(error.message).toContain("QAL_TEXT_URL")
}, 60_000)
