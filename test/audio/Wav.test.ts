import { expect, test } from "bun:test"
import decode from "audio-decode"
import * as Wav from "../../src/audio/Wav.ts"

test("a WAV header and its samples are a file that a decoder reads at the stated rate and length", async () => {
  for (const sampleRate of [16_000, 44_100]) {
    const samples = Int16Array.from({ length: sampleRate / 4 }, (_, i) => 8000 * Math.sin(i / 10))
    const header = Wav.header({ sampleRate, dataBytes: samples.byteLength })
    expect(header.length).toBe(Wav.HEADER_BYTES)
    const decoded = await decode(Buffer.concat([header, new Uint8Array(samples.buffer)]))
    expect(decoded.sampleRate).toBe(sampleRate)
    expect(decoded.channelData.map(({ length }) => length)).toEqual([samples.length])
    expect(Math.round((decoded.channelData[0]?.[100] ?? 0) * 32_768)).toBe(samples[100] ?? 0)
  }
})

test("a WAV header of a stream has the greatest sizes, and differs from a file's in them alone", () => {
  const stream = Wav.header({ sampleRate: 16_000 })
  const file = Wav.header({ sampleRate: 16_000, dataBytes: 1000 })
  const different = [...file.keys()].filter((at) => file[at] !== stream[at])
  expect(new DataView(stream.buffer).getUint32(40, true)).toBe(0xffffffff)
  expect(different.every((at) => (at >= 4 && at < 8) || (at >= 40 && at < 44))).toBe(true)
})
