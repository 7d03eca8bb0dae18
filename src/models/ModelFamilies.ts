/**
 * The shapes of models that can be read, and the files that each needs, by their roles (wire contract, section 13).
 * The roles are the names that sherpa-onnx gives its models' files.
 */

export const KINDS = ["synthesizer", "recognizer", "activity", "speakers"] as const
export type ModelKind = (typeof KINDS)[number]

export const FAMILIES = [
  "vits",
  "mms",
  "matcha",
  "kokoro",
  "omnilingual-ctc",
  "zipformer-ctc",
  "nemo-ctc",
  "transducer",
  "whisper",
  "silero-vad",
  "pyannote"
] as const
type ModelFamily = (typeof FAMILIES)[number]

interface FamilyShape {
  readonly kind: ModelKind
  /** The files without which no model of the family runs. */
  readonly roles: ReadonlyArray<string>
}

const ctc: FamilyShape = { kind: "recognizer", roles: ["model", "tokens"] }

export const shapes: Readonly<Record<ModelFamily, FamilyShape>> = {
  vits: { kind: "synthesizer", roles: ["model", "tokens"] },
  mms: { kind: "synthesizer", roles: ["model", "tokens"] },
  matcha: { kind: "synthesizer", roles: ["model", "vocoder", "tokens"] },
  kokoro: { kind: "synthesizer", roles: ["model", "voices", "tokens"] },
  "omnilingual-ctc": ctc,
  "zipformer-ctc": ctc,
  "nemo-ctc": ctc,
  transducer: { kind: "recognizer", roles: ["encoder", "decoder", "joiner", "tokens"] },
  whisper: { kind: "recognizer", roles: ["encoder", "decoder", "tokens"] },
  "silero-vad": { kind: "activity", roles: ["model"] },
  pyannote: { kind: "speakers", roles: ["segmentation", "embedding"] }
}
