/** From the engine's word events to one mark for each word that the client wrote. */
import { isSpeakable } from "../text/Sound.ts"
import type { WordMark } from "./Synthesizer.ts"

/** That the engine begins, at `seconds`, to speak what stands at `offset` (UTF-16) of the phrase. */
export interface WordEvent {
  readonly offset: number
  readonly seconds: number
}

interface Word {
  readonly text: string
  readonly end: number
}

/** What white space or the Ethiopic word space divides, as far as it can be spoken. */
const speakableWords = (phrase: string): ReadonlyArray<Word> =>
  Array.from(phrase.matchAll(/[^\s\u200b፡]+/gu), (match) => ({
    text: match[0],
    end: match.index + match[0].length
  })).filter(({ text }) => isSpeakable(text))

/** A word whose beginning is known. */
interface Anchor {
  readonly index: number
  readonly seconds: number
}

/** The first event of each word that has one, as long as words and times both rise. */
const anchorsOf = (words: ReadonlyArray<Word>, events: ReadonlyArray<WordEvent>, total: number): Array<Anchor> => {
  const anchors: Array<Anchor> = []
  for (const { offset, seconds } of events) {
    const index = words.findIndex(({ end }) => end > offset)
    const last = anchors.at(-1)
    if (index < 0 || seconds >= total || seconds < 0) continue
    if (last === undefined || (index > last.index && seconds > last.seconds)) anchors.push({ index, seconds })
  }
  const first = anchors[0]
  if (first === undefined) return [{ index: 0, seconds: 0 }]
  // Words before the first event share the time before it; where there is none, they take the first's.
  if (first.index > 0) anchors.splice(0, first.seconds > 0 ? 0 : 1, { index: 0, seconds: 0 })
  return anchors
}

/** Words between two anchors share the time between them by their length. */
const startsOf = (words: ReadonlyArray<Word>, anchors: ReadonlyArray<Anchor>, total: number): ReadonlyArray<number> =>
  anchors.flatMap(({ index, seconds }, at) => {
    const next = anchors[at + 1] ?? { index: words.length, seconds: total }
    const sharing = words.slice(index, next.index)
    const letters = sharing.reduce((sum, { text }) => sum + text.length, 0)
    let before = 0
    return sharing.map(({ text }) => {
      const start = seconds + ((next.seconds - seconds) * before) / letters
      before += text.length
      return start
    })
  })

/** Below this, of 32,768, a sample counts as silent: 50 dB under full scale. */
const audible = 100

/** The end of the last audible sample between two times. */
const soundEnd = (samples: Int16Array, sampleRate: number, start: number, end: number): number => {
  const first = Math.ceil(start * sampleRate)
  let last = Math.min(samples.length, Math.floor(end * sampleRate))
  while (last > first && Math.abs(samples[last - 1] ?? 0) < audible) last--
  return last > first ? Math.min(end, last / sampleRate) : end
}

/**
 * Marks of every word of `phrase` that can be spoken, each once, in order,
 * starts rising, all within the sound. A word that the engine speaks as several
 * begins with the first of them; one that it names in no event shares the time
 * of the word before it.
 */
export const wordMarks = (
  phrase: string,
  events: ReadonlyArray<WordEvent>,
  sound: { readonly samples: Int16Array; readonly sampleRate: number }
): ReadonlyArray<WordMark> => {
  const words = speakableWords(phrase)
  if (words.length === 0) return []
  const total = sound.samples.length / sound.sampleRate
  const starts = startsOf(words, anchorsOf(words, events, total), total)
  return words.map(({ text }, index) => {
    const start = starts[index] ?? total
    return { text, start, end: soundEnd(sound.samples, sound.sampleRate, start, starts[index + 1] ?? total) }
  })
}
