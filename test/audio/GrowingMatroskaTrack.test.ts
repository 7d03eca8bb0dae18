/** A track of Matroska that is decoded as it comes. */
import { expect, test } from "bun:test"
import { readFile } from "node:fs/promises"
import { GrowingMatroskaTrack } from "../../src/audio/GrowingMatroskaTrack.ts"

/** Where the first frames of `blocks.flac` begin, which last 0.144 s each. */
const FRAMES = [8_288, 10_066, 11_756, 13_344]
const SAMPLES = 1_152
const RATE = 8_000

test("of FLAC in long frames, each of which is heard with the next, nothing is missing at the start", async () => {
  const file = await readFile(new URL("cases/blocks.flac", import.meta.url))
  const header = Buffer.from(file.subarray(0, 42))
  // Its description alone comes before the frames.
  header.writeUInt8(0x80, 4)
  const notes: Array<string> = []
  const coded = { codec: "flac", channels: 1, sampleRate: RATE, header } as const
  const track = new GrowingMatroskaTrack({ number: 1, delay: 0, coded }, (sentence) => notes.push(sentence), 0)
  let samples = 0
  for (const [at, start] of FRAMES.slice(0, 3).entries()) {
    const time = { at: (at * SAMPLES) / RATE, begins: 0 }
    const taken = track.take([file.subarray(start, FRAMES[at + 1])], time)
    for await (const piece of taken) samples += piece?.channelData[0]?.length ?? 0
    for (const { channelData } of track.release()) samples += channelData[0]?.length ?? 0
  }
  track.free()
  expect(notes).toEqual([])
  expect(samples).toBeGreaterThan(0)
  expect(samples).toBeLessThanOrEqual(2 * SAMPLES)
})
