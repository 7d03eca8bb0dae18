/** The frames of a live session, up to what the API takes of one. */
import { MAX_AUDIO_SECONDS, SAMPLE_RATE } from "../../../../transcription/Api.ts"

export type Frame = Int16Array<ArrayBuffer>

/** The microphone's frames, kept until there is somewhere to send them, and counted. */
export const makeFrames = (onSound: (frame: Frame) => void, onFull: () => void) => {
  let waiting: Array<Frame> = []
  let send: ((frame: Frame) => void) | undefined
  let left = MAX_AUDIO_SECONDS * SAMPLE_RATE
  return {
    take: (frame: Frame) => {
      if (left < frame.length) return
      left -= frame.length
      onSound(frame)
      if (send === undefined) waiting.push(frame)
      else send(frame)
      if (left < frame.length) onFull()
    },
    sendTo: (next: (frame: Frame) => void) => {
      send = next
      for (const frame of waiting) next(frame)
      waiting = []
    }
  }
}
