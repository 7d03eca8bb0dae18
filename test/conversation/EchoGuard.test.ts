import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { CaptureClock } from "../../src/conversation/CaptureClock.ts"
import { type CatalogVoice, catalog } from "../../src/voice/Catalog.ts"
import { makeSpeaker } from "../engines/recognizer/sounds.ts"
import { longTest } from "../support/Long.ts"
import { callOn, dispose, feed, type LineOptions, type LineTurn } from "./EchoLine.ts"
import { atLevel, join, louder, RATE, silence, trimmed } from "./sounds.ts"

/** Decibels of full scale of an answer as a whole. */
const LEVEL = -23
/** When the answer begins, in milliseconds. */
const ANSWER_AT = 1_000

let answer: Int16Array
let word: Int16Array
let sentence: Int16Array
let others: ReadonlyArray<Int16Array>
beforeAll(async () => {
  const speak = await makeSpeaker()
  const say = ({ language, timbre: { rate, ...timbre } }: CatalogVoice, text: string): Int16Array =>
    atLevel(trimmed(speak({ text, language, wordsPerMinute: rate, ...timbre }).samples), LEVEL)
  const [first, second] = catalog.filter(({ language }) => language === "am")
  if (first === undefined || second === undefined) throw new Error("no voices")
  answer = join(say(first, "ወንድሜ ትናንት ከገበያ ትኩስ ዳቦና ወተት ገዛ።"), silence(0.3), say(first, "ልጆቹ በወንዙ አጠገብ ይጫወታሉ።"))
  word = say(second, "አዎ")
  sentence = say(second, "ልጆቹ በወንዙ አጠገብ ይጫወታሉ።")
  others = [say(second, "ወንድሜ ትናንት ከገበያ ትኩስ ዳቦና ወተት ገዛ።"), sentence]
})

afterAll(dispose)

const millisOf = ({ length }: Int16Array): number => (1_000 * length) / RATE
const spans = (turns: ReadonlyArray<LineTurn>) => turns.map(({ begun, ended }) => [begun, ended])
const call = (more: Partial<LineOptions>) => callOn({ answer, answerAt: ANSWER_AT, delay: 100, echo: -20, ...more })

/** When the first sample of a turn that is not blanked was recorded. */
const heardFrom = ({ begun, samples }: LineTurn): number =>
  begun + (1_000 * samples.findIndex((sample) => sample !== 0)) / RATE

const DELAYS = [0, 60, 200, 400, 600, 800, 1_000]

describe("nobody speaks", () => {
  test.each(DELAYS)(
    "an answer's echo that comes %p ms late starts no turn, be it as faint or as loud as it may",
    async (delay) => {
      for (const [echo, level] of [
        [-20, 0],
        [-16, 0],
        [-40, 0],
        [-20, 12],
        [-20, -12]
      ] as const)
        expect(spans(await call({ delay, echo, answer: louder(answer, level) }))).toEqual([])
    }
  )

  for (const [name, begin] of [
    ["before the answer's first sound", () => -40],
    ["in the middle of the answer", () => 1_000],
    ["at the answer's end", () => millisOf(answer) - 500]
  ] as const)
    test.each([100, 600])(
      `a client or a server that is held up ${name} makes no turn of the echo, %p ms late`,
      async (delay) => {
        const from = ANSWER_AT + begin()
        const hang = [from, from + 940] as const
        expect(spans(await call({ delay, clientHangs: hang }))).toEqual([])
        expect(spans(await call({ delay, serverHangs: hang }))).toEqual([])
        expect(spans(await call({ delay, clientHangs: hang, serverHangs: hang }))).toEqual([])
      }
    )

  test("an answer's echo is a turn on a line later than a second and a half", async () => {
    expect((await call({ delay: 1_800 })).length).toBeGreaterThan(0)
  })
})

describe("somebody speaks over the answer", () => {
  const AT = ANSWER_AT + 1_500

  test.each(DELAYS)(
    "who speaks over an answer is one turn from the first word to the last, and the echo after that none, %p ms late",
    async (delay) => {
      const turns = await call({ delay, says: [[AT, sentence]] })
      expect(turns.length).toBe(1)
      const [turn] = turns
      if (turn === undefined) throw new Error("no turn")
      expect(heardFrom(turn)).toBeWithin(AT - 300, AT + 100)
      expect(turn.ended).toBeGreaterThan(AT + millisOf(sentence))
    }
  )

  test.each(DELAYS)(
    "the echo of what was still to be played starts no turn after an interruption, %p ms late",
    async (delay) => {
      for (const at of [ANSWER_AT + 600, AT, ANSWER_AT + 2_500]) {
        const turns = await call({ delay, says: [[at, word]] })
        expect(turns.length).toBe(1)
        expect(turns[0]?.ended).toBeLessThan(at + millisOf(word) + 1_400 + delay)
      }
    }
  )

  test.each([0, -10])(
    "who goes on right after an interruption is heard from the first word on, at %p dB from the answer",
    async (level) => {
      for (const delay of [0, 300, 1_000])
        for (const pause of [700, 1_000]) {
          const next = AT + millisOf(word) + pause
          const turns = await call({
            delay,
            says: [
              [AT, word],
              [next, louder(sentence, level)]
            ]
          })
          const turn = turns.find(({ ended }) => ended > next + 500)
          if (turn === undefined) throw new Error(`not heard: ${spans(turns)}`)
          expect(heardFrom(turn)).toBeLessThan(next + 150)
        }
    }
  )

  test("who speaks softly two seconds after an answer is heard, also where the microphone was off meanwhile", async () => {
    const next = ANSWER_AT + millisOf(answer) + 2_000
    const says = [[next, louder(sentence, -20)]] as const
    for (const isMuted of [undefined, [ANSWER_AT, next - 200]] as const) {
      const turns = await call(isMuted === undefined ? { says } : { says, isMuted })
      expect(turns.length).toBe(1)
      expect(turns[0]?.samples.length).toBeGreaterThan(sentence.length)
    }
  })
})

describe("a recording that comes faster than it is spoken", () => {
  /** Softer than the echo of an answer may be. */
  const recording = () =>
    louder(join(...[...others, word, ...others].flatMap((speech) => [silence(1.2), speech]), silence(1)), -18)

  const asAtItsPace = async (pace: number): Promise<void> => {
    const whole = recording()
    const plain = await feed({ recording: whole, pace: 1 })
    expect(plain.length).toBe(5)
    const turns = await feed({ recording: whole, pace, answer: louder(join(answer, answer, answer), 6) })
    expect(spans(turns)).toEqual(spans(plain))
    for (const [at, { samples }] of turns.entries()) expect(samples).toEqual(plain[at]?.samples ?? new Int16Array(0))
  }

  test.each([Number.POSITIVE_INFINITY, 20, 3])(
    "a recording that comes %p times as fast as it is spoken is heard as at its pace, whatever is answered meanwhile",
    asAtItsPace
  )
  longTest(
    "a recording that comes faster than it is spoken is heard as at its pace, at any pace from two on",
    async () => {
      for (const pace of [2, 2.5, 4, 5, 8, 12, 50, 200]) await asAtItsPace(pace)
    }
  )

  test("what a client has kept until it was connected does not make a recording of its microphone", () => {
    const clock = new CaptureClock()
    for (let at = 0; at < 100; at++) clock.take(20, 1_000)
    for (let at = 1; at < 200; at++) expect(clock.take(20, 1_000 + 20 * at).isAhead).toBe(false)
  })
})

describe("when sound was recorded", () => {
  /** Takes frames of 20 ms, each at its time; what is known of the last. */
  const take = (clock: CaptureClock, count: number, since: number, each = 20) => {
    let last = clock.take(20, since)
    for (let at = 1; at < count; at++) last = clock.take(20, since + each * at)
    return last
  }

  test("sound that comes at its pace was recorded when it came", () => {
    expect(take(new CaptureClock(), 100, 5_000)).toMatchObject({ from: 6_960, to: 6_980, heldUp: 0, isAhead: false })
  })

  test("sound that comes in a burst after a silence was recorded behind what came before it, a second earlier at most", () => {
    const clock = new CaptureClock()
    take(clock, 100, 5_000)
    expect(clock.take(20, 7_800)).toMatchObject({ from: 6_980, to: 7_800 })
    expect(take(clock, 40, 7_800, 0)).toMatchObject({ from: 7_780, heldUp: 800, isAhead: false })
    expect(clock.take(20, 20_000)).toMatchObject({ from: 18_980, to: 20_000 })
  })

  test("sound that goes on at its pace after a silence was not late", () => {
    const clock = new CaptureClock()
    take(clock, 100, 5_000)
    expect(take(clock, 12, 30_000)).toMatchObject({ from: 30_200, to: 30_220, heldUp: 0, isAhead: false })
  })

  test("a client that always sends half a second at once was never held up", () => {
    const clock = new CaptureClock()
    for (let second = 1; second < 20; second++)
      for (let piece = 0; piece < 5; piece++) {
        const { from, heldUp } = clock.take(100, 500 * second)
        if (second < 3) continue
        expect(heldUp).toBe(0)
        expect(from).toBe(500 * (second - 1) + 100 * piece)
      }
  })
})
