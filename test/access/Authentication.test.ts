import { expect, test } from "bun:test"
import { OpenApi } from "@effect/platform"
import { Effect, Redacted } from "effect"
import { ApiKeys } from "../../src/access/ApiKeys.ts"
import { documented } from "../../src/server/ApiDocument.ts"
import { wallet } from "./Database.ts"
import { api, ask, withServer } from "./Http.ts"

const newKey = Effect.map(
  Effect.flatMap(ApiKeys, (keys) => keys.create(wallet, "a")),
  ({ key, secret }) => ({ id: key.id, secret: Redacted.value(secret) })
)

const LIMIT_HEADERS = ["limit", "remaining", "reset"].flatMap((name) => [
  `x-ratelimit-${name}`,
  `x-ratelimit-${name}-requests`
])

const limits = (response: Response) => LIMIT_HEADERS.map((name) => response.headers.get(name))

for (const path of ["/mine", "/raw"]) {
  test(`a key is accepted in either header, or the same key in both (${path})`, () =>
    withServer({}, function* ({ url, log }) {
      const { id, secret } = yield* newKey
      const ways = [
        { "x-api-key": secret },
        { authorization: `Bearer ${secret}` },
        { authorization: `bearer  ${secret}` },
        { "x-api-key": secret, authorization: `Bearer ${secret}` },
        { "x-api-key": secret, authorization: "Basic dXNlcjpwYXNz" }
      ]
      for (const headers of ways) {
        const response = yield* ask(url + path, { headers })
        expect(response.status).toBe(200)
        expect(yield* Effect.promise(() => response.json())).toEqual({ keyId: id, walletId: wallet })
        expect(log.at(-1)).toMatchObject({ keyId: id, walletId: wallet })
      }
    }))

  test(`a missing, malformed, unknown or revoked key, or two that differ, is a 401 that says what to send (${path})`, () =>
    withServer({}, function* ({ url, log }) {
      const { secret } = yield* newKey
      const revoked = yield* newKey
      yield* Effect.flatMap(ApiKeys, (keys) => keys.revoke(revoked.id))
      const stranger = `sk_${"q".repeat(43)}`
      const cases: ReadonlyArray<readonly [Record<string, string>, string]> = [
        [{}, "missing"],
        [{ authorization: "Basic dXNlcjpwYXNz" }, "missing"],
        [{ "x-api-key": "" }, "missing"],
        [{ "x-api-key": "hello" }, "malformed"],
        [{ authorization: "Bearer hello" }, "malformed"],
        [{ "x-api-key": `${secret}, ${secret}` }, "malformed"],
        [{ "x-api-key": stranger }, "unknown or revoked"],
        [{ "x-api-key": revoked.secret }, "unknown or revoked"],
        [{ "x-api-key": secret, authorization: `Bearer ${stranger}` }, "two different"],
        [{ "x-api-key": stranger, authorization: `Bearer ${secret}` }, "two different"]
      ]
      for (const [headers, words] of cases) {
        const response = yield* ask(url + path, { headers })
        const text = yield* Effect.promise(() => response.text())
        expect([response.status, words, text]).toEqual([401, words, expect.stringContaining(words)])
        expect(JSON.parse(text)).toMatchObject({ status: "error", error: { code: "UNAUTHORIZED" } })
        expect(response.headers.get("www-authenticate")).toBe("Bearer")
        expect(limits(response)).toEqual([null, null, null, null, null, null])
        for (const key of [secret, stranger, revoked.secret]) expect(text).not.toContain(key)
        expect(log.at(-1)?.keyId).toBeUndefined()
      }
    }))

  test(`a key over its limit gets 429 with the same headers, and the access log names the key (${path})`, () =>
    withServer({ perMinute: 2 }, function* ({ url, log }) {
      const { id, secret } = yield* newKey
      const call = ask(url + path, { headers: { "x-api-key": secret } })
      expect(limits(yield* call)).toEqual(["2", "2", "1", "1", "30", "30"])
      expect((yield* call).status).toBe(200)
      const refused = yield* call
      expect(refused.status).toBe(429)
      expect(yield* Effect.promise(() => refused.json())).toMatchObject({ error: { code: "RATE_LIMITED" } })
      expect(limits(refused)).toEqual(["2", "2", "0", "0", "60", "60"])
      expect(log.at(-1)?.keyId).toBe(id)
    }))
}

test("a secret from a query is judged as one from a header: its wallet, its refusal, its rate limit", () =>
  withServer({ perMinute: 2 }, function* ({ url, log }) {
    const { id, secret } = yield* newKey
    const call = ask(`${url}/query?key=${secret}`)
    const first = yield* call
    expect(yield* Effect.promise(() => first.json())).toEqual({ keyId: id, walletId: wallet })
    expect(limits(first)).toEqual(["2", "2", "1", "1", "30", "30"])
    expect(limits(yield* call)).toEqual(["2", "2", "0", "0", "60", "60"])
    expect((yield* call).status).toBe(429)
    expect(log.map(({ keyId }) => keyId)).toEqual([id, id, id])
    for (const [stranger, words] of [
      ["hello", "malformed"],
      [`sk_${"q".repeat(43)}`, "unknown or revoked"]
    ]) {
      const refused = yield* ask(`${url}/query?key=${stranger}`)
      expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"])
      expect(yield* Effect.promise(() => refused.text())).toContain(words ?? "")
      expect(log.at(-1)?.keyId).toBeUndefined()
    }
  }))

test("every authenticated response has the rate limit headers, errors too; no other response has them", () =>
  withServer({ perMinute: 10 }, function* ({ url }) {
    const { secret } = yield* newKey
    const missing = yield* ask(`${url}/missing`, { headers: { "x-api-key": secret } })
    expect(missing.status).toBe(404)
    expect(limits(missing)).toEqual(["10", "10", "9", "9", "6", "6"])
    const open = yield* ask(`${url}/open`)
    expect(open.status).toBe(200)
    expect(limits(open)).toEqual([null, null, null, null, null, null])
  }))

test("the OpenAPI document shows both ways to send a key on the routes that need one", () => {
  expect(OpenApi.fromApi(documented(api, "https://qal.example"))).toMatchObject({
    components: {
      securitySchemes: {
        ApiKey: { type: "apiKey", in: "header", name: "x-api-key" },
        Bearer: { type: "http", scheme: "bearer" }
      }
    },
    paths: {
      "/mine": { get: { security: [{ ApiKey: [] }, { Bearer: [] }] } },
      "/open": { get: { security: [] } }
    }
  })
})
