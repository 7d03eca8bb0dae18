/** A model as its process gets it: where its files are, and that they are what its manifest says. */
import { createHash } from "node:crypto"
import { createReadStream, readFileSync } from "node:fs"
import { join } from "node:path"
import type { ModelManifest } from "../../models/Manifest.ts"

export interface StoredModel {
  /** The folder of the native library. */
  readonly library: string
  /** The model's folder. */
  readonly folder: string
  readonly manifest: ModelManifest
}

/** Fails where a file of the model has another hash than its manifest says. */
export const verify = async ({ folder, manifest }: StoredModel): Promise<void> => {
  for (const [name, sha256] of Object.entries(manifest.sha256)) {
    const hash = createHash("sha256")
    for await (const piece of createReadStream(join(folder, name))) hash.update(piece)
    if (hash.digest("hex") !== sha256) throw new Error(`the file ${name} has another SHA-256 than the manifest says`)
  }
}

/** The path of the file or folder that has a role; "" where none has it, which the native library takes for none. */
export const pathOf = ({ folder, manifest }: StoredModel, role: string): string => {
  const name = Object.hasOwn(manifest.files, role) ? manifest.files[role] : undefined
  return name === undefined ? "" : join(folder, name)
}

/** The most memory that this process has had, in bytes; what it has now where the system does not say. */
export const peakMemory = (): number => {
  if (process.platform !== "linux") return process.memoryUsage().rss
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]
  return Number(kilobytes) * 1024
}
