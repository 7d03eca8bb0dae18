/** A recording that comes behind one that was cut off, wherever that was. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test"
import { makeLiveEar, RATE } from "./LiveHeard.ts"
import { block, blocksOf, cluster, ebml, matroskaFile, pictureTrack, soundTrack } from "./matroskaFiles.ts"
import { tone } from "./sounds.ts"

setDefaultTimeout(60_000)

const ear = makeLiveEar()
afterAll(() => ear.dispose())

const CUT_OFF = "the file was cut off before its end; what is there was heard"

const { samples: voice } = tone(RATE, 0.2, 440)
const picture = (millis: number, length = 5_000) => block(2, millis, Buffer.alloc(length, 0x55))
const tracks = [soundTrack(1), pictureTrack(2)]
const whole = matroskaFile(tracks, [cluster(0, picture(0), ...blocksOf(1, 0, voice), picture(100))], false)

/** The same with another element at its end, so many bytes of which have come. */
const cutIn = (last: Uint8Array, count: number): Uint8Array => {
  const file = matroskaFile(tracks, [cluster(0, picture(0), ...blocksOf(1, 0, voice), last)], false)
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
  const file = matroskaFile(tracks, [attached, cluster(0, block(2, 0, marks), ...blocksOf(1, 0, voice))], false)
  for (const size of [5, 700, 100_000]) {
    const told = await ear.heard(file, size, { endsOnce: true })
    expect(told).toMatchObject({ samples: [...voice], warnings: [], failure: undefined })
  }
})

test("of a WebM that ends within a picture what is there is heard, and that it was cut off is told", async () => {
  for (const count of [3, 40, 3_000]) {
    const told = await ear.heard(cutIn(picture(200), count), 700, { endsOnce: true })
    expect(told).toMatchObject({ samples: [...voice], warnings: [CUT_OFF], failure: undefined })
  }
})
