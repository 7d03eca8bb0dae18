/**
 * The messages of sockets at `/docs` look like those that a server sends, and the programs beside them do what
 * they say. `SocketGuides.test.ts` holds them against the schemas.
 */
import { expect, test } from "bun:test"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { sockets } from "../../src/server/docs/SocketGuides.ts"
import { conversation } from "../../src/server/docs/sockets/ConversationGuide.ts"
import { realtime } from "../../src/server/docs/sockets/RealtimeGuide.ts"
import type { Frame } from "../../src/server/docs/sockets/SocketGuide.ts"
import { record } from "../../src/server/document/JsonNodes.ts"
import { makeSpeaker } from "../engines/recognizer/sounds.ts"
import { serverForFile } from "../support/ForFile.ts"
import { outcomeOf } from "../support/ProgramOutcome.ts"
import { API_KEY } from "../support/Server.ts"

const server = serverForFile()

const framesOf = (frames: ReadonlyArray<Frame>) => frames.map(({ frame }) => frame)

/** What a message is made of: its fields with the kinds of their values. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== "object") return typeof value
  return value === null
    ? "null"
    : Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)] as const))
}

/** What a frame is told apart by: its type, or the names of what is in it. */
const kindOf = (frame: unknown): string => {
  const { serverContent, type } = record(frame)
  if (typeof type === "string") return type
  return serverContent === undefined ? Object.keys(record(frame)).join() : Object.keys(record(serverContent)).join()
}

/** Everything that a conversation's socket sends until `last` comes. */
const converse = (
  url: string,
  protocols: Array<string>,
  say: (send: (frame: string) => void, frame: unknown) => void,
  last: string
) =>
  new Promise<ReadonlyArray<unknown>>((done, fail) => {
    const frames: Array<unknown> = []
    const socket = new WebSocket(url, protocols)
    socket.onerror = () => fail(new Error(`${url} failed`))
    socket.onmessage = ({ data }) => {
      const frame: unknown = JSON.parse(String(data))
      frames.push(frame)
      say((text) => socket.send(text), frame)
      if (kindOf(frame) === last) socket.close()
    }
    socket.onclose = () => done(frames)
  })

/** A sentence and the silence after it, in frames of 100 ms: mono, 16-bit little-endian, in base64. */
const sentence = async (rate: number): Promise<ReadonlyArray<string>> => {
  const speak = await makeSpeaker(rate)
  const request = { language: "am", variant: "m3", pitch: 46, wordsPerMinute: 165, inPieces: false } as const
  const { samples } = speak({ text: "ሰላም ነው እንዴት ነህ", ...request })
  const bytes = Buffer.concat([Buffer.from(samples.buffer), Buffer.alloc(2 * rate)])
  const size = rate / 5
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size).toString("base64")
  )
}

const expectShapes = (shown: ReadonlyArray<Frame>, heard: ReadonlyArray<unknown>, never: ReadonlyArray<string>) => {
  const shapes = Map.groupBy(heard, kindOf)
  for (const frame of framesOf(shown)) {
    const kind = kindOf(frame)
    if (never.includes(kind)) continue
    expect((shapes.get(kind) ?? []).map(shapeOf)).toContainEqual(shapeOf(frame))
  }
}

test("a documented conversation at /ws shows what is spoken, typed and wrong", async () => {
  const sound = await sentence(16_000)
  const frames = await converse(
    `${server.url.replace("http", "ws")}/ws?apiKey=${API_KEY}&language=am`,
    [],
    (send, frame) => {
      if (kindOf(frame) === "setupComplete") {
        send('{"text":" "}')
        for (const data of sound) send(JSON.stringify({ data, mimeType: "audio/pcm;rate=16000" }))
      }
    },
    "turnComplete"
  )
  // An answer that is interrupted, and a balance that is low, take a conversation of their own: `relay/` has them.
  expectShapes(conversation.server, frames, ["interrupted", "warning"])
}, 60_000)

test("a documented conversation at /v1/realtime shows what is spoken, typed and wrong", async () => {
  const url = `${server.url.replace("http", "ws")}/v1/realtime`
  const protocols = ["realtime", `openai-insecure-api-key.${API_KEY}`]
  const [typed, , ...rest] = [4, 5, 0].map((at) => JSON.stringify(realtime.client[at]?.frame))
  const sound = await sentence(24_000)
  const written = await converse(
    url,
    protocols,
    (send, frame) => {
      if (kindOf(frame) !== "session.created") return
      send('{"type":"no.such.event"}')
      for (const each of rest) send(each)
      if (typed !== undefined) send(typed)
      send('{"type":"response.create"}')
    },
    "response.done"
  )
  const spoken = await converse(
    url,
    protocols,
    (send, frame) => {
      if (kindOf(frame) !== "session.created") return
      send(
        '{"type":"session.update","session":{"type":"realtime","audio":{"input":{"transcription":{"model":"qal-am","language":"am"}}}}}'
      )
      for (const audio of sound) send(JSON.stringify({ type: "input_audio_buffer.append", audio }))
    },
    "response.done"
  )
  expectShapes(realtime.server, [...written, ...spoken], [])
}, 90_000)

test("the programs of the sockets' guides run as they stand", async () => {
  const folder = join(server.folder, "programs")
  mkdirSync(folder)
  const sound = await sentence(16_000)
  await Bun.write(join(folder, "speech.pcm"), Buffer.concat(sound.map((each) => Buffer.from(each, "base64"))))
  const printed: Array<string> = []
  for (const { program, title } of sockets) {
    const path = join(folder, `program-${printed.length}.ts`)
    await Bun.write(path, program(server.url))
    const child = Bun.spawn([process.execPath, path], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? "", QAL_API_KEY: API_KEY },
      stdout: "pipe",
      stderr: "pipe"
    })
    const { out: text, err: errors, code } = await outcomeOf(child)
    expect({ title, code, errors }).toEqual({ title, code: 0, errors: "" })
    printed.push(text)
  }
  const [spoken = "", heard = "", ...answers] = printed
  expect(spoken).toMatch(/^clip_\w+ \d/)
  expect(heard).toContain("ሰላም")
  for (const answer of answers) expect(answer).toMatch(/\p{Script=Ethiopic}/u)
}, 60_000)
