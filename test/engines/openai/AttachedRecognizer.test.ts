import { expect, test } from "bun:test"
import { Chunk, Deferred, Duration, Effect, Exit, Fiber, Queue, type Scope, Stream } from "effect"
import type { EngineFailure } from "../../../src/Errors.ts"
import { make } from "../../../src/engines/openai/AttachedRecognizer.ts"
import type { Endpoint, Limits } from "../../../src/engines/openai/Transport.ts"
import type { Hypothesis, RecognitionLost, RecognitionRequest } from "../../../src/engines/Recognizer.ts"
import { NEUTRAL_CONFIDENCE } from "../../../src/engines/UtteranceTexts.ts"
import { run } from "../../support/EffectBody.ts"
import { limits } from "./chat.ts"
import { events, listener, type ReceivedAudio } from "./listener.ts"
import { nobody, rawUpstream, secret } from "./server.ts"

const RATE = 16_000

const voice = (seconds: number): Int16Array =>
  Int16Array.from(
    { length: Math.round(seconds * RATE) },
    (_, i) => 8_000 * Math.sin(i / 7) * Math.abs(Math.sin(i / 2_500))
  )
const silence = (seconds: number): Int16Array => new Int16Array(Math.round(seconds * RATE))

const plain: RecognitionRequest = { language: "am", chunkMillis: 1120, words: false }
const timed: RecognitionRequest = { ...plain, words: true }

/** One second of speech, a pause, and another second. */
const twoUtterances = [silence(0.5), voice(1), silence(1), voice(1), silence(0.5)]

const recognize = (
  endpoint: Endpoint,
  sound: ReadonlyArray<Int16Array>,
  request: RecognitionRequest = plain,
  own: Partial<Limits> = {}
): Effect.Effect<ReadonlyArray<Hypothesis>, EngineFailure | RecognitionLost, Scope.Scope> =>
  Effect.flatMap(make(endpoint, { ...limits, ...own }), (engine) =>
    Effect.map(Stream.runCollect(engine.recognize(request, Stream.fromIterable(sound))), Chunk.toReadonlyArray)
  )

const finalOf = (hypotheses: ReadonlyArray<Hypothesis>) => {
  const last = hypotheses.at(-1)
  return last?._tag === "Final" ? last : expect.unreachable()
}
const partials = (hypotheses: ReadonlyArray<Hypothesis>) =>
  hypotheses.flatMap((one) => (one._tag === "Partial" ? [one.text] : []))

/** The failure, with no defect beside it, and with nothing of the server's in it. */
const failure = (endpoint: Endpoint, own: Partial<Limits> = {}) =>
  recognize(endpoint, [voice(1)], plain, own).pipe(
    Effect.sandbox,
    Effect.flip,
    Effect.orDie,
    Effect.map((cause) => (cause._tag === "Fail" ? cause.error : expect.unreachable())),
    Effect.tap((error) =>
      Effect.sync(() => expect(JSON.stringify(error)).not.toMatch(/127\.0\.0\.1|sk-|ear-test|whisper/))
    )
  )

/** Seconds of sound in the file that was sent. */
const secondsOf = ({ file }: ReceivedAudio) => (file.bytes.length - 44) / 2 / RATE
const isStream = ({ fields }: ReceivedAudio) => fields.stream === "true"

const json = (body: unknown, status = 200) => Response.json(body, { status })
const refuse = (message: string) => json({ error: { message, type: "invalid_request_error" } }, 400)

test("a remote recogniser is sent each utterance as a WAV, with model, language, format and key", () =>
  run(function* () {
    const server = yield* listener((_, count) => json({ text: count === 0 ? " ሰላም ለዓለም" : "እንዴት ናችሁ " }))
    const final = finalOf(yield* recognize(server.endpoint, twoUtterances))
    expect(final.text).toBe("ሰላም ለዓለም እንዴት ናችሁ")
    expect(server.heard.map(({ authorization, path }) => [path, authorization])).toEqual([
      ["/v1/audio/transcriptions", `Bearer ${secret}`],
      ["/v1/audio/transcriptions", `Bearer ${secret}`]
    ])
    const [first] = server.heard
    expect(first?.fields).toEqual({
      model: "ear-test",
      language: "am",
      response_format: "verbose_json",
      stream: "true",
      temperature: "0"
    })
    expect(first?.file.name).toBe("speech.wav")
    expect(Buffer.from(first?.file.bytes ?? []).toString("latin1", 0, 4)).toBe("RIFF")
    for (const heard of server.heard) expect(Math.abs(secondsOf(heard) - 1.5)).toBeLessThan(0.2)
  }))

test("a remote recogniser is not sent silence, whose transcript is empty", () =>
  run(function* () {
    const server = yield* listener(() => json({ text: "thank you for watching" }))
    for (const sound of [[], [silence(0)], [silence(30)]]) {
      const hypotheses = yield* recognize(server.endpoint, sound, timed)
      expect(hypotheses).toEqual([{ _tag: "Final", text: "", words: [], confidence: 1 }])
    }
    expect(server.heard.length).toBe(0)
  }))

test("a remote recogniser is asked for word times where they are wanted, which are put in the whole's time", () =>
  run(function* () {
    const server = yield* listener(() =>
      json({
        text: "ሰላም ልጅ",
        segments: [{ start: 0, end: 1, avg_logprob: Math.log(0.8) }],
        words: [
          { word: " ሰላም", start: 0.3, end: 0.6, probability: 0.9 },
          { word: "ልጅ", start: 0.65, end: 99 }
        ]
      })
    )
    const { confidence, words } = finalOf(yield* recognize(server.endpoint, twoUtterances, timed))
    expect(server.heard[0]?.fields["timestamp_granularities[]"]).toBe("word,segment")
    expect(server.heard.some(isStream)).toBe(false)
    expect(words.map(({ text }) => text)).toEqual(["ሰላም", "ልጅ", "ሰላም", "ልጅ"])
    // The second utterance begins 2.5 s into the sound, and is sent from 0.3 s before.
    expect((words[2]?.start ?? 0) - (words[0]?.start ?? 0)).toBeCloseTo(2, 1)
    expect(words.every(({ end, start }) => start <= end && end <= 4)).toBe(true)
    expect(words.map((word) => word.confidence)).toEqual([0.9, 0.9, 0.9, 0.9])
    expect(confidence).toBeCloseTo(0.9, 5)
  }))

test("a transcript's confidence is that of the segments where words have none, and neutral without either", () =>
  run(function* () {
    const server = yield* listener(({ fields }) =>
      fields.language === "am"
        ? json({
            text: "አዎ",
            segments: [
              { start: 0, end: 3, avg_logprob: -0.1 },
              { start: 3, end: 4, avg_logprob: -2 }
            ]
          })
        : json({ text: "eeyyee" })
    )
    const measured = finalOf(yield* recognize(server.endpoint, [voice(1)]))
    expect(measured.confidence).toBeCloseTo((3 * Math.exp(-0.1) + Math.exp(-2)) / 4, 5)
    const unknown = finalOf(yield* recognize(server.endpoint, [voice(1)], { ...plain, language: "om" }))
    expect(unknown.confidence).toBe(NEUTRAL_CONFIDENCE)
  }))

test("the words of a transcript are spread over their utterance where the server does not time them", () =>
  run(function* () {
    const server = yield* listener(() => json({ text: "akkam jirtu" }))
    const { words } = finalOf(yield* recognize(server.endpoint, twoUtterances, timed))
    expect(words.map(({ text }) => text)).toEqual(["akkam", "jirtu", "akkam", "jirtu"])
    const times = words.flatMap(({ end, start }) => [start, end])
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(words.at(-1)?.end).toBeLessThanOrEqual(4)
  }))

test("a remote recogniser's text is told as it comes in pieces, always from the start of the sound", () =>
  run(function* () {
    const server = yield* listener((_, count) =>
      events([
        { type: "transcript.text.delta", delta: count === 0 ? "ሰላም" : "ደህና" },
        { type: "transcript.text.delta", delta: count === 0 ? " ለዓለም" : " ነኝ" },
        {
          type: "transcript.text.done",
          text: count === 0 ? "ሰላም ለዓለም።" : "ደህና ነኝ።",
          logprobs: [{ logprob: Math.log(0.5) }, { logprob: 0 }]
        }
      ])
    )
    const hypotheses = yield* recognize(server.endpoint, twoUtterances)
    expect(partials(hypotheses)).toEqual([
      "ሰላም",
      "ሰላም ለዓለም",
      "ሰላም ለዓለም።",
      "ሰላም ለዓለም። ደህና",
      "ሰላም ለዓለም። ደህና ነኝ",
      "ሰላም ለዓለም። ደህና ነኝ።"
    ])
    const settled = hypotheses.flatMap((one) => (one._tag === "Partial" ? [one.text.slice(0, one.settled)] : []))
    const first = "ሰላም ለዓለም።"
    expect(settled).toEqual(["", "", first, first, first, "ሰላም ለዓለም። ደህና ነኝ።"])
    expect(finalOf(hypotheses)).toMatchObject({ text: "ሰላም ለዓለም። ደህና ነኝ።", confidence: 0.75 })
  }))

test("a remote recogniser may stream as chat answers, or segment by segment", () =>
  run(function* () {
    const chat = yield* listener(() =>
      events([
        { object: "transcription.chunk", choices: [{ delta: { content: "akkam" } }] },
        { object: "transcription.chunk", choices: [{ delta: { content: " jirtu" }, finish_reason: "stop" }] },
        "[DONE]"
      ])
    )
    expect(finalOf(yield* recognize(chat.endpoint, [voice(1)])).text).toBe("akkam jirtu")
    const segments = yield* listener(() => events([{ text: " akkam" }, { text: "jirtu " }]))
    const hypotheses = yield* recognize(segments.endpoint, [voice(1)])
    // The last says that they are settled.
    expect(partials(hypotheses)).toEqual(["akkam", "akkam jirtu", "akkam jirtu"])
    expect(finalOf(hypotheses).text).toBe("akkam jirtu")
  }))

test("an utterance's text is told while there is still sound to come", () =>
  run(function* () {
    const server = yield* listener(() => json({ text: "ሰላም" }))
    const engine = yield* make(server.endpoint, limits)
    const sound = yield* Queue.unbounded<Int16Array>()
    const first = yield* Deferred.make<string>()
    const fiber = yield* engine.recognize(plain, Stream.fromQueue(sound)).pipe(
      Stream.tap(({ text }) => Deferred.succeed(first, text)),
      Stream.runDrain,
      Effect.fork
    )
    yield* Queue.offerAll(sound, [voice(1), silence(1)])
    expect(yield* Deferred.await(first)).toBe("ሰላም")
    yield* Queue.offerAll(sound, [voice(1)])
    yield* Queue.shutdown(sound)
    yield* Fiber.interrupt(fiber)
  }))

test("a remote recogniser that is slow gets one utterance at a time, in order, and none is lost", () =>
  run(function* () {
    let underWay = 0
    let most = 0
    const server = yield* listener(async (_, count) => {
      most = Math.max(most, ++underWay)
      await Bun.sleep(30)
      underWay--
      return json({ text: `w${count}` })
    })
    const sound = Array.from({ length: 8 }, () => [voice(0.5), silence(0.8)]).flat()
    expect(finalOf(yield* recognize(server.endpoint, sound)).text).toBe("w0 w1 w2 w3 w4 w5 w6 w7")
    expect(most).toBe(1)
  }))

test("speech without a pause is cut, so that no file has more than 15 s and no sound is lost", () =>
  run(function* () {
    const server = yield* listener(() => json({ text: "አ" }))
    yield* recognize(
      server.endpoint,
      Array.from({ length: 60 }, () => voice(1))
    )
    const lengths = server.heard.map(secondsOf)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(15)
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeCloseTo(60, 0)
  }))

test("a failure of the sound itself is the outcome of its recognition", () =>
  run(function* () {
    const server = yield* listener(() => json({ text: "አ" }))
    const engine = yield* make(server.endpoint, limits)
    const sound = Stream.concat(Stream.make(voice(1)), Stream.fail("the file was broken"))
    expect(yield* Effect.flip(Stream.runDrain(engine.recognize(plain, sound)))).toBe("the file was broken")
  }))

const formats = (heard: ReadonlyArray<ReceivedAudio>) =>
  heard.map(({ fields }) => [fields.response_format, fields.stream ?? "", fields.language ?? ""].join(" ").trim())

test("verbose answers that a recogniser refuses are not asked for again", () =>
  run(function* () {
    const server = yield* listener(({ fields }) =>
      fields.response_format === "json"
        ? json({ text: "አ" })
        : refuse("response_format 'verbose_json' is not compatible")
    )
    yield* recognize(server.endpoint, twoUtterances)
    expect(formats(server.heard)).toEqual(["verbose_json true am", "json true am", "json true am"])
  }))

test("answers in pieces that a recogniser refuses are not asked for again", () =>
  run(function* () {
    const server = yield* listener((heard) =>
      isStream(heard) ? refuse("Unknown parameter: 'stream'.") : json({ text: "አ" })
    )
    yield* recognize(server.endpoint, twoUtterances)
    expect(formats(server.heard)).toEqual(["verbose_json true am", "verbose_json  am", "verbose_json  am"])
  }))

test("a language that a recogniser refuses is not named again, and any other is", () =>
  run(function* () {
    const server = yield* listener(({ fields }) =>
      fields.language === "om" ? refuse("Language 'om' is not supported") : json({ text: "a" })
    )
    const engine = yield* make(server.endpoint, limits)
    const once = (language: "am" | "om") =>
      Stream.runDrain(engine.recognize({ ...plain, language }, Stream.make(voice(1))))
    yield* Effect.forEach(["om", "om", "am"] as const, once)
    expect(server.heard.map(({ fields }) => fields.language)).toEqual(["om", undefined, undefined, "am"])
    expect(server.heard.every(({ fields }) => fields.response_format === "verbose_json")).toBe(true)
  }))

test("options are left out one after another where a recogniser does not say which it refuses", () =>
  run(function* () {
    const server = yield* listener((heard) =>
      heard.fields.response_format === "json" && !isStream(heard) ? json({ text: "አ" }) : json({}, 422)
    )
    expect(finalOf(yield* recognize(server.endpoint, twoUtterances)).text).toBe("አ አ")
    expect(formats(server.heard)).toEqual(["verbose_json true am", "json true am", "json  am", "json  am"])
  }))

test("an option that was left out of a recording by trial alone is asked for again with the next", () =>
  run(function* () {
    const server = yield* listener((heard, count) =>
      count === 0 ? json({ text: heard.fields }, 422) : json({ text: "አ" })
    )
    const engine = yield* make(server.endpoint, limits)
    const hear = Stream.runDrain(engine.recognize(plain, Stream.make(voice(1))))
    yield* hear
    yield* hear
    expect(formats(server.heard)).toEqual(["verbose_json true am", "json true am", "verbose_json true am"])
  }))

test("a refusal by a recogniser is the outcome when no option is left to leave out", () =>
  run(function* () {
    const server = yield* listener(() => refuse("the whisper model at sk-123 says no"))
    expect(yield* failure(server.endpoint)).toMatchObject({
      _tag: "PROVIDER_ERROR",
      message: "the recogniser refused the request"
    })
    expect(server.heard.length).toBe(4)
  }))

test("a recogniser that does not take the credentials is told of as such, once", () =>
  run(function* () {
    const server = yield* listener(() => json({ error: "bad key sk-upstream-secret" }, 401))
    expect((yield* failure(server.endpoint)).message).toContain("credentials")
    expect(server.heard.length).toBe(1)
  }))

test("a recogniser that is busy is asked again, and then heard", () =>
  run(function* () {
    const server = yield* listener((_, count) => (count < 2 ? json({}, count === 0 ? 503 : 429) : json({ text: "አ" })))
    expect(finalOf(yield* recognize(server.endpoint, [voice(1)])).text).toBe("አ")
    expect(new Set(server.heard.map(({ file }) => file.bytes.length)).size).toBe(1)
  }))

test("a recogniser that stays busy, breaks or is gone gives a failure of that name", () =>
  run(function* () {
    const busy = yield* listener(() => new Response("", { status: 429, headers: { "retry-after": "7" } }))
    expect(yield* failure(busy.endpoint, { tries: 1 })).toMatchObject({
      _tag: "PROVIDER_UNAVAILABLE",
      retryAfter: 7
    })
    const broken = yield* listener(() => new Response("Traceback: whisper.cpp", { status: 500 }))
    expect((yield* failure(broken.endpoint))._tag).toBe("PROVIDER_ERROR")
    expect(broken.heard.length).toBe(3)
    expect((yield* failure(yield* nobody))._tag).toBe("PROVIDER_UNAVAILABLE")
  }))

test("a slow recogniser is not waited for longer than said, nor asked again", () =>
  run(function* () {
    const server = yield* listener(async () => {
      await Bun.sleep(3_000)
      return json({ text: "late" })
    })
    expect((yield* failure(server.endpoint, { whole: Duration.millis(200) }))._tag).toBe("PROVIDER_TIMEOUT")
    expect(server.heard.length).toBe(1)
  }))

test("a recogniser that has begun to answer is not asked again, and what breaks then is the outcome", () =>
  run(function* () {
    // A connection that is torn takes with it what has come and was not read: so it is torn a while later.
    const server = yield* listener(() => events([{ type: "transcript.text.delta", delta: "ሰ" }], 200, false))
    expect((yield* failure(server.endpoint))._tag).toBe("PROVIDER_ERROR")
    const silent = yield* listener(() => events([{ type: "transcript.text.delta", delta: "ሰ" }]))
    expect((yield* failure(silent.endpoint)).message).toContain("broke off")
    expect([server.heard.length, silent.heard.length]).toEqual([1, 1])
  }))

test("a recogniser's answer that is no answer fails as such", () =>
  run(function* () {
    const answers = [
      () => new Response("<html>whisper</html>"),
      () => json({ transcript: "አ" }),
      () => events(["not json"]),
      () => events([{ error: { message: "CUDA out of memory on whisper" } }]),
      () => events([{ type: "error", message: "whisper" }]),
      () => new Response(" ".repeat(3_000_000)),
      () => new Response("", { status: 200 })
    ]
    for (const answer of answers) {
      const server = yield* listener(answer)
      expect((yield* failure(server.endpoint))._tag).toBe("PROVIDER_ERROR")
    }
  }))

test("a recogniser that speaks no HTTP is unavailable", () =>
  run(function* () {
    const endpoint = yield* rawUpstream((socket) => socket.end("SSH-2.0-whisper\r\n"))
    expect(["PROVIDER_UNAVAILABLE", "PROVIDER_ERROR"]).toContain((yield* failure(endpoint))._tag)
  }))

test("a listener that stops closes the connection to the recogniser", () =>
  run(function* () {
    const begun = yield* Deferred.make<void>()
    const server = yield* listener(async () => {
      Effect.runSync(Deferred.succeed(begun, undefined))
      await Bun.sleep(20_000)
      return json({ text: "late" })
    })
    const fiber = yield* Effect.fork(recognize(server.endpoint, [voice(1)]))
    yield* Deferred.await(begun)
    const exit = yield* Fiber.interrupt(fiber)
    expect(Exit.isInterrupted(exit)).toBe(true)
  }))

test("a remote recogniser is ready where its server answers, and not where nobody does", () =>
  run(function* () {
    const server = yield* listener(() => json({ text: "" }))
    yield* (yield* make(server.endpoint, limits)).ready
    const gone = yield* make(yield* nobody, limits)
    expect((yield* Effect.flip(gone.ready))._tag).toBe("PROVIDER_UNAVAILABLE")
  }))
