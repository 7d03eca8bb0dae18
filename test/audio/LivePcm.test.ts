/** What a live conversation's sound becomes on its way in and out, compared with the sound itself. */
import { expect, test } from "bun:test"
import { Effect, FastCheck } from "effect"
import { LivePcm, type WireFormat } from "../../src/audio/LivePcm.ts"
import { joinBytes, joinInt16 } from "../../src/audio/Samples.ts"
import { longTest } from "../support/Long.ts"
import { forAllAsync } from "../support/Property.ts"
import { frequency, tone } from "./sounds.ts"

const run = <A>(use: (live: LivePcm) => Effect.Effect<A>): Promise<A> =>
  Effect.runPromise(Effect.provide(Effect.flatMap(LivePcm, use), LivePcm.Default))

const pcm16 = (rate: number): WireFormat => ({ _tag: "Pcm16", rate })
const muLaw: WireFormat = { _tag: "MuLaw" }
const aLaw: WireFormat = { _tag: "ALaw" }

const bytesOf = (samples: Int16Array): Uint8Array => new Uint8Array(samples.buffer).slice()
const samplesOf = (bytes: Uint8Array): Int16Array => new Int16Array(bytes.slice().buffer)

/** The array in pieces whose lengths are repeated as often as it takes. */
const cut = <A extends { readonly length: number; subarray(from: number, to: number): A }>(
  all: A,
  lengths: ReadonlyArray<number>
): Array<A> => {
  const pieces: Array<A> = []
  for (let at = 0, next = 0; at < all.length; next++) {
    const length = lengths[next % lengths.length] ?? all.length
    pieces.push(all.subarray(at, at + length))
    at += length
  }
  return pieces
}

const receive = (format: WireFormat, pieces: ReadonlyArray<Uint8Array>) =>
  run((live) =>
    Effect.map(live.incoming(format), (incoming) => {
      const heard = joinInt16(pieces.map(incoming.push))
      incoming.release()
      return heard
    })
  )

const send = (format: WireFormat, pieces: ReadonlyArray<Int16Array>, rate: number) =>
  run((live) =>
    Effect.map(live.outgoing(format), (outgoing) => {
      const sent = joinBytes([...pieces.map((piece) => outgoing.push(piece, rate)), outgoing.finish()])
      outgoing.release()
      return sent
    })
  )

/** Decibels of a steady tone against one of that amplitude, without its ends. */
const level = (samples: Int16Array, amplitude: number): number => {
  const steady = samples.subarray(samples.length / 5, (samples.length * 4) / 5)
  const power = steady.reduce((sum, sample) => sum + sample ** 2, 0) / steady.length
  return 10 * Math.log10(power / (amplitude ** 2 / 2))
}

const expectTone = (samples: Int16Array, rate: number, hertz: number, amplitude: number) => {
  expect(Math.abs(frequency(samples, rate) - hertz)).toBeLessThan(hertz / 1000)
  expect(Math.abs(level(samples, amplitude))).toBeLessThan(0.1)
}

const rates = [8_000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
const sounds = rates.flatMap((rate) => [440, 0.78 * (Math.min(rate, 16_000) / 2)].map((hertz) => ({ rate, hertz })))

test.each(sounds)(
  "a tone in pieces of 100 ms keeps its pitch and loudness from $rate Hz on the wire: $hertz Hz",
  async ({ hertz, rate }) => {
    const { samples } = tone(rate, 1, hertz)
    const heard = await receive(pcm16(rate), cut(bytesOf(samples), [rate / 5]))
    expectTone(heard, 16_000, hertz, 12_000)
    // What the filter waits for is 6 ms at most.
    expect(heard.length).toBeLessThanOrEqual(16_000)
    expect(heard.length).toBeGreaterThan(16_000 - 96)
  }
)

const ways = [22_050, 24_000, 16_000, 44_100].flatMap((from) => rates.map((to) => ({ from, to })))
test.each(ways)(
  "a tone in pieces of 100 ms keeps its pitch and loudness from the engine's $from Hz to the wire's $to Hz",
  async ({ from, to }) => {
    const { samples } = tone(from, 1.0371, 1_000)
    const sent = samplesOf(await send(pcm16(to), cut(samples, [Math.floor(from / 10)]), from))
    expectTone(sent, to, 1_000, 12_000)
    expect(sent.length).toBe(Math.ceil((samples.length * to) / from))
  }
)

test.each([muLaw, aLaw])(
  "a tone in pieces of 100 ms keeps its pitch and loudness through $_tag and back",
  async (format) => {
    // No divisor of the rate, whose few values would all be rounded to one side.
    const { samples } = tone(22_050, 1, 1_013)
    const sent = await send(format, cut(samples, [2_205]), 22_050)
    expect(sent.length).toBe(8_000)
    expectTone(await receive(format, cut(sent, [160])), 16_000, 1_013, 12_000)
  }
)

test("a click comes out of live resampling where it went in", async () => {
  const click = new Int16Array(24_000)
  click[12_000] = 30_000
  const heard = await receive(pcm16(24_000), cut(bytesOf(click), [480]))
  const loudest = heard.reduce((best, sample, at) => (sample > (heard[best] ?? 0) ? at : best), 0)
  expect(loudest).toBe(8_000)
})

test("live samples at the wire's own rate come as they are, from the least to the greatest", async () => {
  const all = Int16Array.from({ length: 65_536 }, (_, at) => at - 32_768)
  expect(await receive(pcm16(16_000), cut(bytesOf(all), [3_200]))).toEqual(all)
  expect(samplesOf(await send(pcm16(24_000), cut(all, [2_400]), 24_000))).toEqual(all)
})

test("a live square wave at full scale is held at it, not turned over", async () => {
  const square = Int16Array.from({ length: 24_000 }, (_, at) => (at % 240 < 120 ? 32_767 : -32_768))
  const heard = await receive(pcm16(24_000), [bytesOf(square)])
  // 3 ms from the edges, where the filter's ringing is over.
  for (let at = 0; at + 160 < heard.length; at += 160) {
    expect(heard[at + 40]).toBeGreaterThan(32_000)
    expect(heard[at + 120]).toBeLessThan(-32_000)
  }
})

test("a live sound whose rate changes goes on without a gap", async () => {
  const [slow, fast] = [tone(22_050, 0.5, 1_000), tone(48_000, 0.5, 1_000)]
  const sent = await run((live) =>
    Effect.map(live.outgoing(pcm16(24_000)), (outgoing) =>
      samplesOf(
        joinBytes([
          outgoing.push(slow.samples, slow.sampleRate),
          outgoing.push(fast.samples, fast.sampleRate),
          outgoing.finish()
        ])
      )
    )
  )
  expect(sent.length).toBe(24_000)
  expectTone(sent, 24_000, 1_000, 12_000)
})

test("a second live sound, after the end of one, comes as if it were the first", async () => {
  const { samples } = tone(22_050, 0.3, 700)
  const [first, second] = await run((live) =>
    Effect.map(live.outgoing(pcm16(24_000)), (outgoing) =>
      [1, 2].map(() => joinBytes([outgoing.push(samples, 22_050), outgoing.finish()]))
    )
  )
  expect(second).toEqual(first ?? new Uint8Array())
})

test("the end of a live sound that never began gives nothing", async () => {
  for (const format of [pcm16(24_000), muLaw, aLaw]) expect(await send(format, [], 22_050)).toEqual(new Uint8Array(0))
})

const noise = (length: number, seed: number) => {
  let state = seed
  return Int16Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 16) - 32_768
  })
}
const formats = [pcm16(16_000), pcm16(24_000), pcm16(8_000), pcm16(44_100), pcm16(48_000), muLaw, aLaw]
const cuts = FastCheck.record({
  format: FastCheck.constantFrom(...formats),
  seed: FastCheck.nat(),
  lengths: FastCheck.array(FastCheck.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 8 }),
  /** Of the buffer that the bytes lie in, as in a pool of buffers. */
  offset: FastCheck.integer({ min: 0, max: 3 })
})

longTest("received sound is the same however it is cut, also within a sample", () =>
  forAllAsync({ numRuns: 60 }, cuts, async ({ format, lengths, offset, seed }) => {
    const whole = bytesOf(noise(3_000, seed))
    const shifted = Buffer.from(joinBytes([new Uint8Array(offset), whole]).buffer).subarray(offset)
    // What is given may be a view of what came: the bytes are left alone.
    expect(await receive(format, cut<Uint8Array>(shifted, lengths))).toEqual(await receive(format, [whole]))
  })
)

longTest("sent sound is the same however it is cut", () =>
  forAllAsync(
    { numRuns: 60 },
    cuts,
    FastCheck.constantFrom(16_000, 22_050, 24_000),
    async ({ format, lengths, seed }, rate) => {
      const whole = noise(6_000, seed)
      expect(await send(format, cut(whole, lengths), rate)).toEqual(await send(format, [whole], rate))
    }
  )
)

test("the sounds of conversations at once do not mix", async () => {
  const sounds = Array.from({ length: 8 }, (_, seed) => bytesOf(noise(9_600, seed)))
  const alone = await Promise.all(sounds.map((sound) => receive(pcm16(24_000), [sound])))
  const together = await run((live) =>
    Effect.map(Effect.all(sounds.map(() => live.incoming(pcm16(24_000)))), (incoming) => {
      const heard = sounds.map((): Array<Int16Array> => [])
      for (let at = 0; at < 19_200; at += 960)
        for (const [who, one] of incoming.entries())
          heard[who]?.push(one.push(sounds[who]?.subarray(at, at + 960) ?? new Uint8Array()))
      for (const one of incoming) one.release()
      return heard.map(joinInt16)
    })
  )
  expect(together).toEqual(alone)
})

/** Intervals one after the other, of that many steps each. */
const stepsOf = (segments: ReadonlyArray<readonly [count: number, step: number]>) => {
  const decisions = [0]
  for (const [count, step] of segments) for (let i = 0; i < count; i++) decisions.push((decisions.at(-1) ?? 0) + step)
  return decisions
}
const doubling = (first: number) => Array.from({ length: 7 }, (_, at) => [16, first * 2 ** at] as const)

/**
 * ITU-T G.711, tables 1a and 2a: the decision values of positive sound, here
 * for 16 bits (the standard counts A-law to 4,096 and mu-law to 8,159), with the
 * code of the interval that begins at the n-th.
 */
const laws = [
  {
    format: aLaw,
    decisions: stepsOf([[16, 2], ...doubling(2)]).map((value) => 8 * value),
    codeOf: (n: number) => (0x80 | n) ^ 0x55
  },
  {
    format: muLaw,
    decisions: stepsOf([[1, 1], [15, 2], ...doubling(4)]).map((value) => 4 * value),
    codeOf: (n: number) => 0xff - n
  }
]
const INTERVALS = 128
const SIGN = 0x80

test("G.711's tables in these tests are those of the standard", () => {
  expect(laws.map(({ decisions }) => decisions.length)).toEqual([INTERVALS + 1, INTERVALS + 1])
  expect(laws.map(({ decisions }) => decisions.at(-1))).toEqual([8 * 4_096, 4 * 8_159])
  expect(laws.map(({ codeOf }) => codeOf(INTERVALS - 1))).toEqual([0xaa, 0x80])
  expect(laws.map(({ codeOf }) => codeOf(0))).toEqual([0xd5, 0xff])
})

test.each(laws)(
  "G.711 as $format._tag gives each sample the code of its interval",
  async ({ codeOf, decisions, format }) => {
    const samples = Int16Array.from({ length: 65_536 }, (_, at) => at - 32_768)
    const sent = await send(format, cut(samples, [800]), 8_000)
    for (let n = 0; n < INTERVALS; n++) {
      const [from = 0, next = 0] = [decisions[n], decisions[n + 1]]
      // What is over the last interval is clipped to it.
      const to = n === INTERVALS - 1 ? 32_768 : next
      const positive = sent.subarray(32_768 + from, 32_768 + to)
      // The standard gives a negative decision value itself to neither side.
      const negative = sent.subarray(32_768 - to + 1, 32_768 - Math.max(1, from))
      expect([...new Set(positive)]).toEqual([codeOf(n)])
      expect([...new Set(negative)]).toEqual([codeOf(n) ^ SIGN])
    }
  }
)

for (const { codeOf, decisions, format } of laws)
  longTest(`G.711 as ${format._tag} decodes each code to the middle of its interval`, async () => {
    for (let n = 0; n < INTERVALS; n++) {
      const [from = 0, to = 0] = [decisions[n], decisions[n + 1]]
      // Mu-law's first interval goes on below zero, which is its middle.
      const value = format._tag === "MuLaw" && n === 0 ? 0 : (from + to) / 2
      for (const sign of [1, -1]) {
        const code = codeOf(n) ^ (sign > 0 ? 0 : SIGN)
        const heard = await receive(format, [new Uint8Array(300).fill(code)])
        // Resampled, a steady value is exact to one step of 16 bits.
        for (const sample of heard.subarray(200, 400)) expect(Math.abs(sample - sign * value)).toBeLessThanOrEqual(1)
      }
    }
  })
