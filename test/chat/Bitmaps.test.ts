import { expect, test } from "bun:test"
import { prepare } from "../../src/chat/documents/Pictures.ts"
import * as Scene from "./Scene.ts"

const [RED, GREEN, BLUE, YELLOW] = Scene.SCENE
const colors = [RED, GREEN, BLUE, YELLOW].flatMap((color) => color ?? [])
const palette = (bytes: 3 | 4) =>
  [RED, GREEN, BLUE, YELLOW].flatMap(([red, green, blue] = Scene.NOTHING) => [blue, green, red, 0].slice(0, bytes))

interface Made {
  readonly width?: number
  /** Negative: from the top. */
  readonly height: number
  readonly bits: number
  /** Of the header: 12, 16, 40, 64. */
  readonly header?: number
  readonly compression?: number
  readonly data: ReadonlyArray<number>
}

/** A bitmap of four colours. */
const made = ({ bits, compression = 0, data, header = 40, height, width = 4 }: Made): Buffer => {
  const indexed = bits <= 8 ? palette(header === 12 ? 3 : 4) : []
  const start = 14 + header + indexed.length
  const file = Buffer.alloc(start + data.length)
  file.write("BM", "latin1")
  file.writeUInt32LE(start, 10)
  file.writeUInt32LE(header, 14)
  if (header === 12) {
    for (const [at, value] of [width, height, 1, bits].entries()) file.writeUInt16LE(value, 18 + at * 2)
  } else {
    file.writeInt32LE(width, 18)
    file.writeInt32LE(height, 22)
    file.writeUInt16LE(1, 26)
    file.writeUInt16LE(bits, 28)
    if (header > 16) {
      file.writeUInt32LE(compression, 30)
      file.writeUInt32LE(4, 46)
    }
  }
  file.set(indexed, 14 + header)
  file.set(data, start)
  return file
}

const pixelsOf = async (options: Made) => {
  const { bytes, mimeType } = await prepare(made(options), "image/bmp")
  expect(mimeType).toBe("image/png")
  return (await Scene.allPixels(bytes)).map((color) => {
    const index = Scene.SCENE.findIndex((known) => known.every((value, channel) => value === color[channel]))
    return index < 0 ? color : index
  })
}

test("bitmaps of one, two, four and eight bits a pixel are read, with every header", async () => {
  expect(await pixelsOf({ bits: 1, height: 1, data: [0b0110_0000, 0, 0, 0] })).toEqual([0, 1, 1, 0])
  expect(await pixelsOf({ bits: 2, height: 1, data: [0b00_01_10_11, 0, 0, 0] })).toEqual([0, 1, 2, 3])
  expect(await pixelsOf({ bits: 4, height: 1, data: [0x01, 0x23, 0, 0] })).toEqual([0, 1, 2, 3])
  for (const header of [12, 16, 40, 64]) {
    expect(await pixelsOf({ bits: 8, header, height: 2, data: [0, 1, 2, 3, 3, 2, 1, 0] })).toEqual([
      3, 2, 1, 0, 0, 1, 2, 3
    ])
  }
})

test("a bitmap's first row is the lowest, unless its height is negative", async () => {
  const data = [0, 0, 0, 0, 1, 1, 1, 1]
  expect(await pixelsOf({ bits: 8, height: 2, data })).toEqual([1, 1, 1, 1, 0, 0, 0, 0])
  expect(await pixelsOf({ bits: 8, height: -2, data })).toEqual([0, 0, 0, 0, 1, 1, 1, 1])
})

test("a bitmap's rows are padded to four bytes", async () => {
  const colored = [RED, GREEN].flatMap(([red, green, blue] = Scene.NOTHING) => [blue, green, red, 99])
  expect(await pixelsOf({ bits: 24, width: 1, height: 2, data: colored })).toEqual([1, 0])
  expect(await pixelsOf({ bits: 32, width: 2, height: 1, data: colored })).toEqual([0, 1])
})

test("bitmaps of eight bits with run-length coding are read: runs of one value, of many, ends and moves", async () => {
  // Two of 1, three one by one of which one is beyond the row, its filling, the end of the row; one on, one up, three of 3.
  const data = [2, 1, 0, 3, 2, 3, 1, 0, 0, 0, 0, 2, 1, 1, 3, 3, 0, 1]
  expect(await pixelsOf({ bits: 8, compression: 1, height: 3, data })).toEqual([0, 3, 3, 3, 0, 0, 0, 0, 1, 1, 2, 3])
})

test("bitmaps of four bits with run-length coding are read: two values in turn, and values in pairs", async () => {
  const data = [3, 0x12, 0, 0, 0, 3, 0x32, 0x10, 0, 1]
  expect(await pixelsOf({ bits: 4, compression: 2, height: 2, data })).toEqual([3, 2, 1, 0, 1, 2, 1, 0])
})

test("OS/2 bitmaps of 24 bits with run-length coding are read", async () => {
  const [, , , ...rest] = palette(3)
  const data = [3, ...rest.slice(0, 3), 1, ...rest.slice(3, 6), 0, 1]
  expect(await pixelsOf({ bits: 24, header: 64, compression: 4, height: 1, data })).toEqual([1, 1, 1, 2])
})

test("a bitmap that was cut off is shown as far as it goes, black where it ends", async () => {
  const pixels = await pixelsOf({ bits: 8, height: -2, data: [1, 2, 3, 1, 2] })
  expect(pixels).toEqual([1, 2, 3, 1, 2, Scene.BLACK, Scene.BLACK, Scene.BLACK])
})

test("a bitmap whose alpha is zero everywhere is shown opaque", async () => {
  expect(await pixelsOf({ bits: 32, width: 1, height: 1, data: [...colors.slice(0, 3).reverse(), 0] })).toEqual([0])
})

const refusal = (file: Buffer) => prepare(file, "image/bmp").then(String, ({ message }: Error) => message)

test("a bitmap of too many pixels, of none, or with an unknown compression is refused", async () => {
  expect(await refusal(made({ bits: 1, width: 50_000, height: -50_000, data: [0] }))).toBe(
    "has more than 50 million pixels"
  )
  expect(await refusal(made({ bits: 1, width: -5, height: 5, data: [0] }))).toBe("is damaged")
  expect(await refusal(made({ bits: 7, height: 5, data: [0] }))).toBe("is damaged")
  for (const compression of [4, 5])
    expect(await refusal(made({ bits: 24, compression, height: 5, data: [0] }))).toBe("is damaged")
})

test("a JPEG or PNG that lies in a bitmap is taken out of it", async () => {
  for (const [compression, name, mimeType] of [
    [4, "turned-6.jpg", "image/jpeg"],
    [5, "palette.png", "image/png"]
  ] as const) {
    const file = made({ bits: 0, compression, width: 48, height: 32, data: [...(await Scene.fixture(name))] })
    const picture = await prepare(file, "image/bmp")
    const seen = await Scene.seen(picture.bytes)
    expect([picture.mimeType, seen.width, seen.height]).toEqual([mimeType, 48, 32])
    expect(Scene.difference(seen.colors, Scene.SCENE)).toBeLessThanOrEqual(12)
  }
})
