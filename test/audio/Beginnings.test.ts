/**
 * Where a sound begins and ends by the clock of its container, in files and as it comes alike: a player begins with the
 * first time of any track, whatever that is.
 */
import { expect, setDefaultTimeout, test } from "bun:test"
import { level, makeFileEar, recording } from "./Heard.ts"
import { fragmentedIso, pictureTrack as isoPictures, plainTrack, textTrack } from "./isoFiles.ts"
import { makeLiveEar, RATE } from "./LiveHeard.ts"
import { block, blocksOf, cluster, matroskaFile, pictureTrack, soundTrack } from "./matroskaFiles.ts"
import { bytesOf, tone } from "./sounds.ts"

setDefaultTimeout(60_000)

const ear = makeLiveEar()
const { heard: heardWhole } = makeFileEar()

const LOUD = -40
const SILENT = -70

interface Heard {
  readonly samples: Int16Array
  readonly seconds: number
  readonly warnings: ReadonlyArray<string>
}

/** As a socket brings it, in pieces. */
const heardLive = async (file: Uint8Array): Promise<Heard> => {
  const { failure, samples, warnings } = await ear.heard(file, 700, { endsOnce: true })
  expect(failure).toBeUndefined()
  return { samples: Int16Array.from(samples), seconds: samples.length / RATE, warnings }
}

const ways = [
  ["a file", heardWhole],
  ["it comes", heardLive]
] as const

const { samples: second } = tone(RATE, 1, 440)
/** A WebM of Opus at another time, in milliseconds: of its only cluster. */
const webmAt = async (millis: number): Promise<Uint8Array> => {
  const bytes = Buffer.from(await recording("live/late.webm"))
  bytes.writeUInt16BE(millis, bytes.indexOf(Buffer.from("e7820bb1", "hex")) + 2)
  return bytes
}

/** An MP4 in fragments, each of which stands so many seconds later. */
const fragmentsAt = async (seconds: number): Promise<Uint8Array> => {
  const bytes = Buffer.from(await recording("live/fragments.mp4"))
  const ticks = bytes.readUInt32BE(bytes.indexOf("mdhd") + 16)
  for (let at = bytes.indexOf("tfdt"); at >= 0; at = bytes.indexOf("tfdt", at + 4))
    bytes.writeBigUInt64BE(bytes.readBigUInt64BE(at + 8) + BigInt(seconds * ticks), at + 8)
  return bytes
}

/** An Ogg whose pages of sound stand so many seconds later. */
const oggAt = async (name: string, rate: number, seconds: number): Promise<Uint8Array> => {
  const bytes = Buffer.from(await recording(name))
  for (let at = bytes.indexOf("OggS"), page = 0; at >= 0; at = bytes.indexOf("OggS", at + 4), page++)
    if (page > 1) bytes.writeBigInt64LE(bytes.readBigInt64LE(at + 6) + BigInt(rate * seconds), at + 6)
  return bytes
}

const samplesAt = async (seconds: number): Promise<Uint8Array> =>
  matroskaFile([soundTrack(1)], [cluster(1_000 * seconds, ...blocksOf(1, 0, second))])

const kinds: ReadonlyArray<readonly [name: string, at: (seconds: number) => Promise<Uint8Array>]> = [
  ["WebM", (seconds) => webmAt(1_000 * seconds)],
  ["Matroska", samplesAt],
  ["MP4 in fragments", fragmentsAt],
  ["Ogg with Opus", (seconds) => oggAt("live/opus.ogg", 48_000, seconds)],
  ["Ogg with Vorbis", (seconds) => oggAt("live/vorbis.ogg", 16_000, seconds)],
  ["Ogg with FLAC", (seconds) => oggAt("live/flac-pages.ogg", 16_000, seconds)]
]

for (const [name, at] of kinds)
  for (const [way, hear] of ways)
    test(`a recording in ${name} that begins at 45 s by its clock begins at once as ${way}, as one that begins at 0 does`, async () => {
      const early = await hear(await at(0))
      for (const seconds of [1, 45]) {
        const late = await hear(await at(seconds))
        expect(late.warnings).toEqual([])
        expect(Math.abs(late.seconds - early.seconds)).toBeLessThan(0.02)
        expect(level(late.samples, 0.05, 0.9)).toBeGreaterThan(LOUD)
      }
    })

for (const [way, hear] of ways) {
  test(`of Opus in a recording that begins at 45 s as ${way} the same is heard as of one that begins at 0`, async () => {
    expect((await hear(await webmAt(45_000))).samples).toEqual((await hear(await webmAt(0))).samples)
  })

  test(`what is missing in the middle of a recording that begins at 45 s is silence as ${way}, and told`, async () => {
    const clusters = [cluster(45_000, ...blocksOf(1, 0, second)), cluster(50_000, ...blocksOf(1, 0, second))]
    const { samples, seconds, warnings } = await hear(matroskaFile([soundTrack(1)], clusters))
    expect(seconds).toBeCloseTo(6, 2)
    expect(level(samples, 1.05, 4.95)).toBeLessThan(SILENT)
    for (const from of [0.05, 5.05]) expect(level(samples, from, from + 0.9)).toBeGreaterThan(LOUD)
    expect(warnings).toEqual(["4.0 s are missing at 1.0 s; they were heard as silence"])
  })

  test.each([
    ["at 0", 0],
    ["at 45 s", 45_000]
  ] as const)(
    `a sound that begins later than the pictures of a Matroska that begins %s is behind silence as ${way}`,
    async (_, start) => {
      const pictures = Array.from({ length: 60 }, (_, at) => block(2, 100 * at, new Uint8Array(20)))
      const late = (millis: number) =>
        matroskaFile(
          [soundTrack(1), pictureTrack(2)],
          [
            cluster(start, ...pictures.slice(0, millis / 100)),
            cluster(start + millis, ...blocksOf(1, 0, second), ...pictures.slice(0, 10))
          ]
        )
      const { samples, seconds, warnings } = await hear(late(3_000))
      expect(seconds).toBeCloseTo(4, 2)
      expect(level(samples, 0, 2.95)).toBeLessThan(SILENT)
      expect(level(samples, 3.05, 3.95)).toBeGreaterThan(LOUD)
      expect(warnings).toEqual(["3.0 s are missing at 0.0 s; they were heard as silence"])
      // A microphone begins a moment later than a camera, and nothing is missing.
      const moment = await hear(late(400))
      expect(moment.seconds).toBeCloseTo(1.4, 2)
      expect(moment.warnings).toEqual([])
    }
  )

  const part = (at: number) => ({ track: 0, data: bytesOf(second), at: Math.round(at * RATE) })

  test(`a sound that begins later than the pictures of an MP4 in fragments is behind silence as ${way}`, async () => {
    const pictures = (at: number) => ({ track: 1, data: new Uint8Array(20), at: 1_000 * at })
    for (const start of [0, 45]) {
      const parts = [pictures(start), pictures(start + 2), part(start + 3), pictures(start + 3)]
      const { samples, seconds } = await hear(fragmentedIso([plainTrack(RATE), isoPictures], parts))
      expect(seconds).toBeCloseTo(4, 2)
      expect(level(samples, 0, 2.95)).toBeLessThan(SILENT)
      expect(level(samples, 3.05, 3.95)).toBeGreaterThan(LOUD)
    }
  })

  test(`an MP4 whose first fragment is of text begins with its first sound, whenever that is, as ${way}`, async () => {
    for (const start of [0, 45])
      for (const textAt of new Set([0, start])) {
        const text = { track: 1, data: new Uint8Array(20), at: 1_000 * textAt }
        const file = fragmentedIso([plainTrack(RATE), textTrack], [text, text, part(start), part(start + 1)])
        const { samples, seconds, warnings } = await hear(file)
        expect([seconds, warnings]).toEqual([2, []])
        expect(level(samples, 0.05, 1.95)).toBeGreaterThan(LOUD)
      }
  })

  test(`an edit list holds of an MP4 in fragments that begins at 0, and of one that begins at 45 s nothing is lost, as ${way}`, async () => {
    const edited = { ...plainTrack(RATE), editFrom: RATE / 10 }
    expect((await hear(fragmentedIso([edited], [part(0), part(1)]))).seconds).toBeCloseTo(1.9, 3)
    const late = await hear(fragmentedIso([edited], [part(45), part(46)]))
    expect(late.seconds).toBeCloseTo(2, 3)
    expect(late.warnings).toEqual([])
  })
}

test("a pause that an edit list says is heard, be it the first that is played", async () => {
  const { samples, seconds } = await heardWhole(await recording("alac-late.m4a"))
  expect(seconds).toBeCloseTo(0.9, 2)
  expect(level(samples, 0, 0.29)).toBeLessThan(SILENT)
})

test("of a Matroska whose head is followed by the middle of a cluster all is heard as it comes, without a hole", async () => {
  const clusters = [cluster(undefined, ...blocksOf(1, 20_000, second)), cluster(60_000, ...blocksOf(1, 0, second))]
  for (const isWhole of [true, false]) {
    const { seconds, warnings } = await heardLive(matroskaFile([soundTrack(1)], clusters, isWhole))
    expect(seconds).toBeCloseTo(2, 3)
    expect(warnings).toEqual([])
  }
})

test("of a client that sends the head again before each part of a Matroska nothing is missing where the parts begin", async () => {
  const parts = [3, 20, 45].map((start) =>
    matroskaFile([soundTrack(1)], [cluster(1_000 * start, ...blocksOf(1, 0, second))], false)
  )
  const { seconds, warnings } = await heardLive(new Uint8Array(Buffer.concat(parts)))
  expect(seconds).toBeCloseTo(3, 3)
  expect(warnings).toEqual([])
})
