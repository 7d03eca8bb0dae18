/** WAVs as writers make them that do not keep to the rules: each is heard as the sound that it holds, or its samples are named. */
import { expect, setDefaultTimeout, test } from "bun:test"
import { level, makeFileEar, recording } from "./Heard.ts"
import { makeLiveEar, RATE } from "./LiveHeard.ts"
import { block, cluster, matroskaFile, soundTrack } from "./matroskaFiles.ts"
import { tone } from "./sounds.ts"
import { chunk, format, riff } from "./wavFiles.ts"

setDefaultTimeout(60_000)

const ear = makeLiveEar()
const { heard: heardWhole, refused } = makeFileEar()

const heardLive = async (file: Uint8Array): Promise<Int16Array> => {
  const { failure, samples } = await ear.heard(file, 301)
  expect(failure).toBeUndefined()
  return Int16Array.from(samples)
}
const ways: ReadonlyArray<readonly [way: string, hear: (file: Uint8Array) => Promise<Int16Array>]> = [
  ["as a file", async (file) => (await heardWhole(file)).samples],
  ["as it comes", heardLive]
]

const PCM = 1
const FLOAT = 3
const A_LAW = 6
const IMA = 0x11
const EXTENSIBLE = 0xfffe
/** What a subformat has behind its tag. */
const SUBFORMAT = Buffer.from("000000001000800000aa00389b71", "hex")

/** The extension of the extensible form: its own length, bits that are used, places of speakers, the subformat. */
const extended = (tag: number, bits: number): Buffer => {
  const head = Buffer.alloc(10)
  head.writeUInt16LE(22)
  head.writeUInt16LE(bits, 2)
  head.writeUInt16LE(tag, 8)
  return Buffer.concat([head, SUBFORMAT])
}

const { samples } = tone(RATE, 0.5, 440)
const plain = new Uint8Array(samples.buffer)
const wideOf = (bytes: number): Buffer => {
  const wide = Buffer.alloc(bytes * samples.length)
  for (const [at, sample] of samples.entries()) wide.writeInt16LE(sample, bytes * at + bytes - 2)
  return wide
}
const floats = new Uint8Array(Float32Array.from(samples, (sample) => sample / 32_768).buffer)
const doubles = new Uint8Array(Float64Array.from(samples, (sample) => sample / 32_768).buffer)

/** G.711, A-law (ITU-T G.711, table 1). */
const aLawOf = (sample: number): number => {
  const size = Math.min(0xfff, (sample < 0 ? ~sample : sample) >> 3)
  const segment = Math.max(0, 32 - Math.clz32(size >> 5))
  const steps = segment < 2 ? (size >> 1) & 0x0f : (size >> segment) & 0x0f
  return ((segment << 4) | steps | (sample < 0 ? 0 : 0x80)) ^ 0x55
}
const aLaw = Uint8Array.from(samples, aLawOf)

/** An odd list, no byte behind it, and samples whose length looks like the end of a name there. */
const oddList = chunk("LIST", Buffer.from("INFOISFT\x03\0\0\0abc", "latin1"), undefined, false)
const named = plain.subarray(0, 0x3e62)

const files: ReadonlyArray<readonly [what: string, file: Uint8Array, decibels: number]> = [
  [
    "24-bit samples in the extensible form",
    riff([format({ tag: EXTENSIBLE, bits: 24, block: 3, extension: extended(PCM, 24) }), chunk("data", wideOf(3))]),
    60
  ],
  [
    "24 of 32 bits in the extensible form",
    riff([format({ tag: EXTENSIBLE, bits: 32, block: 4, extension: extended(PCM, 24) }), chunk("data", wideOf(4))]),
    60
  ],
  [
    "floats in the extensible form",
    riff([format({ tag: EXTENSIBLE, bits: 32, block: 4, extension: extended(FLOAT, 32) }), chunk("data", floats)]),
    60
  ],
  ["floats of 64 bits", riff([format({ tag: FLOAT, bits: 64, block: 8 }), chunk("data", doubles)]), 60],
  [
    "the extensible form and nothing of what it adds",
    riff([format({ tag: EXTENSIBLE, bits: 16, block: 2, extension: Buffer.alloc(2) }), chunk("data", plain)]),
    60
  ],
  ["A-law", riff([format({ tag: A_LAW, bits: 8, block: 1 }), chunk("data", aLaw)]), 30],
  [
    "A-law that states the bits that become of it",
    riff([format({ tag: A_LAW, bits: 16, block: 2, extension: Buffer.alloc(2) }), chunk("data", aLaw)]),
    30
  ],
  [
    "A-law in the extensible form",
    riff([format({ tag: EXTENSIBLE, bits: 8, block: 1, extension: extended(A_LAW, 8) }), chunk("data", aLaw)]),
    30
  ],
  [
    "an odd list without its padding before the samples",
    riff([format({ tag: PCM, bits: 16, block: 2 }), oddList, chunk("data", named)]),
    60
  ]
]

for (const [what, file, decibels] of files)
  for (const [way, hear] of ways)
    test(`a WAV with ${what} is heard as the samples that it was made of, ${way}`, async () => {
      const sound = await hear(file)
      expect(Math.abs(sound.length - samples.length)).toBeLessThanOrEqual(40)
      const rest = sound.map((sample, at) => sample - (samples[at] ?? 0))
      expect(level(samples, 0, 0.49) - level(rest, 0, 0.49)).toBeGreaterThan(decibels)
    })

test("A-law in Matroska is heard whose codec is named with a zero at the end, and described without its bits", async () => {
  const description = format({ tag: A_LAW, bits: 0, block: 1, extension: Buffer.alloc(2) }).subarray(8)
  const parts = [0, 1, 2, 3, 4].map((at) => block(1, 100 * at, aLaw.subarray(1_600 * at, 1_600 * (at + 1))))
  const file = matroskaFile([soundTrack(1, "A_MS/ACM\0", description)], [cluster(0, ...parts)])
  const sound = await heardWhole(file)
  expect(sound.seconds).toBeCloseTo(0.5, 3)
  const rest = sound.samples.map((sample, at) => sample - (samples[at] ?? 0))
  expect(level(samples, 0, 0.49) - level(rest, 0, 0.49)).toBeGreaterThan(30)
})

/** A WAV of ADPCM that says otherwise how many samples a block has; the number stands behind the extension's length. */
const perBlock = async (name: string, count: number): Promise<Uint8Array> => {
  const file = Buffer.from(await recording(name))
  file.writeUInt16LE(count, 38)
  return file
}

for (const name of ["ima.wav", "ms-adpcm.wav"])
  for (const [way, hear] of ways) {
    test(`the samples of a block of ${name} are as many as it can hold where it says none or too many, ${way}`, async () => {
      const meant = await hear(await recording(name))
      for (const count of [0, 0xffff]) expect(await hear(await perBlock(name, count))).toEqual(meant)
    })

    test(`what fills up the last block of ${name} is not heard, ${way}`, async () => {
      expect((await hear(await recording(name))).length / RATE).toBeCloseTo(0.6, 3)
    })
  }

test("what fills up the last block of GSM in a WAV is not heard", async () => {
  const file = Buffer.from(await recording("gsm.wav"))
  const whole = await heardWhole(file)
  const fact = file.indexOf("fact") + 8
  const count = 320 * Math.floor(whole.seconds / 0.04) - 100
  file.writeUInt32LE(count, fact)
  expect((await heardWhole(file)).seconds).toBeCloseTo(count / 8_000, 3)
})

test("blocks of ADPCM that hold a sample each, and are said to hold 65,535, take no memory for these", async () => {
  const extension = Buffer.from([2, 0, 0xff, 0xff])
  const file = riff([format({ tag: IMA, bits: 4, block: 4, extension }), chunk("data", new Uint8Array(4 * RATE))])
  expect((await heardWhole(file)).seconds).toBeCloseTo(1, 3)
})

test.each([
  ["samples of 40 bits", { tag: PCM, bits: 40, block: 5 }],
  ["samples of 16 bits", { tag: FLOAT, bits: 16, block: 2 }],
  ["samples of 3 bits", { tag: IMA, bits: 3, block: 256, extension: Buffer.from([2, 0, 0xf9, 1]) }]
] as const)(
  "a WAV with %s that are not read is refused by these, and not called damaged",
  async (what, description) => {
    const file = riff([format(description), chunk("data", new Uint8Array(10_240))])
    const whole = await refused(file)
    expect(whole._tag).toBe("UNDECODABLE_AUDIO")
    expect(whole.message).toContain(`is a WAV with ${what}, which are not read here`)
    expect((await ear.heard(file)).failure).toContain(`is a WAV with ${what}, which are not read here`)
  }
)
