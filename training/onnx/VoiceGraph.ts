/**
 * A voice as an ONNX graph in the form of a VITS model for sherpa-onnx: the numbers of letters to samples. No network is in
 * it. Letters become sounds, two sounds a unit of speech, units the envelopes that were cut from an embedded voice's
 * speech; each envelope is made sound for 10 ms, as a pulse where it is voiced, else as noise.
 */
import { BANDS } from "../../src/engines/recognizer/FrontEnd.ts"
import { LOWEST, MIDDLE, mel, middlesOf, STEPS } from "../speech/Envelopes.ts"
import type { SpeechUnits } from "../speech/SpeechUnits.ts"
import type { Graph } from "./Graph.ts"

const HOP = 160
/** Samples of one envelope's sound, half of which is under the next one's. */
const SPAN = 2 * HOP
const BINS = SPAN / 2 + 1
const RATE = 16_000
/** Places of the noise's turns, after which it repeats itself. */
const TURNS = 61
/** What the noise's share of a model is by default. */
const NOISE = 0.667
/** How much smaller the mouth of each speaker is than that of the voice that was cut. */
const MOUTHS = [1, 1.14] as const
export const SPEAKERS = MOUTHS.length
/** Numbers of the sounds of one letter. */
const PARTS = 3

const FLOAT = 1
const INT64 = 7

/** Natural logarithms of amplitude for a level; noise of this amplitude in each bin has the power that was measured. */
const SCALE = Math.LN10 / 20 / STEPS
const OFFSET = (Math.LN10 / 20) * (MIDDLE + 10 * Math.log10(HOP))

/** From levels of bands to those of bins, between the middles of the bands in a straight line. */
const spread = (mouth: number): ReadonlyArray<number> => {
  const middles = middlesOf(BANDS).map(mel)
  const rows = Array.from({ length: BANDS }, () => new Float32Array(BINS))
  for (let bin = 0; bin < BINS; bin++) {
    const at = mel(Math.max(LOWEST, (bin * RATE) / SPAN / mouth))
    const next = middles.findIndex((middle) => middle > at)
    const upper = next < 0 ? BANDS - 1 : Math.max(1, next)
    const [low = 0, high = 1] = [middles[upper - 1], middles[upper]]
    const share = Math.max(0, Math.min(1, (at - low) / (high - low)))
    const [below, above] = [rows[upper - 1], rows[upper]]
    if (below !== undefined) below[bin] = 1 - share
    if (above !== undefined) above[bin] = share
  }
  return rows.flatMap((row) => [...row])
}

/** A bin's sound: a cosine about the middle of the span that begins and ends in nothing. */
const sounds = (): Float32Array => {
  const table = new Float32Array(BINS * SPAN)
  for (let bin = 1; bin < BINS; bin++)
    for (let at = 0; at < SPAN; at++) {
      const taper = 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / SPAN)
      const weight = bin === BINS - 1 ? 1 : 2
      table[bin * SPAN + at] = (weight * taper * Math.cos((2 * Math.PI * bin * (at - HOP)) / SPAN)) / SPAN
    }
  return table
}

/** Signs by chance, the same in each run. */
const chance = (length: number): Int8Array => {
  let state = 1
  return Int8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 31 === 1 ? 1 : -1
  })
}

interface VoiceTables extends SpeechUnits {
  /** Of each token the places of its sounds, up to three; fewer end in noughts. */
  readonly letters: ReadonlyArray<ReadonlyArray<number>>
  /** How many sounds there are, silence included. */
  readonly sounds: number
}

const whole = (values: Iterable<number>): BigInt64Array => BigInt64Array.from(values, BigInt)

/** Adds the voice, with the inputs and the output of VITS models of several speakers. */
export const addVoice = (graph: Graph, voice: VoiceTables): void => {
  const cast = (value: string, to: number) => graph.node("Cast", [value], { to })
  const scalar = (value: number) => graph.tensor(whole([value]), [])
  const first = (row: string) => graph.node("Squeeze", [row, graph.wholes(0)])
  const table = (values: Iterable<number>, ...shape: ReadonlyArray<number>) => graph.tensor(whole(values), shape)

  const x = graph.input("x", ["N", "L"], "int64")
  graph.input("x_length", ["N"], "int64")
  const noise = graph.input("noise_scale", [1])
  const slowness = graph.input("length_scale", [1])
  graph.input("noise_scale_w", [1])
  const speaker = graph.input("sid", [1], "int64")

  // Letters to sounds, without those of blanks.
  const ids = graph.node("Reshape", [x, graph.wholes(-1)])
  const parts = voice.letters.flatMap((places) => Array.from({ length: PARTS }, (_, at) => places[at] ?? 0))
  const spelt = graph.node("Gather", [table(parts, voice.letters.length, PARTS), ids])
  const all = graph.node("Reshape", [spelt, graph.wholes(-1)])
  const places = graph.node("Squeeze", [graph.node("NonZero", [all]), graph.wholes(0)])
  const said = graph.node("Gather", [all, places])
  const edge = graph.wholes(0)
  const row = graph.node("Concat", [edge, said, edge], { axis: 0 })

  // Two neighbours to the stretches of their unit.
  const before = graph.node("Slice", [row, graph.wholes(0), graph.wholes(-1), graph.wholes(0)])
  const after = graph.node("Slice", [row, graph.wholes(1), graph.wholes(2 ** 31), graph.wholes(0)])
  const pair = graph.node("Add", [graph.node("Mul", [before, scalar(voice.sounds)]), after])
  const columns = (from: number) => {
    const values = voice.stretches.flatMap((stretch) => [stretch[from] ?? 0, stretch[from + 2] ?? 0])
    const found = graph.node("Gather", [table(values, voice.stretches.length, 2), pair])
    return graph.node("Reshape", [found, graph.wholes(-1)])
  }
  const [starts, lengths] = [columns(0), columns(1)]
  const zero = scalar(0)
  const ends = graph.node("CumSum", [lengths, zero])
  const begins = graph.node("Sub", [ends, lengths])
  const last = graph.node("Slice", [ends, graph.wholes(-1), graph.wholes(2 ** 31), graph.wholes(0)])

  // Of each frame at the voice's own pace the stretch that it is in: how many have begun.
  const room = graph.node("ConstantOfShape", [graph.node("Add", [last, graph.wholes(1)])])
  const ones = cast(graph.node("Add", [graph.node("Mul", [begins, scalar(0)]), scalar(1)]), FLOAT)
  const begun = graph.node("ScatterElements", [room, begins, ones], { axis: 0, reduction: "add" })
  const current = graph.node("Sub", [cast(graph.node("CumSum", [begun, zero]), INT64), scalar(1)])
  // The places of frames at the pace that is asked for.
  const count = cast(graph.node("Floor", [graph.node("Mul", [cast(last, FLOAT), slowness])]), INT64)
  const steps = graph.node("Range", [zero, first(count), scalar(1)])
  const own = cast(graph.node("Floor", [graph.node("Div", [cast(steps, FLOAT), slowness])]), INT64)
  const at = graph.node("Min", [own, graph.node("Sub", [last, graph.wholes(1)])])
  const stretch = graph.node("Gather", [current, at])
  const within = graph.node("Sub", [at, graph.node("Gather", [begins, stretch])])
  const frames = graph.node("Add", [graph.node("Gather", [starts, stretch]), within])

  // Envelopes to amplitudes of bins.
  const stored = Int8Array.from(voice.frames.flatMap((frame) => [...frame]))
  const envelopes = cast(graph.node("Gather", [graph.tensor(stored, [voice.frames.length, BANDS + 1]), frames]), FLOAT)
  const columnsOf = (from: number, to: number) =>
    graph.node("Slice", [envelopes, graph.wholes(from), graph.wholes(to), graph.wholes(1)])
  const mouths = graph.tensor(Float32Array.from(MOUTHS.flatMap(spread)), [SPEAKERS, BANDS, BINS])
  const mouth = first(graph.node("Gather", [mouths, speaker]))
  const levels = graph.node("MatMul", [columnsOf(0, BANDS), mouth])
  const logarithms = graph.node("Add", [graph.node("Mul", [levels, graph.floats(SCALE)]), graph.floats(OFFSET)])
  const amplitudes = graph.node("Exp", [logarithms])

  // A pulse has all bins in step, noise has them in and against it by chance.
  const voiced = graph.node("Div", [columnsOf(BANDS, BANDS + 1), graph.floats(127)])
  const turns = graph.node("Mod", [steps, scalar(TURNS)])
  const signs = cast(graph.node("Gather", [graph.tensor(chance(TURNS * BINS), [TURNS, BINS]), turns]), FLOAT)
  const share = graph.node("Mul", [
    graph.node("Sub", [graph.floats(1), voiced]),
    graph.node("Div", [noise, graph.floats(NOISE)])
  ])
  const phases = graph.node("Add", [voiced, graph.node("Mul", [share, signs])])
  const spans = graph.node("MatMul", [graph.node("Mul", [amplitudes, phases]), graph.tensor(sounds(), [BINS, SPAN])])

  // Each span's second half lies over the first one of the next.
  const half = (from: number, pads: ReadonlyArray<number>) => {
    const part = graph.node("Slice", [spans, graph.wholes(from), graph.wholes(from + HOP), graph.wholes(1)])
    return graph.node("Pad", [part, graph.wholes(...pads)])
  }
  const sum = graph.node("Add", [half(0, [0, 0, 1, 0]), half(HOP, [1, 0, 0, 0])])
  graph.nodes("Reshape", [sum, graph.wholes(1, 1, -1)], ["y"])
  graph.output("y", ["N", 1, "T"])
}
