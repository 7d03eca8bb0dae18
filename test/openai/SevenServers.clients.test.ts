/**
 * The same 25 requests against seven servers as they publish themselves: what a client sees of each, which is the same
 * by every protocol. The table of docs/attach-engines.md is this table.
 */
import { afterAll, expect, test } from "bun:test"
import { call, startServer, type TestServer, textSoFar } from "../support/Server.ts"
import { native, PROTOCOLS, type Protocol, type ProtocolRequest, readAnswer } from "./Protocols.ts"
import {
  ANSWER,
  HOLDS,
  JSON_ANSWER,
  knows,
  SERVERS,
  type ServerName,
  type Situation,
  startEngineServer,
  THOUGHT
} from "./Servers.ts"

interface Wanted {
  readonly title: string
  readonly situation: Situation
  readonly stream?: true
  readonly thoughts?: true
  readonly tools?: true
  readonly required?: true
  readonly json?: true
  readonly system?: true
  readonly history?: true
  /** The result of its call is sent too. */
  readonly result?: true
}

const WANTED: ReadonlyArray<Wanted> = [
  { title: "a question", situation: "answer" },
  { title: "the same, streamed", situation: "answer", stream: true },
  { title: "a question after others", situation: "answer", history: true },
  { title: "a question with instructions", situation: "answer", system: true },
  { title: "a model that thinks", situation: "think" },
  { title: "the same, streamed", situation: "think", stream: true },
  { title: "thoughts are asked for", situation: "think", thoughts: true },
  { title: "the same, streamed", situation: "think", thoughts: true, stream: true },
  { title: "a call", situation: "call", tools: true },
  { title: "two calls", situation: "call twice", tools: true },
  { title: "the call's result", situation: "call", tools: true, result: true },
  { title: "a required call, written as text", situation: "must call", tools: true, required: true },
  { title: "JSON by a schema", situation: "json", json: true },
  { title: "an answer that is cut", situation: "cut" },
  { title: "a prompt that it filters", situation: "filter" },
  { title: "a prompt that is too long", situation: "too long" },
  { title: "a model that it does not have", situation: "no model" },
  { title: "a key that it does not take", situation: "bad key" },
  { title: "an address that it does not have", situation: "no route" },
  { title: "no credit, no quota", situation: "no credit" },
  { title: "busy once", situation: "busy once" },
  { title: "busy", situation: "busy" },
  { title: "a failure in the midst", situation: "fail midway", stream: true },
  { title: "an answer that breaks off", situation: "break off", stream: true },
  { title: "an answer without a word", situation: "say nothing" }
]

/** What is seen, in a word or two: the same for all protocols. */
const shown = (seen: ReturnType<typeof readAnswer>): string => {
  if ("code" in seen) {
    const { code, message } = seen
    if (code === "TEXT_TOO_LONG") {
      const holds = /it holds (\d+)/.exec(message)?.[1]
      return holds === undefined ? "too long" : `too long: ${holds}`
    }
    if (code === "PROVIDER_NOT_CONFIGURED") return /QAL_TEXT_[A-Z_]+/.exec(message)?.[0] ?? "?"
    if (code === "PROVIDER_UNAVAILABLE") return "busy"
    return code === "PROVIDER_ERROR" ? "failed" : code
  }
  const { calls, finish, text, thoughts } = seen
  if (finish === "safety") return text === "" ? "filtered" : "filtered, with words"
  if (calls.length > 0) return calls.length === 1 ? "call" : `${calls.length} calls`
  const said = text === ANSWER ? "answer" : text === JSON_ANSWER ? "JSON" : `? ${text}`
  const cut = finish === "length" ? `${said}, cut` : said
  return thoughts === "" ? cut : thoughts === THOUGHT ? `${cut}, thoughts` : `? ${thoughts}`
}

const RESULT = '{"sky":"clear"}'

const HISTORY = [
  { role: "user", content: "ሰላም" },
  { role: "assistant", content: ANSWER }
]

let runs = 0

const seenBy = async (server: TestServer, protocol: Protocol, wanted: Wanted): Promise<string> => {
  const question = { role: "user", content: `${wanted.situation}#${runs++}` }
  const ask = async (turns: ReadonlyArray<object>) => {
    const request: ProtocolRequest = {
      turns,
      isStream: wanted.stream === true,
      thoughts: wanted.thoughts === true,
      isJson: wanted.json === true,
      ...(wanted.tools === true ? { toolChoice: wanted.required === true ? "required" : "auto" } : {}),
      ...(wanted.system === true ? { instructions: "Answer briefly." } : {})
    }
    return textSoFar(await call(server, "POST", protocol.path, protocol.body(request)))
  }
  const turns = [...(wanted.history === true ? HISTORY : []), question]
  const text = await ask(turns)
  if (wanted.result !== true) return shown(readAnswer(protocol, text))
  return shown(readAnswer(protocol, await ask([...turns, ...protocol.resultOf(JSON.parse(text), RESULT)])))
}

/** What the server's engine said of its refusals, as the page of requests has it, once it is written down. */
const saidOf = async (server: TestServer): Promise<void> => {
  const said = "SELECT DISTINCT said FROM requests WHERE code = 'PROVIDER_NOT_CONFIGURED' AND said IS NOT NULL"
  while ((await server.rows(said)).length === 0) await Bun.sleep(100)
}

const cells = new Map<string, string>()
const placeOf = (row: number, name: ServerName) => `${row} ${name}`

let running: { readonly server: TestServer; readonly stop: () => Promise<void> } | undefined
afterAll(async () => {
  await running?.server.dispose()
  await running?.stop()
})

for (const name of SERVERS) {
  test(`clients see the same of ${name} by every protocol`, async () => {
    const engine = startEngineServer(name)
    const server = await startServer(engine.settings)
    running = { server, stop: engine.stop }
    for (const [row, wanted] of WANTED.entries()) {
      if (!knows(name, wanted.situation)) {
        cells.set(placeOf(row, name), "—")
        continue
      }
      const seen: Array<readonly [string, string]> = []
      for (const protocol of PROTOCOLS) {
        // chat_generate has no form of an answer to ask for.
        if (wanted.json !== true || protocol !== native) {
          seen.push([protocol.name, await seenBy(server, protocol, wanted)])
        }
      }
      const [[, first] = ["", "?"]] = seen
      expect([wanted.title, ...seen.map(([protocol, what]) => `${protocol}: ${what}`)]).toEqual([
        wanted.title,
        ...seen.map(([protocol]) => `${protocol}: ${first}`)
      ])
      cells.set(placeOf(row, name), first)
    }
    const ready = await fetch(`${server.url}/readyz`)
    expect(await ready.json()).toMatchObject({ checks: { text_model: "ok" } })
    await saidOf(server)
    await server.dispose()
    await engine.stop()
    running = undefined
  }, 180_000)
}

const tableOf = () =>
  [
    `| | ${SERVERS.join(" | ")} |`,
    `|---|${"---|".repeat(SERVERS.length)}`,
    ...WANTED.map(
      ({ title }, row) => `| ${title} | ${SERVERS.map((name) => cells.get(placeOf(row, name))).join(" | ")} |`
    )
  ].join("\n")

test("the table in the documents says what clients see of each server", async () => {
  const table = tableOf()
  expect(table).not.toContain("?")
  expect(table).toContain(`too long: ${HOLDS}`)
  const guide = await Bun.file(new URL("../../docs/attach-engines.md", import.meta.url)).text()
  if (!guide.includes(table)) throw new Error(`docs/attach-engines.md should have this table:\n${table}`)
})
