/** The microphone's sound at another rate, and which word is heard when. */
import { describe, expect, test } from "bun:test"
import { FastCheck as fc } from "effect"
import { makeResampler } from "../../../src/dashboard/web/playground/audio/resampler.ts"
import { currentAt } from "../../../src/dashboard/web/playground/audio/useCurrent.ts"
import { type Mark, timedBy, wordsIn } from "../../../src/dashboard/web/playground/transcription/timing.ts"
import { forAll } from "../../support/Property.ts"

/** A second of a tone, resampled in blocks as a browser gives them; without the filter's ends. */
const toneAt = (hertz: number, from: number, to: number): Float32Array => {
  const resample = makeResampler(from, to)
  const output: Array<number> = []
  for (let at = 0; at < from; at += 128) {
    output.push(
      ...resample(Float32Array.from({ length: 128 }, (_, i) => Math.sin((2 * Math.PI * hertz * (at + i)) / from)))
    )
  }
  return Float32Array.from(output).subarray(to / 16, output.length - to / 16)
}

const decibels = (samples: Float32Array): number =>
  10 * Math.log10(Math.max(1e-12, (2 * samples.reduce((sum, sample) => sum + sample * sample, 0)) / samples.length))

/** What is left where the tone is taken away, in decibels of it. */
const distortion = (samples: Float32Array, hertz: number, rate: number): number => {
  const phase = (at: number) => (2 * Math.PI * hertz * (at + rate / 16)) / rate
  const part = (wave: (x: number) => number) =>
    (2 / samples.length) * samples.reduce((sum, sample, at) => sum + sample * wave(phase(at)), 0)
  const [sine, cosine] = [part(Math.sin), part(Math.cos)]
  return decibels(samples.map((sample, at) => sample - sine * Math.sin(phase(at)) - cosine * Math.cos(phase(at))))
}

describe("resampling", () => {
  test.each([
    [48_000, 16_000],
    [44_100, 16_000],
    [96_000, 16_000],
    [48_000, 24_000],
    [16_000, 24_000],
    [8_000, 16_000],
    [16_000, 16_000]
  ])("resampling keeps speech and lets nothing else through, from %d Hz to %d", (from, to) => {
    const half = Math.min(from, to) / 2
    for (const hertz of [200, 1_000, half / 2]) {
      const tone = toneAt(hertz, from, to)
      expect(Math.abs(decibels(tone))).toBeLessThan(0.1)
      expect(distortion(tone, hertz, to)).toBeLessThan(-60)
    }
    if (from > to) expect(decibels(toneAt(1.2 * half, from, to))).toBeLessThan(-60)
  })
})

describe("the words that are heard", () => {
  const words = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 300 })), { maxLength: 30 })
    .map((lengths) => {
      let at = 0
      return lengths.map(([gap, length]) => {
        const start = at + gap / 100
        at = start + length / 100
        return { text: "ቃል", start, end: at }
      })
    })

  test("the marked word is the last that has begun, and none long after it has ended", () => {
    forAll({}, words, fc.integer({ min: 0, max: 20_000 }), (all, hundredths) => {
      const time = hundredths / 100
      const begun = all.findLastIndex(({ start }) => start <= time)
      const expected = begun >= 0 && time < (all[begun]?.end ?? 0) + 0.3 ? begun : -1
      expect(currentAt(all, time)).toBe(expected)
    })
  })

  const mark = fc.record({ step: fc.integer({ min: 0, max: 500 }), words: fc.integer({ min: 0, max: 20 }) })

  test("the words of a live session are all timed, in order, within its sound, whatever the partial texts were", () => {
    forAll({}, fc.array(mark, { maxLength: 15 }), fc.integer({ min: 0, max: 15 }), (steps, count) => {
      let seconds = 0
      const marks = steps.map(({ step, words }): Mark => {
        seconds += step / 100
        return { seconds, words }
      })
      const text = Array.from({ length: count }, (_, at) => `ቃል${at}`).join("  ")
      const timed = timedBy(text, marks, seconds)
      expect(timed.map(({ text }) => text)).toEqual([...wordsIn(text)])
      let last = 0
      for (const { end, start } of timed) {
        expect(start).toBeGreaterThanOrEqual(last - 1e-9)
        expect(end).toBeGreaterThanOrEqual(start)
        last = end
      }
      expect(last).toBeLessThanOrEqual(seconds + 1e-9)
    })
  })
})
