/**
 * The native library's functions, for a process that does nothing else: a file that is no model ends the process that
 * loads it, and now and then another does.
 */
import { join } from "node:path"
import { ADDON } from "./NativeLibrary.ts"

/** What the library has made, and knows by this object. */
type Handle = object

/** Mono samples, −1 to 1. */
interface AddonSound {
  readonly samples: Float32Array
  readonly sampleRate: number
}

/** What is to be spoken. */
interface AddonSpeech {
  readonly text: string
  /** Whether the samples may lie in the library's own memory. */
  readonly enableExternalBuffer: boolean
  readonly generationConfig: {
    /** The speaker, from 0. */
    readonly sid: number
    /** 2 is twice as fast. */
    readonly speed: number
    /** What pauses of over 0.2 s are multiplied by; the library's own is 0.2. */
    readonly silenceScale: number
    /** The language that Kokoro reads; others read the one that they are of. */
    readonly extra: { readonly lang: string }
  }
}

/** Somebody speaks: seconds from the start of the sound, and a number for who. */
interface AddonTurn {
  readonly start: number
  readonly end: number
  readonly speaker: number
}

/** Some of them; their arguments are those of the package `sherpa-onnx-node`. */
export interface Addon {
  readonly createOfflineRecognizer: (config: object) => Handle
  readonly offlineRecognizerSetConfig: (recognizer: Handle, config: object) => void
  readonly createOfflineStream: (recognizer: Handle) => Handle
  readonly acceptWaveformOffline: (stream: Handle, sound: AddonSound) => void
  readonly decodeOfflineStream: (recognizer: Handle, stream: Handle) => void
  readonly getOfflineStreamResultAsJson: (stream: Handle) => string
  readonly createOfflineTts: (config: object) => Handle
  /** Hertz of what it makes. */
  readonly getOfflineTtsSampleRate: (voice: Handle) => number
  /** 0 or 1 where there is one. */
  readonly getOfflineTtsNumSpeakers: (voice: Handle) => number
  /** Throws where nothing of the text is a letter that the model knows. */
  readonly offlineTtsGenerateWithConfig: (voice: Handle, speech: AddonSpeech) => AddonSound
  readonly createOfflineSpeakerDiarization: (config: object) => Handle
  /** Hertz of what it takes. */
  readonly getOfflineSpeakerDiarizationSampleRate: (diarizer: Handle) => number
  /** Changes how many speakers there are, alone. */
  readonly offlineSpeakerDiarizationSetConfig: (diarizer: Handle, config: object) => void
  readonly offlineSpeakerDiarizationProcess: (diarizer: Handle, samples: Float32Array) => ReadonlyArray<AddonTurn>
  /** `seconds` of sound are made room for. */
  readonly createVoiceActivityDetector: (config: object, seconds: number) => Handle
  readonly voiceActivityDetectorAcceptWaveform: (detector: Handle, samples: Float32Array) => void
  readonly voiceActivityDetectorIsDetected: (detector: Handle) => boolean
  /** Ends the stretch of speech that is gathered; the model goes on. */
  readonly voiceActivityDetectorFlush: (detector: Handle) => void
  /** Forgets the stretches that are ended. */
  readonly voiceActivityDetectorClear: (detector: Handle) => void
  /** As if nothing had been heard, the model too. */
  readonly voiceActivityDetectorReset: (detector: Handle) => void
  readonly createSpeakerEmbeddingExtractor: (config: object) => Handle
  readonly speakerEmbeddingExtractorCreateStream: (extractor: Handle) => Handle
  /** Numbers of an embedding, as the model says. */
  readonly speakerEmbeddingExtractorDim: (extractor: Handle) => number
  readonly acceptWaveformOnline: (stream: Handle, sound: AddonSound) => void
  readonly inputFinished: (stream: Handle) => void
  readonly speakerEmbeddingExtractorComputeEmbedding: (
    extractor: Handle,
    stream: Handle,
    enableExternalBuffer: boolean
  ) => Float32Array
}

const isWhole = (exported: Partial<Addon>): exported is Addon =>
  typeof exported.createOfflineRecognizer === "function" &&
  typeof exported.decodeOfflineStream === "function" &&
  typeof exported.createOfflineTts === "function" &&
  typeof exported.offlineTtsGenerateWithConfig === "function" &&
  typeof exported.createOfflineSpeakerDiarization === "function" &&
  typeof exported.offlineSpeakerDiarizationProcess === "function" &&
  typeof exported.createVoiceActivityDetector === "function" &&
  typeof exported.voiceActivityDetectorAcceptWaveform === "function"

/** Loads the library from its folder. Throws where it does not load. */
export const loadAddon = (folder: string): Addon => {
  const loaded: { exports: Partial<Addon> } = { exports: {} }
  process.dlopen(loaded, join(folder, ADDON))
  if (!isWhole(loaded.exports)) throw new Error("the native library lacks functions")
  return loaded.exports
}
