/** Sound as people record and send it: what is there is heard, what was cut away is not, and time is the player's. */
import { expect, setDefaultTimeout, test } from "bun:test"
import { level, makeFileEar, recording } from "./Heard.ts"
import { ebml } from "./matroskaFiles.ts"
import { tone } from "./sounds.ts"
import { chunk, format, riff } from "./wavFiles.ts"

setDefaultTimeout(60_000)
const { heard, refused } = makeFileEar()

const LOUD = -40
const SILENT = -70

/** What a player plays of each, in seconds. */
const lengths: ReadonlyArray<readonly [file: string, seconds: number, what: string]> = [
  ["riff-36-data-0.wav", 1.437, "a WAV whose recorder was cut off"],
  ["joined.ogg", 2.874, "two voice notes behind each other"],
  ["chain.ogg", 3.0, "Opus, Vorbis and FLAC behind each other, with other rates and channels"],
  ["trimmed-both.m4a", 2.037, "an M4A that is trimmed at both ends"],
  ["opposite.wav", 1.437, "two channels in opposite phase"],
  ["silent-first.mp4", 1.437, "a voice in the second track"],
  ["memo.qta", 1.436, "a voice memo in QuickTime"],
  ["cover-empty.ogg", 1.437, "an empty cover"],
  ["mkv-aac.mkv", 1.536, "AAC in Matroska"],
  ["cut.ogg", 0.9135, "Opus that was cut out of a file, with positions that count from the cut"]
]

for (const [name, seconds, what] of lengths)
  test(`${what} is heard as long as a player plays it`, async () => {
    const sound = await heard(await recording(name))
    expect(Math.abs(sound.seconds - seconds)).toBeLessThan(0.01)
    expect(level(sound.samples, 0.2, sound.seconds - 0.5)).toBeGreaterThan(LOUD)
  })

test("four seconds that are missing are silence, and what follows stands where a player has it", async () => {
  const { samples, seconds, warnings } = await heard(await recording("hole.webm"))
  expect(seconds).toBeCloseTo(9.64, 1)
  expect(level(samples, 1.9, 5.5)).toBeLessThan(SILENT)
  expect(level(samples, 5.8, 6.5)).toBeGreaterThan(LOUD)
  expect(warnings.join()).toMatch(/4\.0 s are missing/)
})

/** The pages of an Ogg file. */
const pagesOf = (file: Uint8Array): ReadonlyArray<Buffer> => {
  const bytes = Buffer.from(file)
  const starts: Array<number> = []
  for (let at = bytes.indexOf("OggS"); at >= 0; at = bytes.indexOf("OggS", at + 4)) starts.push(at)
  return starts.map((start, at) => bytes.subarray(start, starts[at + 1] ?? bytes.length))
}

/** An Ogg file whose pages from one on stand so many samples later. */
const movedFrom = (file: Uint8Array, first: number, samples: number): Uint8Array => {
  const pages = pagesOf(file)
  for (const page of pages.slice(first)) page.writeBigInt64LE(page.readBigInt64LE(6) + BigInt(samples), 6)
  return Buffer.concat(pages)
}

test("behind a voice note that was cut off in the middle of a page the next is heard", async () => {
  const note = await recording("live/opus.ogg")
  const cut = pagesOf(note).at(-1)?.length ?? 0
  const both = Buffer.concat([note.subarray(0, note.length - Math.floor(cut / 2)), note])
  const { seconds } = await heard(note)
  const first = await heard(both.subarray(0, note.length - Math.floor(cut / 2)))
  expect((await heard(both)).seconds).toBeCloseTo(first.seconds + seconds, 3)
})

test("behind a hole FLAC in Ogg is heard where its positions have it, be pages lost or the clock gone on", async () => {
  const whole = await recording("live/flac-pages.ogg")
  const pages = pagesOf(whole)
  // Each page has 2,048 samples; the first two have heads.
  const lost = await heard(Buffer.concat([...pages.slice(0, 6), ...pages.slice(10)]))
  expect(lost.seconds).toBe(1.5)
  expect(level(lost.samples, 0.52, 1.01)).toBeLessThan(SILENT)
  for (const [from, to] of [
    [0.45, 0.51],
    [1.03, 1.08]
  ] as const)
    expect(level(lost.samples, from, to)).toBeGreaterThan(LOUD)
  expect(lost.warnings).toEqual(["0.5 s are missing at 0.5 s; they were heard as silence"])
  const later = await heard(movedFrom(whole, 8, 16_000))
  expect(later.seconds).toBe(2.5)
  expect(level(later.samples, 0.78, 1.76)).toBeLessThan(SILENT)
  expect(level(later.samples, 1.78, 2.4)).toBeGreaterThan(LOUD)
})

test("Vorbis in Ogg is heard to where a hole begins", async () => {
  const { samples, seconds } = await heard(await recording("live/hole-vorbis.ogg"))
  expect(seconds).toBe(2)
  expect(level(samples, 0.58, 0.595)).toBeGreaterThan(LOUD)
  expect(level(samples, 0.605, 1.36)).toBeLessThan(SILENT)
})

for (const [name, first] of [
  ["live/opus.ogg", 2],
  ["live/vorbis.ogg", 2],
  ["live/flac-pages.ogg", 2]
] as const)
  test(`what ${name} has recorded of something that ran before it begins at 0, without a hole`, async () => {
    const file = await recording(name)
    const { seconds } = await heard(file)
    const late = await heard(movedFrom(file, first, 480_000))
    expect(late.seconds).toBeCloseTo(seconds, 2)
    expect(late.warnings).toEqual([])
  })

for (const name of ["be.caf", "mulaw.caf", "be.aiff", "signed8.aiff", "sowt.aifc", "mulaw.aifc"])
  test(`plain samples of ${name} are those of the WAV that it was made of`, async () => {
    const wav = await heard(await recording("short.wav"))
    const sound = await heard(await recording(name))
    expect(sound.samples.length).toBe(wav.samples.length)
    const rest = sound.samples.map((sample, at) => sample - (wav.samples[at] ?? 0))
    expect(level(rest, 0, sound.seconds)).toBeLessThan(level(wav.samples, 0, wav.seconds) - 20)
  })

/** Decibels by which what is heard of a file must be above its difference from the WAV that it was made of. */
const LOSSLESS = 40
const TELEPHONE = 8

/** Files made by sox and ffmpeg of `telephone.wav`, and how near they are to it. */
const copies: ReadonlyArray<readonly [file: string, nearness: number, what: string]> = [
  ["blocks.flac", LOSSLESS, "FLAC whose blocks last longer than a tenth of a second"],
  ["float.caf", LOSSLESS, "CAF with little-endian floats"],
  ["speech.au", LOSSLESS, "AU"],
  ["float.au", LOSSLESS, "AU with floats"],
  ["mulaw.au", 20, "AU in μ-law"],
  ["speech.w64", LOSSLESS, "Wave64"],
  ["gsm.wav", TELEPHONE, "GSM in WAV"],
  ["speech.gsm", TELEPHONE, "bare GSM"],
  ["discard.mkv", TELEPHONE, "Opus in Matroska"],
  ["mulaw.mkv", 20, "μ-law in Matroska"],
  ["alac.mkv", LOSSLESS, "ALAC in Matroska"],
  ["ima.wav", 15, "ADPCM in WAV"],
  ["ms-adpcm.wav", 15, "Microsoft's ADPCM in WAV"],
  ["alac.caf", LOSSLESS, "ALAC in CAF"],
  ["ima4.caf", 15, "Apple's ADPCM in CAF"],
  ["flac.caf", LOSSLESS, "FLAC in CAF that keeps no head of the stream"],
  ["gsm.mov", TELEPHONE, "GSM in QuickTime"],
  ["gsm-ms.mov", TELEPHONE, "GSM as WAV packs it, in QuickTime"],
  ["ima4.mov", 15, "Apple's ADPCM in QuickTime"],
  ["mp3.mov", TELEPHONE, "MP3 in QuickTime"],
  ["delay.mkv", TELEPHONE, "AAC in Matroska with a codec's delay"],
  ["heads.ogg", 20, "FLAC in Ogg that counts its heads wrong"],
  ["mulaw.mov", 20, "μ-law in QuickTime whose blocks are of several lengths"],
  ["swapped-opus.mp4", TELEPHONE, "Opus in MP4 whose head has its bytes swapped"],
  ["discard-first.webm", TELEPHONE, "Opus in WebM that says what is not played before the block"]
]

for (const [name, nearness, what] of copies)
  test(`${what} is heard as the WAV that it was made of`, async () => {
    const wav = await heard(await recording("telephone.wav"))
    const sound = await heard(await recording(name))
    expect(sound.warnings).toEqual([])
    expect(Math.abs(sound.seconds - wav.seconds)).toBeLessThan(0.025)
    const rest = wav.samples.map((sample, at) => sample - (sound.samples[at] ?? 0))
    expect(level(wav.samples, 0, 0.6) - level(rest, 0, 0.6)).toBeGreaterThan(nearness)
  })

/** Files of 0.6 s, of whose codec more was encoded. */
for (const [name, what] of [
  ["discard.mkv", "block of Matroska"],
  ["discard-first.webm", "block of WebM whose group begins with it"],
  ["ima.wav", "block of ADPCM in WAV"],
  ["ms-adpcm.wav", "block of Microsoft's ADPCM in WAV"],
  ["aac.caf", "packet of AAC in CAF"]
] as const)
  test(`what an encoder added to the last ${what} is not heard`, async () => {
    const { samples, seconds } = await heard(await recording(name))
    expect(seconds).toBeCloseTo(0.6, 3)
    expect(level(samples, 0.1, 0.5)).toBeGreaterThan(LOUD)
  })

for (const [name, what] of [
  ["ima.mov", "ADPCM"],
  ["ms-adpcm.mov", "Microsoft's ADPCM"]
] as const)
  test(`${what} in QuickTime is heard as the WAV that it was made of, to the end of its last block`, async () => {
    const wav = await heard(await recording("telephone.wav"))
    const { samples, seconds } = await heard(await recording(name))
    expect(seconds - wav.seconds).toBeLessThan(0.04)
    const rest = wav.samples.map((sample, at) => sample - (samples[at] ?? 0))
    expect(level(wav.samples, 0, 0.6) - level(rest, 0, 0.6)).toBeGreaterThan(15)
  })

test("what the last page of an Ogg file says is behind the end is not heard, be it several packets", async () => {
  const file = Buffer.from(await recording("cut.ogg"))
  const last = file.lastIndexOf("OggS")
  // 48 ms before the end, of packets of 20 ms.
  const position = file.readBigInt64LE(last + 6) - 2_304n
  file.writeBigInt64LE(position, last + 6)
  expect((await heard(file)).seconds).toBeCloseTo(0.9135 - 0.048, 3)
})

/** Files of nothing but frames, and samples by which an encoder makes their sound late: a frame of AAC, or more. */
for (const [name, seconds, late, what] of [
  ["frames.aac", 0.64, 512, "AAC"],
  ["frames-16000.aac", 0.704, 1_024, "AAC of a low rate, which is not taken for half of a higher one"],
  ["he.aac", 0.768, 2_528, "AAC whose high frequencies are made of the low ones"]
] as const)
  test(`from its first frame on, and where its frames have it, there is heard what ${what} holds`, async () => {
    const wav = await heard(await recording("telephone.wav"))
    const sound = await heard(await recording(name))
    expect(sound.seconds).toBeCloseTo(seconds, 3)
    const rest = wav.samples.map((sample, at) => sample - (sound.samples[at + late] ?? 0))
    expect(level(wav.samples, 0, 0.6) - level(rest, 0, 0.6)).toBeGreaterThan(TELEPHONE)
  })

test("what is met in a track that is not heard is not said of the one that is", async () => {
  // A silent track that begins two seconds late, and a tone.
  const { seconds, warnings } = await heard(await recording("live/silent-late.mka"))
  expect(seconds).toBeCloseTo(1, 1)
  expect(warnings).toEqual(["the file has 2 sound tracks; number 2 was heard"])
})

test("a tag before a WAV keeps nobody from its sound", async () => {
  const tag = Buffer.from("ID3\x03\0\0\0\0\0\x0a0123456789", "latin1")
  const wav = await recording("telephone.wav")
  expect((await heard(Buffer.concat([tag, wav]))).samples).toEqual((await heard(wav)).samples)
})

test("MP3 in WAV is heard", async () => {
  const { samples, seconds } = await heard(await recording("mp3.wav"))
  expect(seconds).toBeGreaterThan(0.6)
  expect(seconds).toBeLessThan(0.85)
  expect(level(samples, 0.1, 0.5)).toBeGreaterThan(LOUD)
})

test("what iTunes notes of an encoder's samples is not heard", async () => {
  const file = await recording("no-edits.m4a")
  expect((await heard(file)).seconds).toBeGreaterThan(0.63)
  const note = `----iTunSMPB 00000000 00000400 00000180 ${"2580".padStart(16, "0")} 00000000`
  const box = Buffer.alloc(8 + note.length)
  box.writeUInt32BE(box.length)
  box.write(`meta${note}`, 4, "latin1")
  const { seconds, warnings } = await heard(Buffer.concat([file, box]))
  expect(seconds).toBeCloseTo(0.6, 3)
  expect(warnings).toEqual([])
})

test("ALAC in an M4A that begins late is heard behind a pause", async () => {
  const { samples, seconds } = await heard(await recording("alac-late.m4a"))
  expect(seconds).toBeCloseTo(0.9, 2)
  expect(level(samples, 0, 0.29)).toBeLessThan(SILENT)
  expect(level(samples, 0.35, 0.85)).toBeGreaterThan(LOUD)
})

test("a codec that is not read is named also behind a pause", async () => {
  const file = Buffer.from(await recording("alac-late.m4a"))
  for (let at = file.indexOf("alac"); at >= 0; at = file.indexOf("alac", at)) file.write("zlac", at)
  expect((await refused(file)).message).toMatch(/a codec that is not supported \(zlac\)/)
})

test("what stands behind the last frame of a FLAC takes nothing from the sound", async () => {
  const file = await recording("blocks.flac")
  const whole = await heard(file)
  for (const behind of [`TAG${"x".repeat(125)}`, "\xff".repeat(700)])
    expect((await heard(Buffer.concat([file, Buffer.from(behind, "latin1")]))).samples).toEqual(whole.samples)
})

test("ADPCM of Apple in AIFC is heard", async () => {
  const { samples, seconds } = await heard(await recording("ima4.aifc"))
  expect(seconds).toBeCloseTo(0.304, 2)
  expect(level(samples, 0.02, 0.28)).toBeGreaterThan(LOUD)
})

test("a part of an Ogg file that is not read is named, and not passed over in silence", async () => {
  const { samples, warnings } = await heard(await recording("speex-opus.ogg"))
  expect(level(samples, 0.1, 0.5)).toBeGreaterThan(LOUD)
  expect(warnings).toEqual(["part 1 of 2 is Speex sound, which is not read here; it was passed over"])
})

/** Files of other kinds, by their first bytes. */
const others: ReadonlyArray<readonly [name: string, bytes: string]> = [
  ["an MPEG transport stream", `G${"x".repeat(187)}`.repeat(4)],
  ["Windows Media \\(ASF\\)", "\x30\x26\xb2\x75\x8e\x66\xcf\x11xxxxxxxxxxxxxxxx"],
  ["AMR sound", "#!AMR\nxxxxxxxxxxxxxxxxxxxx"],
  ["SILK sound", "\x02#!SILK_V3\x0c\0xxxxxxxxxxxxxxxx"],
  ["DSS sound of a dictation machine", "\x03dss\x01\0\0\0xxxxxxxxxxxxxxxx"],
  ["DS2 sound of a dictation machine", "\x03ds2\x01\0\0\0xxxxxxxxxxxxxxxx"],
  ["QCELP sound", "RIFF\x20\0\0\0QLCMfmt \x96\0\0\0"],
  ["a web page", "<!DOCTYPE html><title>Not found</title>"],
  ["a data URL", "data:audio/webm;base64,GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQ"],
  ["base64 text", "GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQRChYECGFOAZwH/////////FUmpZpk"],
  ["JSON", '{"error":{"message":"no such recording"}}'],
  ["an AVI", "RIFF\x20\0\0\0AVI LIST\x10\0\0\0"],
  ["MP3 sound of free format", `\xff\xfb\x04\xc4${"x".repeat(500)}`.repeat(4)],
  ["a PDF", "%PDF-1.7 …"]
]

for (const [name, bytes] of others)
  test(`a file that is ${name} is called so`, async () => {
    const failure = await refused(Buffer.from(bytes, "latin1"))
    expect(failure._tag).toBe("UNSUPPORTED_MEDIA_TYPE")
    expect(failure.message).toMatch(new RegExp(`^this is ${name}, which is not read here`))
  })

test("sound in CAF or AU that is not read is named", async () => {
  const au = Buffer.concat([
    Buffer.from(".snd"),
    Buffer.from(new Uint32Array([24, 4, 24, 8_000, 1]).buffer).swap32(),
    list(9)
  ])
  expect((await refused(au)).message).toMatch(/AU with G.722 sound/)
  const qdm = Buffer.from(await recording("opus.caf"))
  qdm.write("QDM2", qdm.indexOf("opus"), "latin1")
  expect((await refused(qdm)).message).toMatch(/CAF with sound in QDM2/)
})

test("a codec that is not read is named, and not called damage", async () => {
  const file = await recording("riff-36-data-0.wav")
  const other = file.slice()
  // Windows Media Audio.
  new DataView(other.buffer).setUint16(20, 353, true)
  const failure = await refused(other)
  expect(failure._tag).toBe("UNDECODABLE_AUDIO")
  expect(failure.message).toMatch(/a WAV with Windows Media Audio sound/)
})

test("of two tracks one may be asked for by its number, and one that is not there is refused with a list", async () => {
  const file = await recording("silent-first.mp4")
  const first = await heard(file, 1)
  expect(level(first.samples, 0, first.seconds)).toBeLessThan(SILENT)
  expect(first.warnings).toEqual(["the sound is almost silent"])
  const second = await heard(file, 2)
  expect(level(second.samples, 0.2, 1)).toBeGreaterThan(LOUD)
  expect(second.warnings).toEqual([])
  expect((await heard(file)).warnings).toEqual(["the file has 2 sound tracks; number 2 was heard"])
  const failure = await refused(file, 3)
  expect(failure._tag).toBe("VALIDATION_ERROR")
  expect(failure.message).toMatch(/1 \(aac\), 2 \(aac\)/)
})

const RATE = 16_000
/** Plain samples; `extra`: bytes behind the description. */
const plainFormat = (extra = 0) => format({ tag: 1, bits: 16, extension: Buffer.alloc(extra) })
const second = new Uint8Array(tone(RATE, 1, 440).samples.buffer)
const list = (length: number) => new Uint8Array(length).fill(65)

/** Files with one second of sound, whatever they say. */
const wavs: Readonly<Record<string, Uint8Array>> = {
  "both lengths 0": riff([plainFormat(), chunk("data", second, 0)], 0),
  "the length of the samples 0, in a file that is said to be empty": riff(
    [plainFormat(), chunk("data", second, 0)],
    36
  ),
  "both lengths unknown": riff([plainFormat(), chunk("data", second, 0xffffffff)], 0xffffffff),
  "lengths that are too large": riff([plainFormat(), chunk("data", second, 5_000_000)], 9_000_000),
  "a length of the file that is too small": riff([plainFormat(), chunk("data", second)], 12),
  "a length of the samples that the file's own contradicts": riff([plainFormat(), chunk("data", second, 800)]),
  "a list before the samples": riff([plainFormat(), chunk("LIST", list(300)), chunk("data", second)]),
  "a list before and behind the samples": riff([
    plainFormat(),
    chunk("LIST", list(30)),
    chunk("data", second),
    chunk("LIST", list(300))
  ]),
  "an odd list without its padding": riff([plainFormat(), chunk("LIST", list(31), 31, false), chunk("data", second)]),
  "a tag whose length leads nowhere": riff([plainFormat(), chunk("id3 ", list(40), 7_000_000), chunk("data", second)]),
  "an extended description": riff([plainFormat(2), chunk("fact", list(4)), chunk("data", second)]),
  "64-bit lengths": riff(
    [
      chunk("ds64", Buffer.from(new BigUint64Array([0n, BigInt(second.length), 16_000n, 0n]).buffer).subarray(0, 28)),
      plainFormat(),
      chunk("data", second, 0xffffffff),
      chunk("LIST", list(100))
    ],
    0xffffffff,
    "RF64"
  ),
  "64-bit lengths that were never filled in": riff(
    [chunk("ds64", new Uint8Array(28)), plainFormat(), chunk("data", second, 0xffffffff)],
    0xffffffff,
    "BW64"
  )
}

for (const [name, file] of Object.entries(wavs))
  test(`a WAV with ${name} is heard to its end`, async () => {
    const { seconds, warnings } = await heard(file)
    expect(seconds).toBe(1)
    expect(warnings).toEqual([])
  })

const stereo = (left: Int16Array, right: Int16Array) => {
  const both = new Int16Array(2 * left.length)
  for (const [at, sample] of left.entries()) both.set([sample, right[at] ?? 0], 2 * at)
  return new Uint8Array(both.buffer)
}
/** A description of plain samples whose fields are as they are given. */
const described = (channels: number, rate: number, bytesPerSecond: number, block: number, bits: number) =>
  format({ tag: 1, channels, rate, bytesPerSecond, block, bits })

test.each([
  ["blocks of more bytes than its own bytes a second have", 2 * RATE, 4],
  ["blocks that cannot hold its bits", RATE, 1],
  ["blocks of no bytes", 0, 0]
])("of a WAV with %s the bits of its samples are believed", async (_, perSecond, block) => {
  const { samples, seconds } = await heard(riff([described(1, RATE, perSecond, block, 16), chunk("data", second)]))
  expect(seconds).toBe(1)
  expect(level(samples, 0.1, 0.9)).toBeCloseTo(-11.7, 0)
})

test("samples of 24 bits in blocks of 32 are heard from the upper ones", async () => {
  const wide = Buffer.alloc(2 * second.length)
  for (let at = 0; at < second.length; at += 2) wide.set(second.subarray(at, at + 2), 2 * at + 2)
  const { samples } = await heard(riff([described(1, RATE, 4 * RATE, 4, 24), chunk("data", wide)]))
  expect(samples).toEqual((await heard(riff([plainFormat(), chunk("data", second)]))).samples)
})

const ofVoice = tone(RATE, 1, 440).samples
const turnedFrom = (from: number, to: number) =>
  ofVoice.map((sample, at) => (at >= from * RATE && at < to * RATE ? -sample : sample))

test.each<readonly [string, Int16Array, Int16Array]>([
  ["from the middle on", ofVoice, turnedFrom(0.5, 1)],
  ["up to the middle", ofVoice, turnedFrom(0, 0.5)],
  ["for a fifth of a second", ofVoice, turnedFrom(0.4, 0.6)],
  [
    "above an offset that both have",
    ofVoice.map((sample) => sample / 2 + 3_000),
    ofVoice.map((sample) => 3_000 - sample / 2)
  ],
  ["not wholly, as a codec leaves them", ofVoice, ofVoice.map((sample) => -0.75 * sample)]
])("of channels that cancel each other %s nothing is lost", async (_, left, right) => {
  const { samples } = await heard(riff([described(2, RATE, 4 * RATE, 4, 16), chunk("data", stereo(left, right))]))
  for (let at = 0.01; at < 0.95; at += 0.04) expect(level(samples, at, at + 0.03)).toBeGreaterThan(-20)
})

const half = second.subarray(0, RATE)
const silence = chunk("slnt", Buffer.from(new Uint32Array([RATE / 2]).buffer))
const soundList = (...parts: ReadonlyArray<Uint8Array>) =>
  chunk("LIST", Buffer.concat([Buffer.from("wavl", "latin1"), ...parts]))

/** Files whose samples stand in several places, with what of them is heard, in halves of a second. */
const scattered: Readonly<Record<string, readonly [file: Uint8Array, halves: string]>> = {
  "two chunks of samples": [riff([plainFormat(), chunk("data", half), chunk("data", half)]), "++"],
  "a list between its chunks of samples": [
    riff([plainFormat(), chunk("data", half), chunk("LIST", list(31)), chunk("data", half), chunk("LIST", list(20))]),
    "++"
  ],
  "a second chunk of samples that is cut off": [
    riff([plainFormat(), chunk("data", half), chunk("data", half, 90_000)], 12 + 2 * half.length + 90_000),
    "++"
  ],
  "samples and silence in a list": [
    riff([plainFormat(), soundList(chunk("data", half), silence, chunk("data", half), chunk("data", half))]),
    "+-++"
  ],
  "two lists of samples": [
    riff([
      plainFormat(),
      soundList(chunk("data", half)),
      soundList(silence, chunk("data", half)),
      chunk("LIST", list(20))
    ]),
    "+-+"
  ]
}

for (const [name, [file, halves]] of Object.entries(scattered))
  test(`of a WAV with ${name} all is heard, in its order`, async () => {
    const { samples, seconds, warnings } = await heard(file)
    expect(seconds).toBe(halves.length / 2)
    const levels = Array.from(halves, (_, at) => level(samples, at / 2 + 0.02, at / 2 + 0.48))
    expect(levels.map((one) => (one > LOUD ? "+" : "-")).join("")).toBe(halves)
    expect(warnings).toEqual([])
  })

test("an AIFF is heard to its end whatever length it says, with further chunks of samples, be many of them empty", async () => {
  const file = Buffer.from(await recording("be.aiff"))
  const one = await heard(file)
  const sound = file.indexOf("SSND")
  const own = file.subarray(sound, sound + 8 + file.readUInt32BE(sound + 4))
  const other = Buffer.from("NAME\0\0\0\x04cafe", "latin1")
  expect((await heard(Buffer.concat([file, other, own]))).seconds).toBeCloseTo(2 * one.seconds, 3)
  const short = Buffer.from(file)
  short.writeUInt32BE(8 + 2_000, sound + 4)
  expect((await heard(short)).seconds).toBeCloseTo(one.seconds, 3)
  const empty = Buffer.from("SSND\0\0\0\x08\0\0\0\0\0\0\0\0", "latin1")
  const many = Buffer.concat([file, ...Array.from({ length: 20_000 }, () => empty)])
  expect((await heard(many)).samples).toEqual(one.samples)
})

test("a Wave64 with two chunks of samples is heard with both", async () => {
  const file = Buffer.from(await recording("speech.w64"))
  const data = file.subarray(file.indexOf(Buffer.from("64617461f3acd311", "hex")))
  const one = await heard(file)
  expect((await heard(Buffer.concat([file, data]))).seconds).toBeCloseTo(2 * one.seconds, 3)
})

test("a WAV of many short chunks of samples and silence takes no more time than its length", async () => {
  const tiny = Buffer.concat([
    chunk("slnt", Buffer.from(new Uint32Array([1]).buffer)),
    chunk("data", new Uint8Array(2).fill(1))
  ])
  const many = Buffer.concat(Array.from({ length: 20_000 }, () => tiny))
  const { seconds } = await heard(riff([plainFormat(), soundList(chunk("data", half), many)]))
  expect(seconds).toBeGreaterThan((RATE / 2 + 20_000) / RATE - 0.01)
})

const CUT_OFF = "the file was cut off before its end; what is there was heard"
const NO_END = "the file has no end mark and may have been cut off; what is there was heard"

for (const name of [
  "live/opus.webm",
  "live/flac.mkv",
  "live/fragments.mp4",
  "live/index-first.m4a",
  "live/opus.ogg",
  "live/vorbis.ogg",
  "live/flac.ogg",
  "live/sound.flac"
])
  test(`${name} that was cut off is heard up to there, and it is said; of the whole one nothing is`, async () => {
    const file = await recording(name)
    expect((await heard(file)).warnings).toEqual([])
    const { seconds, warnings } = await heard(file.subarray(0, file.length - 300))
    expect(warnings).toEqual([CUT_OFF])
    expect(seconds).toBeGreaterThan(0.5)
  })

test("an Ogg file that ends behind a page that is not the last is said to have no end", async () => {
  const file = Buffer.from(await recording("live/opus.ogg"))
  expect((await heard(file.subarray(0, file.lastIndexOf("OggS")))).warnings).toEqual([NO_END])
})

test("an MP3 that ends long before its tag says is heard up to there, and it is said", async () => {
  const file = Buffer.from(await recording("tone.mp3"))
  expect((await heard(file)).warnings).toEqual([])
  const tag = Math.max(file.indexOf("Xing"), file.indexOf("Info"))
  expect(file.readUInt32BE(tag + 4) & 3).toBe(3)
  file.writeUInt32BE(file.length + 5_000, tag + 12)
  expect((await heard(file)).warnings).toEqual([CUT_OFF])
})

test("an M4A that was cut off before its index is refused by that", async () => {
  const file = Buffer.from(await recording("live/whole.m4a"))
  const { message } = await refused(file.subarray(0, file.indexOf("moov") - 4))
  expect(message).toMatch(/without its index: it was cut off, or never finished/)
})

test("a browser's recording, which says nowhere how long it is, is not said to be cut off", async () => {
  expect((await heard(await recording("live/recorder.webm"))).warnings).toEqual([])
})

for (const [what, file] of Object.entries({
  "behind its samples": riff([chunk("data", second), plainFormat()]),
  "behind its samples and a list": riff([chunk("data", second), chunk("LIST", list(31)), plainFormat()]),
  "behind samples whose length is not known": riff([chunk("data", second, 0xffffffff), plainFormat()]),
  "behind samples whose length was never filled in": riff([chunk("data", second, 0), plainFormat()])
}))
  test(`a WAV whose description stands ${what} is heard`, async () => {
    const { samples, warnings } = await heard(file)
    expect(samples).toEqual((await heard(riff([plainFormat(), chunk("data", second)]))).samples)
    expect(warnings).toEqual([])
  })

test("a Wave64 and an RF64 whose descriptions stand behind their samples are heard", async () => {
  const wave64 = Buffer.from(await recording("speech.w64"))
  const [described, sound] = ["666d7420f3acd311", "64617461f3acd311"].map((name) =>
    wave64.indexOf(Buffer.from(name, "hex"))
  )
  if (described === undefined || sound === undefined) throw new Error("no Wave64")
  const turned = Buffer.concat([wave64.subarray(0, 40), wave64.subarray(sound), wave64.subarray(described, sound)])
  expect((await heard(turned)).samples).toEqual((await heard(wave64)).samples)
  const long = Buffer.concat([
    Buffer.from("RF64\xff\xff\xff\xffWAVEds64\x1c\0\0\0", "latin1"),
    new Uint8Array(BigUint64Array.of(0n, BigInt(second.length), BigInt(second.length / 2)).buffer),
    new Uint8Array(4),
    chunk("data", second, 0xffffffff),
    plainFormat()
  ])
  expect((await heard(long)).samples).toEqual((await heard(riff([plainFormat(), chunk("data", second)]))).samples)
})

test("what is behind the end of a WAV is passed over, and said so", async () => {
  const whole = riff([plainFormat(), chunk("data", second)])
  for (const behind of [whole, Buffer.alloc(5_000, 7)]) {
    const { seconds, warnings } = await heard(Buffer.concat([whole, behind]))
    expect(seconds).toBe(1)
    expect(warnings).toEqual([`${behind.length} bytes behind the end of the WAV were passed over`])
  }
})

test("FLAC files that were joined are heard one after the other, be there many that hold nothing behind them", async () => {
  const file = Buffer.from(await recording("live/sound.flac"))
  const one = await heard(file)
  const two = await heard(Buffer.concat([file, file]))
  expect(two.seconds).toBeCloseTo(2 * one.seconds, 3)
  expect(two.warnings).toEqual(one.warnings)
  const heads = Array.from({ length: 2_000 }, () => file.subarray(0, 42))
  expect((await heard(Buffer.concat([file, ...heads]))).seconds).toBeCloseTo(one.seconds, 3)
})

test("WebM files that were joined are heard one after the other, and what is none behind them is said", async () => {
  const file = await recording("hole.webm")
  const one = await heard(file)
  const two = await heard(new Uint8Array(Buffer.concat([file, file])))
  expect(two.seconds).toBeCloseTo(2 * one.seconds, 3)
  expect(two.warnings).toEqual(one.warnings)
  const headless = new Uint8Array([0x18, 0x53, 0x80, 0x67, 0x81, 0])
  const { seconds, warnings } = await heard(new Uint8Array(Buffer.concat([file, headless])))
  expect(seconds).toBe(one.seconds)
  expect(warnings).toEqual([...one.warnings, `${headless.length} bytes behind the end of the file were passed over`])
})

/** Matroska with half a second of samples in one block, or four in one, whose track says how blocks are encoded. */
const matroska = (encodings: ReadonlyArray<Uint8Array>, block: ReadonlyArray<Uint8Array>) => {
  const rate = Buffer.alloc(8)
  rate.writeDoubleBE(RATE)
  const audio = ebml("e1", ebml("b5", rate), ebml("9f", Buffer.of(1)), ebml("6264", Buffer.of(16)))
  const kind = [ebml("d7", Buffer.of(1)), ebml("83", Buffer.of(2)), ebml("86", Buffer.from("A_PCM/INT/LIT"))]
  return Buffer.concat([
    ebml("1a45dfa3", ebml("4282", Buffer.from("matroska"))),
    ebml(
      "18538067",
      ebml("1549a966", ebml("2ad7b1", Buffer.of(15, 66, 64))),
      ebml("1654ae6b", ebml("ae", ...kind, ...encodings, audio)),
      ebml("1f43b675", ebml("e7", Buffer.of(0)), ebml("a3", Buffer.of(0x81, 0, 0), ...block))
    )
  ])
}
const encodedBy = (...kind: ReadonlyArray<Uint8Array>) => [ebml("6d80", ebml("6240", ...kind))]
const strippedOf = (bytes: Uint8Array) => encodedBy(ebml("5034", ebml("4254", Buffer.of(3)), ebml("4255", bytes)))
const inFour = [Buffer.of(0x84, 3), half]

test("Matroska whose frames lack what all begin with is heard", async () => {
  expect((await heard(matroska([], [Buffer.of(0x80), half]))).seconds).toBe(0.5)
  expect((await heard(matroska([], inFour))).seconds).toBe(0.5)
  expect((await heard(matroska(encodedBy(), inFour))).seconds).toBe(0.5)
  const { samples } = await heard(matroska(strippedOf(half.subarray(0, 4)), [Buffer.of(0x80), half.subarray(4)]))
  expect(samples).toEqual((await heard(matroska([], [Buffer.of(0x80), half]))).samples)
})

test.each([
  ["compressed by zlib", encodedBy(ebml("5034")), [Buffer.of(0x80), half]],
  ["encrypted", encodedBy(ebml("5033", Buffer.of(1)), ebml("5035")), [Buffer.of(0x80), half]],
  ["without what all begin with, several in a block", strippedOf(Buffer.of(1, 0)), inFour]
])("Matroska whose frames are %s is refused by that", async (_, encodings, block) => {
  const failure = await refused(matroska(encodings, block))
  expect(failure._tag).toBe("UNDECODABLE_AUDIO")
  expect(failure.message).toMatch(/whose blocks are compressed or encrypted/)
})

test("what is behind the end of an M4A is passed over, and said so", async () => {
  const file = await recording("trimmed-both.m4a")
  const { seconds, warnings } = await heard(Buffer.concat([file, file]))
  expect(seconds).toBeCloseTo(2.037, 2)
  expect(warnings).toEqual([`${file.length} bytes behind the end of the file were passed over`])
})

test("sound that is at full scale for long is said to be clipped", async () => {
  const samples = tone(RATE, 1, 440).samples.map((sample) => (sample > 0 ? 32_767 : -32_768))
  const { warnings } = await heard(riff([plainFormat(), chunk("data", new Uint8Array(samples.buffer))]))
  expect(warnings).toEqual(["the sound is clipped: much of it is at full scale"])
})

test("what stands behind the frames of an MP3, and zeros before them, take nothing from the sound", async () => {
  const mp3 = Buffer.from(await recording("tone.mp3"))
  const whole = await heard(mp3)
  const ape = Buffer.concat([Buffer.from("Title\0a nameAPETAGEX", "latin1"), Buffer.alloc(16, 0xff), Buffer.alloc(8)])
  for (const file of [
    [mp3, ape],
    [mp3, ape, Buffer.alloc(128, "TAG")],
    [Buffer.alloc(5_000), mp3],
    [mp3, Buffer.alloc(700, 0xff)]
  ])
    expect((await heard(Buffer.concat(file))).samples).toEqual(whole.samples)
})

test("a tag and a cover of whatever length they claim keep nobody from the sound", async () => {
  const mp3 = await recording("tone.mp3")
  const tag = (length: number, stated: number) => {
    const bytes = Buffer.alloc(10 + length, 0xff)
    bytes.write("ID3\x04\x00\x00", "latin1")
    for (const [at, shift] of [21, 14, 7, 0].entries()) bytes[6 + at] = (stated >> shift) & 0x7f
    return bytes
  }
  for (const [length, stated] of [
    [3_000, 3_000],
    [3_000, 100],
    [3_000, 200_000_000],
    [0, 3_000]
  ] as const) {
    const { seconds } = await heard(Buffer.concat([tag(length, stated), mp3]))
    expect(Math.abs(seconds - 1)).toBeLessThan(0.06)
  }
})
