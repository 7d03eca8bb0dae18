import { expect, test } from "bun:test"
import { FastCheck } from "effect"
import { makeByteOrderWatch } from "../../src/audio/ByteOrder.ts"
import { judge } from "../../src/audio/FirstBytes.ts"
import { makeFloatWatch } from "../../src/audio/FloatSamples.ts"
import { forAll } from "../support/Property.ts"
import { bytesOf, tone } from "./sounds.ts"

const marks = [
  [0x1a, 0x45, 0xdf, 0xa3],
  [...Buffer.from("OggS")],
  [...Buffer.from("RIFF")],
  [0xff, 0xfb, 0x90, 0x64],
  [0xff, 0xf1, 0x50, 0x80],
  [...Buffer.from("ID3")],
  [0, 0, 0, 0x20, ...Buffer.from("ftyp")],
  [...Buffer.from("fLaC")],
  [0x1f, 0x43, 0xb6, 0],
  [0xa3, 0x81, 0x81, 0, 0, 0x80],
  [0xa3, 0x10, 0, 0, 2, 0x81, 0, 0, 0x80],
  [...Buffer.from("OggS\0\x08")],
  [0, 0, 2, 0, ...Buffer.from("mooo")],
  []
]

test("samples that begin with a mark by chance are samples, once enough of them has come", () => {
  const sounds = FastCheck.tuple(
    FastCheck.constantFrom(...marks),
    FastCheck.uint8Array({ minLength: 6_200, maxLength: 6_200 })
  )
  forAll({ numRuns: 300 }, sounds, ([mark, rest]) => {
    expect(judge(Uint8Array.from([...mark, ...rest]))).toEqual({ _tag: "Samples" })
  })
})

const block = (track: number, length: number) => [
  0xa3,
  0x40,
  4 + length,
  0x80 | track,
  0,
  20,
  0x80,
  ...new Uint8Array(length)
]

test.each([
  ["a cluster of WebM", [0x1f, 0x43, 0xb6, 0x75, 0x01], "WebM"],
  ["blocks of WebM", [...block(1, 60), ...block(1, 3), ...block(2, 90), 0xa3], "WebM"],
  ["a page of Ogg that is not the first", [...Buffer.from("OggS\0\0"), 1, 2, 3], "Ogg"],
  ["a fragment of an MP4", [0, 0, 1, 0x10, ...Buffer.from("moof"), 0], "MP4"],
  ["a segment of an MP4", [0, 0, 0, 0x18, ...Buffer.from("stypmsdh"), 0], "MP4"]
])("%s is known for the middle of a recording, by its first bytes and by no fewer", (_, bytes, what) => {
  const judgements = bytes.map((_, at) => judge(Uint8Array.from(bytes.slice(0, at + 1))))
  const name = `the middle of a recording in ${what}, without its head`
  expect(judgements.at(-1)).toEqual({ _tag: "Middle", name })
  for (const { _tag } of judgements) expect(["Undecided", "Middle"]).toContain(_tag)
})

test("silence and quiet sound are samples by their first two bytes", () => {
  for (const bytes of [
    [0, 1],
    [0xff, 0x01],
    [0x03, 0x00],
    [0xfe, 0xff],
    [0x80, 0x80]
  ]) {
    expect(judge(Uint8Array.from(bytes))).toEqual({ _tag: "Samples" })
  }
  expect(judge(new Uint8Array(3_200))).toEqual({ _tag: "Samples" })
  expect(judge(new Uint8Array(3_200).fill(0xff))).toEqual({ _tag: "Samples" })
  // A test's signal of one level, whose bytes are letters.
  expect(judge(new Uint8Array(3_200).fill(0x40))).toEqual({ _tag: "Samples" })
})

test("half a wave of hum in G.711 is samples, though its bytes are letters", () => {
  const hum = Uint8Array.from({ length: 160 }, (_, i) => 0x7e - Math.round(70 * Math.sin((Math.PI * i) / 160)))
  expect(judge(hum)).toEqual({ _tag: "Other", name: "text" })
  expect(judge(hum, true)).toEqual({ _tag: "Samples" })
})

const random = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const noise = (length: number, level: number, seed = 1): Float32Array => {
  const next = random(seed)
  return Float32Array.from({ length }, () => (2 * next() - 1) * level)
}

const int16 = (samples: Float32Array) => Int16Array.from(samples, (sample) => Math.round(sample * 32_767))

test("floats are told whatever their level, and 16-bit samples of no level are taken for them", () => {
  for (const level of [1, 0.5, 0.1, 0.01, 0.001, 0.0001]) {
    expect(makeFloatWatch()(bytesOf(noise(4_000, level)))).toBe(true)
    expect(makeFloatWatch()(bytesOf(int16(noise(8_000, level)))) ?? false).toBe(false)
    // Of a tone of three bits there is nothing to tell.
    const { samples } = tone(16_000, 1, 220, 32_767 * Math.max(0.001, level))
    expect(makeFloatWatch()(bytesOf(Float32Array.from(samples, (sample) => sample / 32_768)))).toBe(true)
    expect(makeFloatWatch()(bytesOf(samples)) ?? false).toBe(false)
  }
  // A square wave, every sample of which has the upper byte of a float.
  const square = Int16Array.from({ length: 8_000 }, (_, i) => (Math.floor(i / 20) % 2 === 0 ? 15_000 : -17_000))
  expect(makeFloatWatch()(bytesOf(square))).toBe(false)
})

const swappedOf = (samples: Int16Array) => new Uint8Array(Buffer.from(bytesOf(samples)).swap16())

/** Tones that swell, over a hum: as smooth as speech. */
const smooth = (level: number): Int16Array =>
  Int16Array.from(
    { length: 24_000 },
    (_, at) =>
      level * (0.1 * Math.sin(at / 25) + Math.sin(at / 800) ** 2 * (Math.sin(at / 12) + 0.3 * Math.sin(at / 5)))
  )

test("samples with their bytes swapped are told within a second of sound, however they are cut and whatever silence is before", () => {
  for (const level of [3_000, 20_000]) {
    const swapped = swappedOf(smooth(level))
    expect(makeByteOrderWatch()(swapped)).toBe(true)
    const watch = makeByteOrderWatch()
    expect(watch(new Uint8Array(64_000))).toBeUndefined()
    // A second of a quiet room.
    expect(watch(swappedOf(int16(noise(16_000, 0.001))))).toBeUndefined()
    const answers = Array.from({ length: swapped.length / 3 }, (_, at) => watch(swapped.subarray(3 * at, 3 * at + 3)))
    expect(answers.find((answer) => answer !== undefined)).toBe(true)
  }
})

test("samples as they were announced are never taken for swapped ones: speech, tones, noise, squares, and few levels", () => {
  const tones = [100, 1_000, 3_999, 6_000, 7_900].map((hertz) => tone(16_000, 1.5, hertz).samples)
  const quiet = [300, 3_000, 20_000].map(smooth)
  const noises = [0.02, 0.3, 1].map((level) => int16(noise(24_000, level)))
  // Eight bits made sixteen, in three ways.
  const eight = int16(noise(24_000, 1)).map((sample) => sample >> 8)
  const widened = [0, 128, undefined].map((low) => eight.map((upper) => (upper << 8) | (low ?? upper & 0xff)))
  const square = Int16Array.from({ length: 24_000 }, (_, at) => (at % 3 === 0 ? 16_000 : -16_000))
  for (const samples of [...tones, ...quiet, ...noises, ...widened, square])
    expect(makeByteOrderWatch()(bytesOf(samples)) ?? false).toBe(false)
  expect(makeByteOrderWatch()(new Uint8Array(64_000))).toBeUndefined()
})
