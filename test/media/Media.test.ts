import { expect, test } from "bun:test"
import { connect } from "node:net"
import { Deferred, Effect, FastCheck, TestContext } from "effect"
import { BlobId } from "../../src/Domain.ts"
import { SignedUrl } from "../../src/media/SignedUrl.ts"
import { Blobs } from "../../src/storage/Blobs.ts"
import { ask, type Served, withServer } from "../access/Http.ts"
import type { EffectBody } from "../support/EffectBody.ts"
import { longTest } from "../support/Long.ts"
import { forAllAsync } from "../support/Property.ts"

const pattern = (length: number) => Buffer.from(Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 8)) % 256))

/** One below and one above what is answered from memory. */
const small = { id: "small", blob: BlobId.make("blob_small"), bytes: pattern(5_000) }
const large = { id: "large", blob: BlobId.make("blob_large"), bytes: pattern(700_000) }

const media = {
  small: { blob: small.blob, mimeType: "audio/mpeg", downloadName: "ሰላም.mp3" },
  large: { blob: large.blob, mimeType: "audio/wav", downloadName: "large.wav", disposition: "attachment" as const },
  gone: { blob: BlobId.make("blob_gone"), mimeType: "audio/wav", downloadName: "gone.wav" }
}

const store = (blob: BlobId, pieces: Iterable<Uint8Array>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const writer = yield* (yield* Blobs).create(blob)
      yield* Effect.forEach(pieces, writer.append, { discard: true })
      yield* writer.publish
    })
  )

/** The signed address of a medium on the test's server. */
const addressOf = (served: Served, id: string) =>
  Effect.map(
    Effect.flatMap(SignedUrl, (urls) => urls.sign(id)),
    ({ url }) => url.replace("http://public", served.url)
  )

const body = (response: Response) => Effect.promise(async () => Buffer.from(await response.arrayBuffer()))

const withMedia = <A>(body: EffectBody<Blobs | SignedUrl, [Served], A>) =>
  withServer({ media }, function* (served) {
    yield* Effect.all([store(small.blob, [small.bytes]), store(large.blob, [large.bytes])])
    return yield* Effect.gen(() => body(served))
  })

for (const { id, bytes, blob } of [small, large]) {
  test(`a signed address needs no key and gives the whole file, with its type, name and length (${id})`, () =>
    withMedia(function* (served) {
      const response = yield* ask(yield* addressOf(served, id))
      expect(response.status).toBe(200)
      expect((yield* body(response)).equals(bytes)).toBe(true)
      expect(response.headers.get("content-type")).toBe(id === "small" ? "audio/mpeg" : "audio/wav")
      expect(response.headers.get("content-length")).toBe(String(bytes.length))
      expect(response.headers.get("content-disposition")).toBe(
        id === "small"
          ? "inline; filename=\"___.mp3\"; filename*=UTF-8''%E1%88%B0%E1%88%8B%E1%88%9D.mp3"
          : 'attachment; filename="large.wav"'
      )
      expect(response.headers.get("accept-ranges")).toBe("bytes")
      expect(response.headers.get("etag")).toBe(`"${blob}"`)
      expect(response.headers.get("cache-control")).toBe("private")
    }))

  test(`any range is that slice, as 206 with its place (${id})`, () =>
    withMedia(function* (served) {
      const address = yield* addressOf(served, id)
      const position = FastCheck.nat(bytes.length - 1)
      yield* Effect.promise(() =>
        forAllAsync({ numRuns: 25 }, position, position, async (a, b) => {
          const [first, last] = [Math.min(a, b), Math.max(a, b)]
          const response = await fetch(address, { headers: { range: `bytes=${first}-${last}` } })
          expect(response.status).toBe(206)
          expect(response.headers.get("content-range")).toBe(`bytes ${first}-${last}/${bytes.length}`)
          expect(response.headers.get("cross-origin-resource-policy")).toBe("cross-origin")
          expect(response.headers.get("access-control-expose-headers")).toBe(
            "accept-ranges, content-range, content-length"
          )
          expect(response.headers.get("content-length")).toBe(String(last - first + 1))
          expect(bytes.subarray(first, last + 1).equals(Buffer.from(await response.arrayBuffer()))).toBe(true)
        })
      )
    }))

  test(`open-ended, suffix, whole, ignored and unsatisfiable ranges (${id})`, () =>
    withMedia(function* (served) {
      const address = yield* addressOf(served, id)
      const size = bytes.length
      const cases: ReadonlyArray<readonly [string, number, Buffer, string | null]> = [
        ["bytes=10-", 206, bytes.subarray(10), `bytes 10-${size - 1}/${size}`],
        ["bytes=-10", 206, bytes.subarray(-10), `bytes ${size - 10}-${size - 1}/${size}`],
        ["bytes=0-", 206, bytes, `bytes 0-${size - 1}/${size}`],
        ["bytes=0-1,5-6", 200, bytes, null]
      ]
      for (const [range, status, wanted, contentRange] of cases) {
        const response = yield* ask(address, { headers: { range } })
        expect([range, response.status, response.headers.get("content-range")]).toEqual([range, status, contentRange])
        expect((yield* body(response)).equals(wanted)).toBe(true)
      }
      const behind = yield* ask(address, { headers: { range: `bytes=${size}-` } })
      expect([behind.status, behind.headers.get("content-range")]).toEqual([416, `bytes */${size}`])
      expect(JSON.parse((yield* body(behind)).toString()).error.code).toBe("INVALID_REQUEST")
    }))

  test(`a changed If-Range gives the whole, a known If-None-Match gives 304 (${id})`, () =>
    withMedia(function* (served) {
      const address = yield* addressOf(served, id)
      const changed = yield* ask(address, { headers: { range: "bytes=0-9", "if-range": '"older"' } })
      expect(changed.status).toBe(200)
      expect((yield* body(changed)).equals(bytes)).toBe(true)
      const same = yield* ask(address, { headers: { range: "bytes=0-9", "if-range": `"${blob}"` } })
      expect([same.status, (yield* body(same)).length]).toEqual([206, 10])
      const known = yield* ask(address, { headers: { "if-none-match": `"${blob}"` } })
      expect([known.status, (yield* body(known)).length]).toEqual([304, 0])
    }))

  test(`HEAD answers like GET, without the bytes (${id})`, () =>
    withMedia(function* (served) {
      const address = yield* addressOf(served, id)
      const response = yield* ask(address, { method: "HEAD", headers: { range: "bytes=0-9" } })
      expect(response.status).toBe(200)
      expect(response.headers.get("content-length")).toBe(String(bytes.length))
      expect(response.headers.get("etag")).toBe(`"${blob}"`)
      expect((yield* body(response)).length).toBe(0)
    }))
}

test("an address that is unsigned, signed for another medium or expired is 403 URL_EXPIRED", () =>
  withMedia(function* (served) {
    const address = yield* addressOf(served, "small")
    const expired = yield* Effect.flatMap(SignedUrl, (urls) => urls.sign("small")).pipe(
      // Signed as in 1970, where a test clock starts.
      Effect.provide(TestContext.TestContext)
    )
    const wrong = [
      `${served.url}/media/small`,
      address.replace("/media/small", "/media/large"),
      address.replace(/expires=\d+/, "expires=99999999999"),
      `${address}x`,
      `${address}&expires=99999999999`,
      expired.url.replace("http://public", served.url)
    ]
    for (const url of wrong) {
      const response = yield* ask(url)
      expect([url, response.status]).toEqual([url, 403])
      expect(yield* Effect.promise(() => response.json())).toMatchObject({ error: { code: "URL_EXPIRED" } })
    }
  }))

test("a medium that was deleted since, or whose file is gone, is 404", () =>
  withMedia(function* (served) {
    for (const id of ["deleted", "gone"]) {
      const response = yield* ask(yield* addressOf(served, id))
      expect(response.status).toBe(404)
      expect(yield* Effect.promise(() => response.json())).toMatchObject({ error: { code: "NOT_FOUND" } })
    }
  }))

/** More than any socket buffers hold. */
const HUGE_BYTES = 192 * 1024 * 1024

for (const [way, range] of [
  ["whole", ""],
  ["as a stream", "range: bytes=0-1,3-4\r\n"]
] as const) {
  longTest(`a client that does not read costs no memory (${way})`, () =>
    withServer({ media: { huge: { ...media.large, blob: BlobId.make("blob_huge") } } }, function* (served) {
      const piece = new Uint8Array(HUGE_BYTES / 24)
      yield* store(
        BlobId.make("blob_huge"),
        Array.from({ length: 24 }, () => piece)
      )
      const { hostname, port, pathname, search } = new URL(yield* addressOf(served, "huge"))
      const started = yield* Deferred.make<void>()
      Bun.gc(true)
      const before = process.memoryUsage().rss
      const socket = yield* Effect.acquireRelease(
        Effect.sync(() => connect(Number(port), hostname)),
        (open) => Effect.sync(() => open.destroy())
      )
      socket.once("data", () => {
        socket.pause()
        Deferred.unsafeDone(started, Effect.void)
      })
      socket.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: qal\r\n${range}\r\n`)
      yield* Deferred.await(started)
      yield* Effect.sleep("400 millis")
      expect(process.memoryUsage().rss - before).toBeLessThan(HUGE_BYTES / 2)
    })
  )
}
