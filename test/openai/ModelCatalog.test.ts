/** `/v1/models`: what may be named, one by one too, whatever is in the name. */
import { beforeAll, expect, test } from "bun:test"
import OpenAI from "openai"
import { serverForFile } from "../support/ForFile.ts"
import { API_KEY, call } from "../support/Server.ts"

const ATTACHED = "meta-llama/Llama-3.1-8B:free"

const server = serverForFile(() => ({ QAL_TEXT_URL: "http://127.0.0.1:9/v1", QAL_TEXT_MODEL: ATTACHED }))
let client: OpenAI

beforeAll(async () => {
  client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: API_KEY, maxRetries: 0 })
})

test("the model list has the server's own models and the attached engines', each once", async () => {
  const models = await Array.fromAsync(await client.models.list())
  const ids = models.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(["qal", "qal-am", "qal-om", "qal-tts", "qal-stt", ATTACHED]))
  expect(new Set(ids).size).toBe(ids.length)
  expect(models.every(({ created, object }) => object === "model" && Number.isInteger(created))).toBe(true)
})

test("each listed model is found by its id, also one with a slash and a colon", async () => {
  for await (const model of await client.models.list()) expect(await client.models.retrieve(model.id)).toEqual(model)
})

test.each(["gpt-5", "qal%2F", "%E1%88%B0", "..%2Fqal"])("the model %s is not found", async (id) => {
  const response = await call(server, "GET", `/v1/models/${id}`)
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ error: { code: "NOT_FOUND", type: "invalid_request_error" } })
})

test.each([{}, { authorization: `Bearer ${API_KEY}` }, { authorization: "Bearer sk_wrong" }])(
  "speech clients fill their selectors with or without a key: %j",
  async (headers) => {
    const get = async (path: string) => {
      const response = await fetch(`${server.url}${path}`, { headers: { ...headers, origin: "https://page.example" } })
      expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([200, "*"])
      return response.json()
    }
    const { voices } = await get("/v1/audio/voices")
    expect(voices).toContainEqual({ id: "am-hamen", name: expect.stringMatching(/\S/), language: "am" })
    expect(voices).toContainEqual({ id: "om-bikila", name: expect.stringMatching(/\S/), language: "om" })
    const { models } = await get("/v1/audio/models")
    expect(models[0]).toEqual({ id: "qal-tts" })
  }
)

test("without a key no model is listed", async () => {
  const response = await fetch(`${server.url}/v1/models`)
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ error: { code: "UNAUTHORIZED", type: "authentication_error" } })
})
