import { expect, test } from "bun:test"
import { finished } from "../../../src/engines/sherpa/SpeechEnds.ts"

const RATE = 16_000
const tone = (seconds: number): ReadonlyArray<number> =>
  Array.from({ length: seconds * RATE }, (_, at) => Math.cos(at / 5) * 0.5)
const silence = (seconds: number): ReadonlyArray<number> => Array.from({ length: seconds * RATE }, () => 0)

test("silence around speech gives way to the pause, and the speech begins and ends in nothing", () => {
  const { samples, speech } = finished(Float32Array.from([...silence(1), ...tone(0.5), ...silence(2)]), RATE, 0.3)
  expect(speech).toBe((0.03 + 0.5 + 0.03) * RATE)
  expect(samples).toHaveLength(speech + 0.3 * RATE)
  expect(samples.subarray(speech).every((sample) => sample === 0)).toBe(true)
  expect([samples[0], samples[speech - 1]]).toEqual([0, 0])
  expect(Math.max(...samples)).toBeWithin(16_000, 16_400)
})

test("speech that is cut hard has no step at its ends that is heard as a click", () => {
  const { samples, speech } = finished(Float32Array.from(tone(0.2)), RATE, 0.1)
  expect(speech).toBe(0.2 * RATE)
  const joined = [0, ...samples, ...samples]
  const steps = joined.slice(1).map((sample, at) => Math.abs(sample - (joined[at] ?? 0)))
  // Within the tone neighbours are up to 0.1 apart.
  expect(Math.max(...steps)).toBeLessThan(0.11 * 32_767)
  expect(Math.max(...steps.slice(0, 10), ...steps.slice(speech - 10, speech + 10))).toBeLessThan(0.1 * 32_767)
})

test("samples beyond full scale are full, and such as are no numbers are silent", () => {
  const { samples } = finished(
    Float32Array.from({ length: 800 }, (_, at) => [3, -3, Number.NaN][at % 3] ?? 0),
    RATE,
    0
  )
  expect(samples.subarray(399, 402)).toEqual(Int16Array.of(32_767, -32_767, 0))
})

test("of a model that makes no sound a pause is left", () => {
  for (const sound of [new Float32Array(0), new Float32Array(500), new Float32Array(500).fill(Number.NaN)])
    expect(finished(sound, RATE, 0.1)).toEqual({ samples: new Int16Array(1_600), speech: 0 })
})

test("a phrase of more than ten minutes is cut there", () => {
  const { samples, speech } = finished(new Float32Array(700 * 100).fill(0.5), 100, 1)
  expect([samples.length, speech]).toEqual([601 * 100, 600 * 100])
})
