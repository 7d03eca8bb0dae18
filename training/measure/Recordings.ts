/** Recordings of people: a folder with a table of file, seconds and text, and the files beside it. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import resamplerFile from "../../node_modules/@echogarden/speex-resampler-wasm/wasm/speex-resampler-simd.wasm" with {
  type: "file"
}
import { DecodingSession } from "../../src/audio/DecodingSession.ts"
import * as Resampler from "../../src/audio/Resampler.ts"
import { joinInt16 } from "../../src/audio/Samples.ts"

interface PersonRecording {
  /** Recordings of one sitting share what their names begin with. */
  readonly session: string
  readonly file: string
  /** 16,000 Hz. */
  readonly samples: Int16Array
}

const decode = async (space: Resampler.Workspace, file: Uint8Array): Promise<Int16Array> => {
  const session = new DecodingSession(space, file)
  const pieces: Array<Int16Array> = []
  for (;;) {
    const answer = await session.next()
    if (answer.tag === "slice") pieces.push(answer.samples)
    if (answer.tag !== "slice" || answer.ended) break
  }
  await session.release()
  return joinInt16(pieces)
}

/** Takes the bytes of a sound file; gives its samples, 16,000 a second. */
export const makeReader = async (): Promise<(file: Uint8Array) => Promise<Int16Array>> => {
  const space = await Resampler.load(await WebAssembly.compile(await readFile(resamplerFile)))
  return (file) => decode(space, file)
}

/** Reads each `every`th recording of `folder`/`table`. */
export async function* readRecordings(folder: string, table = "am.tsv", every = 1): AsyncGenerator<PersonRecording> {
  const read = await makeReader()
  const lines = (await Bun.file(join(folder, table)).text()).trim().split("\n").slice(1)
  for (const [at, line] of lines.entries()) {
    const [file = ""] = line.split("\t")
    if (at % every !== 0) continue
    const name = file.slice(file.lastIndexOf("/") + 1)
    yield {
      session: name.slice(0, name.indexOf("_")),
      file: name,
      samples: await read(await readFile(join(folder, file)))
    }
  }
}
