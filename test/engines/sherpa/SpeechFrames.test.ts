/** Over a library that hears somebody in every window of 512 samples that is no silence, one window late. */
import { expect, test } from "bun:test"
import { MOST_SOUNDS, makeSounds, makeSpeechFrames } from "../../../src/engines/sherpa/SpeechFrames.ts"
import type { ModelManifest } from "../../../src/models/Manifest.ts"

const FRAME = 320
const WINDOW = 512

const manifest: ModelManifest = {
  id: "fake",
  kind: "activity",
  family: "silero-vad",
  languages: [],
  files: { model: "model.onnx" },
  sha256: {},
  sample_rate: 16_000,
  licence: "MIT",
  commercial: true,
  source: "https://example.org"
}
const model = { library: "", folder: "", manifest }

interface Detector {
  pending: number
  isDetected: boolean
  /** Samples that are gathered of a stretch, and stretches that are not taken. */
  gathered: number
  stretches: number
  last: number
}

const makeLibrary = () => {
  const made: Array<Detector> = []
  const of = (handle: object): Detector => {
    const found = made.find((one) => one === handle)
    if (found === undefined) throw new Error("no detector")
    return found
  }
  return {
    made,
    createVoiceActivityDetector: (): object => {
      const detector = { pending: 0, isDetected: false, gathered: 0, stretches: 0, last: 0 }
      made.push(detector)
      return detector
    },
    voiceActivityDetectorAcceptWaveform: (handle: object, samples: Float32Array) => {
      const one = of(handle)
      one.pending += samples.length
      one.last = samples.at(-1) ?? 0
      if (one.pending < WINDOW) return
      one.pending -= WINDOW
      if (one.isDetected && one.last === 0) one.stretches++
      one.isDetected = one.last !== 0
      one.gathered = one.isDetected ? one.gathered + WINDOW : 0
    },
    voiceActivityDetectorIsDetected: (handle: object) => of(handle).isDetected,
    voiceActivityDetectorFlush: (handle: object) => {
      const one = of(handle)
      if (one.isDetected) one.stretches++
      one.isDetected = false
      one.gathered = 0
    },
    voiceActivityDetectorClear: (handle: object) => {
      of(handle).stretches = 0
    },
    voiceActivityDetectorReset: (handle: object) => {
      Object.assign(of(handle), { pending: 0, isDetected: false, gathered: 0, stretches: 0 })
    }
  }
}

const speech = new Float32Array(FRAME).fill(0.5)
const silence = new Float32Array(FRAME)

test("speech of any length is speech to its end, and the library gathers a second of it at most", () => {
  const library = makeLibrary()
  const { hear } = makeSpeechFrames(library, model, 0.5)
  const heard = Array.from({ length: 500 }, () => {
    const is = hear(speech)
    expect(library.made[0]?.gathered).toBeLessThanOrEqual(16_000 + WINDOW)
    expect(library.made[0]?.stretches).toBe(0)
    return is
  })
  // The first window is complete within the second frame.
  expect(heard.indexOf(true)).toBe(1)
  expect(heard.lastIndexOf(false)).toBe(0)
  const after = Array.from({ length: 10 }, () => hear(silence))
  expect(after.slice(4)).toEqual(Array.from({ length: 6 }, () => false))
  expect(library.made[0]?.stretches).toBe(0)
})

test("a process takes a bounded number of sounds, and what heard one that is over hears another", () => {
  const library = makeLibrary()
  const sounds = makeSounds(library, model)
  for (let round = 0; round < 5; round++) {
    for (let at = 0; at < MOST_SOUNDS; at++) {
      expect(sounds.open(`${round} ${at}`)).toBe(true)
      // It was reset: nothing of another sound is in it.
      expect(sounds.of(`${round} ${at}`, 0.5)?.hear(silence)).toBe(false)
      sounds.of(`${round} ${at}`, 0.5)?.hear(speech)
    }
    expect(sounds.open("one more")).toBe(false)
    for (let at = 0; at < MOST_SOUNDS; at++) sounds.close(`${round} ${at}`)
  }
  expect(library.made).toHaveLength(MOST_SOUNDS)
})

test("a sound that must be surer is heard by another detector, also over and over", () => {
  const library = makeLibrary()
  const sounds = makeSounds(library, model)
  sounds.open("one")
  for (let at = 0; at < 50; at++) sounds.of("one", at % 2 === 0 ? 0.5 : 0.91)?.hear(speech)
  expect(library.made).toHaveLength(2)
  expect(sounds.of("one", 0.52)).toBe(sounds.of("one", 0.5))
})

test("what is still asked of a sound of voice activity that is over finds nobody who hears it, and no error", () => {
  const sounds = makeSounds(makeLibrary(), model)
  sounds.open("one")
  expect(sounds.of("one", 0.5)).toBeDefined()
  sounds.close("one")
  expect(sounds.of("one", 0.5)).toBeUndefined()
})
