/**
 * Makes the training data of one language:
 * `bun training/generate.ts am --utterances 9000 --seed 1 --out training/data`.
 *
 * `<out>/<language>/shard-….u8` holds the features of some utterances, one byte
 * a value; `shard-….jsonl` a line for each: its frames and what was said, in units.
 * `--texts` names a file of real sentences, one a line, of which a share is spoken;
 * `--first` the number of the first shard, beside what is there.
 */
import { mkdir, rename } from "node:fs/promises"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { units } from "../src/engines/recognizer/AcousticUnits.ts"
import { BANDS, SAMPLE_RATE } from "../src/engines/recognizer/FrontEnd.ts"
import { say } from "./measure/Say.ts"
import { makeAugmenter } from "./speech/Augment.ts"
import { featuresOf } from "./speech/Features.ts"
import { noSpeech } from "./speech/Noise.ts"
import { makeSpeech } from "./speech/Speech.ts"
import { trainingVariants } from "./speech/Variants.ts"
import { makeRandom } from "./text/Random.ts"
import { makeSentences } from "./text/Sentences.ts"

const { positionals, values } = parseArgs({
  args: Bun.argv.slice(2),
  allowPositionals: true,
  options: {
    utterances: { type: "string", default: "9000" },
    seed: { type: "string", default: "1" },
    out: { type: "string", default: "training/data" },
    texts: { type: "string" },
    first: { type: "string", default: "0" }
  }
})
const language = positionals[0] === "om" ? "om" : "am"
const count = Number(values.utterances)
const folder = join(values.out, language)

/** How the features become bytes; `train.py` knows the same. */
const toByte = (feature: number): number => Math.max(0, Math.min(255, Math.round((feature + 2.5) * 50)))

/** Utterances in one file. */
const SHARD = 250

/** One utterance in 25 is no speech at all. */
const NO_SPEECH = 0.04

const random = makeRandom(Number(values.seed) * 7919 + (language === "om" ? 1 : 0))
const speech = await makeSpeech()
const lines = values.texts === undefined ? [] : (await Bun.file(values.texts).text()).split("\n")
const sentences = makeSentences(language, "train", random, lines)
const augment = makeAugmenter(speech, random)

const rate = () => (random.chance(0.12) ? random.between(85, 270) : random.between(115, 215))

const utterance = async (): Promise<{ readonly samples: Int16Array; readonly text: string }> => {
  if (random.chance(NO_SPEECH))
    return { samples: speech.toInts(noSpeech(Math.round(random.between(1.5, 4) * SAMPLE_RATE), random)), text: "" }
  const text = sentences.next()
  const { samples } = speech.speak({
    text,
    language,
    variant: random.pick(trainingVariants),
    pitch: random.whole(15, 80),
    wordsPerMinute: Math.round(rate())
  })
  return { samples: await augment(samples), text }
}

await mkdir(folder, { recursive: true })
await Bun.write(join(folder, "units.json"), JSON.stringify({ symbols: units[language].symbols }))
const began = performance.now()
let seconds = 0
for (let made = 0, shard = Number(values.first); made < count; made += SHARD, shard++) {
  const features: Array<Uint8Array> = []
  const lines: Array<string> = []
  for (let at = 0; at < Math.min(SHARD, count - made); at++) {
    const { samples, text } = await utterance()
    const rows = featuresOf(samples)
    features.push(Uint8Array.from(rows, toByte))
    lines.push(JSON.stringify({ frames: rows.length / BANDS, units: units[language].read(text) }))
    seconds += samples.length / SAMPLE_RATE
  }
  const name = join(folder, `shard-${String(shard).padStart(4, "0")}`)
  await Bun.write(`${name}.u8`, Buffer.concat(features))
  // The index last, and whole: a training run that reads along takes a shard when it has one.
  await Bun.write(`${name}.part`, `${lines.join("\n")}\n`)
  await rename(`${name}.part`, `${name}.jsonl`)
  const elapsed = (performance.now() - began) / 1000
  say(
    `${language} ${made + lines.length} utterances, ${(seconds / 3600).toFixed(2)} h of sound, ${elapsed.toFixed(0)} s`
  )
}
