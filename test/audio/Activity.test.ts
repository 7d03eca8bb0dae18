import { expect, test } from "bun:test"
import { FastCheck } from "effect"
import { MAX_UTTERANCE_SECONDS, segmenter, type Utterance } from "../../src/audio/Activity.ts"
import { forAll } from "../support/Property.ts"

const RATE = 16_000

interface Part {
  readonly seconds: number
  /** Decibels of full scale; none: digital silence. */
  readonly level: number | undefined
}

/** A noise that is the same each time. */
const noise = (count: number, level: number): Int16Array => {
  const samples = new Int16Array(count)
  const amplitude = 32_768 * 10 ** (level / 20) * Math.sqrt(3)
  let seed = 1
  for (let i = 0; i < count; i++) {
    seed = (seed * 48_271) % 2_147_483_647
    samples[i] = Math.max(-32_768, Math.min(32_767, amplitude * ((2 * seed) / 2_147_483_647 - 1)))
  }
  return samples
}

const soundOf = (parts: ReadonlyArray<Part>): Int16Array => {
  const all = parts.flatMap(({ level, seconds }) => {
    const count = Math.round(seconds * RATE)
    return [...(level === undefined ? new Int16Array(count) : noise(count, level))]
  })
  return Int16Array.from(all)
}

const cut = (sound: Int16Array, sizes: ReadonlyArray<number> = [RATE]): ReadonlyArray<Utterance> => {
  const { finish, push } = segmenter()
  const utterances: Array<Utterance> = []
  for (let at = 0, turn = 0; at < sound.length; turn++) {
    const size = sizes[turn % sizes.length] ?? RATE
    utterances.push(...push(sound.subarray(at, at + size)))
    at += size
  }
  return [...utterances, ...finish()]
}

const anyPart: FastCheck.Arbitrary<Part> = FastCheck.record({
  seconds: FastCheck.double({ min: 0.02, max: 2.5, noNaN: true }),
  level: FastCheck.option(FastCheck.constantFrom(-10, -25, -40, -62), { nil: undefined, freq: 3 })
})
const anySound = FastCheck.array(anyPart, { maxLength: 10 })

test("utterances are parts of the sound, in order and apart, and none is longer than the limit", () =>
  forAll({ numRuns: 60 }, anySound, (parts) => {
    const sound = soundOf(parts)
    let end = 0
    for (const { samples, start } of cut(sound)) {
      expect(start).toBeGreaterThanOrEqual(end)
      expect(samples.length).toBeGreaterThan(0)
      expect(samples.length).toBeLessThanOrEqual(MAX_UTTERANCE_SECONDS * RATE)
      expect(Buffer.from(samples.buffer).equals(Buffer.from(sound.slice(start, start + samples.length).buffer))).toBe(
        true
      )
      end = start + samples.length
    }
  }))

test("utterances are the same however the sound comes in pieces", () =>
  forAll(
    { numRuns: 30 },
    anySound,
    FastCheck.array(FastCheck.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 5 }),
    (parts, sizes) => {
      const sound = soundOf(parts)
      expect(cut(sound, sizes)).toEqual(cut(sound))
    }
  ))

test("silence, digital or of a quiet room, holds no utterance", () => {
  expect(cut(soundOf([{ seconds: 20, level: undefined }]))).toEqual([])
  expect(cut(soundOf([{ seconds: 20, level: -62 }]))).toEqual([])
  expect(cut(new Int16Array(RATE).fill(9_000))).toEqual([])
  expect(cut(new Int16Array(0))).toEqual([])
})

test("a click is not an utterance", () => {
  const sound = new Int16Array(4 * RATE)
  sound[RATE] = 30_000
  sound[RATE + 1] = -30_000
  expect(cut(sound)).toEqual([])
})

test("every sound as loud as speech, for as long as a syllable, is in an utterance", () =>
  forAll(
    { numRuns: 60 },
    FastCheck.array(
      FastCheck.record({
        pause: FastCheck.double({ min: 0.1, max: 2, noNaN: true }),
        seconds: FastCheck.double({ min: 0.12, max: 1, noNaN: true }),
        level: FastCheck.constantFrom(-12, -25, -38)
      }),
      { minLength: 1, maxLength: 8 }
    ),
    (bursts) => {
      const parts = bursts.flatMap(({ level, pause, seconds }) => [
        { seconds: pause, level: -65 },
        { seconds, level }
      ])
      const utterances = cut(soundOf(parts))
      let at = 0
      for (const { pause, seconds } of bursts) {
        const from = at + Math.round(pause * RATE)
        at = from + Math.round(seconds * RATE)
        const [first, last] = [from, at]
        expect(
          utterances.some(({ samples, start }) => start <= first + 1 && start + samples.length >= last - 640)
        ).toBe(true)
      }
    }
  ))

test("a pause of half a second parts two utterances, a shorter one does not", () => {
  const spoken = { seconds: 1, level: -20 }
  const apart = cut(soundOf([spoken, { seconds: 0.7, level: undefined }, spoken]))
  expect(apart.length).toBe(2)
  const together = cut(soundOf([spoken, { seconds: 0.3, level: undefined }, spoken]))
  expect(together.length).toBe(1)
})

test("a sound that begins at once and never stops is cut at the limit, and nothing of its start is lost", () => {
  const syllables = Array.from({ length: 160 }, () => [
    { seconds: 0.2, level: -20 },
    { seconds: 0.05, level: -50 }
  ]).flat()
  const sound = soundOf(syllables)
  const utterances = cut(sound)
  expect(utterances.length).toBe(3)
  expect(utterances[0]?.start).toBe(0)
  expect(utterances.reduce((sum, { samples }) => sum + samples.length, 0)).toBe(sound.length)
})

test("a steady noise is taken for speech only until it is known", () => {
  const heard = cut(soundOf([{ seconds: 60, level: -45 }]))
  expect(heard.reduce((sum, { samples }) => sum + samples.length, 0) / RATE).toBeLessThan(12)
  // And speech over it is heard.
  const spoken = cut(
    soundOf([
      { seconds: 30, level: -45 },
      { seconds: 1, level: -20 },
      { seconds: 2, level: -45 }
    ])
  )
  expect(spoken.at(-1)?.start).toBeGreaterThan(29 * RATE)
})

test("where a model says in which frames somebody speaks, utterances are those, louder or softer", () => {
  const sound = soundOf([{ seconds: 6, level: -25 }])
  const { finish, push } = segmenter()
  // From 2 to 3 s, in pieces of 0.5 s.
  const found = Array.from({ length: 12 }, (_, at) => {
    const speech = Array.from({ length: 25 }, () => at >= 4 && at < 6)
    return push(sound.subarray((at * RATE) / 2, ((at + 1) * RATE) / 2), speech)
  }).flat()
  expect([...found, ...finish()].map(({ samples, start }) => [start / RATE, samples.length / RATE])).toEqual([
    [1.66, 1.54]
  ])
})
