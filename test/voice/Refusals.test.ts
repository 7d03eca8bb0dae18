/** Bad input for every field: the code of the table, the field named, nothing charged, nothing written. */

import { expect, test } from "bun:test"
import { lentServerForFile } from "../support/ForFile.ts"
import { longTest } from "../support/Long.ts"
import { withDatabase } from "../support/Rows.ts"
import { call } from "../support/Server.ts"
import { makeWallets } from "../support/Wallets.ts"

const server = lentServerForFile()

const good = { text: "ሰላም፣ እንዴት ነህ?", voice_id: "am-hamen", language: "am", output_format: "mp3_44100" }

/** Everything that a paid request may leave behind. */
const traces = () =>
  withDatabase(server, (database) =>
    database
      .query(
        `SELECT (SELECT COUNT(*) FROM clips) AS clips, (SELECT COUNT(*) FROM ledger) AS entries,
          (SELECT COUNT(*) FROM jobs) AS jobs, (SELECT SUM(balance) FROM wallets) AS balance`
      )
      .get()
  )

interface Refusal {
  readonly status: number
  readonly code: string
  readonly param?: string
}

const refused = (status: number, code: string, param?: string): Refusal => ({
  status,
  code,
  ...(param === undefined ? {} : { param })
})
const invalid = (param: string) => refused(422, "VALIDATION_ERROR", param)

const cases: ReadonlyArray<readonly [string, unknown, Refusal]> = [
  ["no text", { ...good, text: undefined }, invalid("text")],
  ["text that is a number", { ...good, text: 7 }, invalid("text")],
  ["empty text", { ...good, text: "" }, invalid("text")],
  ["text of spaces", { ...good, text: " \n\t " }, invalid("text")],
  ["text of only punctuation", { ...good, text: "።፣!?…—" }, invalid("text")],
  ["text of only emoji", { ...good, text: "👩🏽‍🚀🎉1️⃣" }, invalid("text")],
  ["text with a lone surrogate", `{"text":"ሰላም \\ud83d","voice_id":"am-hamen","language":"am"}`, invalid("text")],
  ["text of 5,001 characters", { ...good, text: "ሀ".repeat(5_001) }, refused(422, "TEXT_TOO_LONG", "text")],
  ["no voice", { ...good, voice_id: undefined }, invalid("voice_id")],
  ["a voice that is a list", { ...good, voice_id: ["am-hamen"] }, invalid("voice_id")],
  ["an empty voice", { ...good, voice_id: "" }, invalid("voice_id")],
  ["an unknown voice", { ...good, voice_id: "am-nobody" }, refused(422, "VOICE_UNAVAILABLE", "voice_id")],
  ["a voice of the other language", { ...good, voice_id: "om-bikila" }, refused(422, "VOICE_UNAVAILABLE", "voice_id")],
  ["no language", { ...good, language: undefined }, invalid("language")],
  ["an unknown language", { ...good, language: "en" }, invalid("language")],
  [
    "an unsupported format",
    { ...good, output_format: "ogg_48000" },
    refused(422, "UNSUPPORTED_FORMAT", "output_format")
  ],
  ["a format that is a number", { ...good, output_format: 1 }, invalid("output_format")],
  ["speed below 0", { ...good, speed: -1 }, invalid("speed")],
  ["speed above 100", { ...good, voice_settings: { speed: 101 } }, invalid("voice_settings.speed")],
  ["speed that is a word", { ...good, speed: "fast" }, invalid("speed")],
  ["settings that are a list", { ...good, voice_settings: [], speed: 200 }, invalid("speed")],
  ["an ignored setting out of range", { ...good, stability: 400 }, invalid("stability")],
  ["an id with spaces", { ...good, client_request_id: "a b" }, invalid("client_request_id")],
  ["an empty id", { ...good, client_request_id: "" }, invalid("client_request_id")],
  ["an id of 129 characters", { ...good, client_request_id: "a".repeat(129) }, invalid("client_request_id")],
  ["an id that is a number", { ...good, client_request_id: 12 }, invalid("client_request_id")],
  ["a body that is not JSON", `{"text":`, refused(400, "INVALID_REQUEST")],
  ["a body that is a list", [good], refused(422, "VALIDATION_ERROR")],
  ["a body that is null", "null", refused(422, "VALIDATION_ERROR")],
  ["no body", "", refused(400, "INVALID_REQUEST")]
]

test.each(cases)("a generation with %s is refused, and nothing is charged or written", async (_, body, expected) => {
  const before = traces()
  for (const path of ["/api/v1/voice/generations", "/api/v1/voice/estimate"]) {
    if (path.endsWith("estimate") && expected.param === "client_request_id") continue
    const response = await call(server, "POST", path, body)
    const answer = await response.json()
    expect({ status: response.status, code: answer.error.code, param: answer.error.param }).toEqual({
      status: expected.status,
      code: expected.code,
      param: expected.param
    })
    expect(answer.status).toBe("error")
    expect(answer.error.request_id).toBe(response.headers.get("x-request-id"))
    expect(answer.error.message.length).toBeGreaterThan(10)
  }
  expect(traces()).toEqual(before)
})

/** Wallets that have what is required, and 0.0001 ETB less. */
const affordable = async (body: object): Promise<void> => {
  const ask = (key: string | undefined, path: string) =>
    call(server, "POST", `/api/v1/voice/${path}`, body, { "x-api-key": key ?? "" })
  const [none] = await makeWallets(server, 1, 0)
  const { can_generate, estimated_cost, required_balance } = (await (await ask(none?.key, "estimate")).json()).data
  expect([can_generate, required_balance >= estimated_cost]).toEqual([false, true])
  const [enough] = await makeWallets(server, 1, required_balance)
  const [less] = await makeWallets(server, 1, Math.round(10_000 * required_balance - 1) / 10_000)
  expect((await (await ask(less?.key, "estimate")).json()).data.can_generate).toBe(false)
  const refusal = await ask(less?.key, "generations")
  expect(refusal.status).toBe(402)
  const { message } = (await refusal.json()).error.details[0]
  expect(Number(/^(\S+) is required, balance is \S+$/.exec(message)?.[1])).toBe(required_balance)
  expect((await (await ask(enough?.key, "estimate")).json()).data.can_generate).toBe(true)
  const made = await ask(enough?.key, "generations")
  expect(made.status).toBe(201)
  expect((await made.json()).data.usage.credits_remaining).toBeGreaterThanOrEqual(0)
}

test("a text that an estimate calls affordable is not refused, and a refusal names what the estimate requires", async () => {
  await affordable({ ...good, speed: 30 })
})

longTest(
  "a text that an estimate calls affordable is not refused, also where it is spoken much longer than it looks",
  async () => {
    const texts = ["1234567890 ".repeat(5), "«ማን ነው?» አለ።", "a ⣿⣾⣽ =+%$@&", "ቷ ጿ W w! …?!?!", "1. ወተት\n2. ዳቦ"]
    for (const text of texts) await affordable({ ...good, text })
  }
)

test("all faults of a generation are reported at once, by schema and by rule", async () => {
  const faultsOf = async (body: unknown, path = "generations") => {
    const { error } = await (await call(server, "POST", `/api/v1/voice/${path}`, body)).json()
    return [error.code, ...error.details.map(({ field }: { readonly field: string }) => field)]
  }
  expect(await faultsOf({ ...good, language: "en", output_format: "ogg_48000", speed: 101 })).toEqual([
    "VALIDATION_ERROR",
    "language",
    "output_format",
    "speed"
  ])
  expect(await faultsOf({ ...good, text: "ሀ".repeat(5_001), voice_id: "am-nobody" })).toEqual([
    "VALIDATION_ERROR",
    "text",
    "voice_id"
  ])
  const unstreamable = { ...good, text: "ሀ".repeat(5_001), voice_id: "am-nobody", output_format: "wav_44100" }
  expect(await faultsOf(unstreamable, "generations/stream")).toEqual([
    "VALIDATION_ERROR",
    "output_format",
    "text",
    "voice_id"
  ])
})

test("a generation with another content type is refused with the accepted ones", async () => {
  const response = await call(server, "POST", "/api/v1/voice/generations", "text=x", { "content-type": "text/plain" })
  expect(response.status).toBe(415)
  const { error } = await response.json()
  expect(error.code).toBe("UNSUPPORTED_MEDIA_TYPE")
  expect(error.message).toContain("application/json")
})

test("queries of the voice routes that make no sense are refused by field", async () => {
  const queries = [
    ["/api/v1/voice/voices?language=en", "language"],
    ["/api/v1/voice/voices?gender=other", "gender"],
    ["/api/v1/voice/voices?include_unavailable=perhaps", "include_unavailable"],
    ["/api/v1/voice/clips?limit=0", "limit"],
    ["/api/v1/voice/clips?limit=101", "limit"],
    ["/api/v1/voice/clips?limit=ten", "limit"],
    ["/api/v1/voice/clips?limit=0x10", "limit"],
    ["/api/v1/voice/clips?limit=1e1", "limit"],
    ["/api/v1/voice/clips?limit=%205", "limit"],
    ["/api/v1/voice/clips?cursor=nonsense", "cursor"]
  ]
  for (const [path = "", param = ""] of queries) {
    const response = await call(server, "GET", path)
    expect({ path, status: response.status, param: (await response.json()).error.param }).toEqual({
      path,
      status: 422,
      param
    })
  }
})

test("a flag of a query is taken in any case, as Python writes it", async () => {
  const listed = async (flag: string) =>
    (await (await call(server, "GET", `/api/v1/voice/voices?include_unavailable=${flag}`)).json()).data
  for (const flag of ["True", "TRUE", "1"]) expect(await listed(flag)).toEqual(await listed("true"))
  for (const flag of ["False", "FALSE", "0"]) expect(await listed(flag)).toEqual(await listed("false"))
})

longTest(
  "unusual but whole text is spoken: emoji, combining marks, right-to-left marks, apostrophes, 5,000 characters without a space",
  async () => {
    const texts = [
      ["am", "am-hamen", "ሰላም 👋🏽 \u200fእንዴት\u200e ነህ"],
      ["om", "om-bikila", "Mana bar\u02bcumsaa’n ga'aa dha\u0301"],
      ["am", "am-selam", "ሰላም".repeat(1_250)]
    ]
    for (const [language, voice_id, text] of texts) {
      const response = await call(server, "POST", "/api/v1/voice/generations", { text, voice_id, language })
      expect(response.status).toBe(201)
      expect((await response.json()).data.text).toBe(text)
    }
  }
)

test("the log of a generation holds neither the key nor the whole text", async () => {
  const text = `ሚስጥር ${"ቃል ".repeat(40)}`
  await call(server, "POST", "/api/v1/voice/generations", { ...good, text })
  await Bun.sleep(300)
  expect(server.output()).not.toContain(server.key)
  expect(server.output()).not.toContain(text.trim())
})
