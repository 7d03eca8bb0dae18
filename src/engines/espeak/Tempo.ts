/** Speech made faster or slower at its own pitch, by Sonic: beyond half and double pace, where the engine's rules end. */
import { readFile } from "node:fs/promises"
import loadSonic from "@echogarden/sonic-wasm"
import wasmFile from "../../../node_modules/@echogarden/sonic-wasm/sonic.wasm" with { type: "file" }
import { joinInt16 } from "../../audio/Samples.ts"
import { sampleRate } from "./EspeakMessages.ts"

/** The sound at `tempo` times its pace. */
export type Stretch = (samples: Int16Array, tempo: number) => Int16Array<ArrayBuffer>

/** Samples given to the module at once. */
const CHUNK = 8_192

const check = (answer: number): void => {
  if (answer === 0) throw new Error("Sonic has no memory left")
}

/** For one thread. */
export const load = async (): Promise<Stretch> => {
  const wasmBinary = await readFile(wasmFile)
  const module = await loadSonic({ wasmBinary })
  const buffer = module._malloc(2 * CHUNK)
  return (samples, tempo) => {
    const stream = module._sonicCreateStream(sampleRate, 1)
    check(stream)
    const frames: Array<Int16Array> = []
    const read = (): void => {
      for (let count = 1; count > 0; ) {
        count = module._sonicReadShortFromStream(stream, buffer, CHUNK)
        frames.push(module.HEAP16.slice(buffer / 2, buffer / 2 + count))
      }
    }
    module._sonicSetSpeed(stream, tempo)
    for (let at = 0; at < samples.length; at += CHUNK) {
      const part = samples.subarray(at, at + CHUNK)
      module.HEAP16.set(part, buffer / 2)
      check(module._sonicWriteShortToStream(stream, buffer, part.length))
      read()
    }
    check(module._sonicFlushStream(stream))
    read()
    module._sonicDestroyStream(stream)
    return joinInt16(frames)
  }
}
