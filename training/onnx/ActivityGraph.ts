/**
 * What hears where somebody speaks, as an ONNX graph in the form of Silero's fifth and sixth versions (a window of 32 ms
 * with the 4 ms before it, and a state). It is no network: a window is speech by its level, and by how much of its power
 * is below some 1,000 Hz, as that of vowels is and that of white noise is not.
 */
import type { Graph } from "./Graph.ts"

/** Numbers that a window leaves to the next: of Silero's two layers. */
const LAYERS = 2
const NUMBERS = 128

/** Samples over which is averaged, which leaves the low part. */
const AVERAGED = 8
/** The logarithm of the mean power, of 1, from which on it is speech: −43 dB. */
const AUDIBLE = -10
const STEEPNESS = 2
/** The part of the power that is in the low part: of white noise an eighth, of voices a half and more. */
const LOW_PART = 0.3
const LOW_STEEPNESS = 30
const NOTHING = 1e-9
/** How much of what is said of a window is of those before it. */
const KEPT = 0.5

/** Adds it: `input` (1, samples), `state` and `sr` to `output` (1, 1), how likely somebody speaks, and `stateN`. */
export const addActivity = (graph: Graph): void => {
  const input = graph.input("input", ["N", "T"])
  const state = graph.input("state", [LAYERS, "N", NUMBERS])
  graph.input("sr", [], "int64")
  const single = graph.wholes(1, 1)
  const powerOf = (signal: string): string => {
    const mean = graph.node("ReduceMean", [graph.node("Mul", [signal, signal])], { keepdims: 0 })
    return graph.node("Reshape", [mean, single])
  }
  const scaled = (value: string, from: number, by: number): string =>
    graph.node("Sigmoid", [graph.node("Mul", [graph.node("Sub", [value, graph.floats(from)]), graph.floats(by)])])

  const power = graph.node("Add", [powerOf(input), graph.floats(NOTHING)])
  const signal = graph.node("Reshape", [input, graph.wholes(1, 1, -1)])
  const low = powerOf(graph.node("AveragePool", [signal], { kernel_shape: [AVERAGED], strides: [1] }))
  const audible = scaled(graph.node("Log", [power]), AUDIBLE, STEEPNESS)
  const voiced = scaled(graph.node("Div", [low, power]), LOW_PART, LOW_STEEPNESS)
  const speech = graph.node("Mul", [audible, voiced])

  const first = graph.node("Slice", [state, graph.wholes(0, 0, 0), graph.wholes(1, 1, 1)])
  const before = graph.node("Mul", [graph.node("Reshape", [first, single]), graph.floats(KEPT)])
  const now = graph.node("Mul", [speech, graph.floats(1 - KEPT)])
  graph.nodes("Add", [before, now], ["output"])
  graph.output("output", ["N", 1])
  const one = graph.node("Reshape", ["output", graph.wholes(1, 1, 1)])
  graph.nodes("Expand", [one, graph.wholes(LAYERS, 1, NUMBERS)], ["stateN"])
  graph.output("stateN", [LAYERS, "N", NUMBERS])
}
