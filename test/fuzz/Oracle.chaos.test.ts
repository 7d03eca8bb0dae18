/** The fuzzer notices what it is for: each fault on a server that is right but for that, and none on one that is right. */
import { Database } from "bun:sqlite"
import { expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { conversations } from "./Conversations.ts"
import type { Mode } from "./Fake.ts"
import * as Files from "./Files.ts"
import * as Oracle from "./Oracle.ts"
import { own, type Protocol } from "./Protocols.ts"
import { ledger } from "./Resources.ts"
import { run, type Summary } from "./Run.ts"
import { routesOf, type World } from "./World.ts"

const document = {
  paths: {
    "/thing": {
      get: { security: [{ key: [] }], parameters: [{ in: "query", name: "limit", schema: { type: "integer" } }] },
      post: {
        security: [{ key: [] }],
        requestBody: {
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["text"],
                properties: { text: { type: "string" }, list: { type: "array", items: { type: "string" } } }
              }
            }
          }
        }
      }
    }
  }
}

const SCHEMA = `CREATE TABLE wallets (id TEXT, balance INTEGER); CREATE TABLE ledger (wallet_id TEXT, amount INTEGER, kind TEXT);
  CREATE TABLE jobs (state TEXT); INSERT INTO wallets VALUES ('w', 5); INSERT INTO ledger VALUES ('w', 5, 'credit');`

const folderWith = (more: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "qal-fuzz-"))
  const database = new Database(join(folder, "qal.sqlite"))
  database.exec(SCHEMA + more)
  database.close()
  return folder
}

const launch = async (mode: Mode) => {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "Fake.ts"), mode], {
    stdout: "pipe",
    stderr: "ignore"
  })
  const { value } = await child.stdout.getReader().read()
  return { child, port: Number(new TextDecoder().decode(value)) }
}

/** Attacks a server of this mode with so many inputs. */
const attack = async (mode: Mode, count: number, only?: string): Promise<Summary> => {
  const { child, port } = await launch(mode)
  const folder = folderWith("")
  const world: World = {
    port,
    document,
    routes: routesOf(document),
    protocols: own,
    speech: Buffer.alloc(0),
    admin: { cookie: "", csrf: "" },
    tenants: [
      { key: "sk_one", vocabulary: {} },
      { key: "sk_two", vocabulary: {} }
    ],
    files: await Files.make(),
    secrets: ["sk_secret-of-the-test"]
  }
  const bystander = { walletId: "w", key: "sk_bystander" }
  const target = {
    url: `http://127.0.0.1:${port}`,
    pid: () => child.pid,
    restart: () => Promise.resolve(),
    dataFolder: folder,
    bystander
  }
  try {
    const options = {
      seed: 7,
      from: 0,
      count,
      lanes: 2,
      mostFailures: 50,
      answerMillis: 6_000,
      returnMillis: 500,
      say: () => {}
    }
    return await run(world, target, only === undefined ? options : { ...options, only })
  } finally {
    child.kill("SIGKILL")
    await child.exited
    rmSync(folder, { recursive: true })
  }
}

test("the fuzzer finds no failure in a server that is right, on its routes and its sockets", async () => {
  const { failures, inputs } = await attack("right", 300)
  expect(failures).toEqual([])
  expect(inputs).toBe(300)
}, 60_000)

const CASES: ReadonlyArray<readonly [mode: Mode, expected: RegExp, count?: number, only?: string]> = [
  ["500", /INTERNAL_ERROR/],
  ["no envelope", /without the envelope/],
  ["no id", /without x-request-id/],
  ["another id", /request_id differs/],
  ["wrong status", /VALIDATION_ERROR with 400/],
  ["many details", /21 details/],
  ["stack", /program's inside/],
  ["secret", /shows a secret/],
  ["huge error", /an error of \d+ bytes/],
  ["does anything", /what must be refused was done/, 600, "thing"],
  ["no answer", /0 of 1 answers, then silent/, 6],
  ["dies", /the process is gone/],
  ["slow", /refused after 3\d\d\d ms/, 3, "thing"],
  ["blocks", /others waited|refused after 1\d\d\d ms/, 4, "thing"],
  ["leaks memory", /memory not back/, 300, "thing"],
  ["ticket twice", /sessions with one ticket|a session with a ticket that is used/, 60, "WS"],
  ["event fault", /INTERNAL_ERROR/, 20, "WS"],
  ["socket broken off", /broken off without a close frame/, 20, "WS"]
]

for (const [mode, expected, count = 40, only] of CASES) {
  test(`the fuzzer notices a server that is wrong in this: ${mode}`, async () => {
    const { failures } = await attack(mode, count, only)
    expect(failures.map(({ fault }) => fault).join("\n")).toMatch(expected)
  }, 60_000)
}

const [relay, realtime] = conversations

const typed = (type: string, code: string) => ({
  type: "error",
  event_id: "event_1",
  error: { type, code, message: "no", param: null, event_id: null }
})
const timed = (code: string, status: number, timestamp = "2026-11-22T05:00:00.000Z") => ({
  error: { code, message: "no", status, timestamp }
})

const EVENTS: ReadonlyArray<readonly [protocol: Protocol | undefined, event: unknown, fault: RegExp | undefined]> = [
  [relay, { setupComplete: true }, undefined],
  [relay, { serverContent: {}, usageMetadata: {} }, undefined],
  [relay, timed("INVALID_REQUEST", 400), undefined],
  [relay, timed("INVALID_REQUEST", 422), /INVALID_REQUEST with 422/],
  [relay, timed("INVALID_REQUEST", 400, "soon"), /timestamp/],
  [relay, timed("INTERNAL_ERROR", 500), /a defect/],
  [relay, { serverContents: {} }, /unknown event/],
  [relay, { serverContent: "sk_secret" }, /secret/],
  [realtime, { type: "session.created", event_id: "event_1" }, undefined],
  [realtime, typed("invalid_request_error", "response_cancel_not_active"), undefined],
  [realtime, typed("invalid_request_error", "no_code"), /no code of the contract/],
  [realtime, typed("api_error", "UNAUTHORIZED"), /OpenAI's types/],
  [realtime, typed("server_error", "INTERNAL_ERROR"), /a defect/]
]

test("the fuzzer notices an event of a conversation that is wrong", () => {
  for (const [protocol, event, fault] of EVENTS) {
    if (protocol === undefined) throw new Error("no protocol")
    const found = Oracle.event(JSON.stringify(event), protocol, ["sk_secret"]).join("\n")
    if (fault === undefined) expect(found).toBe("")
    else expect(found).toMatch(fault)
  }
})

test("the fuzzer notices false books: a balance, a job that still runs, a charge to a bystander", () => {
  const faults = (more: string) => {
    const folder = folderWith(more)
    const found = ledger(folder, "w")
    rmSync(folder, { recursive: true })
    return found
  }
  expect(faults("")).toEqual([])
  expect(faults("UPDATE wallets SET balance = 6;")).toHaveLength(1)
  expect(faults("INSERT INTO jobs VALUES ('running');")).toHaveLength(1)
  expect(faults("INSERT INTO ledger VALUES ('w', -1, 'charge'); UPDATE wallets SET balance = 4;")).toHaveLength(1)
})
