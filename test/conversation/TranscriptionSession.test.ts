/** Sessions of the Realtime protocol that hear and never answer, in both versions: what a client is told, and what is begun. */
import { describe, expect, test } from "bun:test"
import { Option } from "effect"
import * as Money from "../../src/billing/Money.ts"
import { Input } from "../../src/conversation/MachineMessages.ts"
import { at, Caller, only, types } from "./support/Caller.ts"

const UTTERANCE = [
  "input_audio_buffer.speech_started",
  "input_audio_buffer.speech_stopped",
  "input_audio_buffer.committed",
  "conversation.item.added",
  "conversation.item.done",
  "conversation.item.input_audio_transcription.delta",
  "conversation.item.input_audio_transcription.delta",
  "conversation.item.input_audio_transcription.completed"
]

/** What is charged beside the transcript. */
const NO_ANSWER = { characters: 0, millis: 0, hasCalls: false }

/** A client of a session that was opened to be transcribed. */
const opened = (version: "current" | "beta" = "current") => {
  const caller = new Caller({ version, model: Option.some("gpt-4o-transcribe") })
  return { caller, told: caller.open({ listensOnly: true }) }
}

/** What is said is recognised while it is said, and settled in two pieces. */
const utter = (caller: Caller, turn: number) =>
  caller.tell(
    Input.SpeechStarted({ millis: 100 }),
    Input.TranscriptDelta({ turn, text: "ሰላም " }),
    Input.SpeechStopped({ millis: 1_100, isDetected: true }),
    Input.TranscriptDelta({ turn, text: "ለሁሉም" }),
    Input.TranscriptDone({ turn, text: "ሰላም ለሁሉም", seconds: 1, isTold: true })
  )

describe("a transcription session", () => {
  test("a transcription session describes itself, without any setting of answers", () => {
    const [created] = opened().told
    expect(created).toMatchObject({
      type: "session.created",
      session: {
        type: "transcription",
        object: "realtime.transcription_session",
        audio: {
          input: {
            format: { type: "audio/pcm", rate: 24_000 },
            transcription: { model: "qal-stt", language: "am" },
            turn_detection: { type: "server_vad" }
          }
        }
      }
    })
    expect(Object.keys(Object(at(created, "session")))).toEqual(["type", "object", "id", "audio"])
  })

  test("a transcription session describes itself in the beta's names and shape", () => {
    const { caller, told } = opened("beta")
    expect(types(told)).toEqual(["transcription_session.created"])
    expect(told[0]).toMatchObject({
      session: {
        object: "realtime.transcription_session",
        input_audio_format: "pcm16",
        input_audio_transcription: { model: "qal-stt", language: "am" },
        turn_detection: { type: "server_vad" }
      }
    })
    const session = { input_audio_format: "g711_ulaw", turn_detection: null, include: [] }
    const [updated] = caller.send({ type: "transcription_session.update", session })
    expect(updated).toMatchObject({
      type: "transcription_session.updated",
      session: { input_audio_format: "g711_ulaw", turn_detection: null }
    })
  })

  test("a transcription session of the beta takes its settings beside the event's type too, and names the field that is wrong", () => {
    const { caller } = opened("beta")
    const event = { type: "transcription_session.update", event_id: "mine", input_audio_format: "g711_ulaw" }
    const [updated] = caller.send({ ...event, input_audio_transcription: { language: "om" }, turn_detection: null })
    expect(updated).toMatchObject({
      type: "transcription_session.updated",
      session: { input_audio_format: "g711_ulaw", input_audio_transcription: { language: "om" }, turn_detection: null }
    })
    const [refused] = caller.send({ ...event, input_audio_format: "mp5" })
    expect(refused).toMatchObject({ type: "error", error: { param: "input_audio_format", event_id: "mine" } })
  })

  test("a transcription session reports an utterance's begin, end, commit, partial texts and whole, with no answer", () => {
    const { caller } = opened()
    const told = utter(caller, 1)
    expect(types(told)).toEqual(UTTERANCE)
    const deltas = told.filter(({ type }) => type.endsWith(".delta")).map(({ delta }) => delta)
    const completed = only(told, "conversation.item.input_audio_transcription.completed")
    expect(completed).toMatchObject({ item_id: "item_1_1", transcript: "ሰላም ለሁሉም", usage: { type: "duration" } })
    expect(deltas.join("")).toBe("ሰላም ለሁሉም")
    expect(caller.commands()).toEqual([
      { _tag: "Begin", turn: 1, isHeard: true, isTranscript: true, language: "am" },
      { _tag: "End", turn: 1, charge: NO_ANSWER }
    ])
    expect(caller.settle(1)).toEqual([])
    expect(types(utter(caller, 2))).toEqual(UTTERANCE)
  })

  test("a transcription session is ended by commits where nothing detects turns", () => {
    const { caller } = opened()
    caller.send({
      type: "session.update",
      session: { type: "transcription", audio: { input: { turn_detection: null } } }
    })
    caller.send({ type: "input_audio_buffer.append", audio: "AAAA" })
    caller.send({ type: "input_audio_buffer.commit" })
    expect(caller.commands().map(({ _tag }) => _tag)).toEqual(["Detect", "PushAudio", "EndSpeech"])
    const told = caller.tell(
      Input.SpeechStopped({ millis: 500, isDetected: false }),
      Input.TranscriptDone({ turn: 1, text: "", seconds: 0.5, isTold: true })
    )
    expect(types(told)).toEqual([...UTTERANCE.slice(2, 5), UTTERANCE.at(-1) ?? ""])
  })

  test.each([
    { type: "response.create" },
    { type: "response.create", response: { conversation: "none" } },
    {
      type: "conversation.item.create",
      item: { type: "message", role: "user", content: [{ type: "input_text", text: "ሰላም" }] }
    }
  ])("a transcription session never answers: %j is an error of the event, and the session goes on", (event) => {
    const { caller } = opened()
    const [told] = caller.send({ ...event, event_id: "mine" })
    expect(told).toMatchObject({
      type: "error",
      error: { code: "INVALID_REQUEST", event_id: "mine", message: expect.stringContaining("never answers") }
    })
    expect(types(utter(caller, 1))).toEqual(UTTERANCE)
  })

  test("a transcription session stays one: what a client secret fixed, a page cannot change", () => {
    const { caller } = opened()
    const [refused] = caller.send({ type: "session.update", session: { type: "realtime" } })
    expect(refused).toMatchObject({ type: "error", error: { param: "session.type" } })
    expect(types(utter(caller, 1))).toEqual(UTTERANCE)
  })

  test("a session opened as a conversation becomes one of transcription by an update", () => {
    const caller = new Caller()
    caller.open()
    const [updated] = caller.send({ type: "session.update", session: { type: "transcription" } })
    expect(updated).toMatchObject({ type: "session.updated", session: { type: "transcription" } })
    expect(types(utter(caller, 1))).toEqual(UTTERANCE)
  })

  test("a transcription session drops speech that is cleared: none of it is sent or charged", () => {
    const { caller } = opened()
    caller.tell(Input.SpeechStarted({ millis: 100 }), Input.TranscriptDelta({ turn: 1, text: "ሰላም " }))
    caller.commands()
    caller.send({ type: "input_audio_buffer.clear" })
    expect(types(caller.tell(Input.AudioDiscarded()))).toEqual(["input_audio_buffer.cleared"])
    expect(caller.commands()).toContainEqual({ _tag: "End", turn: 1, charge: "nothing" })
  })

  test.each([
    [false, "nothing"],
    [true, NO_ANSWER]
  ] as const)("speech that a lost connection cuts, committed %p: %j is charged", (isCommitted, charge) => {
    const { caller } = opened()
    caller.tell(Input.SpeechStarted({ millis: 100 }), Input.TranscriptDelta({ turn: 1, text: "ሰላም " }))
    if (isCommitted) caller.tell(Input.SpeechStopped({ millis: 900, isDetected: true }))
    caller.commands()
    caller.tell({ _tag: "Gone" })
    expect(caller.commands()).toEqual([{ _tag: "End", turn: 1, charge }])
  })

  test("a transcription session ends speech where the wallet ends, sends its text, and says why it ends", () => {
    const { caller } = opened()
    caller.tell(Input.SpeechStarted({ millis: 100 }))
    caller.commands()
    const ended = caller.tell(Input.Exhausted({ turn: 1 }))
    expect(types(ended)).toContain("input_audio_buffer.committed")
    expect(ended.at(-1)).toMatchObject({ type: "error", error: { type: "insufficient_quota" } })
    const told = caller.tell(
      Input.TranscriptDone({ turn: 1, text: "ሰላም", seconds: 9, isTold: true }),
      Input.Settled({
        turn: 1,
        usage: {
          seconds: 9,
          tokens: { promptTokens: 0, candidateTokens: 0 },
          charge: Money.fromMicros(14_000),
          balance: Money.fromMicros(300_000)
        }
      })
    )
    expect(types(told)).toContain("conversation.item.input_audio_transcription.completed")
    expect(caller.isClosed).toBe(true)
  })
})

test("a transcription session that costs nothing goes on with an empty wallet, and one that has spent the last of it ends", () => {
  const settle = (charge: number) => {
    const { caller } = opened()
    utter(caller, 1)
    const tokens = { promptTokens: 0, candidateTokens: 0 }
    const usage = { seconds: 1, tokens, charge: Money.fromMicros(charge), balance: Money.zero }
    caller.tell(Input.Settled({ turn: 1, usage }))
    return caller.isClosed
  }
  expect([settle(0), settle(14_000)]).toEqual([false, true])
})

describe("LiveKit's STT", () => {
  test("LiveKit's STT sets its session with the first of its languages, and gets no error", () => {
    const { caller } = opened()
    const [updated] = caller.send({
      type: "session.update",
      session: {
        type: "transcription",
        audio: {
          input: {
            format: { type: "audio/pcm", rate: 24_000 },
            transcription: { model: "gpt-live-transcribe", languages: ["om", "am"], keywords: ["Finfinnee"] },
            turn_detection: { type: "server_vad", threshold: 0.5, prefix_padding_ms: 600, silence_duration_ms: 350 },
            noise_reduction: { type: "near_field" }
          }
        }
      }
    })
    expect(updated).toMatchObject({
      type: "session.updated",
      session: { audio: { input: { transcription: { language: "om" }, turn_detection: { prefix_padding_ms: 600 } } } }
    })
  })
})
