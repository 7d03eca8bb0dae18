/** The published npm client translates here as it does elsewhere. */
import { beforeAll, expect, test } from "bun:test"
import AddisAI, { AuthenticationError, UnprocessableEntityError } from "addisai"
import { serverForFile } from "../support/ForFile.ts"
import { rejection } from "../support/Rejection.ts"
import { API_KEY } from "../support/Server.ts"

const server = serverForFile()
let client: AddisAI

beforeAll(async () => {
  client = new AddisAI({ apiKey: API_KEY, baseURL: server.url, maxRetries: 0 })
}, 90_000)

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
  const error = await rejection(
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

test("a translation's refusals are the client's classes", async () => {
  const stranger = new AddisAI({ apiKey: `sk_${"z".repeat(48)}`, baseURL: server.url, maxRetries: 0 })
  expect(await rejection(stranger.translate.create({ text: "x", from: "en", to: "am" }))).toBeInstanceOf(
    AuthenticationError
  )
  expect(await rejection(client.translate.create({ text: "x", from: "en", to: "en" }))).toBeInstanceOf(
    UnprocessableEntityError
  )
})
