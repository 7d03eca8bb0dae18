/**
 * Units of speech for the tiny voice: from one sound of a language to the next, cut from what an embedded voice says. Where
 * a sound is, the embedded recogniser tells: the frame at which its network is surest of it.
 */
import { readFile } from "node:fs/promises"
import { units } from "../../src/engines/recognizer/AcousticUnits.ts"
import { BANDS, makeFrontEnd } from "../../src/engines/recognizer/FrontEnd.ts"
import { loadKernel } from "../../src/engines/recognizer/Kernel.ts"
import { makeNetwork } from "../../src/engines/recognizer/Network.ts"
import { padded } from "../../src/engines/recognizer/Padding.ts"
import { readWeights } from "../../src/engines/recognizer/Weights.ts"
import { aligned } from "../measure/Score.ts"
import { makeEnvelopes } from "./Envelopes.ts"

/** The place of silence at a phrase's ends among the sounds; the others are the places of their symbols, from 1. */
const EDGE = 0

/** Frames of 10 ms in one of the network. */
const STRIDE = 2
/** Frames of a phrase's ends that are kept beyond what is audible. */
const AROUND = 2
/** Frames that a unit is made up of where nothing said has it: of one with each of its two sounds. */
const HALF = 4

/** A band's level from which on a frame is heard: 40 dB under full scale. */
const AUDIBLE = -40
const isAudible = (frame: Int8Array): boolean => frame.subarray(0, BANDS).some((level) => level > AUDIBLE)

/** One cut of a unit: its frames, one after the other. */
interface Cut {
  readonly frames: ReadonlyArray<Int8Array>
}

export interface SpeechUnits {
  /** Of all units, one after the other, each band's level and, last, how voiced it is. */
  readonly frames: ReadonlyArray<Int8Array>
  /** By the place of the first sound times the number of sounds, and that of the second: up to two stretches of frames. */
  readonly stretches: ReadonlyArray<readonly [start: number, length: number, start: number, length: number]>
  /** How many of the units nothing said has. */
  readonly missing: number
}

/** The sounds that the network hears, with the frame of 10 ms at which it is surest of each. */
const makeHearing = async () => {
  const file = await readFile("src/engines/recognizer/models/am.bin")
  const weights = readWeights(new Uint8Array(file).buffer, await loadKernel())
  return (samples: Int16Array) => {
    const frontEnd = makeFrontEnd()
    const network = makeNetwork(weights)
    const features = [frontEnd.push(samples), frontEnd.finish()]
    const rows = [...features.map((some) => network.push(some)), network.finish()].flatMap((some) => [...some])
    const heard: Array<{ symbol: string; frame: number; score: number }> = []
    let before = 0
    for (let frame = 0; frame * network.outputs < rows.length; frame++) {
      const scores = rows.slice(frame * network.outputs, (frame + 1) * network.outputs)
      const score = Math.max(...scores)
      const place = scores.indexOf(score)
      const last = heard.at(-1)
      if (place !== 0 && place === before && last !== undefined) {
        if (score > last.score) Object.assign(last, { frame: STRIDE * frame, score })
      } else if (place !== 0) {
        heard.push({ symbol: weights.symbols.charAt(place - 1), frame: STRIDE * frame, score })
      }
      before = place
    }
    return heard
  }
}

const median = (numbers: ReadonlyArray<number>): number =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0

const meanOf = (frames: ReadonlyArray<Int8Array>): Float32Array => {
  const sums = new Float32Array(frames[0]?.length ?? 0)
  for (const frame of frames) for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] ?? 0) + (frame[at] ?? 0)
  return sums.map((sum) => sum / Math.max(1, frames.length))
}

const distance = (frame: Int8Array | undefined, mean: Float32Array | undefined): number => {
  let sum = 0
  for (let at = 0; at < (mean?.length ?? 0); at++) sum += ((frame?.[at] ?? 0) - (mean?.[at] ?? 0)) ** 2
  return sum
}

/** Says sentences, and cuts each unit out where it is like most of its kind. `speak` gives 16-bit samples at 16,000 Hz. */
export const cutUnits = async (
  sentences: ReadonlyArray<string>,
  speak: (text: string) => Int16Array
): Promise<SpeechUnits> => {
  const { read, symbols } = units.am
  const count = symbols.length + 1
  const hear = await makeHearing()
  const envelopesOf = makeEnvelopes(BANDS)
  const cuts = new Map<number, Array<Cut>>()
  /** The frames at which each sound was surest. */
  const surest = new Map<number, Array<Int8Array>>()
  const keep = <A>(map: Map<number, Array<A>>, key: number, value: A) => map.set(key, [...(map.get(key) ?? []), value])

  for (const sentence of sentences) {
    const samples = padded(speak(sentence))
    const heard = hear(samples)
    const frames = envelopesOf(samples)
    const expected = [...read(sentence)]
    const found = aligned(
      expected,
      heard.map(({ symbol }) => symbol)
    )
    const placeOf = (at: number): number => symbols.indexOf(expected[at] ?? "") + 1
    const isRight = (at: number): boolean => heard[found[at] ?? -1]?.symbol === expected[at]
    const frameOf = (at: number): number => heard[found[at] ?? -1]?.frame ?? 0
    const cut = (first: number, second: number, from: number, to: number) => {
      if (to > from) keep(cuts, first * count + second, { frames: frames.slice(from, to) })
    }
    for (const at of expected.keys()) {
      if (!isRight(at)) continue
      const frame = frames[frameOf(at)]
      if (frame !== undefined) keep(surest, placeOf(at), frame)
      if (at === 0 && found[at] === 0) {
        const begin = frames.findIndex(isAudible)
        cut(EDGE, placeOf(at), Math.max(0, begin - AROUND), frameOf(at))
      }
      if (at === expected.length - 1 && found[at] === heard.length - 1) {
        const end = frames.findLastIndex(isAudible)
        cut(placeOf(at), EDGE, frameOf(at), end + AROUND)
      }
      if (at + 1 < expected.length && isRight(at + 1) && found[at + 1] === (found[at] ?? 0) + 1)
        cut(placeOf(at), placeOf(at + 1), frameOf(at), frameOf(at + 1))
    }
  }

  const means = new Map([...surest].map(([place, frames]) => [place, meanOf(frames)]))
  const chosen = new Map<number, Cut>()
  for (const [key, list] of cuts) {
    const usual = median(list.map(({ frames }) => frames.length))
    const [first, second] = [means.get(Math.floor(key / count)), means.get(key % count)]
    const costOf = ({ frames }: Cut): number =>
      distance(frames[0], first) + distance(frames.at(-1), second) + 2_000 * Math.abs(frames.length - usual)
    const [best] = list.toSorted((one, other) => costOf(one) - costOf(other))
    if (best !== undefined) chosen.set(key, best)
  }

  const all: Array<Int8Array> = []
  const placed = new Map<number, readonly [start: number, length: number]>()
  for (const [key, { frames }] of chosen) {
    placed.set(key, [all.length, frames.length])
    all.push(...frames)
  }
  /** Of units with this sound first or second the one that was said most. */
  const commonest = (isOne: (key: number) => boolean) =>
    [...cuts].filter(([key]) => isOne(key)).toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0]
  let missing = 0
  const stretches = Array.from({ length: count * count }, (_, key) => {
    const own = placed.get(key)
    if (own !== undefined) return [...own, 0, 0] as const
    missing++
    const [first, second] = [Math.floor(key / count), key % count]
    const [beginAt = 0, beginLength = 0] = placed.get(commonest((one) => Math.floor(one / count) === first) ?? -1) ?? []
    const [endAt = 0, endLength = 0] = placed.get(commonest((one) => one % count === second) ?? -1) ?? []
    const [begin, end] = [Math.min(HALF, beginLength), Math.min(HALF, endLength)]
    if (first === EDGE) return [endAt, endLength, 0, 0] as const
    if (second === EDGE) return [beginAt, beginLength, 0, 0] as const
    return [beginAt, begin, endAt + endLength - end, end] as const
  })
  stretches[EDGE] = [0, 0, 0, 0]
  return { frames: all, stretches, missing }
}
