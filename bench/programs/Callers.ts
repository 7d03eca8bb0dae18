/** Callers who hold conversations at once, each in real time, and some who say nothing. */
import { Schema } from "effect"
import { Caller } from "../../test/conversation/Caller.ts"
import { makeSpeaker } from "../../test/engines/recognizer/sounds.ts"
import { API_KEY } from "../../test/support/Server.ts"
import { answering } from "../support/Helper.ts"

const Question = Schema.Struct({
  url: Schema.String,
  /** Conversations in which nothing is said, from now on. */
  idle: Schema.Number,
  /** Callers who ask one question after the other. */
  callers: Schema.Number,
  /** Questions of each. */
  turns: Schema.Number
})

const QUESTIONS = ["ሰላም ነው እንዴት ነህ", "ዛሬ ምን ቀን ነው", "ውሃ የት አለ"]
/** Sound below this is the silence that the voice ends with. */
const QUIET = 300
const speaker = await makeSpeaker()

/** A question without the silence around it. */
const say = (text: string): Int16Array => {
  const { samples } = speaker({ text, language: "am", variant: "m3", pitch: 46, wordsPerMinute: 165, inPieces: false })
  const end = samples.findLastIndex((sample) => Math.abs(sample) > QUIET)
  return samples.slice(0, end + 1)
}
const questions = QUESTIONS.map(say)

const ring = async (url: string): Promise<Caller> => {
  const caller = await Caller.connect({ url }, `apiKey=${API_KEY}&language=am`)
  await caller.next("ready", 0)
  return caller
}

/** Milliseconds by which the sound that was said from the `from`th on came later than it was to be played. */
const lateness = (caller: Caller, from: number): number => {
  let playedAt = 0
  let late = 0
  for (const { at, kind, samples } of caller.said.slice(from)) {
    if (kind !== "sound") continue
    if (playedAt > 0) late = Math.max(late, at - playedAt)
    playedAt = Math.max(playedAt, at) + samples.length / 24
  }
  return late
}

/** From the last sample of a question to the first of its answer; and how late the rest came, in milliseconds. */
const ask = async (caller: Caller, question: Int16Array) => {
  const from = caller.said.length
  caller.say(question)
  const sound = await caller.next("sound", from)
  const asked = caller.lastWord
  await caller.next("complete", from)
  const left = sound.at + caller.soundSince(from).length / 24 - performance.now()
  const late = lateness(caller, from)
  await Bun.sleep(Math.max(0, left) + 500)
  return { first: sound.at - asked, late }
}

const converse = async (url: string, turns: number, at: number) => {
  const caller = await ring(url)
  caller.live()
  // Nobody begins with the others.
  await Bun.sleep(211 * at)
  const answers: Array<{ readonly first: number; readonly late: number }> = []
  for (let turn = 0; turn < turns; turn++) {
    answers.push(await ask(caller, questions[(at + turn) % questions.length] ?? new Int16Array(0)))
  }
  caller.hangUp()
  return answers
}

const idle: Array<Caller> = []

answering(Question, async ({ callers, idle: more, turns, url }) => {
  try {
    for (let at = 0; at < more; at++) idle.push(await ring(url))
    const answers = await Promise.all(Array.from({ length: callers }, (_, at) => converse(url, turns, at)))
    return { answers: answers.flat(), errors: [] }
  } catch (cause) {
    return { answers: [], errors: [cause instanceof Error ? cause.message : String(cause)] }
  }
})

/** Well within the 60 s after which a session without sound is closed: 20 ms of silence. */
setInterval(() => {
  for (const caller of idle) caller.sound(new Int16Array(320))
}, 20_000)
