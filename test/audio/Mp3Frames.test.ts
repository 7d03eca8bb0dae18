/** Frames of their own, made of what LAME itself gives: what they hold, how they sound, and how they are cut. */
import { expect, test } from "bun:test"
import decode from "audio-decode"
import { FastCheck } from "effect"
import { createEncoder } from "wasm-media-encoders"
import lameFile from "wasm-media-encoders/wasm/mp3" with { type: "file" }
import { pieceLength, selfContained } from "../../src/audio/Mp3Frames.ts"
import { longTest } from "../support/Long.ts"
import { forAllAsync } from "../support/Property.ts"

const lame = await WebAssembly.compile(await Bun.file(lameFile).arrayBuffer())

/** Parts of LAME's stream, as it gives them for parts of a sound. */
const encode = async (parts: ReadonlyArray<Float32Array>, vbrQuality: number): Promise<ReadonlyArray<Uint8Array>> => {
  const encoder = await createEncoder("audio/mpeg", lame)
  encoder.configure({ channels: 1, sampleRate: 44_100, outputSampleRate: 44_100, vbrQuality })
  return [...parts.map((part) => encoder.encode([part]).slice()), encoder.finalize().slice()]
}

const LONGEST_FRAME = 1_045
const KBITS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]

/** Frames by their headers. */
const framesOf = (stream: Uint8Array): ReadonlyArray<Uint8Array> => {
  const frames: Array<Uint8Array> = []
  let at = 0
  while (at < stream.length) {
    const [sync = 0, kind = 0, code = 0] = stream.subarray(at)
    expect([sync, kind]).toEqual([0xff, 0xfb])
    const length = Math.floor((144_000 * (KBITS[code >> 4] ?? 0)) / 44_100) + ((code >> 1) & 1)
    frames.push(stream.subarray(at, at + length))
    at += length
  }
  expect(at).toBe(stream.length)
  return frames
}

const bits = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("")

/** What is coded in each frame: its side information but for where its main data begins, and its main data, in bits. */
const codedIn = (stream: Uint8Array): ReadonlyArray<readonly [begin: number, side: string, mainData: string]> => {
  let before = ""
  return framesOf(stream).map((frame) => {
    const side = bits(frame.subarray(4, 21))
    const begin = Number.parseInt(side.slice(0, 9), 2)
    const length = Number.parseInt(side.slice(18, 30), 2) + Number.parseInt(side.slice(77, 89), 2)
    const start = before.length - 8 * begin
    before += bits(frame.subarray(21))
    return [begin, side.slice(9), before.slice(start, start + length)] as const
  })
}

type Kind = "silence" | "tone" | "noise" | "clicks" | "speech-like"
const kinds: ReadonlyArray<Kind> = ["silence", "tone", "noise", "clicks", "speech-like"]

const soundOf = (kind: Kind, frames: number): Float32Array =>
  Float32Array.from({ length: frames * 1_152 }, (_, i) => {
    const noise = ((i * 2_654_435_761) % 65_536) / 32_768 - 1
    if (kind === "silence") return 0
    if (kind === "tone") return 0.5 * Math.sin(i / 20)
    if (kind === "noise") return noise
    if (kind === "clicks") return i % 3_000 === 0 ? 1 : 0
    return Math.max(0, Math.sin(i / 4_000)) * (0.4 * Math.sin(i / 30) + 0.1 * noise)
  })

const anySound = FastCheck.array(
  FastCheck.record({
    kind: FastCheck.constantFrom<Kind>(...kinds),
    frames: FastCheck.integer({ min: 1, max: 25 })
  }).map(({ frames, kind }) => soundOf(kind, frames)),
  { minLength: 1, maxLength: 5 }
)

const anyQuality = FastCheck.constantFrom(0, 4, 9)

/** The bytes again, cut anywhere. */
const cutAt = (bytes: Uint8Array, cuts: ReadonlyArray<number>): ReadonlyArray<Uint8Array> => {
  const ends = [...cuts.map((cut) => Math.floor(cut * bytes.length)), bytes.length].toSorted((a, b) => a - b)
  return ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end))
}

const anyCuts = FastCheck.array(FastCheck.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 })

const samplesOf = async (bytes: Uint8Array): Promise<Float32Array> =>
  (await decode(bytes)).channelData[0] ?? new Float32Array(0)

longTest("separated MP3 frames each keep what is coded in them, bit for bit, however their stream comes", () =>
  forAllAsync({ numRuns: 60 }, anySound, anyQuality, anyCuts, async (sound, quality, cuts) => {
    const stream = Buffer.concat(await encode(sound, quality))
    const take = selfContained()
    const parts = cutAt(stream, cuts).map(take)
    for (const part of parts) framesOf(part)
    const own = codedIn(Buffer.concat(parts))
    expect(own.map(([, ...coded]) => coded)).toEqual(codedIn(stream).map(([, ...coded]) => coded))
    expect(own.every(([begin]) => begin === 0)).toBe(true)
  })
)

test("separated MP3 frames sound as LAME's did, to the last bit, and LAME's did share their data", async () => {
  const stream = Buffer.concat(await encode([soundOf("speech-like", 100), soundOf("noise", 20)], 4))
  expect(codedIn(stream).some(([begin]) => begin > 0)).toBe(true)
  const own = selfContained()(stream)
  expect(await samplesOf(own)).toEqual(await samplesOf(stream))
  expect(own.length / stream.length).toBeLessThan(1.15)
})

test("MP3 bytes that are no frame of LAME's, or begin before the stream, are not taken for one", async () => {
  expect(() => selfContained()(new Uint8Array(1_000))).toThrow()
  const frames = framesOf(Buffer.concat(await encode([soundOf("speech-like", 60)], 4)))
  const later = frames.findIndex((frame) => ((frame[4] ?? 0) << 1) + ((frame[5] ?? 0) >> 7) > 0)
  expect(() => selfContained()(frames[later] ?? new Uint8Array(0))).toThrow()
})

const piecesOf = (bytes: Uint8Array, most: number): ReadonlyArray<Uint8Array> => {
  const pieces: Array<Uint8Array> = []
  for (let at = 0; at < bytes.length; ) {
    // No more of it is seen than a reader looks ahead.
    const length = pieceLength(bytes.subarray(at, at + 2 * most), most)
    pieces.push(bytes.subarray(at, at + length))
    at += length
  }
  return pieces
}

longTest("MP3 pieces are whole frames of bounded bytes, decode alone with none lost, and joined are the stream", () =>
  forAllAsync(
    { numRuns: 40 },
    anySound,
    anyQuality,
    FastCheck.constantFrom(4_096, 8_192),
    async (sound, quality, most) => {
      const own = selfContained()(Buffer.concat(await encode(sound, quality)))
      const pieces = piecesOf(own, most)
      expect(Buffer.concat(pieces).equals(own)).toBe(true)
      for (const piece of pieces) {
        expect(piece.length).toBeLessThanOrEqual(most)
        if (pieces.length > 1) expect(piece.length).toBeGreaterThan(most / 2 - LONGEST_FRAME)
        expect((await samplesOf(piece)).length).toBe(1_152 * framesOf(piece).length)
      }
    }
  )
)

test("an MP3 piece ends in a pause where there is one", async () => {
  const sound = [soundOf("noise", 15), soundOf("silence", 6), soundOf("noise", 40)]
  const own = selfContained()(Buffer.concat(await encode(sound, 4)))
  const [first = new Uint8Array(0)] = piecesOf(own, 6_000)
  const silent = framesOf(own).findIndex((frame, at) => at > 5 && frame.length < 110)
  expect(silent).toBeGreaterThan(14)
  const frames = framesOf(first).length
  expect(frames).toBeGreaterThan(silent)
  expect(frames).toBeLessThan(silent + 6)
})
