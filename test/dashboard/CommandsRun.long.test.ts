/**
 * Every command and program that the playground shows, from its own generator, run as somebody runs what they pasted:
 * in a folder of their own, with the key in `QAL_KEY`. Python's packages `openai` and `websockets` come from no registry
 * here: those that are installed are used, else small ones of `python/` that send what they would.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { mkdtempSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import decodeAudio from "audio-decode"
import { chatCommands } from "../../src/dashboard/web/playground/commands/chatCommands.ts"
import { conversationCommands } from "../../src/dashboard/web/playground/commands/conversationCommands.ts"
import { speechCommands } from "../../src/dashboard/web/playground/commands/speechCommands.ts"
import {
  fileCommands,
  liveCommands,
  RECORDING
} from "../../src/dashboard/web/playground/commands/transcriptionCommands.ts"
import { translationCommands } from "../../src/dashboard/web/playground/commands/translationCommands.ts"
import type { Commands } from "../../src/dashboard/web/playground/commands/writing.ts"
import { serverForFile } from "../support/ForFile.ts"
import { outcomeOf } from "../support/ProgramOutcome.ts"
import { API_KEY, call } from "../support/Server.ts"
import { asked } from "./Sent.ts"

const HOSTILE = `ሰላም! "እንዴት" ነህ? it's $HOME; \`id\` \\ end\nአመሰግናለሁ`
const SPOKEN = "ሰላም እንደምን አደሩ"
const STAND_INS = join(import.meta.dir, "python")

const server = serverForFile()
let folder: string
let origin: string

beforeAll(async () => {
  origin = server.url
  folder = mkdtempSync(join(tmpdir(), "qal-pasted-"))
  symlinkSync(resolve(import.meta.dir, "../../node_modules"), join(folder, "node_modules"))
  const made = await call(server, "POST", "/v1/audio/speech", {
    model: "qal-tts",
    voice: "am-hamen",
    input: SPOKEN,
    response_format: "wav"
  })
  writeFileSync(join(folder, "said.wav"), new Uint8Array(await made.arrayBuffer()))
  const { data } = await (
    await call(server, "POST", "/api/v1/voice/generations", {
      text: SPOKEN,
      voice_id: "am-hamen",
      language: "am",
      output_format: "pcm_16000"
    })
  ).json()
  const recorded = await fetch(data.audio_url)
  writeFileSync(join(folder, RECORDING), new Uint8Array(await recorded.arrayBuffer()))
  writeFileSync(join(folder, `a "note"; b.txt`), "The meeting is on Monday.")
}, 90_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const hasPackage = (name: string): boolean => Bun.spawnSync(["python3", "-c", `import ${name}`]).exitCode === 0
const standsIn = ["openai", "websockets.sync.client"].some((name) => !hasPackage(name))

/** What a program prints that ends well. */
const run = async (command: ReadonlyArray<string>): Promise<string> => {
  const child = Bun.spawn([...command], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? "",
      HOME: folder,
      QAL_KEY: API_KEY,
      PYTHONDONTWRITEBYTECODE: "1",
      ...(standsIn ? { PYTHONPATH: STAND_INS } : {})
    },
    stdout: "pipe",
    stderr: "pipe"
  })
  const { out: output, err: errors, code } = await outcomeOf(child)
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}: ${errors}`)
  return output
}

const runners = {
  curl: (text: string) => run(["bash", "-c", text]),
  typescript: (text: string) => {
    writeFileSync(join(folder, "pasted.ts"), text)
    return run([process.execPath, "pasted.ts"])
  },
  python: async (text: string) => {
    writeFileSync(join(folder, "pasted.py"), text)
    await run(["python3", "-c", "import ast; ast.parse(open('pasted.py').read())"])
    return run(["python3", "pasted.py"])
  }
} as const
const names = ["curl", "typescript", "python"] as const

/** Runs all that are shown, and gives what each prints to `check`. */
const each = async (
  commands: Commands,
  check: (printed: string, name: (typeof names)[number]) => unknown
): Promise<void> => {
  for (const name of names) {
    const text = commands[name]
    if (text !== undefined) await check(await runners[name](text), name)
  }
}

/** A file that the program has written, which is gone then. */
const taken = (name: string): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(readFileSync(join(folder, name)))
  unlinkSync(join(folder, name))
  return bytes
}

const answerIn = (printed: string, name: (typeof names)[number]): string =>
  name === "curl" && printed.startsWith("{") ? JSON.parse(printed).response_text : printed

describe("what the playground shows works as it is pasted", () => {
  test("the playground's command for speech makes a file that a player opens, with its text, voice and pace", async () => {
    const body = { text: HOSTILE, voice_id: "am-selam", language: "am", speed: 70 } as const
    const { data } = await (await call(server, "POST", "/api/v1/voice/generations", body)).json()
    await each(speechCommands(origin, body), async () => {
      const { channelData, sampleRate } = await decodeAudio(taken("speech.mp3"))
      expect((channelData[0]?.length ?? 0) / sampleRate).toBeCloseTo(data.duration_seconds, 0)
    })
    const { data: clips } = await (await call(server, "GET", "/api/v1/voice/clips?limit=3")).json()
    expect(clips.map(({ text, voice_id }: typeof body) => [text, voice_id])).toEqual(
      Array.from({ length: 3 }, () => [HOSTILE, body.voice_id])
    )
  }, 90_000)

  test("the playground's command for a chat is answered, streamed and whole, with what was said before", async () => {
    const history = [
      { role: "user", parts: [{ text: HOSTILE }] },
      { role: "assistant", parts: [{ text: "ሰላም" }] }
    ] as const
    await each(chatCommands(origin, asked), (printed) => expect(printed).toMatch(/\p{Script=Ethiopic}/u))
    const whole = { ...asked, streams: false, system: HOSTILE, history }
    await each(chatCommands(origin, whole), (printed, name) =>
      expect(answerIn(printed, name)).toMatch(/\p{Script=Ethiopic}/u)
    )
  }, 90_000)

  test("the playground's command for a chat with files and speech is answered, and so is the next turn's", async () => {
    const files = [new File([], `a "note"; b.txt`, { type: "text/plain" })]
    const sent = { ...asked, files, sound: new File([], "said.wav", { type: "audio/wav" }) }
    let fileData: { readonly fileUri: string; readonly mimeType: string } | undefined
    await each(chatCommands(origin, sent), (printed, name) => {
      if (name === "curl") [fileData] = JSON.parse(printed).uploaded_attachments
      expect(answerIn(printed, name)).toMatch(/\S/)
    })
    if (fileData === undefined) throw new Error("nothing was uploaded")
    const history = [
      { role: "user", parts: [{ text: "Read this" }, { fileData }] },
      { role: "assistant", parts: [{ text: "I have." }] }
    ] as const
    await each(chatCommands(origin, { ...asked, history }), (printed) => expect(printed).toMatch(/\S/))
  }, 90_000)

  test("the playground's command for a translation prints it", async () => {
    const request = { text: "Good morning", source_language: "en", target_language: "am" }
    const printed: Array<string> = []
    await each(translationCommands(origin, "/api/v1/translate", request), (text, name) => {
      printed.push(name === "curl" ? JSON.parse(text).data.translation : text.trim())
    })
    expect(new Set(printed).size).toBe(1)
    expect(printed[0]).toMatch(/\p{Script=Ethiopic}/u)
  }, 90_000)

  test("the playground's command transcribes a file, with the times of its words or as it is recognised", async () => {
    const file = { name: "said.wav", type: "audio/wav" }
    await each(fileCommands(origin, { file, options: { language: "am", hasTimes: true } }), (printed, name) => {
      if (name === "curl") expect(JSON.parse(printed).data.words.length).toBeGreaterThan(1)
      else expect(printed).toMatch(/^\S.*\n[\d.]+ [\d.]+ \S+\n/)
    })
    await each(fileCommands(origin, { file, options: { language: "am", hasTimes: false } }), (printed) =>
      expect(printed).toMatch(/\p{Script=Ethiopic}{2}/u)
    )
  }, 120_000)

  test("the playground's command transcribes a recording live, and shows the text as it comes", async () => {
    await each(liveCommands(origin, { language: "am" }), (printed) =>
      expect(printed).toMatch(/\p{Script=Ethiopic}{2}.*\n$/u)
    )
  }, 120_000)

  test("the playground's command holds the same conversation, and keeps the answers' sound", async () => {
    const turns = ["ሰላም", `"እሺ" it's ${"`"}so${"`"}`]
    await each(
      conversationCommands(origin, { request: { language: "am", system: HOSTILE }, turns }),
      async (printed) => {
        expect(printed.split("\n").filter((line) => line.startsWith("> "))).toHaveLength(turns.length)
        const { channelData, sampleRate } = await decodeAudio(taken("answers.wav"))
        expect([sampleRate, (channelData[0]?.length ?? 0) > sampleRate]).toEqual([24_000, true])
      }
    )
  }, 120_000)
})

test("the playground's shell command shows the server's words where its key is refused", async () => {
  const { curl = "" } = speechCommands(origin, { text: SPOKEN, voice_id: "am-hamen", language: "am" })
  const child = Bun.spawn(["bash", "-c", curl], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", QAL_KEY: "sk_wrong" },
    stdout: "pipe",
    stderr: "pipe"
  })
  expect(await child.exited).toBe(22)
  expect(new TextDecoder().decode(taken("speech.mp3"))).toContain("authentication_error")
})
