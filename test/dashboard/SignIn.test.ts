import { afterAll, beforeAll, expect, test } from "bun:test"
import type { TestServer } from "../support/Server.ts"
import { type Admin, answered, send, startDashboard } from "./Session.ts"

let server: TestServer
let admin: Admin

beforeAll(async () => {
  const started = await startDashboard()
  server = started.server
  admin = started.admin
})
afterAll(() => server?.dispose())

test("whoever has signed in is known by the cookie, and the audit log says so", async () => {
  const session = await admin.ask("GET", "/session")
  expect([session.status, session.body.data.id]).toEqual([200, admin.sessionId])
  const audit = await admin.ask("GET", "/audit")
  expect(audit.body.data).toMatchObject([
    { action: "session.begin", session_id: admin.sessionId, details: { by: "token" } }
  ])
  expect((await answered(await send(server, "GET", "/session"))).status).toBe(401)
})
