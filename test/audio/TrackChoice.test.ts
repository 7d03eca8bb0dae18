/** Which of several tracks is heard of a sound that is still coming. */
import { expect, test } from "bun:test"
import type { Piece } from "../../src/audio/PacketDecoders.ts"
import { TrackChoice } from "../../src/audio/TrackChoice.ts"

const RATE = 8_000

/** Tenths of a second: of silence, or of the number that stands for a track. */
const tenth = (level: number): Piece => ({
  channelData: [new Float32Array(RATE / 10).fill(level / 10)],
  sampleRate: RATE
})

const tenthsOf = ({ channelData: [samples] }: Piece): number => Math.round((samples?.length ?? 0) / (RATE / 10))

/**
 * What is given of tenths of a second of tracks that come in turn, as digits: 0 for silence, else the track's number.
 * `comes`: whether tracks are known to come.
 */
const choose = (tracks: ReadonlyArray<string>, isOver = true, comes = false) => {
  const notes: Array<string> = []
  const left = tracks.map((levels) => levels.replaceAll(" ", "").length)
  const isComing = (at: number) => comes && (left[at] ?? 0) > 0
  const choice = new TrackChoice(tracks.length, (sentence) => notes.push(sentence), isComing)
  const given: Array<Piece> = []
  /** Tenths that were given when so many had come. */
  const pace: Array<number> = []
  for (let at = 0; at < Math.max(...tracks.map(({ length }) => length)); at++) {
    for (const [track, levels] of tracks.entries()) {
      const level = levels[at]
      if (level === undefined || level === " ") continue
      left[track] = (left[track] ?? 0) - 1
      given.push(...choice.add(track, [tenth(Number(level))]))
    }
    pace.push(given.reduce((sum, piece) => sum + tenthsOf(piece), 0))
  }
  given.push(...choice.end(isOver))
  const digitOf = ({ channelData: [samples] }: Piece) => String(Math.round((samples?.[0] ?? 0) * 10))
  const told = given.map((piece) => digitOf(piece).repeat(tenthsOf(piece))).join("")
  return { told, notes, pace }
}

const heardOf = (count: number, number: number) => [`the file has ${count} sound tracks; number ${number} was heard`]

test("of two tracks that come the second is heard where the first is silent, from where it stands", () => {
  expect(choose(["00000000", "00022222"])).toMatchObject({ told: "00022222", notes: heardOf(2, 2) })
})

test("the silence that all tracks have so far is given at once, and nobody waits for the choice", () => {
  const { pace } = choose(["0000000000", "0000000000"])
  expect(pace).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test("a track that comes first and is heard within two seconds is taken before one that was heard earlier", () => {
  const late = "0".repeat(18) + "1".repeat(10)
  expect(choose([late, "2".repeat(28)])).toMatchObject({ told: late, notes: heardOf(2, 1) })
  const tooLate = "0".repeat(25) + "1".repeat(10)
  expect(choose([tooLate, "2".repeat(35)])).toMatchObject({ told: "2".repeat(35), notes: heardOf(2, 2) })
})

test("the first track is heard at once where it has something to hear", () => {
  expect(choose(["1111", "2222"])).toMatchObject({ told: "1111", pace: [1, 2, 3, 4], notes: heardOf(2, 1) })
})

test("a track of which nothing comes holds up none of the others", () => {
  const { notes, pace, told } = choose([" ".repeat(60), "0".repeat(40) + "3".repeat(20), "0".repeat(60)])
  expect([told, notes]).toEqual(["0".repeat(40) + "3".repeat(20), heardOf(3, 2)])
  expect(pace[39]).toBeGreaterThan(18)
})

test("where all tracks are silent to the end the first is heard, and behind an end that is none the choice stays open", () => {
  expect(choose(["000", "000"])).toMatchObject({ told: "000", notes: heardOf(2, 1) })
  expect(choose(["000", "000"], false)).toMatchObject({ told: "000", notes: [] })
})

test("a track of which nothing can be made is passed over, and its failure is told where no other is left", () => {
  const choice = new TrackChoice(2, () => {})
  const failure = new Error("no codec")
  choice.fail(0, failure)
  expect(choice.isWanted(0)).toBe(false)
  expect(Array.from(choice.add(1, [tenth(5)]))).toHaveLength(1)
  expect(() => choice.fail(1, failure)).toThrow(failure)
  expect(() => new TrackChoice(1, () => {}).fail(0, failure)).toThrow(failure)
})

test("what waits for the choice of a track is bounded by samples, whatever their rate", () => {
  const choice = new TrackChoice(2, () => {})
  const wide = () => ({
    channelData: Array.from({ length: 8 }, () => new Float32Array(100_000).fill(0.5)),
    sampleRate: 1e9
  })
  let given = 0
  for (let count = 0; count < 12; count++) given += Array.from(choice.add(1, [wide()])).length
  expect(given).toBe(12)
})

test("of silence that waits only how long it lasts is kept, and of stretches of it no more than a bound", () => {
  const wide = { channelData: Array.from({ length: 8 }, () => new Float32Array(100_000)), sampleRate: 1e9 }
  const choice = new TrackChoice(2, () => {})
  for (let count = 0; count < 200; count++) expect(Array.from(choice.add(1, [wide]))).toEqual([])
  const lengths = Array.from(choice.end(false), ({ channelData }) => [channelData.length, channelData[0]?.length ?? 0])
  expect(Math.max(...lengths.map(([, samples = 0]) => samples))).toBeLessThan(50_000)
  expect(lengths.reduce((sum, [channels = 0, samples = 0]) => sum + channels * samples, 0)).toBe(200 * 800_000)
  const many = new TrackChoice(2, () => {})
  let given = 0
  for (let at = 0; at < 100_000; at++) {
    const short = { channelData: [new Float32Array(1)], sampleRate: 384_000 - (at % 2) }
    given += Array.from(many.add(1, [short])).length
  }
  expect(given).toBeGreaterThan(60_000)
})

test("a track that is known to come is waited for while another is seconds ahead", () => {
  const none = " ".repeat(60)
  const [silent, voice] = ["0".repeat(60), "2".repeat(60)]
  const second = { told: voice, notes: heardOf(2, 2) }
  expect(choose([silent + none, none + voice], true, true)).toMatchObject(second)
  expect(choose([none + silent, voice + none], true, true)).toMatchObject(second)
  const first = { told: "1".repeat(60), notes: heardOf(2, 1) }
  expect(choose([none + "1".repeat(60), voice], true, true)).toMatchObject(first)
  // It is over before the other one is: nothing more of it comes.
  const early = " ".repeat(10) + "0".repeat(10)
  const both = "0".repeat(20) + voice
  expect(choose([early, both], true, true)).toMatchObject({ told: both, notes: heardOf(2, 2) })
})

test("a track that a file says to come holds up the others for ten seconds and no longer", () => {
  const late = `${" ".repeat(150)}1`
  const voice = "2".repeat(150)
  const heard = choose([late, voice], true, true)
  expect(heard).toMatchObject({ told: voice, notes: heardOf(2, 2) })
  expect([heard.pace[95], heard.pace[105]]).toEqual([0, 106])
  const { pace } = choose([late, "0".repeat(150)], true, true)
  expect(pace[95]).toBe(0)
  expect(pace[145]).toBeGreaterThan(40)
})

test("where tracks come in long parts one is waited for as long as a part lasts", () => {
  const givenOfSecond = (seconds: number) => {
    const choice = new TrackChoice(2, () => {})
    choice.lookFurther(seconds)
    const given: Array<Piece> = []
    for (let at = 0; at < 50; at++) given.push(...choice.add(0, [tenth(0)]))
    for (let at = 0; at < 50; at++) given.push(...choice.add(1, [tenth(2)]))
    given.push(...choice.end(true))
    return given.filter(({ channelData: [samples] }) => (samples?.[0] ?? 0) > 0.1).length
  }
  expect(givenOfSecond(5)).toBe(50)
  // What a damaged part says of itself.
  for (const seconds of [Number.NaN, -3]) expect(givenOfSecond(seconds)).toBeLessThan(50)
})

test("a track that fails before the choice is not chosen for what was heard of it, and holds up no other", () => {
  const notes: Array<string> = []
  const choice = new TrackChoice(2, (sentence) => notes.push(sentence))
  const given: Array<Piece> = []
  for (let at = 0; at < 10; at++) given.push(...choice.add(1, [tenth(at < 5 ? 0 : 2)]))
  choice.fail(1, new Error("damaged"))
  for (let at = 0; at < 30; at++) given.push(...choice.add(0, [tenth(0)]))
  given.push(...choice.end(true))
  expect([given.length, notes]).toEqual([30, heardOf(2, 1)])
})

test("what is said of a track is told where that track is heard, and otherwise not", () => {
  const notes: Array<string> = []
  const choice = new TrackChoice(2, (sentence) => notes.push(sentence))
  choice.noteOf(0)("of the first")
  choice.noteOf(1)("of the second")
  Array.from(choice.add(1, [tenth(5)]))
  Array.from(choice.end(true))
  choice.noteOf(0)("of the first, later")
  choice.noteOf(1)("of the second, later")
  expect(notes).toEqual([...heardOf(2, 2), "of the second", "of the second, later"])
})
