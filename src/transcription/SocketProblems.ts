/** What a client of the live session's socket can do wrong, in words. */
import { AudioTooLong, atField, InvalidRequest, PayloadTooLarge, type Problem, ValidationFailed } from "../Errors.ts"
import * as Handshake from "../sockets/Handshake.ts"
import { MAX_AUDIO_SECONDS, MAX_FRAME_BYTES, PREFIX, SAMPLE_RATE } from "./Api.ts"

export const unauthenticated: Problem = Handshake.unauthenticated(`${PREFIX}/sessions`)

export const oddFrame = (bytes: number): Problem => {
  const message = `a frame of sound is whole 16-bit samples: ${bytes} bytes are not an even number`
  return new ValidationFailed(atField({ field: "audio", code: "odd_length", message }))
}

export const largeFrame: Problem = new PayloadTooLarge({
  message: `a frame of sound may have at most ${MAX_FRAME_BYTES} bytes; ${(SAMPLE_RATE * 2) / 10} are 100 ms`
})

export const tooLong: Problem = new AudioTooLong({
  message: `a session takes at most ${MAX_AUDIO_SECONDS} seconds of sound; what came before is transcribed`,
  param: "audio"
})

export const afterFinish: Problem = new InvalidRequest({ message: "sound after audio.finish is not taken" })
