/** Sound files as clients send them: every accepted format, every kind of damage, and the limits. */
import { afterAll, expect, test } from "bun:test"
import { join } from "node:path"
import { Chunk, Duration, Effect, FastCheck, Fiber, Layer, ManagedRuntime, Stream } from "effect"
import { AudioDecoder } from "../../src/audio/Decode.ts"
import * as DecoderPool from "../../src/audio/DecoderPool.ts"
import { pieces } from "../../src/audio/Demuxing.ts"
import * as EncoderPool from "../../src/audio/EncoderPool.ts"
import { joinInt16 } from "../../src/audio/Samples.ts"
import { currentShare } from "../../src/Domain.ts"
import type { EffectBody } from "../support/EffectBody.ts"
import { temporary } from "../support/Folder.ts"
import { longTest } from "../support/Long.ts"
import { forAllAsync } from "../support/Property.ts"
import { encodeAll, frequency, tone } from "./sounds.ts"
import { wavFile } from "./wavFiles.ts"

const runtime = ManagedRuntime.make(
  Layer.merge(DecoderPool.layerWith({ workers: 2 }), EncoderPool.layerWith({ workers: 1 }))
)
afterAll(() => runtime.dispose())

const joined = (pieces: Chunk.Chunk<Int16Array>): Int16Array => joinInt16(Chunk.toReadonlyArray(pieces))

const decode = (file: Uint8Array) =>
  Effect.flatMap(AudioDecoder, ({ decode }) => Effect.map(Stream.runCollect(decode(file)), joined))
const decoded = (file: Uint8Array) => runtime.runPromise(decode(file))
const failure = (file: Uint8Array) => runtime.runPromise(Effect.flip(decode(file)))

/** How loud, in decibels of full scale. */
const level = (samples: Int16Array): number => {
  let power = 0
  for (const sample of samples) power += sample * sample
  return 10 * Math.log10(power / Math.max(1, samples.length) / 32_768 ** 2)
}

/** Without what a codec or a filter may do at the ends. */
const middle = (samples: Int16Array) => samples.subarray(3_200, samples.length - 3_200)

/** A tone of 440 Hz at −9 dB, as it is wherever it has been. */
const expectTone = (samples: Int16Array, seconds: number, within = 0.002, softest = -13) => {
  expect(Math.abs(samples.length / 16_000 - seconds)).toBeLessThan(within)
  expect(frequency(middle(samples), 16_000) / 440).toBeCloseTo(1, 3)
  expect(level(middle(samples))).toBeGreaterThan(softest)
  expect(level(middle(samples))).toBeLessThan(-10.5)
}

const AMPLITUDE = 0.366

interface Kind {
  readonly encoding: number
  readonly bits: number
  readonly write: (view: DataView, at: number, sample: number) => void
}

const kinds: Readonly<Record<string, Kind>> = {
  "8 bits": { encoding: 1, bits: 8, write: (view, at, sample) => view.setUint8(at, 128 + Math.round(sample * 127)) },
  "16 bits": { encoding: 1, bits: 16, write: (view, at, sample) => view.setInt16(at, sample * 32_767, true) },
  "24 bits": {
    encoding: 1,
    bits: 24,
    write: (view, at, sample) => {
      view.setUint8(at, 0)
      const value = Math.round(sample * 8_388_607)
      view.setUint8(at, value & 0xff)
      view.setInt16(at + 1, value >> 8, true)
    }
  },
  "32 bits": { encoding: 1, bits: 32, write: (view, at, sample) => view.setInt32(at, sample * 2_147_483_647, true) },
  "32-bit float": { encoding: 3, bits: 32, write: (view, at, sample) => view.setFloat32(at, sample, true) },
  "64-bit float": { encoding: 3, bits: 64, write: (view, at, sample) => view.setFloat64(at, sample, true) }
}

/** A WAV with the same tone in every channel. */
const wav = (kind: Kind, rate: number, channels: number, seconds: number) => {
  const frames = Math.round(rate * seconds)
  const width = kind.bits / 8
  const data = new Uint8Array(frames * channels * width)
  const view = new DataView(data.buffer)
  for (let i = 0; i < frames; i++)
    for (let channel = 0; channel < channels; channel++)
      kind.write(view, (i * channels + channel) * width, AMPLITUDE * Math.sin((2 * Math.PI * 440 * i) / rate))
  return wavFile({ encoding: kind.encoding, channels, rate, bits: kind.bits, data })
}

const plainWav = (seconds: number) => wav(kinds["16 bits"] ?? expect.unreachable(), 16_000, 1, seconds)

const rates = [8_000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000]

for (const [place, [name, kind]] of Object.entries(kinds).entries()) {
  // Every rate and number of channels with some kind, and as a long test with each.
  test(`a WAV of ${name} becomes 16 kHz mono, at two rates and numbers of channels`, async () => {
    for (const at of [place, place + 1])
      expectTone(await decoded(wav(kind, rates[at % rates.length] ?? 0, 1 + (at % 6), 1)), 1)
  })
  longTest(`a WAV of ${name} becomes 16 kHz mono, whatever its rate and channels`, async () => {
    for (const [at, rate] of rates.entries()) expectTone(await decoded(wav(kind, rate, 1 + (at % 6), 1)), 1)
  })
}

test("a WAV of 16 kHz, mono and 16 bits comes out as it is, to the sample", async () => {
  const samples = Int16Array.from({ length: 70_001 }, (_, i) => ((i * 7919) % 60_000) - 30_000)
  const file = wavFile({ encoding: 1, channels: 1, rate: 16_000, bits: 16, data: new Uint8Array(samples.buffer) })
  const heard = await decoded(file)
  expect(heard.length).toBe(samples.length)
  // One step of 32,768 is lost between the two scales of full positive and full negative.
  expect(heard.every((sample, i) => Math.abs(sample - (samples[i] ?? 0)) <= 1)).toBe(true)
})

test("a WAV in its extensible form, or with other chunks before the samples, is read alike", async () => {
  const data = new Uint8Array(2 * 16_000)
  const extended = wavFile({ encoding: 1, channels: 1, rate: 16_000, bits: 16, data, extensible: true })
  // The length of the extension, which the test's own maker leaves at 0.
  new DataView(extended.buffer).setUint16(36, 22, true)
  expect((await decoded(extended)).length).toBe(16_000)
  const file = wavFile({ encoding: 1, channels: 1, rate: 16_000, bits: 16, data, extra: [["LIST", 333]] })
  expect((await decoded(file)).length).toBe(16_000)
})

test("a WAV whose header does not know its length is read to its end", async () => {
  const data = new Uint8Array(2 * 16_000)
  const file = wavFile({ encoding: 1, channels: 1, rate: 16_000, bits: 16, data, stated: 0xffffffff })
  expect((await decoded(file)).length).toBe(16_000)
})

test("a WAV with two voices in two channels is heard in both", async () => {
  const frames = 16_000
  const data = new Int16Array(2 * frames)
  for (let i = 0; i < frames; i++) {
    data[2 * i] = i < frames / 2 ? 10_000 * Math.sin(i / 5) : 0
    data[2 * i + 1] = i < frames / 2 ? 0 : 10_000 * Math.sin(i / 5)
  }
  const file = wavFile({ encoding: 1, channels: 2, rate: 16_000, bits: 16, data: new Uint8Array(data.buffer) })
  const heard = await decoded(file)
  expect(Math.abs(level(heard.subarray(0, 8_000)) - level(heard.subarray(8_000)))).toBeLessThan(0.5)
})

test("a WAV's samples that are no numbers, or far over full scale, are held at full scale", async () => {
  const data = new Float32Array([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e30, -7, 0.5])
  const file = wavFile({ encoding: 3, channels: 1, rate: 16_000, bits: 32, data: new Uint8Array(data.buffer) })
  expect(Array.from(await decoded(file))).toEqual([0, 32_767, -32_768, 32_767, -32_768, 16_384])
})

test("MP3 from this server's own encoder keeps its sound and its length", async () => {
  for (const rate of [16_000, 44_100]) {
    const { finished, streamed } = await runtime.runPromise(encodeAll("mp3_44100", [tone(rate, 2, 440)]))
    expectTone(await decoded(finished), 2)
    expectTone(await decoded(streamed), 2, 0.06)
  }
})

const ffmpeg = Bun.which("ffmpeg")
if (ffmpeg === null)
  process.stderr.write("ffmpeg is not installed: M4A, WebM, OGG, Opus and FLAC files are not tested\n")

/** Has ffmpeg make a file of `seconds` of the tone. */
const made = (name: string, seconds: number, ...options: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const path = join(yield* temporary, name)
    const source = `sine=frequency=440:sample_rate=48000:duration=${seconds},volume=${AMPLITUDE * 8}`
    const run = Bun.spawnSync([ffmpeg ?? "", "-v", "error", "-f", "lavfi", "-i", source, ...options, path])
    expect(run.stderr.toString()).toBe("")
    return new Uint8Array(yield* Effect.promise(() => Bun.file(path).arrayBuffer()))
  }).pipe(Effect.scoped, Effect.runPromise)

const formats: ReadonlyArray<readonly [name: string, ...options: ReadonlyArray<string>]> = [
  ["aac.m4a"],
  ["stereo.m4a", "-ac", "2", "-ar", "44100"],
  ["low.m4a", "-ar", "8000"],
  ["front.m4a", "-movflags", "+faststart"],
  ["fragments.mp4", "-movflags", "frag_keyframe+empty_moov", "-frag_duration", "200000"],
  ["opus.mp4", "-c:a", "libopus"],
  ["flac.mp4", "-c:a", "flac", "-strict", "-2"],
  ["mp3.mp4", "-c:a", "libmp3lame"],
  ["opus.webm", "-c:a", "libopus"],
  ["surround.webm", "-c:a", "libopus", "-ac", "6"],
  ["vorbis.webm", "-c:a", "libvorbis"],
  ["surround.ogg", "-c:a", "libvorbis", "-ac", "6"],
  ["surround.m4a", "-ac", "6"],
  ["vorbis.ogg", "-c:a", "libvorbis", "-ac", "2"],
  ["opus.ogg", "-c:a", "libopus"],
  ["speech.opus", "-c:a", "libopus", "-ar", "16000", "-frame_duration", "60"],
  ["deep.flac", "-sample_fmt", "s32", "-ar", "96000"],
  ["plain.flac", "-ac", "2"],
  ["cd.mp3", "-ar", "44100", "-ac", "2"],
  ["phone.mp3", "-ar", "8000", "-b:a", "16k"],
  ["law.wav", "-c:a", "pcm_mulaw", "-ar", "8000"],
  ["untagged.mp3", "-write_xing", "0"]
]

/** What says nowhere where its sound ends. */
const untold: ReadonlySet<string> = new Set([
  "fragments.mp4",
  "opus.webm",
  "surround.webm",
  "vorbis.webm",
  "untagged.mp3"
])

/** One for each codec, and for each container that says otherwise where its sound ends; the others are of the long tests. */
const examples: ReadonlySet<string> = new Set([
  "aac.m4a",
  "fragments.mp4",
  "opus.webm",
  "vorbis.ogg",
  "plain.flac",
  "cd.mp3",
  "law.wav"
])

for (const [name, ...options] of formats) {
  const sentence = `a file of ffmpeg's, ${name}, becomes 16 kHz mono of the right length, without an encoder's padding`
  const rule = async () => {
    const heard = await decoded(await made(name, 1.503, ...options))
    // Where ffmpeg makes more channels of one it takes 3 dB off, and of six it fills only the centre.
    expectTone(heard, 1.503, untold.has(name) ? 0.1 : 0.0001, -19)
  }
  if (examples.has(name)) test.skipIf(ffmpeg === null)(sentence, rule)
  else longTest.skipIf(ffmpeg === null)(sentence, rule)
}

longTest.skipIf(ffmpeg === null)(
  "what a file does not say of its end may be an encoder's: four frames at most",
  async () => {
    for (const name of ["fragments.mp4", "vorbis.webm", "untagged.mp3", "aac.m4a", "vorbis.ogg", "cd.mp3"]) {
      const [, ...options] = formats.find(([other]) => other === name) ?? expect.unreachable()
      let last = 0
      for await (const piece of pieces(await made(name, 1.503, ...options), { track: undefined, note: () => {} }))
        last = piece?.padding ?? last
      // No frame is longer than one of Vorbis, of 8,192 samples.
      expect([name, last > 0, last <= 4 * 8_192]).toEqual([name, untold.has(name), true])
    }
  }
)

test.skipIf(ffmpeg === null)("a file is decoded by its bytes, whatever its name or type says", async () => {
  // The same bytes under another name are the same bytes; the service is never told a name.
  expectTone(await decoded(await made("really.wav", 1, "-f", "mp3")), 1, 0.1)
})

longTest.skipIf(ffmpeg === null)("a file cut short gives what comes before the cut", async () => {
  for (const [name, ...options] of formats) {
    const file = await made(name, 4, ...options)
    const seconds = await decoded(file.slice(0, 0.8 * file.length)).then(
      (samples) => samples.length / 16_000,
      () => 0
    )
    // What says where the sound lies may stand at the end of an MP4, and is then lost.
    const isLost = /m4a$|mp4$/.test(name) && !/front|fragments/.test(name)
    expect({ name, heard: seconds > 0.5 && seconds < 3.9 }).toEqual({ name, heard: !isLost })
  }
})

test.skipIf(ffmpeg === null)("a file of a codec that is not supported is refused as such", async () => {
  const error = await failure(await made("surround.mp4", 1, "-c:a", "ac3"))
  expect(error._tag).toBe("UNDECODABLE_AUDIO")
  expect(error.message).toContain("codec")
})

longTest.skipIf(ffmpeg === null)("a small file that holds an hour is cut off at the limit", async () => {
  const source = ["-f", "lavfi", "-i", "anullsrc=r=8000:cl=mono", "-t", "3600", "-c:a", "flac"]
  const file = await Effect.gen(function* () {
    const path = join(yield* temporary, "hour.flac")
    Bun.spawnSync([ffmpeg ?? "", "-v", "error", ...source, "-frame_size", "65535", path])
    return new Uint8Array(yield* Effect.promise(() => Bun.file(path).arrayBuffer()))
  }).pipe(Effect.scoped, Effect.runPromise)
  expect(file.length).toBeLessThan(200_000)
  const heard = await runtime.runPromise(
    Effect.gen(function* () {
      const { decode } = yield* AudioDecoder
      let samples = 0
      const error = yield* Effect.flip(
        Stream.runForEach(decode(file), ({ length }) =>
          Effect.sync(() => {
            samples += length
          })
        )
      )
      return { error: error._tag, samples }
    })
  )
  expect(heard).toEqual({ error: "AUDIO_TOO_LONG", samples: 180 * 16_000 })
})

test("a file of 180 s is taken, and one of a sample more is refused", async () => {
  const file = (samples: number) =>
    wavFile({ encoding: 1, channels: 1, rate: 8_000, bits: 8, data: new Uint8Array(samples).fill(128) })
  expect((await decoded(file(180 * 8_000))).length).toBe(180 * 16_000)
  expect((await failure(file(180 * 8_000 + 1)))._tag).toBe("AUDIO_TOO_LONG")
})

longTest.skipIf(ffmpeg === null)(
  "a file of 180 s is taken in whatever format it was made, and one of half a second more in none",
  async () => {
    for (const [name, ...options] of formats) {
      expect([name, (await decoded(await made(name, 180, ...options))).length]).toEqual([name, 180 * 16_000])
      // A millisecond more, where the file says so.
      const longer = [180.5, ...(untold.has(name) ? [] : [180.001])]
      for (const seconds of longer)
        expect([name, (await failure(await made(name, seconds, ...options)))._tag]).toEqual([name, "AUDIO_TOO_LONG"])
    }
  }
)

longTest("many files at once, long and short, are all decoded", async () => {
  const files = [150, 1, 2, 60, 1, 3, 1, 1, 120, 1].map(plainWav)
  const lengths = await Promise.all(files.map((file) => decoded(file)))
  expect(lengths.map(({ length }) => length / 16_000)).toEqual([150, 1, 2, 60, 1, 3, 1, 1, 120, 1])
})

test("a file that is heard slowly, or given up, keeps no worker from the others", async () => {
  await runtime.runPromise(
    Effect.gen(function* () {
      const { decode } = yield* AudioDecoder
      const long = plainWav(100)
      for (let round = 0; round < 20; round++) yield* Stream.runDrain(Stream.take(decode(long), 1))
      expect((yield* Effect.map(Stream.runCollect(decode(plainWav(1))), joined)).length).toBe(16_000)
    })
  )
})

test("a WAV without samples is an empty stream, not an error", async () => {
  const empty = wavFile({ encoding: 1, channels: 1, rate: 16_000, bits: 16, data: new Uint8Array(0) })
  expect((await decoded(empty)).length).toBe(0)
})

test("a WAV cut off after its header, or within it, cannot be decoded", async () => {
  for (const length of [44, 30, 13]) {
    const error = await failure(plainWav(1).slice(0, length))
    expect(error._tag).toBe("UNDECODABLE_AUDIO")
  }
})

test("bytes of no accepted format are refused with a list of those that are", async () => {
  const files = [
    new TextEncoder().encode("this is a text, and a rather long one at that. ".repeat(50)),
    new Uint8Array(10_000),
    new Uint8Array([1]),
    new Uint8Array(Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(5_000, 7)])),
    new Uint8Array(Buffer.concat([Buffer.from("\x30\x26\xb2\x75\x8e\x66\xcf\x11", "latin1"), Buffer.alloc(5_000)]))
  ]
  for (const file of files) {
    const error = await failure(file)
    expect(error._tag).toBe("UNSUPPORTED_MEDIA_TYPE")
    expect(error.message).toMatch(/WAV, MP3.*FLAC/)
  }
})

test("an empty file cannot be decoded", async () => {
  expect((await failure(new Uint8Array(0)))._tag).toBe("UNDECODABLE_AUDIO")
})

const marks = ["RIFF\x00\x00\x00\x00WAVE", "fLaC", "OggS", "\0\0\0\x20ftypM4A ", "\x1aE\xdf\xa3\x9f\x42\x82\x84webm"]

test("garbage after a format's mark is refused as such, quickly, and the decoder lives on", () =>
  forAllAsync(
    { numRuns: 60 },
    FastCheck.constantFrom(...marks),
    FastCheck.uint8Array({ minLength: 0, maxLength: 3_000 }),
    async (mark, garbage) => {
      const file = new Uint8Array(Buffer.concat([Buffer.from(mark, "latin1"), garbage]))
      const outcome = await runtime.runPromise(Effect.either(decode(file)))
      if (outcome._tag === "Left") expect(outcome.left._tag).toMatch(/UNDECODABLE_AUDIO|UNSUPPORTED_MEDIA_TYPE/)
      else expect(outcome.right.length).toBe(0)
    }
  ))

longTest.skipIf(ffmpeg === null)(
  "a file with bytes flipped anywhere is decoded in part or refused, never a fault",
  async () => {
    const files = await Promise.all(
      ["aac.m4a", "opus.webm", "vorbis.ogg", "opus.ogg", "plain.flac", "cd.mp3"].map((name) => {
        const [, ...options] = formats.find(([other]) => other === name) ?? expect.unreachable()
        return made(name, 1, ...options)
      })
    )
    await forAllAsync(
      { numRuns: 150 },
      FastCheck.constantFrom(...files),
      FastCheck.array(
        FastCheck.tuple(FastCheck.double({ min: 0, max: 1, noNaN: true }), FastCheck.integer({ min: 0, max: 255 })),
        { minLength: 1, maxLength: 40 }
      ),
      async (file, flips) => {
        const broken = file.slice()
        for (const [where, value] of flips) broken[Math.floor(where * (file.length - 1))] = value
        const outcome = await runtime.runPromise(Effect.either(decode(broken)))
        if (outcome._tag === "Left")
          expect(outcome.left._tag).toMatch(/UNDECODABLE_AUDIO|UNSUPPORTED_MEDIA_TYPE|AUDIO_TOO_LONG/)
      }
    )
    expectTone(await decoded(plainWav(1)), 1)
  }
)

/** Short where workers hang, long where none does: a slice may be late on a crowded machine. */
const frail = (body: EffectBody<AudioDecoder>, timeLimit: Duration.Duration = Duration.millis(300)) =>
  Effect.runPromise(
    Effect.provide(
      Effect.gen(body),
      DecoderPool.layerWith({
        workers: 1,
        file: new URL("./FrailDecoder.worker.ts", import.meta.url),
        timeLimit
      })
    )
  )
const bytes = (text: string) => new TextEncoder().encode(text)

test("a decoding worker that dies or hangs over a file fails that file, and the next one is decoded", () =>
  frail(function* () {
    for (const letter of ["D", "H", "D"]) {
      const error = yield* Effect.flip(decode(bytes(letter)))
      expect(error._tag).toBe("UNDECODABLE_AUDIO")
      expect((yield* decode(bytes("fine"))).length).toBe(16_000)
    }
  }))

test("a file that a worker held when another file killed it is decoded in whole, and no sample twice", () =>
  frail(function* () {
    const good = yield* Effect.forEach([1, 2], () => Effect.fork(decode(bytes("L"))))
    const bad = yield* Effect.forEach(["D", "H", "D", "D"], (letter) =>
      Effect.fork(Effect.delay(Effect.flip(decode(bytes(letter))), 60)).pipe(Effect.locally(currentShare, "hostile"))
    )
    for (const error of yield* Effect.forEach(bad, Fiber.join)) expect(error._tag).toBe("UNDECODABLE_AUDIO")
    const whole = Array.from({ length: 1_000 }, (_, at) => Math.floor(at / 100))
    for (const samples of yield* Effect.forEach(good, Fiber.join)) expect([...samples]).toEqual(whole)
  }))

longTest("a flood of files that kill workers does not keep another client's file from its end", () =>
  frail(function* () {
    const flood = Effect.forever(Effect.ignore(decode(bytes("D"))))
    for (let client = 0; client < 4; client++) yield* Effect.fork(flood).pipe(Effect.locally(currentShare, "hostile"))
    const heard = yield* Effect.forEach([1, 2], () => Effect.timeout(decode(bytes("L")), 20_000), {
      concurrency: 2
    })
    for (const samples of heard) expect(samples.length).toBe(1_000)
  }, Duration.seconds(10))
)

test("sixteen files of one share over which workers hang do not keep another's waiting for a place", () =>
  frail(function* () {
    const done: Array<string> = []
    yield* Effect.forEach(Array.from({ length: 16 }), () =>
      decode(bytes("H")).pipe(
        Effect.ensuring(Effect.sync(() => done.push("hostile"))),
        Effect.fork,
        Effect.locally(currentShare, "hostile")
      )
    )
    yield* Effect.sleep(50)
    const heard = yield* Effect.locally(decode(bytes("fine")), currentShare, "other")
    expect(heard.length).toBe(16_000)
    expect(done.length).toBeLessThanOrEqual(2)
  }))
