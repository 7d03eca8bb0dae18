import { expect, test } from "bun:test"
import { prepare } from "../../src/chat/documents/Pictures.ts"
import { pixelsOf } from "../../src/chat/documents/pictures/Pixels.ts"
import { imageOf } from "../../src/chat/MediaType.ts"
import * as Files from "./Files.ts"
import * as Scene from "./Scene.ts"

/** As a reading process does. */
const prepared = async (bytes: Buffer) => {
  const type = imageOf(bytes)
  if (type === undefined) throw new Error("is no picture")
  return await prepare(bytes, type)
}

const sizeOf = (bytes: Uint8Array) => new Bun.Image(bytes).metadata()

interface Wanted {
  readonly mimeType: string
  readonly colors?: ReadonlyArray<Scene.Color>
  /** What a channel may be off by: lossy codes, few bits, a palette. */
  readonly off?: number
}

const isScene = async (name: string, { colors = Scene.SCENE, mimeType, off = 0 }: Wanted) => {
  const picture = await prepared(await Scene.fixture(name))
  const seen = await Scene.seen(picture.bytes)
  expect([name, picture.mimeType, seen.width, seen.height]).toEqual([name, mimeType, Scene.WIDTH, Scene.HEIGHT])
  expect([name, Scene.difference(seen.colors, colors) <= off, seen.colors]).toEqual([name, true, seen.colors])
}

const [, ...LAST_THREE] = Scene.SCENE
const WITHOUT_FIRST = [Scene.NOTHING, ...LAST_THREE]
const LAST_ALONE = [Scene.NOTHING, Scene.NOTHING, Scene.NOTHING, ...Scene.SCENE.slice(3)]
const PNG = { mimeType: "image/png" } as const
const JPEG = { mimeType: "image/jpeg" } as const
/** Of JPEG and of lossy WebP. */
const LOSSY = 12

test("a picture's pixels are read as they were written, with alpha and without", async () => {
  const colors = (x: number, y: number) => [(x * 37) & 255, (y * 91 + x) & 255, (x * y) & 255] as const
  const source = Files.bmp(40, 30, (x, y) => colors(x, y))
  const { height, pixels, width } = await pixelsOf(source)
  expect([width, height]).toEqual([40, 30])
  for (const [at, pixel] of pixels.entries()) {
    const [blue, green, red] = colors(at % 40, Math.floor(at / 40))
    expect(pixel).toBe(((255 << 24) | (red << 16) | (green << 8) | blue) >>> 0)
  }
  const again = await pixelsOf(await new Bun.Image(await Scene.fixture("lossless-alpha.webp")).png().bytes())
  expect([again.pixels[0], again.pixels.at(-1)]).toEqual([0, 0xfff0e63c])
})

test("WebP becomes JPEG where it is lossy, else PNG", async () => {
  await isScene("lossy.webp", { ...JPEG, off: LOSSY })
  await isScene("lossless.webp", PNG)
  await isScene("lossy-alpha.webp", { ...PNG, colors: WITHOUT_FIRST, off: LOSSY })
  await isScene("lossless-alpha.webp", { ...PNG, colors: WITHOUT_FIRST })
})

test("HEIC becomes JPEG; a broken one is damaged", async () => {
  await isScene("scene.heic", { ...JPEG, off: LOSSY })
  const file = await Scene.fixture("scene.heic")
  const refusal = (bytes: Buffer) => prepared(bytes).then(String, ({ message }: Error) => message)
  for (const length of [40, 200, file.length - 20]) expect(await refusal(file.subarray(0, length))).toBe("is damaged")
})

test("the first frame of an animated WebP is taken, on its canvas", async () => {
  await isScene("animated.webp", PNG)
  await isScene("animated-lossy.webp", { ...JPEG, off: LOSSY })
  await isScene("animated-part.webp", { ...PNG, colors: LAST_ALONE })
})

test("the first frame of a GIF of every kind is taken, on its canvas, as PNG", async () => {
  for (const name of ["plain.gif", "interlaced.gif", "of-1987.gif", "animated.gif"])
    await isScene(name, { ...PNG, off: 2 })
  await isScene("transparent.gif", { ...PNG, colors: WITHOUT_FIRST })
  await isScene("part.gif", { ...PNG, colors: LAST_ALONE })
})

test("bitmaps of every depth become PNG", async () => {
  for (const name of ["24.bmp", "32.bmp", "os2.bmp", "palette.bmp", "rle8.bmp"]) await isScene(name, PNG)
  await isScene("v5-alpha.bmp", { ...PNG, colors: WITHOUT_FIRST })
  await isScene("565.bmp", { ...PNG, off: 8 })
  await isScene("555.bmp", { ...PNG, off: 8 })
  await isScene("444.bmp", { ...PNG, off: 20 })
  // The nearest colours of a fixed palette.
  await isScene("8.bmp", { ...PNG, off: 64 })
})

test("pictures of all eight orientations become upright, and no tag is left", async () => {
  for (const orientation of [2, 3, 4, 5, 6, 7, 8]) {
    const name = `turned-${orientation}.jpg`
    await isScene(name, { ...JPEG, off: LOSSY })
    const { bytes } = await prepared(await Scene.fixture(name))
    expect(Buffer.from(bytes).includes("Exif")).toBe(false)
  }
  // Some writers have the orientation as a long number.
  const long = Buffer.from(await Scene.fixture("turned-6.jpg"))
  const isLittle = long.includes("II*\0")
  const entry = long.indexOf(Buffer.from(isLittle ? "12010300" : "01120003", "hex"))
  if (isLittle) long.writeUInt16LE(4, entry + 2)
  else {
    long.writeUInt16BE(4, entry + 2)
    long.writeUInt32BE(6, entry + 8)
  }
  expect(await sizeOf((await prepared(long)).bytes)).toMatchObject({ width: Scene.WIDTH, height: Scene.HEIGHT })
  await isScene("turned.png", PNG)
  await isScene("turned.webp", PNG)
})

test("an orientation in a picture's second block of data, or an invalid one, turns nothing", async () => {
  const upright = await Scene.fixture("turned-1.jpg")
  const turned = await Scene.fixture("turned-6.jpg")
  const exif = turned.subarray(
    turned.indexOf("Exif") - 4,
    turned.indexOf("Exif") - 2 + turned.readUInt16BE(turned.indexOf("Exif") - 2)
  )
  const first = upright.indexOf("Exif") - 2 + upright.readUInt16BE(upright.indexOf("Exif") - 2)
  const both = Buffer.concat([upright.subarray(0, first), exif, upright.subarray(first)])
  for (const bytes of [upright, both]) expect(await prepared(bytes)).toMatchObject({ ...JPEG, bytes })
})

test("a picture that needs no change stays byte for byte", async () => {
  const trailing = Buffer.concat([await Scene.fixture("turned-1.jpg"), Buffer.from("and more")])
  const behind = Buffer.concat([await Scene.fixture("palette.png"), Buffer.from("and more")])
  const names = ["turned-1.jpg", "progressive.jpg", "grey.jpg", "palette.png", "interlaced.png"]
  for (const bytes of [trailing, behind, ...(await Promise.all(names.map(Scene.fixture)))]) {
    expect((await prepared(bytes)).bytes).toEqual(bytes)
  }
})

test("JPEG in CMYK or with arithmetic coding becomes common JPEG", async () => {
  for (const name of ["cmyk.jpg", "ycck.jpg", "arithmetic.jpg"]) {
    await isScene(name, { ...JPEG, off: LOSSY })
    const { bytes } = await prepared(await Scene.fixture(name))
    // Baseline, of eight bits; three components.
    const frame = Buffer.from(bytes).indexOf(Buffer.from([0xff, 0xc0]))
    expect([bytes[frame + 4], bytes[frame + 9]]).toEqual([8, 3])
  }
})

test("PNG in sixteen bits becomes one of eight, and an animated one its still picture", async () => {
  await isScene("16-bit.png", PNG)
  await isScene("interlaced.png", PNG)
  await isScene("animated.png", PNG)
  const grey = await prepared(await Scene.fixture("16-bit-grey.png"))
  expect(Buffer.from(grey.bytes)[24]).toBe(8)
  const seen = await Scene.seen(grey.bytes)
  expect(new Set(seen.colors.map(([red]) => red)).size).toBe(4)
  const animated = await Scene.fixture("animated.png")
  const still = Buffer.from((await prepared(animated)).bytes)
  for (const name of ["acTL", "fcTL", "fdAT"])
    expect([animated.includes(name), still.includes(name)]).toEqual([true, false])
})

test("a small picture of every format is never made larger", async () => {
  for (const name of ["lossless.webp", "turned-6.jpg", "rle8.bmp", "plain.gif"]) {
    const { height, width } = await sizeOf((await prepared(await Scene.fixture(name))).bytes)
    expect([width, height]).toEqual([48, 32])
  }
})
