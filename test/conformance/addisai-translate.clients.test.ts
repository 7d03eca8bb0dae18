/** The published npm client translates here as it does elsewhere. */
import { beforeAll, expect, test } from "bun:test"
import AddisAI, { AuthenticationError, UnprocessableEntityError } from "addisai"
import { serverForFile } from "../support/ForFile.ts"
import { API_KEY, call } from "../support/Server.ts"

const server = serverForFile()
let client: AddisAI

beforeAll(async () => {
  client = new AddisAI({ apiKey: API_KEY, baseURL: server.url, maxRetries: 0 })
}, 90_000)

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.unreachable("it should have failed"),
    (error: unknown) => error
  )

const pairs = [
  ["en", "am"],
  ["en", "om"],
  ["am", "en"],
  ["am", "om"],
  ["om", "en"],
  ["om", "am"]
] as const
const thanks = { en: "Thank you.", am: "አመሰግናለሁ።", om: "Galatoomaa." } as const

test.each(pairs)("an everyday phrase is translated from %s to %s by the phrase book", async (source, target) => {
  const response = await call(server, "POST", "/api/v1/translate", {
    text: thanks[source],
    source_language: source,
    target_language: target
  })
  expect(response.status).toBe(200)
  const { data, status } = await response.json()
  expect(status).toBe("success")
  expect(data.quality).toBe("high")
  expect(data.translation).not.toBe(thanks[source])
  expect(data.usage_metadata.total_token_count).toBe(
    data.usage_metadata.prompt_token_count + data.usage_metadata.candidates_token_count
  )
  expect(data.usage_metadata.prompt_token_count).toBeGreaterThan(0)
})

test("the client's own method for a translation works", async () => {
  const translated = await client.translate.create({ text: "Thank you.", from: "en", to: "am" })
  expect(JSON.stringify(translated)).toMatch(/[\u1200-\u137f]/)
})

test("a translation beyond the phrase book without a model is refused with the setting, and costs nothing", async () => {
  const before = (await client.voice.usage()).balance
  let asked = 0
  const counting = Object.assign((...[input, init]: Parameters<typeof fetch>) => {
    asked++
    return fetch(input, init)
  }, fetch)
  const patient = new AddisAI({ apiKey: API_KEY, baseURL: server.url, maxRetries: 3, fetch: counting })
  const error = await failure(
    patient.translate.create({
      text: "The committee adjourned sine die over procedural quarrels.",
      from: "en",
      to: "am"
    })
  )
  expect(error).toBeInstanceOf(UnprocessableEntityError)
  expect(error).toMatchObject({
    status: 422,
    code: "PROVIDER_NOT_CONFIGURED",
    message: expect.stringContaining("QAL_TEXT_URL")
  })
  expect(asked).toBe(1)
  expect((await client.voice.usage()).balance).toBe(before)
})

test("each class of a translation's refusal has its code, and an id is charged once", async () => {
  const post = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    call(server, "POST", "/api/v1/translate", body, headers)
  const good = { text: "Thank you.", source_language: "en", target_language: "am" }
  for (const [body, status, code] of [
    [{ ...good, target_language: "en" }, 422, "INVALID_LANGUAGE_PAIR"],
    [{ ...good, target_language: "fr" }, 422, "VALIDATION_ERROR"],
    [{ ...good, text: "" }, 422, "VALIDATION_ERROR"],
    [{ ...good, text: "a".repeat(10_001) }, 422, "TEXT_TOO_LONG"],
    ["{", 400, "INVALID_REQUEST"]
  ] as const) {
    const response = await post(body)
    expect({ status: response.status, code: (await response.json()).error.code }).toEqual({ status, code })
  }
  const first = await (await post(good, { "idempotency-key": "tr-1" })).json()
  const balance = (await client.voice.usage()).balance
  const again = await (await post(good, { "idempotency-key": "tr-1" })).json()
  expect(again.data.translation).toBe(first.data.translation)
  expect(again.data.idempotent_replay).toBe(true)
  expect((await client.voice.usage()).balance).toBe(balance)
  expect((await post({ ...good, target_language: "om" }, { "idempotency-key": "tr-1" })).status).toBe(409)
  const stranger = new AddisAI({ apiKey: `sk_${"z".repeat(48)}`, baseURL: server.url, maxRetries: 0 })
  expect(await failure(stranger.translate.create({ text: "x", from: "en", to: "am" }))).toBeInstanceOf(
    AuthenticationError
  )
  expect(await failure(client.translate.create({ text: "x", from: "en", to: "en" }))).toBeInstanceOf(
    UnprocessableEntityError
  )
})
