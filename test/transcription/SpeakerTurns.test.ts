/** Who says which word, and who speaks when. */
import { describe, expect, test } from "bun:test"
import { FastCheck } from "effect"
import * as SpeakerTurns from "../../src/transcription/SpeakerTurns.ts"
import { forAll } from "../support/Property.ts"

const turn = (speaker: number, start: number, end: number) => ({ speaker, start, end })
const word = (text: string, start: number, end: number) => ({ text, start, end })

const saidBy = (
  turns: ReadonlyArray<ReturnType<typeof turn>>,
  words: ReadonlyArray<ReturnType<typeof word>>
): ReadonlyArray<string | undefined> =>
  SpeakerTurns.attributed(words, SpeakerTurns.named(turns, words)).map(({ speaker }) => speaker)

describe("names", () => {
  test("speakers are named in the order of their first speech, whatever their numbers and the order of turns", () => {
    const named = SpeakerTurns.named([turn(4, 5, 6), turn(9, 0, 1), turn(9, 7, 8), turn(0, 6, 7)], [])
    expect(named.map(({ speaker, start }) => [speaker, start])).toEqual([
      ["speaker_1", 0],
      ["speaker_2", 5],
      ["speaker_3", 6],
      ["speaker_1", 7]
    ])
  })

  test("where words were heard and nobody was told apart, one speaker says them all", () => {
    expect(SpeakerTurns.named([], [word("ሰላም", 1, 2), word("ነው", 2, 3)])).toEqual([
      { speaker: "speaker_1", start: 1, end: 3 }
    ])
    expect(SpeakerTurns.named([], [])).toEqual([])
  })
})

describe("words", () => {
  test("a word is said by whoever speaks longest while it is said", () => {
    const turns = [turn(0, 0, 2.1), turn(1, 2.1, 4)]
    expect(saidBy(turns, [word("a", 0, 1), word("b", 1.9, 2.2), word("c", 2, 3)])).toEqual([
      "speaker_1",
      "speaker_1",
      "speaker_2"
    ])
  })

  test("a word that is said in nobody's turn is said by whoever speaks nearest to it", () => {
    const turns = [turn(0, 0, 1), turn(1, 3, 4), turn(0, 6, 7)]
    const words = [word("a", 1.2, 1.4), word("b", 2.5, 2.9), word("c", 4.1, 4.3), word("d", 9, 9.5)]
    expect(saidBy(turns, words)).toEqual(["speaker_1", "speaker_2", "speaker_2", "speaker_1"])
  })

  test("a word without length is said by whoever speaks then", () => {
    expect(saidBy([turn(0, 0, 1), turn(1, 1.5, 3)], [word("a", 2, 2), word("b", 0.5, 0.5)])).toEqual([
      "speaker_2",
      "speaker_1"
    ])
  })

  test("where two speak at once a word is said by one of them", () => {
    expect(saidBy([turn(0, 0, 4), turn(1, 1, 2)], [word("a", 1.2, 1.4), word("b", 3, 3.2)])).toEqual([
      "speaker_1",
      "speaker_1"
    ])
  })

  /** Turns of up to four speakers, each speaker's own one after the other. */
  const anyTurns = FastCheck.array(
    FastCheck.array(
      FastCheck.record({
        pause: FastCheck.double({ min: 0, max: 3, noNaN: true }),
        length: FastCheck.double({ min: 0.01, max: 5, noNaN: true })
      }),
      { maxLength: 8 }
    ),
    { maxLength: 4 }
  ).map((speakers) =>
    speakers.flatMap((parts, speaker) => {
      let at = 0
      return parts.map(({ length, pause }) => {
        const start = at + pause
        at = start + length
        return turn(speaker, start, at)
      })
    })
  )
  const anyWords = FastCheck.array(
    FastCheck.record({
      start: FastCheck.double({ min: 0, max: 60, noNaN: true }),
      length: FastCheck.double({ min: 0, max: 2, noNaN: true })
    }),
    { maxLength: 20 }
  ).map((parts) => parts.map(({ length, start }) => word("a", start, start + length)))

  test("each word is said by a speaker of whose turns none of another shares more of it", () =>
    forAll({}, anyTurns, anyWords, (turns, words) => {
      const named = SpeakerTurns.named(turns, words)
      const sharedBy = (speaker: string | undefined, { end, start }: (typeof words)[number]) =>
        named
          .filter((one) => one.speaker === speaker)
          .reduce((sum, one) => sum + Math.max(0, Math.min(end, one.end) - Math.max(start, one.start)), 0)
      for (const [at, { speaker }] of SpeakerTurns.attributed(words, named).entries()) {
        const said = words[at]
        if (said === undefined) return expect.unreachable()
        expect(speaker).toMatch(/^speaker_[1-4]$/)
        const most = Math.max(...named.map((one) => sharedBy(one.speaker, said)))
        expect(sharedBy(speaker, said)).toBeGreaterThanOrEqual(most - 1e-9)
      }
    }))
})

test("RTTM has a line for each turn, with its start and its length", () => {
  const named = SpeakerTurns.named([turn(0, 0.12, 2.3), turn(1, 2.5, 4)], [])
  expect(SpeakerTurns.rttm("req_1", named)).toBe(
    "SPEAKER req_1 1 0.120 2.180 <NA> <NA> speaker_1 <NA> <NA>\n" +
      "SPEAKER req_1 1 2.500 1.500 <NA> <NA> speaker_2 <NA> <NA>\n"
  )
  expect(SpeakerTurns.rttm("req_1", [])).toBe("")
})
