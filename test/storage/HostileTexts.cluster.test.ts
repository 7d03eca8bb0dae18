/** The same as `HostileTexts.test.ts` on PostgreSQL, which refuses what SQLite takes. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { describePostgres, type Postgres, startPostgres } from "../support/Postgres.ts"
import { call, startServer, type TestServer } from "../support/Server.ts"
import { nodeSettings } from "../support/TestStore.ts"
import { TEXTS, WAYS } from "./HostileTexts.ts"

describePostgres("texts that PostgreSQL cannot hold", () => {
  let postgres: Postgres
  let server: TestServer
  beforeAll(async () => {
    postgres = await startPostgres({ fsync: false })
    server = await startServer(nodeSettings(await postgres.database()))
  }, 120_000)
  afterAll(async () => {
    await server?.dispose()
    await postgres?.stop()
  })

  test.each(WAYS.map((way) => [way.name, way] as const))(
    "%s with U+0000 or half of a surrogate pair is no fault of a server on PostgreSQL",
    async (_, { send, statuses }) => {
      for (const text of TEXTS) {
        const answer = await send(server, text)
        await answer.text()
        expect(statuses).toContain(answer.status)
      }
    }
  )

  test("what was asked with U+0000 on PostgreSQL is given back as it was asked", async () => {
    const text = "ሰላም \0 ነው"
    const made = await call(server, "POST", "/v1/responses", { model: "qal", input: text })
    const { id } = await made.json()
    const items = await (await call(server, "GET", `/v1/responses/${id}/input_items`)).json()
    expect(items.data[0].content[0].text).toBe(text)
    const next = await call(server, "POST", "/v1/responses", { model: "qal", input: "እና?", previous_response_id: id })
    expect(next.status).toBe(200)
    await next.text()
    // What it answered comes to the engine, and is given back, as it was.
    const metadata = { text: "\0 \\u0000 \\ud8ab" }
    const odd = await (await call(server, "POST", "/v1/responses", { model: "qal", input: text, metadata })).json()
    const again = await call(server, "POST", "/v1/responses", {
      model: "qal",
      input: "እና?",
      previous_response_id: odd.id
    })
    expect(again.status).toBe(200)
    expect((await (await call(server, "GET", `/v1/responses/${odd.id}`)).json()).metadata).toEqual(metadata)
  })
})
