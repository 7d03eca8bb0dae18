/** The recipe of docs/conversation.md for clients of the Realtime protocol, as it stands there. */
import { expect, test } from "bun:test"
import { OpenAIRealtimeWebSocket, RealtimeAgent, RealtimeSession } from "@openai/agents-realtime"
import { makeSpeaker } from "../engines/recognizer/sounds.ts"
import { serverForFile } from "../support/ForFile.ts"
import { startMicrophone } from "../support/Microphone.ts"
import { API_KEY } from "../support/Server.ts"
import { blockOf, filledIn } from "./Pages.ts"

const server = serverForFile()

/** The block of a language, for the test's server and key. */
const block = (language: "sh" | "ts"): string =>
  filledIn(blockOf("docs/conversation.md", language, "/v1/realtime"), server, API_KEY)

test("a conversation is held with it: what is recorded is answered aloud, and what is said over the answer silences it", async () => {
  const sound = (await makeSpeaker(24_000))({
    text: "ሰላም ነው እንዴት ነህ",
    language: "am",
    variant: "m3",
    pitch: 46,
    wordsPerMinute: 165,
    inPieces: false
  })
  let played = 0
  let silenced = 0
  const stops: Array<() => void> = []
  const surroundings = {
    OpenAIRealtimeWebSocket,
    RealtimeAgent,
    RealtimeSession: class extends RealtimeSession {
      override async connect(options: Parameters<RealtimeSession["connect"]>[0]): Promise<void> {
        await super.connect(options)
        stops.push(() => this.close())
      }
    },
    play: ({ byteLength }: ArrayBuffer) => {
      played += byteLength
    },
    silence: () => {
      silenced++
    },
    record: (send: (frame: ArrayBuffer) => void) => {
      const microphone = startMicrophone(24_000, ({ buffer }) => send(buffer))
      stops.push(microphone.stop)
      const speak = async () => {
        await microphone.say(sound.samples)
        while (played === 0) await Bun.sleep(10)
        await Bun.sleep(500)
        await microphone.say(sound.samples)
      }
      speak()
    }
  }
  const [first = "", ...lines] = block("ts").split("\n")
  expect(first).toContain('from "@openai/agents-realtime"')
  const run = new Function(...Object.keys(surroundings), `return (async () => {\n${lines.join("\n")}\n})()`)
  await run(...Object.values(surroundings))
  for (let wait = 0; wait < 4_000 && silenced === 0; wait++) await Bun.sleep(10)
  expect(played).toBeGreaterThan(24_000)
  expect(silenced).toBe(1)
  for (const stop of stops) stop()
}, 90_000)

test.skipIf(Bun.which("curl") === null)("a page's key is made with it, and opens a socket", async () => {
  const run = Bun.spawnSync(["sh", "-c", block("sh").replace("curl", "curl -sS")])
  const { value } = JSON.parse(run.stdout.toString())
  expect(value).toStartWith("ek_")
  const address = `${server.url.replace("http", "ws")}/v1/realtime`
  const socket = new WebSocket(address, ["realtime", `openai-insecure-api-key.${value}`])
  const { data } = await new Promise<MessageEvent>((done) => {
    socket.onmessage = done
  })
  expect(JSON.parse(String(data))).toMatchObject({ type: "session.created", session: { model: "qal-am" } })
  socket.close()
})
