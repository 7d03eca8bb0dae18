/** eSpeak NG in one worker thread: a phrase in, its sound and the times of its words out. */
import type { Module, Speaker } from "@echogarden/espeak-ng-emscripten"
import { isSpeakable } from "../../text/Sound.ts"
import { volume } from "./Loudness.ts"
import { pauseAfter } from "./Pauses.ts"
import { respell } from "./Respelling.ts"
import { frame, type Sounded, type Sounding, sampleRate } from "./Sounding.ts"
import { type WordEvent, wordMarks } from "./WordTimes.ts"

interface Raw {
  readonly samples: Int16Array
  readonly events: ReadonlyArray<{ readonly character: number; readonly seconds: number }>
}

const join = (pieces: ReadonlyArray<Int16Array>): Int16Array<ArrayBuffer> => {
  const joined = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    joined.set(piece, at)
    at += piece.length
  }
  return joined
}

/**
 * Runs the engine. The voice is set anew for each phrase, which costs 0.5 ms:
 * it clears the echo that some variants have, which would else sound on into
 * the next phrase, of whoever that is.
 */
const synthesize = (speaker: Speaker, sounding: Sounding, spoken: string): Raw => {
  if (speaker.set_voice(`${sounding.language}+${sounding.variant}`) !== 0)
    throw new Error(`the engine has no voice for ${sounding.language}`)
  speaker.set_rate(sounding.wordsPerMinute)
  speaker.set_pitch(sounding.pitch)
  speaker.set_volume(volume(sounding.language, sounding.variant))
  const pieces: Array<Int16Array> = []
  const events: Array<Raw["events"][number]> = []
  speaker.synthesize(spoken, (samples, heard) => {
    pieces.push(samples)
    for (const event of heard)
      if (event.type === "word")
        events.push({ character: event.text_position - 1, seconds: event.audio_position / 1000 })
    return false
  })
  return { samples: join(pieces), events }
}

/** Between double brackets the engine reads phoneme codes; a client's brackets are only brackets. */
const withoutCodes = (text: string): string => text.replaceAll("[[", "  ")

/** UTF-16 offsets of the characters (code points) of `text`. */
const characterOffsets = (text: string): ReadonlyArray<number> => {
  const offsets: Array<number> = []
  let at = 0
  for (const character of text) {
    offsets.push(at)
    at += character.length
  }
  return offsets
}

/** Long enough to be no click, short enough to leave the first and last phoneme whole. */
const fadeIn = Math.round(0.002 * sampleRate)
const fadeOut = Math.round(0.008 * sampleRate)

/** 2 ms past a frame: the reach of the resampler's filter. */
const shortestSilence = frame + Math.round(0.002 * sampleRate)

/** The sound with its ends faded, and silence to the next whole frame. */
const withPause = (sound: Int16Array, pause: number): Int16Array<ArrayBuffer> => {
  const silence = Math.max(shortestSilence, Math.round(pause * sampleRate))
  const whole = new Int16Array(Math.ceil((sound.length + silence) / frame) * frame)
  whole.set(sound)
  const fade = (length: number, position: (distance: number) => number) => {
    for (let distance = 0; distance < Math.min(length, sound.length); distance++) {
      const at = position(distance)
      whole[at] = Math.round((whole[at] ?? 0) * Math.sin((Math.PI / 2) * (distance / length)) ** 2)
    }
  }
  fade(fadeIn, (distance) => distance)
  fade(fadeOut, (distance) => sound.length - 1 - distance)
  return whole
}

export type Engine = (sounding: Sounding) => Sounded

/** What is left to say where there is nothing to say, in seconds. */
const emptyPhrase = 0.1

/** The engine over its loaded module. Not re-entrant. */
export const makeEngine = (module: Module): Engine => {
  const speaker = new module.eSpeakNGWorker()
  return (sounding) => {
    const pause = pauseAfter(sounding.text, sounding.wordsPerMinute)
    if (!isSpeakable(sounding.text))
      return { samples: withPause(new Int16Array(0), Math.min(pause, emptyPhrase)), words: [] }
    const respelling = respell(sounding.language, sounding.text)
    const spoken = withoutCodes(respelling.spoken)
    const raw = synthesize(speaker, sounding, spoken)
    const offsets = characterOffsets(spoken)
    const events = raw.events.map(
      ({ character, seconds }): WordEvent => ({
        offset: respelling.origin(offsets[character] ?? spoken.length),
        seconds
      })
    )
    return {
      samples: withPause(raw.samples, pause),
      words: wordMarks(sounding.text, events, { samples: raw.samples, sampleRate })
    }
  }
}
