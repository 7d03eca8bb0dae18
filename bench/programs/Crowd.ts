/** Many sockets at once: those that wait, and those that speak, each as fast as its sound would be heard. */
import { Schema } from "effect"
import { answering } from "../support/Helper.ts"
import { open, type Speaker } from "../support/Socket.ts"

const Question = Schema.Struct({
  url: Schema.String,
  /** Sockets that wait, from now on. */
  idle: Schema.Number,
  /** Sockets that speak until the seconds are over. */
  speakers: Schema.Number,
  seconds: Schema.Number,
  text: Schema.String
})

/** Sockets opened at once: a crowd arrives, it does not appear. */
const OPENING = 16
/** Well within the 60 s after which a silent socket is closed. */
const PING_MILLIS = 20_000

const idle: Array<Speaker> = []

const openMany = async (url: string, count: number): Promise<ReadonlyArray<Speaker>> => {
  const opened: Array<Speaker> = []
  let left = count
  const opener = async () => {
    while (left-- > 0) opened.push(await open(url))
  }
  await Promise.all(Array.from({ length: OPENING }, opener))
  return opened
}

/** Speaks, listens to the end of the sound, and speaks again. */
const converse = async (speaker: Speaker, text: string, until: number): Promise<ReadonlyArray<number>> => {
  const firsts: Array<number> = []
  while (performance.now() < until) {
    const { first, seconds, whole } = await speaker.speak(text)
    firsts.push(first)
    await Bun.sleep(Math.max(0, seconds * 1_000 - whole))
  }
  return firsts
}

/** Answers the milliseconds to each turn's first audio, and what went wrong. */
answering(Question, async ({ idle: more, seconds, speakers, text, url }) => {
  const errors: Array<string> = []
  const note = (cause: unknown) => errors.push(cause instanceof Error ? cause.message : String(cause))
  const firsts: Array<number> = []
  try {
    idle.push(...(await openMany(url, more)))
    const speaking = await openMany(url, speakers)
    const spread = (seconds * 1_000) / 4
    const begun = performance.now()
    await Promise.all(
      speaking.map(async (speaker, at) => {
        await Bun.sleep((spread * at) / speakers)
        firsts.push(...(await converse(speaker, text, begun + seconds * 1_000)))
      })
    ).catch(note)
    for (const speaker of speaking) speaker.close()
  } catch (cause) {
    note(cause)
  }
  return { firsts, errors }
})

setInterval(() => {
  for (const speaker of idle) speaker.ping()
}, PING_MILLIS)
