/**
 * The models that `qal models add` knows by their id. Nothing of them is in the program: each is fetched from its
 * publisher when it is asked for. Addresses are those of the publishers' own pages; sizes and hashes are of the files
 * that were there when the list was last looked over (November 2026), each as several programs that use them have it,
 * for the publishers give no list of hashes. What could not be confirmed is not in it.
 */
import type { ModelManifest } from "./Manifest.ts"

/** A file to fetch: an archive of files of the model, or one of its files. */
interface Source {
  readonly address: string
  readonly bytes: number
  readonly sha256: string
  /** The name that the file gets; none for an archive. */
  readonly file?: string
}

export interface KnownModel {
  readonly manifest: ModelManifest
  readonly sources: ReadonlyArray<Source>
}

const RELEASES = "https://github.com/k2-fsa/sherpa-onnx/releases/download"

/** The characters of Omnilingual ASR: one list for its models of 300 million and of a billion weights. */
const OMNILINGUAL_TOKENS = "a7a044c52cb29cbe8b0dc1953e92cefd4ca16b0ed968177b6beab21f9a7d0b31"

/** Licence: https://github.com/facebookresearch/omnilingual-asr. Files: https://k2-fsa.github.io/sherpa/onnx/omnilingual-asr. */
const omnilingual = (id: string, model: string, sources: ReadonlyArray<Source>): KnownModel => ({
  manifest: {
    id,
    kind: "recognizer",
    family: "omnilingual-ctc",
    languages: ["am", "om"],
    files: { model: "model.int8.onnx", tokens: "tokens.txt" },
    sha256: { "model.int8.onnx": model, "tokens.txt": OMNILINGUAL_TOKENS },
    sample_rate: 16_000,
    licence: "Apache-2.0",
    commercial: true,
    source: "https://github.com/facebookresearch/omnilingual-asr"
  },
  sources
})

const BILLION =
  "https://huggingface.co/csukuangfj/sherpa-onnx-omnilingual-asr-1600-languages-1B-ctc-int8-2025-11-12/resolve/17db76eab583b0b868ffb0df104ab879145087e5"
const BILLION_MODEL = "f7b74c964039162423b83e3fa950ce24810c9a635d9ff8468b5f4d142b7c1e8c"

/** 643,854 bytes, the fourth version as sherpa-onnx publishes it. Licence: https://github.com/snakers4/silero-vad. */
const SILERO = "9e2449e1087496d8d4caba907f23e0bd3f78d91fa552479bb9c23ac09cbb1fd6"
/** Licence: https://github.com/modelscope/3D-Speaker. */
const ERES2NET = "1a331345f04805badbb495c775a6ddffcdd1a732567d5ec8b3d5749e3c7a5e4b"

export const knownModels: ReadonlyArray<KnownModel> = [
  omnilingual("omnilingual-300m", "e7c4e54ee4c4c47829cc6667d5d00ed8ea7bef1dcfeef0fce766f77752a2726c", [
    {
      address: `${RELEASES}/asr-models/sherpa-onnx-omnilingual-asr-1600-languages-300M-ctc-int8-2025-11-12.tar.bz2`,
      bytes: 292_571_207,
      sha256: "cdcd0559c7c73efed54209a926e321afc914d046c5fdbf3665f00dc78180e5ed"
    }
  ]),
  omnilingual("omnilingual-1b", BILLION_MODEL, [
    { address: `${BILLION}/model.int8.onnx`, bytes: 1_031_628_252, sha256: BILLION_MODEL, file: "model.int8.onnx" },
    { address: `${BILLION}/tokens.txt`, bytes: 86_423, sha256: OMNILINGUAL_TOKENS, file: "tokens.txt" }
  ]),
  {
    manifest: {
      id: "silero-vad",
      kind: "activity",
      family: "silero-vad",
      languages: [],
      files: { model: "silero_vad.onnx" },
      sha256: { "silero_vad.onnx": SILERO },
      sample_rate: 16_000,
      licence: "MIT",
      commercial: true,
      source: "https://github.com/snakers4/silero-vad"
    },
    sources: [
      { address: `${RELEASES}/asr-models/silero_vad.onnx`, bytes: 643_854, sha256: SILERO, file: "silero_vad.onnx" }
    ]
  },
  {
    manifest: {
      id: "speakers",
      kind: "speakers",
      family: "pyannote",
      languages: [],
      files: { segmentation: "model.onnx", embedding: "3dspeaker_speech_eres2net_base_sv_zh-cn_3dspeaker_16k.onnx" },
      sha256: {
        "model.onnx": "220ad67ca923bef2fa91f2390c786097bf305bceb5e261d4af67b38e938e1079",
        "3dspeaker_speech_eres2net_base_sv_zh-cn_3dspeaker_16k.onnx": ERES2NET
      },
      sample_rate: 16_000,
      licence: "MIT (segmentation), Apache-2.0 (embedding)",
      commercial: true,
      source: "https://huggingface.co/pyannote/segmentation-3.0"
    },
    sources: [
      {
        address: `${RELEASES}/speaker-segmentation-models/sherpa-onnx-pyannote-segmentation-3-0.tar.bz2`,
        bytes: 6_958_444,
        sha256: "24615ee884c897d9d2ba09bb4d30da6bb1b15e685065962db5b02e76e4996488"
      },
      {
        address: `${RELEASES}/speaker-recongition-models/3dspeaker_speech_eres2net_base_sv_zh-cn_3dspeaker_16k.onnx`,
        bytes: 39_593_761,
        sha256: ERES2NET,
        file: "3dspeaker_speech_eres2net_base_sv_zh-cn_3dspeaker_16k.onnx"
      }
    ]
  }
]

/** Bytes that are fetched for it. */
export const bytesOf = ({ sources }: KnownModel): number => sources.reduce((sum, { bytes }) => sum + bytes, 0)
