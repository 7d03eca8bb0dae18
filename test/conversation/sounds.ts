/** Sounds put before the turn detector, all at 16,000 Hz, and what it makes of them. */
import { readFile } from "node:fs/promises"
import moduleFile from "../../node_modules/@echogarden/fvad-wasm/fvad.wasm" with { type: "file" }
import * as VoiceActivity from "../../src/audio/VoiceActivity.ts"
import { defaults, type TurnDetector, type TurnOptions, turnDetector } from "../../src/conversation/TurnDetector.ts"

export const RATE = 16_000
const FULL_SCALE = 32_768

export const loadDetection = async () => VoiceActivity.load(await WebAssembly.compile(await readFile(moduleFile)))

/** A whole number from −1 to 1, the same in every run. */
const randomOf = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}

export const soundOf = (seconds: number, sample: (time: number) => number): Int16Array =>
  Int16Array.from({ length: Math.round(seconds * RATE) }, (_, at) => toSample(FULL_SCALE * sample(at / RATE)))

const toSample = (value: number): number => Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, Math.round(value)))

export const silence = (seconds: number): Int16Array => new Int16Array(Math.round(seconds * RATE))

export const join = (...pieces: ReadonlyArray<Int16Array>): Int16Array => {
  const whole = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

const meanPower = (samples: Int16Array): number =>
  samples.reduce((sum, sample) => sum + (sample / FULL_SCALE) ** 2, 0) / Math.max(1, samples.length)

/** Decibels of full scale of the whole. */
export const levelOf = (samples: Int16Array): number => 10 * Math.log10(Math.max(1e-12, meanPower(samples)))

export const louder = (samples: Int16Array, decibels: number): Int16Array =>
  samples.map((sample) => toSample(sample * 10 ** (decibels / 20)))

export const atLevel = (samples: Int16Array, decibels: number): Int16Array =>
  louder(samples, decibels - levelOf(samples))

/** As long as the first. */
export const mix = (first: Int16Array, ...others: ReadonlyArray<Int16Array>): Int16Array =>
  first.map((sample, at) => toSample(others.reduce((sum, other) => sum + (other[at] ?? 0), sample)))

export const white = (seconds: number, level: number, seed = 1): Int16Array => {
  const random = randomOf(seed)
  return atLevel(
    soundOf(seconds, () => 0.1 * random()),
    level
  )
}

/** By Paul Kellet's filter: 3 dB less in each octave. */
export const pink = (seconds: number, level: number, seed = 1): Int16Array => {
  const random = randomOf(seed)
  let [low, middle, high] = [0, 0, 0]
  const samples = soundOf(seconds, () => {
    const value = random()
    low = 0.99765 * low + value * 0.099046
    middle = 0.963 * middle + value * 0.2965164
    high = 0.57 * high + value * 1.0526913
    return 0.03 * (low + middle + high + value * 0.1848)
  })
  return atLevel(samples, level)
}

export const noises = { white, pink } as const

const sine = (hertz: number, time: number): number => Math.sin(2 * Math.PI * hertz * time)

export const hum = (seconds: number, level: number): Int16Array =>
  atLevel(
    soundOf(seconds, (time) => 0.2 * sine(50, time) + 0.1 * sine(100, time) + 0.05 * sine(150, time)),
    level
  )

/** Notes that die away, so many a second, each of as many harmonics. */
export const tune = (seconds: number, level: number, notes: number, harmonics: number): Int16Array => {
  const scale = [262, 392, 330, 523, 294, 440, 349, 494]
  return atLevel(
    soundOf(seconds, (time) => {
      const hertz = scale[Math.floor(time * notes) % scale.length] ?? 262
      const within = (time * notes) % 1
      let sum = 0
      for (let k = 1; k <= harmonics; k++) sum += sine(hertz * k, time) / k
      return 0.1 * sum * Math.min(1, within * 20) * Math.exp(-2 * within)
    }),
    level
  )
}

/** Three notes at once, changed each so many seconds. */
export const chords = (seconds: number, level: number, length: number): Int16Array =>
  atLevel(
    soundOf(seconds, (time) => {
      const root = [220, 174.6, 261.6, 196][Math.floor(time / length) % 4] ?? 220
      const decay = Math.exp((-1.5 * (time % length)) / length)
      return [1, 1.26, 1.5]
        .flatMap((third) => [1, 2, 3].map((harmonic) => sine(root * third * harmonic, time) / harmonic ** 1.5))
        .reduce((sum, value) => sum + 0.05 * decay * value, 0)
    }),
    level
  )

/** A tone that rises and falls, by `depth` of its frequency, once a second. */
export const siren = (seconds: number, level: number, hertz: number, depth: number): Int16Array =>
  atLevel(
    soundOf(seconds, (time) => 0.3 * Math.sin(2 * Math.PI * hertz * time + (hertz * depth * sine(1, time)) / 1)),
    level
  )

/** A burst of noise, of so many seconds, that then dies away by 60 dB in `decay`. */
export const burst = (seconds: number, level: number, decay: number, seed = 1): Int16Array =>
  white(seconds + decay, level, seed).map((sample, at) =>
    toSample(sample * 10 ** ((-3 * Math.max(0, at / RATE - seconds)) / Math.max(1e-6, decay)))
  )

export const lowPassed = (samples: Int16Array, hertz: number): Int16Array => {
  const share = 1 - Math.exp((-2 * Math.PI * hertz) / RATE)
  let [first, second] = [0, 0]
  return samples.map((sample) => {
    first += share * (sample - first)
    second += share * (first - second)
    return Math.round(second)
  })
}

/** Without what the synthesiser leaves silent before and after. */
export const trimmed = (samples: Int16Array): Int16Array => {
  const isHeard = (sample: number) => Math.abs(sample) > 100
  return samples.slice(Math.max(0, samples.findIndex(isHeard)), samples.findLastIndex(isHeard) + 1)
}

export interface Turn {
  readonly start: number
  readonly end: number
  readonly samples: Int16Array
  /** Samples that had been given when it was known to have begun. */
  readonly known: number
}

export interface Listening {
  readonly options?: Partial<TurnOptions>
  /** Samples in each push, in turn. */
  readonly sizes?: ReadonlyArray<number>
  /** Level that is played at the sample. */
  readonly playing?: (at: number) => number | undefined
}

/** Whether the sound is what was heard; at its beginning it may be silent, in the place of an echo. */
const isOf = (samples: Int16Array, heard: Int16Array): boolean => {
  const first = samples.findIndex((sample) => sample !== 0)
  return samples.length === heard.length && samples.every((sample, at) => at < first || sample === heard[at])
}

/** The turns in a sound; one that its end cuts off is ended. Fails where a turn's sound is not the sound from its start to its end. */
export const turnsIn = (
  detection: VoiceActivity.Detection,
  sound: Int16Array,
  { options = {}, playing = () => undefined, sizes = [320] }: Listening = {}
): ReadonlyArray<Turn> => {
  const detector: TurnDetector = turnDetector(VoiceActivity.make(detection, 0.5), { ...defaults, ...options })
  const turns: Array<Turn> = []
  let open: { readonly start: number; readonly known: number; readonly pieces: Array<Int16Array> } | undefined
  const take = (events: ReturnType<TurnDetector["finish"]>, known: number) => {
    for (const event of events) {
      if (event._tag === "Started") {
        if (open !== undefined) throw new Error("a turn started in a turn")
        open = { start: event.at, known, pieces: [] }
      } else if (open === undefined) throw new Error(`${event._tag} without a turn`)
      else if (event._tag === "Sound") open.pieces.push(event.samples)
      else {
        const { pieces, ...begun } = open
        const samples = join(...pieces)
        if (!isOf(samples, sound.slice(begun.start, event.at)))
          throw new Error("a turn's sound is not what was heard from its start to its end")
        turns.push({ ...begun, end: event.at, samples })
        open = undefined
      }
    }
  }
  try {
    for (let at = 0, turn = 0; at < sound.length; turn++) {
      const piece = sound.slice(at, at + (sizes[turn % sizes.length] ?? 320))
      const events = detector.push(piece, playing(at))
      at += piece.length
      piece.fill(0)
      take(events, at)
    }
    take(detector.finish(), sound.length)
  } finally {
    detector.release()
  }
  return turns
}
