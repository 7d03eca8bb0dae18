import { expect, test } from "bun:test"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { type Coding, choose, make, once, QUICK } from "../../src/http/Compressed.ts"

const ALL: ReadonlyArray<Coding> = ["br", "gzip", "identity"]

const cases: ReadonlyArray<readonly [string | undefined, Coding | undefined]> = [
  // What browsers, curl and libraries send.
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate", "gzip"],
  ["deflate", "identity"],
  ["*", "br"],
  [undefined, "identity"],
  ["", "identity"],
  // Weights (RFC 9110, 12.4.2).
  ["br;q=0.5, gzip;q=0.8", "gzip"],
  ["br;q=0.5, gzip;q=0.8, identity", "identity"],
  ["br;q=0, *", "gzip"],
  ["gzip;q=0, br;q=0", "identity"],
  ["gzip;q=0.001", "gzip"],
  ["identity;q=0", undefined],
  ["*;q=0", undefined],
  ["*;q=0, gzip", "gzip"],
  ["identity;q=0, *;q=0.1", "br"],
  ["identity;q=0, deflate, gzip;q=0.1", "gzip"],
  ["identity;q=1, *;q=0", "identity"],
  ["*;q=0, identity;q=0.1", "identity"],
  // However it is written.
  ["GZIP", "gzip"],
  ["x-gzip", "gzip"],
  [" gzip ;  q=1.000 ,br;Q=0.2", "gzip"],
  ["br;q=0.1,,gzip,", "gzip"],
  // What is not well-formed names nothing.
  ["br;q=2, gzip;q=0.5", "gzip"],
  ["br;q=, gzip;q=-1, identity", "identity"],
  ["br;level=4, gzip", "gzip"],
  ["brotli", "identity"],
  ["br gzip", "identity"]
]

test.each(cases)("accept-encoding: %p is answered with %p", (accepted, coding) => {
  expect(choose(accepted, new Set(ALL))).toBe(coding)
})

test("an accept-encoding of twenty thousand codings is read to its end", () => {
  expect(choose(`${"x,".repeat(20_000)}br`, new Set(ALL))).toBe("br")
})

test("a thing that is not compressed is sent as it is, unless that is refused", () => {
  const only = new Set<Coding>(["identity"])
  expect(choose("br, gzip", only)).toBe("identity")
  expect(choose("br, identity;q=0", only)).toBeUndefined()
})

const text = new TextEncoder().encode("ሰላም ".repeat(10_000))

test("text is compressed when it is first asked for, once, and is the same again", async () => {
  const thing = make("text/plain", text, QUICK)
  const [br, again, gzip] = await Promise.all([thing.codings.br?.(), thing.codings.br?.(), thing.codings.gzip?.()])
  expect(br).toBe(again)
  expect(brotliDecompressSync(br ?? "")).toEqual(Buffer.from(text))
  expect(gunzipSync(gzip ?? "")).toEqual(Buffer.from(text))
})

test("fonts and pictures are not compressed again, and a tag is of the contents", () => {
  expect(Object.keys(make("font/woff2", text, QUICK).codings)).toEqual(["identity"])
  expect(make("text/css", text, QUICK).tag).toBe(make("font/woff2", text, QUICK).tag)
  expect(make("text/css", text.subarray(1), QUICK).tag).not.toBe(make("text/css", text, QUICK).tag)
})

test("a thing that is made once is shared by all who ask meanwhile, and tried again after a failure", async () => {
  let tries = 0
  const get = once(async () => {
    tries++
    await Bun.sleep(1)
    if (tries === 1) throw new Error("not yet")
    return tries
  })
  expect(await Promise.allSettled([get(), get()])).toMatchObject([{ status: "rejected" }, { status: "rejected" }])
  expect(await Promise.all([get(), get(), get()])).toEqual([2, 2, 2])
  expect(await get()).toBe(2)
})
