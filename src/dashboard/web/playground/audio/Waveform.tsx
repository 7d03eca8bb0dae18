/** The sound as a picture: what has been played is darker, and a press plays from there. */
import { Box, useComputedColorScheme } from "@mantine/core"
import { useEffect, useRef } from "react"
import WaveSurfer from "wavesurfer.js"
import type { Peaks } from "./peaks.ts"

const HEIGHT = 64

const colors = {
  light: { waveColor: "#76c7a3", progressColor: "#08573f", cursorColor: "#054431" },
  dark: { waveColor: "#39705b", progressColor: "#76c7a3", cursorColor: "#d3ece1" }
} as const

const nonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ""

interface WaveformProps {
  readonly audio: HTMLAudioElement
  readonly peaks: Peaks
}

/** Hidden from screen readers and the keyboard: the element's own controls say and do the same. */
export const Waveform = ({ audio, peaks }: WaveformProps) => {
  const box = useRef<HTMLDivElement>(null)
  const surfer = useRef<WaveSurfer>(undefined)
  const newest = useRef(peaks)
  const scheme = useComputedColorScheme("light")
  newest.current = peaks

  useEffect(() => {
    if (box.current === null) return
    const { loudest, seconds } = newest.current
    const waveform = WaveSurfer.create({
      container: box.current,
      media: audio,
      height: HEIGHT,
      cspNonce: nonce(),
      normalize: true,
      peaks: [loudest],
      duration: seconds,
      ...colors[scheme]
    })
    surfer.current = waveform
    return () => waveform.destroy()
  }, [audio, scheme])

  useEffect(() => {
    // The address that the element has already, so that nothing is loaded.
    void surfer.current?.load(audio.currentSrc, [peaks.loudest], peaks.seconds).catch(() => {})
  }, [audio, peaks])

  return <Box ref={box} aria-hidden mih={HEIGHT} data-testid="waveform" />
}
