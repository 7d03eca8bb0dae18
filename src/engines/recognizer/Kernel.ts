/**
 * Rows of input times a layer's weights, the one loop that takes the time, in
 * WebAssembly with SIMD: `kernel/kernel.wat`, compiled by `wat2wasm` of the
 * package wabt to `kernel.wasm` beside it. JavaScript computes with one number at
 * a time, this with four, eight times as fast; the resampler needs SIMD as well.
 */
import kernelFile from "./kernel/kernel.wasm" with { type: "file" }

/** One convolution's numbers, its normalisation folded in. */
export interface Layer {
  readonly outputs: number
  /** Numbers that one output is a sum over: taps × width. */
  readonly inputs: number
  /** Outputs outermost, then taps, then the width. */
  readonly weights: Float32Array
  readonly biases: Float32Array
}

/** The input's frames as a layer sees them: `taps` rows of `width` numbers, `step` rows apart. */
export interface Rows {
  readonly values: Float32Array
  readonly width: number
  readonly taps: number
  /** Rows from one tap to the next. */
  readonly step: number
  /** Rows from one output's first tap to the next one's. */
  readonly stride: number
}

/** A layer at work: so many rows of its outputs. */
export type Product = (rows: Rows, frames: number) => Float32Array

/** Frames that the kernel takes at once, and outputs. */
const QUAD = 4
const OCTET = 8
/** Most frames in one go: their inputs and outputs stay in a core's nearest caches. */
const TILE = 64
/** Numbers of input, and of output, that the kernel's memory has room for at its beginning. */
const ROOM = 32_768
/** Bytes of a number, and of a page of WebAssembly's memory. */
const FLOAT = Float32Array.BYTES_PER_ELEMENT
const PAGE = 65_536

const upTo = (value: number, multiple: number): number => Math.ceil(value / multiple) * multiple

/** For each eight outputs their biases, then eight weights for each input; noughts where outputs lack. */
const packed = ({ biases, inputs, outputs, weights }: Layer): Float32Array => {
  const all = new Float32Array(upTo(outputs, OCTET) * (inputs + 1))
  let to = 0
  for (let first = 0; first < outputs; first += OCTET) {
    for (let output = first; output < first + OCTET; output++) all[to++] = biases[output] ?? 0
    for (let input = 0; input < inputs; input++)
      for (let output = first; output < first + OCTET; output++) all[to++] = weights[output * inputs + input] ?? 0
  }
  return all
}

/** Rows that `frames` outputs look at. */
const rowsFor = ({ step, stride, taps }: Rows, frames: number): number => (frames - 1) * stride + (taps - 1) * step + 1

/** Frames in one go: as many as there is room for, in whole quads. */
const tileOf = (rows: Rows, outputs: number): number => {
  const byInput = Math.floor((Math.floor(ROOM / rows.width) - rowsFor(rows, 1)) / rows.stride) + 1
  const most = Math.min(TILE, byInput, Math.floor(ROOM / outputs))
  return most - (most % QUAD)
}

interface Exports {
  readonly memory: WebAssembly.Memory
  readonly multiply: (
    x: number,
    stride: number,
    taps: number,
    step: number,
    width: number,
    layer: number,
    out: number,
    row: number,
    frames: number
  ) => void
}

const exportsOf = (instance: WebAssembly.Instance): Exports => {
  const { memory, multiply } = instance.exports
  if (!(memory instanceof WebAssembly.Memory) || typeof multiply !== "function") throw new Error("not the kernel")
  return { memory, multiply: (...given) => void multiply(...given) }
}

/** Layers in one memory of their own: room for input, room for output, then all weights. */
const inMemory = ({ memory, multiply }: Exports): ((layer: Layer) => Product) => {
  const outputAt = ROOM * FLOAT
  let used = 2 * ROOM * FLOAT
  const store = (numbers: Float32Array): number => {
    const at = used
    used += numbers.byteLength
    const lacking = used - memory.buffer.byteLength
    if (lacking > 0) memory.grow(Math.ceil(lacking / PAGE))
    new Float32Array(memory.buffer, at, numbers.length).set(numbers)
    return at
  }
  return (layer) => {
    const at = store(packed(layer))
    const row = upTo(layer.outputs, OCTET)
    return (rows, frames) => {
      const out = new Float32Array(frames * layer.outputs)
      const numbers = new Float32Array(memory.buffer, 0, 2 * ROOM)
      const tile = tileOf(rows, row)
      const { step, stride, taps, values, width } = rows
      for (let first = 0; first < frames; first += tile) {
        const some = Math.min(tile, frames - first)
        const from = first * stride * width
        numbers.set(values.subarray(from, from + rowsFor(rows, some) * width))
        multiply(
          0,
          stride * width * FLOAT,
          taps,
          step * width * FLOAT,
          width * FLOAT,
          at,
          outputAt,
          row * FLOAT,
          upTo(some, QUAD)
        )
        for (let frame = 0; frame < some; frame++) {
          const result = ROOM + frame * row
          out.set(numbers.subarray(result, result + layer.outputs), (first + frame) * layer.outputs)
        }
      }
      return out
    }
  }
}

/** What makes layers ready. Each call has a memory of its own, for one thread. */
export const loadKernel = async (): Promise<(layer: Layer) => Product> => {
  const code = await Bun.file(kernelFile).arrayBuffer()
  return inMemory(exportsOf(await WebAssembly.instantiate(await WebAssembly.compile(code))))
}
