/** AAC in ADTS, as `/v1/audio/speech` makes it, is heard where files are, and known by its bytes. */
import { expect, test } from "bun:test"
import { Effect } from "effect"
import * as AacSink from "../../src/audio/AacSink.ts"
import { Unsupported } from "../../src/audio/DecodingFailures.ts"
import { pieces } from "../../src/audio/Demuxing.ts"
import * as MediaType from "../../src/chat/MediaType.ts"
import { tone } from "./sounds.ts"

const RATE = 44_100

const heard = (file: Uint8Array) => pieces(file, { track: undefined, note: () => {} })

const adts = async (seconds: number): Promise<Uint8Array> => {
  const sink = (await AacSink.load())()
  const { samples } = tone(RATE, seconds, 440)
  const file = Buffer.concat([sink.write(Float32Array.from(samples, (sample) => sample / 32_768)), sink.end()])
  sink.release()
  return file
}

const kindOf = (bytes: Uint8Array) => Effect.runPromise(MediaType.detect(bytes))

test("a file of frames alone decodes to its sound", async () => {
  let samples = 0
  for await (const piece of heard(await adts(2))) {
    if (piece === undefined) continue
    expect(piece.sampleRate).toBe(RATE)
    samples += piece.channelData[0]?.length ?? 0
  }
  expect(samples / RATE).toBeGreaterThan(1.95)
  expect(samples / RATE).toBeLessThan(2.1)
})

test("its frames are its mark, and neither one alone nor text is", async () => {
  const file = await adts(1)
  expect(await kindOf(file)).toEqual({ _tag: "Audio", mimeType: "audio/aac" })
  expect(await kindOf(file.subarray(0, 40))).toEqual({ _tag: "Unknown" })
  const broken = async () => {
    for await (const _ of heard(new Uint8Array(64).fill(0xf1))) expect.unreachable()
  }
  await expect(broken()).rejects.toBeInstanceOf(Unsupported)
})
