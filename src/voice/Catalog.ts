/** The voices: the one place to add one or to change how it sounds. */
import type { Language } from "../Domain.ts"
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
  /** How the embedded engine makes it sound: variant, pitch 0 to 99, words a minute. */
  readonly timbre: Omit<VoiceTimbre, "id" | "language">
}

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
    timbre: { variant: "f2", pitch: 52, rate: 160 }
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
    timbre: { variant: "f5", pitch: 66, rate: 180 }
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
    timbre: { variant: "m3", pitch: 36, rate: 150 }
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
    timbre: { variant: "m7", pitch: 48, rate: 168 }
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
    timbre: { variant: "m3", pitch: 44, rate: 160 }
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
    timbre: { variant: "m1", pitch: 28, rate: 145 }
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
    timbre: { variant: "f2", pitch: 56, rate: 155 }
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
    timbre: { variant: "f4", pitch: 68, rate: 178 }
  }
]

/** What each language's previews say: a greeting and the voice's purpose. */
export const previewText: { readonly [language in Language]: string } = {
  am: "ሰላም፣ እንኳን ደህና መጡ። ድምፄን እየሰሙ ነው።",
  om: "Akkam jirtu, baga nagaan dhuftan. Sagalee koo dhaga'aa jirtu."
}
