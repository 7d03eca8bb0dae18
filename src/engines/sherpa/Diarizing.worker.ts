/**
 * A process that tells speakers apart with one model: holds the model's files against their hashes, loads it, and answers
 * sound by sound who speaks when. What it makes of voices stays here, until the sound is done. What goes wrong in native
 * code ends it, and nothing else.
 */
import { serve } from "../../workers/WorkerServer.ts"
import type { SpeakerCount, SpeakerTurn } from "../Diarizer.ts"
import { type Addon, loadAddon } from "./Addon.ts"
import { clusteringOf, diarizingConfigOf, embeddingConfigOf } from "./DiarizingConfig.ts"
import type { DiarizingAnswer, DiarizingRequest } from "./DiarizingMessages.ts"
import { floatsOf } from "./SoundFloats.ts"
import { peakMemory, type StoredModel, verify } from "./StoredModel.ts"

const RATE = 16_000
/**
 * Samples that the library looks at at once (10 s in every published model), and from one look to the next. Where there
 * is but one look it compares no voices and counts no speakers, and where the last look reaches behind the sound's end
 * it ends the process if the model hears somebody there: so there are two at least, and the last one ends with the sound.
 */
const LOOK = 10 * RATE
const STEP = RATE

/** Samples of which looks of `STEP` leave none. */
const wholeLooks = (samples: number): number => LOOK + STEP * Math.max(1, Math.ceil((samples - LOOK) / STEP))

const requireRate = (addon: Addon, diarizer: object): void => {
  const rate = addon.getOfflineSpeakerDiarizationSampleRate(diarizer)
  if (rate !== RATE) throw new Error(`the model takes sound of ${rate} Hz, and is given ${RATE} Hz`)
}

/** Fails where the model of voices makes no embedding, or one of other numbers than it says. */
const requireEmbedding = (addon: Addon, model: StoredModel, samples: Float32Array): void => {
  const extractor = addon.createSpeakerEmbeddingExtractor(embeddingConfigOf(model))
  const stream = addon.speakerEmbeddingExtractorCreateStream(extractor)
  addon.acceptWaveformOnline(stream, { samples, sampleRate: RATE })
  addon.inputFinished(stream)
  const embedding = addon.speakerEmbeddingExtractorComputeEmbedding(extractor, stream, false)
  if (embedding.length === 0 || !embedding.every(Number.isFinite))
    throw new Error("the model of voices makes no embedding of a sound")
}

/** Only what is said of them: of times the library has more digits than are true. */
const turnsOf = (found: ReadonlyArray<SpeakerTurn>, seconds: number): ReadonlyArray<SpeakerTurn> =>
  found
    .map(({ end, speaker, start }) => ({ speaker, start: Math.max(0, start), end: Math.min(seconds, end) }))
    .filter(({ end, start }) => end > start)

serve<StoredModel, DiarizingRequest, DiarizingAnswer>(async (model) => {
  await verify(model)
  const addon = loadAddon(model.library)
  const diarizer = addon.createOfflineSpeakerDiarization(diarizingConfigOf(model))
  requireRate(addon, diarizer)
  return ({ isTrial, sound, speakers }) => {
    const samples = sound.length >> 1
    const padded = floatsOf(sound, wholeLooks(samples))
    if (isTrial === true) requireEmbedding(addon, model, padded.subarray(0, samples))
    const told = (count: SpeakerCount) => {
      addon.offlineSpeakerDiarizationSetConfig(diarizer, { clustering: clusteringOf(count) })
      return turnsOf(addon.offlineSpeakerDiarizationProcess(diarizer, padded), samples / RATE)
    }
    const counted = told(speakers)
    // Of more speakers than it has pieces of speech to compare the library makes one.
    const isOne = new Set(counted.map(({ speaker }) => speaker)).size === 1
    const turns = typeof speakers === "number" && speakers > 1 && isOne ? told(true) : counted
    return { response: { turns, memory: peakMemory() }, transfer: [] }
  }
})
