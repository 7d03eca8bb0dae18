/**
 * The network, fed piece by piece: each layer keeps the few rows of its input
 * that later outputs look back at, so that the sum of the pieces' outputs is the
 * output of the whole, number for number. Before the beginning and past the end
 * every layer sees noughts, as in training.
 */
import { BANDS } from "./FrontEnd.ts"
import type { ReadyLayer, Weights } from "./Weights.ts"

/** Rows of `width` numbers in, fewer or as many out. */
interface Stage {
  readonly push: (rows: Float32Array) => Float32Array
  readonly finish: () => Float32Array
}

const joined = (one: Float32Array, other: Float32Array): Float32Array => {
  if (one.length === 0) return other
  const both = new Float32Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

const rectify = (values: Float32Array): Float32Array => {
  for (let at = 0; at < values.length; at++) if ((values[at] ?? 0) < 0) values[at] = 0
  return values
}

const FIRST_TAPS = 5
const FIRST_STRIDE = 2
/** Rows before the first output's centre. */
const FIRST_REACH = 2

/** Every second frame, from the five around it. */
const firstStage = (layer: ReadyLayer): Stage => {
  let held: Float32Array = new Float32Array(FIRST_REACH * BANDS)
  let total = 0
  let made = 0
  const run = (rows: Float32Array): Float32Array => {
    held = joined(held, rows)
    const rowsHeld = held.length / BANDS
    const frames = rowsHeld < FIRST_TAPS ? 0 : Math.floor((rowsHeld - FIRST_TAPS) / FIRST_STRIDE) + 1
    const view = { values: held, width: BANDS, taps: FIRST_TAPS, step: 1, stride: FIRST_STRIDE }
    const out = rectify(layer.product(view, frames))
    held = held.slice(frames * FIRST_STRIDE * BANDS)
    made += frames
    return out
  }
  return {
    push: (rows) => {
      total += rows.length / BANDS
      return run(rows)
    },
    finish: () => {
      const due = Math.ceil(total / FIRST_STRIDE) - made
      return run(new Float32Array(FIRST_TAPS * BANDS)).subarray(0, due * layer.outputs)
    }
  }
}

/** Each row and what its neighbours, `dilation` rows away, add to it. */
const blockStage = (layer: ReadyLayer, dilation: number): Stage => {
  const width = layer.outputs
  let held: Float32Array = new Float32Array(dilation * width)
  const run = (rows: Float32Array): Float32Array => {
    held = joined(held, rows)
    const frames = Math.max(0, held.length / width - 2 * dilation)
    const out = rectify(layer.product({ values: held, width, taps: 3, step: dilation, stride: 1 }, frames))
    const centre = dilation * width
    for (let at = 0; at < out.length; at++) out[at] = (out[at] ?? 0) + (held[centre + at] ?? 0)
    held = held.slice(frames * width)
    return out
  }
  return { push: run, finish: () => run(new Float32Array(dilation * width)) }
}

const lastStage = (layer: ReadyLayer): Stage => ({
  push: (rows) =>
    layer.product(
      { values: rows, width: layer.inputs, taps: 1, step: 1, stride: 1 },
      Math.floor(rows.length / layer.inputs)
    ),
  finish: () => new Float32Array(0)
})

export interface Network {
  readonly outputs: number
  /** Features of some frames to the scores of those output frames that are determined by now. */
  readonly push: (features: Float32Array) => Float32Array
  /** The scores of the rest. */
  readonly finish: () => Float32Array
}

/** A network at the beginning of a sound; it holds 0.6 s of each layer. */
export const makeNetwork = (weights: Weights): Network => {
  const stages = [
    firstStage(weights.first),
    ...weights.blocks.map(({ dilation, layer }) => blockStage(layer, dilation)),
    lastStage(weights.last)
  ]
  return {
    outputs: weights.last.outputs,
    push: (features) => stages.reduce((rows, stage) => stage.push(rows), features),
    finish: () =>
      stages.reduce<Float32Array>((rows, stage) => joined(stage.push(rows), stage.finish()), new Float32Array(0))
  }
}
