/** Who may keep an answer: what is behind a key is its holder's alone, and content and money nobody's. */
import { beforeAll, expect, test } from "bun:test"
import { listOf, type Operation, operationsOf, record } from "../support/Document.ts"
import { lentServerForFile } from "../support/ForFile.ts"
import { call } from "../support/Server.ts"

const server = lentServerForFile()
let behindKey: ReadonlyArray<Operation>
beforeAll(async () => {
  const document = record(await (await fetch(`${server.url}/openapi.json`)).json())
  behindKey = operationsOf(document).filter(({ self }) => listOf(self.security).some((one) => "ApiKey" in record(one)))
  // The synthesiser loads in the background.
  await call(server, "POST", "/api/v1/audio", { text: "ሰላም", language: "am" })
})

/** What holds neither content nor money. */
const kept = ["GET /api/v1/voice/voices", "GET /v1/models", "GET /v1/models/{model}"]
const expected = (name: string) => (kept.includes(name) ? "private" : "private, no-store")

const pathOf = (name: string) => name.replace(/^\S+ /, "").replaceAll(/\{\w+\}/g, "none")

test("the document states the cache-control of every answer behind a key", () => {
  expect(behindKey.length).toBeGreaterThan(30)
  expect(behindKey.map(({ name }) => name)).toEqual(expect.arrayContaining(kept))
  for (const { answers, name } of behindKey) {
    const good = Object.entries(answers).filter(([status]) => status < "300")
    const told = good.map(([, answer]) => record(record(record(answer).headers)["cache-control"]).example)
    expect([name, ...told]).toEqual([name, ...good.map(() => expected(name))])
  }
})

/** An empty request to an operation: what it is answered matters less than that it is. */
const ask = ({ bodies, name }: Operation, headers: Readonly<Record<string, string>>): Promise<Response> => {
  const isForm = !("application/json" in bodies)
  const body = Object.keys(bodies).length === 0 ? {} : { body: isForm ? new FormData() : "{}" }
  const type = isForm ? {} : { "content-type": "application/json" }
  return fetch(server.url + pathOf(name), {
    method: name.split(" ")[0] ?? "",
    ...body,
    headers: { ...type, ...headers }
  })
}

test.each(["with", "without"])("each operation behind a key has its cache-control, %s a key", async (way) => {
  await Promise.all(
    behindKey.map(async (operation) => {
      const answer = await ask(operation, way === "with" ? { "x-api-key": server.key } : {})
      const told = [operation.name, answer.status === 401, answer.headers.get("cache-control")]
      expect(told).toEqual([operation.name, way === "without", expected(operation.name)])
      await answer.arrayBuffer()
    })
  )
})

test("the cached catalog, also refused, a clip, its file, and streams have their documented cache-control", async () => {
  const catalog = "/api/v1/voice/voices?language=am"
  for (let twice = 0; twice < 2; twice++)
    expect((await call(server, "GET", catalog)).headers.get("cache-control")).toBe("private")
  const refused = await fetch(server.url + catalog)
  expect([refused.status, refused.headers.get("cache-control")]).toEqual([401, "private"])
  const asked = { text: "ሰላም", voice_id: "am-hamen", language: "am" }
  const made = await call(server, "POST", "/api/v1/voice/generations", asked)
  const { data } = await made.json()
  const file = await call(server, "GET", `/api/v1/voice/clips/${data.id}/file`)
  const streamed = await call(server, "POST", "/api/v1/voice/generations/stream", asked)
  const chat = await call(server, "POST", "/api/v1/chat_generate", {
    prompt: "ሰላም",
    target_language: "am",
    generation_config: { stream: true }
  })
  for (const answer of [made, file, streamed, chat]) {
    await answer.arrayBuffer().catch(() => {})
    expect([answer.ok, answer.headers.get("cache-control")]).toEqual([true, "private, no-store"])
  }
  expect((await fetch(data.audio_url)).headers.get("cache-control")).toBe("private")
})
