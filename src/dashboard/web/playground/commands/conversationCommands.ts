/** A conversation by voice, as programs that say the same, print the answers and write their sound into a file. */
import { RELAY_PATH, SESSIONS } from "../conversation/useConversation.ts"
import { pySession, socketOf, tsSession, WEBSOCKETS } from "./sockets.ts"
import { type Commands, program, py, ts } from "./writing.ts"

export interface ConversationExample {
  readonly request: { readonly language: "am" | "om"; readonly system?: string }
  /** What the user said, in writing. */
  readonly turns: ReadonlyArray<string>
}

const FILE = "answers.wav"
/** Hertz of the answers. */
const RATE = 24_000

const TS_WAV = `const wav = (samples: Buffer) => {
  const header = Buffer.alloc(44)
  header.write("RIFF", 0)
  header.writeUInt32LE(36 + samples.length, 4)
  header.write("WAVEfmt ", 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(${RATE}, 24)
  header.writeUInt32LE(${RATE * 2}, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write("data", 36)
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}`

const tsTalk = (socket: string, turns: ReadonlyArray<string>): string => `const turns = ${ts(turns)}
const sound: Array<Buffer> = []
const socket = new WebSocket(\`${socket}?ticket=\${encodeURIComponent(session.token)}\`)

const next = () => {
  const text = turns.shift()
  if (text === undefined) return socket.close()
  console.log(">", text)
  socket.send(JSON.stringify({ text }))
}

socket.onmessage = ({ data }) => {
  const { error, serverContent, setupComplete } = JSON.parse(String(data))
  for (const { inlineData } of serverContent?.modelTurn?.parts ?? []) sound.push(Buffer.from(inlineData.data, "base64"))
  if (serverContent?.outputTranscription) console.log(serverContent.outputTranscription.text)
  if (error) {
    console.error(error.message)
    socket.close()
  } else if (setupComplete || serverContent?.turnComplete) next()
}
socket.onclose = () => writeFile(${ts(FILE)}, wav(Buffer.concat(sound)))`

const pyTalk = (socket: string, turns: ReadonlyArray<string>): string => `turns = ${py(turns)}
sound = b""

with connect(f"${socket}?ticket={urllib.parse.quote(session['token'])}") as socket:
  for message in socket:
    event = json.loads(message)
    content = event.get("serverContent", {})
    for part in content.get("modelTurn", {}).get("parts", []):
      sound += base64.b64decode(part["inlineData"]["data"])
    if "outputTranscription" in content:
      print(content["outputTranscription"]["text"])
    if "error" in event:
      raise SystemExit(event["error"]["message"])
    if "setupComplete" in event or content.get("turnComplete"):
      if not turns:
        break
      text = turns.pop(0)
      print(">", text)
      socket.send(json.dumps({"text": text}))

with wave.open(${py(FILE)}, "wb") as file:
  file.setnchannels(1)
  file.setsampwidth(2)
  file.setframerate(${RATE})
  file.writeframes(sound)`

export const conversationCommands = (origin: string, { request, turns }: ConversationExample): Commands => {
  const socket = `${socketOf(origin)}${RELAY_PATH}`
  const sessions = `${origin}${SESSIONS}`
  return {
    typescript: program(
      'import { writeFile } from "node:fs/promises"',
      tsSession(sessions, request),
      TS_WAV,
      tsTalk(socket, turns)
    ),
    python: program(pySession(sessions, request, "base64", "urllib.parse", "wave"), pyTalk(socket, turns)),
    needs: WEBSOCKETS
  }
}
