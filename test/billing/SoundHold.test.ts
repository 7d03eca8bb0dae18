/** A live session's sound is held as it comes, 10 s ahead, and ends where its wallet does (wire contract, section 7). */
import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, FastCheck, Stream } from "effect"
import { insufficient } from "../../src/billing/JobAdmission.ts"
import * as Money from "../../src/billing/Money.ts"
import { AHEAD_SECONDS, makeSoundHold, STEP_SECONDS } from "../../src/billing/SoundHold.ts"
import { heldCharacters } from "../../src/engines/Recognizer.ts"
import { forAll } from "../support/Property.ts"

const RATE = 16_000
const PER_SECOND = 44_000
const priceOf = (seconds: number) => Money.fromMicros(Math.ceil(PER_SECOND * seconds))

/** Ordinary sentences and the seconds that they take, as the embedded engine speaks them. */
const ordinary = readFileSync(join(import.meta.dir, "../engines/espeak/durations.tsv"), "utf8")
  .split("\n")
  .flatMap((line) => {
    const [language, kind, text = "", seconds] = line.split("\t")
    if (kind !== "ordinary" || (language !== "am" && language !== "om")) return []
    return [{ language, seconds: Number(seconds), words: text.replace(/[^\p{L}\p{M}'’ ]/gu, "") } as const]
  })

test("what is held of ordinary speech pays for its transcript, and is at most twice its price", () => {
  expect(new Set(ordinary.map(({ language }) => language)).size).toBe(2)
  const shares = ordinary.map(({ language, seconds, words }) => heldCharacters(language, seconds) / words.length)
  expect(Math.min(...shares)).toBeGreaterThanOrEqual(1)
  expect(Math.max(...shares)).toBeLessThanOrEqual(2)
})

/**
 * What a session of these frames (in samples) brings from a wallet of so much, where what hears may not be charged for
 * until so many frames have come, and another hears after that.
 */
const hear = (frames: ReadonlyArray<number>, wallet: number, free = 0) => {
  const seen = {
    heard: 0,
    held: free > 0 ? 0 : Math.min(wallet, Number(priceOf(AHEAD_SECONDS))),
    ahead: 0,
    asked: 0,
    told: 0,
    unpaid: false
  }
  let frame = 0
  let isFree = free > 0
  const hold = makeSoundHold({
    rate: RATE,
    priceOf: (seconds) => (isFree ? Money.zero : priceOf(seconds)),
    held: Money.fromMicros(seen.held),
    holdUpTo: (wanted, least) =>
      Effect.suspend(() => {
        seen.asked++
        if (wallet < least) return insufficient(Money.fromMicros(wallet), least)
        seen.held = Math.min(wallet, wanted)
        return Effect.succeed(Money.fromMicros(seen.held))
      }),
    onSpent: () =>
      Effect.sync(() => {
        seen.told++
      })
  })
  /** Another engine hears what has come, if the wallet pays for it. */
  const change = Effect.suspend(() => {
    isFree = false
    return Effect.match(hold.holdAnew(seen.heard / RATE), {
      onSuccess: () => false,
      onFailure: () => {
        seen.unpaid = true
        return true
      }
    })
  })
  const take = ({ length }: Int16Array) =>
    Effect.suspend(() => {
      frame++
      seen.heard += length
      if (!isFree) seen.ahead = Math.max(seen.ahead, seen.held / PER_SECOND - seen.heard / RATE)
      return frame === free ? change : Effect.succeed(false)
    })
  const sound = hold.payable(Stream.map(Stream.fromIterable(frames), (length) => new Int16Array(length)))
  const read = Stream.runDrain(Stream.takeUntilEffect(sound, take))
  return Effect.runSync(Effect.as(read, seen))
}

test("no more sound is transcribed than is held, and all that the wallet pays for, for any frames and wallet", () =>
  forAll(
    { numRuns: 25 },
    FastCheck.array(FastCheck.integer({ min: 1, max: 32_000 }), { maxLength: 40 }),
    FastCheck.integer({ min: Number(priceOf(STEP_SECONDS)), max: Number(priceOf(60)) }),
    (frames, wallet) => {
      const all = frames.reduce((sum, length) => sum + length, 0)
      const { ahead, asked, heard, held, told } = hear(frames, wallet)
      expect(heard / RATE).toBeLessThanOrEqual(held / PER_SECOND)
      expect(heard).toBe(Math.min(all, Math.floor(wallet / PER_SECOND) * RATE))
      expect(told).toBe(heard < all ? 1 : 0)
      expect(ahead).toBeLessThanOrEqual(AHEAD_SECONDS + 1)
      expect(asked).toBeLessThanOrEqual(2 + all / RATE)
    }
  ))

test("sound in pieces of 24 s is taken whole, or its client is told that the wallet has no more", () => {
  const long = 24 * RATE
  const rich = hear([long, long, long, long], Number(priceOf(200)))
  expect([rich.heard, rich.told]).toEqual([4 * long, 0])
  const poor = hear([long, long], Number(priceOf(15)))
  expect([poor.heard, poor.told]).toEqual([15 * RATE, 1])
})

test("what an engine heard that may not be charged for pays for no sound of the next, for any frames and wallet", () =>
  forAll(
    { numRuns: 50 },
    FastCheck.array(FastCheck.integer({ min: 1, max: 32_000 }), { minLength: 1, maxLength: 40 }),
    FastCheck.nat(Number(priceOf(40))),
    FastCheck.integer({ min: 1, max: 20 }),
    (frames, wallet, free) => {
      const { heard, held, told, unpaid } = hear(frames, wallet, free)
      const all = frames.reduce((sum, length) => sum + length, 0)
      const before = frames.slice(0, free).reduce((sum, length) => sum + length, 0)
      if (frames.length < free) return expect([heard, held, told]).toEqual([all, 0, 0])
      if (unpaid) {
        expect(wallet).toBeLessThan(Number(priceOf(before / RATE + STEP_SECONDS)))
        return expect(heard).toBe(before)
      }
      expect(heard / RATE).toBeLessThanOrEqual(held / PER_SECOND)
      expect(heard).toBe(Math.min(all, Math.floor(wallet / PER_SECOND) * RATE))
      expect(told).toBe(heard < all ? 1 : 0)
    }
  ))
