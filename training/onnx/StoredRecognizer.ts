/** The embedded recogniser's weights, as `export.py` writes them. */
import { readFile } from "node:fs/promises"
import type { StoredLayer, StoredModel } from "./RecognizerGraph.ts"

const modelOf = (file: Buffer): StoredModel => {
  const headerBytes = file.readUInt32LE(4)
  const header = JSON.parse(file.toString("utf8", 8, 8 + headerBytes))
  let at = 8 + headerBytes
  const floats = (count: number): Float32Array => {
    const values = Float32Array.from({ length: count }, (_, index) => file.readFloatLE(at + 4 * index))
    at += 4 * count
    return values
  }
  const layer = (outputs: number, inputs: number, taps: number): StoredLayer => {
    const scales = floats(outputs)
    const biases = floats(outputs)
    const weights = Int8Array.from(file.subarray(at, at + outputs * inputs * taps))
    at += weights.length
    return { outputs, inputs, taps, scales, biases, weights }
  }
  const { dilations, symbols, width }: { dilations: ReadonlyArray<number>; symbols: string; width: number } = header
  return {
    symbols,
    first: layer(width, 40, 5),
    blocks: dilations.map((dilation) => ({ layer: layer(width, width, 3), dilation })),
    last: layer(symbols.length + 1, width, 1)
  }
}

export const readRecognizer = async (language: "am" | "om"): Promise<StoredModel> =>
  modelOf(await readFile(`src/engines/recognizer/models/${language}.bin`))
