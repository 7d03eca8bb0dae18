/** Previews are made when their address is first fetched, and signed addresses say until when they are good. */
import { beforeAll, expect, test } from "bun:test"
import { serverForFile } from "../support/ForFile.ts"
import { call } from "../support/Server.ts"
import { forgeSignature } from "./Forgery.ts"

const server = serverForFile()
beforeAll(async () => {
  // The synthesiser loads in the background.
  await call(server, "POST", "/api/v1/audio", { text: "ሰላም", language: "am" })
})

const get = async (path: string) => (await (await call(server, "GET", path)).json()).data

interface Listed {
  readonly id: string
  readonly preview_audio_url: string
  readonly preview_audio_url_expires_at: string
  readonly preview_duration_seconds: number | null
}
const voices = (query = ""): Promise<ReadonlyArray<Listed>> =>
  get(`/api/v1/voice/voices?include_unavailable=true${query}`)

const kept = async (): Promise<ReadonlyArray<string>> =>
  (await server.rows("SELECT voice_id FROM previews ORDER BY voice_id")).flatMap((row) =>
    Object.values(row).map(String)
  )

/** Until when an address is good, as it says itself. */
const expiryOf = (address: string): string =>
  new Date(1_000 * Number(new URL(address).searchParams.get("expires"))).toISOString()

test("every voice has the address of a preview, and no preview is made before one is fetched", async () => {
  const all = await voices()
  expect(all.length).toBeGreaterThan(7)
  for (const voice of all) {
    expect(new URL(voice.preview_audio_url).pathname).toBe(`/media/preview-${voice.id}`)
    expect(voice.preview_audio_url_expires_at).toBe(expiryOf(voice.preview_audio_url))
    expect(voice.preview_duration_seconds).toBeNull()
  }
  expect(await kept()).toEqual([])
})

test("several fetches of a preview make it once; whole, in part, by HEAD and by its route it is one sound", async () => {
  const [first, second] = await voices()
  if (first === undefined || second === undefined) throw new Error("there are voices")
  const answers = await Promise.all([
    fetch(first.preview_audio_url),
    fetch(first.preview_audio_url, { headers: { range: "bytes=0-9" } }),
    fetch(first.preview_audio_url, { method: "HEAD" }),
    fetch(first.preview_audio_url)
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 206, 200, 200])
  expect(new Set(answers.map(({ headers }) => headers.get("etag"))).size).toBe(1)
  const [whole, part] = await Promise.all(answers.map((answer) => answer.bytes()))
  expect(whole?.length).toBeGreaterThan(5_000)
  expect(part).toEqual(whole?.slice(0, 10) ?? new Uint8Array())
  const preview = await get(`/api/v1/voice/voices/${first.id}/preview`)
  expect(preview.audio_url_expires_at).toBe(expiryOf(preview.audio_url))
  expect(await (await fetch(preview.audio_url)).bytes()).toEqual(whole ?? new Uint8Array())
  const again = (await voices("&n=2")).find(({ id }) => id === first.id)
  expect(again?.preview_duration_seconds).toBe(preview.duration_seconds)
  expect(await kept()).toEqual([first.id])
})

test("HEAD of a preview that was never made says what GET gives, and If-Match of another is 412", async () => {
  const address = (await voices()).at(-1)?.preview_audio_url ?? ""
  const head = await fetch(address, { method: "HEAD" })
  const whole = await (await fetch(address)).bytes()
  expect([head.status, head.headers.get("content-length")]).toEqual([200, String(whole.length)])
  const matched = (etag: string) => fetch(address, { headers: { "if-match": etag } })
  expect((await matched(String(head.headers.get("etag")))).status).toBe(200)
  const other = await matched('"other"')
  expect([other.status, (await other.json()).error.code]).toEqual([412, "INVALID_REQUEST"])
})

test("a preview's address that is not signed makes nothing", async () => {
  const before = await kept()
  const address = (await voices()).at(2)?.preview_audio_url ?? ""
  expect((await fetch(forgeSignature(address))).status).toBe(403)
  expect((await fetch(address.replace("/media/preview-", "/media/preview-no"))).status).toBe(403)
  expect(await kept()).toEqual(before)
})

test("a clip says until when its address is good, when it is made, listed and read", async () => {
  const asked = { text: "ሰላም", voice_id: "am-hamen", language: "am" }
  const { data } = await (await call(server, "POST", "/api/v1/voice/generations", asked)).json()
  const [listed] = await get("/api/v1/voice/clips")
  for (const clip of [data, listed, await get(`/api/v1/voice/clips/${data.id}`)])
    expect(clip.audio_url_expires_at).toBe(expiryOf(clip.audio_url))
})

test("a clip whose sound was not cut has no finish_reason", async () => {
  const made = await call(server, "POST", "/api/v1/voice/generations", {
    text: "ሰላም",
    voice_id: "am-hamen",
    language: "am"
  })
  const { data } = await made.json()
  for (const clip of [data, await get(`/api/v1/voice/clips/${data.id}`)])
    expect(clip).not.toHaveProperty("finish_reason")
})

test("speed in voice_settings applies to estimate, clip and stream; the request's own wins; others are reported", async () => {
  const asked = { text: "ሰላም ነው እንዴት ነህ ዛሬ", voice_id: "am-hamen", language: "am" }
  const fast = { speed: 100, stability: 3, similarity: 4, style: 5 }
  const post = (path: string, more: object) => call(server, "POST", `/api/v1/voice/${path}`, { ...asked, ...more })
  const made = async (more: object) => (await (await post("generations", more)).json()).data
  const estimated = async (more: object) =>
    (await (await post("estimate", more)).json()).data.estimated_duration_seconds
  const streamed = async (more: object) => {
    const text = Buffer.from(await (await post("generations/stream", more)).arrayBuffer()).toString("latin1")
    return JSON.parse(text.slice(text.lastIndexOf('{"data":'))).data.duration_seconds
  }
  const neutral = await made({})
  const quick = await made({ voice_settings: fast })
  expect(quick.meta.ignored_voice_settings).toEqual(["stability", "similarity", "style"])
  expect(quick.duration_seconds).toBeLessThan(0.65 * neutral.duration_seconds)
  expect(await streamed({ voice_settings: fast })).toBe(quick.duration_seconds)
  expect(await estimated({ voice_settings: fast })).toBeLessThan(0.65 * (await estimated({})))
  expect((await made({ speed: 50, voice_settings: fast })).duration_seconds).toBe(neutral.duration_seconds)
})
