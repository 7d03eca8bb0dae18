/** A file that was transcribed, and a live session, as commands that print the text. */
import { HEADER_BYTES } from "../../../../audio/Wav.ts"
import { SAMPLE_RATE, SOCKET_PATH } from "../../../../transcription/Api.ts"
import { type FileOptions, pathOf } from "../transcription/file.ts"
import { SESSIONS } from "../transcription/live.ts"
import { pySession, socketOf, tsSession, WEBSOCKETS } from "./sockets.ts"
import {
  type Commands,
  curl,
  OPENAI,
  program,
  py,
  pyArguments,
  pyClient,
  pyImports,
  type SentFile,
  ts,
  tsClient,
  tsImports
} from "./writing.ts"

export interface SentSound {
  readonly options: FileOptions
  readonly file: SentFile
}

const TS_TIMES = `console.log(transcript.text)
for (const { end, start, word } of transcript.words ?? []) console.log(start, end, word)`
const TS_PARTS = `for await (const event of transcript) {
  if (event.type === "transcript.text.delta") process.stdout.write(event.delta)
}
console.log()`
const PY_TIMES = `print(transcript.text)
for word in transcript.words or []:
  print(word.start, word.end, word.word)`
const PY_PARTS = `for event in transcript:
  if event.type == "transcript.text.delta":
    print(event.delta, end="", flush=True)
print()`

export const fileCommands = (origin: string, { file, options }: SentSound): Commands => {
  const request = {
    model: "qal-stt",
    language: options.language,
    ...(options.hasTimes ? { response_format: "verbose_json", timestamp_granularities: ["word"] } : { stream: true })
  }
  const name = ts(file.name)
  return {
    curl: curl({ url: `${origin}${pathOf(options)}`, form: [["audio", file]], streams: !options.hasTimes }),
    typescript: program(
      tsImports('import { createReadStream } from "node:fs"'),
      tsClient(origin),
      `const transcript = await qal.audio.transcriptions.create({\n  file: createReadStream(${name}),\n${ts(request).slice(2)})`,
      options.hasTimes ? TS_TIMES : TS_PARTS
    ),
    python: program(
      pyImports(),
      pyClient(origin),
      `transcript = qal.audio.transcriptions.create(\n  file=open(${py(file.name)}, "rb"),\n${pyArguments(request)}\n)`,
      options.hasTimes ? PY_TIMES : PY_PARTS
    ),
    needs: OPENAI
  }
}

/** What the page saves the microphone's sound as. */
export const RECORDING = "recording.wav"
/** Milliseconds of sound that are sent at once, as a microphone gives them. */
const FRAME_MILLIS = 100
const FRAME_BYTES = (SAMPLE_RATE * 2 * FRAME_MILLIS) / 1_000

export type SentSession = { readonly language: "am" | "om" }

/** The recording of the session once more, as live as it was. */
export const liveCommands = (origin: string, request: SentSession): Commands => {
  const socket = `${socketOf(origin)}${SOCKET_PATH}`
  return {
    typescript: program(
      `import { readFile } from "node:fs/promises"
import { setTimeout } from "node:timers/promises"`,
      tsSession(`${origin}${SESSIONS}`, request),
      `const sound = (await readFile(${ts(RECORDING)})).subarray(${HEADER_BYTES})
const socket = new WebSocket(${ts(socket)})

const speak = async () => {
  for (let at = 0; at < sound.length && socket.readyState === WebSocket.OPEN; at += ${FRAME_BYTES}) {
    socket.send(sound.subarray(at, at + ${FRAME_BYTES}))
    await setTimeout(${FRAME_MILLIS})
  }
  socket.send(JSON.stringify({ type: "audio.finish" }))
}

socket.onopen = () => socket.send(JSON.stringify({ type: "session.authenticate", token: session.token }))
socket.onmessage = ({ data }) => {
  const event = JSON.parse(String(data))
  if (event.type === "session.created") void speak()
  if (event.type === "transcript.partial") console.log("…", event.text)
  if (event.type === "transcript.completed") console.log(event.data.text)
  if (event.type === "error") console.error(event.error.message)
  if (event.type === "transcript.completed" || event.type === "error") socket.close()
}`
    ),
    python: program(
      pySession(`${origin}${SESSIONS}`, request, "time"),
      `with open(${py(RECORDING)}, "rb") as file:
  sound = file.read()[${HEADER_BYTES}:]

with connect(${py(socket)}) as socket:
  socket.send(json.dumps({"type": "session.authenticate", "token": session["token"]}))
  for message in socket:
    event = json.loads(message)
    if event["type"] == "session.created":
      for at in range(0, len(sound), ${FRAME_BYTES}):
        socket.send(sound[at : at + ${FRAME_BYTES}])
        time.sleep(${FRAME_MILLIS / 1_000})
      socket.send(json.dumps({"type": "audio.finish"}))
    elif event["type"] == "transcript.partial":
      print("…", event["text"])
    elif event["type"] == "transcript.completed":
      print(event["data"]["text"])
      break
    elif event["type"] == "error":
      raise SystemExit(event["error"]["message"])`
    ),
    needs: WEBSOCKETS
  }
}
