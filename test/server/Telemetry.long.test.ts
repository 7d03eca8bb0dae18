import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { receive, record } from "../support/OtlpReceiver.ts"
import { API_KEY, call, freePort, startServer, type TestServer } from "../support/Server.ts"

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
const CALLER = "00f067aa0ba902b7"
const SECRET = "What the client says is nobody else's business"

const traceparent = (trace: string, flags = "01") => ({ traceparent: `00-${trace}-${CALLER}-${flags}` })

/** An OpenAI-compatible server for text, which notes the traces that it is told of. */
const fakeEngine = () => {
  const traces: Array<string | null> = []
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      if (!request.url.endsWith("/chat/completions")) return Response.json({ data: [] })
      traces.push(request.headers.get("traceparent"))
      if ((await request.text()).includes("fail now")) return new Response("no", { status: 400 })
      return Response.json({
        choices: [{ message: { role: "assistant", content: "ሰላም ለሁላችሁ" }, finish_reason: "stop" }],
        usage: { prompt_tokens: 11, completion_tokens: 7 }
      })
    }
  })
  return { url: `http://127.0.0.1:${server.port}/v1`, traces, stop: () => server.stop(true) }
}

const chat = (server: TestServer, prompt: string, headers: Readonly<Record<string, string>> = {}) =>
  call(server, "POST", "/api/v1/chat_generate", { prompt, target_language: "am" }, headers)

const speak = (server: TestServer, headers: Readonly<Record<string, string>> = {}, text = "ሰላም") =>
  call(server, "POST", "/api/v1/voice/generations", { text, voice_id: "am-hamen", language: "am" }, headers)

/** Asks for a long text to be spoken, and is gone once the first of it comes. */
const hangUp = async (server: TestServer, headers: Readonly<Record<string, string>>) => {
  const controller = new AbortController()
  const text = "ሰላም ለሁላችሁ። ".repeat(100)
  const response = await fetch(`${server.url}/api/v1/voice/generations/stream`, {
    method: "POST",
    headers: { "x-api-key": API_KEY, "content-type": "application/json", ...headers },
    body: JSON.stringify({ text, voice_id: "am-hamen", language: "am" }),
    signal: controller.signal
  })
  await response.body?.getReader().read()
  controller.abort()
}

/** One turn of a speech socket. */
const speakBySocket = async (server: TestServer) => {
  const session = await call(server, "POST", "/api/v1/realtime/sessions", { voice_id: "am-hamen", language: "am" })
  const { token }: { token: string } = (await session.json()).data
  const socket = new WebSocket(`${server.url.replace("http", "ws")}/api/v1/realtime/voice`)
  const send = (message: object) => socket.send(JSON.stringify(message))
  await new Promise<void>((done) => {
    socket.onopen = () => send({ type: "session.authenticate", token })
    socket.onmessage = ({ data }) => {
      const { type }: { type: string } = JSON.parse(data)
      if (type === "session.created") send({ type: "speech.create", text: "ሰላም", request_id: "one" })
      if (type === "speech.completed") done()
    }
  })
  socket.close()
}

describe("with a receiver", () => {
  const receiver = receive()
  const engine = fakeEngine()
  let server: TestServer
  let output = ""

  /** Spans of one trace, by name, and the names of their parents. */
  const tree = (traceId: string) => {
    const spans = receiver.spans.filter((span) => span.traceId === traceId)
    const nameOf = (id: string | undefined) => spans.find(({ spanId }) => spanId === id)?.name ?? id
    return new Map(spans.map((span) => [span.name, { ...span, parent: nameOf(span.parentSpanId) }]))
  }
  const traceOf = (last: string) => TRACE.slice(0, -1) + last

  // The server's end sends what there is left: so all of it is here for every test.
  beforeAll(async () => {
    server = await startServer({
      QAL_OTLP_URL: receiver.url,
      QAL_TEXT_URL: engine.url,
      QAL_TEXT_MODEL: "fake-1",
      QAL_LOG_FORMAT: "json"
    })
    expect((await chat(server, SECRET, traceparent(traceOf("1")))).status).toBe(200)
    expect((await speak(server, traceparent(traceOf("2")))).status).toBe(201)
    expect((await call(server, "POST", "/api/v1/voice/generations", {}, traceparent(traceOf("3")))).status).toBe(422)
    expect((await chat(server, "fail now", traceparent(traceOf("4")))).status).toBe(502)
    expect(
      (await chat(server, SECRET, { traceparent: "00-00000000000000000000000000000000-00f067aa0ba902b7-01" })).status
    ).toBe(200)
    expect((await chat(server, SECRET, traceparent(traceOf("5"), "00"))).status).toBe(200)
    await hangUp(server, traceparent(traceOf("6")))
    await speakBySocket(server)
    await fetch(`${server.url}/media/none?expires=1&signature=${"secret-in-address"}`)
    output = await (await fetch(`${server.url}/metrics`)).text()
    expect(await server.stop()).toBe(0)
  }, 90_000)

  afterAll(async () => {
    await server.dispose()
    receiver.stop()
    engine.stop()
  })

  test("a chat is one trace, from its caller to the engine", () => {
    const spans = tree(traceOf("1"))
    const request = spans.get("POST /api/v1/chat_generate")
    expect(request).toMatchObject({ parentSpanId: CALLER, kind: 2, status: { code: 1 } })
    expect(record(request?.attributes ?? [])).toMatchObject({
      "http.route": "/api/v1/chat_generate",
      "http.response.status_code": 200
    })
    expect(spans.get("Chat.ask")?.parent).toBe("POST /api/v1/chat_generate")
    expect(spans.get("Jobs.submit")?.parent).toBe("Chat.ask")
    expect(spans.get("job chat")?.parent).toBe("Jobs.submit")
    expect(spans.get("TextModel.generate")?.parent).toBe("job chat")
    expect(spans.get("Settlement.settle")?.parent).toBe("job chat")
    const asked = spans.get("POST /chat/completions")
    expect(asked).toMatchObject({ parent: "TextModel.generate", kind: 3 })
    expect(engine.traces).toContain(`00-${traceOf("1")}-${asked?.spanId}-01`)
    expect(record(spans.get("TextModel.generate")?.attributes ?? [])).toMatchObject({
      "qal.model": "fake-1",
      "qal.operation": "chat",
      "qal.prompt_tokens": 11,
      "qal.candidate_tokens": 7
    })
  })

  test("a voice generation is one trace", () => {
    const spans = tree(traceOf("2"))
    expect(spans.get("POST /api/v1/voice/generations")?.parentSpanId).toBe(CALLER)
    expect(spans.get("Synthesizer.speak")?.parent).toBe("job voice.generation")
    expect(spans.get("Settlement.settle")?.parent).toBe("job voice.generation")
    expect(record(spans.get("Synthesizer.speak")?.attributes ?? [])).toMatchObject({ "qal.voice": "am-hamen" })
    for (const [name, { parent }] of spans) expect([name, parent]).not.toEqual([name, undefined])
  })

  test("a job that outlives its request is of the same trace", () => {
    const spans = tree(traceOf("6"))
    const request = spans.get("POST /api/v1/voice/generations/stream")
    const job = spans.get("job voice.generation")
    expect(job?.parent).toBe("Jobs.submit")
    expect(BigInt(job?.endTimeUnixNano ?? 0)).toBeGreaterThan(BigInt(request?.endTimeUnixNano ?? 0))
  })

  test("a socket's work is of the trace of its request", () => {
    const upgrade = receiver.spans.find(({ name }) => name === "GET /api/v1/realtime/voice")
    const spans = tree(upgrade?.traceId ?? "none")
    expect(spans.get("Speech.generate")?.parent).toBe("GET /api/v1/realtime/voice")
    expect(spans.get("Synthesizer.speak")?.parent).toBe("job voice.generation")
  })

  test("a refusal is no failure in a trace, an engine's failure is one", () => {
    const refused = tree(traceOf("3")).get("POST /api/v1/voice/generations")
    expect(refused?.status.code).toBe(1)
    expect(record(refused?.attributes ?? [])).toMatchObject({ "error.type": "VALIDATION_ERROR" })
    for (const name of ["POST /api/v1/chat_generate", "job chat", "TextModel.generate"]) {
      const failed = tree(traceOf("4")).get(name)
      expect([name, failed?.status.code]).toEqual([name, 2])
      expect(record(failed?.attributes ?? [])).toMatchObject({ "error.type": "PROVIDER_ERROR" })
    }
  })

  test("a malformed traceparent is ignored; an unsampled one is passed on and not exported", () => {
    expect(receiver.spans.some(({ traceId }) => /^0+$/.test(traceId))).toBe(false)
    expect(tree(traceOf("5")).size).toBe(0)
    expect(engine.traces.some((trace) => trace?.startsWith(`00-${traceOf("5")}-`) && trace.endsWith("-00"))).toBe(true)
  })

  test("telemetry marks nothing as interrupted that was not", () => {
    const keys = [...receiver.spans, ...receiver.logs].flatMap(({ attributes }) => attributes.map(({ key }) => key))
    for (const noise of ["span.label", "status.interrupted", "fiberId"]) expect(keys).not.toContain(noise)
  })

  test("no key, no secret of an address, and no client's text is in the telemetry", () => {
    const all = receiver.bodies.join("\n")
    for (const secret of [SECRET, "secret-in-address", "TestKey0"]) expect(all.includes(secret)).toBe(false)
  })

  test("log records come with their trace, in the telemetry and on standard error", () => {
    const line = receiver.logs.find(({ traceId, body }) => traceId === traceOf("1") && body.stringValue === "request")
    expect(record(line?.attributes ?? [])).toMatchObject({ path: "/api/v1/chat_generate", status: 200 })
    const own = server
      .output()
      .split("\n")
      .find((each) => each.includes(traceOf("1")))
    expect(JSON.parse(own ?? "{}")).toMatchObject({ message: "request", trace_id: traceOf("1") })
  })

  test("telemetry names its sender, and has the metrics of /metrics, but none of the runtime's", () => {
    expect(receiver.resources[0]).toMatchObject({ "service.name": "qal", "service.version": "0.1.0" })
    const shown = new Set(Array.from(output.matchAll(/^# TYPE (\S+)/gm), ([, name]) => name ?? ""))
    expect(receiver.metrics.keys().toArray()).toEqual(expect.arrayContaining([...shown]))
    for (const name of [...shown, ...receiver.metrics.keys()]) expect(name).toStartWith("qal_")
    for (const { name, description } of receiver.metrics.values()) expect([name, description]).not.toEqual([name, ""])
  })

  test("metrics are by operation and by engine", () => {
    const lines = [
      'qal_jobs_started_total{operation="chat"} 4',
      'qal_jobs_settled_total{operation="chat"} 3',
      'qal_jobs_failed_total{operation="chat",code="PROVIDER_ERROR"} 1',
      'qal_jobs_running{operation="chat"} 0',
      'qal_tokens_total{operation="chat",engine="text_model",model="fake-1",kind="prompt"} 33',
      'qal_engine_request_duration_seconds_count{operation="chat",engine="text_model",model="fake-1",outcome="ok"} 3',
      'qal_engine_first_output_seconds_count{operation="voice.generation",engine="synthesizer",model="espeak-ng"} 3',
      "# TYPE qal_worker_queue_depth gauge"
    ]
    for (const line of lines) expect(output).toContain(`\n${line}\n`)
    expect(output).toMatch(/^qal_audio_made_seconds_total\{operation="voice.generation",.*\} [0-9.]+$/m)
    expect(output).toMatch(/^qal_worker_queue_seconds_count\{pool="speech_engine"\} [1-9]/m)
  })
})

const UNTAKEN = "telemetry cannot be sent"

describe("without a receiver that takes it", () => {
  const millisToStop = async (server: TestServer) => {
    const begun = performance.now()
    expect(await server.stop()).toBe(0)
    return performance.now() - begun
  }

  test("no telemetry is sent, and no engine gets a trace, where nobody asked for it", async () => {
    const engine = fakeEngine()
    const server = await startServer({ QAL_TEXT_URL: engine.url, QAL_TEXT_MODEL: "fake-1", QAL_LOG_FORMAT: "json" })
    expect((await chat(server, "ሰላም", traceparent(TRACE))).status).toBe(200)
    expect(engine.traces).toEqual([null])
    expect(await server.stop()).toBe(0)
    expect(server.output()).not.toContain("trace_id")
    await server.dispose()
    engine.stop()
  }, 60_000)

  test("a telemetry receiver that is down costs a log line, and delays neither requests nor the shutdown", async () => {
    const server = await startServer({ QAL_OTLP_URL: `http://127.0.0.1:${await freePort()}` })
    for (let at = 0; at < 20; at++) expect((await chat(server, "ሰላም")).status).toBe(200)
    while (!server.output().includes(UNTAKEN)) await Bun.sleep(50)
    await Bun.sleep(1_500)
    expect(await millisToStop(server)).toBeLessThan(4_000)
    expect(server.output().split(UNTAKEN).length - 1).toBe(1)
    await server.dispose()
  }, 60_000)

  test("a telemetry receiver that never answers is waited for a moment at the end", async () => {
    const receiver = receive(() => new Promise<Response>(() => {}))
    const server = await startServer({ QAL_OTLP_URL: receiver.url })
    expect((await chat(server, "ሰላም")).status).toBe(200)
    expect(await millisToStop(server)).toBeLessThan(5_000)
    await server.dispose()
    receiver.stop()
  }, 60_000)
})
