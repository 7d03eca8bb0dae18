/** What was spoken for an id is answered again for nothing, whatever has become of the voices since. */
import { beforeAll, expect, test } from "bun:test"
import { serverForFile } from "../support/ForFile.ts"
import { call } from "../support/Server.ts"

const server = serverForFile()
const text = "ሰላም ነው"

interface Listed {
  readonly id: string
  readonly is_default: boolean
}

const voicesOf = async (language: string): Promise<ReadonlyArray<Listed>> =>
  (await (await call(server, "GET", `/api/v1/voice/voices?language=${language}`)).json()).data

/** Waits until the server sees that a language has so many voices. */
const untilThereAre = async (count: number) => {
  while ((await voicesOf("am")).length !== count) await Bun.sleep(20)
}

const key = (id: string) => ({ "idempotency-key": id })
const generation = (more: object = {}) => ({ text, voice_id: "am-selam", language: "am", ...more })

/** What is spoken, by the way to it, under an id. */
const ways = {
  "a generation": (id: string) =>
    call(server, "POST", "/api/v1/voice/generations", generation({ client_request_id: id, speed: 60 })),
  "a streamed generation": (id: string) =>
    call(server, "POST", "/api/v1/voice/generations/stream", generation({ client_request_id: id })),
  "speech by a voice's id": (id: string) =>
    call(server, "POST", "/v1/audio/speech", { model: "qal-tts", voice: "am-selam", input: text }, key(id)),
  "speech by whichever voice is the default": (id: string) =>
    call(server, "POST", "/v1/audio/speech", { model: "qal-tts", voice: "alloy", input: text }, key(id)),
  "legacy speech": (id: string) => call(server, "POST", "/api/v1/audio", { text, language: "am" }, key(id)),
  "streamed legacy speech": (id: string) =>
    call(server, "POST", "/api/v1/audio", { text, language: "am", stream: true }, key(id))
} as const
const names = [
  "a generation",
  "a streamed generation",
  "speech by a voice's id",
  "speech by whichever voice is the default",
  "legacy speech",
  "streamed legacy speech"
] as const

const idOf = (name: keyof typeof ways) => name.replaceAll(/[^a-z]/g, "-")

const charges = async () =>
  Number((await server.rows<{ readonly n: number }>("SELECT COUNT(*) AS n FROM ledger WHERE kind = 'charge'"))[0]?.n)

let paid = 0
beforeAll(async () => {
  const all = await voicesOf("am")
  for (const name of names) {
    const answer = await ways[name](idOf(name))
    expect([name, answer.ok]).toEqual([name, true])
    await answer.arrayBuffer()
  }
  paid = await charges()
  for (const { id } of all) await server.qal("voices", "disable", id)
  await untilThereAre(0)
}, 120_000)

test.each(names)(
  "%s is a replay where its voice, and every other of the language, was switched off since",
  async (name) => {
    const again = await ways[name](idOf(name))
    const said = await again.text()
    expect([
      again.status,
      again.headers.get("x-qal-idempotent-replay") === "true" || said.includes('"idempotent_replay":true')
    ]).toEqual([200, true])
    const other = await ways[name](`${idOf(name)}-2`)
    expect([other.ok, (await other.json()).error.code]).toEqual([false, "VOICE_UNAVAILABLE"])
    expect(await charges()).toBe(paid)
  }
)

/** The same requests for something else. */
const otherInputs: Readonly<Record<keyof typeof ways, (id: string) => Promise<Response>>> = {
  "a generation": (id) =>
    call(server, "POST", "/api/v1/voice/generations", generation({ client_request_id: id, speed: 61 })),
  "a streamed generation": (id) =>
    call(server, "POST", "/api/v1/voice/generations/stream", generation({ client_request_id: id, text: "ሌላ" })),
  "speech by a voice's id": (id) =>
    call(server, "POST", "/v1/audio/speech", { model: "qal-tts", voice: "am-nobody", input: text }, key(id)),
  "speech by whichever voice is the default": (id) =>
    call(server, "POST", "/v1/audio/speech", { model: "qal-tts", voice: "alloy", input: "ሌላ" }, key(id)),
  "legacy speech": (id) => call(server, "POST", "/api/v1/audio", { text: "ሌላ", language: "am" }, key(id)),
  "streamed legacy speech": (id) => call(server, "POST", "/api/v1/audio", { text, language: "am" }, key(id))
}

test.each(names)("the id of %s is a conflict for other inputs, whatever has become of their voices", async (name) => {
  const answer = await otherInputs[name](idOf(name))
  expect([answer.status, (await answer.json()).error.code]).toEqual([409, "IDEMPOTENCY_CONFLICT"])
})

test("the id of a generation is a conflict in another language than the voice speaks", async () => {
  const body = generation({ client_request_id: idOf("a generation"), speed: 60, language: "om" })
  const answer = await call(server, "POST", "/api/v1/voice/generations", body)
  expect([answer.status, (await answer.json()).error.code]).toEqual([409, "IDEMPOTENCY_CONFLICT"])
})

test("speech by the default voice is a replay where another voice has become the default", async () => {
  await server.qal("voices", "enable", "am-selam")
  await server.qal("voices", "default", "am-selam")
  await untilThereAre(1)
  const again = await ways["speech by whichever voice is the default"](idOf("speech by whichever voice is the default"))
  expect([again.status, again.headers.get("x-qal-idempotent-replay")]).toEqual([200, "true"])
  await again.arrayBuffer()
  expect(await charges()).toBe(paid)
})
