/** eSpeak NG in one worker thread: a phrase in, its sound and the times of its words out. */
import type { Module } from "@echogarden/espeak-ng-emscripten"
import { joinInt16 } from "../../audio/Samples.ts"
import { origins, read } from "../../text/reading/Reading.ts"
import { isSpeakable } from "../../text/Sound.ts"
import { pauseAfter } from "../Pauses.ts"
import { type WordEvent, wordMarks } from "../WordTimes.ts"
import {
  frame,
  type PhraseRequest,
  type PhraseSound,
  type SoundPiece,
  sampleRate,
  shortestSilence
} from "./EspeakMessages.ts"
import { type FreshSpeaker, makeFreshSpeaker } from "./FreshSpeaker.ts"
import { volume } from "./Loudness.ts"
import { respell } from "./Respelling.ts"
import type { Stretch } from "./Tempo.ts"

interface Raw {
  readonly samples: Int16Array
  readonly events: ReadonlyArray<{ readonly character: number; readonly seconds: number }>
}

/** Runs the engine, which knows of no phrase before. */
const synthesize = (
  { fresh, textAt }: FreshSpeaker,
  phrase: PhraseRequest,
  spoken: string,
  onPiece: (samples: Int16Array) => void
): Raw => {
  const speaker = fresh()
  if (speaker.set_voice(`${phrase.language}+${phrase.variant}`) !== 0)
    throw new Error(`the engine has no voice for ${phrase.language}`)
  speaker.set_rate(phrase.wordsPerMinute)
  speaker.set_pitch(phrase.pitch)
  speaker.set_volume(volume(phrase.language, phrase.variant))
  const pieces: Array<Int16Array> = []
  const events: Array<Raw["events"][number]> = []
  speaker.synthesize(textAt(spoken), (samples, news) => {
    pieces.push(samples)
    onPiece(samples)
    for (const event of news)
      if (event.type === "word")
        events.push({ character: event.text_position - 1, seconds: event.audio_position / 1000 })
    return false
  })
  return { samples: joinInt16(pieces), events }
}

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

/** A sample at `distance` from an end, of a fade over `length`. */
const faded = (sample: number, distance: number, length: number): number =>
  Math.round(sample * Math.sin((Math.PI / 2) * (distance / length)) ** 2)

/** The sound with its ends faded, and silence to the next whole frame. */
const withPause = (sound: Int16Array, pause: number): Int16Array<ArrayBuffer> => {
  const silence = Math.max(shortestSilence, Math.round(pause * sampleRate))
  const whole = new Int16Array(Math.ceil((sound.length + silence) / frame) * frame)
  whole.set(sound)
  const fade = (length: number, position: (distance: number) => number) => {
    for (let distance = 0; distance < Math.min(length, sound.length); distance++) {
      const at = position(distance)
      whole[at] = faded(whole[at] ?? 0, distance, length)
    }
  }
  fade(fadeIn, (distance) => distance)
  fade(fadeOut, (distance) => sound.length - 1 - distance)
  return whole
}

/**
 * Takes the engine's pieces and gives what of them can change no more: with the
 * beginning faded, and without what the fade at the end may still reach.
 */
const makeForwarder = (forward: (piece: SoundPiece) => void) => {
  let held = new Int16Array(0)
  let begun = false
  return (samples: Int16Array): void => {
    held = joinInt16([held, samples])
    const sure = held.length - fadeOut
    if (sure < fadeIn) return
    const piece = held.slice(0, sure)
    held = held.slice(sure)
    for (let at = 0; at < fadeIn && !begun; at++) piece[at] = faded(piece[at] ?? 0, at, fadeIn)
    begun = true
    forward(piece)
  }
}

/** A sound that was made faster or slower, with the times of its words. */
const atTempo = ({ events, samples }: Raw, tempo: number, stretch: Stretch | undefined): Raw => {
  if (tempo === 1) return { events, samples }
  if (stretch === undefined) throw new Error("this engine was made to speak at its own pace")
  return {
    samples: stretch(samples, tempo),
    events: events.map(({ character, seconds }) => ({ character, seconds: seconds / tempo }))
  }
}

/** Speaks. `onPiece` is given the sound while it is made, in pieces, which are copies, unless its tempo is changed. */
export type Engine = (phrase: PhraseRequest, onPiece?: (piece: SoundPiece) => void) => PhraseSound

/** What is left to say where there is nothing to say, in seconds. */
const emptyPhrase = 0.1

/** The engine over its loaded module; `stretch` is for tempos other than 1. Not re-entrant. */
export const makeEngine = (module: Module, stretch?: Stretch): Engine => {
  const speaker = makeFreshSpeaker(module)
  return (phrase, onPiece) => {
    const tempo = phrase.tempo ?? 1
    const pause = pauseAfter(phrase.text, phrase.wordsPerMinute * tempo)
    if (!isSpeakable(phrase.text))
      return { samples: withPause(new Int16Array(0), Math.min(pause, emptyPhrase)), words: [] }
    const reading = phrase.reading ?? read(phrase.language, phrase.text, phrase.lexicon)
    const { origin: originInWords, spoken } = respell(phrase.language, reading.words)
    const origin = origins(reading)
    const forward = onPiece === undefined || tempo !== 1 ? () => {} : makeForwarder(onPiece)
    const raw = atTempo(synthesize(speaker, phrase, spoken, forward), tempo, stretch)
    const offsets = characterOffsets(spoken)
    const events = raw.events.map(
      ({ character, seconds }): WordEvent => ({
        offset: origin(originInWords(offsets[character] ?? spoken.length)),
        seconds
      })
    )
    return {
      samples: withPause(raw.samples, pause),
      words: wordMarks(phrase.text, events, { samples: raw.samples, sampleRate })
    }
  }
}
