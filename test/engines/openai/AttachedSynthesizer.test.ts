import { expect, test } from "bun:test"
import { Chunk, Duration, Effect, Exit, Fiber, Option, type Scope, Stream } from "effect"
import type { EngineFailure } from "../../../src/Errors.ts"
import { make } from "../../../src/engines/openai/AttachedSynthesizer.ts"
import type { Endpoint, Limits } from "../../../src/engines/openai/Transport.ts"
import type { SynthesisRequest } from "../../../src/engines/Synthesizer.ts"
import { phrases } from "../../../src/text/Phrases.ts"
import { wavFile } from "../../audio/wavFiles.ts"
import { run } from "../../support/EffectBody.ts"
import { limits } from "./chat.ts"
import { headRead, inPieces, nobody, ramp, rawUpstream, secret, upstream } from "./server.ts"

const request = (text: string): SynthesisRequest => ({
  voice: { id: "am-hamen", language: "am", variant: "m1", pitch: 50, rate: 175 },
  speed: 1.25,
  phrases: phrases(text)
})

const synthesizer = (endpoint: Endpoint, own: Partial<Limits> = {}) => make(endpoint, "words", { ...limits, ...own })

const speak = (endpoint: Endpoint, text = "ሰላም።", own: Partial<Limits> = {}) =>
  Effect.flatMap(synthesizer(endpoint, own), (engine) =>
    Effect.map(Stream.runCollect(engine.speak(request(text))), Chunk.toReadonlyArray)
  )

/** The failure, with no defect beside it. */
const failure = (endpoint: Endpoint, own: Partial<Limits> = {}): Effect.Effect<EngineFailure, never, Scope.Scope> =>
  speak(endpoint, "ሰላም።", own).pipe(
    Effect.sandbox,
    Effect.flip,
    Effect.orDie,
    Effect.map((cause) => {
      expect(cause._tag).toBe("Fail")
      return cause._tag === "Fail" ? cause.error : undefined
    }),
    Effect.filterOrDieMessage((error) => error !== undefined, "no plain failure"),
    Effect.tap((error) => Effect.sync(() => expect(JSON.stringify(error)).not.toMatch(/127\.0\.0\.1|sk-|whisper/)))
  )

const head = "HTTP/1.1 200 OK\r\ncontent-type: audio/pcm\r\n"

test("a remote synthesizer is asked for each phrase with model, voice, pace, format and key", () =>
  run(function* () {
    const server = yield* upstream(() => new Response(ramp(10)))
    const spoken = yield* speak(server.endpoint, "በ፲፪ ሰዓት ና። እሺ።")
    expect(spoken.map(({ index, samples, sampleRate, words }) => [index, samples.length, sampleRate, words])).toEqual([
      [0, 10, 24_000, []],
      [1, 10, 24_000, []]
    ])
    expect(server.asked.toSorted((a, b) => String(b.body.input).length - String(a.body.input).length)[0]).toEqual({
      path: "/v1/audio/speech",
      authorization: `Bearer ${secret}`,
      body: { model: "tts-test", input: "በአሥራ ሁለት ሰዓት ና።", voice: "am-hamen", response_format: "pcm", speed: 1.25 }
    })
  }))

test("phrases of a remote synthesizer stay in order, though later ones are ready first", () =>
  run(function* () {
    const server = yield* upstream(async ({ body }) => {
      const number = (/ለ+/.exec(String(body.input))?.[0] ?? "").length - 1
      await Bun.sleep(number % 2 === 0 ? 40 : 1)
      return new Response(ramp(number + 1))
    })
    const text = Array.from({ length: 12 }, (_, i) => `ክፍል ${"ለ".repeat(i + 1)} ነው። `).join("")
    const spoken = yield* speak(server.endpoint, text)
    expect(spoken.map(({ index, samples }) => [index, samples.length])).toEqual(
      Array.from({ length: 12 }, (_, i) => [i, i + 1])
    )
  }))

test("phrases are asked of a remote synthesizer ahead of need, but only a bounded number of them", () =>
  run(function* () {
    const server = yield* upstream(() => new Response(ramp(10)))
    const engine = yield* synthesizer(server.endpoint)
    const text = Array.from({ length: 40 }, (_, i) => `ክፍል ${i} ነው። `).join("")
    yield* engine.speak(request(text)).pipe(Stream.take(1), Stream.runDrain)
    expect(server.asked.length).toBeLessThan(12)
  }))

test("a phrase without sound is silence, and no remote synthesizer is asked for it", () =>
  run(function* () {
    const server = yield* upstream(() => new Response(ramp(10)))
    const spoken = yield* speak(server.endpoint, "ሰላም። 😀")
    expect(spoken.map(({ samples }) => samples.length)).toEqual([10, 0])
    expect(server.asked.length).toBe(1)
  }))

test("samples that are split between two pieces of an answer are put together", () =>
  run(function* () {
    const bytes = ramp(300)
    const server = yield* upstream(
      () => new Response(inPieces([bytes.slice(0, 1), bytes.slice(1, 100), bytes.slice(100, 333), bytes.slice(333)]))
    )
    const [spoken] = yield* speak(server.endpoint)
    expect(Array.from(spoken?.samples ?? [])).toEqual(Array.from({ length: 300 }, (_, i) => i))
  }))

test("a WAV file is taken from a remote synthesizer where PCM was asked for", () =>
  run(function* () {
    const file = wavFile({ encoding: 1, channels: 1, rate: 22_050, bits: 16, data: ramp(50) })
    const server = yield* upstream(() => new Response(file, { headers: { "content-type": "audio/wav" } }))
    const [spoken] = yield* speak(server.endpoint)
    expect([spoken?.samples.length, spoken?.sampleRate]).toEqual([50, 22_050])
  }))

test("WAV is asked of a remote synthesizer that refuses PCM, from then on", () =>
  run(function* () {
    const file = wavFile({ encoding: 1, channels: 1, rate: 16_000, bits: 16, data: ramp(50) })
    const server = yield* upstream(({ body }) =>
      body.response_format === "wav" ? new Response(file) : new Response("no pcm here", { status: 422 })
    )
    const engine = yield* synthesizer(server.endpoint)
    yield* Stream.runDrain(engine.speak(request("ሰላም።")))
    yield* Stream.runDrain(engine.speak(request("ሰላም።")))
    expect(server.asked.map(({ body }) => body.response_format)).toEqual(["pcm", "wav", "wav"])
  }))

test("a remote synthesizer is asked for no more once nobody listens", () =>
  run(function* () {
    const aborted = Promise.withResolvers<boolean>()
    const server = yield* upstream(
      () => new Response(new ReadableStream({ pull: () => new Promise(() => {}), cancel: () => aborted.resolve(true) }))
    )
    const fiber = yield* Effect.fork(speak(server.endpoint))
    yield* Effect.repeat(Effect.sleep("5 millis"), { until: () => server.asked.length > 0 })
    yield* Fiber.interrupt(fiber)
    expect(yield* Effect.promise(() => aborted.promise)).toBe(true)
  }))

test.each([429, 500, 502, 503, 504, 408])(
  "another try follows the status %d of a synthesizer, and may succeed",
  (status) =>
    run(function* () {
      const server = yield* upstream((_, count) =>
        count < 2 ? new Response("whisper", { status }) : new Response(ramp(10))
      )
      const spoken = yield* speak(server.endpoint)
      expect([spoken.length, server.asked.length]).toEqual([1, 3])
    })
)

test.each([
  [429, "PROVIDER_UNAVAILABLE"],
  [503, "PROVIDER_UNAVAILABLE"],
  [500, "PROVIDER_ERROR"],
  [502, "PROVIDER_ERROR"],
  [504, "PROVIDER_TIMEOUT"]
] as const)("another try is not made after the status %d has come three times: %s", (status, code) =>
  run(function* () {
    const server = yield* upstream(() => new Response("whisper", { status }))
    const { _tag } = yield* failure(server.endpoint)
    expect([_tag, server.asked.length]).toEqual([code, 3])
  })
)

test.each([
  [400, "PROVIDER_ERROR"],
  [401, "PROVIDER_NOT_CONFIGURED"],
  [403, "PROVIDER_NOT_CONFIGURED"],
  [404, "PROVIDER_NOT_CONFIGURED"],
  [413, "TEXT_TOO_LONG"],
  [302, "PROVIDER_ERROR"],
  [501, "PROVIDER_ERROR"]
] as const)("another try does not follow the status %d of a synthesizer, which is %s", (status, code) =>
  run(function* () {
    const server = yield* upstream(
      () => new Response("whisper", { status, headers: { location: "http://127.0.0.1:1/" } })
    )
    expect((yield* failure(server.endpoint))._tag).toBe(code)
    // A 400 may be about PCM: one more, for WAV.
    expect(server.asked.length).toBe(status === 400 ? 2 : 1)
  })
)

test("another try waits as long as the synthesizer asked", () =>
  run(function* () {
    const server = yield* upstream((_, count) =>
      count === 0 ? new Response(null, { status: 429, headers: { "retry-after": "1" } }) : new Response(ramp(10))
    )
    const begin = performance.now()
    yield* speak(server.endpoint)
    expect(performance.now() - begin).toBeGreaterThan(950)
  }))

test("another try is left to the client when the synthesizer asks for a long wait", () =>
  run(function* () {
    const server = yield* upstream(() => new Response(null, { status: 503, headers: { "retry-after": "120" } }))
    const error = yield* failure(server.endpoint)
    expect([error._tag, error.retryAfter, server.asked.length]).toEqual(["PROVIDER_UNAVAILABLE", 120, 1])
  }))

test("another try follows a connection that was cut before any sound", () =>
  run(function* () {
    const endpoint = yield* rawUpstream((socket, count) => {
      if (count === 0) socket.terminate()
      else socket.end(`${head}content-length: 4\r\nconnection: close\r\n\r\nabcd`)
    })
    expect((yield* speak(endpoint)).map(({ samples }) => samples.length)).toEqual([2])
  }))

test("a synthesizer that is gone is unavailable, with a time to come again", () =>
  run(function* () {
    const error = yield* failure(yield* nobody)
    expect(error._tag).toBe("PROVIDER_UNAVAILABLE")
    expect(error.retryAfter).toBeGreaterThan(0)
  }))

test("a synthesizer that is cut in the middle of its sound is an error, and not asked again", () =>
  run(function* () {
    let asked = 0
    const begun = yield* headRead
    const endpoint = yield* rawUpstream((socket) => {
      asked++
      socket.write(`${head}content-length: 1000\r\n\r\nabcdabcd`)
      socket.flush()
      void begun.then(() => socket.terminate())
    })
    expect((yield* failure(endpoint))._tag).toBe("PROVIDER_ERROR")
    expect(asked).toBe(1)
  }))

test("a synthesizer that is cut in the middle of a chunked body is an error", () =>
  run(function* () {
    const begun = yield* headRead
    const endpoint = yield* rawUpstream((socket) => {
      socket.write(`${head}transfer-encoding: chunked\r\n\r\n8\r\nabcdabcd\r\n`)
      socket.flush()
      void begun.then(() => socket.end())
    })
    expect((yield* failure(endpoint))._tag).toBe("PROVIDER_ERROR")
  }))

test("a synthesizer that is silent from the start times out, and is not asked again", () =>
  run(function* () {
    const server = yield* upstream(() => new Promise<Response>(() => {}))
    expect((yield* failure(server.endpoint, { firstByte: Duration.millis(80) }))._tag).toBe("PROVIDER_TIMEOUT")
    expect(server.asked.length).toBe(1)
  }))

test("a synthesizer that is silent after its headers times out", () =>
  run(function* () {
    const endpoint = yield* rawUpstream((socket) => {
      socket.write(`${head}content-length: 1000\r\n\r\n`)
      socket.flush()
    })
    expect((yield* failure(endpoint, { firstByte: Duration.millis(80) }))._tag).toBe("PROVIDER_TIMEOUT")
  }))

test("a synthesizer that is silent in the middle times out", () =>
  run(function* () {
    const endpoint = yield* rawUpstream((socket) => {
      socket.write(`${head}content-length: 1000\r\n\r\nabcd`)
      socket.flush()
    })
    expect((yield* failure(endpoint, { silence: Duration.millis(80) }))._tag).toBe("PROVIDER_TIMEOUT")
  }))

test("a synthesizer that is slow all along times out as a whole", () =>
  run(function* () {
    const pieces = Array.from({ length: 200 }, () => ramp(10))
    const server = yield* upstream(() => new Response(inPieces(pieces, 20)))
    expect((yield* failure(server.endpoint, { whole: Duration.millis(200) }))._tag).toBe("PROVIDER_TIMEOUT")
  }))

test("a synthesizer that sends without end is cut off", () =>
  run(function* () {
    const piece = new Uint8Array(1024 * 1024)
    const endless = () => new ReadableStream({ pull: (controller) => controller.enqueue(piece) })
    const server = yield* upstream(() => new Response(endless()))
    expect((yield* failure(server.endpoint))._tag).toBe("PROVIDER_ERROR")
  }))

test.each([
  ["an empty body", () => new Response(null)],
  ["an error as JSON with status 200", () => Response.json({ error: { message: "whisper" } })],
  ["an error as audio", () => new Response('{"error":"whisper"}', { headers: { "content-type": "audio/pcm" } })],
  ["a page", () => new Response("<h1>whisper</h1>", { headers: { "content-type": "text/html" } })],
  ["MP3", () => new Response(ramp(100), { headers: { "content-type": "audio/mpeg" } })]
])("a synthesizer that answers with %s is an error", (_, answer) =>
  run(function* () {
    const server = yield* upstream(answer)
    expect((yield* failure(server.endpoint))._tag).toBe("PROVIDER_ERROR")
  })
)

test("a synthesizer that speaks no HTTP is an error or unavailable, never a defect", () =>
  run(function* () {
    const endpoint = yield* rawUpstream((socket) => socket.end("SSH-2.0-whisper\r\n"))
    expect((yield* failure(endpoint))._tag).toMatch(/^PROVIDER_(ERROR|UNAVAILABLE)$/)
  }))

const ready = (endpoint: Endpoint) => Effect.flatMap(synthesizer(endpoint), (engine) => Effect.exit(engine.ready))

test("a synthesizer's readiness is asked of its list of models, with the key, and kept for a while", () =>
  run(function* () {
    const server = yield* upstream(() => Response.json({ data: [] }))
    const engine = yield* synthesizer(server.endpoint)
    yield* engine.ready
    yield* engine.ready
    expect(server.asked).toEqual([{ path: "/v1/models", authorization: `Bearer ${secret}`, body: {} }])
  }))

test("a synthesizer without a list of models is ready", () =>
  run(function* () {
    const server = yield* upstream(() => new Response(null, { status: 404 }))
    expect(Exit.isSuccess(yield* ready(server.endpoint))).toBe(true)
  }))

test.each([401, 403, 500, 503])("a synthesizer whose list of models answers %d is not ready", (status) =>
  run(function* () {
    const server = yield* upstream(() => new Response(null, { status }))
    expect(Exit.isFailure(yield* ready(server.endpoint))).toBe(true)
  })
)

test("a synthesizer's readiness fails where nobody listens, without a key too", () =>
  run(function* () {
    const endpoint = yield* nobody
    expect(Exit.isFailure(yield* ready({ ...endpoint, apiKey: Option.none() }))).toBe(true)
  }))
