/** Speech by the public API: requested once for each click, and played while it is made. */
import { Schema } from "effect"
import { newId } from "../../../../Domain.ts"
import { Clip } from "../../../../voice/Api.ts"
import { sameOrigin } from "../../sameOrigin.ts"
import { playWhole, type StreamedSound, streamSound } from "../audio/streamedSound.ts"
import { failureIn } from "../publicApi.ts"
import { retry } from "../retry.ts"
import { readFrames } from "./mp3Frames.ts"

const STREAM = "/api/v1/voice/generations/stream"

/** The body of the request. */
export interface SpeechBody {
  readonly text: string
  readonly voice_id: string
  readonly language: "am" | "om"
  /** 0 to 100; absent where it is neutral. */
  readonly speed?: number
}

const Answer = Schema.Struct({ data: Clip })
const isAnswer = Schema.is(Answer)

/** The clip in an answer; throws the failure that is in its place. */
export const clipIn = (answer: unknown): Clip => {
  if (isAnswer(answer)) return answer.data
  throw failureIn(answer)
}

type Call = (path: string, init?: RequestInit) => Promise<Response>

interface Listener {
  readonly audio: HTMLAudioElement
  readonly signal: AbortSignal
  /** A phrase has come, and can be heard. */
  readonly onPhrase: (mp3: Uint8Array<ArrayBuffer>) => void
  /** The element has a new source, and what was heard of an earlier one counts no more. */
  readonly onSource: () => void
}

/** The sound of an attempt; a later attempt begins anew. */
const makeSounds = ({ audio, onSource, signal }: Listener) => {
  let sound: StreamedSound | undefined
  signal.addEventListener("abort", () => sound?.dispose())
  return {
    begin: (): StreamedSound => {
      sound?.dispose()
      sound = streamSound(audio)
      onSource()
      return sound
    }
  }
}

/**
 * Speaks, and resolves once all sound is there: the clip, and its file. However
 * often the network fails, it is made and charged once. `signal` must be aborted
 * in the end: it gives back what the sound takes.
 */
export const speak = async (
  call: Call,
  body: SpeechBody,
  listener: Listener
): Promise<{ readonly clip: Clip; readonly file: Blob }> => {
  const { audio, onPhrase, signal } = listener
  const sounds = makeSounds(listener)
  const payload = JSON.stringify({ ...body, timestamps: "word", client_request_id: newId("speech", Date.now()) })
  let fresh: StreamedSound | undefined = sounds.begin()
  const attempt = async () => {
    const headers = { "content-type": "application/json" }
    const response = await call(STREAM, { method: "POST", headers, body: payload, signal })
    if (response.body === null || response.headers.get("content-type")?.startsWith("application/json") === true) {
      const clip = clipIn(await response.json())
      await playWhole(audio, sameOrigin(clip.audio_url))
      return { clip, file: await (await fetch(sameOrigin(clip.audio_url), { signal })).blob() }
    }
    const sound = fresh ?? sounds.begin()
    fresh = undefined
    const clip = clipIn(
      await readFrames(response.body, (mp3) => {
        sound.append(mp3)
        onPhrase(mp3)
      })
    )
    return { clip, file: await sound.end() }
  }
  return retry(attempt, signal)
}
