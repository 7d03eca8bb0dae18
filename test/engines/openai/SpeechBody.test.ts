import { expect, test } from "bun:test"
import { Either, FastCheck } from "effect"
import { decode } from "../../../src/engines/openai/SpeechBody.ts"
import { type WavShape, wavFile } from "../../audio/wavFiles.ts"
import { forAll } from "../../support/Property.ts"
import { ramp } from "./server.ts"

const answer = (bytes: Uint8Array<ArrayBuffer>, contentType = "audio/pcm", parameters = "") =>
  decode({ bytes, contentType, parameters })
const samples = (bytes: Uint8Array<ArrayBuffer>, contentType?: string) =>
  Array.from(Either.getOrThrow(answer(bytes, contentType)).samples)
const why = (bytes: Uint8Array<ArrayBuffer>, contentType?: string) =>
  Either.match(answer(bytes, contentType), { onLeft: (what) => what, onRight: () => "" })

const mono16: WavShape = { encoding: 1, channels: 1, rate: 22_050, bits: 16, data: ramp(100) }
const counted = Array.from({ length: 100 }, (_, i) => i)

/** The ramp's value `i / 32768` as each encoding writes it. */
const encoded = (encoding: number, bits: number): Uint8Array => {
  const view = new DataView(new ArrayBuffer((100 * bits) / 8))
  for (let i = 0; i < 100; i++) {
    if (encoding === 3 && bits === 32) view.setFloat32(i * 4, i / 0x8000, true)
    if (encoding === 3 && bits === 64) view.setFloat64(i * 8, i / 0x8000, true)
    if (encoding === 1 && bits === 32) view.setInt32(i * 4, i * 0x1_0000, true)
    if (encoding === 1 && bits === 24) {
      view.setUint8(i * 3 + 1, i & 0xff)
      view.setInt8(i * 3 + 2, i >> 8)
    }
  }
  return new Uint8Array(view.buffer)
}

test("headerless PCM is 24 kHz, 16-bit, little-endian", () => {
  expect(samples(new Uint8Array([0, 1, 0xff, 0xff]))).toEqual([256, -1])
  expect(Either.getOrThrow(answer(ramp(3))).sampleRate).toBe(24_000)
})
test("headerless PCM has the rate that its content type states", () => {
  expect(Either.getOrThrow(answer(ramp(3), "audio/l16", " channels=1; rate=16000")).sampleRate).toBe(16_000)
})
test("headerless PCM loses an odd last byte, and nothing else", () => {
  expect(samples(new Uint8Array([1, 0, 2, 0, 9]))).toEqual([1, 2])
})
test("headerless PCM may begin with a brace", () =>
  expect(samples(new Uint8Array([0x7b, 0x22, 0x00, 0x00]))).toEqual([0x227b, 0]))

test("a WAV answer gives its samples and its rate", () => {
  const sound = Either.getOrThrow(answer(wavFile(mono16), "audio/wav"))
  expect([Array.from(sound.samples), sound.sampleRate]).toEqual([counted, 22_050])
})

test("a WAV answer is known by its beginning, whatever the content type", () => {
  for (const type of ["audio/pcm", "", "application/octet-stream", "audio/mpeg"]) {
    expect(samples(wavFile(mono16), type)).toEqual(counted)
  }
})

test("a WAV answer may hold other chunks, of odd length too", () => {
  const extra = [
    ["LIST", 27],
    ["fact", 4],
    ["junk", 1]
  ] as const
  expect(samples(wavFile({ ...mono16, extra }))).toEqual(counted)
})

test("a WAV answer may leave its length open, as a stream does", () => {
  for (const stated of [0, 0xffff_ffff, 0x7fff_ffff, 0x7fff_f000]) {
    expect(samples(wavFile({ ...mono16, stated }))).toEqual(counted)
  }
})

test.each([
  [1, 24],
  [1, 32],
  [3, 32],
  [3, 64]
])("a WAV answer may have samples of encoding %d in %d bits", (encoding, bits) => {
  const shape = { ...mono16, encoding, bits, data: encoded(encoding, bits) }
  expect(samples(wavFile(shape))).toEqual(counted)
  expect(samples(wavFile({ ...shape, extensible: true }))).toEqual(counted)
})

test("a WAV answer of 8 bits is unsigned", () => {
  expect(samples(wavFile({ ...mono16, bits: 8, data: new Uint8Array([0, 128, 255, 192]) }))).toEqual([
    -0x8000, 0, 0x7f00, 0x4000
  ])
})

test("a WAV answer of two channels becomes their mean", () => {
  const data = new Uint8Array(new Int16Array([100, 200, -300, 300]).buffer)
  expect(samples(wavFile({ ...mono16, channels: 2, data }))).toEqual([150, 0])
})

test("a WAV answer is refused when it is cut short, empty, or of an encoding that is not read", () => {
  const whole = wavFile(mono16)
  expect(why(whole.slice(0, -20))).toContain("cut short")
  expect(why(whole.slice(0, 30))).toContain("without")
  expect(why(whole.slice(0, 12))).toContain("without")
  expect(why(wavFile({ ...mono16, data: new Uint8Array(0) }))).toContain("no sound")
  expect(why(wavFile({ ...mono16, encoding: 85 }))).toContain("encoding")
  expect(why(wavFile({ ...mono16, channels: 0 }))).toContain("encoding")
  expect(why(wavFile({ ...mono16, rate: 10 }))).toContain("rate")
})

const utf8 = (text: string) => new Uint8Array(new TextEncoder().encode(text))

test("an answer that is no sound is refused by what it is: nothing, text, compressed sound", () => {
  expect(why(new Uint8Array(0))).toContain("no sound")
  expect(why(new Uint8Array(1))).toContain("no sound")
  expect(why(utf8("<html>"), "text/html")).toContain("text")
  expect(why(utf8('{"error":"no"}'), "application/json")).toContain("text")
  expect(why(utf8('{"error":{"message":"no voice"}}'), "audio/pcm")).toContain("text")
  expect(why(utf8("ID3\u0004"))).toContain("compressed")
  expect(why(ramp(9), "audio/mpeg")).toContain("compressed")
  expect(why(utf8("OggS----"), "")).toContain("compressed")
})

test("an answer of any bytes is read as sound or refused, and never breaks the reader", () => {
  const header = FastCheck.constantFrom("", "RIFF....WAVE", "RIFF....WAVEfmt ", "RIFF....WAVEdata", "{")
  forAll({ numRuns: 1000 }, header, FastCheck.uint8Array({ maxLength: 100 }), (start, rest) => {
    const bytes = new Uint8Array(Buffer.concat([utf8(start), rest]))
    const sound = answer(bytes)
    if (Either.isRight(sound)) expect(sound.right.samples.length).toBeGreaterThan(0)
  })
})
