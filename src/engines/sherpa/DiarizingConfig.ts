/** How the native library is told to tell speakers apart: its names for the files of each role, and its numbers. */
import type { SpeakerCount } from "../Diarizer.ts"
import { pathOf, type StoredModel } from "./StoredModel.ts"

/**
 * How unlike two embeddings are (1 − their cosine) from which on they are of two speakers, where nobody says how many
 * there are: the library's own, and that of its published examples.
 */
const THRESHOLD = 0.5
/** Seconds: shorter speech is none, shorter pauses of one speaker are none. Of the library's published examples. */
const LEAST_SPEECH = 0.2
const LEAST_PAUSE = 0.5

/** A number below 1 says that nobody knows how many there are. */
export const clusteringOf = (speakers: SpeakerCount): object => ({
  numClusters: speakers === true ? -1 : speakers,
  threshold: THRESHOLD
})

const process = { numThreads: 1, provider: "cpu", debug: 0 }

/** Of the model of voices, by itself. */
export const embeddingConfigOf = (model: StoredModel): object => ({ model: pathOf(model, "embedding"), ...process })

export const diarizingConfigOf = (model: StoredModel): object => {
  const { family } = model.manifest
  if (family !== "pyannote") throw new Error(`models of the family ${family} do not tell speakers apart`)
  return {
    segmentation: { pyannote: { model: pathOf(model, "segmentation") }, ...process },
    embedding: embeddingConfigOf(model),
    clustering: clusteringOf(true),
    minDurationOn: LEAST_SPEECH,
    minDurationOff: LEAST_PAUSE
  }
}
