/** The list of known models is whole in itself. */
import { expect, test } from "bun:test"
import { Either } from "effect"
import { knownModels } from "../../src/models/KnownModels.ts"
import { decodeManifest } from "../../src/models/Manifest.ts"

test.each(knownModels.map(({ manifest, sources }) => [manifest.id, manifest, sources] as const))(
  "the known model %s has a manifest that is taken, https addresses, and the hash of each file that comes alone",
  (id, manifest, sources) => {
    expect(Either.isRight(decodeManifest(JSON.stringify(manifest)))).toBe(true)
    expect(knownModels.filter((one) => one.manifest.id === id)).toHaveLength(1)
    expect(sources.length).toBeGreaterThan(0)
    for (const { address, bytes, file, sha256 } of sources) {
      expect(new URL(address).protocol).toBe("https:")
      expect(bytes).toBeGreaterThan(0)
      if (file !== undefined) expect(manifest.sha256[file]).toBe(sha256)
      else expect(sha256).toMatch(/^[0-9a-f]{64}$/)
    }
    const alone = sources.map(({ file }) => file)
    if (!alone.includes(undefined)) expect(alone.toSorted()).toEqual(Object.keys(manifest.sha256).toSorted())
  }
)
