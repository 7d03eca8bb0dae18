/**
 * How many times faster than it is spoken the embedded recogniser hears, on one
 * core: with the other language's check of the beginning, and a partial for each
 * piece, as live sessions and files have them. By processor time, which other
 * programs do not take away.
 */

import { SAMPLE_RATE } from "../../src/audio/Decode.ts"
import { type Models, makeIncrementalDecoder } from "../../src/engines/recognizer/IncrementalDecoder.ts"
import { loadModels } from "../../src/engines/recognizer/ModelLoading.ts"
import { catalog } from "../../src/voice/Catalog.ts"
import { makeSpeaker } from "../../test/engines/recognizer/sounds.ts"
import { ms, type Outcome } from "../support/Report.ts"
import { median } from "../support/Statistics.ts"

const ROUNDS = 7
/** Pieces that the contract has, in milliseconds: of live sessions, and of files. */
const PIECES = [320, 1120]
const TARGET = 60

const texts = {
  am: "ዛሬ ጠዋት ወደ ገበያ ሄጄ አትክልትና ፍራፍሬ ገዛሁ። ከሰዓት በኋላ ጓደኛዬን አገኘሁት፤ ብዙ ተነጋገርን። ማታ ቤት ስመለስ ዝናብ ይዘንብ ነበር።",
  om: "Har'a ganama gara gabaa deemee fuduraa fi raafuu bite. Galgala hiriyaa koo argee waa'ee hojii dubbanne. Halkan yeroon mana galu roobni roobaa ture."
} as const

/** What every voice of a language says, one after another. */
const soundOf = async (language: "am" | "om"): Promise<Int16Array> => {
  const speak = await makeSpeaker()
  const pieces = catalog
    .filter((voice) => voice.language === language)
    .map(({ timbre: { pitch, rate, variant } }) =>
      speak({ text: texts[language], language, variant, pitch, wordsPerMinute: rate })
    )
  return Int16Array.from(pieces.flatMap(({ samples }) => Array.from(samples)))
}

/** Milliseconds of processor time to hear it all. */
const hear = (models: Models, language: "am" | "om", sound: Int16Array, millis: number): number => {
  const piece = (millis * SAMPLE_RATE) / 1000
  const before = process.cpuUsage()
  const decoder = makeIncrementalDecoder(models, language)
  for (let at = 0; at < sound.length; at += piece) {
    decoder.push(sound.subarray(at, at + piece))
    decoder.soFar()
  }
  decoder.finish()
  const { system, user } = process.cpuUsage(before)
  return (system + user) / 1000
}

export const hearing = async (): Promise<ReadonlyArray<Outcome>> => {
  const models = await loadModels()
  const outcomes: Array<Outcome> = []
  for (const language of ["am", "om"] as const) {
    const sound = await soundOf(language)
    const length = (1000 * sound.length) / SAMPLE_RATE
    for (const millis of PIECES) {
      const times = Array.from({ length: ROUNDS }, () => hear(models, language, sound, millis))
      outcomes.push({
        claim: `hearing ${language} in pieces of ${millis} ms: its length / processor time`,
        ratio: length / median(times),
        target: { atLeast: TARGET },
        detail: `${ms(length)} / ${ms(median(times))}`
      })
    }
  }
  return outcomes
}
