/** The engines as the dashboard shows and tests them: embedded, attached, gone, hanging, wrong. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test"
import { type Admin, signedInForFile, startDashboard } from "./Session.ts"

setDefaultTimeout(90_000)

const SECRET = "sk-upstream-secret-never-shown"

interface Shown {
  readonly kind: string
  readonly name: string
  readonly embedded: boolean
  readonly healthy: boolean
  readonly problem: string | null
  readonly settings: ReadonlyArray<{ readonly name: string; readonly value: string | null; readonly meaning: string }>
}

const listed = async (admin: Admin): Promise<ReadonlyArray<Shown>> => (await admin.ask("GET", "/engines")).body.data
const tested = (admin: Admin, kind: string) => admin.ask("POST", `/engines/${kind}/tests`)
const entries = async (admin: Admin) => (await admin.ask("GET", "/audit?action=engine.test")).body.data

const WAV = "data:audio/wav;base64,"

/** Samples of a WAV file of 16-bit mono. */
const samplesOf = (audio: string): Int16Array => {
  expect(audio).toStartWith(WAV)
  const file = Buffer.from(audio.slice(WAV.length), "base64")
  expect(file.toString("latin1", 0, 4)).toBe("RIFF")
  return new Int16Array(new Uint8Array(file.subarray(44)).buffer)
}

const { admin, server } = signedInForFile()

test("the embedded engines are listed, healthy, with the settings that attach others", async () => {
  const engines = await listed(admin)
  expect(engines.map(({ embedded, healthy, kind, problem }) => [kind, embedded, healthy, problem])).toEqual([
    ["synthesizer", true, true, null],
    ["recognizer", true, true, null],
    ["text_model", true, true, null]
  ])
  expect(engines.map(({ name }) => name)).not.toContain("")
  expect(engines.flatMap(({ settings }) => settings.map(({ name, value }) => [name, value]))).toEqual(
    ["SYNTHESIZER", "RECOGNIZER", "TEXT"].flatMap((name) =>
      ["URL", "MODEL", "API_KEY"].map((part) => [`QAL_${name}_${part}`, null])
    )
  )
  for (const { settings } of engines) for (const { meaning } of settings) expect(meaning).not.toBe("")
})

test("an embedded synthesizer, recognizer and text model pass their tests; nobody pays", async () => {
  const wallets = () => server.qal("wallets", "list")
  const before = await wallets()
  const spoken = (await tested(admin, "synthesizer")).body.data
  expect(spoken).toMatchObject({ ok: true, error: null, given: expect.stringContaining("ሰላም") })
  const samples = samplesOf(spoken.audio)
  expect(samples.some((sample) => Math.abs(sample) > 3_000)).toBe(true)
  expect(spoken.answer).toMatch(/^[1-9]\.\d s$/)
  const heard = (await tested(admin, "recognizer")).body.data
  expect(heard).toMatchObject({ ok: true, audio: null, error: null, answer: expect.stringContaining("ሰላም") })
  const written = (await tested(admin, "text_model")).body.data
  expect(written).toMatchObject({ ok: true, error: null, answer: expect.stringMatching(/\p{Script=Ethiopic}/u) })
  for (const { milliseconds } of [spoken, heard, written]) expect(milliseconds).toBeGreaterThanOrEqual(0)
  expect(await wallets()).toBe(before)
  const log = await entries(admin)
  expect(log.map(({ target }: { readonly target: string }) => target)).toEqual([
    "text_model",
    "recognizer",
    "synthesizer"
  ])
  expect(log[0].session_id).toBe(admin.sessionId)
})

test("one engine test of a kind runs at a time; another gets the seconds to wait, and leaves no entry", async () => {
  const before = (await entries(admin)).length
  const answers = await Promise.all(Array.from({ length: 20 }, () => tested(admin, "synthesizer")))
  const refused = answers.filter(({ status }) => status === 429)
  expect(answers.filter(({ status }) => status === 200).length + refused.length).toBe(20)
  expect(refused.length).toBeGreaterThan(0)
  for (const { body, headers } of refused) {
    expect(body.error.code).toBe("RATE_LIMITED")
    expect(headers.get("retry-after")).toBe("1")
  }
  expect((await entries(admin)).length).toBe(before + 20 - refused.length)
  expect((await tested(admin, "synthesizer")).status).toBe(200)
})

test("a test of an unknown kind of engine is refused, and so is one without a session or token", async () => {
  for (const kind of ["nobody", "__proto__", "SYNTHESIZER", "%00", "%"]) {
    expect((await tested(admin, kind)).status).toBeOneOf([404, 422])
  }
  const url = `${server.url}/api/v1/admin/engines`
  expect((await fetch(url)).status).toBe(401)
  expect((await fetch(`${url}/text_model/tests`, { method: "POST", headers: { cookie: admin.cookie } })).status).toBe(
    403
  )
})

/** Servers of engines that are not there, that never answer, and that answer with something else. */
const silent = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  idleTimeout: 0,
  fetch: () => new Promise<Response>(() => {})
})
const asked: Array<string> = []
const odd = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: async (request) => {
    const path = new URL(request.url).pathname
    asked.push(path)
    if (path.endsWith("/models")) return Response.json({ data: [] })
    if (path.endsWith("/audio/transcriptions")) {
      const form = await request.formData()
      const file = form.get("file")
      return Response.json({ text: file instanceof Blob && file.size > 20_000 ? "ሰላም እንኳን ደህና መጡ" : "" })
    }
    return new Response(`no such thing, says ${request.url} to ${SECRET}`, { status: 401 })
  }
})
afterAll(() => Promise.all([silent.stop(true), odd.stop(true)]))

const attachedTo = (name: string, url: string) => ({
  [`QAL_${name}_URL`]: url,
  [`QAL_${name}_MODEL`]: `model-${name.toLowerCase()}`,
  [`QAL_${name}_API_KEY`]: SECRET
})

test("attached engines that hang, refuse or are gone are reported differently, in time, without their secrets", async () => {
  const gone = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() })
  const goneAt = `http://127.0.0.1:${gone.port}/v1`
  await gone.stop(true)
  const hung = `http://127.0.0.1:${silent.port}/v1`
  const attached = await startDashboard({
    ...attachedTo("SYNTHESIZER", goneAt),
    ...attachedTo("RECOGNIZER", `http://127.0.0.1:${odd.port}/v1`),
    ...attachedTo("TEXT", hung)
  })
  try {
    const begun = performance.now()
    const engines = await listed(attached.admin)
    expect(performance.now() - begun).toBeLessThan(15_000)
    expect(engines.map(({ embedded, healthy, name }) => [name, embedded, healthy])).toEqual([
      ["openai-compatible", false, false],
      ["model-recognizer", false, true],
      ["model-text", false, false]
    ])
    for (const { healthy, problem } of engines) expect(problem === null).toBe(healthy)
    expect(engines[2]?.settings.map(({ value }) => value)).toEqual([hung, "model-text", "set"])

    const unspoken = (await tested(attached.admin, "synthesizer")).body.data
    expect(unspoken).toMatchObject({ ok: false, answer: null, audio: null, error: { code: "PROVIDER_UNAVAILABLE" } })
    // The embedded synthesizer speaks to it, since the attached one cannot.
    const heard = (await tested(attached.admin, "recognizer")).body.data
    expect(heard).toMatchObject({ ok: true, answer: "ሰላም እንኳን ደህና መጡ" })
    expect(asked).toContain("/v1/audio/transcriptions")
    const answers = JSON.stringify([engines, unspoken, heard])
    expect(answers).not.toContain(SECRET)
    expect(JSON.stringify([unspoken, heard])).not.toContain("127.0.0.1")
  } finally {
    await attached.server.dispose()
  }
})
