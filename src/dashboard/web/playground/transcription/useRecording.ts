/** A sound in the page's player: its waveform, and whether the browser can play it. */
import { useEffect, useState } from "react"
import { type Peaks, peaksOf } from "../audio/peaks.ts"

/** Bytes; what is decoded takes a hundred times as much. What the API takes in one request is far below it. */
const DRAWN = 8 * 1024 * 1024

export const useRecording = (sound: Blob | undefined) => {
  const [audio, setAudio] = useState<HTMLAudioElement | null>(null)
  const [peaks, setPeaks] = useState<Peaks>()
  const [isUnplayable, setUnplayable] = useState(false)
  useEffect(() => {
    if (audio === null || sound === undefined) return
    let isShown = true
    const address = URL.createObjectURL(sound)
    setPeaks(undefined)
    setUnplayable(false)
    audio.src = address
    const draw = async () => {
      const drawn = sound.size > DRAWN ? undefined : await peaksOf(sound).catch(() => undefined)
      if (isShown) setPeaks(drawn)
    }
    void draw()
    return () => {
      isShown = false
      audio.pause()
      audio.removeAttribute("src")
      audio.load()
      URL.revokeObjectURL(address)
    }
  }, [audio, sound])
  return { audio, setAudio, peaks, isUnplayable, setUnplayable }
}
