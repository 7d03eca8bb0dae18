import { afterAll, expect, test } from "bun:test"
import { HttpApi, HttpApiBuilder, HttpServer } from "@effect/platform"
import { Effect, Layer } from "effect"
import { Authentication } from "../../src/access/Authentication.ts"
import { Jobs } from "../../src/billing/Jobs.ts"
import * as Money from "../../src/billing/Money.ts"
import { Prices } from "../../src/billing/Prices.ts"
import { Wallet } from "../../src/billing/Wallet.ts"
import { ApiKeyId } from "../../src/Domain.ts"
import * as Sandbox from "../../src/engines/sandbox/SandboxTextModel.ts"
import { Settings } from "../../src/settings/Config.ts"
import { TranslationApi } from "../../src/translation/Api.ts"
import * as TranslationHttp from "../../src/translation/Http.ts"
import { database } from "../support/Database.ts"

/** Knows every caller by the one wallet. */
const doorman = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const { id } = yield* (yield* Wallet).create("test", Money.fromMicros(5_000_000))
    return Effect.succeed({ keyId: ApiKeyId.make("key_1"), walletId: id })
  })
)

const api = HttpApiBuilder.api(HttpApi.make("qal").add(TranslationApi)).pipe(
  Layer.provide(TranslationHttp.TranslationHttp),
  Layer.provide(doorman),
  Layer.provide(TranslationHttp.layer),
  Layer.provide(Layer.mergeAll(Jobs.Default, Wallet.Default, Prices.Default, Sandbox.layer)),
  Layer.provide(database),
  Layer.provide(Settings.layerFrom({}))
)
const { dispose, handler } = HttpApiBuilder.toWebHandler(Layer.mergeAll(api, HttpServer.layerContext))
afterAll(() => dispose())

const post = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  handler(
    new Request("http://localhost/api/v1/translate", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body)
    })
  )

const water = { text: "Water", source_language: "en", target_language: "om" }

test("a translation's answer has the specification's shape", async () => {
  const response = await post(water)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    status: "success",
    data: {
      translation: "Bishaan",
      source_language: "en",
      target_language: "om",
      quality: "high",
      usage_metadata: {
        prompt_token_count: expect.any(Number),
        candidates_token_count: expect.any(Number),
        total_token_count: expect.any(Number)
      }
    }
  })
})

test("the header Idempotency-Key is a translation's id: a second one is a replay, and says so", async () => {
  const headers = { "Idempotency-Key": "once_1" }
  const first = await (await post(water, headers)).json()
  const again = await (await post(water, headers)).json()
  expect(again).toEqual({ ...first, data: { ...first.data, idempotent_replay: true } })
  expect((await post({ ...water, text: "Milk" }, headers)).status).toBe(409)
})

test("a header that is no id, a language that is none, and half a surrogate pair are refused", async () => {
  expect((await post(water, { "Idempotency-Key": "a b" })).status).toBe(400)
  expect((await post({ ...water, source_language: "fr" })).status).toBe(422)
  expect((await post({ ...water, text: "\ud800" })).status).toBe(422)
})

test("each refusal of a translation has its status and code", async () => {
  for (const [wrong, code] of [
    [{ target_language: "en" }, "INVALID_LANGUAGE_PAIR"],
    [{ target_language: "fr" }, "VALIDATION_ERROR"],
    [{ text: "" }, "VALIDATION_ERROR"],
    [{ text: "a".repeat(10_001) }, "TEXT_TOO_LONG"]
  ] as const) {
    const response = await post({ ...water, ...wrong })
    expect([response.status, (await response.json()).error.code]).toEqual([422, code])
  }
  const lacking = await post({ ...water, text: "The invoice is due." })
  expect([lacking.status, lacking.headers.get("retry-after")]).toEqual([422, null])
  expect((await lacking.json()).error.code).toBe("PROVIDER_NOT_CONFIGURED")
})
