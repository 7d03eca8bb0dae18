/** A whole server that hears by a model where somebody speaks, from `qal models add` to `remove`. */
import { expect, test } from "bun:test"
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import * as Wav from "../../../src/audio/Wav.ts"
import { ring } from "../../conversation/Lines.ts"
import { API_KEY, call, startServer, type TestServer } from "../../support/Server.ts"
import { makeSpeaker } from "../recognizer/sounds.ts"
import { silence } from "./FakeModels.ts"

const MODELS = join(import.meta.dir, "../../models")

/** Until this is so. */
const until = async (what: string, isSo: () => Promise<boolean> | boolean): Promise<void> => {
  for (let left = 150; left > 0; left--) {
    if (await isSo()) return
    await Bun.sleep(200)
  }
  throw new Error(`it did not become so: ${what}`)
}

const modelsOf = async (server: TestServer): Promise<ReadonlyArray<string>> => {
  const { models = [] }: { models?: ReadonlyArray<string> } = await (await call(server, "GET", "/readyz")).json()
  return models
}

/** The child processes of the server that have the worker of this name, but for those that are ending. */
const processesOf = (server: TestServer, worker: string): ReadonlyArray<number> =>
  execFileSync("ps", ["-o", "pid=,ppid=,stat=,args=", "-e"], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, parent, state, ...words]) =>
        Number(parent) === server.pid() && state?.startsWith("Z") === false && words.join(" ").includes(worker)
    )
    .map(([pid]) => Number(pid))

test("a conversation's turns and a file's cuts go on by a model, without it when its process is killed, and once it is gone", async () => {
  await using server = Object.assign(await startServer(), {
    [Symbol.asyncDispose]: async () => {
      await server.dispose()
    }
  })
  const speak = await makeSpeaker()
  const voice = { language: "am", variant: "m3", pitch: 46, wordsPerMinute: 165, inPieces: false } as const
  const { samples } = speak({ text: "ሰላም ነው እንዴት ነህ", ...voice })
  const transcribe = async () => {
    const form = new FormData()
    form.append("audio", new Blob([Wav.file({ sampleRate: 16_000, samples })], { type: "audio/wav" }), "a.wav")
    const answer = await fetch(`${server.url}/api/v1/scribe/transcribe?language=am`, {
      method: "POST",
      body: form,
      headers: { "x-api-key": API_KEY }
    })
    const { data } = await answer.json()
    return [data.model, data.text]
  }
  for (const id of ["tiny-ctc", "tiny-activity"])
    expect(await server.qal("models", "add", join(MODELS, id))).toContain("tried: ")
  await until("both are live", async () => (await modelsOf(server)).length === 2)
  expect(await (await call(server, "GET", "/v1/models")).text()).toContain("tiny-activity")

  const [model, text] = await transcribe()
  expect(model).toBe("tiny-ctc")
  expect(text).toContain("ሰላም")
  expect(processesOf(server, "Detecting")).toHaveLength(1)

  const caller = await ring(API_KEY, server)
  /** Says it, and is silent: what was heard since. */
  const say = async () => {
    const from = caller.said.length
    caller.sound(samples)
    caller.sound(silence(1.5))
    const { text } = await caller.next("heard", from)
    await caller.next("complete", from)
    return text
  }
  expect(await say()).toContain("ሰላም")
  for (const pid of processesOf(server, "Detecting")) process.kill(pid, "SIGKILL")
  // The turn in which it fails is divided by the server's own rules, and so are those after it.
  expect(await say()).toContain("ሰላም")
  expect(await say()).toContain("ሰላም")
  caller.hangUp()
  expect(await transcribe()).toEqual([model, text])

  await server.qal("models", "remove", "tiny-activity")
  await until("it is gone", async () => !(await modelsOf(server)).includes("tiny-activity"))
  await until("its process has ended", () => processesOf(server, "Detecting").length === 0)
  expect(await transcribe()).toEqual([model, text])
})
