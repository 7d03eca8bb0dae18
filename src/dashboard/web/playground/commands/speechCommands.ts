/** Speech that was made, as commands that write it into a file. */
import type { SpeechBody } from "../voice/speech.ts"
import {
  type Commands,
  curl,
  OPENAI,
  program,
  pyArguments,
  pyClient,
  pyImports,
  ts,
  tsClient,
  tsImports
} from "./writing.ts"

const FILE = "speech.mp3"

/** The API's 0, 50 and 100 are half, the voice's own and double pace; OpenAI's protocol has the factor. */
const NEUTRAL = 50
const paceOf = (speed: number): number => 2 ** ((speed - NEUTRAL) / NEUTRAL)

export const speechCommands = (origin: string, { speed, text, voice_id }: SpeechBody): Commands => {
  const request = {
    model: "qal-tts",
    voice: voice_id,
    input: text,
    response_format: "mp3",
    ...(speed === undefined ? {} : { speed: paceOf(speed) })
  }
  return {
    curl: curl({ url: `${origin}/v1/audio/speech`, json: request, output: FILE }),
    typescript: program(
      tsImports('import { writeFile } from "node:fs/promises"'),
      tsClient(origin),
      `const speech = await qal.audio.speech.create(${ts(request)})`,
      `await writeFile("${FILE}", new Uint8Array(await speech.arrayBuffer()))`
    ),
    python: program(
      pyImports(),
      pyClient(origin),
      `speech = qal.audio.speech.create(\n${pyArguments(request)}\n)\nspeech.write_to_file("${FILE}")`
    ),
    needs: OPENAI
  }
}
