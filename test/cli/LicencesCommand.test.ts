import { expect, test } from "bun:test"
import { Schema } from "effect"
import packageFile from "../../package.json" with { type: "json" }
import { licencesText } from "../../src/cli/LicencesCommand.ts"
import { notices } from "../../src/cli/licences/Notices.ts"

const Lock = Schema.Struct({ packages: Schema.Record({ key: Schema.String, value: Schema.Array(Schema.Unknown) }) })
const Linked = Schema.Struct({
  dependencies: Schema.optionalWith(Schema.Record({ key: Schema.String, value: Schema.String }), {
    default: () => ({})
  })
})

/** Names of all that production dependencies lead to, by the lock file; nested installations by their own entry. */
const locked = async (): Promise<ReadonlySet<string>> => {
  const text = await Bun.file(new URL("../../bun.lock", import.meta.url)).text()
  const { packages } = Schema.decodeUnknownSync(Lock)(JSON.parse(text.replace(/,(\s*[}\]])/g, "$1")))
  const found = new Set<string>()
  const visit = (name: string, under: string) => {
    const nested = `${under}/${name}`
    const place = nested in packages ? nested : name
    if (found.has(place)) return
    found.add(place)
    const linked = packages[place]?.find((part) => typeof part === "object")
    for (const next of Object.keys(Schema.decodeUnknownSync(Linked)(linked ?? {}).dependencies)) visit(next, place)
  }
  for (const name of Object.keys(packageFile.dependencies)) visit(name, "")
  return new Set([...found].map((place) => String(packages[place]?.[0])))
}

test("every production dependency of the lock file, and what leads from it, has version, licence and text", async () => {
  const known = new Map(notices.map((notice) => [`${notice.name}@${notice.version}`, notice]))
  const all = await locked()
  expect(all.size).toBeGreaterThan(50)
  for (const name of all) {
    expect(`${name}: ${known.get(name)?.licence}`).not.toEndWith(": undefined")
    expect(known.get(name)?.text.length ?? 0).toBeGreaterThan(60)
  }
})

test("what is compiled into a package is named beside it", () => {
  const names = notices.map(({ name }) => name)
  for (const name of ["FAAD2", "eSpeak NG", "LAME", "SpeexDSP", "PDFium", "libFLAC", "libvorbis", "mpg123", "Bun"]) {
    expect(names).toContain(name)
  }
  expect(licencesText(notices)).toContain('"Code from FAAD2 is copyright (c) Nero AG, www.nero.com"')
  expect(licencesText(notices)).toContain("(at your option) any later")
})

/**
 * Licences whose software may be part of a whole under GPL-3.0-or-later: the
 * Free Software Foundation's list of compatible ones, as far as they occur.
 * (Blue Oak 1.0.0 asks for less than MIT.) Not among them: `GPL-2.0-only`,
 * whatever is not named.
 */
const compatible = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "GPL-2.0-or-later",
  "GPL-3.0",
  "GPL-3.0-or-later",
  "ISC",
  "LGPL-2.0-or-later",
  "LGPL-2.1-only",
  "LGPL-2.1-or-later",
  "LGPL-3.0",
  "LGPL-3.0-or-later",
  "MIT",
  "MPL-2.0",
  // Fonts, which are shown and not linked: a work apart, in the same package (its section 5 and the GPL's "aggregate").
  "OFL-1.1",
  "Unlicense",
  "Zlib"
])

/** Whether an SPDX expression, of names joined by AND or OR, leaves a way to be part of a whole under GPL-3.0-or-later. */
const isCompatible = (licence: string): boolean =>
  licence
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((one) => compatible.has(one.trim())))

test("no dependency has a licence that does not go with GPL-3.0-or-later", () => {
  for (const { licence, name } of notices) expect([name, licence, isCompatible(licence)]).toEqual([name, licence, true])
  for (const other of [
    "GPL-2.0",
    "GPL-2.0-only",
    "CC-BY-NC-4.0",
    "BUSL-1.1",
    "",
    "MIT AND GPL-2.0-only",
    "UNLICENSED"
  ]) {
    expect(isCompatible(other)).toBe(false)
  }
  expect(isCompatible("(MIT OR GPL-2.0-only)")).toBe(true)
})

test("the list of licences names each package once, and prints no text twice", () => {
  const text = licencesText(notices)
  expect(text.split("GNU GENERAL PUBLIC LICENSE\n                       Version 3").length - 1).toBeLessThanOrEqual(2)
  for (const { name, version } of notices) expect(text).toContain(version === "" ? name : `${name} ${version}`)
})
