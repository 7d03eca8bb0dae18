/** The voices: the one place to add one or to change how it sounds. */
import type { Language } from "../Domain.ts"
import type { ModelVoice } from "../engines/ModelVoices.ts"
import type { VoiceTimbre } from "../engines/Synthesizer.ts"
import type { Gender } from "./Api.ts"

export interface CatalogVoice {
  /** `<language>-<name>[-<variant>]`. */
  readonly id: string
  readonly name: string
  readonly descriptor: string
  readonly language: Language
  readonly gender: Gender
  readonly style: string
  readonly tags: ReadonlyArray<string>
  /** The name in the language's own script. */
  readonly scriptChip: string
  readonly isDefault: boolean
  /** Whether what it speaks costs nothing: of voices of models that may not be sold. */
  readonly isFree?: boolean
  /**
   * How the embedded engine makes it sound: variant, pitch 0 to 99, words a
   * minute. At least 160 of those: the engine goes no slower than 80, which is
   * the half pace of speed 0.
   */
  readonly timbre: Omit<VoiceTimbre, "id" | "language">
}

/** How a voice of the models folder is described: of its sound nothing is known. Its pace is the model's own. */
export const ofModel = ({ gender, id, isFree, language, model, name }: ModelVoice): CatalogVoice => ({
  id,
  name,
  descriptor: `Of the model ${model.id}`,
  language,
  gender,
  style: "neutral",
  tags: ["model"],
  scriptChip: name,
  isDefault: false,
  isFree,
  timbre: { variant: "", pitch: 50, rate: 165, model }
})

export const catalog: ReadonlyArray<CatalogVoice> = [
  {
    id: "am-hamen",
    name: "Hamen",
    descriptor: "Warm and even",
    language: "am",
    gender: "female",
    style: "neutral",
    tags: ["narration", "assistant"],
    scriptChip: "ሐመን",
    isDefault: true,
    timbre: { variant: "f2", pitch: 52, rate: 165 }
  },
  {
    id: "am-selam",
    name: "Selam",
    descriptor: "Bright and quick",
    language: "am",
    gender: "female",
    style: "lively",
    tags: ["news", "announcement"],
    scriptChip: "ሰላም",
    isDefault: false,
    timbre: { variant: "f5", pitch: 66, rate: 185 }
  },
  {
    id: "am-tigist",
    name: "Tigist",
    descriptor: "Low and composed",
    language: "am",
    gender: "female",
    style: "calm",
    tags: ["audiobook", "telephone"],
    scriptChip: "ትዕግስት",
    isDefault: false,
    timbre: { variant: "f4", pitch: 38, rate: 170 }
  },
  {
    id: "am-dawit",
    name: "Dawit",
    descriptor: "Calm and low",
    language: "am",
    gender: "male",
    style: "calm",
    tags: ["narration", "audiobook"],
    scriptChip: "ዳዊት",
    isDefault: false,
    timbre: { variant: "m3", pitch: 36, rate: 160 }
  },
  {
    id: "am-abebe",
    name: "Abebe",
    descriptor: "Firm and clear",
    language: "am",
    gender: "male",
    style: "formal",
    tags: ["announcement", "telephone"],
    scriptChip: "አበበ",
    isDefault: false,
    timbre: { variant: "m7", pitch: 50, rate: 172 }
  },
  {
    id: "am-kebede",
    name: "Kebede",
    descriptor: "Deep and weighty",
    language: "am",
    gender: "male",
    style: "serious",
    tags: ["documentary", "audiobook"],
    scriptChip: "ከበደ",
    isDefault: false,
    timbre: { variant: "m1", pitch: 20, rate: 162 }
  },
  {
    id: "om-bikila",
    name: "Bikila",
    descriptor: "Steady and clear",
    language: "om",
    gender: "male",
    style: "neutral",
    tags: ["narration", "assistant"],
    scriptChip: "Biqilaa",
    isDefault: true,
    timbre: { variant: "m3", pitch: 46, rate: 165 }
  },
  {
    id: "om-gadaa",
    name: "Gadaa",
    descriptor: "Deep and slow",
    language: "om",
    gender: "male",
    style: "calm",
    tags: ["audiobook", "telephone"],
    scriptChip: "Gadaa",
    isDefault: false,
    timbre: { variant: "m7", pitch: 26, rate: 160 }
  },
  {
    id: "om-chaltu",
    name: "Chaltu",
    descriptor: "Gentle and warm",
    language: "om",
    gender: "female",
    style: "warm",
    tags: ["narration", "assistant"],
    scriptChip: "Caaltuu",
    isDefault: false,
    timbre: { variant: "f2", pitch: 56, rate: 165 }
  },
  {
    id: "om-lensa",
    name: "Lensa",
    descriptor: "Bright and quick",
    language: "om",
    gender: "female",
    style: "lively",
    tags: ["news", "announcement"],
    scriptChip: "Leensaa",
    isDefault: false,
    timbre: { variant: "f5", pitch: 70, rate: 182 }
  },
  {
    id: "om-hawwii",
    name: "Hawwii",
    descriptor: "Low and composed",
    language: "om",
    gender: "female",
    style: "calm",
    tags: ["audiobook", "telephone"],
    scriptChip: "Hawwii",
    isDefault: false,
    timbre: { variant: "f4", pitch: 36, rate: 168 }
  }
]

/** What each language's previews say: a greeting and the voice's purpose. */
export const previewText: { readonly [language in Language]: string } = {
  am: "ሰላም፣ እንኳን ደህና መጡ። ድምፄን እየሰሙ ነው።",
  om: "Akkam jirtu, baga nagaan dhuftan. Sagalee koo dhaga'aa jirtu."
}
