/** Damage in the middle of a file: what comes behind it is heard, at its time where the file has a clock, and it is said. */
import { expect, test } from "bun:test"
import { load as loadAac } from "../../src/audio/AacSink.ts"
import * as Flac from "../../src/audio/Flac.ts"
import { load as loadFlac } from "../../src/audio/FlacSink.ts"
import { adtsLength } from "../../src/audio/Tags.ts"
import { level, makeFileEar } from "./Heard.ts"
import { block, blocksOf, cluster, matroskaFile, soundTrack } from "./matroskaFiles.ts"
import { tone } from "./sounds.ts"

const { heard } = makeFileEar()

const SECONDS = 3
const RATE = 44_100
const voice = Float32Array.from(tone(RATE, SECONDS, 440).samples, (sample) => sample / 32_768)

/** So many bytes from a place on are others. */
const damaged = (file: Uint8Array, at: number, count: number): Uint8Array =>
  file.map((byte, index) => (index >= at && index < at + count ? byte ^ 0x5a : byte))

const flacFile = async (): Promise<Uint8Array> => {
  const sink = await (await loadFlac())()
  const frames = Buffer.concat([sink.write(voice), sink.end()])
  return new Uint8Array(Buffer.concat([Flac.head(voice.length), frames]))
}

const missing = expect.stringMatching(/^0\.1 s are missing at \d\.\d s; they were heard as silence$/)

/** All of the last second sounds. */
const soundsToItsEnd = (samples: Int16Array, seconds: number) =>
  expect(level(samples, seconds - 1, seconds)).toBeGreaterThan(-20)

test("a FLAC file with a damaged frame, in its head or behind it, is heard to its end, with silence in the place of the frame", async () => {
  const file = await flacFile()
  const frames: Array<number> = []
  for (let at = file.indexOf(0xff, 42); at >= 0; at = file.indexOf(0xff, at + 1))
    if (file[at + 1] === 0xf8) frames.push(at)
  const middle = frames[Math.floor(frames.length / 2)] ?? 0
  expect((await heard(file)).warnings).toEqual([])
  // The first one too; the frame before a damaged head is heard.
  for (const at of [middle + 1, middle + 40, 42 + 1, 42 + 40]) {
    const { samples, seconds, warnings } = await heard(damaged(file, at, 30))
    expect(warnings).toEqual([missing])
    expect(seconds).toBeCloseTo(SECONDS, 2)
    soundsToItsEnd(samples, SECONDS)
  }
})

const aacFile = async (): Promise<Uint8Array> => {
  const sink = (await loadAac())()
  const file = new Uint8Array(Buffer.concat([sink.write(voice), sink.end()]))
  sink.release()
  return file
}

const PART_IS_DAMAGED = "a part of the file is damaged; what is there was heard"

test("AAC in ADTS with damage in one of its first frames, at its end, or in a head that says what cannot be read, is heard, and that is said", async () => {
  const file = await aacFile()
  const starts = [0]
  for (let at = 0; at < file.length; starts.push(at)) at += adtsLength(Buffer.from(file), at) ?? file.length
  const [, second = 0, third = 0] = starts
  const [last = 0] = starts.slice(-2)
  const middle = starts[starts.length >> 1] ?? 0
  const broken = [
    damaged(file, 4, 1),
    damaged(file, second, 4),
    damaged(file, third, 4),
    damaged(file, last, 4),
    new Uint8Array(Buffer.concat([file, Buffer.alloc(50, 0x55)])),
    // More blocks than one, and no order of channels.
    file.map((byte, at) => (at === middle + 6 ? byte | 3 : byte)),
    file.map((byte, at) => (at === middle + 3 ? byte & 0x3f : byte))
  ]
  for (const given of broken) {
    const { seconds, warnings } = await heard(given)
    expect(warnings).toEqual([PART_IS_DAMAGED])
    expect(SECONDS + 0.1 - seconds).toBeLessThan(0.2)
  }
  for (const end of [file.length - 2, last + 3])
    expect((await heard(file.subarray(0, end))).warnings).toEqual([
      "the file was cut off before its end; what is there was heard"
    ])
})

test("tags between the parts of a broadcast in ADTS and behind it are no damage, nor are zeros at its end", async () => {
  const file = await aacFile()
  const tag = Buffer.concat([Buffer.from("ID3\x04\0\0\0\0\0\x3f", "latin1"), Buffer.alloc(63, 0x41)])
  const behind = Buffer.concat([Buffer.from("TAG"), Buffer.alloc(125)])
  const { seconds } = await heard(file)
  const joined = await heard(new Uint8Array(Buffer.concat([tag, file, tag, file, behind])))
  expect(joined.warnings).toEqual([])
  expect(joined.seconds).toBeGreaterThan(2 * seconds - 0.1)
  expect((await heard(new Uint8Array(Buffer.concat([file, Buffer.alloc(500)])))).warnings).toEqual([])
})

test("AAC in ADTS is heard behind a frame that is damaged, which is said", async () => {
  const file = await aacFile()
  const whole = await heard(file)
  expect(whole.warnings).toEqual([])
  const { samples, seconds, warnings } = await heard(damaged(file, file.length >> 1, 200))
  expect(warnings).toEqual(["a part of the file is damaged; what is there was heard"])
  expect(whole.seconds - seconds).toBeLessThan(0.15)
  soundsToItsEnd(samples, seconds)
})

test("behind damage within a cluster of a Matroska file its blocks go on, on their clock, and it is said", async () => {
  const { samples: spoken } = tone(16_000, SECONDS, 440)
  const file = matroskaFile([soundTrack(1)], [cluster(0, ...blocksOf(1, 0, spoken))])
  for (const [at, count] of [
    [file.length >> 1, 3_000],
    [(file.length >> 1) + 500, 6_000]
  ] as const) {
    const { samples, seconds, warnings } = await heard(damaged(file, at, count))
    expect(seconds).toBe(SECONDS)
    expect(warnings).toContain("a part of the file is damaged; what is there was heard")
    soundsToItsEnd(samples, SECONDS)
  }
})

test("damage in the head of a Matroska cluster, or in its first block, is said, in the last one and in a file behind another", async () => {
  const { samples } = tone(16_000, 1, 440)
  const first = cluster(0, ...blocksOf(1, 0, samples))
  const second = cluster(1_000, ...blocksOf(1, 0, samples))
  const file = matroskaFile([soundTrack(1)], [first, second])
  const at = file.length - second.length
  const broken = damaged(file, at, 4)
  for (const [given, seconds] of [
    [broken, 1],
    [new Uint8Array(Buffer.concat([file, broken])), 3],
    // The length of its first block, behind the head and the time of the cluster and the block's own name.
    [damaged(file, at + 12 + 13 + 1, 1), 2]
  ] as const) {
    const told = await heard(given)
    expect(told.warnings).toContain("a part of the file is damaged; what is there was heard")
    expect(told.seconds).toBeCloseTo(seconds, 1)
  }
  // Zeros that a file is filled up with are no damage.
  const filled = matroskaFile([soundTrack(1)], [first, Buffer.alloc(1_000)])
  expect((await heard(filled)).warnings).toEqual([])
})

const pcm = (samples: Int16Array): Buffer => Buffer.from(new Uint8Array(samples.slice().buffer))
const big = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const little = (value: number): Buffer => big(value).reverse()

/** WAV, AIFF and AU whose samples are said to be so many bytes. */
const containers: ReadonlyArray<(data: Buffer, said: number) => Buffer> = [
  (data, said) =>
    Buffer.concat([
      Buffer.from("RIFF"),
      little(Math.min(said + 36, 0xffff_ffff)),
      Buffer.from("WAVEfmt \x10\0\0\0\x01\0\x01\0", "latin1"),
      little(16_000),
      little(32_000),
      Buffer.of(2, 0, 16, 0),
      Buffer.from("data"),
      little(said),
      data
    ]),
  (data, said) =>
    Buffer.concat([
      Buffer.from("FORM"),
      big(Math.min(said + 46, 0xffff_ffff)),
      Buffer.from("AIFFCOMM\0\0\0\x12\0\x01", "latin1"),
      big(data.length / 2),
      Buffer.from([0, 16, 0x40, 0x0c, 0xfa, 0, 0, 0, 0, 0, 0, 0]),
      Buffer.from("SSND"),
      big(said === 0 || said > 0x7f00_0000 ? said : said + 8),
      big(0),
      big(0),
      Buffer.from(data).swap16()
    ]),
  (data, said) => Buffer.concat([Buffer.from(".snd"), big(24), big(said), big(3), big(16_000), big(1), data])
]

test("samples of which the file says that it has more are heard, and that is said; not of a length that was never known", async () => {
  const { samples } = tone(16_000, 1, 440)
  const says = async (file: Buffer) => (await heard(new Uint8Array(file))).warnings
  for (const made of containers) {
    const data = pcm(samples)
    expect(await says(made(data, 3 * data.length))).toEqual([
      "the file says that it has more than is there, as one does that was cut off; what is there was heard"
    ])
    for (const said of [data.length, 0, 0xffff_ffff, 0x7f00_0008, 0x7fff_f000])
      expect(await says(made(data, said))).toEqual([])
  }
})

test("MPEG audio of layer II in Matroska is decoded", async () => {
  // 128,000 bits a second, 48,000 Hz, one channel: 24 ms of silence.
  const frame = new Uint8Array(384)
  frame.set([0xff, 0xfd, 0x84, 0xc0])
  const blocks = Array.from({ length: 10 }, (_, at) => block(1, 24 * at, frame))
  const { seconds, warnings } = await heard(matroskaFile([soundTrack(1, "A_MPEG/L2")], [cluster(0, ...blocks)]))
  expect(seconds).toBeCloseTo(0.24, 2)
  expect(warnings).toEqual(["the sound is almost silent"])
})
