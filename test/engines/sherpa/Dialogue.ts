/** Dialogues of embedded voices, who speaks when in them, and how much of that is told wrongly. */
import { SAMPLE_RATE } from "../../../src/audio/Decode.ts"
import type { SpeakerTurn } from "../../../src/engines/Diarizer.ts"
import { catalog } from "../../../src/voice/Catalog.ts"
import { natural } from "../../../training/text/Natural.ts"
import { joined } from "../../support/Sound.ts"
import { makeSpeaker } from "../recognizer/sounds.ts"
import { silence } from "./FakeModels.ts"

/** Below this a sample is no speech. */
const AUDIBLE = 100
/** Seconds between two turns. */
const PAUSE = 0.6

export interface Dialogue {
  readonly samples: Int16Array
  /** `speaker`: the voice's place. */
  readonly turns: ReadonlyArray<SpeakerTurn>
}

/** Without the silence at its ends. */
const trimmed = (samples: Int16Array): Int16Array => {
  const isAudible = (sample: number) => Math.abs(sample) >= AUDIBLE
  return samples.subarray(samples.findIndex(isAudible), samples.findLastIndex(isAudible) + 1)
}

/** So many seconds at least of the voices, one after the other, from the sentence at `from` on. */
export const makeDialogue = async (voices: ReadonlyArray<string>, seconds: number, from = 0): Promise<Dialogue> => {
  const speak = await makeSpeaker()
  const pieces: Array<Int16Array> = [silence(PAUSE)]
  const turns: Array<SpeakerTurn> = []
  let at = PAUSE
  for (let number = 0; at < seconds; number++) {
    const speaker = number % voices.length
    const voice = catalog.find(({ id }) => id === voices[speaker])
    const text = natural.am[(from + number) % natural.am.length]
    if (voice === undefined || text === undefined) throw new Error("there is no such voice or sentence")
    const { pitch, rate, variant } = voice.timbre
    const said = trimmed(speak({ text, language: "am", variant, pitch, wordsPerMinute: rate }).samples)
    const end = at + said.length / SAMPLE_RATE
    turns.push({ speaker, start: at, end })
    pieces.push(said, silence(PAUSE))
    at = end + PAUSE
  }
  return { samples: joined(pieces), turns }
}

/** Seconds of one frame in which speakers are counted. */
const FRAME = 0.01

/** Who speaks in each frame. */
const framesOf = (turns: ReadonlyArray<SpeakerTurn>, seconds: number): ReadonlyArray<ReadonlySet<number>> =>
  Array.from({ length: Math.ceil(seconds / FRAME) }, (_, at) => {
    const time = (at + 0.5) * FRAME
    return new Set(turns.filter(({ end, start }) => start <= time && time < end).map(({ speaker }) => speaker))
  })

/** The most that can be had where each row takes a column of its own, or none. */
const bestMatch = (rows: ReadonlyArray<ReadonlyArray<number>>, taken: ReadonlySet<number> = new Set()): number => {
  const [row, ...others] = rows
  if (row === undefined) return 0
  const without = bestMatch(others, taken)
  return row.reduce(
    (best, value, at) => (taken.has(at) ? best : Math.max(best, value + bestMatch(others, new Set([...taken, at])))),
    without
  )
}

/**
 * The diarisation error rate (NIST): seconds of speech that were missed, that nobody said, or that were given to another,
 * by all seconds of speech, with the speakers matched as fits best and no tolerance at the ends of turns.
 */
export const errorRate = ({ samples, turns }: Dialogue, found: ReadonlyArray<SpeakerTurn>): number => {
  const seconds = samples.length / SAMPLE_RATE
  const [said, told] = [framesOf(turns, seconds), framesOf(found, seconds)]
  const speakersOf = (all: ReadonlyArray<SpeakerTurn>) => [...new Set(all.map(({ speaker }) => speaker))]
  const shared = speakersOf(turns).map((own) =>
    speakersOf(found).map((their) => said.filter((frame, at) => frame.has(own) && told[at]?.has(their) === true).length)
  )
  const spoken = said.reduce((sum, { size }) => sum + size, 0)
  const most = said.reduce((sum, { size }, at) => sum + Math.max(size, told[at]?.size ?? 0), 0)
  return (most - bestMatch(shared)) / spoken
}
