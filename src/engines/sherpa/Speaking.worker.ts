/**
 * A process that speaks with one model: holds the model's files against their hashes, loads it, and answers phrase by
 * phrase. What goes wrong in native code ends it, and nothing else.
 */
import { serve } from "../../workers/WorkerServer.ts"
import { loadAddon } from "./Addon.ts"
import { speakingConfigOf } from "./SpeakingConfig.ts"
import type { SpeakingAnswer, SpeakingRequest } from "./SpeakingMessages.ts"
import { finished } from "./SpeechEnds.ts"
import { spokenLetters } from "./SpokenLetters.ts"
import { letterKnowledge, soundOf } from "./SpokenSound.ts"
import { peakMemory, type StoredModel, verify } from "./StoredModel.ts"

/** Fails where a voice of the manifest is no speaker of the model: the library would let the first one speak. */
const requireSpeakers = ({ manifest }: StoredModel, count: number): void => {
  const speakers = Math.max(1, count)
  const missing = manifest.voices?.find(({ speaker }) => speaker >= speakers)
  if (missing === undefined) return
  throw new Error(`the voice ${missing.id} is the speaker ${missing.speaker} of a model that has ${speakers}, from 0`)
}

/** Hertz: what sound is made into what was asked for. */
const RATES = { least: 8_000, most: 48_000 }

const requireRate = ({ manifest }: StoredModel, rate: number): void => {
  const { least, most } = RATES
  if (rate !== manifest.sample_rate)
    throw new Error(`the manifest says ${manifest.sample_rate} Hz, and the model makes ${rate} Hz`)
  if (rate < least || rate > most)
    throw new Error(`the model makes ${rate} Hz; between ${least} and ${most} can be used`)
}

serve<StoredModel, SpeakingRequest, SpeakingAnswer>(async (model) => {
  await verify(model)
  const addon = loadAddon(model.library)
  const voice = addon.createOfflineTts(speakingConfigOf(model))
  requireSpeakers(model, addon.getOfflineTtsNumSpeakers(voice))
  requireRate(model, addon.getOfflineTtsSampleRate(voice))
  const { family, sample_rate: sampleRate } = model.manifest
  const isKnown = letterKnowledge(model)
  return (request) => {
    const text = spokenLetters(family, request.text)
    const made = soundOf(addon, voice, text, request, isKnown)
    const { samples, speech } = finished(made, sampleRate, request.pause)
    const response = { sound: new Uint8Array(samples.buffer), sampleRate, speech, memory: peakMemory() }
    return { response, transfer: [] }
  }
})
