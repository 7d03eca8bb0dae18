/** Sound that comes to a socket, in files as recorders and encoders make them: tones of 440 Hz and 1 s. */
import { expect, test } from "bun:test"
import { readFile } from "node:fs/promises"
import { Effect } from "effect"
import * as Wav from "../../src/audio/Wav.ts"
import { cut, FORMAT, makeLiveEar, RATE, type Told } from "./LiveHeard.ts"
import { bytesOf, frequency, tone } from "./sounds.ts"

const { heard, listening } = makeLiveEar()

const fileOf = async (name: string) => new Uint8Array(await readFile(new URL(`cases/live/${name}`, import.meta.url)))

const expectTone = ({ failure, samples }: Told, seconds = 1) => {
  expect(failure).toBeUndefined()
  expect(samples.length / RATE).toBeGreaterThan(0.97 * seconds)
  expect(samples.length / RATE).toBeLessThan(1.08 * seconds + 0.05)
  const middle = samples.slice(0.2 * RATE, 0.8 * RATE)
  expect(Math.abs(frequency(middle, RATE) - 440)).toBeLessThan(3)
}

const FILES = [
  "opus.webm",
  "vorbis.webm",
  "flac.mkv",
  "float.mkv",
  "laced.mka",
  "opus.ogg",
  "vorbis.ogg",
  "flac.ogg",
  "fragments.mp4",
  "absolute.mp4",
  "index-first.m4a",
  "tagged.mp3",
  "bare.mp3",
  "sound.flac",
  "sound.aac"
]

test.each(FILES)("%s is heard as it comes", async (name) => {
  const bytes = await fileOf(name)
  const told = await heard(bytes)
  expectTone(told)
  expect(told.first).toBeLessThan(Math.ceil(bytes.length / 500))
})

test.each(["opus.webm", "vorbis.ogg", "absolute.mp4", "index-first.m4a", "bare.mp3", "sound.flac"])(
  "%s is heard in one piece, in pieces of a few bytes, and twice in a row",
  async (name) => {
    const bytes = await fileOf(name)
    expectTone(await heard(bytes, bytes.length))
    const first = await heard(bytes.subarray(0, 2_000), 2_000)
    expect((await heard(bytes.subarray(0, 2_000), 3)).samples).toEqual([...first.samples])
    expectTone(await heard(new Uint8Array(Buffer.concat([bytes, bytes]))), 2)
  }
)

const pcm = bytesOf(tone(RATE, 1, 440).samples)
const pieces = (...parts: ReadonlyArray<Uint8Array>) => new Uint8Array(Buffer.concat(parts))
const list = Buffer.from("LIST\x1a\0\0\0INFOISFT\x0d\0\0\0Lavf60.16.100\0", "latin1")
const withList = (head: Uint8Array) => pieces(head.subarray(0, 36), list, head.subarray(36))

const short = bytesOf(tone(RATE, 0.1, 440).samples)

test.each<readonly [string, Uint8Array, ReadonlyArray<number>]>([
  ["a true length", Wav.header({ sampleRate: RATE, dataBytes: short.length }), [1, 7, 500]],
  ["a length that is not known", Wav.header({ sampleRate: RATE }), [3, 3_200]],
  ["a length of 0", Wav.header({ sampleRate: RATE, dataBytes: 0 }), [3_200]],
  ["tags before its samples", withList(Wav.header({ sampleRate: RATE, dataBytes: short.length })), [5, 3_200]]
])("of a WAV with %s only the samples are heard, however it is cut", async (_, head, sizes) => {
  for (const size of sizes) {
    const { failure, samples } = await heard(pieces(head, short), size)
    expect([failure, samples]).toEqual([undefined, [...tone(RATE, 0.1, 440).samples]])
  }
})

test("a WAV of another rate, of two channels or of other samples is heard as one that is wanted", async () => {
  const { samples } = tone(44_100, 1, 440)
  const stereo = new Float32Array(2 * samples.length)
  for (const [at, sample] of samples.entries()) stereo.fill(sample / 32_768, 2 * at, 2 * at + 2)
  const head = Wav.header({ sampleRate: 44_100, layout: { tag: 3, bits: 32, channels: 2 } })
  expectTone(await heard(pieces(head, new Uint8Array(stereo.buffer)), 4_001))
})

test("an Ogg that comes behind one that was cut off in the middle of a page is heard", async () => {
  const note = Buffer.from(await fileOf("opus.ogg"))
  const last = note.lastIndexOf("OggS")
  const cut = note.subarray(0, Math.floor((last + note.length) / 2))
  const before = await heard(cut)
  const { failure, samples } = await heard(pieces(cut, note))
  expect(failure).toBeUndefined()
  expect(samples.length / RATE).toBeGreaterThan(before.samples.length / RATE + 0.97)
})

test("what follows the samples of a WAV is not heard, and each piece may be a WAV of its own", async () => {
  const head = Wav.header({ sampleRate: RATE, dataBytes: pcm.length })
  expect((await heard(pieces(head, pcm, list), 1_000)).samples).toHaveLength(RATE)
  const own = cut(pcm, 3_200).map((part) => pieces(Wav.header({ sampleRate: RATE, dataBytes: part.length }), part))
  const told = await heard(pieces(...own), 3_244)
  expect(told.samples).toEqual([...tone(RATE, 1, 440).samples])
})

/** A chunk of Wave64: letters, what is always behind them, and a length that counts the head. */
const chunk64 = (letters: string, content: Uint8Array, isKnown = true): Uint8Array => {
  const rest = letters === "riff" ? "2e91cf11a5d628db04c10000" : "f3acd3118cd100c04f8edb8a"
  const head = Buffer.concat([Buffer.from(letters), Buffer.from(rest, "hex"), Buffer.alloc(8)])
  head.writeBigUInt64LE(isKnown ? BigInt(24 + content.length) : 0x7fffffffffffffffn, 16)
  return pieces(head, content, Buffer.alloc((8 - (content.length % 8)) % 8))
}
const wave64 = (...chunks: ReadonlyArray<Uint8Array>) => {
  const described = Wav.header({ sampleRate: RATE }).subarray(20, 36)
  const name = chunk64("wave", new Uint8Array(0)).subarray(0, 16)
  return chunk64("riff", pieces(name, chunk64("fmt ", described), ...chunks))
}
const au = (dataBytes: number, samples: Uint8Array, comment = "") => {
  const fields = [0, 24 + comment.length, dataBytes, 3, RATE, 1]
  const head = Buffer.from(Uint32Array.from(fields).buffer).swap32()
  head.write(".snd", "latin1")
  return pieces(head, Buffer.from(comment), Buffer.from(samples).swap16())
}
const text64 = chunk64("list", Buffer.from("a title of 18 bytes"))
const [early, late] = [short.subarray(0, 1_602), short.subarray(1_602)]
const early1 = Buffer.from(Uint8Array.of(...Buffer.from("data"), 0x42, 6, 0, 0))
const late1 = Buffer.from(Uint8Array.of(...Buffer.from("data"), 0x3e, 6, 0, 0))

const plainHead = Wav.header({ sampleRate: RATE }).subarray(0, 36)
const ofLength = (dataBytes: number) => Wav.header({ sampleRate: RATE, dataBytes })
/** A list of samples and silence. */
const sampleList = (...parts: ReadonlyArray<Uint8Array>) => {
  const content = pieces(Buffer.from("wavl"), ...parts)
  const head = Buffer.from("LIST\0\0\0\0", "latin1")
  head.writeUInt32LE(content.length, 4)
  return pieces(head, content)
}
const longHead = pieces(
  Buffer.from("RF64\xff\xff\xff\xffWAVEds64\x1c\0\0\0", "latin1"),
  new Uint8Array(BigUint64Array.of(0n, BigInt(short.length), 1_600n).buffer),
  new Uint8Array(4),
  plainHead.subarray(12),
  Buffer.from("data\xff\xff\xff\xff", "latin1")
)
const text1 = Buffer.from("NAME\0\0\0\x05cafes\0", "latin1")
/** An AIFF of 16,000 Hz of chunks of samples, and of others, which begin with their names. */
const aiff = (...parts: ReadonlyArray<Uint8Array>) => {
  const chunkOf = (part: Uint8Array) => {
    if (part === text1) return part
    const head = Buffer.from("SSND\0\0\0\0\0\0\0\0\0\0\0\0", "latin1")
    head.writeUInt32BE(8 + part.length, 4)
    return pieces(head, Buffer.from(part).swap16())
  }
  const common = Buffer.from("COMM\0\0\0\x12\0\x01\0\0\x06\x40\0\x10\x40\x0c\xfa\0\0\0\0\0\0\0", "latin1")
  return pieces(Buffer.from("FORM\0\0\xff\xffAIFF", "latin1"), common, ...parts.map(chunkOf))
}

test.each<readonly [string, Uint8Array]>([
  ["a Wave64 whose length is not known", wave64(chunk64("data", short, false))],
  ["a Wave64 with a text behind its samples", wave64(chunk64("data", short), text64)],
  ["a Wave64 with two chunks of samples", wave64(chunk64("data", early), text64, chunk64("data", late), text64)],
  [
    "a WAV with two chunks of samples",
    pieces(Wav.header({ sampleRate: RATE }).subarray(0, 36), early1, early, late1, late)
  ],
  [
    "a WAV with a list between two chunks of samples",
    pieces(Wav.header({ sampleRate: RATE }).subarray(0, 36), early1, early, list, late1, late, list)
  ],
  ["a WAV with a list of samples", pieces(plainHead, sampleList(early1, early, late1, late), list)],
  ["an RF64 with a list behind its samples", pieces(longHead, short, list)],
  ["a WAV whose samples are said to be half of one", pieces(ofLength(1), short)],
  ["a WAV whose samples are said to be one and a half", pieces(ofLength(3), short)],
  ["an AIFF with two chunks of samples", aiff(early, text1, late, text1)],
  ["an AU", au(short.length, short)],
  ["an AU with a comment, whose length is not known", au(0xffffffff, short, "comments")]
])("%s is heard as it comes, however it is cut", async (_, file) => {
  for (const size of [7, 500, 5_000]) {
    const { failure, samples } = await heard(file, size)
    expect([failure, samples]).toEqual([undefined, [...tone(RATE, 0.1, 440).samples]])
  }
})

test("silence in a list of samples of a WAV as it comes is heard, and no more of it than a sound may have", async () => {
  const quiet = Buffer.from("slnt\x04\0\0\0\x40\x06\0\0", "latin1")
  const file = pieces(plainHead, sampleList(quiet, early1, early, quiet, late1, late), list)
  for (const size of [7, 5_000]) {
    const { samples } = await heard(file, size)
    const tones = tone(RATE, 0.1, 440).samples
    const none = Array.from({ length: 1_600 }, () => 0)
    expect(samples).toEqual([...none, ...tones.subarray(0, 801), ...none, ...tones.subarray(801)])
  }
  quiet.fill(0xff, 8)
  expect((await heard(pieces(plainHead, sampleList(quiet, early1, early)))).samples.length).toBeLessThan(181 * RATE)
})

test("sound that is packed in a WAV or CAF is refused by its name as it comes, and said to be read as a whole", async () => {
  expect((await heard(await caseOf("gsm-wav49.wav"))).failure).toMatch(/WAV with GSM sound, which is read when all/)
  expect((await heard(await caseOf("alac.caf"))).failure).toMatch(/CAF with sound in alac, which is read when all/)
})

test("an AU with a codec that is not read is refused by its name as it comes", async () => {
  const file = Buffer.from(au(0, short))
  file.writeUInt32BE(24, 12)
  expect((await heard(file)).failure).toMatch(/^UNDECODABLE_AUDIO .*AU with G\.722 sound/)
})

test("samples are heard as they are, in frames as they are cut", async () => {
  const { failure, samples } = await heard(pcm, 3_200, { frame: { most: 64_000 } })
  expect([failure, samples]).toEqual([undefined, [...tone(RATE, 1, 440).samples]])
  expect((await heard(pcm, 3_201, { frame: { most: 64_000 } })).failure).toContain("BadFrame")
  expect((await heard(pcm, 3_200, { frame: { most: 3_000 } })).failure).toContain("BadFrame")
  // Encoded sound has no samples to be cut.
  expectTone(await heard(await fileOf("opus.webm"), 333, { frame: { most: 100 } }))
})

const caseOf = async (name: string) => new Uint8Array(await readFile(new URL(`cases/${name}`, import.meta.url)))

/** Decibels of full scale between two times in seconds. */
const level = (samples: ReadonlyArray<number>, from: number, to: number): number => {
  const part = samples.slice(from * RATE, to * RATE)
  return 10 * Math.log10(part.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / part.length + 1e-12)
}

test("four seconds that are missing in a WebM as it comes are silence, also where another file follows", async () => {
  const hole = await caseOf("hole.webm")
  for (const file of [hole, pieces(hole, hole)]) {
    const { failure, samples } = await heard(file, 700)
    expect(failure).toBeUndefined()
    expect(samples.length / RATE).toBeCloseTo(9.622 * (file.length / hole.length), 1)
    expect(level(samples, 1.9, 5.5)).toBeLessThan(-70)
    expect(level(samples, 5.8, 6.5)).toBeGreaterThan(-40)
  }
})

test.each([
  ["hole.ogg", "an Ogg with Opus", 0.54, 0.6],
  ["hole-vorbis.ogg", "an Ogg with Vorbis", 0.62, 0.77],
  ["hole.mp4", "an MP4 in fragments", 0.71, 0.77]
] as const)(
  "what is missing in %s, %s, as it comes is silence of the same length, and told",
  async (name, _, at, missing) => {
    const { failure, samples, warnings } = await heard(await fileOf(name), 100)
    expect(failure).toBeUndefined()
    expect(samples.length / RATE).toBeCloseTo(2, 3)
    expect(level(samples, at + 0.05, at + missing - 0.05)).toBeLessThan(-70)
    expect(level(samples, at + missing + 0.05, 1.95)).toBeGreaterThan(-30)
    expect(warnings).toEqual([`${missing.toFixed(1)} s are missing at ${at.toFixed(1)} s; they were heard as silence`])
  }
)

test("a time that is more than a minute ahead in a WebM as it comes is another clock's, and no hole", async () => {
  const bytes = Buffer.from(await caseOf("hole.webm"))
  const whole = await heard(bytes, 700)
  // The time of the second cluster, in milliseconds.
  bytes.writeUInt16BE(0xffff, bytes.indexOf(Buffer.from("e78206b9", "hex")) + 2)
  const told = await heard(bytes, 700)
  expect((told.samples.length - whole.samples.length) / RATE).toBeCloseTo(0, 1)
})

test.each([
  ["discard.mkv", "Opus whose last block is not played to its end", 0.6],
  ["discard-first.webm", "the same, said before the block", 0.6],
  ["delay.mkv", "AAC whose codec is late", 0.608]
] as const)("an encoder's padding in a Matroska as it comes is not heard: %s, %s", async (name, _, seconds) => {
  const { failure, samples } = await heard(await caseOf(name), 100)
  expect(failure).toBeUndefined()
  expect(samples.length / RATE).toBeCloseTo(seconds, 3)
})

const ffmpeg = Bun.which("ffmpeg")
const lavfi = (source: string) => ["-f", "lavfi", "-i", source]
const FRAGMENTS = ["-movflags", "+empty_moov+default_base_moof", "-frag_duration", "6000000", "-f", "mp4"]

test.skipIf(ffmpeg === null)("of two tracks in long fragments the second is heard from its start", async () => {
  const tracks = [...lavfi("anullsrc=r=16000:cl=mono"), ...lavfi("sine=frequency=440:sample_rate=16000")]
  const options = ["-map", "0", "-map", "1", "-t", "6", "-c:a", "aac", ...FRAGMENTS]
  const { stdout } = Bun.spawnSync([ffmpeg ?? "", "-v", "error", ...tracks, ...options, "pipe:1"])
  const told = await heard(new Uint8Array(stdout), 5_000)
  expectTone(told, 6)
  expect(told.warnings).toEqual(["the file has 2 sound tracks; number 2 was heard"])
})

test.each([
  ["two.webm", "a WebM"],
  ["two-fragments.mp4", "an MP4 in fragments"],
  ["two-first.m4a", "an M4A with its index first"],
  ["two.ogg", "an Ogg"],
  ["silent-late.mka", "a Matroska whose silent track begins late"]
])("of two tracks of %s, %s, as it comes that is heard which is not silent, and said", async (name) => {
  for (const size of [333, 100_000]) {
    const told = await heard(await fileOf(name), size)
    expectTone(told)
    expect(told.warnings).toEqual(["the file has 2 sound tracks; number 2 was heard"])
  }
})

/** An MP4 in fragments, each of which stands so many seconds later. */
const movedBy = (file: Uint8Array, seconds: number): Uint8Array => {
  const bytes = Buffer.from(file)
  const ticks = bytes.readUInt32BE(bytes.indexOf("mdhd") + 16)
  for (let at = bytes.indexOf("tfdt"); at >= 0; at = bytes.indexOf("tfdt", at + 4))
    bytes.writeBigUInt64BE(bytes.readBigUInt64BE(at + 8) + BigInt(seconds * ticks), at + 8)
  return bytes
}

test("what was recorded of an hour that ran before it begins at once as it comes", async () => {
  const { samples, warnings } = await heard(movedBy(await fileOf("fragments.mp4"), 3_600))
  expect(samples.length / RATE).toBeLessThan(1.1)
  expect(warnings).toEqual([])
})

test("of a sound that has its head before each of its parts nothing is missing where these begin", async () => {
  const first = await fileOf("fragments.mp4")
  const told = await heard(new Uint8Array(Buffer.concat([first, movedBy(first, 1), movedBy(first, 2)])))
  expectTone(told, 3)
  expect(told.warnings).toEqual([])
})

test("what is missing in the middle of an M4A with its index first is silence as it comes, and told", async () => {
  const { failure, samples, warnings } = await heard(await fileOf("hole-first.m4a"))
  expect(failure).toBeUndefined()
  expect(samples.length / RATE).toBeCloseTo(3, 1)
  expect(level(samples, 0.55, 1.95)).toBeLessThan(-70)
  expect(level(samples, 2.1, 2.9)).toBeGreaterThan(-30)
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toMatch(/^1\.[0-9] s are missing at 0\.5 s; they were heard as silence$/)
})

const CUT_OFF = "the file was cut off before its end; what is there was heard"
const NO_END = "the file has no end mark and may have been cut off; what is there was heard"
const ONCE = { endsOnce: true }

test.each(["opus.webm", "flac.mkv", "fragments.mp4", "index-first.m4a", "opus.ogg", "vorbis.ogg", "sound.flac"])(
  "%s that ends before its end as it comes is heard up to there, and it is said; of a whole one nothing is",
  async (name) => {
    const bytes = await fileOf(name)
    expect((await heard(bytes, 500, ONCE)).warnings).toEqual([])
    const { failure, samples, warnings } = await heard(bytes.subarray(0, bytes.length - 300), 500, ONCE)
    expect([failure, warnings]).toEqual([undefined, [CUT_OFF]])
    expect(samples.length).toBeGreaterThan(0.5 * RATE)
  }
)

test("an MP3 that ends long before its tag says as it comes is said to be cut off", async () => {
  const file = Buffer.from(await caseOf("tone.mp3"))
  for (const size of [3, 500]) expect((await heard(file, size, ONCE)).warnings).toEqual([])
  file.writeUInt32BE(file.length + 5_000, Math.max(file.indexOf("Xing"), file.indexOf("Info")) + 12)
  for (const size of [3, 500]) expect((await heard(file, size, ONCE)).warnings).toEqual([CUT_OFF])
})

test.each([
  ["vorbis.ogg", "a page of an Ogg", 0.94, 0.7],
  ["fragments.mp4", "a fragment of an MP4", 0.75, 0.7]
] as const)(
  "of %s what is there is heard, where the sound ends in the middle of %s",
  async (name, _, share, seconds) => {
    const bytes = await fileOf(name)
    const { samples } = await heard(bytes.subarray(0, share * bytes.length), 500, ONCE)
    expect(samples.length / RATE).toBeGreaterThan(seconds)
    expect(level(samples, 0.2, seconds)).toBeGreaterThan(-30)
  }
)

test("an Ogg that ends behind a page that is not the last is said to have no end as it comes", async () => {
  const bytes = Buffer.from(await fileOf("opus.ogg"))
  const { warnings } = await heard(bytes.subarray(0, bytes.lastIndexOf("OggS")), 500, ONCE)
  expect(warnings).toEqual([NO_END])
})

test("of a chain of Oggs without ends what is met again and again as it comes is said once", async () => {
  const bytes = Buffer.from(await fileOf("opus.ogg"))
  const part = bytes.subarray(0, bytes.lastIndexOf("OggS"))
  const { failure, samples, warnings } = await heard(pieces(part, part, part), 500, ONCE)
  expect(failure).toBeUndefined()
  expect(samples.length / RATE).toBeGreaterThan(2)
  expect(warnings).toEqual([NO_END])
})

test("a recording that says neither how long it is nor its clusters are ends where it ends, without a word of it", async () => {
  // A browser's: the segment and the clusters have no length.
  const bytes = await fileOf("recorder.webm")
  expect((await heard(bytes, 500, ONCE)).warnings).toEqual([])
})

test("behind an end that is a turn's, and not the sound's, nothing is said to be cut off", async () => {
  const bytes = await fileOf("opus.webm")
  const { warnings } = await heard(bytes.subarray(0, bytes.length - 300))
  expect(warnings).toEqual([])
})

test("a WAV whose description stands behind its samples is refused by that as it comes", async () => {
  const whole = pieces(Wav.header({ sampleRate: RATE, dataBytes: short.length }), short)
  const turned = pieces(whole.subarray(0, 12), whole.subarray(36), whole.subarray(12, 36))
  expect((await heard(turned)).failure).toMatch(/one that stands behind them is read when all of it has come/)
})

const floats = (samples: Int16Array) => new Uint8Array(Float32Array.from(samples, (sample) => sample / 32_768).buffer)
const base64 = Buffer.from(Buffer.from(pcm).toString("base64"))

test.each<readonly [string, Uint8Array, string, string]>([
  ["32-bit floats", floats(tone(48_000, 1, 440).samples), "UNSUPPORTED_MEDIA_TYPE", "32-bit floating-point samples"],
  [
    "big-endian samples",
    new Uint8Array(Buffer.from(bytesOf(tone(RATE, 1.2, 440).samples)).swap16()),
    "UNSUPPORTED_MEDIA_TYPE",
    "16-bit big-endian samples"
  ],
  [
    "32-bit floats behind silence",
    pieces(new Uint8Array(40_000), floats(tone(48_000, 1, 440).samples)),
    "UNSUPPORTED_MEDIA_TYPE",
    "32-bit floating-point samples"
  ],
  ["base64", base64, "UNSUPPORTED_MEDIA_TYPE", "base64 text"],
  [
    "a data URL",
    pieces(Buffer.from("data:video/webm;codecs=vp8,opus;base64,"), base64),
    "UNSUPPORTED_MEDIA_TYPE",
    "a data URL"
  ],
  ["JSON", pieces(Buffer.from('{"type":"audio","audio":"'), base64), "UNSUPPORTED_MEDIA_TYPE", "JSON"],
  ["a Flash video", pieces(Buffer.from("FLV\x01\x04\0\0\0\x09"), pcm), "UNSUPPORTED_MEDIA_TYPE", "a Flash video"],
  ["WavPack", pieces(Buffer.from("wvpk"), pcm), "UNSUPPORTED_MEDIA_TYPE", "WavPack sound"],
  [
    "a transport stream",
    Buffer.from(`G${"x".repeat(187)}`.repeat(20)),
    "UNSUPPORTED_MEDIA_TYPE",
    "an MPEG transport stream"
  ],
  ["AMR", pieces(Buffer.from("#!AMR\n"), pcm), "UNSUPPORTED_MEDIA_TYPE", "AMR sound"]
])("%s is named and refused", async (_, bytes, tag, name) => {
  const { failure } = await heard(bytes, 3_200)
  expect(failure).toContain(tag)
  expect(failure).toContain(name)
})

test("of an MP4 with its index first no more is heard than its edit list plays", async () => {
  const bytes = Buffer.from(await fileOf("index-first.m4a"))
  const whole = await heard(bytes)
  const list = bytes.indexOf("elst") + 4
  // The first edit: how long it lasts, in milliseconds, and where it begins.
  bytes.writeUInt32BE(500, list + 8)
  const part = await heard(bytes)
  // A resampler looks ahead.
  const sure = part.samples.length - 50
  expect(part.samples.slice(0, sure)).toEqual(whole.samples.slice(0, sure))
  expect(part.samples.length / RATE).toBeCloseTo(0.5, 2)
})

test("a file that cannot be decoded as it grows is refused at its index, and a codec by its name", async () => {
  const whole = await heard(await fileOf("whole.m4a"))
  expect(whole.failure).toMatch(/^UNDECODABLE_AUDIO .*MP4 or M4A file whose index comes last/)
  expect(whole.samples).toEqual([])
  expect((await heard(await fileOf("speex.ogg"))).failure).toMatch(/^UNDECODABLE_AUDIO .*Speex/)
})

test("an MP3 whose tag is said to be longer than all of it is refused at its end, and not heard as silence", async () => {
  const tag = Buffer.from("ID3\x03\0\0\x7f\x7f\x7f\x7f", "latin1")
  const { failure } = await heard(pieces(tag, new Uint8Array(100), await fileOf("bare.mp3")))
  expect(failure).toMatch(/^UNDECODABLE_AUDIO .*a tag that is said to be longer/)
})

test("what follows the head of a recording is named where the head did not come, and heard behind an end where it did", async () => {
  const files = await Promise.all(["recorder.webm", "opus.ogg", "fragments.mp4"].map(fileOf))
  const marks = [Buffer.from("1f43b675", "hex"), Buffer.from("OggS"), Buffer.from("moof")]
  for (const [at, file] of files.entries()) {
    const bytes = Buffer.from(file)
    const mark = marks[at] ?? Buffer.alloc(0)
    // Of Ogg the third page; of MP4 the box's length is before its name.
    const first = bytes.indexOf(mark) - (at === 2 ? 4 : 0)
    const start = at === 1 ? bytes.indexOf(mark, bytes.indexOf(mark, 4) + 4) : first
    const told = await heard(file.subarray(start))
    expect(told.failure).toMatch(
      /^UNSUPPORTED_MEDIA_TYPE .*the middle of a recording in (?:WebM|Ogg|MP4), without its head/
    )
    expect(told.samples).toEqual([])
    const whole = await heard(file)
    const goingOn = await listening((sound, take) =>
      Effect.gen(function* () {
        for (const part of [file.subarray(0, start), file.subarray(start)]) {
          yield* sound.hear(part, FORMAT, take)
          yield* sound.end(take)
        }
      })
    )
    expect(goingOn.failure).toBeUndefined()
    expect(goingOn.samples.length / RATE).toBeCloseTo(whole.samples.length / RATE, 2)
  }
})

test("behind an end a recorder may go on, and another sound of any kind may begin", async () => {
  const webm = await fileOf("opus.webm")
  const half = cut(webm, 2_000)
  const goingOn = await listening((sound, take) =>
    Effect.gen(function* () {
      for (const piece of half) {
        yield* sound.hear(piece, FORMAT, take)
        yield* sound.end(take)
      }
    })
  )
  expectTone(goingOn)
  const others = await Promise.all(["sound.flac", "opus.ogg", "fragments.mp4"].map(fileOf))
  const told = await listening((sound, take) =>
    Effect.gen(function* () {
      yield* sound.hear(pcm, FORMAT, take)
      yield* sound.end(take)
      for (const file of [webm, ...others]) {
        for (const piece of cut(file, 700)) yield* sound.hear(piece, FORMAT, take)
        yield* sound.end(take)
      }
    })
  )
  expectTone(told, 5)
})
