/**
 * What tells speakers apart, as two ONNX graphs in the forms that sherpa-onnx takes: pyannote's segmentation (samples of
 * 10 s to who of up to three speaks in each 17 ms) and WeSpeaker's embedding (80 bands each 10 ms to some numbers). The
 * first is no network: it cuts at pauses, and knows a high voice from a low one. The second is a matrix.
 */
import { FILTERS } from "../speech/Filterbank.ts"
import type { Graph } from "./Graph.ts"

const RATE = 16_000
export const SEGMENTATION = {
  sampleRate: RATE,
  /** Samples that are looked at at once. */
  window: 10 * RATE,
  /** Samples of a frame, and from one to the next, as pyannote's are. */
  field: 991,
  shift: 270,
  speakers: 3,
  /** How many speak at once at most. */
  together: 2,
  /** Nobody, each alone, each two. */
  classes: 7
} as const

/** Samples of the spectrum that stands for a frame, and frames of a window. */
const LENGTH = 1_024
const BINS = LENGTH / 2 + 1
const FRAMES = Math.floor((SEGMENTATION.window - LENGTH) / SEGMENTATION.shift) + 1

const FLOAT = 1
const INT64 = 7

/** Hertz between which speech is looked for, and the fundamental of low voices and of high ones. */
const SPEECH = [100, 4_000] as const
const LOW = [62, 140] as const
const HIGH = [155, 330] as const

/** A spectrum's power from which on somebody speaks: a sound of −47 dB. */
const AUDIBLE = 4
/** Frames of a pause that is none. */
const CLOSED = 11
/** Frames of a stretch that says how voices differ: 0.25 s. */
const LONG = 15
/** How much the logarithms of high over low differ where there are two voices. */
const APART = 1.5
const NOTHING = 1e-6
/** Beyond any logarithm. */
const FAR = 1e9

/** The bins of each range. */
const ranges = (): Float32Array => {
  const all = [SPEECH, LOW, HIGH]
  return Float32Array.from({ length: BINS * all.length }, (_, at) => {
    const hertz = (Math.floor(at / all.length) * RATE) / LENGTH
    const [from, to] = all[at % all.length] ?? SPEECH
    return hertz >= from && hertz <= to ? 1 : 0
  })
}

const hann = (): Float32Array =>
  Float32Array.from({ length: LENGTH }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / LENGTH))

/** Adds the segmentation: `x` (1, 1, samples) to `y` (1, frames, classes), logarithms of how likely each is. */
export const addSegmentation = (graph: Graph): void => {
  const x = graph.input("x", ["N", 1, "T"])
  const cast = (value: string, to: number) => graph.node("Cast", [value], { to })
  const signal = graph.node("Reshape", [x, graph.wholes(1, -1, 1)])
  const hop = graph.tensor(BigInt64Array.of(BigInt(SEGMENTATION.shift)), [])
  const length = graph.tensor(BigInt64Array.of(BigInt(LENGTH)), [])
  const spectrum = graph.node("STFT", [signal, hop, graph.tensor(hann(), [LENGTH]), length], { onesided: 1 })
  const power = graph.node("ReduceSum", [graph.node("Mul", [spectrum, spectrum]), graph.wholes(3)], { keepdims: 0 })
  const energies = graph.node("MatMul", [power, graph.tensor(ranges(), [BINS, 3])])
  const column = (at: number) => {
    const one = graph.node("Slice", [energies, graph.wholes(at), graph.wholes(at + 1), graph.wholes(2)])
    return graph.node("Reshape", [one, graph.wholes(-1)])
  }

  // Who speaks at all, short pauses closed: what is widened is narrowed again.
  const active = cast(graph.node("Greater", [column(0), graph.floats(AUDIBLE)]), FLOAT)
  const pool = { kernel_shape: [CLOSED], strides: [1], pads: [CLOSED >> 1, CLOSED >> 1] }
  const wide = graph.node("MaxPool", [graph.node("Reshape", [active, graph.wholes(1, 1, -1)])], pool)
  const narrow = graph.node("Neg", [graph.node("MaxPool", [graph.node("Neg", [wide])], pool)])
  const speech = graph.node("Reshape", [narrow, graph.wholes(-1)])

  // Of each stretch between pauses how its powers are shared out.
  const before = graph.node(
    "Concat",
    [
      graph.tensor(new Float32Array(1), [1]),
      graph.node("Slice", [speech, graph.wholes(0), graph.wholes(-1), graph.wholes(0)])
    ],
    { axis: 0 }
  )
  const begins = graph.node("Relu", [graph.node("Sub", [speech, before])])
  const stretch = cast(graph.node("CumSum", [begins, graph.tensor(BigInt64Array.of(0n), [])]), INT64)
  const room = graph.tensor(new Float32Array(FRAMES + 1), [FRAMES + 1])
  const summed = (values: string) =>
    graph.node("ScatterElements", [room, stretch, graph.node("Mul", [values, speech])], { axis: 0, reduction: "add" })
  const logarithm = (values: string) => graph.node("Log", [graph.node("Add", [summed(values), graph.floats(NOTHING)])])
  const shares = graph.node("Sub", [logarithm(column(2)), logarithm(column(1))])
  const share = graph.node("Gather", [shares, stretch])
  const frames = graph.node("Gather", [summed(speech), stretch])

  // High is what is beyond the middle between the highest and the lowest, where these are far enough apart.
  const isSpeech = graph.node("Greater", [speech, graph.floats(0.5)])
  const tells = graph.node("And", [isSpeech, graph.node("Greater", [frames, graph.floats(LONG - 0.5)])])
  const among = (none: number) => graph.node("Where", [tells, share, graph.floats(none)])
  const highest = graph.node("ReduceMax", [among(-FAR)], { axes: [0], keepdims: 0 })
  const lowest = graph.node("ReduceMin", [among(FAR)], { axes: [0], keepdims: 0 })
  const middle = graph.node("Div", [graph.node("Add", [highest, lowest]), graph.floats(2)])
  const areTwo = graph.node("Greater", [graph.node("Sub", [highest, lowest]), graph.floats(APART)])
  const isHigh = graph.node("And", [graph.node("Greater", [share, middle]), areTwo])
  const place = graph.node("Add", [graph.floats(1), cast(isHigh, FLOAT)])
  const found = cast(graph.node("Mul", [speech, place]), INT64)
  const depth = graph.tensor(BigInt64Array.of(BigInt(SEGMENTATION.classes)), [1])
  const scores = graph.node("OneHot", [found, depth, graph.tensor(Float32Array.of(-10, 0), [2])])
  graph.nodes("Unsqueeze", [scores, graph.wholes(0)], ["y"])
  graph.output("y", ["N", "frames", SEGMENTATION.classes])
}

interface VoiceTables {
  /** Of each band its mean among voices, by what it is over the mean of all bands. */
  readonly middle: Float64Array
  /** Weights of the bands for each number of an embedding. */
  readonly directions: ReadonlyArray<Float64Array>
}

/** How far under the loudest a frame may be, in the logarithms of its bands, to count half. */
const DEPTH = 4

/** Adds the embedding: `x` (1, frames, bands) to `embedding` (1, numbers). */
export const addEmbedding = (graph: Graph, { directions, middle }: VoiceTables): void => {
  const x = graph.input("x", ["N", "T", FILTERS])
  const level = graph.node("ReduceMean", [x], { axes: [2], keepdims: 1 })
  const loudest = graph.node("ReduceMax", [level], { axes: [1], keepdims: 1 })
  const over = graph.node("Add", [graph.node("Sub", [level, loudest]), graph.floats(DEPTH)])
  const weights = graph.node("Sigmoid", [over])
  const shapes = graph.node("Mul", [graph.node("Sub", [x, level]), weights])
  const sum = (values: string) => graph.node("ReduceSum", [values, graph.wholes(1)], { keepdims: 0 })
  const mean = graph.node("Div", [sum(shapes), sum(weights)])
  const apart = graph.node("Sub", [mean, graph.tensor(Float32Array.from(middle), [FILTERS])])
  const table = Float32Array.from({ length: FILTERS * directions.length }, (_, at) => {
    const direction = directions[at % directions.length]
    return direction?.[Math.floor(at / directions.length)] ?? 0
  })
  graph.nodes("MatMul", [apart, graph.tensor(table, [FILTERS, directions.length])], ["embedding"])
  graph.output("embedding", ["N", directions.length])
}

/** What `addEmbedding` makes of frames before its tables. */
export const shapeOf = (frames: ReadonlyArray<Float64Array>): Float64Array => {
  const levels = frames.map((frame) => frame.reduce((sum, value) => sum + value, 0) / FILTERS)
  const loudest = levels.reduce((most, level) => Math.max(most, level), Number.NEGATIVE_INFINITY)
  const weights = levels.map((level) => 1 / (1 + Math.exp(-(level - loudest + DEPTH))))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return Float64Array.from(
    { length: FILTERS },
    (_, band) =>
      frames.reduce((sum, frame, at) => sum + (weights[at] ?? 0) * ((frame[band] ?? 0) - (levels[at] ?? 0)), 0) / total
  )
}
