/**
 * The embedded recogniser as the three graphs of a transducer, with the names that icefall's `export-onnx.py` gives them:
 * an encoder from Kaldi's 80 bands to scores of letters each 40 ms, a decoder that knows the token before, and a joiner
 * that adds the two.
 */
import { FILTERS, filters, PREEMPHASIS } from "../speech/Filterbank.ts"
import { addLetterRow, addScores } from "./FidelGraph.ts"
import type { Graph } from "./Graph.ts"
import { addLayers, BANDS, BINS, bands, PADDING, type StoredModel } from "./RecognizerGraph.ts"

/** Tokens that the decoder gets. */
export const CONTEXT = 2
/** What a second blank in a row is less than all others. */
const NEVER = -20
/** Far below the energy of any sound. */
const LEAST_ENERGY = 1e-12
/** Of the greatest energy of a band, what keeps the equations apart. */
const RIDGE = 1e-4

/** Letters of one utterance. */
const MOST_LETTERS = 1_000
/** Less than any place. */
const LEAST = -1e6
/** Frames behind the last, for letters that were put off. */
const SPARE = 16

type Rows = ReadonlyArray<Float64Array>

const dot = (one: Float64Array, other: Float64Array): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)

/** Solves `matrix · x = right` for each right side, by Gauss with pivots. */
const solve = (matrix: Rows, rights: Rows): ReadonlyArray<Float64Array> => {
  const size = matrix.length
  const rows = matrix.map((row, at) => Float64Array.of(...row, ...rights.map((right) => right[at] ?? 0)))
  for (let column = 0; column < size; column++) {
    const later = rows.map((row, at) => (at < column ? 0 : Math.abs(row[column] ?? 0)))
    const pivot = later.indexOf(Math.max(...later))
    const [chosen, own] = [rows[pivot], rows[column]]
    if (chosen === undefined || own === undefined) throw new Error("no such row")
    rows[pivot] = own
    rows[column] = chosen
    for (const [at, row] of rows.entries()) {
      if (at === column) continue
      const factor = (row[column] ?? 0) / (chosen[column] ?? 1)
      for (let place = column; place < row.length; place++)
        row[place] = (row[place] ?? 0) - factor * (chosen[place] ?? 0)
    }
  }
  return rights.map((_, side) => Float64Array.from(rows, (row, at) => (row[size + side] ?? 0) / (row[at] ?? 1)))
}

/** Kaldi's energies, which are of a signal whose low notes were weakened, to those of the recogniser's bands: (80, 40). */
const rebanded = (): Float32Array => {
  const kaldi = filters.map((weights) =>
    weights.map(
      (weight, bin) => weight * (1 + PREEMPHASIS ** 2 - 2 * PREEMPHASIS * Math.cos((Math.PI * bin) / (BINS - 1)))
    )
  )
  const scales = kaldi.map((row) => 1 / Math.sqrt(dot(row, row)))
  const even = kaldi.map((row, at) => row.map((weight) => weight * (scales[at] ?? 1)))
  const own = bands()
  const wanted = Array.from({ length: BANDS }, (_, band) =>
    Float64Array.from({ length: BINS }, (_, bin) => own[bin * BANDS + band] ?? 0)
  )
  const products = even.map((one, at) =>
    Float64Array.from(even, (other, place) => dot(one, other) + (at === place ? RIDGE : 0))
  )
  const found = solve(
    products,
    wanted.map((band) => Float64Array.from(even, (row) => dot(row, band)))
  )
  return Float32Array.from({ length: FILTERS * BANDS }, (_, at) => {
    const filter = Math.floor(at / BANDS)
    return (found[at % BANDS]?.[filter] ?? 0) * (scales[filter] ?? 1)
  })
}

/** A row of letters, 0 for none, to one of half the frames: each letter in its half, or in the next that has none. */
const halved = (graph: Graph, letters: string): string => {
  const places = graph.node("Squeeze", [graph.node("NonZero", [letters]), graph.wholes(0)])
  const values = graph.node("Gather", [letters, places])
  const ones = graph.node("Add", [graph.node("Mul", [places, graph.wholes(0)]), graph.wholes(1)])
  const counts = graph.node("CumSum", [ones, graph.tensor(BigInt64Array.of(0n), [])])
  const ahead = graph.node("Sub", [graph.node("Div", [places, graph.wholes(2)]), counts])
  // The greatest so far.
  const row = graph.node("Unsqueeze", [graph.node("Cast", [ahead], { to: 1 }), graph.wholes(0, 1)])
  const earlier = graph.node("Pad", [row, graph.wholes(0, 0, MOST_LETTERS, 0, 0, 0), graph.floats(LEAST)])
  const most = graph.node("MaxPool", [earlier], { kernel_shape: [MOST_LETTERS], strides: [1] })
  const all = graph.node("Cast", [graph.node("Squeeze", [most, graph.wholes(0, 1)])], { to: 7 })
  // Before the first there is a place of nothing, so that there is one where nothing was said.
  const greatest = graph.node("Slice", [all, graph.wholes(1), graph.wholes(2 ** 31), graph.wholes(0)])
  const moved = graph.node("Add", [greatest, counts])
  const frames = graph.node("Div", [graph.node("Shape", [letters]), graph.wholes(2)])
  const length = graph.node("Add", [frames, graph.wholes(SPARE)])
  const none = graph.node("ConstantOfShape", [length])
  return graph.node("ScatterElements", [none, moved, values], { axis: 0 })
}

/** Adds the encoder; answers the letters, of which the first is the blank. */
export const addEncoder = (graph: Graph, model: StoredModel): ReadonlyArray<string> => {
  const input = graph.input("x", ["N", "T", FILTERS])
  const lengths = graph.input("x_lens", ["N"], "int64")
  const energies = graph.node("Max", [
    graph.node("MatMul", [graph.node("Exp", [input]), graph.tensor(rebanded(), [FILTERS, BANDS])]),
    graph.floats(LEAST_ENERGY)
  ])
  const padded = graph.node("Pad", [energies, graph.wholes(0, PADDING.before, 0, 0, PADDING.after, 0)])
  const { letters, tokens } = addLetterRow(graph, addLayers(graph, padded, model), model.symbols)
  graph.nodes("Identity", [addScores(graph, halved(graph, letters), tokens.length)], ["encoder_out"])
  const shape = graph.node("Shape", ["encoder_out"])
  const frames = graph.node("Slice", [shape, graph.wholes(1), graph.wholes(2), graph.wholes(0)])
  const none = graph.node("Mul", [lengths, graph.wholes(0)])
  graph.nodes("Add", [frames, none], ["encoder_out_lens"])
  graph.output("encoder_out", ["N", "T_out", tokens.length])
  graph.output("encoder_out_lens", ["N"], "int64")
  return tokens
}

/** Adds the decoder: behind a space no other stands. */
export const addDecoder = (graph: Graph, tokens: ReadonlyArray<string>): void => {
  const context = graph.input("y", ["N", CONTEXT], "int64")
  const size = tokens.length
  const space = tokens.indexOf(" ")
  const row = Float32Array.from(tokens, (_, at) => (at === space ? NEVER : 0))
  const last = graph.node("Slice", [context, graph.wholes(CONTEXT - 1), graph.wholes(CONTEXT), graph.wholes(1)])
  const isSpace = graph.node("Cast", [graph.node("Equal", [last, graph.wholes(space)])], { to: 1 })
  graph.nodes("Mul", [isSpace, graph.tensor(row, [1, size])], ["decoder_out"])
  graph.output("decoder_out", ["N", size])
}

export const addJoiner = (graph: Graph, tokens: ReadonlyArray<string>): void => {
  const parts = ["encoder_out", "decoder_out"].map((name) => graph.input(name, ["N", tokens.length]))
  graph.nodes("Add", parts, ["logit"])
  graph.output("logit", ["N", tokens.length])
}
