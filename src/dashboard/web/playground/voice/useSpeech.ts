/** The state of what is being spoken. */
import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import type { Clip } from "../../../../voice/Api.ts"
import { sameOrigin } from "../../sameOrigin.ts"
import { joinPeaks, type Peaks, peaksOf } from "../audio/peaks.ts"
import { useKey } from "../key.tsx"
import { clipIn, type SpeechBody, speak } from "./speech.ts"
import { useClips } from "./useClips.ts"

export interface Speech {
  readonly phase: "idle" | "starting" | "streaming" | "done"
  readonly clip?: Clip
  /** Of all that has come. */
  readonly peaks?: Peaks | undefined
  readonly problem?: unknown
  readonly isStopped?: boolean
  /** The browser waits for a press on the player's own button. */
  readonly isBlocked?: boolean
}

/** What the browser says where sound may not begin by itself (HTML, section 4.8.11.8). */
const isBlocked = (problem: unknown): boolean => problem instanceof DOMException && problem.name === "NotAllowedError"

/** Changes the state of the newest run alone, and ends a run when the next begins or the page is left. */
const useRuns = (audio: HTMLAudioElement | null) => {
  const [speech, setSpeech] = useState<Speech>({ phase: "idle" })
  const newest = useRef<AbortController>(undefined)
  useEffect(
    () => () => {
      newest.current?.abort()
      audio?.pause()
    },
    [audio]
  )
  const begin = () => {
    newest.current?.abort()
    const controller = new AbortController()
    newest.current = controller
    const change = (part: Partial<Speech> | ((now: Speech) => Partial<Speech>)) =>
      setSpeech((now) => {
        if (controller.signal.aborted) return now
        return { ...now, ...(typeof part === "function" ? part(now) : part) }
      })
    setSpeech({ phase: "starting" })
    return { change, signal: controller.signal }
  }
  return { begin, setSpeech, speech }
}

export const useSpeech = (audio: HTMLAudioElement | null) => {
  const { call } = useKey()
  const queries = useQueryClient()
  const { keep } = useClips()
  const { begin, setSpeech, speech } = useRuns(audio)

  const play = (change: (part: Partial<Speech>) => void) => {
    audio?.play().catch((problem: unknown) => {
      if (isBlocked(problem)) change({ isBlocked: true })
    })
  }

  const start = async (body: SpeechBody) => {
    if (audio === null) return
    const { change, signal } = begin()
    let reading = Promise.resolve()
    const drawWhole = async (file: Blob) => {
      const peaks = await peaksOf(file).catch(() => undefined)
      if (peaks !== undefined) change({ peaks })
    }
    const onPhrase = (mp3: Uint8Array<ArrayBuffer>) => {
      change({ phase: "streaming" })
      reading = reading.then(async () => {
        const peaks = await peaksOf(new Blob([mp3])).catch(() => undefined)
        if (peaks !== undefined) change((now) => ({ peaks: joinPeaks(now.peaks, peaks) }))
      })
    }
    const onSource = () => {
      change({ peaks: undefined })
      play(change)
    }
    try {
      const { clip, file } = await speak(call, body, { audio, signal, onPhrase, onSource })
      keep(clip)
      change({ phase: "done", clip })
      void queries.invalidateQueries({ queryKey: ["playground", "estimate"] })
      await reading
      await drawWhole(file)
    } catch (problem) {
      change({ phase: "idle", problem })
    }
  }

  /** An earlier clip, by an address that is good again. */
  const replay = async ({ id }: Clip) => {
    if (audio === null) return
    const { change, signal } = begin()
    try {
      const clip = clipIn(await (await call(`/api/v1/voice/clips/${id}`, { signal })).json())
      audio.src = sameOrigin(clip.audio_url)
      play(change)
      change({ phase: "done", clip })
      const file = await fetch(audio.src, { signal })
      change({ peaks: await peaksOf(await file.blob()) })
    } catch (problem) {
      change({ phase: "idle", problem })
    }
  }

  const stop = () => {
    audio?.pause()
    setSpeech((now) => ({ ...now, isStopped: true }))
  }
  return { speech, start, stop, replay }
}
