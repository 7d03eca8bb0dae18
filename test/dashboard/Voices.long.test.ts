/** The voices as the dashboard shows and changes them, and what everybody else sees of it. */
import { Database } from "bun:sqlite"
import { expect, setDefaultTimeout, test } from "bun:test"
import { join } from "node:path"
import { catalog } from "../../src/voice/Catalog.ts"
import { call } from "../support/Server.ts"
import { signedInForFile } from "./Session.ts"

setDefaultTimeout(60_000)

const { admin, server } = signedInForFile()

interface Shown {
  readonly id: string
  readonly language: string
  readonly is_available: boolean
  readonly is_default: boolean
  readonly usage: object
}

const listed = async (): Promise<ReadonlyArray<Shown>> => (await admin.ask("GET", "/voices")).body.data
const shown = async (id: string) => (await listed()).find((voice) => voice.id === id)
const change = (id: string, body: unknown) => admin.ask("PATCH", `/voices/${id}`, body)
const defaultsOf = (voices: ReadonlyArray<Shown>) => voices.flatMap(({ id, is_default }) => (is_default ? [id] : []))
const catalogOf = async (query = ""): Promise<ReadonlyArray<Shown>> =>
  (await (await call(server, "GET", `/api/v1/voice/voices?${query}`)).json()).data
const entries = async () => (await admin.ask("GET", "/audit?action=voice.change")).body.data

test("the voices' page has the whole catalog, with one default of each language", async () => {
  const voices = await listed()
  expect(voices.map(({ id }) => id)).toEqual(catalog.map(({ id }) => id))
  expect(defaultsOf(voices)).toEqual(["am-hamen", "om-bikila"])
  expect(voices[0]).toMatchObject({
    script_chip: "ሐመን",
    is_available: true,
    usage: { clips: 0, seconds: 0, charged: 0, last_used_on: null }
  })
})

test("a voice's use is summed over 30 days with today, also of clips that are deleted since", async () => {
  const made: Array<{ readonly duration_seconds: number; readonly usage: { readonly credits_used: number } }> = []
  for (const text of ["ሰላም ነው።", "ደህና ነኝ፣ እንኳን ደህና መጡ።"]) {
    const request = { text, voice_id: "am-tigist", language: "am" }
    const { data } = await (await call(server, "POST", "/api/v1/voice/generations", request)).json()
    made.push(data)
    await admin.ask("DELETE", `/clips/${data.id}`)
  }
  const today = Math.floor(Date.now() / 86_400_000)
  const database = new Database(join(server.folder, "data", "qal.sqlite"))
  database.exec("PRAGMA busy_timeout = 5000")
  for (const [day, clips] of [
    [today - 29, 5],
    [today - 30, 1_000]
  ] as const) {
    const sums = "INSERT INTO voice_days (day, voice_id, clips, millis, charged) VALUES (?, 'am-tigist', ?, 1500, 100)"
    database.run(sums, [day, clips])
  }
  database.close()
  const seconds = made.reduce((sum, { duration_seconds }) => sum + duration_seconds, 1.5)
  const charged = made.reduce((sum, { usage }) => sum + usage.credits_used, 0.0001)
  expect((await shown("am-tigist"))?.usage).toEqual({
    clips: 7,
    seconds: expect.closeTo(seconds, 3),
    charged: expect.closeTo(charged, 4),
    last_used_on: new Date(today * 86_400_000).toISOString().slice(0, 10)
  })
})

test("a voice's change takes effect at once here, in the public catalog within a second, and is audited", async () => {
  await catalogOf()
  const other = catalog.find(({ isDefault, language }) => language === "om" && !isDefault)?.id ?? ""
  const changed = await change(other, { is_default: true })
  expect(changed.body.data).toMatchObject({ id: other, is_default: true })
  expect(defaultsOf(await listed())).toEqual(["am-hamen", other])
  await Bun.sleep(1_000)
  expect(defaultsOf(await catalogOf())).toEqual(["am-hamen", other])
  expect((await entries())[0]).toMatchObject({
    target: other,
    session_id: admin.sessionId,
    details: { is_default: true }
  })

  // The default is switched off: the next takes its place in every answer.
  expect((await change(other, { is_available: false })).body.data).toMatchObject({
    is_available: false,
    is_default: false
  })
  expect(defaultsOf(await listed())).toEqual(["am-hamen", "om-bikila"])
  await Bun.sleep(1_000)
  const all = await catalogOf("include_unavailable=true")
  expect(defaultsOf(all)).toEqual(["am-hamen", "om-bikila"])
  expect((await catalogOf()).map(({ id }) => id)).not.toContain(other)
  const spoken = await call(server, "POST", "/api/v1/audio", { text: "Akkam jirtu.", language: "om" })
  expect(spoken.status).toBe(200)
  expect((await change(other, { is_available: true, is_default: true })).body.data).toMatchObject({
    is_available: true,
    is_default: true
  })
})

test("the command line's change to a voice is seen within a second too", async () => {
  expect(await server.qal("voices", "default", "om-bikila")).toContain("om-bikila")
  await Bun.sleep(1_000)
  expect(defaultsOf(await listed())).toEqual(["am-hamen", "om-bikila"])
  expect(defaultsOf(await catalogOf())).toEqual(["am-hamen", "om-bikila"])
  expect(await server.qal("voices", "list")).toMatch(/om-bikila +om +\w+ +available +default/)
  await server.qal("voices", "disable", "om-bikila")
  const refused = await server.qal("voices", "default", "om-bikila").catch(String)
  expect(refused).toContain("the voice om-bikila is switched off")
  await server.qal("voices", "enable", "om-bikila")
})

test("a refused change to a voice changes nothing, and leaves no entry", async () => {
  await Bun.sleep(1_000)
  const before = [await listed(), await entries()]
  for (const [id, body, status] of [
    ["am-nobody", { is_available: false }, 404],
    ["__proto__", { is_available: false }, 404],
    ["%00", { is_default: true }, 404],
    ["am-selam", { is_default: false }, 422],
    ["am-selam", { is_default: true, is_available: false }, 422],
    ["am-selam", { is_available: "false" }, 422],
    ["am-selam", { is_available: { toString: 0 } }, 422],
    ["am-selam", { is_available: null }, 422],
    ["am-selam", [], 422],
    ["am-selam", Array(20_000).fill(1), 422],
    ["am-selam", `{"is_available":${"[".repeat(12_000)}${"]".repeat(12_000)}}`, 400],
    ["am-selam", "{", 400],
    ["am-selam", {}, 200]
  ] as const) {
    const answer = await change(id, body)
    expect([id, JSON.stringify(body).slice(0, 80), answer.status]).toEqual([
      id,
      JSON.stringify(body).slice(0, 80),
      status
    ])
  }
  const withoutToken = await fetch(`${server.url}/api/v1/admin/voices/am-selam`, {
    method: "PATCH",
    headers: { cookie: admin.cookie, "content-type": "application/json" },
    body: JSON.stringify({ is_available: false })
  })
  expect(withoutToken.status).toBe(403)
  expect([await listed(), await entries()]).toEqual(before)
})

test("changes to voices made at once leave one default of each language, and an entry for each", async () => {
  const before = (await entries()).length
  const speakers = catalog.filter(({ language }) => language === "am")
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) => {
      const id = speakers[at % speakers.length]?.id ?? ""
      return change(id, at % 3 === 0 ? { is_default: true } : { is_available: at % 3 === 1 })
    })
  )
  const made = answers.filter(({ status }) => status === 200).length
  expect(answers.filter(({ status }) => status === 422).length).toBe(60 - made)
  const voices = await listed()
  expect(defaultsOf(voices.filter(({ language }) => language === "am"))).toHaveLength(1)
  const log = (await admin.ask("GET", "/audit?action=voice.change&limit=100")).body.data
  expect(log.length - before).toBe(made)
  for (const { id } of speakers) await change(id, { is_available: true })
})

test("a voice's preview on the dashboard is the public one", async () => {
  const { body } = await admin.ask("GET", "/voices/am-hamen/preview")
  expect(body.data).toMatchObject({ voice_id: "am-hamen", mime_type: "audio/mpeg", audio: null })
  expect((await fetch(body.data.audio_url)).headers.get("content-type")).toBe("audio/mpeg")
  expect((await admin.ask("GET", "/voices/am-nobody/preview")).status).toBe(404)
})

test("a voice is made default, and is not unmade", async () => {
  const { body, status } = await change("am-selam", { is_default: false })
  expect([status, body.error.message]).toEqual([422, "is_default must be true, or left out"])
})
