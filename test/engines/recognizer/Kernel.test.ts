import { beforeAll, expect, test } from "bun:test"
import { join } from "node:path"
import { FastCheck } from "effect"
import loadWabt from "wabt"
import { type Layer, loadKernel, type Product, type Rows } from "../../../src/engines/recognizer/Kernel.ts"
import { forAll } from "../../support/Property.ts"

const folder = join(import.meta.dir, "../../../src/engines/recognizer/kernel")

let productOf: (layer: Layer) => Product
beforeAll(async () => {
  productOf = await loadKernel()
})

const number = FastCheck.float({ min: -8, max: 8, noNaN: true })
const numbers = (length: number) =>
  FastCheck.array(number, { minLength: 64, maxLength: 64 }).map((some) =>
    // Few drawn and many made of them: what matters is that no two neighbours are alike.
    Float32Array.from({ length }, (_, at) => (some[at % 64] ?? 0) + ((at * 7919) % 13) / 13)
  )

const shape = FastCheck.record({
  width: FastCheck.constantFrom(2, 40, 128),
  taps: FastCheck.integer({ min: 1, max: 5 }),
  step: FastCheck.integer({ min: 1, max: 8 }),
  stride: FastCheck.integer({ min: 1, max: 2 }),
  outputs: FastCheck.integer({ min: 1, max: 40 }),
  frames: FastCheck.integer({ min: 0, max: 150 })
})

const work = shape.chain(({ frames, outputs, step, stride, taps, width }) =>
  FastCheck.record({
    frames: FastCheck.constant(frames),
    layer: FastCheck.record({
      outputs: FastCheck.constant(outputs),
      inputs: FastCheck.constant(taps * width),
      weights: numbers(outputs * taps * width),
      biases: numbers(outputs)
    }),
    rows: FastCheck.record({
      values: numbers(((frames + 4) * stride + taps * step) * width),
      width: FastCheck.constant(width),
      taps: FastCheck.constant(taps),
      step: FastCheck.constant(step),
      stride: FastCheck.constant(stride)
    })
  })
)

const from = (rows: Rows, frame: number): Rows => ({
  ...rows,
  values: rows.values.subarray(frame * rows.stride * rows.width)
})

const plainProduct =
  ({ biases, outputs, weights }: Layer): Product =>
  ({ step, stride, taps, values, width }, frames) => {
    const of = (frame: number, output: number): number => {
      let sum = biases[output] ?? 0
      for (let tap = 0; tap < taps; tap++)
        for (let at = 0; at < width; at++) {
          const weight = weights[(output * taps + tap) * width + at] ?? 0
          sum += weight * (values[(frame * stride + tap * step) * width + at] ?? 0)
        }
      return sum
    }
    return Float32Array.from({ length: frames * outputs }, (_, at) => of(Math.floor(at / outputs), at % outputs))
  }

test("the recogniser's kernel is what its text compiles to", async () => {
  const wabt = await loadWabt()
  const module = wabt.parseWat("kernel.wat", await Bun.file(join(folder, "kernel.wat")).text(), { simd: true })
  const { buffer } = module.toBinary({})
  module.destroy()
  expect(await Bun.file(join(folder, "kernel.wasm")).bytes()).toEqual(new Uint8Array(buffer))
})

test("the recogniser's kernel computes what a plain loop does, but for rounding", () => {
  forAll({ numRuns: 40 }, work, ({ frames, layer, rows }) => {
    const fast = productOf(layer)(rows, frames)
    const plain = plainProduct(layer)(rows, frames)
    expect(fast.length).toBe(plain.length)
    // 32-bit sums of some hundred products of up to 81 each.
    for (const [at, value] of plain.entries()) expect(Math.abs((fast[at] ?? 0) - value)).toBeLessThan(0.05)
  })
})

test("the recogniser's kernel gives each frame the same bits whatever frames are computed with it", () => {
  forAll({ numRuns: 40 }, work, FastCheck.nat(150), ({ frames, layer, rows }, cut) => {
    const first = Math.min(cut, frames)
    const product = productOf(layer)
    const whole = product(rows, frames)
    expect([...product(rows, first), ...product(from(rows, first), frames - first)]).toEqual([...whole])
  })
})
