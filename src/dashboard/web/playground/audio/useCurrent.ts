/** Which part of a text is being heard. */
import { useEffect, useState } from "react"

/** Text and when it is heard, in seconds. */
export interface TimedPart {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Seconds for which a part stays the current one after its end, where no other has begun. */
const LINGER = 0.3

/** The place in `parts`, which are in the order of their times, of what is heard at `time`; -1 for none. */
export const currentAt = (parts: ReadonlyArray<TimedPart>, time: number): number => {
  let [low, high] = [0, parts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((parts[middle]?.start ?? 0) <= time) low = middle + 1
    else high = middle
  }
  const part = parts[low - 1]
  return part !== undefined && time < part.end + LINGER ? low - 1 : -1
}

const EVENTS = ["timeupdate", "seeked", "play", "pause", "ended", "emptied"] as const

/** Follows the playing, frame by frame. */
export const useCurrent = (audio: HTMLAudioElement | null, parts: ReadonlyArray<TimedPart>): number => {
  const [current, setCurrent] = useState(-1)
  useEffect(() => {
    if (audio === null) return
    let frame = 0
    const look = () => {
      cancelAnimationFrame(frame)
      setCurrent(audio.currentTime > 0 ? currentAt(parts, audio.currentTime) : -1)
      if (!audio.paused && !audio.ended) frame = requestAnimationFrame(look)
    }
    look()
    for (const name of EVENTS) audio.addEventListener(name, look)
    return () => {
      cancelAnimationFrame(frame)
      for (const name of EVENTS) audio.removeEventListener(name, look)
    }
  }, [audio, parts])
  return current
}
