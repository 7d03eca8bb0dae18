/** The element that plays, with its waveform and, where their times are known, the words that are heard. */
import { Stack } from "@mantine/core"
import { type ReactNode, useEffect, useRef } from "react"
import { useMessages } from "../../language.tsx"
import { audio as words } from "../../messages/audio.ts"
import type { Peaks } from "./peaks.ts"
import type { TimedPart } from "./useCurrent.ts"
import { Waveform } from "./Waveform.tsx"

/** The captions as a track of the element, for whatever shows or reads those. */
const useTrack = (captions: ReadonlyArray<TimedPart>) => {
  const element = useRef<HTMLTrackElement>(null)
  useEffect(() => {
    const track = element.current?.track
    if (track === undefined) return
    track.mode = "hidden"
    const cues = captions.map(({ end, start, text }) => new VTTCue(start, Math.max(start, end), text))
    for (const cue of cues) track.addCue(cue)
    return () => {
      for (const cue of cues) track.removeCue(cue)
    }
  }, [captions])
  return element
}

interface PlayerProps {
  readonly audio: HTMLAudioElement | null
  /** Gets the element. */
  readonly ref: (audio: HTMLAudioElement | null) => void
  readonly peaks: Peaks | undefined
  /** In the order of their times. */
  readonly captions: ReadonlyArray<TimedPart>
  readonly onPlaying?: (isPlaying: boolean) => void
  readonly onError?: () => void
  readonly children?: ReactNode
}

export const Player = ({ audio, captions, children, onError, onPlaying, peaks, ref }: PlayerProps) => {
  const t = useMessages(words)
  const track = useTrack(captions)
  return (
    <Stack gap="xs" component="section" aria-label={t.player}>
      {audio === null || peaks === undefined ? null : <Waveform audio={audio} peaks={peaks} />}
      <audio
        ref={ref}
        controls
        style={{ width: "100%" }}
        onPlay={() => onPlaying?.(true)}
        onPause={() => onPlaying?.(false)}
        onEnded={() => onPlaying?.(false)}
        onError={() => onError?.()}
      >
        <track ref={track} kind="captions" />
      </audio>
      {children}
    </Stack>
  )
}
