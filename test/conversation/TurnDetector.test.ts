import { beforeAll, describe, expect, test } from "bun:test"
import { FastCheck } from "effect"
import type { Detection } from "../../src/audio/VoiceActivity.ts"
import { type CatalogVoice, catalog } from "../../src/voice/Catalog.ts"
import { makeSpeaker, withoutSpeech } from "../engines/recognizer/sounds.ts"
import { isQuick, longTest } from "../support/Long.ts"
import { forAll } from "../support/Property.ts"
import * as Sounds from "./sounds.ts"
import { join, louder, mix, noises, pink, RATE, silence, type Turn, turnsIn } from "./sounds.ts"

const sentences = {
  am: ["ወንድሜ ትናንት ከገበያ ትኩስ ዳቦና ወተት ገዛ።", "ልጆቹ በወንዙ አጠገብ ይጫወታሉ።", "አዎ"],
  om: ["Obboleessi koo kaleessa gabaadhaa aannan bite.", "Ijoolleen laga biratti taphatu.", "eeyyee"]
} as const

/** Decibels of full scale of a sentence as a whole. */
const SPEECH = -23
/** Seconds of the place's sound before anybody speaks. */
const LEAD = 2

let detection: Detection
let speaker: Awaited<ReturnType<typeof makeSpeaker>>
beforeAll(async () => {
  detection = await Sounds.loadDetection()
  speaker = await makeSpeaker()
})

/** By voice and sentence. */
const said = new Map<string, Int16Array>()
const say = ({ id, language, timbre }: CatalogVoice, sentence: 0 | 1 | 2): Int16Array => {
  const before = said.get(`${id} ${sentence}`)
  if (before !== undefined) return before
  const { rate, ...rest } = timbre
  const { samples } = speaker({ text: sentences[language][sentence], language, wordsPerMinute: rate, ...rest })
  const speech = Sounds.atLevel(Sounds.trimmed(samples), SPEECH)
  said.set(`${id} ${sentence}`, speech)
  return speech
}
const voiceOf = (language: "am" | "om"): CatalogVoice => {
  const found = catalog.find((voice) => voice.language === language)
  if (found === undefined) throw new Error("no voice")
  return found
}

/** Rules that were named; one after the other they are tried in Amharic and in Oromo. */
let rules = 0
/** A rule of one voice, and, as a long test, of every voice. */
const inVoices = (name: string, rule: (voices: ReadonlyArray<CatalogVoice>) => void): void => {
  const voice = voiceOf(rules++ % 2 === 0 ? "am" : "om")
  test(name, () => rule([voice]))
  longTest(`${name}, in every voice`, () => rule(catalog))
}

const millis = (samples: number): number => samples / (RATE / 1000)
const spans = (turns: ReadonlyArray<Turn>) => turns.map(({ end, start }) => [millis(start), millis(end)])
const lengthOf = (sound: Int16Array): number => sound.length / RATE

/** Milliseconds from the speech's own start and end to the turn's, and to when it was known to have begun. */
interface Errors {
  readonly start: number
  readonly latency: number
  readonly end: number
}
const errorsOf = (speech: Int16Array, turns: ReadonlyArray<Turn>, lead = LEAD): Errors => {
  const [turn] = turns
  if (turn === undefined || turns.length > 1) throw new Error(`${turns.length} turns: ${spans(turns)}`)
  const from = lead * RATE
  return {
    start: millis(turn.start - from),
    latency: millis(turn.known - from),
    end: millis(turn.end - from - speech.length)
  }
}

/** Speech with the sound of a place around and under it. */
const inPlace = (speech: Int16Array, place: (seconds: number) => Int16Array, lead = LEAD): Int16Array =>
  mix(join(silence(lead), speech, silence(2)), place(lead + lengthOf(speech) + 2))

const worst = (all: ReadonlyArray<Errors>) => ({
  lateStart: Math.max(...all.map(({ start }) => start)),
  latency: Math.max(...all.map(({ latency }) => latency)),
  earlyEnd: Math.min(...all.map(({ end }) => end)),
  lateEnd: Math.max(...all.map(({ end }) => end))
})

/**
 * Every voice, a sentence and a short one: its beginning is in the turn, it is
 * known soon, and the turn ends half a second after the last that can be heard.
 */
describe("speech is one turn, with its beginning", () => {
  const places: ReadonlyArray<
    readonly [name: string, place: (seconds: number) => Int16Array, latency: number, start: number]
  > = [
    ["in digital silence", silence, 120, -280],
    ["over white noise 20 dB softer", (seconds) => noises.white(seconds, SPEECH - 20), 140, -260],
    ["over pink noise 20 dB softer", (seconds) => noises.pink(seconds, SPEECH - 20), 140, -260],
    ["over white noise 10 dB softer", (seconds) => noises.white(seconds, SPEECH - 10), 300, -100],
    ["over pink noise 10 dB softer", (seconds) => noises.pink(seconds, SPEECH - 10), 340, -80],
    ["over white noise 5 dB softer", (seconds) => noises.white(seconds, SPEECH - 5), 340, -80],
    ["over pink noise 5 dB softer", (seconds) => noises.pink(seconds, SPEECH - 5), 340, -80],
    ["over mains hum 7 dB softer", (seconds) => Sounds.hum(seconds, SPEECH - 7), 320, -100],
    ["with an offset", (seconds) => silence(seconds).fill(5000), 120, -280]
  ]
  for (const [where, place, latency, start] of places)
    inVoices(`speech ${where} is one turn, with its beginning`, (voices) => {
      const all = voices.flatMap((voice) =>
        ([0, 1] as const).map((sentence) => {
          const speech = say(voice, sentence)
          return errorsOf(speech, turnsIn(detection, inPlace(speech, place)))
        })
      )
      const { earlyEnd, lateEnd, ...rest } = worst(all)
      expect(rest.latency).toBeLessThanOrEqual(latency)
      expect(rest.lateStart).toBeLessThanOrEqual(start)
      // 500 ms of silence: a sentence's end may lie in the noise, which the turn's last half second still holds.
      expect(earlyEnd).toBeGreaterThanOrEqual(420)
      expect(lateEnd).toBeLessThanOrEqual(580)
    })

  inVoices("speech very soft in a quiet room, or so loud that it is clipped, starts a turn in time", (voices) => {
    for (const voice of voices) {
      const speech = say(voice, 0)
      const soft = inPlace(louder(speech, -40 - SPEECH), (seconds) => pink(seconds, -65))
      expect(errorsOf(speech, turnsIn(detection, soft)).latency).toBeLessThanOrEqual(300)
      const clipped = inPlace(louder(speech, 25), silence)
      expect(errorsOf(speech, turnsIn(detection, clipped)).latency).toBeLessThanOrEqual(140)
    }
  })

  inVoices("a word alone is one turn", (voices) => {
    for (const voice of voices) {
      const speech = say(voice, 2)
      const { latency } = errorsOf(
        speech,
        turnsIn(
          detection,
          inPlace(speech, (seconds) => pink(seconds, -50))
        )
      )
      expect(latency).toBeLessThanOrEqual(280)
    }
  })

  test("speech that begins at once is one turn, and a turn may begin right after another", () => {
    const speech = say(voiceOf("am"), 0)
    const [only] = turnsIn(detection, join(speech, silence(1)))
    expect(only?.start).toBe(0)
    const pause = silence(0.7)
    const turns = turnsIn(detection, join(speech, pause, speech, pause, speech), { options: { prefixMillis: 2000 } })
    expect(turns.length).toBe(3)
    // What the one has is not given again with the next.
    for (const [at, turn] of turns.entries()) expect(turn.start).toBeGreaterThanOrEqual(turns[at - 1]?.end ?? 0)
  })
})

describe("where a turn ends", () => {
  inVoices("a pause of 300 ms in a sentence does not end a turn; one longer than the setting does", (voices) => {
    for (const voice of voices) {
      const [first, second] = [say(voice, 0), say(voice, 1)]
      for (const place of [silence, (seconds: number) => pink(seconds, SPEECH - 20)]) {
        const speak = (pause: number) => {
          const speech = join(first, silence(pause), second)
          return (silenceMillis: number) => turnsIn(detection, inPlace(speech, place), { options: { silenceMillis } })
        }
        expect(speak(0.3)(500).length).toBe(1)
        expect(speak(0.8)(500).length).toBe(2)
        expect(speak(0.8)(1200).length).toBe(1)
      }
    }
  })

  inVoices("a whispered end belongs to its turn: low-passed, and 15 dB softer", (voices) => {
    for (const voice of voices) {
      const speech = say(voice, 0)
      const half = Math.round(speech.length / 2)
      const end = louder(Sounds.lowPassed(speech.subarray(half), 1200), -15)
      const whole = join(speech.subarray(0, half), end)
      const { end: late } = errorsOf(
        whole,
        turnsIn(
          detection,
          inPlace(whole, (seconds) => pink(seconds, -65))
        )
      )
      expect(late).toBeGreaterThanOrEqual(380)
    }
  })

  test("an end breathed without a voice belongs to its turn", () => {
    const speech = say(voiceOf("om"), 0)
    const breath = Sounds.white(0.8, SPEECH - 15)
    const whole = join(speech, breath)
    const { end } = errorsOf(
      whole,
      turnsIn(
        detection,
        inPlace(whole, (seconds) => pink(seconds, -65))
      )
    )
    expect(end).toBeGreaterThanOrEqual(480)
  })

  test("clicks in a pause do not keep a turn open, and a noise that begins in it not for long", () => {
    const speech = say(voiceOf("am"), 1)
    const clicks = Sounds.soundOf(2, (time) => (time % 0.25 < 0.001 ? 0.8 : 0))
    expect(errorsOf(speech, turnsIn(detection, join(silence(LEAD), speech, clicks))).end).toBeLessThanOrEqual(600)
    const fan = pink(6, -45)
    expect(errorsOf(speech, turnsIn(detection, join(silence(LEAD), speech, fan))).end).toBeLessThanOrEqual(2500)
  })

  test("finish ends a turn at once with all its sound, and ends nothing where nobody speaks", () => {
    const speech = say(voiceOf("am"), 0)
    const cut = speech.subarray(0, 20_117)
    expect(turnsIn(detection, cut, { sizes: [777] })[0]?.end).toBe(cut.length)
    expect(turnsIn(detection, silence(1))).toEqual([])
  })
})

describe("what is no speech starts no turn", () => {
  const levels = [-50, -40, -30, -20, -10]
  const bursts = (seconds: number, decay: number) =>
    join(
      ...Array.from({ length: 10 }, (_, at) =>
        join(silence(0.4 + 0.07 * at), Sounds.burst(seconds, -10, decay, at + 1))
      )
    )
  const others: ReadonlyArray<readonly [name: string, sound: () => ReadonlyArray<Int16Array>]> = [
    ["what the recogniser's tests have", () => withoutSpeech.map(([, samples]) => samples)],
    ["white noise", () => levels.map((level) => Sounds.white(6, level))],
    ["pink noise", () => levels.map((level) => pink(6, level))],
    ["noise that begins", () => levels.map((level) => join(pink(3, -60), Sounds.white(3, level), pink(3, level)))],
    [
      "noise that swells four times a second",
      () =>
        levels.map((level) => pink(6, level).map((sample, at) => sample * (0.55 + 0.45 * Math.sin((at / RATE) * 25))))
    ],
    ["mains hum that begins", () => levels.map((level) => join(silence(1), Sounds.hum(5, level)))],
    ["clicks", () => [0.05, 0.1, 0.2].map((each) => Sounds.soundOf(5, (time) => (time % each < 1 / RATE ? 0.9 : 0)))],
    [
      "bursts as of coughs and doors, in rooms that answer",
      () => [0.002, 0.01, 0.03, 0.06, 0.1].flatMap((seconds) => [0, 0.1, 0.3].map((decay) => bursts(seconds, decay)))
    ],
    [
      "tunes of one to ten notes a second",
      () =>
        [1, 4, 10].flatMap((notes) =>
          [1, 6].map((harmonics) => mix(join(silence(1), Sounds.tune(6, -20, notes, harmonics)), pink(7, -50)))
        )
    ],
    ["chords", () => [0.2, 0.25, 0.5, 1, 2].map((each) => join(silence(1), Sounds.chords(6, -20, each)))],
    ["sirens", () => [440, 700, 1000, 1500].map((hertz) => join(silence(1), Sounds.siren(5, -15, hertz, 0.2)))]
  ]
  for (const [name, sound] of others) {
    test(`${name} starts no turn, the first and the last of its kind`, () => {
      const sounds = sound()
      for (const samples of [...sounds.slice(0, 1), ...sounds.slice(-1)])
        expect(spans(turnsIn(detection, samples))).toEqual([])
    })
    longTest(`${name} starts no turn`, () => {
      for (const samples of sound()) expect(spans(turnsIn(detection, samples))).toEqual([])
    })
  }
})

describe("while an answer is played", () => {
  /** The level of 20 ms of the answer. */
  const playingOf = (answer: Int16Array) => (at: number) => {
    const piece = answer.subarray(at, at + 320)
    return piece.length === 0 ? undefined : Math.max(-90, Sounds.levelOf(piece))
  }
  const place = (sound: Int16Array) => mix(sound, pink(lengthOf(sound), -60))
  const neighbour = (voice: CatalogVoice, away: number): CatalogVoice => {
    const own = catalog.filter(({ language }) => language === voice.language)
    return own[(own.indexOf(voice) + away) % own.length] ?? voice
  }
  const answerOf = (voice: CatalogVoice) => join(say(voice, 0), say(voice, 1))
  const echoOf = (answer: Int16Array, delay: number) => join(silence(delay), louder(answer, -20), silence(1))

  inVoices("an answer's echo at -20 dB starts no turn, in every voice, however late it comes", (voices) => {
    for (const voice of voices) {
      const answer = answerOf(voice)
      for (const delay of [0, 0.05, 0.15, 0.3])
        expect(spans(turnsIn(detection, place(echoOf(answer, delay)), { playing: playingOf(answer) }))).toEqual([])
    }
  })

  test("an answer's echo is a turn where the detector does not know what is played", () => {
    expect(turnsIn(detection, place(echoOf(answerOf(voiceOf("am")), 0.1))).length).toBe(1)
  })

  longTest("speech over an answer, as loud or 10 dB softer, is detected within 250 ms", () => {
    for (const voice of catalog) {
      const answer = answerOf(voice)
      for (const [away, delay] of [
        [1, 0.05],
        [2, 0.3]
      ] as const)
        for (const level of [0, -10])
          for (const after of [0.7, 1.5]) {
            const user = louder(say(neighbour(voice, away), 1), level)
            const sound = mix(place(echoOf(answer, delay)), join(silence(after), user))
            const [first] = turnsIn(detection, sound, { playing: playingOf(answer) })
            expect(millis((first?.known ?? sound.length) - after * RATE)).toBeLessThanOrEqual(250)
            expect(millis((first?.start ?? sound.length) - after * RATE)).toBeLessThanOrEqual(0)
          }
    }
  })

  test("a turn over an answer begins with the user's words, and not with the answer's echo before them", () => {
    for (const language of ["am", "om"] as const) {
      const answer = answerOf(voiceOf(language))
      for (const after of [0.7, 1.1, 1.5]) {
        const sound = mix(echoOf(answer, 0.1), join(silence(after), say(neighbour(voiceOf(language), 1), 1)))
        const [first] = turnsIn(detection, sound, { playing: playingOf(answer) })
        const begun = first?.samples.findIndex((sample) => sample !== 0) ?? 0
        expect(millis((first?.start ?? 0) + begun - after * RATE)).toBeWithin(-260, 1)
      }
    }
  })

  test("the beginning of a turn without an answer is left as it is", () => {
    const room = pink(3, -50)
    const [first] = turnsIn(detection, mix(room, join(silence(1), say(voiceOf("am"), 0))))
    expect(first?.samples.slice(0, 320)).toEqual(
      mix(room, join(silence(1), say(voiceOf("am"), 0))).slice(first?.start ?? 0, (first?.start ?? 0) + 320)
    )
  })

  test("clicks and noise over an answer start no turn", () => {
    const answer = answerOf(voiceOf("am"))
    const seconds = lengthOf(answer) + 1
    const echo = echoOf(answer, 0.1)
    const clicks = Sounds.soundOf(seconds, (time) => (time % 0.3 < 0.001 ? 0.8 : 0))
    for (const other of [clicks, pink(seconds, -30)])
      expect(spans(turnsIn(detection, mix(echo, other), { playing: playingOf(answer) }))).toEqual([])
  })

  test("the threshold for speech over an answer is a setting", () => {
    const answer = answerOf(voiceOf("om"))
    const sound = place(join(silence(0.1), louder(answer, -5), silence(1)))
    const turns = (interruptionDecibels: number) =>
      turnsIn(detection, sound, { playing: playingOf(answer), options: { interruptionDecibels } }).length
    expect(turns(-14)).toBeGreaterThan(0)
    expect(turns(1)).toBe(0)
  })
})

test("the detected turns are the same however the sound is cut into frames", () => {
  const speech = say(voiceOf("am"), 1)
  const sound = join(
    inPlace(speech, (seconds) => pink(seconds, -45), 0.5),
    speech.subarray(0, 9_001)
  )
  const whole = turnsIn(detection, sound).map(({ end, start }) => ({ end, start }))
  expect(whole.length).toBe(2)
  forAll(
    { numRuns: isQuick ? 8 : 40 },
    FastCheck.array(FastCheck.integer({ min: 1, max: 32_000 }), { minLength: 1, maxLength: 6 }),
    (sizes) => {
      expect(turnsIn(detection, sound, { sizes }).map(({ end, start }) => ({ end, start }))).toEqual(whole)
    }
  )
  expect(turnsIn(detection, sound, { sizes: [1] }).map(({ end, start }) => ({ end, start }))).toEqual(whole)
})
