/**
 * The embedded recogniser as an ONNX graph from samples to the scores of its units: the same front end
 * (`FrontEnd.ts`), the same level (`Level.ts`), the same network (`Network.ts`).
 */
import { Graph } from "./Graph.ts"

/** A layer of `src/engines/recognizer/models/*.bin`: a signed byte for each weight, outputs outermost, then taps, then inputs. */
export interface StoredLayer {
  readonly outputs: number
  readonly inputs: number
  readonly taps: number
  readonly scales: Float32Array
  readonly biases: Float32Array
  readonly weights: Int8Array
}

export interface StoredModel {
  readonly symbols: string
  readonly first: StoredLayer
  readonly blocks: ReadonlyArray<{ readonly layer: StoredLayer; readonly dilation: number }>
  readonly last: StoredLayer
}

const RATE = 16_000
const WINDOW = 400
const HOP = 160
const FFT = 512
export const BINS = FFT / 2 + 1
export const BANDS = 40
/** Samples of silence before and after the sound, and output frames that the first are. */
const LEAD_IN = 1_600
const LEAD_OUT = 4_800
/** The same in frames of the front end. */
export const PADDING = { before: LEAD_IN / HOP, after: LEAD_OUT / HOP } as const
const LEAD_FRAMES = PADDING.before / 2
/** Root mean square of speech: what the graph gets is scaled to 1. */
const LOUDNESS = 0.08

/** Of `Level.ts`. */
const AHEAD = 20
const ATTACK = 0.3
const DECIBEL = Math.log(10) / 10
const RELEASE = (8 * DECIBEL) / 100
const AIM = 6.5
const LEAST = AIM - 50 * DECIBEL
const DEPTH = 15.7
const NOTHING = 1e-12
const SCALE = 1 / 4

const mel = (hertz: number): number => 2595 * Math.log10(1 + hertz / 700)
const hertzOf = (mels: number): number => 700 * (10 ** (mels / 2595) - 1)

/** Weights of each bin in each band, as `FrontEnd.ts` has them. */
export const bands = (): Float32Array => {
  const table = new Float32Array(BINS * BANDS)
  const low = mel(60)
  const step = (mel(7600) - low) / (BANDS + 1)
  const bin = (index: number): number => (hertzOf(low + index * step) * FFT) / RATE
  for (let band = 0; band < BANDS; band++) {
    const [left, centre, right] = [bin(band), bin(band + 1), bin(band + 2)]
    let some = false
    for (let at = Math.ceil(left); at <= Math.floor(right); at++) {
      const weight = Math.max(0, Math.min((at - left) / (centre - left), (right - at) / (right - centre)))
      some ||= weight > 0
      table[at * BANDS + band] = weight
    }
    if (!some) table[Math.round(centre) * BANDS + band] = 1
  }
  return table
}

const window = (): Float32Array =>
  Float32Array.from({ length: FFT }, (_, at) => (at < WINDOW ? 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / WINDOW) : 0))

/** How the level goes from one frame to the next. */
const follow = (): Graph => {
  const graph = new Graph("level_")
  const before = graph.input("level_before", [1])
  const loudness = graph.input("level_loudness", [1])
  const rise = graph.node("Mul", [graph.node("Sub", [loudness, before]), graph.floats(ATTACK)])
  const up = graph.node("Add", [before, rise])
  const down = graph.node("Sub", [before, graph.floats(RELEASE)])
  const next = graph.node("Where", [graph.node("Greater", [loudness, before]), up, down])
  const level = graph.node("Max", [next, graph.floats(LEAST)])
  graph.nodes("Identity", [level], ["level_after"])
  graph.nodes("Identity", [level], ["level_row"])
  graph.output("level_after", [1])
  graph.output("level_row", [1])
  return graph
}

/** Energies (1, frames, bands) to features of the same shape. */
const levelled = (graph: Graph, energies: string): string => {
  const sum = graph.node("ReduceSum", [energies, graph.wholes(0, 2)], { keepdims: 0 })
  const loudness = graph.node("Log", [graph.node("Add", [sum, graph.floats(NOTHING)])])
  const rows = graph.node("Unsqueeze", [loudness, graph.wholes(1)])
  graph.nodes("Scan", [graph.tensor(Float32Array.of(LEAST), [1]), rows], ["level_last", "levels"], {
    body: follow(),
    num_scan_inputs: 1
  })
  // The level of a frame is what it is 0.2 s later.
  const longer = graph.node("Pad", ["levels", graph.wholes(0, 0, AHEAD, 0)], { mode: "edge" })
  const ahead = graph.node("Slice", [longer, graph.wholes(AHEAD), graph.wholes(2 ** 31), graph.wholes(0)])
  const logarithms = graph.node("Log", [graph.node("Add", [energies, graph.floats(NOTHING)])])
  const over = graph.node("Max", [graph.node("Sub", [logarithms, ahead]), graph.floats(-DEPTH)])
  return graph.node("Mul", [graph.node("Add", [over, graph.floats(AIM)]), graph.floats(SCALE)])
}

const convolution = (
  graph: Graph,
  input: string,
  layer: StoredLayer,
  { dilation, pad, stride }: { readonly dilation: number; readonly pad: number; readonly stride: number }
): string => {
  const { biases, inputs, outputs, scales, taps, weights } = layer
  const turned = new Int8Array(weights.length)
  for (let output = 0; output < outputs; output++)
    for (let tap = 0; tap < taps; tap++)
      for (let channel = 0; channel < inputs; channel++)
        turned[(output * inputs + channel) * taps + tap] = weights[(output * taps + tap) * inputs + channel] ?? 0
  const bytes = graph.tensor(turned, [outputs, inputs, taps])
  const noughts = graph.tensor(new Int8Array(outputs), [outputs])
  const kernel = graph.node("DequantizeLinear", [bytes, graph.tensor(scales, [outputs]), noughts], { axis: 0 })
  return graph.node("Conv", [input, kernel, graph.tensor(biases, [outputs])], {
    kernel_shape: [taps],
    dilations: [dilation],
    strides: [stride],
    pads: [pad, pad]
  })
}

/**
 * Energies (1, frames of 10 ms with `PADDING` before and after the sound's, `BANDS`) to the scores (1, frames of 20 ms,
 * units with blank) of the model.
 */
export const addLayers = (graph: Graph, energies: string, { blocks, first, last }: StoredModel): string => {
  const features = graph.node("Transpose", [levelled(graph, energies)], { perm: [0, 2, 1] })
  let rows = graph.node("Relu", [convolution(graph, features, first, { dilation: 1, pad: 2, stride: 2 })])
  for (const { dilation, layer } of blocks) {
    const more = graph.node("Relu", [convolution(graph, rows, layer, { dilation, pad: dilation, stride: 1 })])
    rows = graph.node("Add", [more, rows])
  }
  const scores = graph.node("Transpose", [convolution(graph, rows, last, { dilation: 1, pad: 0, stride: 1 })], {
    perm: [0, 2, 1]
  })
  return graph.node("Slice", [scores, graph.wholes(LEAD_FRAMES), graph.wholes(2 ** 31), graph.wholes(1)])
}

/** Samples, one row of them at one loudness, to the scores (1, frames of 20 ms, units with blank) of the model. */
export const addNetwork = (graph: Graph, samples: string, model: StoredModel): string => {
  const soft = graph.node("Mul", [samples, graph.floats(LOUDNESS)])
  const padded = graph.node("Pad", [soft, graph.wholes(0, LEAD_IN, 0, LEAD_OUT + FFT - WINDOW)])
  const signal = graph.node("Unsqueeze", [padded, graph.wholes(2)])
  const hop = graph.tensor(BigInt64Array.of(BigInt(HOP)), [])
  const length = graph.tensor(BigInt64Array.of(BigInt(FFT)), [])
  const spectrum = graph.node("STFT", [signal, hop, graph.tensor(window(), [FFT]), length], { onesided: 1 })
  const power = graph.node("ReduceSum", [graph.node("Mul", [spectrum, spectrum]), graph.wholes(3)], { keepdims: 0 })
  const energies = graph.node("MatMul", [power, graph.tensor(bands(), [BINS, BANDS])])
  return addLayers(graph, energies, model)
}
