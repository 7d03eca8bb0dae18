/** A recording behind one that was cut off, wherever that was, in files and as it comes alike. */
import { expect, setDefaultTimeout, test } from "bun:test"
import { makeFileEar } from "./Heard.ts"
import { makeLiveEar, RATE } from "./LiveHeard.ts"
import { block, blocksOf, cluster, ebml, matroskaFile, pictureTrack, soundTrack } from "./matroskaFiles.ts"
import { tone } from "./sounds.ts"

setDefaultTimeout(60_000)

const ear = makeLiveEar()
const { heard: heardWhole } = makeFileEar()

const CUT_OFF = "the file was cut off before its end; what is there was heard"

const { samples: voice } = tone(RATE, 0.2, 440)
const picture = (millis: number, length = 5_000) => block(2, millis, Buffer.alloc(length, 0x55))
const tracks = [soundTrack(1), pictureTrack(2)]
const begun = [picture(0, 300), ...blocksOf(1, 0, voice)]
const whole = matroskaFile(tracks, [cluster(0, ...begun, picture(100, 300))], false)

/** The same with another element at its end, so many bytes of which have come. */
const cutIn = (last: Uint8Array, count: number): Uint8Array => {
  const file = matroskaFile(tracks, [cluster(0, ...begun, last)], false)
  return file.subarray(0, file.length - last.length + count)
}

/** What is heard where the next recording comes behind that. */
const heardBehind = (cut: Uint8Array, size: number) =>
  ear.heard(new Uint8Array(Buffer.concat([cut, whole])), size, { endsOnce: true })

const twice = { samples: [...voice, ...voice], warnings: [CUT_OFF], failure: undefined }

/** Also where a recording may end between elements: behind the head of one that is opened, or the time of a cluster. */
const elements: ReadonlyArray<readonly [what: string, element: Uint8Array, ends?: ReadonlyArray<number>]> = [
  ["a picture", picture(200)],
  ["a picture in a group", ebml("a0", ebml("a1", Buffer.of(0x82, 0, 0, 0), Buffer.alloc(5_000, 0x55))), [9]],
  ["a sound", block(1, 200, Buffer.alloc(3_200, 0x55))],
  ["a cluster", cluster(200, picture(0)), [12, 25]],
  ["an element that nobody reads", ebml("ec", Buffer.alloc(5_000))]
]

for (const [what, element, ends = []] of elements)
  test(`behind a WebM that was cut off within the head of ${what} or behind it the next recording is heard`, async () => {
    // To behind the longest head of an element, that of a block or of a time in it.
    for (let count = 1; count < 32; count++) {
      const warnings = ends.includes(count) ? [] : [CUT_OFF]
      expect([count, await heardBehind(cutIn(element, count), 700)]).toMatchObject([count, { ...twice, warnings }])
    }
    for (const count of [1, 5, 20]) expect(await heardBehind(cutIn(element, count), 7)).toMatchObject(twice)
  })

for (const [what, element] of elements)
  test(`a WebM file that was cut off within ${what} and joined with another is heard, and the other behind it`, async () => {
    const last = element.length - 1
    for (const count of [1, 2, 5, 8, 9, 10, 12, 14, 20, 25, 29, 40, 3_000, last - 64, last - 3, last]) {
      const file = new Uint8Array(Buffer.concat([cutIn(element, count), whole]))
      const { samples, warnings } = await heardWhole(file)
      expect([count, ...samples]).toEqual([count, ...twice.samples])
      expect(warnings.filter((one) => one !== CUT_OFF)).toEqual([])
    }
    expect((await heardWhole(new Uint8Array(Buffer.concat([cutIn(element, 40), whole])))).warnings).toEqual([CUT_OFF])
  })

test("a WebM file that was cut off in its own head and joined with another is passed over, be it many times", async () => {
  const start = whole.indexOf(0xa3)
  for (const count of [20, 40, 45, 60, 100, 150, 200].filter((one) => one < start)) {
    const file = new Uint8Array(Buffer.concat([whole.subarray(0, count), whole]))
    const { samples, warnings } = await heardWhole(file)
    expect([count, warnings, ...samples]).toEqual([count, [CUT_OFF], ...voice])
  }
  const heads = Array.from({ length: 20_000 }, () => whole.subarray(0, 45))
  expect([...(await heardWhole(new Uint8Array(Buffer.concat([...heads, whole])))).samples]).toEqual([...voice])
})

test("behind a WebM that was cut off in the middle of a picture the next recording is heard, in pieces of any size", async () => {
  const cut = cutIn(picture(200), 3_000)
  for (const size of [5, 64, 700, 100_000]) expect(await heardBehind(cut, size)).toMatchObject(twice)
  // Each piece as a recorder makes it.
  const { failure, samples } = await ear.heard(new Uint8Array(Buffer.concat([cut, whole])), cut.length)
  expect([failure, samples]).toEqual([undefined, twice.samples])
})

test("behind a WebM that was cut off shortly before the end of a picture the next recording is heard", async () => {
  const last = picture(200)
  // Where it is whole at the end of a piece, its last bytes are the next recording's if all that this begins with is there.
  for (const missing of [1, 2, 3, 4, 5, 30, 63, 64, 65])
    for (const size of missing < 4 ? [100_000] : [10, 700, 100_000])
      expect([missing, await heardBehind(cutIn(last, last.length - missing), size)]).toMatchObject([missing, twice])
})

test("a picture with a mark that begins no file, and a file within an attachment, are passed over", async () => {
  const marks = Buffer.concat(Array.from({ length: 1_000 }, () => Buffer.from("1a45dfa3", "hex")))
  const attached = ebml("1941a469", ebml("61a7", ebml("465c", whole)))
  for (const isWhole of [true, false]) {
    const clusters = [attached, cluster(0, block(2, 0, marks), ...blocksOf(1, 0, voice))]
    const file = matroskaFile(tracks, clusters, isWhole)
    for (const size of [5, 700, 100_000]) {
      const told = await ear.heard(file, size, { endsOnce: true })
      expect(told).toMatchObject({ samples: [...voice], warnings: [], failure: undefined })
    }
    const { samples, warnings } = await heardWhole(file)
    expect([warnings, ...samples]).toEqual([[], ...voice])
  }
})

test("of a WebM that ends within a picture what is there is heard, and that it was cut off is told", async () => {
  for (const count of [3, 40, 3_000]) {
    const told = await ear.heard(cutIn(picture(200), count), 700, { endsOnce: true })
    expect(told).toMatchObject({ samples: [...voice], warnings: [CUT_OFF], failure: undefined })
  }
})
