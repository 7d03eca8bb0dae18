/** Sound of several tracks as it comes, however far apart these are, and what decoders hold back at an end. */
import { expect, setDefaultTimeout, test } from "bun:test"
import { recording } from "./Heard.ts"
import { flacTrack, fragmentedIso, type IsoPart, plainTrack, wholeIso } from "./isoFiles.ts"
import { makeLiveEar, RATE } from "./LiveHeard.ts"
import { block, blocksOf, cluster, ebml, matroskaFile, soundTrack } from "./matroskaFiles.ts"
import { bytesOf, frequency, tone } from "./sounds.ts"

setDefaultTimeout(60_000)

const ear = makeLiveEar()
const ONCE = { endsOnce: true }

const SECONDS = 6
const voice = tone(RATE, SECONDS, 440).samples
const other = tone(RATE, SECONDS, 700).samples
const silence = new Int16Array(SECONDS * RATE)
/** The track that is heard, the tone of which is so high, from its first sample on. */
const expectHeard = async (file: Uint8Array, number: number, hertz: number, size = 2_000) => {
  const { failure, samples, warnings } = await ear.heard(file, size, ONCE)
  expect(failure).toBeUndefined()
  expect(samples.length / RATE).toBeCloseTo(SECONDS, 2)
  for (const from of [0.1, SECONDS - 1])
    expect(Math.abs(frequency(samples.slice(from * RATE, (from + 0.8) * RATE), RATE) - hertz)).toBeLessThan(5)
  expect(warnings).toEqual([`the file has 2 sound tracks; number ${number} was heard`])
}

/** Of two tracks, the first of which comes before the second or behind it, which is heard. */
const orders: ReadonlyArray<
  readonly [what: string, first: Int16Array, isFirstLast: boolean, number: number, hertz: number]
> = [
  ["the second, behind a silent first", silence, false, 2, 440],
  ["the second, before a silent first", silence, true, 2, 440],
  ["the first, which comes last", other, true, 1, 700]
]

for (const [what, first, isFirstLast, number, hertz] of orders) {
  const inOrder = <A>(one: A, two: A): ReadonlyArray<A> => (isFirstLast ? [two, one] : [one, two])

  test(`of two tracks of an MP4 with its index first that lie one behind the other there is heard ${what}`, async () => {
    const tracks = [plainTrack(RATE), plainTrack(RATE)]
    const parts = inOrder<IsoPart>({ track: 0, data: bytesOf(first) }, { track: 1, data: bytesOf(voice) })
    for (const size of [2_000, 1_000_000]) await expectHeard(wholeIso(tracks, parts), number, hertz, size)
    // Three seconds of each in turn.
    const half = (samples: Int16Array, at: number) => bytesOf(samples.subarray(at * 3 * RATE, (at + 1) * 3 * RATE))
    const turns = [0, 1].flatMap((at) =>
      inOrder<IsoPart>({ track: 0, data: half(first, at) }, { track: 1, data: half(voice, at) })
    )
    await expectHeard(wholeIso(tracks, turns), number, hertz)
  })

  test(`of two tracks of a Matroska that is whole, in clusters one behind the other, there is heard ${what}`, async () => {
    const tracks = [soundTrack(1), soundTrack(2)]
    const blocks = inOrder(blocksOf(1, 0, first), blocksOf(2, 0, voice))
    await expectHeard(matroskaFile(tracks, [cluster(0, ...blocks.flat())]), number, hertz)
    await expectHeard(
      matroskaFile(
        tracks,
        blocks.map((own) => cluster(0, ...own))
      ),
      number,
      hertz
    )
  })
}

test("of two tracks of an MP4 whose fragments are of one track each the second is heard from its start", async () => {
  const part = (track: number, samples: Int16Array, at: number): IsoPart => ({
    track,
    data: bytesOf(samples.subarray(at * 3 * RATE, (at + 1) * 3 * RATE)),
    at: at * 3 * RATE
  })
  const parts = [0, 1].flatMap((at) => [part(0, silence, at), part(1, voice, at)])
  await expectHeard(fragmentedIso([plainTrack(RATE), plainTrack(RATE)], parts), 2, 440)
})

test("a Matroska that is recorded as it is sent is not waited for by a track that never comes", async () => {
  const file = matroskaFile([soundTrack(1), soundTrack(2)], [cluster(0, ...blocksOf(2, 0, voice))], false)
  const told = await ear.heard(file, 2_000, ONCE)
  expect(told.first).toBeLessThan((2.5 / SECONDS) * Math.ceil(file.length / 2_000))
  expect(told.samples.length / RATE).toBeCloseTo(SECONDS, 2)
})

test("a Matroska that says how long it is waits ten seconds for a track that never comes, and no longer", async () => {
  const seconds = 20
  const { samples: long } = tone(RATE, seconds, 440)
  const file = matroskaFile([soundTrack(1), soundTrack(2)], [cluster(0, ...blocksOf(2, 0, long))])
  const told = await ear.heard(file, 2_000, ONCE)
  expect(told.first).toBeLessThan((10.5 / seconds) * Math.ceil(file.length / 2_000))
  expect([told.failure, told.samples.length / RATE]).toEqual([undefined, seconds])
})

test("a first track of an MP4 that is silent for megabytes does not end a sound whose second lies behind it", async () => {
  const quiet = new Uint8Array(9_600_000)
  const parts = [
    { track: 0, data: quiet },
    { track: 1, data: bytesOf(tone(48_000, 1, 440).samples) }
  ]
  const { failure, samples } = await ear.heard(wholeIso([plainTrack(48_000), plainTrack(48_000)], parts), 100_000, ONCE)
  expect(failure).toBeUndefined()
  expect(samples.length / RATE).toBeGreaterThan(80)
})

test("what is not played of a block of a track that is passed over is heard of the other", async () => {
  const group = ebml(
    "a0",
    ebml("a1", Buffer.of(0x82, 0, 0, 0x80), Buffer.alloc(320)),
    ebml("75a2", Buffer.of(2, 250, 240, 128))
  )
  const blocks = blocksOf(1, 0, voice).flatMap((one, at) => (at % 7 === 3 ? [group, one] : [one]))
  const file = matroskaFile([soundTrack(1), soundTrack(2)], [cluster(0, ...blocks)], false)
  const { failure, samples } = await ear.heard(file, 2_000, ONCE)
  expect([failure, samples]).toEqual([undefined, [...voice]])
})

test("big-endian samples in a Matroska are heard as they come", async () => {
  const turned = new Int16Array(new Uint8Array(Buffer.from(bytesOf(voice)).swap16()).buffer)
  const file = matroskaFile([soundTrack(1, "A_PCM/INT/BIG")], [cluster(0, ...blocksOf(1, 0, turned))])
  const { failure, samples } = await ear.heard(file, 2_000, ONCE)
  expect([failure, samples]).toEqual([undefined, [...voice]])
})

/** Frames of `blocks.flac`, of 1,152 samples at 8,000 Hz each, and what it says of them. */
const flacFrames = async () => {
  const file = await recording("blocks.flac")
  const places = [8_288, 10_066, 11_756, 13_344]
  return {
    info: file.subarray(8, 42),
    frames: places.slice(0, 3).map((start, at) => file.subarray(start, places[at + 1]))
  }
}
const FRAME_SECONDS = 1_152 / 8_000

const secondsOf = async (file: Uint8Array): Promise<number> => {
  const { failure, samples } = await ear.heard(file, 500, ONCE)
  expect(failure).toBeUndefined()
  return samples.length / RATE
}

test("of FLAC in an MP4 that was cut off the last frame that came is heard", async () => {
  const { frames, info } = await flacFrames()
  const parts = frames.map((data) => ({ track: 0, data }))
  const file = wholeIso([flacTrack(8_000, 1_152, info)], parts)
  expect(await secondsOf(file)).toBeCloseTo(3 * FRAME_SECONDS, 3)
  expect(await secondsOf(file.subarray(0, file.length - 100))).toBeCloseTo(2 * FRAME_SECONDS, 3)
})

test("of FLAC in an MP4 in fragments the last frame is heard, also before another file and at the end of a turn", async () => {
  const { frames, info } = await flacFrames()
  const parts = frames.map((data, at) => ({ track: 0, data, at: at * 1_152 }))
  const file = fragmentedIso([flacTrack(8_000, 1_152, info)], parts)
  expect(await secondsOf(file)).toBeCloseTo(3 * FRAME_SECONDS, 3)
  expect(await secondsOf(new Uint8Array(Buffer.concat([file, file])))).toBeCloseTo(6 * FRAME_SECONDS, 3)
  const { samples } = await ear.heard(file, 500)
  expect(samples.length / RATE).toBeCloseTo(3 * FRAME_SECONDS, 3)
})

test("of FLAC in Matroska the last frame is heard before another file", async () => {
  const { frames, info } = await flacFrames()
  const header = Buffer.concat([Buffer.from("fLaC\x80\0\0\x22", "latin1"), info])
  const blocks = frames.map((data, at) => block(1, Math.round(1_000 * at * FRAME_SECONDS), data))
  const file = matroskaFile([soundTrack(1, "A_FLAC", header)], [cluster(0, ...blocks)], false)
  expect(await secondsOf(file)).toBeCloseTo(3 * FRAME_SECONDS, 3)
  expect(await secondsOf(new Uint8Array(Buffer.concat([file, file])))).toBeCloseTo(6 * FRAME_SECONDS, 3)
})

test.each(["vorbis.webm", "flac.mkv", "vorbis.ogg", "flac.ogg"])(
  "%s is heard to its last packet, be there another file behind it or its end be cut off before that",
  async (name) => {
    const file = Buffer.from(await recording(`live/${name}`))
    const one = await secondsOf(file)
    expect(await secondsOf(new Uint8Array(Buffer.concat([file, file])))).toBeCloseTo(2 * one, 2)
    const cut = file.subarray(0, file.length - 300)
    const short = await secondsOf(cut)
    expect(await secondsOf(new Uint8Array(Buffer.concat([cut, file])))).toBeGreaterThan(short + one - 0.01)
  }
)
