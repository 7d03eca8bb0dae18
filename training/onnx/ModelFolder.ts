/** A model of the tests as a folder: its files, and the manifest with their hashes. */
import { createHash } from "node:crypto"
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"

/** What a manifest says beside the hashes and the licence, which is the project's. */
interface Description {
  readonly kind: string
  readonly family: string
  readonly languages: ReadonlyArray<string>
  /** The names of the files by their roles. */
  readonly roles: Readonly<Record<string, string>>
  readonly voices?: ReadonlyArray<object>
  /** The program that makes the model. */
  readonly source: string
}

/** Writes the files and `model.json`; the model's id is the folder's name. */
export const writeModel = async (
  folder: string,
  files: Readonly<Record<string, Uint8Array>>,
  { family, kind, languages, roles, source, voices }: Description
): Promise<void> => {
  const sha256 = Object.entries(files).map(([name, bytes]) => [name, createHash("sha256").update(bytes).digest("hex")])
  const manifest = {
    id: folder.split("/").at(-1),
    kind,
    family,
    languages,
    files: roles,
    sha256: Object.fromEntries(sha256),
    sample_rate: 16_000,
    voices,
    licence: "GPL-3.0-or-later",
    commercial: true,
    source
  }
  await mkdir(folder, { recursive: true })
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes)
  await writeFile(join(folder, "model.json"), `${JSON.stringify(manifest, undefined, 2)}\n`)
}
