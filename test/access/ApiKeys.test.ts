import { expect, test } from "bun:test"
import * as Fs from "node:fs/promises"
import { join } from "node:path"
import { Context, Effect, FastCheck, Layer, Option, Redacted, TestClock, TestContext } from "effect"
import { ApiKeys } from "../../src/access/ApiKeys.ts"
import * as KeySecret from "../../src/access/KeySecret.ts"
import { digest } from "../../src/access/SecretDigest.ts"
import { TtlCache } from "../../src/access/TtlCache.ts"
import { ApiKeyId, isApiKey, WalletId } from "../../src/Domain.ts"
import * as Sql from "../../src/storage/Sql.ts"
import { temporary } from "../support/Folder.ts"
import { forAll } from "../support/Property.ts"
import { eachStore } from "../support/Stores.ts"
import { write } from "../support/Write.ts"
import { keysOver, otherWallet, wallet, withKeys } from "./Database.ts"

test("every new secret is sk_ and 43 base62 characters, none favoured, none twice", () => {
  const secrets = Array.from({ length: 5_000 }, () => Redacted.value(KeySecret.make()))
  expect(new Set(secrets).size).toBe(secrets.length)
  expect(secrets.every((secret) => /^sk_[0-9A-Za-z]{43}$/.test(secret) && isApiKey(secret))).toBe(true)
  const counts = new Map<string, number>()
  for (const character of secrets.map((secret) => secret.slice(3)).join("")) {
    counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  const mean = (5_000 * 43) / 62
  expect(counts.size).toBe(62)
  // Seven standard deviations; a plain remainder of a byte would be twenty-five off for eight of the characters.
  for (const count of counts.values()) expect(Math.abs(count - mean)).toBeLessThan(7 * Math.sqrt(mean))
})

test("nothing is taken for a secret but sk_ and 40 to 200 letters and digits", () => {
  const base62 = FastCheck.stringMatching(/^[0-9A-Za-z]{40,200}$/)
  forAll({}, base62, (text) => expect(isApiKey(`sk_${text}`)).toBe(true))
  forAll({}, base62, FastCheck.nat(39), FastCheck.constantFrom("-", "_", " ", "\n", "ʼ", "."), (text, at, bad) =>
    expect(isApiKey(`sk_${text.slice(0, at)}${bad}${text.slice(at + 1)}`)).toBe(false)
  )
  for (const text of [
    "",
    "sk_",
    `sk_${"a".repeat(39)}`,
    `sk_${"a".repeat(201)}`,
    `SK_${"a".repeat(40)}`,
    `sk_${"a".repeat(40)}\n`
  ]) {
    expect(isApiKey(text)).toBe(false)
  }
})

test("the secret of a new key is in no file, only its hash and last four characters", () =>
  Effect.gen(function* () {
    const file = join(yield* temporary, "qal.sqlite")
    const use = Effect.gen(function* () {
      const keys = yield* ApiKeys
      const { key, secret } = yield* keys.create(wallet, "first")
      const text = Redacted.value(secret)
      const listed = yield* keys.list(Option.none())
      expect(listed).toEqual([key])
      expect(key.lastFour).toBe(text.slice(-4))
      const stored = yield* Effect.promise(() =>
        Promise.all([file, `${file}-wal`].map((path) => Fs.readFile(path, "latin1")))
      )
      expect(stored.join("")).toContain(digest(text))
      expect(stored.join("")).not.toContain(text.slice(3))
      expect(`${secret}${JSON.stringify(key)}`).not.toContain(text)
    })
    yield* Effect.promise(() => withKeys(Effect.succeed(Sql.layer(file)), () => use))
  }).pipe(Effect.scoped, Effect.runPromise))

eachStore("a key opens its own wallet, and is listed with it", (fresh) =>
  withKeys(fresh, () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const a = yield* keys.create(wallet, "a")
      const b = yield* keys.create(otherWallet, "b")
      expect(yield* keys.authenticate(Redacted.value(a.secret))).toEqual(
        Option.some({ keyId: a.key.id, walletId: wallet })
      )
      expect(yield* keys.authenticate(Redacted.value(b.secret))).toEqual(
        Option.some({ keyId: b.key.id, walletId: otherWallet })
      )
      expect((yield* keys.list(Option.some(otherWallet))).map((key) => key.name)).toEqual(["b"])
    })
  )
)

eachStore("a key for a wallet that does not exist is NOT_FOUND, and so is revoking an unknown key", (fresh) =>
  withKeys(fresh, () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      expect(yield* Effect.flip(keys.create(WalletId.make("none"), "x"))).toMatchObject({ _tag: "NOT_FOUND" })
      expect(yield* Effect.flip(keys.revoke(ApiKeyId.make("none")))).toMatchObject({ _tag: "NOT_FOUND" })
      expect(yield* keys.list(Option.none())).toEqual([])
    })
  )
)

eachStore(
  "a revoked key stops working at once in the process that revoked it, and stays listed with the time",
  (fresh) =>
    withKeys(fresh, () =>
      Effect.gen(function* () {
        const keys = yield* ApiKeys
        const { key, secret } = yield* keys.create(wallet, "a")
        expect(Option.isSome(yield* keys.authenticate(Redacted.value(secret)))).toBe(true)
        expect(yield* keys.isLive({ keyId: key.id, walletId: wallet })).toBe(true)
        yield* TestClock.adjust("5 seconds")
        yield* keys.revoke(key.id)
        expect(Option.isNone(yield* keys.authenticate(Redacted.value(secret)))).toBe(true)
        expect(yield* keys.isLive({ keyId: key.id, walletId: wallet })).toBe(false)
        yield* TestClock.adjust("5 seconds")
        yield* keys.revoke(key.id)
        expect((yield* keys.list(Option.none())).map((listed) => listed.revokedAt)).toEqual([Option.some(5_000)])
      }).pipe(Effect.provide(TestContext.TestContext))
    )
)

eachStore("a change that another process makes to a key takes effect within a second", (fresh) =>
  withKeys(fresh, (store) =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const elsewhere = Context.get(yield* Layer.build(keysOver(store)), ApiKeys)
      const { key, secret } = yield* elsewhere.create(wallet, "a")
      const works = Effect.map(keys.authenticate(Redacted.value(secret)), Option.isSome)
      expect(yield* works).toBe(true)
      yield* elsewhere.revoke(key.id)
      yield* TestClock.adjust("999 millis")
      expect(yield* works).toBe(false)

      const chosen = `sk_${"x".repeat(40)}`
      expect(Option.isNone(yield* keys.authenticate(chosen))).toBe(true)
      yield* elsewhere.create(wallet, "b", { secret: Redacted.make(chosen) })
      yield* TestClock.adjust("999 millis")
      expect(Option.isSome(yield* keys.authenticate(chosen))).toBe(true)
    }).pipe(Effect.provide(TestContext.TestContext))
  )
)

eachStore("a busy key is not read from the database for every request", (fresh) =>
  withKeys(fresh, () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const { secret } = yield* keys.create(wallet, "a")
      const works = Effect.map(keys.authenticate(Redacted.value(secret)), Option.isSome)
      yield* works
      yield* write("DELETE FROM api_keys")
      expect(yield* works).toBe(true)
      yield* TestClock.adjust("1 seconds")
      expect(yield* works).toBe(false)
    }).pipe(Effect.provide(TestContext.TestContext))
  )
)

eachStore("a key made of a given secret works as one with a generated secret does", (fresh) =>
  withKeys(fresh, () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const text = `sk_${"aB3".repeat(14)}`
      const { key } = yield* keys.create(wallet, "bootstrap", { secret: Redacted.make(text) })
      expect(yield* keys.authenticate(text)).toEqual(Option.some({ keyId: key.id, walletId: wallet }))
    })
  )
)

test("the cache of keys never exceeds its bound, and no entry outlives its stated time", () => {
  forAll({}, FastCheck.array(FastCheck.tuple(FastCheck.nat(20), FastCheck.nat(3))), (steps) => {
    const cache = new TtlCache<number>({ capacity: 5, lifetimeMillis: 10 })
    const set = new Map<string, number>()
    let now = 0
    for (const [key, wait] of steps) {
      now += wait
      cache.set(String(key), now, now)
      set.set(String(key), now)
      expect(cache.size).toBeLessThanOrEqual(5)
      expect(cache.get(String(key), now)).toBe(now)
      for (const [other, at] of set) {
        const found = cache.get(other, now)
        if (found !== undefined) expect([found, now - at < 10]).toEqual([at, true])
      }
    }
  })
})
