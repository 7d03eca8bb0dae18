/** A table of what turn detectors make of people in places: what they miss, cut, and take for speech. */
import { SAMPLE_RATE } from "../../src/engines/recognizer/FrontEnd.ts"
import { babble, gained, withNoise } from "../speech/Augment.ts"
import { music, tones, whiteNoise } from "../speech/Noise.ts"
import { fresh } from "../text/Fresh.ts"
import { makeRandom, type Random } from "../text/Random.ts"
import { readRecordings } from "./Recordings.ts"
import { say } from "./Say.ts"
import type { Speech } from "./Takes.ts"
import type { Detect, DetectedTurn } from "./TurnDetection.ts"

export interface Trial {
  readonly speech: Speech
  readonly folder: string
  /** Of the recordings each so many-th is taken. */
  readonly every: number
  readonly seed: number
  readonly detectors: ReadonlyArray<readonly [name: string, detect: Detect]>
}

/** Samples of the place alone before and after what is said. */
const BEFORE = 2 * SAMPLE_RATE
const AFTER = 2 * SAMPLE_RATE
const FRAME = SAMPLE_RATE / 50
/** Decibels below the loudest frames of a quiet recording down to which it is speech. */
const DEPTH = 25
/** Samples of speech that a turn may lack at either end: less than a syllable. */
const TOLERANCE = SAMPLE_RATE / 10
/** Voices that speak in the background. */
const OTHERS = 5
/** How much later than it is played, and softer, the answer comes back. */
const ECHO_DELAY = 0.12 * SAMPLE_RATE

const floats = (samples: Int16Array): Float32Array => Float32Array.from(samples, (sample) => sample / 32_768)

const levels = (sound: Float32Array): ReadonlyArray<number> =>
  Array.from({ length: Math.floor(sound.length / FRAME) }, (_, at) => {
    let sum = 1e-12
    for (const sample of sound.subarray(at * FRAME, (at + 1) * FRAME)) sum += sample * sample
    return 10 * Math.log10(sum / FRAME)
  })

/** Where speech begins and ends in a quiet recording, in samples: three loud frames of four. */
const bounds = (sound: Float32Array): readonly [from: number, to: number] => {
  const all = levels(sound)
  const loudest = all.toSorted((one, other) => one - other)[Math.floor(0.95 * all.length)] ?? 0
  const loud = all.map((level) => level > loudest - DEPTH)
  const isDense = (at: number) => loud.slice(at, at + 4).filter(Boolean).length >= 3
  const first = loud.findIndex((is, at) => is && isDense(at))
  const last = loud.findLastIndex((is, at) => is && isDense(Math.max(0, at - 3)))
  return [Math.max(0, first) * FRAME, (last + 1) * FRAME]
}

/** A fan: low noise and the hum of its motor. */
const fan = (length: number, random: Random): Float32Array => {
  let low = 0
  const hum = tones(length, [100, 200, 300])
  return whiteNoise(length, random).map((sample, at) => {
    low += 0.05 * (sample - low)
    return 5 * low + 0.3 * (hum[at] ?? 0)
  })
}

interface Place {
  readonly name: string
  /** The sound of the place, of a length; none for silence. */
  readonly sound?: (length: number) => Float32Array
  /** It is the echo of an answer that is being played, which `sound` gives as it is played. */
  readonly isEcho?: boolean
}

interface Tally {
  people: number
  missed: number
  lateStarts: number
  earlyEnds: number
  split: number
  /** Turns without speech, and seconds without any. */
  wrong: number
  quiet: number
  readonly ends: Array<number>
}

const emptyTally = (): Tally => ({
  people: 0,
  missed: 0,
  lateStarts: 0,
  earlyEnds: 0,
  split: 0,
  wrong: 0,
  quiet: 0,
  ends: []
})

/** What of one person's turn was detected, of speech from `from` to `to`. */
const count = (tally: Tally, turns: ReadonlyArray<DetectedTurn>, from: number, to: number, length: number): void => {
  tally.people++
  tally.quiet += (length - (to - from)) / SAMPLE_RATE
  const own = turns.filter((turn) => turn.start < to && turn.end > from)
  tally.wrong += turns.length - own.length
  const [first] = own
  const last = own.at(-1)
  if (first === undefined || last === undefined) {
    tally.missed++
    return
  }
  // A turn that began of the place alone, well before anybody spoke.
  if (first.start < from - SAMPLE_RATE) tally.wrong++
  if (first.start > from + TOLERANCE) tally.lateStarts++
  if (last.end < to - TOLERANCE) tally.earlyEnds++
  if (own.length > 1) tally.split++
  tally.ends.push((last.end - to) / SAMPLE_RATE)
}

const quantile = (values: ReadonlyArray<number>, share: number): string =>
  (values.toSorted((one, other) => one - other)[Math.floor(share * (values.length - 1))] ?? 0).toFixed(2)

const row = (name: string, { earlyEnds, ends, lateStarts, missed, people, quiet, split, wrong }: Tally): string =>
  `| ${name} | ${people} | ${missed} | ${lateStarts} | ${earlyEnds} | ${split} | ${wrong} in ${quiet.toFixed(0)} s | ${quantile(ends, 0.5)}, ${quantile(ends, 0.95)} |`

/** The place under the whole, so many decibels below what is said. */
const mixed = (said: Float32Array, [from, to]: readonly [number, number], place: Float32Array, decibels: number) => {
  const active = said.subarray(from, to)
  const whole = new Float32Array(BEFORE + said.length + AFTER)
  whole.set(said, BEFORE)
  // The level of what is said alone, not of the pauses around it.
  const noise = withNoise(active, place.subarray(0, active.length), decibels)
  let own = 0
  let under = 0
  for (const [at, sample] of noise.entries()) {
    own += (sample - (active[at] ?? 0)) ** 2
    under += (place[at] ?? 0) ** 2
  }
  const scale = Math.sqrt(own / Math.max(1e-12, under))
  return whole.map((sample, at) => sample + scale * (place[at] ?? 0))
}

const delayed = (sound: Float32Array): Float32Array => {
  const later = new Float32Array(sound.length)
  later.set(sound.subarray(0, sound.length - ECHO_DELAY), ECHO_DELAY)
  return later
}

const repeated = (sound: Float32Array, length: number): Float32Array =>
  Float32Array.from({ length }, (_, at) => sound[at % sound.length] ?? 0)

/** Decibels of full scale of the answer as it is played, 20 dB above its echo. */
const ECHO_LOSS = 20
const playedLevel = (played: Float32Array) => (from: number, to: number) => {
  let sum = 1e-12
  for (const sample of played.subarray(from, to)) sum += sample * sample
  return 10 * Math.log10(sum / (to - from))
}

const powerOf = (sound: Float32Array): number => {
  let sum = 0
  for (const sample of sound) sum += sample * sample
  return sum / Math.max(1, sound.length)
}

export const reportTurns = async ({ detectors, every, folder, seed, speech }: Trial): Promise<void> => {
  const random = makeRandom(seed)
  const people: Array<Float32Array> = []
  for await (const { samples } of readRecordings(folder, "am.tsv", every)) people.push(floats(samples))
  const answers = fresh.am
    .slice(0, 12)
    .map((text) =>
      speech.resample(speech.speak({ text, language: "am", variant: "f2", pitch: 52, wordsPerMinute: 165 }).samples)
    )
  const answer = Float32Array.from(answers.flatMap((sound) => Array.from(sound)))
  const places: ReadonlyArray<Place> = [
    { name: "white noise", sound: (length) => whiteNoise(length, random) },
    { name: "a fan", sound: (length) => fan(length, random) },
    { name: "music", sound: (length) => music(length, random) },
    {
      name: `${OTHERS} who speak`,
      sound: (length) =>
        babble(
          length,
          Array.from({ length: OTHERS }, () => random.pick(people)),
          random
        )
    },
    { name: "the answer's echo", sound: (length) => repeated(answer, length), isEcho: true }
  ]
  const tallies = new Map<string, Map<string, Tally>>()
  const run = async (name: string, said: Float32Array, place: Place, decibels: number, isTelephone = false) => {
    const span = bounds(said)
    const length = BEFORE + said.length + AFTER
    const source = place.sound?.(length) ?? new Float32Array(length)
    const heard = place.isEcho === true ? delayed(source) : source
    const whole =
      place.sound === undefined ? mixed(said, span, new Float32Array(length), 0) : mixed(said, span, heard, decibels)
    const carried = isTelephone ? speech.telephone(speech.toInts(whole), "mu") : whole
    const level =
      10 * Math.log10(powerOf(said.subarray(...span)) / Math.max(1e-12, powerOf(heard))) - decibels + ECHO_LOSS
    const played = gained(source, level)
    const playing = place.isEcho === true ? playedLevel(played) : () => undefined
    for (const [detector, detect] of detectors) {
      const turns = await detect(speech.toInts(carried), playing)
      const rows = tallies.get(name) ?? new Map<string, Tally>()
      tallies.set(name, rows)
      const tally = rows.get(detector) ?? emptyTally()
      rows.set(detector, tally)
      count(tally, turns, BEFORE + span[0], BEFORE + span[1], length)
    }
  }
  for (const said of people) {
    await run("quiet", said, { name: "quiet" }, 0)
    await run("quiet, by telephone", said, { name: "quiet" }, 0, true)
    for (const place of places)
      for (const decibels of [20, 10, 5]) await run(`${place.name}, ${decibels} dB softer`, said, place, decibels)
    const [noise] = places
    if (noise !== undefined) await run("white noise, 10 dB softer, by telephone", said, noise, 10, true)
  }
  for (const [detector] of detectors) {
    say(`\n${detector}\n`)
    say(
      "| Place | turns | missed | begun over 0.1 s late | ended over 0.1 s early | split | without speech | end after the last sound, s: median, 95 % |"
    )
    say("|---|---|---|---|---|---|---|---|")
    for (const [name, rows] of tallies) say(row(name, rows.get(detector) ?? emptyTally()))
  }
}
