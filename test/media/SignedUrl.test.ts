import { expect, test } from "bun:test"
import * as Fs from "node:fs/promises"
import { join } from "node:path"
import { BunFileSystem } from "@effect/platform-bun"
import { Duration, Effect, FastCheck, Redacted, TestClock, TestContext } from "effect"
import { keptSecret, SignedUrl } from "../../src/media/SignedUrl.ts"
import type { EffectBody } from "../support/EffectBody.ts"
import { temporary } from "../support/Folder.ts"
import { forAllAsync } from "../support/Property.ts"

const options = { publicUrl: "https://qal.example", secret: Redacted.make("a secret of some length") }

const signed = (body: EffectBody<SignedUrl>, given = options) =>
  Effect.runPromise(
    Effect.gen(body).pipe(Effect.provide(SignedUrl.Default(given)), Effect.provide(TestContext.TestContext))
  )

/** The three parts of an address, as the server finds them. */
const parts = (address: string) => {
  const url = new URL(address)
  return {
    id: decodeURIComponent(url.pathname.replace("/media/", "")),
    expires: url.searchParams.get("expires") ?? "",
    signature: url.searchParams.get("signature") ?? ""
  }
}

const opens = (given: ReturnType<typeof parts>) =>
  Effect.flatMap(SignedUrl, (urls) =>
    urls.verify(given.id, given.expires, given.signature).pipe(
      Effect.as(true),
      Effect.catchTag("URL_EXPIRED", () => Effect.succeed(false))
    )
  )

test("an address has the stated form and lives one hour, a minute more at the most", () =>
  signed(function* () {
    yield* TestClock.setTime(1_700_000_001_000)
    const { expiresAt, url: address } = yield* Effect.flatMap(SignedUrl, (urls) => urls.sign("clip_1"))
    expect(Date.parse(expiresAt)).toBe(1_700_003_640_000)
    expect(address).toMatch(/^https:\/\/qal\.example\/media\/clip_1\?expires=1700003640&signature=[A-Za-z0-9_-]{43}$/)
    yield* TestClock.setTime(1_700_000_001_000 + Duration.toMillis("1 hours"))
    expect(yield* opens(parts(address))).toBe(true)
    yield* TestClock.setTime(1_700_003_640_000 - 1)
    expect(yield* opens(parts(address))).toBe(true)
    yield* TestClock.setTime(1_700_003_640_000)
    expect(yield* opens(parts(address))).toBe(false)
  }))

test("whatever the instant and the time to live, an address lives at least that and less than a minute more", () =>
  forAllAsync({ numRuns: 50 }, FastCheck.nat(2_000_000_000), FastCheck.integer({ min: 1, max: 100_000 }), (now, ttl) =>
    signed(function* () {
      yield* TestClock.setTime(now)
      const { expiresAt, url } = yield* Effect.flatMap(SignedUrl, (urls) => urls.sign("a", Duration.millis(ttl)))
      expect(Date.parse(expiresAt)).toBe(Number(parts(url).expires) * 1000)
      const lives = Date.parse(expiresAt) - now
      expect(lives).toBeGreaterThanOrEqual(ttl)
      expect(lives).toBeLessThan(ttl + 60_000)
    })
  ))

test("a medium listed twice within a minute has one address, and each medium its own", () =>
  signed(function* () {
    const urls = yield* SignedUrl
    yield* TestClock.setTime(1_700_000_001_000)
    const first = yield* urls.sign("a")
    yield* TestClock.adjust("30 seconds")
    expect(yield* urls.sign("a")).toEqual(first)
    expect(parts((yield* urls.sign("b")).url).signature).not.toBe(parts(first.url).signature)
  }))

test("an address with any character changed opens nothing, and neither does one signed with another secret", () =>
  signed(function* () {
    const runtime = yield* Effect.runtime<SignedUrl>()
    yield* TestClock.setTime(1_700_000_000_000)
    const genuine = parts((yield* Effect.flatMap(SignedUrl, (urls) => urls.sign("clip_0123"))).url)
    expect(yield* opens(genuine)).toBe(true)
    const part = FastCheck.constantFrom(...(["id", "expires", "signature"] as const))
    const character = FastCheck.constantFrom(..."abcXYZ0189-_=+/ .é")
    yield* Effect.promise(() =>
      forAllAsync(
        { numRuns: 300 },
        part,
        FastCheck.nat(60),
        character,
        FastCheck.boolean(),
        async (which, at, by, replace) => {
          const text = genuine[which]
          const index = at % (text.length + 1)
          const changed = text.slice(0, index) + by + text.slice(index + (replace ? 1 : 0))
          FastCheck.pre(changed !== text)
          expect(await Effect.runPromise(Effect.provide(opens({ ...genuine, [which]: changed }), runtime))).toBe(false)
        }
      )
    )
    for (const empty of ["id", "expires", "signature"]) expect(yield* opens({ ...genuine, [empty]: "" })).toBe(false)
    const foreign = yield* Effect.flatMap(SignedUrl, (urls) => urls.sign("clip_0123")).pipe(
      Effect.provide(SignedUrl.Default({ ...options, secret: Redacted.make("another secret, as long") }))
    )
    expect(yield* opens(parts(foreign.url))).toBe(false)
  }))

test("the secret is made once, kept for its owner's eyes alone, and found again", () =>
  Effect.runPromise(
    Effect.gen(function* () {
      const file = join(yield* temporary, "signing-secret")
      const made = Redacted.value(yield* keptSecret(file))
      expect(made.length).toBeGreaterThanOrEqual(43)
      expect((yield* Effect.promise(() => Fs.stat(file))).mode & 0o777).toBe(0o600)
      expect(Redacted.value(yield* keptSecret(file))).toBe(made)
      const other = join(yield* temporary, "signing-secret")
      expect(Redacted.value(yield* keptSecret(other))).not.toBe(made)
    }).pipe(Effect.scoped, Effect.provide(BunFileSystem.layer))
  ))

test("a kept secret that was cut short stops the start with one line, and is not overwritten", () =>
  Effect.runPromise(
    Effect.gen(function* () {
      const file = join(yield* temporary, "signing-secret")
      yield* Effect.promise(() => Fs.writeFile(file, "short\n"))
      const failure = yield* Effect.flip(keptSecret(file))
      expect(failure).toMatchObject({ _tag: "DataFolderError", message: expect.stringContaining("remove it") })
      expect(failure.message).not.toContain("\n")
      expect(yield* Effect.promise(() => Fs.readFile(file, "utf8"))).toBe("short\n")
    }).pipe(Effect.scoped, Effect.provide(BunFileSystem.layer))
  ))
