/** The state of a live session, and its sound, which is kept for playing. */
import { useEffect, useRef, useState } from "react"
import * as Wav from "../../../../audio/Wav.ts"
import { SAMPLE_RATE, type TranscriptAnswer } from "../../../../transcription/Api.ts"
import { levelOf, MicrophoneFailure } from "../audio/microphone.ts"
import type { TimedPart } from "../audio/useCurrent.ts"
import { useKey } from "../key.tsx"
import { type LiveRequest, type LiveSession, listen } from "./live.ts"
import { type Mark, timedBy, wordsIn } from "./timing.ts"

export interface Live {
  readonly phase: "idle" | "opening" | "listening" | "finishing" | "recovering" | "done"
  /** Seconds of sound so far. */
  readonly seconds: number
  /** From 0 to 1. */
  readonly level: number
  readonly partial?: string
  readonly result?: TranscriptAnswer
  readonly recording?: Blob
  readonly words?: ReadonlyArray<TimedPart>
  readonly problem?: unknown
}

const idle: Live = { phase: "idle", seconds: 0, level: 0 }

/** All sound of a session, at most 5.8 MB, and when which text came. */
const makeTape = () => {
  const frames: Array<Int16Array<ArrayBuffer>> = []
  const marks: Array<Mark> = []
  let samples = 0
  const seconds = () => samples / SAMPLE_RATE
  return {
    seconds,
    add: (frame: Int16Array<ArrayBuffer>) => {
      frames.push(frame)
      samples += frame.length
    },
    mark: (text: string) => marks.push({ seconds: seconds(), words: wordsIn(text).length }),
    words: (text: string) => timedBy(text, marks, seconds()),
    file: () =>
      new Blob([Wav.header({ sampleRate: SAMPLE_RATE, dataBytes: samples * 2 }), ...frames], { type: "audio/wav" })
  }
}

export const useLive = () => {
  const { call } = useKey()
  const [live, setLive] = useState<Live>(idle)
  const newest = useRef<AbortController>(undefined)
  const session = useRef<LiveSession>(undefined)
  useEffect(() => () => newest.current?.abort(), [])

  const start = async (request: LiveRequest) => {
    newest.current?.abort()
    const controller = new AbortController()
    const { signal } = controller
    newest.current = controller
    const tape = makeTape()
    const change = (part: Partial<Live>) => (signal.aborted ? undefined : setLive((now) => ({ ...now, ...part })))
    setLive({ ...idle, phase: "opening" })
    session.current = listen(call, request, {
      signal,
      onState: (phase) => change({ phase, level: 0 }),
      onSound: (frame) => {
        tape.add(frame)
        change({ seconds: tape.seconds(), level: levelOf(frame) })
      },
      onPartial: (partial) => {
        tape.mark(partial)
        change({ partial })
      },
      onLost: () => change({ problem: new MicrophoneFailure("lost") })
    })
    try {
      const result = await session.current.result
      change({ phase: "done", result, words: tape.words(result.text), recording: tape.file() })
    } catch (problem) {
      change({ phase: "idle", problem, ...(tape.seconds() > 0 ? { recording: tape.file() } : {}) })
    }
  }
  return { live, start, finish: () => session.current?.finish() }
}
