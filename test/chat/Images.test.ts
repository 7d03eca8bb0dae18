import { afterAll, expect, test } from "bun:test"
import { longTest } from "../support/Long.ts"
import * as Files from "./Files.ts"
import { FIELD, failure, makeReader, right } from "./Reader.ts"

const reader = makeReader()
afterAll(reader.stop)

/** Fields of colours. */
const pattern = (width: number, height: number) =>
  Files.bmp(width, height, (x, y) => [(x >> 4) & 255, (y >> 4) & 255, 99])

const sizeOf = (bytes: Uint8Array) => new Bun.Image(bytes).metadata()

/** The colour (red, green, blue) of a picture of one pixel, read from its own raw form. */
const pixel = async (png: Uint8Array): Promise<ReadonlyArray<number>> => {
  const { inflateSync } = await import("node:zlib")
  const file = Buffer.from(png)
  const parts: Array<Buffer> = []
  let channels = 3
  let palette: Buffer | undefined
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at)
    const name = file.toString("latin1", at + 4, at + 8)
    const data = file.subarray(at + 8, at + 8 + length)
    if (name === "IHDR") channels = data[9] === 6 ? 4 : data[9] === 3 ? 1 : 3
    if (name === "PLTE") palette = data
    if (name === "IDAT") parts.push(data)
    at += 12 + length
  }
  const values = inflateSync(Buffer.concat(parts)).subarray(1, 1 + channels)
  return [...(palette === undefined ? values : palette.subarray((values[0] ?? 0) * 3, (values[0] ?? 0) * 3 + 3))].slice(
    0,
    3
  )
}

test("JPEG and PNG pass through as they are", async () => {
  const source = pattern(300, 200)
  const files = [
    ["image/jpeg", await new Bun.Image(source).jpeg().bytes()],
    ["image/png", await new Bun.Image(source).png().bytes()]
  ] as const
  for (const [mimeType, bytes] of files) {
    expect(right(await reader.image(bytes))).toEqual({ _tag: "Image", mimeType, bytes, leftOut: [] })
  }
})

test("the first frame of a GIF is taken, as PNG", async () => {
  const { bytes, mimeType } = right(await reader.image(Files.gif()))
  expect(mimeType).toBe("image/png")
  expect(await sizeOf(bytes)).toEqual({ width: 1, height: 1, format: "png" })
  expect(await pixel(bytes)).toEqual([255, 0, 0])
})

test("a BMP becomes a PNG with the same pixels", async () => {
  const { bytes, mimeType } = right(await reader.image(Files.bmp(1, 1, () => [30, 20, 10])))
  expect(mimeType).toBe("image/png")
  expect(await pixel(bytes)).toEqual([10, 20, 30])
})

longTest("a picture with too many pixels for the model is scaled to 2,048 pixels, in its proportions", async () => {
  const source = pattern(2100, 1050)
  const files = [
    ["image/jpeg", "jpeg", await new Bun.Image(source).jpeg().bytes()],
    ["image/jpeg", "jpeg", await new Bun.Image(source).webp().bytes()],
    ["image/png", "png", source]
  ] as const
  for (const [mimeType, format, bytes] of files) {
    const picture = right(await reader.image(bytes))
    expect(picture.mimeType).toBe(mimeType)
    const size = await sizeOf(picture.bytes)
    expect(size.format).toBe(format)
    expect(size.width).toBeLessThanOrEqual(2048)
    expect(size.width / size.height).toBeCloseTo(2, 1)
    expect(picture.bytes.length).toBeLessThanOrEqual(3_500_000)
  }
})

longTest("a picture that is large only in bytes is scaled until it is not", async () => {
  const noise = Files.bmp(1090, 1090, () => {
    const random = Math.floor(Math.random() * 0x1000000)
    return [random & 255, (random >> 8) & 255, random >> 16]
  })
  const png = await new Bun.Image(noise).png().bytes()
  expect(png.length).toBeGreaterThan(3_500_000)
  const picture = right(await reader.image(png))
  expect(picture.mimeType).toBe("image/png")
  expect(picture.bytes.length).toBeLessThanOrEqual(3_500_000)
})

const isRefused = async (bytes: Uint8Array, reason: string) =>
  expect(failure(await reader.image(bytes))).toEqual({
    code: "UNREADABLE_ATTACHMENT",
    param: FIELD,
    message: `${FIELD}: the file ${reason}`
  })

test("a picture of too many pixels is refused by its header alone", async () => {
  const reason = "has more than 50 million pixels"
  await isRefused(Files.hugePng(60_000, 60_000), reason)
  const gif = Files.gif()
  const frame = gif.indexOf(0x2c)
  gif.writeUInt16LE(60_000, frame + 5)
  gif.writeUInt16LE(60_000, frame + 7)
  await isRefused(gif, reason)
})

test("the readable part of a picture that was cut off is shown", async () => {
  const source = new Bun.Image(pattern(200, 200))
  const files = [await source.png().bytes(), await source.jpeg().bytes(), await source.webp().bytes()]
  for (const whole of files) {
    const { bytes } = right(await reader.image(whole.subarray(0, Math.floor(whole.length * 0.9))))
    expect(await sizeOf(bytes)).toMatchObject({ width: 200, height: 200 })
  }
})

test("broken pictures are refused", async () => {
  const png = await new Bun.Image(pattern(200, 200)).png().bytes()
  const webp = await new Bun.Image(pattern(200, 200)).webp().bytes()
  const jpeg = await new Bun.Image(pattern(200, 200)).jpeg().bytes()
  await isRefused(png.subarray(0, png.indexOf(0x49, 30)), "is damaged")
  await isRefused(webp.subarray(0, webp.length >> 1), "is damaged")
  await isRefused(jpeg.subarray(0, 100), "is damaged")
  await isRefused(Files.gif().subarray(0, 20), "is damaged")
  await isRefused(Files.hugePng(100, 100), "is damaged")
})
