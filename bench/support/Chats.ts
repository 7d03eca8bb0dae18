/** Paid chats with an instant model behind them, as many as a server answers. */
import { writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { API_KEY } from "../../test/support/Server.ts"

/** What every chat here asks. */
export const MESSAGE = "ሰላም፣ ዛሬ እንዴት ነህ?"

/** Settings of a server that no wallet and no rate stops. */
export const UNLIMITED = { QAL_BOOTSTRAP_CREDIT: "1000000", QAL_RATE_LIMIT_PER_MINUTE: "1000000" }

/** A place that answers, and how it is asked. */
export interface Peer {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: (stream: boolean) => string
}

/** The native route of chat at a server. */
export const nativeChat = (url: string): Peer => ({
  url: `${url.replace("localhost", "127.0.0.1")}/api/v1/chat_generate`,
  headers: { "x-api-key": API_KEY },
  body: (stream) => JSON.stringify({ prompt: MESSAGE, target_language: "am", generation_config: { stream } })
})

/** The model, a process of its own. */
export const startUpstream = async () => {
  const child = Bun.spawn([process.execPath, resolve(import.meta.dir, "../programs/Upstream.ts")], {
    stdout: "pipe",
    stderr: "inherit"
  })
  const first = await child.stdout.getReader().read()
  return { port: Number(new TextDecoder().decode(first.value)), end: () => child.kill() }
}

export const post = ({ body, headers, url }: Peer, stream: boolean) =>
  fetch(url, { method: "POST", headers: { "content-type": "application/json", ...headers }, body: body(stream) })

/** Milliseconds to the end of an answer. */
export const wholeAnswer = async (peer: Peer, stream = false): Promise<number> => {
  const begun = performance.now()
  const response = await post(peer, stream)
  const text = await response.text()
  if (!response.ok) throw new Error(`${peer.url} answered ${response.status}: ${text.slice(0, 300)}`)
  return performance.now() - begun
}

const lua = (value: string) => JSON.stringify(value)

/** Each request with one of the keys, where there are several, one after the other. */
const scriptOf = ({ body, headers }: Peer, keys: ReadonlyArray<string>): string => {
  const lines = Object.entries({ "content-type": "application/json", ...headers }).map(
    ([name, value]) => `wrk.headers[${lua(name)}] = ${lua(value)}`
  )
  const inTurn = [
    `local keys = {${keys.map(lua).join(", ")}}`,
    "local at = 0",
    "request = function()",
    "  at = at % #keys + 1",
    '  wrk.headers["x-api-key"] = keys[at]',
    "  return wrk.format()",
    "end"
  ]
  return ['wrk.method = "POST"', `wrk.body = [[${body(false)}]]`, ...lines, ...(keys.length > 0 ? inTurn : [])].join(
    "\n"
  )
}

/** Answers a second over so many connections, by `wrk`, whose script is written to the folder; fails where one is refused. */
export const rate = async (
  folder: string,
  peer: Peer,
  connections: number,
  seconds: number,
  keys: ReadonlyArray<string> = []
): Promise<number> => {
  const script = join(folder, `${crypto.randomUUID()}.lua`)
  writeFileSync(script, scriptOf(peer, keys))
  const run = Bun.spawn(
    ["wrk", "--threads=1", `--connections=${connections}`, `--duration=${seconds}s`, `--script=${script}`, peer.url],
    { stdout: "pipe", stderr: "inherit" }
  )
  const report = await new Response(run.stdout).text()
  const found = /^Requests\/sec:\s+([\d.]+)$/m.exec(report)?.[1]
  if (found === undefined || /Non-2xx/.test(report)) throw new Error(`wrk ${peer.url}: ${report}`)
  return Number(found)
}
