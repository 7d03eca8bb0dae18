import { expect, test } from "bun:test"
import { crc32 } from "node:zlib"
import { FastCheck } from "effect"
import { prepare, sayMissing } from "../../src/chat/documents/Pictures.ts"
import { Unreadable } from "../../src/chat/documents/Unreadable.ts"
import { type ImageType, imageOf } from "../../src/chat/MediaType.ts"
import { forAllAsync } from "../support/Property.ts"
import * as Scene from "./Scene.ts"

const typeOf = (bytes: Buffer): ImageType => imageOf(bytes) ?? "image/bmp"
const prepared = (bytes: Buffer) => prepare(bytes, typeOf(bytes))

/** What becomes of it: its size and the colours of its quarters. */
const seen = async (bytes: Buffer) => Scene.seen((await prepared(bytes)).bytes)
const refusal = (bytes: Buffer) =>
  prepared(bytes).then(
    () => "",
    ({ message }: Error) => message
  )

const large = (): Bun.Image => new Bun.Image(Scene.sceneFile()).resize(480, 320, { filter: "nearest" })
const cut = (bytes: Uint8Array, part: number): Buffer => Buffer.from(bytes.subarray(0, Math.floor(bytes.length * part)))

const [RED, GREEN] = Scene.SCENE
const [, , BLUE, YELLOW] = Scene.SCENE
const isUpperHalf = (colors: ReadonlyArray<Scene.Color>) =>
  expect(Scene.difference(colors.slice(0, 2), [RED ?? Scene.NOTHING, GREEN ?? Scene.NOTHING])).toBeLessThan(12)

test("a JPEG that was cut off is shown as far as it goes, and is whole afterwards", async () => {
  for (const progressive of [false, true]) {
    const whole = await large().jpeg({ quality: 90, progressive }).bytes()
    for (const part of [0.98, 0.85]) {
      const { bytes } = await prepared(cut(whole, part))
      isUpperHalf((await Scene.seen(bytes)).colors)
      expect([...bytes.subarray(-2)]).toEqual([0xff, 0xd9])
    }
  }
  expect(await refusal(cut(await large().jpeg().bytes(), 0.1))).toBe("is damaged")
})

test("a PNG that was cut off, or whose data is damaged, is shown as far as it goes", async () => {
  const noise = await large().png({ compressionLevel: 0 }).bytes()
  isUpperHalf((await seen(cut(noise, 0.6))).colors)
  const damaged = Buffer.from(noise)
  damaged.fill(0xff, Math.floor(noise.length * 0.7), Math.floor(noise.length * 0.7) + 100)
  isUpperHalf((await seen(damaged)).colors)
  const interlaced = await Scene.fixture("interlaced.png")
  expect(await seen(cut(interlaced, 0.95))).toMatchObject({ width: 48, height: 32 })
})

test("a PNG whose side chunk has a wrong checksum loses the chunk and nothing else", async () => {
  const png = await Scene.fixture("palette.png")
  const text = Buffer.concat([Buffer.from("\0\0\0\x03tEXta\0b", "latin1"), Buffer.alloc(4)])
  text.writeUInt32BE((crc32(text.subarray(4, -4)) ^ 1) >>> 0, text.length - 4)
  expect((await prepared(Buffer.concat([png.subarray(0, 33), text, png.subarray(33)]))).bytes).toEqual(png)
})

test("a PNG without its end is whole afterwards", async () => {
  const png = await Scene.fixture("palette.png")
  const { bytes } = await prepared(png.subarray(0, -12))
  expect(Buffer.from(bytes).toString("latin1", bytes.length - 8, bytes.length - 4)).toBe("IEND")
  expect((await Scene.seen(bytes)).colors).toEqual([...Scene.SCENE])
})

test("a WebP that was cut off is shown where most of it is there", async () => {
  const whole = await large().webp({ quality: 90 }).bytes()
  isUpperHalf((await seen(cut(whole, 0.9))).colors)
  expect(await refusal(cut(whole, 0.3))).toBe("is damaged")
  const animated = await Scene.fixture("animated.webp")
  // What lacks is of the second frame.
  expect((await seen(cut(animated, 0.8))).colors).toEqual([...Scene.SCENE])
})

test("a GIF that was cut off behind its first frame is whole", async () => {
  const { colors } = await seen(cut(await Scene.fixture("animated.gif"), 0.9))
  expect(
    Scene.difference(
      colors,
      [RED, GREEN, BLUE, YELLOW].map((color) => color ?? Scene.NOTHING)
    )
  ).toBeLessThan(3)
})

/** What is said of it. */
const said = async (bytes: Buffer) => sayMissing(await prepared(bytes), "it")
const CUT = "The file of it is damaged or was cut off: what was lost is not shown."

test("a picture that was cut off or whose data is damaged says so, and a whole one says nothing", async () => {
  const wholes = [
    [Buffer.from(await large().jpeg({ quality: 90 }).bytes()), 0.85],
    [Buffer.from(await large().png({ compressionLevel: 0 }).bytes()), 0.6],
    [Buffer.from(await large().webp({ quality: 90 }).bytes()), 0.9],
    [await Scene.fixture("plain.gif"), 0.97],
    [await Scene.fixture("rle8.bmp"), 0.97],
    [await Scene.fixture("565.bmp"), 0.9],
    [Scene.sceneFile(), 0.7]
  ] as const
  for (const [whole, part] of wholes) {
    expect(await said(whole)).toEqual([])
    expect(await said(cut(whole, part))).toEqual([CUT])
  }
  const damaged = Buffer.from(wholes[1][0])
  damaged.fill(0xff, Math.floor(damaged.length * 0.7), Math.floor(damaged.length * 0.7) + 100)
  expect(await said(damaged)).toEqual([CUT])
  // All of the picture is there, and the end of its file is not.
  expect(await said((await Scene.fixture("palette.png")).subarray(0, -12))).toEqual([])
})

test("a JPEG that lacks its end mark and nothing else is whole, and one that ends within its last rows is not", async () => {
  for (const progressive of [false, true]) {
    const whole = Buffer.from(await large().jpeg({ quality: 90, progressive }).bytes())
    expect(await said(whole.subarray(0, -2))).toEqual([])
    expect(await said(Buffer.concat([whole.subarray(0, -2), Buffer.alloc(100)]))).toEqual([])
    expect(await said(cut(whole, 0.97))).toEqual([CUT])
  }
})

test("a picture whose header says 50,000 by 50,000 is refused before anything is allocated", async () => {
  const png = Buffer.from(await Scene.fixture("palette.png"))
  png.writeUInt32BE(50_000, 16)
  png.writeUInt32BE(50_000, 20)
  const gif = Buffer.from(await Scene.fixture("part.gif"))
  gif.writeUInt16LE(50_000, 6)
  gif.writeUInt16LE(50_000, 8)
  const jpeg = Buffer.from(await Scene.fixture("grey.jpg"))
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  jpeg.writeUInt16BE(50_000, frame + 5)
  jpeg.writeUInt16BE(50_000, frame + 7)
  const webp = Buffer.from(await Scene.fixture("animated-part.webp"))
  webp.writeUIntLE(50_000, 24, 3)
  webp.writeUIntLE(50_000, 27, 3)
  for (const bytes of [png, gif, jpeg, webp]) expect(await refusal(bytes)).toBe("has more than 50 million pixels")
})

const names = [
  "lossy.webp",
  "lossless-alpha.webp",
  "animated-part.webp",
  "plain.gif",
  "part.gif",
  "rle8.bmp",
  "565.bmp"
]
const others = [
  "v5-alpha.bmp",
  "turned-6.jpg",
  "progressive.jpg",
  "cmyk.jpg",
  "turned.png",
  "16-bit.png",
  "animated.png"
]
const fixtures = await Promise.all([...names, ...others].map(Scene.fixture))

/** A picture, or the refusal of one: nothing else comes of any bytes. */
const holds = async (bytes: Buffer) => {
  const type = imageOf(bytes)
  if (type === undefined) return
  const outcome = await prepare(bytes, type).catch((cause) => {
    if (cause instanceof Unreadable) return undefined
    throw cause
  })
  if (outcome === undefined) return
  expect(["image/jpeg", "image/png"]).toContain(outcome.mimeType)
  expect(imageOf(Buffer.from(outcome.bytes))).toBe(outcome.mimeType === "image/png" ? "image/png" : "image/jpeg")
}

test("a picture with any bytes changed, cut anywhere, is a picture or is refused", async () => {
  const change = FastCheck.tuple(
    FastCheck.double({ min: 0, max: 1, noNaN: true }),
    FastCheck.integer({ min: 0, max: 255 })
  )
  await forAllAsync(
    { numRuns: 150 },
    FastCheck.constantFrom(...fixtures),
    FastCheck.array(change, { maxLength: 6 }),
    FastCheck.double({ min: 0.05, max: 1, noNaN: true }),
    async (fixture, changes, part) => {
      const bytes = cut(fixture, part)
      // The size stays, so that each run is short.
      for (const [where, value] of changes) bytes[26 + Math.floor(where * (bytes.length - 27))] = value
      await holds(Buffer.from(bytes))
    }
  )
})

test("any bytes behind a picture's signature are a picture or are refused", async () => {
  const signatures = ["\xff\xd8\xff", "\x89PNG\r\n\x1a\n", "GIF89a", "RIFF\x40\0\0\0WEBPVP8X", "RIFF\x40\0\0\0WEBPVP8L"]
  await forAllAsync(
    { numRuns: 200 },
    FastCheck.constantFrom(...signatures),
    FastCheck.uint8Array({ maxLength: 120 }),
    (signature, rest) => holds(Buffer.concat([Buffer.from(signature, "latin1"), rest]))
  )
})
