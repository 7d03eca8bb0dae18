/** Sentences as they are spoken for a test: which voice, which pace, which way to the ear. */
import type { Language } from "../../src/Domain.ts"
import { SAMPLE_RATE } from "../../src/engines/recognizer/FrontEnd.ts"
import { withNoise } from "../speech/Augment.ts"
import { whiteNoise } from "../speech/Noise.ts"
import type { Bitrate, Mark, makeSpeech } from "../speech/Speech.ts"
import { makeRandom } from "../text/Random.ts"

export type Speech = Awaited<ReturnType<typeof makeSpeech>>

export interface Condition {
  readonly name: string
  readonly variants: ReadonlyArray<string>
  readonly bitrate?: Bitrate
  /** Decibels of white noise under the speech. */
  readonly noise?: number
}

export interface Take {
  readonly text: string
  readonly samples: Int16Array
  readonly marks: ReadonlyArray<Mark>
}

/** Speaks each text once, at 120 to 200 words a minute. */
export async function* takes(
  speech: Speech,
  language: Language,
  texts: ReadonlyArray<string>,
  condition: Condition,
  seed: number
): AsyncGenerator<Take> {
  const random = makeRandom(seed)
  for (const text of texts) {
    const spoken = speech.speak({
      text,
      language,
      variant: random.pick(condition.variants),
      pitch: random.whole(30, 70),
      wordsPerMinute: random.whole(120, 200)
    })
    const coded = condition.bitrate === undefined ? spoken.samples : await speech.mp3(spoken.samples, condition.bitrate)
    const clean = speech.resample(coded)
    const sound =
      condition.noise === undefined ? clean : withNoise(clean, whiteNoise(clean.length, random), condition.noise)
    yield { text, samples: speech.toInts(sound), marks: spoken.words }
  }
}

export const secondsOf = (samples: Int16Array): number => samples.length / SAMPLE_RATE
