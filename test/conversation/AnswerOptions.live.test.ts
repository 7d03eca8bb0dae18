/** What a ticket or the query asks of a conversation reaches the model and the voice; what a ticket fixes, the query cannot change. */
import { afterAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test"
import { serverForFile } from "../support/ForFile.ts"
import { API_KEY } from "../support/Server.ts"
import { startUpstream, streamedCompletion } from "../support/Upstream.ts"
import { clientSecret, type Entry, enter, ticket } from "./Entry.ts"

setDefaultTimeout(60_000)

/** What the model was asked. */
const asked: Array<string> = []
const upstream = startUpstream(async (request) => {
  asked.push(await request.text())
  return streamedCompletion([{ content: "ሰላም" }])
})

const server = serverForFile(() => ({
  QAL_MAX_CONVERSATIONS_PER_KEY: "100",
  ...upstream.settings("scripted", "TEXT")
}))
beforeEach(() => {
  asked.length = 0
})
afterAll(() => upstream.stop())

/** Waits for a frame that has `text` in it. */
const heard = async (entry: Entry, text: string) => {
  for (const end = performance.now() + 20_000; performance.now() < end; await Bun.sleep(20))
    if (entry.frames.some((frame) => JSON.stringify(frame).includes(text))) return
  throw new Error(`no ${text} in ${JSON.stringify(entry.frames).slice(0, 500)}`)
}

/** What the model is asked after a typed turn. */
const askedBy = async (query: string): Promise<string> => {
  const entry = enter(server, `/ws?${query}`)
  await entry.first
  entry.send({ text: "TYPED" })
  await heard(entry, "turnComplete")
  await entry.leave()
  expect(asked).toHaveLength(1)
  return asked[0] ?? ""
}

test("language, system and persona of the query reach the model, with the typed text", async () => {
  const text = await askedBy(`apiKey=${API_KEY}&language=om&system=${encodeURIComponent("ስርዓት ኤ")}&persona=PERSONA-A`)
  for (const part of ["Afaan Oromo", "ስርዓት ኤ", "PERSONA-A", "TYPED"]) expect(text).toContain(part)
})

test("a ticket's settings win over the query, which adds no texts; the query sets what the ticket leaves open", async () => {
  const fixed = await ticket(server, { language: "om", system: "SYSTEM-T", silence_ms: 700 })
  const text = await askedBy(`ticket=${fixed}&language=am&system=SYSTEM-Q&persona=PERSONA-Q&silence_ms=200`)
  for (const part of ["Afaan Oromo", "SYSTEM-T"]) expect(text).toContain(part)
  for (const part of ["SYSTEM-Q", "PERSONA-Q"]) expect(text).not.toContain(part)
  asked.length = 0
  const bare = await askedBy(`jwt=${await ticket(server)}&language=om&system=SYSTEM-Q&persona=PERSONA-Q`)
  expect(bare).toContain("Afaan Oromo")
  for (const part of ["SYSTEM-Q", "PERSONA-Q"]) expect(bare).not.toContain(part)
})

test("a ticket's voice fixes its language", async () => {
  const token = await ticket(server, { language: "om", voice_id: "om-bikila" })
  expect(await askedBy(`jwt=${token}&language=am&voice_id=am-hamen`)).toContain("Afaan Oromo")
})

const createdBy = async (query: string, secret: string) => {
  const entry = enter(server, `/v1/realtime${query}`, { headers: { authorization: `Bearer ${secret}` } })
  await entry.first
  return entry
}

test("a client secret's settings are in force before the client sends anything", async () => {
  const session = { type: "realtime", model: "qal-om", instructions: "SECRET-INSTRUCTIONS" }
  const entry = await createdBy("?model=qal-am", await clientSecret(server, { session }))
  await heard(entry, "session.updated")
  const item = { type: "message", role: "user", content: [{ type: "input_text", text: "TYPED" }] }
  entry.send({ type: "conversation.item.create", item })
  entry.send({ type: "response.create" })
  await heard(entry, "response.done")
  await entry.leave()
  for (const part of ["Afaan Oromo", "SECRET-INSTRUCTIONS", "TYPED"]) expect(asked[0]).toContain(part)
})
