/** The adapter of the specification's own socket with the machine behind it, without a network: frames in, frames and commands out. */
import { expect, test } from "bun:test"
import { Input } from "../../../src/conversation/MachineMessages.ts"
import * as RelayAdapter from "../../../src/conversation/relay/RelayAdapter.ts"
import {
  InsufficientCredits,
  ProviderError,
  RateLimited,
  Unauthorized,
  UnsupportedMediaType
} from "../../../src/Errors.ts"
import { expectWithin } from "../../cost/Growth.ts"
import { config, session } from "../Session.ts"
import { begun, type Talk, tags, talk, usage } from "../Talk.ts"

const NOON = Date.UTC(2026, 0, 2, 12)

const relay = () => talk(RelayAdapter.make(() => NOON))

const opened = (): Talk => {
  const own = relay()
  own.open()
  own.sent()
  own.done()
  return own
}

const base64 = (...bytes: ReadonlyArray<number>) => Buffer.from(bytes).toString("base64")
const SOUND = { data: base64(1, 2, 3, 4), mimeType: "audio/pcm;rate=16000" }

const transcribed = (text: string) => ({ serverContent: { inputTranscription: { text } } })
const spoken = (text: string) => ({ serverContent: { outputTranscription: { text } } })
const heard = (data: string) => ({
  serverContent: { modelTurn: { parts: [{ inlineData: { mimeType: "audio/pcm;rate=24000", data } }] } }
})
const INTERRUPTED = { serverContent: { interrupted: true } }
const used = (seconds: number, credits: number, left = 400) => ({
  totalBilledAudioDurationSeconds: seconds,
  credits_used: credits,
  credits_remaining: left
})
const complete = (seconds: number, credits: number, left = 400) => ({
  serverContent: { turnComplete: true },
  usageMetadata: used(seconds, credits, left)
})

/** The user says something, which is recognised; the turn. */
const say = (own: Talk, text: string): number => {
  own.input(Input.SpeechStarted({ millis: 0 }))
  const turn = begun(own.done())
  own.input(Input.SpeechStopped({ millis: 900, isDetected: true }))
  own.input(Input.TranscriptDone({ turn, text, seconds: 0.9 }))
  return turn
}

const answer = (own: Talk, turn: number, text: string) => {
  own.input(Input.Text({ turn, text, words: [{ end: text.length, millis: 0 }] }))
  own.input(Input.Audio({ turn, bytes: Uint8Array.of(5, 6), millis: 1_000 }))
}

test("the relay's server speaks first", () => {
  const own = relay()
  own.open()
  expect(own.sent()).toEqual([{ setupComplete: true }, { type: "status", message: "Ready to start conversation" }])
  expect(tags(own.done())).toEqual(["Open", "Detect"])
})

test("the relay's events of a turn come in order: the user's words, the answer, the cost", () => {
  const own = opened()
  own.frame(SOUND)
  expect(own.done()).toEqual([
    { _tag: "PushAudio", bytes: Uint8Array.of(1, 2, 3, 4), format: { _tag: "Pcm16", rate: 16_000 } }
  ])
  const turn = say(own, "ሰላም")
  expect(tags(own.done())).toEqual(["Answer"])
  answer(own, turn, "ጤና ይስጥልኝ።")
  own.input(Input.Answered({ turn, calls: [], finishReason: "stop" }))
  own.input(Input.Settled({ turn, usage: usage(1.9004, "0.4117") }))
  expect(own.sent()).toEqual([transcribed("ሰላም"), spoken("ጤና ይስጥልኝ።"), heard(base64(5, 6)), complete(1.9, 0.4117)])
})

test("a turn typed on the relay is answered at once", () => {
  const own = opened()
  own.frame({ text: "Akkam?" })
  const commands = own.done()
  expect(tags(commands)).toEqual(["Begin", "Answer"])
  const [, request] = commands
  expect(JSON.stringify(request)).toContain("Akkam?")
  expect(own.sent()).toEqual([])
})

test("a typed turn takes the place of the answer that is being given, and both are kept", () => {
  const own = opened()
  own.frame({ text: "first" })
  const turn = begun(own.done())
  answer(own, turn, "an answer")
  own.pass(500)
  own.sent()
  own.frame({ text: "second" })
  expect(own.sent()).toEqual([INTERRUPTED])
  const sent = { characters: "an answer".length, millis: 1_000, hasCalls: false }
  expect(own.done()).toEqual([{ _tag: "End", turn, charge: sent }])
  own.input(Input.Settled({ turn, usage: usage(0.5, "0.1083") }))
  expect(own.sent()).toEqual([complete(0.5, 0.1083)])
  const commands = own.done()
  expect(tags(commands)).toEqual(["Begin", "Answer"])
  for (const part of ["first", "an answer", "second"]) expect(JSON.stringify(commands[1])).toContain(part)
})

test("speech over an answer on the relay stops the answer, and is transcribed", () => {
  const own = opened()
  const first = say(own, "one")
  answer(own, first, "long answer")
  own.pass(200)
  own.sent()
  own.done()
  own.input(Input.SpeechStarted({ millis: 3_000 }))
  expect(own.sent()).toEqual([INTERRUPTED])
  const commands = own.done()
  expect(tags(commands)).toEqual(["Begin", "End"])
  // What was under way when it was stopped is told no more.
  answer(own, first, "late")
  expect(own.sent()).toEqual([])
  own.input(Input.Settled({ turn: first, usage: usage(1.1, "0.2383") }))
  expect(own.sent()).toEqual([complete(1.1, 0.2383)])
})

test("an answer that is all sent and still being played is interrupted too", () => {
  const own = opened()
  const turn = say(own, "one")
  answer(own, turn, "answer")
  own.input(Input.Answered({ turn, calls: [], finishReason: "stop" }))
  own.input(Input.Settled({ turn, usage: usage(1.9, "0.4117") }))
  own.sent()
  own.pass(300)
  own.input(Input.SpeechStarted({ millis: 3_000 }))
  expect(own.sent()).toEqual([INTERRUPTED])
})

test("noise without a word costs nothing on the relay and is answered by a status", () => {
  const own = opened()
  const turn = say(own, "")
  expect(own.done()).toEqual([{ _tag: "End", turn, charge: { characters: 0, millis: 0, hasCalls: false } }])
  own.input(Input.Settled({ turn, usage: usage(0, "0") }))
  expect(own.sent()).toEqual([{ type: "status", message: "Nothing was understood; please say it again" }])
})

test("the cost of a turn without an answer is sent on the relay, and not as an answer's end", () => {
  const own = opened()
  const turn = say(own, "one")
  own.sent()
  own.input(Input.SpeechStarted({ millis: 1_500 }))
  own.input(Input.Settled({ turn, usage: usage(0.9, "0.195") }))
  expect(own.sent()).toMatchObject([INTERRUPTED, { usageMetadata: used(0.9, 0.195) }])
  const going = opened()
  going.input(Input.SpeechStarted({ millis: 0 }))
  const first = begun(going.done())
  going.input(Input.SpeechStopped({ millis: 900, isDetected: true }))
  going.input(Input.SpeechStarted({ millis: 1_000 }))
  going.input(Input.TranscriptDone({ turn: first, text: "and", seconds: 0.9 }))
  going.input(Input.Settled({ turn: first, usage: usage(0.9, "0.195") }))
  expect(going.sent()).toEqual([transcribed("and"), { usageMetadata: used(0.9, 0.195) }])
})

test("audio.finish ends the turn, and says so where there was none", () => {
  const own = opened()
  own.frame({ type: "audio.finish" })
  expect(own.done()).toEqual([{ _tag: "EndSpeech" }])
  own.input(Input.NothingToCommit())
  expect(own.sent()).toEqual([{ type: "status", message: "No sound has come that could be answered" }])
})

test("a binary frame on the relay is sound of 16,000 Hz, in memory of its own", () => {
  const own = opened()
  const frame = Uint8Array.of(1, 2)
  own.frame(frame)
  frame.fill(9)
  expect(own.done()).toEqual([
    { _tag: "PushAudio", bytes: Uint8Array.of(1, 2), format: { _tag: "Pcm16", rate: 16_000 } }
  ])
})

test.each([
  ["audio/pcm;rate=8000", 8_000],
  ["audio/pcm; rate=48000", 48_000],
  ["AUDIO/PCM;RATE=24000", 24_000],
  ['audio/pcm;rate="22050";channels=1', 22_050],
  ["audio/pcm;codec=s16le;rate=44100", 44_100],
  ["audio/pcm", 16_000],
  [undefined, 16_000]
])("sound of type %p is taken on the relay", (mimeType, rate) => {
  const own = opened()
  own.frame({ data: base64(0, 0), mimeType })
  expect(own.done()).toMatchObject([{ _tag: "PushAudio", format: { _tag: "Pcm16", rate } }])
  expect(own.sent()).toEqual([])
})

test("a recorder's sound is passed on as it is cut, by whatever type it is sent", () => {
  const own = opened()
  const head = [0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 1, 0x42, 0x82, 0x84, ...Buffer.from("webm")]
  own.frame({ data: base64(...head.slice(0, 3)), mimeType: "audio/webm;codecs=opus" })
  own.frame({ data: base64(...head.slice(3)) })
  own.frame(Uint8Array.of(1, 2, 3))
  own.frame({ data: `data:video/webm;codecs=vp8,opus;base64,${base64(4, 5, 6)}` })
  own.frame({ type: "audio.finish" })
  own.frame({ data: base64(7) })
  expect(own.sent()).toEqual([])
  expect(tags(own.done())).toEqual(["PushAudio", "PushAudio", "PushAudio", "PushAudio", "EndSpeech", "PushAudio"])
})

test("sound that cannot be decoded ends the relay's session, and the speech of it costs nothing", () => {
  const own = opened()
  own.input(Input.SpeechStarted({ millis: 0 }))
  const turn = begun(own.done())
  own.sent()
  own.input(Input.AudioRejected({ problem: new UnsupportedMediaType({ message: "floats" }) }))
  expect(own.sent()).toMatchObject([{ error: { code: "UNSUPPORTED_MEDIA_TYPE", message: "floats" } }])
  expect(own.done()).toMatchObject([
    { _tag: "End", turn, charge: "nothing" },
    { _tag: "Close", code: 1008 }
  ])
})

test("what was passed over in the sound is a warning on the relay, and the session goes on", () => {
  const own = opened()
  own.input(Input.AudioWarned({ message: "1.0 s are missing" }))
  expect(own.sent()).toEqual([{ type: "warning", message: "1.0 s are missing" }])
  expect(own.done()).toEqual([])
})

test("sound in a form of other services ends the relay's session, and the error names the form", () => {
  for (const frame of [
    JSON.stringify({ audio: "AAAA".repeat(100) }),
    JSON.stringify({ realtimeInput: { mediaChunks: [{ mimeType: "audio/pcm", data: "AAAA".repeat(100) }] } }),
    "AAAA".repeat(100),
    `data:audio/webm;base64,${"AAAA".repeat(100)}`
  ]) {
    const own = opened()
    own.frame(frame)
    expect(own.sent()).toMatchObject([{ error: { code: "UNSUPPORTED_MEDIA_TYPE", status: 415 } }])
    expect(own.done()).toMatchObject([{ _tag: "Close", code: 1008 }])
    expect(own.isOver()).toBe(true)
  }
})

test("a frame without sound keeps a relay's session alive", () => {
  const own = opened()
  own.frame({ data: "" })
  expect(own.sent()).toEqual([])
  expect(own.done()).toMatchObject([{ _tag: "PushAudio", bytes: new Uint8Array() }])
})

const huge = base64(...new Uint8Array(3)).repeat(64_001)

test.each<readonly [string, object | string, string, string | undefined]>([
  ["no JSON", "{", "INVALID_REQUEST", undefined],
  ["nothing", "", "INVALID_REQUEST", undefined],
  ["a number", "7", "INVALID_REQUEST", undefined],
  ["a list", "[]", "INVALID_REQUEST", undefined],
  ["lists in lists", "[".repeat(12_000) + "]".repeat(12_000), "INVALID_REQUEST", undefined],
  ["a list of 20,000", JSON.stringify(Array.from({ length: 20_000 }, () => 0)), "INVALID_REQUEST", undefined],
  ["an unknown type", { type: "session.update" }, "INVALID_REQUEST", undefined],
  ["a type that is an object", '{"type":{"toString":0}}', "INVALID_REQUEST", undefined],
  ["sound and text at once", { ...SOUND, text: "and" }, "INVALID_REQUEST", undefined],
  ["text and the end at once", { type: "audio.finish", text: "and" }, "INVALID_REQUEST", undefined],
  ["data that is a number", { data: 7 }, "VALIDATION_ERROR", "data"],
  ["data that is null", { data: null }, "VALIDATION_ERROR", "data"],
  ["no base64", { data: "???=" }, "VALIDATION_ERROR", "data"],
  ["base64 of addresses", { data: "_-_-" }, "VALIDATION_ERROR", "data"],
  ["base64 without padding", { data: "AAA" }, "VALIDATION_ERROR", "data"],
  ["base64 with padding in it", { data: "AA==AAAA" }, "VALIDATION_ERROR", "data"],
  ["half a sample", { data: base64(1, 2, 3) }, "VALIDATION_ERROR", "data"],
  ["half a sample in a binary frame", Uint8Array.of(1, 2, 3), "VALIDATION_ERROR", "data"],
  ["more sound than a frame may have", { data: huge }, "PAYLOAD_TOO_LARGE", undefined],
  ["a larger binary frame", new Uint8Array(192_002), "PAYLOAD_TOO_LARGE", undefined],
  ["another encoding", { ...SOUND, mimeType: "audio/mp3" }, "VALIDATION_ERROR", "mimeType"],
  ["too low a rate", { ...SOUND, mimeType: "audio/pcm;rate=7999" }, "VALIDATION_ERROR", "mimeType"],
  ["too high a rate", { ...SOUND, mimeType: "audio/pcm;rate=48001" }, "VALIDATION_ERROR", "mimeType"],
  ["a rate that is none", { ...SOUND, mimeType: "audio/pcm;rate=NaN" }, "VALIDATION_ERROR", "mimeType"],
  ["a rate without end", { ...SOUND, mimeType: "audio/pcm;rate=1e309" }, "VALIDATION_ERROR", "mimeType"],
  ["two channels", { ...SOUND, mimeType: "audio/pcm;rate=16000;channels=2" }, "VALIDATION_ERROR", "mimeType"],
  ["a type that is an object", { ...SOUND, mimeType: { toString: 0 } }, "VALIDATION_ERROR", "mimeType"],
  ["text that is a number", { text: 7 }, "VALIDATION_ERROR", "text"],
  ["text that is an object", '{"text":{"toString":0,"length":1}}', "VALIDATION_ERROR", "text"],
  ["empty text", { text: "" }, "VALIDATION_ERROR", "text"],
  ["blank text", { text: " \n\t" }, "VALIDATION_ERROR", "text"],
  ["half a character", '{"text":"a \\ud83d"}', "VALIDATION_ERROR", "text"],
  ["5,001 characters", { text: "ሀ".repeat(5_001) }, "TEXT_TOO_LONG", "text"]
])("%s on the relay is an error, and the session goes on", (_, frame, code, param) => {
  const own = opened()
  own.frame(frame)
  const [told, ...others] = own.sent()
  expect(others).toEqual([])
  expect(told).toMatchObject({
    error: { code, message: expect.any(String), status: expect.any(Number), timestamp: "2026-01-02T12:00:00.000Z" }
  })
  expect(JSON.stringify(told).includes(`"param":"${param}"`)).toBe(param !== undefined)
  expect(own.done()).toEqual([])
  expect(own.isOver()).toBe(false)
  own.frame({ text: "ሀ".repeat(5_000) })
  expect(tags(own.done())).toEqual(["Begin", "Answer"])
})

test("a client of the relay that sends nothing but invalid messages is disconnected at a limit", () => {
  const own = opened()
  for (let i = 0; i < 200; i++) own.frame("{")
  expect(own.sent().length).toBe(101)
  expect(own.done()).toEqual([{ _tag: "Close", code: 1008, reason: "far too many messages" }])
})

test("a client that may not have a conversation gets the reason before the socket is closed", () => {
  const own = relay()
  own.input({ _tag: "Opened" })
  own.frame(SOUND)
  own.input(Input.Refused({ problem: new Unauthorized({ message: "no" }) }))
  expect(own.sent()).toEqual([
    { error: { code: "UNAUTHORIZED", message: "no", status: 401, timestamp: "2026-01-02T12:00:00.000Z" } }
  ])
  expect(own.done()).toEqual([{ _tag: "Open" }, { _tag: "Close", code: 1008, reason: "not authenticated" }])
})

test("messages before the relay's session is open are taken in their order", () => {
  const own = relay()
  own.input({ _tag: "Opened" })
  own.frame(SOUND)
  own.frame("{")
  own.frame({ type: "audio.finish" })
  expect(own.sent()).toEqual([])
  own.input(Input.Admitted({ session, config }))
  expect(tags(own.done())).toEqual(["Open", "Detect", "PushAudio", "EndSpeech"])
  expect(own.sent().map((frame) => Object.keys(Object(frame))[0])).toEqual(["setupComplete", "type", "error"])
})

/** As many as wait at most take 0.2 s, and 2 s where each is copied for the next. */
test("messages that wait for the session to be open take time linear in their number", () =>
  expectWithin("18,000 messages that wait", 800, () => {
    const own = relay()
    own.input({ _tag: "Opened" })
    for (let i = 0; i < 18_000; i++) own.frame(SOUND)
    own.input(Input.Admitted({ session, config }))
    expect(own.done()).toHaveLength(18_002)
  }))

test("an answer that fails on the relay is an error without a cost", () => {
  const own = opened()
  const turn = say(own, "one")
  answer(own, turn, "an answer")
  own.sent()
  own.input(Input.TurnFailed({ turn, problem: new ProviderError({ message: "the engine failed", retryAfter: 2 }) }))
  expect(own.sent()).toEqual([
    {
      error: {
        code: "PROVIDER_ERROR",
        message: "the engine failed",
        status: 502,
        retry_after: 2,
        timestamp: "2026-01-02T12:00:00.000Z"
      }
    }
  ])
  expect(own.isOver()).toBe(false)
})

test("a low balance is reported once on the relay, and an empty wallet ends the session after its turn", () => {
  const own = opened()
  const end = (text: string, balance: string) => {
    const turn = say(own, text)
    answer(own, turn, "answer")
    own.input(Input.Answered({ turn, calls: [], finishReason: "stop" }))
    own.input(Input.Settled({ turn, usage: usage(1, "0.2167", balance) }))
    own.pass(2_000)
  }
  end("one", "12.9")
  end("two", "5")
  const warnings = own.sent().filter((frame) => Object(frame).type === "warning")
  expect(warnings).toEqual([{ type: "warning", message: expect.any(String) }])
  own.done()
  end("three", "0")
  expect(own.sent().slice(-2)).toMatchObject([complete(1, 0.2167, 0), { error: { code: "INSUFFICIENT_CREDITS" } }])
  expect(own.done().at(-1)).toEqual({ _tag: "Close", code: 1008, reason: "the wallet is empty" })
})

test("a turn that the wallet cannot pay for ends the relay's session with its reason", () => {
  const own = opened()
  const turn = say(own, "one")
  own.input(Input.TurnFailed({ turn, problem: new InsufficientCredits({ message: "the wallet is empty" }) }))
  expect(own.sent().at(-1)).toMatchObject({ error: { code: "INSUFFICIENT_CREDITS", status: 402 } })
  expect(own.isOver()).toBe(true)
})

test("typed turns without end leave a bounded conversation", () => {
  const own = opened()
  let last: unknown
  for (let i = 0; i < 400; i++) {
    own.pass(200)
    own.frame({ text: `word ${i} ${"a".repeat(900)}` })
    const commands = own.done()
    last = commands.at(-1)
    own.input(Input.Settled({ turn: begun(commands), usage: usage(0, "0") }))
  }
  expect(JSON.stringify(last).length).toBeLessThan(200_000)
  expect(JSON.stringify(last)).toContain("word 399 ")
})

test("a response over the key's rate limit is an error with 429 on the relay, and the session goes on", () => {
  const own = opened()
  const turn = say(own, "one")
  own.sent()
  const problem = new RateLimited({ message: "this API key may make 60 requests a minute", retryAfter: 2 })
  own.input(Input.AnswerFailed({ turn, problem }))
  own.input(Input.Settled({ turn, usage: usage(0.9, "0.195") }))
  expect(own.sent()).toMatchObject([
    { usageMetadata: used(0.9, 0.195) },
    { error: { code: "RATE_LIMITED", status: 429, retry_after: 2 } }
  ])
  expect(own.isOver()).toBe(false)
})
