/**
 * The file of a model, as `training/export.py` writes it: the bytes "QALR", the
 * length of a JSON header (32 bits, little-endian), the header, then for each
 * layer its scales and biases (32-bit floats, one an output) and its weights (one
 * signed byte each, outputs outermost, then taps, then inputs).
 */

import type { Layer, Product } from "./Kernel.ts"

/** A layer as the network uses it. */
export interface ReadyLayer {
  readonly outputs: number
  readonly inputs: number
  readonly product: Product
}

export interface Weights {
  /** The units that the outputs after the first, blank, stand for. */
  readonly symbols: string
  readonly width: number
  readonly first: ReadyLayer
  readonly blocks: ReadonlyArray<{ readonly layer: ReadyLayer; readonly dilation: number }>
  readonly last: ReadyLayer
}

interface Header {
  readonly symbols: string
  readonly width: number
  readonly dilations: ReadonlyArray<number>
}

const MAGIC = "QALR"
const BANDS = 40
const FIRST_TAPS = 5
const BLOCK_TAPS = 3

/** Reads a model's file; `productOf` makes each layer ready. Throws when it is none. */
export const readWeights = (file: ArrayBuffer, productOf: (layer: Layer) => Product): Weights => {
  const view = new DataView(file)
  if (new TextDecoder().decode(file.slice(0, 4)) !== MAGIC) throw new Error("not a recogniser's weights")
  const headerBytes = view.getUint32(4, true)
  const header: Header = JSON.parse(new TextDecoder().decode(file.slice(8, 8 + headerBytes)))
  let at = 8 + headerBytes
  const floats = (count: number): Float32Array => {
    const read = Float32Array.from({ length: count }, (_, index) => view.getFloat32(at + 4 * index, true))
    at += 4 * count
    return read
  }
  const layer = (outputs: number, inputs: number): ReadyLayer => {
    const scales = floats(outputs)
    const biases = floats(outputs)
    const weights = new Float32Array(outputs * inputs)
    for (let index = 0; index < weights.length; index++)
      weights[index] = view.getInt8(at + index) * (scales[Math.floor(index / inputs)] ?? 0)
    at += weights.length
    return { outputs, inputs, product: productOf({ outputs, inputs, weights, biases }) }
  }
  const { dilations, symbols, width } = header
  return {
    symbols,
    width,
    first: layer(width, FIRST_TAPS * BANDS),
    blocks: dilations.map((dilation) => ({ layer: layer(width, BLOCK_TAPS * width), dilation })),
    last: layer(symbols.length + 1, width)
  }
}
