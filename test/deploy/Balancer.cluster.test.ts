/** `deploy/haproxy.cfg` before real servers: answers, streams and sockets come through, and a dead node is passed over. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parse } from "yaml"
import { API_KEY, freePort, startServer, type TestServer } from "../support/Server.ts"

const FOLDER = resolve(import.meta.dir, "../../deploy")
const haproxy = Bun.which("haproxy", { PATH: `${process.env.PATH}:/usr/sbin` })
const openssl = Bun.which("openssl")

const isHere = haproxy !== null && openssl !== null
if (!isHere) process.stderr.write("HAProxy or openssl is not installed: the tests of deploy/haproxy.cfg are SKIPPED\n")

/** The certificate as the service `certificate` of compose.yaml makes it. */
const makeCertificate = async (folder: string): Promise<void> => {
  const { services } = parse(readFileSync(join(FOLDER, "compose.yaml"), "utf8"), { merge: true })
  const command = String(services.certificate.command[0]).replaceAll("/tls/", `${folder}/`)
  expect(await Bun.spawn(["sh", "-c", command], { stderr: "ignore" }).exited).toBe(0)
}

const patience = async (until: () => Promise<boolean> | boolean): Promise<void> => {
  const end = performance.now() + 90_000
  while (!(await until())) {
    if (performance.now() > end) throw new Error("it did not come about")
    await Bun.sleep(50)
  }
}

const each = async (stream: ReadableStream<Uint8Array>, use: (bytes: Uint8Array) => void): Promise<void> => {
  const reader = stream.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) use(part.value)
}

describe.skipIf(!isHere)("the load balancer", () => {
  let nodes: ReadonlyArray<TestServer> = []
  let balancer: Bun.Subprocess | undefined
  let folder = ""
  let port = 0
  const tls = { rejectUnauthorized: false }
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`https://localhost:${port}${path}`, {
      ...init,
      tls,
      headers: { "x-api-key": API_KEY, "content-type": "application/json" }
    })
  /** What the balancer has logged. */
  let log = ""
  beforeAll(async () => {
    nodes = [await startServer(), await startServer()]
    folder = mkdtempSync(join(tmpdir(), "qal-balancer-"))
    port = await freePort()
    await makeCertificate(folder)
    // The third node is not there.
    const ports = [...nodes.map(({ url }) => new URL(url).port), String(await freePort())]
    const conf = readFileSync(join(FOLDER, "haproxy.cfg"), "utf8")
      .replaceAll(/node-(\d):8787/g, (_, number) => `127.0.0.1:${ports[Number(number) - 1]}`)
      .replaceAll("bind :8443", `bind 127.0.0.1:${port}`)
      .replaceAll("/usr/local/etc/haproxy/tls/", `${folder}/`)
      // Tests have fewer descriptors.
      .replace("maxconn 30000", "maxconn 300")
    writeFileSync(join(folder, "haproxy.cfg"), conf)
    const child = Bun.spawn([haproxy ?? "haproxy", "-db", "-f", join(folder, "haproxy.cfg")], {
      stdout: "pipe",
      stderr: "inherit"
    })
    balancer = child
    const decoder = new TextDecoder()
    each(child.stdout, (bytes) => {
      log += decoder.decode(bytes, { stream: true })
    })
    const isReady = (answer: Promise<Response>) => answer.then(({ ok }) => ok).catch(() => false)
    for (const { url } of nodes) await patience(() => isReady(fetch(`${url}/readyz`)))
    await patience(() => isReady(call("/readyz")))
    // It knows by now that the third is not there.
    await Bun.sleep(3_000)
    log = ""
  }, 300_000)
  afterAll(async () => {
    balancer?.kill("SIGTERM")
    await balancer?.exited
    await Promise.all(nodes.map((node) => node.dispose()))
    rmSync(folder, { recursive: true, force: true })
  })

  test("the load balancer answers by any node that is there, and keeps /metrics to itself", async () => {
    for (let n = 0; n < 20; n++) expect((await call("/readyz")).status).toBe(200)
    await patience(() => log.includes(" node-1\n") && log.includes(" node-2\n"))
    expect(log).not.toContain(" node-3\n")
    expect((await call("/metrics")).status).toBe(404)
    expect((await call("/api/v1/voice/usage?secret=ticket")).status).toBe(200)
    await patience(() => log.includes("/api/v1/voice/usage"))
    expect(log).not.toContain("secret=ticket")
  }, 200_000)

  test("the load balancer lets a stream through while it is made", async () => {
    const body = JSON.stringify({
      prompt: "[[paced]] ንገረኝ",
      target_language: "am",
      generation_config: { stream: true }
    })
    const response = await call("/api/v1/chat_generate", { method: "POST", body })
    expect(response.status).toBe(200)
    const begun = performance.now()
    const times: Array<number> = []
    if (response.body === null) throw new Error("no body")
    await each(response.body, () => times.push(performance.now() - begun))
    expect(times.length).toBeGreaterThan(3)
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(100)
  }, 200_000)

  test("the load balancer takes a large body, and brings the server's own refusal back", async () => {
    const form = new FormData()
    form.set("audio", new File([new Uint8Array(20_000_000)], "a.wav"))
    const large = await fetch(`https://localhost:${port}/api/v2/stt`, {
      method: "POST",
      body: form,
      tls,
      headers: { "x-api-key": API_KEY }
    })
    // The server's own refusal, in its own form.
    expect([400, 413, 415, 422]).toContain(large.status)
    expect(await large.json()).toMatchObject({ status: "error" })
    const clip = await call("/api/v1/voice/generations", {
      method: "POST",
      body: JSON.stringify({ text: "ሰላም", voice_id: "am-hamen", language: "am" })
    })
    expect(clip.status).toBe(201)
  }, 200_000)

  test("the load balancer lets a socket through, both ways, for as long as it lasts", async () => {
    // Bun's takes options that the type has not.
    const socket: WebSocket = Reflect.construct(WebSocket, [
      `wss://localhost:${port}/ws?language=am`,
      { tls, headers: { "x-api-key": API_KEY } }
    ])
    const heard: Array<string> = []
    socket.addEventListener("message", ({ data }) => heard.push(String(data)))
    await patience(() => heard.some((text) => text.includes("setupComplete")))
    socket.send(JSON.stringify({ text: "ሰላም፣ እንዴት ነህ?" }))
    await patience(() => heard.some((text) => text.includes("turnComplete")))
    expect(heard.some((text) => text.includes("audio/pcm;rate=24000"))).toBe(true)
    socket.close()
  }, 200_000)

  test("the load balancer passes over a node that is killed, and one that stops, and comes back to it", async () => {
    const body = JSON.stringify({ prompt: "ሰላም", target_language: "am" })
    const statuses = () =>
      Promise.all(Array.from({ length: 8 }, () => call("/api/v1/chat_generate", { method: "POST", body }))).then(
        (all) => all.map(({ status }) => status)
      )
    const [first] = nodes
    if (first === undefined) throw new Error("no node")
    await first.kill()
    // At once: what did not reach it goes to the other.
    expect(await statuses()).toEqual(Array(8).fill(200))
    await first.start()
    await patience(() =>
      fetch(`${first.url}/readyz`)
        .then(({ ok }) => ok)
        .catch(() => false)
    )
    await Bun.sleep(3_000)
    log = ""
    expect(await statuses()).toEqual(Array(8).fill(200))
    await patience(() => log.includes(" node-1\n"))
    // Something runs on it, so that it stops slowly.
    const slow = fetch(`${first.url}/api/v1/chat_generate`, {
      method: "POST",
      headers: { "x-api-key": API_KEY, "content-type": "application/json" },
      body: JSON.stringify({ prompt: "[[slow=12]]", target_language: "am" })
    })
    await Bun.sleep(500)
    log = ""
    const stopped = first.stop()
    await patience(() => log.includes("node-1 is DOWN"))
    expect(await statuses()).toEqual(Array(8).fill(200))
    expect((await slow).status).toBe(200)
    expect(await stopped).toBe(0)
  }, 300_000)
})
