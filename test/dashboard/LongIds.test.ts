/** Ids of the full length that clients may give: they are found wherever they stand in a path. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import type { LentServer } from "../support/Lent.ts"
import { type Admin, lendDashboard } from "./Session.ts"

let served: { readonly server: LentServer; readonly admin: Admin }
beforeAll(async () => {
  served = await lendDashboard()
})
afterAll(() => served.server.giveBack())

const LONGEST = "x".repeat(128)

test("a request whose id has 128 characters has its page", async () => {
  const { admin, server } = served
  const headers = { "x-api-key": server.key, "x-request-id": LONGEST }
  await (await fetch(`${server.url}/api/v1/voice/usage`, { headers })).text()
  for (let attempt = 0; attempt < 6_000; attempt++) {
    const { body, status } = await admin.ask("GET", `/requests/${LONGEST}`)
    if (status === 200) return expect(body.data.id).toBe(LONGEST)
    await Bun.sleep(50)
  }
  throw new Error("the request was never found")
})

test("a transcription whose id has 128 characters may be asked for", async () => {
  const { server } = served
  const response = await fetch(`${server.url}/api/v1/scribe/requests/${LONGEST}`, {
    headers: { "x-api-key": server.key }
  })
  expect(await response.json()).toMatchObject({
    error: { code: "NOT_FOUND", message: "there is no transcription with this id, or it is no longer kept" }
  })
})
