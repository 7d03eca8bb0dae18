/** Pictures that documents hold in formats that are no attachments of their own. */
import { afterAll, expect, test } from "bun:test"
import { Excerpt } from "../../src/chat/documents/Excerpt.ts"
import { Gallery } from "../../src/chat/documents/Gallery.ts"
import * as Pictures from "../../src/chat/documents/Pictures.ts"
import * as EmfRecords from "../../src/chat/documents/pictures/EmfRecords.ts"
import { Drawing } from "../../src/chat/documents/pictures/MetafileDrawing.ts"
import { makeReader, right } from "./Reader.ts"
import * as Scene from "./Scene.ts"
import { word } from "./Word.ts"

const reader = makeReader()
afterAll(reader.stop)

const prepared = async (bytes: Buffer) => {
  const type = Pictures.typeOf(bytes)
  if (type === undefined) throw new Error("is no picture")
  return await Pictures.prepare(bytes, type)
}

const refusal = (bytes: Buffer) => prepared(bytes).then(String, ({ message }: Error) => message)

/** What a channel may be off by. */
const LOSSY = 12

test("TIFF in a document becomes PNG, whatever its codes, its order of samples and its orientation", async () => {
  for (const name of ["lzw.tif", "jpeg.tif", "cmyk.tif", "tiles.tif", "turned.tif", "pages.tif"]) {
    const picture = await prepared(await Scene.fixture(name))
    const seen = await Scene.seen(picture.bytes)
    expect([name, picture.mimeType, seen.width, seen.height]).toEqual([name, "image/png", Scene.WIDTH, Scene.HEIGHT])
    expect([name, Scene.difference(seen.colors, Scene.SCENE) <= LOSSY]).toEqual([name, true])
  }
  const fax = await Scene.seen((await prepared(await Scene.fixture("fax.tif"))).bytes)
  expect(fax.colors.map(([red]) => red)).toEqual([0, 255, 0, 255])
})

test("a bitmap that a metafile of Windows draws becomes PNG", async () => {
  for (const name of ["scene.emf", "scene.wmf"]) {
    const picture = await prepared(await Scene.fixture(name))
    const seen = await Scene.seen(picture.bytes)
    expect([name, picture.mimeType, seen]).toEqual([
      name,
      "image/png",
      { width: Scene.WIDTH, height: Scene.HEIGHT, colors: [...Scene.SCENE] }
    ])
  }
})

/** A record of an EMF that draws the bitmap `file`, 48 wide, at a place. */
const drawn = (file: Buffer, left: number, top: number, operation = 0xcc0020): Buffer => {
  const bitmap = file.subarray(14)
  const head = Buffer.alloc(80)
  head.writeUInt32LE(81, 0)
  head.writeUInt32LE(80 + bitmap.length, 4)
  head.writeInt32LE(left, 24)
  head.writeInt32LE(top, 28)
  for (const [at, value] of [
    [48, 80],
    [52, 40],
    [56, 120],
    [60, bitmap.length - 40],
    [68, operation],
    [72, 48],
    [76, 32]
  ] as const)
    head.writeUInt32LE(value, at)
  return Buffer.concat([head, bitmap])
}

const metafile = (...records: ReadonlyArray<Buffer>): Buffer => {
  const head = Buffer.alloc(108)
  head.writeUInt32LE(1, 0)
  head.writeUInt32LE(108, 4)
  head.write(" EMF", 40, "latin1")
  return Buffer.concat([head, ...records])
}

test("bitmaps that a metafile draws beside and over each other make one picture", async () => {
  const file = Scene.sceneFile()
  const beside = await Scene.seen((await prepared(metafile(drawn(file, 0, 0), drawn(file, 48, 0)))).bytes)
  expect([beside.width, beside.height]).toEqual([2 * Scene.WIDTH, Scene.HEIGHT])
  // Where the two are one on the other, exclusive or leaves black.
  const over = await Scene.seen((await prepared(metafile(drawn(file, 0, 0), drawn(file, 0, 0, 0x660046)))).bytes)
  expect(over.colors).toEqual([Scene.BLACK, Scene.BLACK, Scene.BLACK, Scene.BLACK])
})

test("of an embedded picture that is broken, too large or of a rare kind it is said what it is", async () => {
  const tiff = await Scene.fixture("lzw.tif")
  const directory = tiff.readUInt32LE(4)
  for (const length of [9, directory, directory + 30])
    expect(await refusal(tiff.subarray(0, length))).toBe("is damaged")
  const changed = (tag: number, value: number, at = 8) => {
    const copy = Buffer.from(tiff)
    for (let entry = directory + 2; entry < copy.length - 12; entry += 12) {
      if (copy.readUInt16LE(entry) !== tag) continue
      if (at === 4) copy.writeUInt32LE(value, entry + 4)
      else {
        copy.writeUInt16LE(4, entry + 2)
        copy.writeUInt32LE(value, entry + 8)
      }
      return copy
    }
    throw new Error(`has no tag ${tag}`)
  }
  expect(await refusal(changed(256, 4_000_000_000))).toBe("has more than 50 million pixels")
  expect(await refusal(changed(256, 1_000_000))).toBe("has more than 20 million pixels")
  expect(await refusal(changed(257, 0))).toBe("is damaged")
  expect(await refusal(changed(277, 60_000))).toBe("is a TIFF of a kind that is not read")
  expect(await refusal(changed(259, 50_000))).toBe("is a TIFF of a kind that is not read")
  expect(await refusal(changed(273, 1_000_000_000, 4))).toBe("is damaged")
  const bitmap = Scene.sceneFile()
  bitmap.writeInt32LE(2_000_000_000, 18)
  expect(await refusal(metafile(drawn(bitmap, 0, 0)))).toBe("has more than 50 million pixels")
  const far = metafile(drawn(Scene.sceneFile(), 0, 0), drawn(Scene.sceneFile(), 2_000_000_000, 2_000_000_000))
  expect(await new Bun.Image((await prepared(far)).bytes).metadata()).toMatchObject({ width: 2_000, height: 2_000 })
})

test("what a TIFF's directory says twice counts once, as it is said first", async () => {
  const file = await Scene.fixture("lzw.tif")
  const directory = file.readUInt32LE(4)
  const entries = Array.from({ length: file.readUInt16LE(directory) }, (_, at) =>
    file.subarray(directory + 2 + at * 12, directory + 14 + at * 12)
  )
  const again = entries.map((entry) => {
    const copy = Buffer.from(entry)
    copy.writeUInt32LE(0xffff_0000, 8)
    return copy
  })
  const count = Buffer.alloc(2)
  count.writeUInt16LE(2 * entries.length)
  const whole = Buffer.concat([file, count, ...entries, ...again, Buffer.alloc(4)])
  whole.writeUInt32LE(file.length, 4)
  expect((await Scene.seen((await prepared(whole)).bytes)).width).toBe(Scene.WIDTH)
})

test("a picture of EMF+ is no longer than the records that hold it, however long they say that it is", () => {
  const records = Array.from({ length: 100_000 }, (_, at) => {
    const record = Buffer.alloc(12)
    record.writeUInt16LE(0x4008, 0)
    record.writeUInt16LE(0x0500 | (at === 99_999 ? 0 : 0x8000), 2)
    record.writeUInt32LE(12, 4)
    record.writeUInt32LE(0xffff_ffff, 8)
    return record
  })
  const head = Buffer.alloc(16)
  head.writeUInt32LE(70, 0)
  head.writeUInt32LE(16 + 12 * records.length, 4)
  head.write("EMF+", 12)
  const drawing = new Drawing()
  EmfRecords.read(Buffer.concat([head, ...records]), drawing)
  expect(drawing.files).toEqual([])
})

test("a chain of pages in a TIFF that leads back to its beginning is counted once", async () => {
  const tiff = Buffer.from(await Scene.fixture("lzw.tif"))
  const directory = tiff.readUInt32LE(4)
  tiff.writeUInt32LE(directory, directory + 2 + tiff.readUInt16LE(directory) * 12)
  expect(Pictures.besides(tiff, "image/tiff").pages).toBe(1)
})

const shown = (id: string) => `<w:p><w:r><w:drawing><a:blip r:embed="${id}"/></w:drawing></w:r></w:p>`

test("of a document's drawing without bitmaps the words are written, and of a TIFF's pages the first is shown", async () => {
  const file = word(shown("r1") + shown("r2"), {
    parts: {
      "word/media/a.tif": await Scene.fixture("pages.tif"),
      "word/media/b.emf": await Scene.fixture("words.emf")
    },
    relations: [
      ["r1", "image", "media/a.tif"],
      ["r2", "image", "media/b.emf"]
    ]
  })
  const { leftOut, pictures, text } = right(await reader.document(file))
  expect(text).toBe("[Picture 1]\n\n[Picture 2]\n\n[Words in picture 2:]\nHello ሰላም drawing")
  expect(pictures).toHaveLength(1)
  expect(leftOut).toEqual([
    "Of picture 1 only the first of 2 pages is included.",
    "Picture 2 is not included: it is a drawing of lines, which are not shown."
  ])
})

test("pictures of a document beyond the time that there is for them are left out, and it is said which", async () => {
  const excerpt = new Excerpt()
  let asked = 0
  const gallery = new Gallery(
    {
      read: async function* () {
        yield Scene.sceneFile()
      }
    },
    excerpt,
    () => ++asked > 1
  )
  for (const name of ["a", "b", "c"]) gallery.mark(name)
  expect(await gallery.finish()).toHaveLength(1)
  expect(excerpt.finish().leftOut).toEqual([
    "Pictures 2 to 3 are not included: the others took the time that there is."
  ])
})
