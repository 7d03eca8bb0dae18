/** What the playground reads of a streamed clip, and what it sends of a microphone. */
import { describe, expect, test } from "bun:test"
import { FastCheck as fc } from "effect"
import { BrokenOff } from "../../../src/dashboard/web/playground/retry.ts"
import { type Frame, makeFrames } from "../../../src/dashboard/web/playground/transcription/liveFrames.ts"
import { readFrames } from "../../../src/dashboard/web/playground/voice/mp3Frames.ts"
import { ending, frame } from "../../../src/voice/AudioFrames.ts"
import { forAllAsync } from "../../support/Property.ts"

/** The bytes in pieces of these sizes, in turn. */
const streamOf = (bytes: Uint8Array, sizes: ReadonlyArray<number>): ReadableStream<Uint8Array> => {
  let [at, turn] = [0, 0]
  return new ReadableStream({
    pull: (controller) => {
      if (at >= bytes.length) return controller.close()
      const size = sizes[turn++ % sizes.length] ?? 1
      controller.enqueue(new Uint8Array(bytes.subarray(at, at + size)))
      at += size
    }
  })
}

const frames = fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { maxLength: 8 })
const sizes = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 5 })
const outcome = { data: { id: "clip_ሀ" } }
const wire = (all: ReadonlyArray<Uint8Array>) => Buffer.concat([...all.map(frame), ending(outcome)])

describe("the frames of a streamed clip", () => {
  test("a streamed clip's frames come whole and in order, however the network cuts them, then the outcome", async () => {
    await forAllAsync({}, frames, sizes, async (all, sizes) => {
      const read: Array<Uint8Array> = []
      expect(await readFrames(streamOf(wire(all), sizes), (mp3) => read.push(mp3))).toEqual(outcome)
      expect(read).toEqual(all.map((bytes) => new Uint8Array(bytes)))
    })
  })

  test("a streamed clip's frames are broken off wherever they end before the outcome does", async () => {
    await forAllAsync(
      {},
      frames,
      sizes,
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      async (all, sizes, share) => {
        const bytes = wire(all)
        const cut = streamOf(bytes.subarray(0, Math.floor(share * bytes.length)), sizes)
        const problem = await readFrames(cut, () => {}).catch((problem: unknown) => problem)
        expect(problem).toBeInstanceOf(BrokenOff)
      }
    )
  })
})

describe("the frames of a microphone", () => {
  const sound = (length: number, value: number): Frame => new Int16Array(length).fill(value)

  test("a microphone's frames are kept until they can be sent, and sent in order", () => {
    const [heard, sent]: [Array<number>, Array<number>] = [[], []]
    const { sendTo, take } = makeFrames(
      ([first = 0]) => heard.push(first),
      () => {}
    )
    for (const value of [1, 2, 3]) take(sound(1_600, value))
    sendTo(([first = 0]) => sent.push(first))
    take(sound(1_600, 4))
    expect({ heard, sent }).toEqual({ heard: [1, 2, 3, 4], sent: [1, 2, 3, 4] })
  })

  test("a microphone's frames end at 180 seconds, which is reported once, and no more are taken", () => {
    let [samples, told] = [0, 0]
    const { sendTo, take } = makeFrames(
      () => {},
      () => told++
    )
    sendTo(({ length }) => {
      samples += length
    })
    for (let count = 0; count < 2_000; count++) take(sound(1_600, count))
    expect({ samples, told }).toEqual({ samples: 180 * 16_000, told: 1 })
  })
})
