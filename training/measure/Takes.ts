/** Sentences as they are spoken for a test: which voice, which pace, which way to the ear. */
import type { Language } from "../../src/Domain.ts"
import { SAMPLE_RATE } from "../../src/engines/recognizer/FrontEnd.ts"
import { catalog } from "../../src/voice/Catalog.ts"
import { babble, gained, withNoise } from "../speech/Augment.ts"
import { whiteNoise } from "../speech/Noise.ts"
import { inRoom } from "../speech/Room.ts"
import type { Bitrate, Mark, makeSpeech } from "../speech/Speech.ts"
import type { Law } from "../speech/Telephone.ts"
import { makeRandom, type Random } from "../text/Random.ts"
import { folded } from "./Score.ts"

export type Speech = Awaited<ReturnType<typeof makeSpeech>>

/** What happens to the sound; nothing of it by default. */
export interface Damage {
  readonly bitrate?: Bitrate
  /** Decibels of white noise under the speech. */
  readonly noise?: number
  /** Decibels of several others who speak under the speech. */
  readonly babble?: number
  /** So many times faster, at its own pitch; and with the pitch. */
  readonly tempo?: number
  readonly rate?: number
  /** Seconds until the echoes of a room are 60 dB softer. */
  readonly room?: number
  readonly telephone?: Law
  /** Decibels of gain. */
  readonly gain?: number
}

export interface Condition extends Damage {
  readonly name: string
  /** Spoken so many times faster, as the voices' setting of speed has it. */
  readonly pace?: number
  /** Spoken by these variants at any pitch and pace; by the voices of the catalog where it says none. */
  readonly variants?: ReadonlyArray<string>
}

export interface Take {
  readonly text: string
  readonly samples: Int16Array
  /** Empty where the sound is not as long as it was spoken. */
  readonly marks: ReadonlyArray<Mark>
}

/** Voices of each language that speak under others. */
const OTHERS = 4
/** Decibels by which the echoes of a room are softer than the sound itself. */
const ECHOES = 3

interface Speaker {
  readonly variant: string
  readonly pitch: number
  readonly wordsPerMinute: number
}

const speakers = (language: Language): ReadonlyArray<Speaker> =>
  catalog
    .filter((voice) => voice.language === language)
    .map(({ timbre }) => ({ variant: timbre.variant, pitch: timbre.pitch, wordsPerMinute: timbre.rate }))

/** The catalog's voices in turn, each at its pace; or a variant, at 120 to 200 words a minute. */
const speakerOf = ({ pace = 1, variants }: Condition, language: Language, at: number, random: Random): Speaker => {
  const voices = speakers(language)
  const voice = voices[at % voices.length]
  if (variants === undefined && voice !== undefined)
    return { ...voice, wordsPerMinute: Math.round(voice.wordsPerMinute * pace) }
  return { variant: random.pick(variants ?? []), pitch: random.whole(30, 70), wordsPerMinute: random.whole(120, 200) }
}

/** Speech at 22,050 Hz to what is heard of it, at 16,000 Hz. */
export const damaged = async (
  speech: Speech,
  samples: Int16Array,
  damage: Damage,
  others: ReadonlyArray<Float32Array>,
  random: Random
) => {
  const paced = speech.atTempo(samples, damage.tempo ?? 1)
  const coded = damage.bitrate === undefined ? paced : await speech.mp3(paced, damage.bitrate)
  let sound = speech.resample(coded, damage.rate ?? 1)
  if (damage.room !== undefined) sound = inRoom(sound, damage.room, ECHOES, random)
  if (damage.babble !== undefined) sound = withNoise(sound, babble(sound.length, others, random), damage.babble)
  if (damage.noise !== undefined) sound = withNoise(sound, whiteNoise(sound.length, random), damage.noise)
  if (damage.telephone !== undefined) sound = speech.telephone(speech.toInts(sound), damage.telephone)
  return speech.toInts(damage.gain === undefined ? sound : gained(sound, damage.gain))
}

/** Speaks each text once. */
export async function* takes(
  speech: Speech,
  language: Language,
  texts: ReadonlyArray<string>,
  condition: Condition,
  seed: number
): AsyncGenerator<Take> {
  const random = makeRandom(seed)
  const saidBy = (text: string, speaker: Speaker) => speech.speak({ text, language, ...speaker })
  const others =
    condition.babble === undefined
      ? []
      : texts
          .slice(0, OTHERS)
          .map((text, at) => speech.resample(saidBy(text, speakerOf({ name: "" }, language, at, random)).samples))
  for (const [at, text] of texts.entries()) {
    const spoken = saidBy(text, speakerOf(condition, language, at, random))
    const samples = await damaged(speech, spoken.samples, condition, others, random)
    const same = condition.tempo === undefined && condition.rate === undefined
    yield { text, samples, marks: same ? spoken.words : [] }
  }
}

/** What was said, word for word, as far as it can be heard; the marks' words where there are marks. */
export const wordsOf = (language: Language, { marks, text }: Take): ReadonlyArray<string> =>
  marks.length > 0 ? marks.map((mark) => folded(language, mark.text)) : folded(language, text).split(" ")

export const secondsOf = (samples: Int16Array): number => samples.length / SAMPLE_RATE
