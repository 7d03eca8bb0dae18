import { afterAll, expect, test } from "bun:test"
import decode from "audio-decode"
import { Effect, FastCheck, Fiber, ManagedRuntime, Stream } from "effect"
import { AudioEncoder, AudioFormat, formats, type OnSound, type Sound } from "../../src/audio/AudioEncoder.ts"
import * as EncoderPool from "../../src/audio/EncoderPool.ts"
import * as Mp3 from "../../src/audio/Mp3.ts"
import { longTest } from "../support/Long.ts"
import { forAllAsync } from "../support/Property.ts"
import { encodeAll, fidelity, frequency, phrase, tone } from "./sounds.ts"

const runtime = ManagedRuntime.make(EncoderPool.layerWith({ workers: 2 }))
afterAll(() => runtime.dispose())

const encoded = (format: AudioFormat, sounds: ReadonlyArray<Sound>) => runtime.runPromise(encodeAll(format, sounds))
const secondsOf = (sounds: ReadonlyArray<Sound>) =>
  sounds.reduce((sum, { sampleRate, samples }) => sum + samples.length / sampleRate, 0)
const onlyChannel = (decoded: { readonly channelData: ReadonlyArray<Float32Array> }) => {
  expect(decoded.channelData.length).toBe(1)
  return decoded.channelData[0] ?? new Float32Array(0)
}

/** Sound as engines give it: phrases of whole frames, or pieces of any length at any rate. */
const anySounds: FastCheck.Arbitrary<ReadonlyArray<Sound>> = FastCheck.array(
  FastCheck.oneof(
    FastCheck.record({ frames: FastCheck.integer({ min: 3, max: 60 }) }).map(({ frames }) => phrase(frames, 300)),
    FastCheck.record({
      sampleRate: FastCheck.constantFrom(16_000, 22_050, 24_000, 44_100, 48_000),
      seconds: FastCheck.double({ min: 0, max: 1, noNaN: true })
    }).map(({ sampleRate, seconds }) => tone(sampleRate, seconds, 440))
  ),
  { maxLength: 6 }
)

/** Until the end is known nothing says how much of the first and last frame is no sound: two frames, and rounding. */
const STREAMED = (2 * 1152) / 44_100 + 0.001

/** Of AAC in ADTS nothing ever says it: the rest of the last frame. (That before the sound this decoder leaves out.) */
const AAC_FRAME = 1_024
const AAC_EDGES = (2 * AAC_FRAME) / 44_100 + 0.001

longTest("each format decodes to the stated rate and duration, whatever its pieces, streamed or finished", () =>
  forAllAsync({ numRuns: 60 }, anySounds, FastCheck.constantFrom(...AudioFormat.literals), async (sounds, format) => {
    FastCheck.pre(secondsOf(sounds) > 0.1)
    const file = await encoded(format, sounds)
    expect(file.pieces.length).toBe(sounds.length + 1)
    const seconds = secondsOf(sounds)
    const finished = await decode(file.finished)
    expect(finished.sampleRate).toBe(formats[format].sampleRate)
    // To the sample, but for a half at each change of rate.
    const edges = format === "aac_44100" ? AAC_EDGES : 0.001
    expect(Math.abs(onlyChannel(finished).length / finished.sampleRate - seconds)).toBeLessThan(edges)
    const streamed = await decode(file.streamed)
    expect(Math.abs(onlyChannel(streamed).length / streamed.sampleRate - seconds)).toBeLessThan(STREAMED)
  })
)

const phrases = [phrase(40, 220), phrase(12, 330), phrase(75, 440), phrase(3, 550), phrase(30, 660)]

test("phrases joined as MP3 are gapless: every sample, also at the seams, is where it is in the WAV", async () => {
  const meant = onlyChannel(await decode((await encoded("wav_44100", phrases)).finished))
  const heard = onlyChannel(await decode((await encoded("mp3_44100", phrases)).finished))
  expect(heard.length).toBe(meant.length)
  let end = 0
  for (const { samples } of phrases) {
    const start = end
    end += 2 * samples.length
    expect(fidelity(meant, heard, start, end)).toBeGreaterThan(20)
    // The silence between two phrases stays silent: no click, no echo of the one before.
    expect(heard.subarray(end - 1152, end).every((sample) => Math.abs(sample) < 0.003)).toBe(true)
  }
})

/** Signal to difference that each format keeps of the WAV where it has its rate, in decibels; seconds that what follows may be heard before. */
const kept = [
  ["opus_48000", Number.NEGATIVE_INFINITY, 0.001],
  ["flac_44100", 80, 0.001],
  ["aac_44100", 20, AAC_FRAME / 44_100]
] as const

test.each(kept)(
  "phrases joined as %s lie where they lie in the WAV, with silence between them",
  async (format, least, before) => {
    const rate = formats[format].sampleRate
    const meant = onlyChannel(await decode((await encoded("wav_44100", phrases)).finished))
    const heard = onlyChannel(await decode((await encoded(format, phrases)).finished))
    let end = 0
    for (const { sampleRate, samples } of phrases) {
      const start = end
      end += samples.length / sampleRate
      const between = (sound: Float32Array, hertz: number, from: number, to: number) =>
        sound.subarray(Math.round(from * hertz), Math.round(to * hertz))
      const power = (sound: Float32Array, hertz: number) =>
        between(sound, hertz, start, end).reduce((sum, sample) => sum + sample ** 2, 0) / hertz
      expect(10 * Math.log10(power(heard, rate) / power(meant, 44_100))).toBeWithin(-0.5, 0.5)
      const silence = between(heard, rate, end - 0.04, end - before)
      expect(silence.every((sample) => Math.abs(sample) < 0.01)).toBe(true)
    }
    if (rate === 44_100) expect(fidelity(meant, heard, 0, meant.length)).toBeGreaterThan(least)
  }
)

longTest("pieces cut anywhere out of one sound join without a gap or click", async () => {
  const whole = tone(24_000, 3, 440)
  const cuts = [0, 1, 7_000, 7_001, 30_000, 55_555, 72_000]
  const pieces = cuts.slice(1).map((cut, at) => ({
    sampleRate: 24_000,
    samples: whole.samples.subarray(cuts[at], cut)
  }))
  for (const format of AudioFormat.literals) {
    const one = onlyChannel(await decode((await encoded(format, [whole])).finished))
    const many = onlyChannel(await decode((await encoded(format, pieces)).finished))
    expect(many.length).toBe(one.length)
    expect(fidelity(one, many, 1000, one.length - 1000)).toBeGreaterThan(40)
  }
})

test("a piece of another kind after whole phrases continues them without a gap", async () => {
  const sounds = [phrase(20, 220), tone(24_000, 0.5, 440), tone(16_000, 0.3, 440), phrase(20, 330)]
  const meant = onlyChannel(await decode((await encoded("wav_44100", sounds)).finished))
  const heard = onlyChannel(await decode((await encoded("mp3_44100", sounds)).finished))
  expect(heard.length).toBe(meant.length)
  expect(fidelity(meant, heard, 0, meant.length)).toBeGreaterThan(15)
})

longTest("a tone keeps its frequency and loudness through every format from every rate", async () => {
  for (const format of AudioFormat.literals)
    for (const sampleRate of [16_000, 22_050, 24_000, 48_000])
      for (const hertz of [200, 1_000, 5_000]) {
        const decoded = await decode((await encoded(format, [tone(sampleRate, 0.5, hertz)])).finished)
        const middle = onlyChannel(decoded).subarray(2_000, 6_000)
        expect(frequency(middle, decoded.sampleRate) / hertz).toBeCloseTo(1, 3)
        const power = middle.reduce((sum, sample) => sum + sample * sample, 0) / middle.length
        expect(10 * Math.log10(power / ((12_000 / 32_768) ** 2 / 2))).toBeCloseTo(0, 0)
      }
})

test("a sound at full scale is not folded over by resampling", async () => {
  const square: Sound = {
    sampleRate: 22_050,
    samples: Int16Array.from({ length: 22_050 }, (_, i) => (i % 50 < 25 ? 32_767 : -32_768))
  }
  const samples = onlyChannel(await decode((await encoded("wav_44100", [square])).finished))
  const jumps = samples.filter((sample, i) => Math.abs(sample - (samples[i - 1] ?? sample)) > 1.9)
  expect(jumps.length).toBe(0)
})

test("a clip of nothing but silence is a playable file of the right length", async () => {
  const silence = { samples: new Int16Array(22_050), sampleRate: 22_050 }
  for (const format of AudioFormat.literals) {
    const samples = onlyChannel(await decode((await encoded(format, [silence])).finished))
    const edges = format === "aac_44100" ? 2 * AAC_FRAME : 0
    expect(samples.length).toBeWithin(formats[format].sampleRate, formats[format].sampleRate + edges + 1)
    expect(samples.every((sample) => Math.abs(sample) < 0.001)).toBe(true)
  }
})

longTest("many clips that are encoded at once keep apart", async () => {
  const tones = [300, 400, 500, 600, 700, 800]
  const files = await runtime.runPromise(
    Effect.forEach(tones, (hertz) => encodeAll("mp3_44100", [tone(24_000, 0.4, hertz), tone(24_000, 0.4, hertz)]), {
      concurrency: "unbounded"
    })
  )
  for (const [at, hertz] of tones.entries()) {
    const decoded = await decode(files[at]?.finished ?? new Uint8Array(0))
    expect(frequency(onlyChannel(decoded).subarray(3_000, 15_000), 44_100) / hertz).toBeCloseTo(1, 2)
  }
})

test("a clip given up midway leaves its encoder to the next", async () => {
  const one = ManagedRuntime.make(EncoderPool.layerWith({ workers: 1 }))
  await one
    .runPromise(
      Effect.gen(function* () {
        const encoder = yield* AudioEncoder
        const endless = encoder.encode("mp3_44100")(() => Stream.forever(Stream.make(tone(24_000, 0.1, 440))))
        for (let round = 0; round < 5; round++) {
          const fiber = yield* Effect.fork(Stream.runDrain(endless))
          yield* Stream.runDrain(Stream.take(endless, 3))
          yield* Fiber.interrupt(fiber)
        }
        const failing = Stream.concat(Stream.make(tone(24_000, 0.1, 440)), Stream.fail("the engine is gone"))
        expect(yield* Effect.flip(Stream.runDrain(encoder.encode("mp3_44100")(() => failing)))).toBe(
          "the engine is gone"
        )
        const file = yield* encodeAll("mp3_44100", [tone(24_000, 0.5, 440)])
        expect(file.finished.length).toBeGreaterThan(2000)
      })
    )
    .finally(() => one.dispose())
})

longTest("a clip that is heard while it is made is encoded to the same bytes, also where it was cut or given up", () =>
  forAllAsync(
    { numRuns: 60 },
    FastCheck.integer({ min: 3, max: 60 }),
    FastCheck.array(FastCheck.integer({ min: 0, max: 35_000 }), { maxLength: 5 }),
    FastCheck.option(FastCheck.integer({ min: 1, max: 35_000 })),
    FastCheck.constantFrom(...AudioFormat.literals),
    async (frames, cuts, limit, format) => {
      const whole = phrase(frames, 300)
      const ends = cuts.map((cut) => Math.min(cut, whole.samples.length)).toSorted((one, other) => one - other)
      const parts = ends.map((end, at) => whole.samples.slice(ends[at - 1] ?? 0, end))
      const sounds = [
        { ...whole, samples: whole.samples.slice(0, limit ?? whole.samples.length) },
        ...(limit === null ? [phrase(20, 440)] : [])
      ]
      const heard = Effect.flatMap(AudioEncoder, (encoder) => {
        const speak = (onSound: OnSound) => {
          for (const samples of parts) onSound({ ...whole, samples })
          return Stream.fromIterable(sounds)
        }
        return Effect.zipRight(
          // Who gives up leaves nothing behind of what was heard.
          Stream.runHead(encoder.encode(format)((onSound) => Stream.drain(speak(onSound)))),
          Stream.runCollect(encoder.encode(format)(speak))
        )
      })
      const meant = Effect.flatMap(AudioEncoder, (encoder) =>
        Stream.runCollect(encoder.encode(format)(() => Stream.fromIterable(sounds)))
      )
      expect([...(await runtime.runPromise(heard))]).toEqual([...(await runtime.runPromise(meant))])
    }
  )
)

test("an encoder that dies fails its clip with PROVIDER_ERROR, and the next clip is encoded", async () => {
  const frail = ManagedRuntime.make(
    EncoderPool.layerWith({ workers: 1, file: new URL("./Frail.worker.ts", import.meta.url) })
  )
  await frail
    .runPromise(
      Effect.gen(function* () {
        for (const sound of [phrase(5, 300), tone(24_000, 0.1, 440)]) {
          const deadly = { ...sound, samples: new Int16Array(sound.samples.length) }
          expect((yield* Effect.flip(encodeAll("mp3_44100", [deadly])))._tag).toBe("PROVIDER_ERROR")
          const { pieces, streamed } = yield* encodeAll("mp3_44100", [sound])
          const { length } = Mp3.infoFrame()
          expect(pieces[0]).toBe(length + 1)
          expect(streamed[length]).toBe(7)
        }
      })
    )
    .finally(() => frail.dispose())
})
