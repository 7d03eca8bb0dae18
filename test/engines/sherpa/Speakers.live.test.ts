/** A whole server that tells speakers apart, from `qal models add` to `remove`. */
import { expect, test } from "bun:test"
import { join } from "node:path"
import * as Wav from "../../../src/audio/Wav.ts"
import { API_KEY, call, startServer, type TestServer } from "../../support/Server.ts"
import { makeDialogue } from "./Dialogue.ts"

const MODELS = join(import.meta.dir, "../../models")

/** Until the server says that the model is live, or is not. */
const untilLive = async (server: TestServer, id: string, isLive: boolean): Promise<void> => {
  for (let left = 100; left > 0; left--) {
    const { models = [] }: { models?: ReadonlyArray<string> } = await (await call(server, "GET", "/readyz")).json()
    if (models.includes(id) === isLive) return
    await Bun.sleep(200)
  }
  throw new Error(`the model ${id} did not become what was waited for`)
}

const post = (server: TestServer, path: string, form: FormData) =>
  fetch(server.url + path, { method: "POST", body: form, headers: { "x-api-key": API_KEY } })

const spent = async (server: TestServer): Promise<number> => {
  const { data }: { data: { total_spend: number } } = await (await call(server, "GET", "/api/v1/voice/usage")).json()
  return data.total_spend
}

test("a server tells speakers apart while it has a model that can, by every way, for the price of the words alone", async () => {
  await using server = Object.assign(await startServer(), {
    [Symbol.asyncDispose]: async () => {
      await server.dispose()
    }
  })
  const { samples, turns } = await makeDialogue(["am-dawit", "am-hamen"], 20)
  const sound = new Blob([Wav.file({ sampleRate: 16_000, samples })], { type: "audio/wav" })
  const formOf = (field: string, values: Readonly<Record<string, string>> = {}) => {
    const form = new FormData()
    form.append(field, sound, "dialogue.wav")
    for (const [name, value] of Object.entries(values)) form.append(name, value)
    return form
  }
  const transcribe = (query: string) => post(server, `/api/v1/scribe/transcribe?language=am${query}`, formOf("audio"))
  const diarized = () => post(server, "/v1/audio/transcriptions", formOf("file", { response_format: "diarized_json" }))

  const refused = await (await transcribe("&speakers=true")).json()
  expect([refused.error.code, refused.error.param]).toEqual(["VALIDATION_ERROR", "speakers"])
  expect(refused.error.message).toContain("qal models add")
  expect((await diarized()).status).toBe(400)
  expect(await spent(server)).toBe(0)

  expect(await server.qal("models", "add", join(MODELS, "tiny-speakers"))).toContain("tried: ")
  await untilLive(server, "tiny-speakers", true)
  expect(await (await call(server, "GET", "/v1/models")).text()).toContain("tiny-speakers")

  const { data } = await (await transcribe("&speakers=2&request_id=dialogue")).json()
  const cost: number = data.usage.credits_used
  expect(cost).toBeCloseTo((data.text.length * 3.5) / 1_000, 4)
  expect(await spent(server)).toBeCloseTo(cost, 4)
  expect(data.words.map((word: { text: string }) => word.text).join(" ")).toBe(data.text)
  for (const { end, speaker, start } of data.words) {
    const middle = (start + end) / 2
    const own = turns.find((turn) => turn.start - 0.3 <= middle && middle <= turn.end + 0.3)
    expect(speaker).toBe(own?.speaker === 0 ? "speaker_1" : "speaker_2")
  }
  const speakers = data.segments.map((segment: { speaker: string }) => segment.speaker)
  expect(new Set(speakers)).toEqual(new Set(["speaker_1", "speaker_2"]))
  expect(JSON.stringify(data)).not.toContain("turns")

  const again = "/api/v1/scribe/requests/dialogue"
  const rttm = await (await call(server, "GET", `${again}?format=rttm`)).text()
  const lines = rttm.trim().split("\n")
  expect(lines[0]).toMatch(/^SPEAKER dialogue 1 \d+\.\d{3} \d+\.\d{3} <NA> <NA> speaker_1 <NA> <NA>$/)
  expect(lines.length).toBeGreaterThanOrEqual(turns.length)
  expect(await (await call(server, "GET", `${again}?format=vtt`)).text()).toContain("\n<v speaker_2>")
  expect(await (await call(server, "GET", `${again}?format=srt`)).text()).not.toContain("speaker")

  expect(await (await transcribe("&format=rttm")).text()).toContain(" speaker_2 ")
  expect((await transcribe("&format=rttm&speakers=false")).status).toBe(422)
  expect((await transcribe("&speakers=21")).status).toBe(422)
  expect((await transcribe("&speakers=true&stream=true")).status).toBe(422)
  const conflict = await (await transcribe("&request_id=dialogue")).json()
  expect(conflict.error.code).toBe("IDEMPOTENCY_CONFLICT")
  const replay = await (await transcribe("&speakers=2&request_id=dialogue")).json()
  expect(replay.data).toEqual({ ...data, idempotent_replay: true })
  const plain = await (await transcribe("&timestamps=word")).json()
  expect(plain.data.words[0].speaker).toBeUndefined()

  const openai = await (await diarized()).json()
  expect(openai).toMatchObject({ task: "transcribe", text: data.text })
  expect(openai.segments[0]).toMatchObject({ type: "transcript.text.segment", id: "seg_1", speaker: "A" })
  expect(openai.segments.map((segment: { text: string }) => segment.text).join(" ")).toBe(data.text)

  await server.qal("models", "remove", "tiny-speakers")
  await untilLive(server, "tiny-speakers", false)
  expect((await transcribe("&speakers=true")).status).toBe(422)
  expect(await (await transcribe("&speakers=2&request_id=dialogue")).json()).toMatchObject({
    data: { request_id: "dialogue", idempotent_replay: true }
  })
  expect((await call(server, "GET", `${again}?format=rttm`)).status).toBe(200)
}, 180_000)
