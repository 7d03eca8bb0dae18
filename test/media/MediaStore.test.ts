/** Signed addresses whose files are in a bucket: through the server, and by way of the store's own addresses. */
import { expect, test } from "bun:test"
import { join } from "node:path"
import { Effect, Layer } from "effect"
import { BlobId } from "../../src/Domain.ts"
import { SignedUrl } from "../../src/media/SignedUrl.ts"
import { Blobs } from "../../src/storage/Blobs.ts"
import * as Sql from "../../src/storage/Sql.ts"
import * as S3Blobs from "../../src/storage/s3/S3Blobs.ts"
import { ask, type Served, withServer } from "../access/Http.ts"
import { bucketOf, objectStore, pattern } from "../storage/BlobWorld.ts"
import { type EffectBody, run } from "../support/EffectBody.ts"
import { temporary } from "../support/Folder.ts"
import type { ObjectStore } from "../support/ObjectStore.ts"

const clip = { blob: BlobId.make("blob_clip"), mimeType: "audio/mpeg", downloadName: "ሰላም & more.mp3" }
const gone = { ...clip, blob: BlobId.make("blob_gone") }
const bytes = Buffer.from(pattern(1_300_000))

const withBucket = (
  redirects: boolean,
  body: EffectBody<
    Blobs | SignedUrl,
    [bucket: ObjectStore, addressOf: (id: string) => Effect.Effect<string, never, SignedUrl>, served: Served]
  >
) =>
  run(function* () {
    const folder = yield* temporary
    const bucket = yield* objectStore()
    const blobs = Layer.provide(
      S3Blobs.layer({ bucket: bucketOf(bucket), redirects, folder }),
      Sql.layer(join(folder, "qal.sqlite"))
    )
    yield* Effect.promise(() =>
      withServer({ blobs, media: { clip, gone } }, function* (served) {
        yield* Effect.scoped(
          Effect.gen(function* () {
            const writer = yield* (yield* Blobs).create(clip.blob)
            yield* writer.append(bytes)
            yield* writer.publish
          })
        )
        const addressOf = (id: string) =>
          Effect.map(
            Effect.flatMap(SignedUrl, (urls) => urls.sign(id)),
            ({ url }) => url.replace("http://public", served.url)
          )
        return yield* Effect.gen(() => body(bucket, addressOf, served))
      })
    )
  })

const body = (response: Response) => Effect.promise(async () => Buffer.from(await response.arrayBuffer()))

const DISPOSITION = "inline; filename=\"___ & more.mp3\"; filename*=UTF-8''%E1%88%B0%E1%88%8B%E1%88%9D%20%26%20more.mp3"

for (const redirects of [false, true]) {
  const way = redirects ? "redirected to the store" : "through the server"
  test(`the whole file, a range and HEAD have the file's type, name and length (${way})`, () =>
    withBucket(redirects, function* (_, addressOf) {
      const address = yield* addressOf("clip")
      const whole = yield* ask(address)
      expect([whole.status, whole.redirected]).toEqual([200, redirects])
      expect(whole.headers.get("content-type")).toBe("audio/mpeg")
      expect(whole.headers.get("content-disposition")).toBe(DISPOSITION)
      // Bun says the length of no stream (oven-sh/bun#10507); ranges and HEAD have it.
      if (redirects) expect(whole.headers.get("content-length")).toBe(String(bytes.length))
      expect((yield* body(whole)).equals(bytes)).toBe(true)
      for (const [range, start, end] of [
        ["bytes=600000-1200000", 600_000, 1_200_001],
        ["bytes=-10", bytes.length - 10, bytes.length],
        ["bytes=5-", 5, bytes.length]
      ] as const) {
        const part = yield* ask(address, { headers: { range } })
        expect([part.status, part.headers.get("content-range")]).toEqual([
          206,
          `bytes ${start}-${end - 1}/${bytes.length}`
        ])
        expect((yield* body(part)).equals(bytes.subarray(start, end))).toBe(true)
      }
      expect((yield* ask(address, { headers: { range: "bytes=9999999-" } })).status).toBe(416)
      const head = yield* ask(address, { method: "HEAD" })
      expect([head.status, head.headers.get("content-length")]).toEqual([200, String(bytes.length)])
      expect(head.headers.get("content-type")).toBe("audio/mpeg")
    }))

  test(`an address that is not genuine is 403, and a file that is gone 404 (${way})`, () =>
    withBucket(redirects, function* (bucket, addressOf) {
      const asked = bucket.asked.length
      expect((yield* ask(`${yield* addressOf("clip")}x`)).status).toBe(403)
      expect((yield* ask(yield* addressOf("never"))).status).toBe(404)
      expect(bucket.asked.length).toBe(asked)
      expect((yield* ask(yield* addressOf("gone"))).status).toBe(404)
    }))
}

test("the store's address lives as long as ours, names one object, and may not be kept", () =>
  withBucket(true, function* (bucket, addressOf) {
    const address = yield* addressOf("clip")
    const answer = yield* ask(address, { redirect: "manual" })
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([307, "no-store"])
    const location = new URL(answer.headers.get("location") ?? "")
    const left = Number(new URL(address).searchParams.get("expires")) - Date.now() / 1_000
    expect(Math.abs(Number(location.searchParams.get("X-Amz-Expires")) - left)).toBeLessThan(3)
    expect(location.href).not.toContain(bucket.credentials.secretAccessKey)
    const other = location.href.replace("blob_clip", "blob_gone")
    expect((yield* ask(other)).status).toBe(403)
    expect((yield* ask(location.href, { method: "DELETE" })).status).toBe(403)
  }))

test("a connection to the store that is silent in the middle of a file ends the answer, and not as a whole one", () =>
  withBucket(false, function* (bucket, addressOf) {
    let reads = 0
    bucket.setFault(({ method }) => (method === "GET" && ++reads > 1 ? new Response(null, { status: 403 }) : undefined))
    const answer = yield* ask(yield* addressOf("clip"))
    expect(answer.status).toBe(200)
    expect(
      yield* Effect.promise(() =>
        answer.arrayBuffer().then(
          () => "whole",
          () => "broken off"
        )
      )
    ).toBe("broken off")
  }))
