/** What an edit list has played of a sound that is still coming. */
import { expect, test } from "bun:test"
import { GrowingClock } from "../../src/audio/GrowingClock.ts"
import { PlayedStretch } from "../../src/audio/PlayedStretch.ts"

test("the silence of a hole is made as it is asked for, so that no rate makes it large", () => {
  const clock = new GrowingClock(() => {})
  clock.beginAt(0)
  const piece = { channelData: [new Float32Array(1)], sampleRate: 4e9 }
  const [first] = PlayedStretch.of(undefined)?.placedAll(clock.silenceUntil(60, piece), 0) ?? []
  expect(first?.channelData[0]?.length).toBe(48_000)
})
