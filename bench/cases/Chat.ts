/** Chat with its key check, job and ledger commit, against a plain gateway before the same instant model. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { API_KEY, freePort, startServer } from "../../test/support/Server.ts"
import { MESSAGE, nativeChat, type Peer, post, rate, startUpstream, UNLIMITED, wholeAnswer } from "../support/Chats.ts"
import { missing } from "../support/Machine.ts"
import { ms, type Outcome } from "../support/Report.ts"
import { interleaved, median } from "../support/Statistics.ts"

const CONNECTIONS = 32
const SECONDS = 4
/** Before anything is measured: until the code that both run is compiled for good. */
const WARM_UP_SECONDS = 12
const ROUNDS = 5
const SAMPLES = 300
const GATEWAY = resolve(import.meta.dir, "../../node_modules/@portkey-ai/gateway/build/start-server.js")

const answers = async (url: string) => {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (
      await fetch(url).then(
        () => true,
        () => false
      )
    )
      return
    await Bun.sleep(50)
  }
  throw new Error(`${url} does not answer`)
}

const startGateway = async () => {
  const port = await freePort()
  const child = Bun.spawn([Bun.which("node") ?? process.execPath, GATEWAY, `--port=${port}`, "--headless"], {
    stdout: "ignore",
    stderr: "ignore",
    env: { ...process.env, NODE_ENV: "production" }
  })
  await answers(`http://127.0.0.1:${port}/`)
  return { port, end: () => child.kill() }
}

const firstToken = async (peer: Peer): Promise<number> => {
  const begun = performance.now()
  const reader = (await post(peer, true)).body?.getReader()
  await reader?.read()
  const taken = performance.now() - begun
  while (reader !== undefined && !(await reader.read()).done);
  return taken
}

const compare = async (folder: string, ours: Peer, gateway: Peer, direct: Peer): Promise<ReadonlyArray<Outcome>> => {
  for (const peer of [ours, gateway, direct]) await rate(folder, peer, CONNECTIONS, WARM_UP_SECONDS)
  const rates = await interleaved(ROUNDS, {
    ours: () => rate(folder, ours, CONNECTIONS, SECONDS),
    gateway: () => rate(folder, gateway, CONNECTIONS, SECONDS)
  })
  const times = await interleaved(SAMPLES, {
    ours: () => wholeAnswer(ours),
    gateway: () => wholeAnswer(gateway),
    direct: () => wholeAnswer(direct)
  })
  const tokens = await interleaved(SAMPLES, { ours: () => firstToken(ours), direct: () => firstToken(direct) })
  const [own, other] = [median(rates("ours")), median(rates("gateway"))]
  const added = median(times("ours")) - median(times("direct"))
  const gatewayAdded = median(times("gateway")) - median(times("direct"))
  const late = median(tokens("ours")) - median(tokens("direct"))
  return [
    {
      claim: "POST /chat_generate: requests a second / the gateway's",
      ratio: own / other,
      target: { atLeast: 3 },
      detail: `${own.toFixed(0)} / ${other.toFixed(0)}, ${CONNECTIONS} connections by wrk`
    },
    {
      claim: "added latency of a whole answer / the gateway's",
      ratio: added / gatewayAdded,
      target: { atMost: 0.5 },
      detail: `${ms(added)} / ${ms(gatewayAdded)}, 1 connection`
    },
    {
      claim: "added to the first token of a stream / 1 ms",
      ratio: late,
      target: { atMost: 1 },
      detail: `${ms(late)}, 1 connection`
    }
  ]
}

/** Both doors to the same service: what the second one costs beside the first. */
const doors = async (native: Peer, openAi: Peer): Promise<ReadonlyArray<Outcome>> => {
  const outcomes: Array<Outcome> = []
  for (const stream of [false, true]) {
    const ask = { native: () => wholeAnswer(native, stream), openAi: () => wholeAnswer(openAi, stream) }
    // Until the code of both is compiled for good.
    await interleaved(SAMPLES, ask)
    const times = await interleaved(SAMPLES, ask)
    const [one, other] = [median(times("openAi")), median(times("native"))]
    outcomes.push({
      claim: `POST /v1/chat/completions, ${stream ? "streamed" : "whole"} / chat_generate's`,
      ratio: one / other,
      target: { atMost: 1.05 },
      detail: `${ms(one)} / ${ms(other)}, 1 connection`
    })
  }
  return outcomes
}

export const chat = async (): Promise<ReadonlyArray<Outcome>> => {
  const lacking = missing("wrk")
  if (lacking.length > 0) return [{ claim: "POST /chat_generate", skipped: `${lacking.join(", ")} is not installed` }]
  const folder = mkdtempSync(join(tmpdir(), "qal-bench-"))
  const upstream = await startUpstream()
  const base = `http://127.0.0.1:${upstream.port}/v1`
  const gateway = await startGateway()
  const server = await startServer({
    QAL_TEXT_URL: base,
    QAL_TEXT_MODEL: "instant",
    ...UNLIMITED
  })
  const completion = (stream: boolean) =>
    JSON.stringify({ model: "instant", messages: [{ role: "user", content: MESSAGE }], stream })
  const native = nativeChat(server.url)
  const openAi: Peer = {
    url: new URL("/v1/chat/completions", native.url).href,
    headers: { authorization: `Bearer ${API_KEY}` },
    body: completion
  }
  try {
    const beside = await compare(
      folder,
      native,
      {
        url: `http://127.0.0.1:${gateway.port}/v1/chat/completions`,
        headers: { authorization: "Bearer x", "x-portkey-provider": "openai", "x-portkey-custom-host": base },
        body: completion
      },
      { url: `${base}/chat/completions`, headers: {}, body: completion }
    )
    return [...beside, ...(await doors(native, openAi))]
  } finally {
    await server.dispose()
    gateway.end()
    upstream.end()
    rmSync(folder, { recursive: true, force: true })
  }
}
