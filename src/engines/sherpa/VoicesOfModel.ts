/** The voices that a model's manifest names. */
import { createHash } from "node:crypto"
import { isChargeable, type NonCommercialRule } from "../../models/LicenceGuard.ts"
import type { ModelManifest } from "../../models/Manifest.ts"
import type { ModelVoice } from "../ModelVoices.ts"

/** Characters of a version: enough to tell a model from the one that stood there before. */
const VERSION = 16

const versionOf = ({ sha256 }: ModelManifest): string =>
  createHash("sha256")
    .update(JSON.stringify(Object.entries(sha256).toSorted()))
    .digest("hex")
    .slice(0, VERSION)

/** Where a manifest names no voices, the first speaker has the model's name. The catalog needs a gender: it says female. */
const unnamed = ({ id }: ModelManifest) => [{ id, name: id, gender: "female", speaker: 0 } as const]

/** Each for each language of the model, whose name its id ends in where there are several. None of what does not speak. */
export const voicesOf = (manifest: ModelManifest, rule: NonCommercialRule): ReadonlyArray<ModelVoice> => {
  const { id: model, kind, languages, voices = [] } = manifest
  if (kind !== "synthesizer") return []
  const version = versionOf(manifest)
  const isFree = !isChargeable(manifest, rule)
  return (voices.length === 0 ? unnamed(manifest) : voices).flatMap(({ gender, id, name, speaker }) =>
    languages.map((language) => ({
      id: languages.length === 1 ? id : `${id}-${language}`,
      name,
      language,
      gender,
      model: { id: model, speaker, version },
      isFree
    }))
  )
}
