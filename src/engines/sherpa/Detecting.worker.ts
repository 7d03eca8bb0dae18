/**
 * A process that hears with one model where somebody speaks, in several sounds at once: holds the model's files against
 * their hashes, loads it, and answers frame by frame. What goes wrong in native code ends it, and nothing else.
 */
import { FRAME } from "../../audio/Activity.ts"
import { serve } from "../../workers/WorkerServer.ts"
import { loadAddon } from "./Addon.ts"
import type { DetectingAnswer, DetectingRequest } from "./DetectingMessages.ts"
import { floatsOf } from "./SoundFloats.ts"
import { MOST_SOUNDS, makeSounds, type SpeechFrames } from "./SpeechFrames.ts"
import { peakMemory, type StoredModel, verify } from "./StoredModel.ts"

/** How sure the model must be where it is tried. */
const MIDDLE = 0.5

/** Nobody speaks in a sound that is over. */
const speechIn = (sound: Uint8Array, frames: SpeechFrames | undefined): ReadonlyArray<boolean> => {
  if (frames === undefined) return []
  const { hear } = frames
  const samples = floatsOf(sound)
  return Array.from({ length: Math.floor(samples.length / FRAME) }, (_, at) =>
    hear(samples.slice(at * FRAME, (at + 1) * FRAME))
  )
}

const answer = (told: Partial<DetectingAnswer>) => ({
  response: { isFull: false, speech: [], seconds: 0, memory: 0, ...told },
  transfer: []
})

serve<StoredModel, DetectingRequest, DetectingAnswer>(async (model) => {
  await verify(model)
  const sounds = makeSounds(loadAddon(model.library), model)
  /** The first of all sounds that there may be at once, each with one frame. */
  const begin = (): SpeechFrames => {
    const [first] = Array.from({ length: MOST_SOUNDS }, (_, at) => {
      sounds.open(`${at}`)
      const frames = sounds.of(`${at}`, MIDDLE)
      frames?.hear(new Float32Array(FRAME))
      return frames
    })
    if (first === undefined) throw new Error("no sound can be begun")
    return first
  }
  return (request) => {
    switch (request._tag) {
      case "Open":
        return answer({ isFull: !sounds.open(request.name) })
      case "Hear":
        return answer({ speech: speechIn(request.sound, sounds.of(request.name, request.threshold)) })
      case "Close":
        sounds.close(request.name)
        return undefined
      case "Try": {
        const first = begin()
        const began = performance.now()
        const speech = speechIn(request.sound, first)
        return answer({ speech, seconds: (performance.now() - began) / 1_000, memory: peakMemory() })
      }
    }
  }
})
