/** What `model.json` has to say, and what is said of one that does not. */
import { expect, test } from "bun:test"
import { Either } from "effect"
import { decodeManifest, isInside } from "../../src/models/Manifest.ts"
import { shapes } from "../../src/models/ModelFamilies.ts"
import { blockOf, textOf } from "../docs/Pages.ts"
import { manifestOf } from "./Fixtures.ts"

const HASH = "0".repeat(64)

const faultOf = (manifest: object | string): string =>
  Either.match(decodeManifest(typeof manifest === "string" ? manifest : JSON.stringify(manifest)), {
    onLeft: ({ message }) => message,
    onRight: () => ""
  })

test("a manifest with all that the contract names is taken", () => {
  expect(faultOf(manifestOf())).toBe("")
  const voices = [{ id: "am-one", name: "አንድ", gender: "female", speaker: 0 }]
  expect(faultOf(manifestOf(undefined, { kind: "synthesizer", family: "mms", commercial: false, voices }))).toBe("")
})

test("the manifests that the guides show are taken, and the guide names each family with its roles", () => {
  for (const guide of ["docs/command-line.md", "docs/models.md"]) {
    const shown = blockOf(guide, "json", '"family"')
    expect(faultOf(shown.replaceAll(/"(\S+)": "…"/g, `"$1": "${HASH}"`))).toBe("")
  }
  const rows = textOf("docs/command-line.md")
    .split("\n")
    .filter((line) => /^\| `\w+` \| `/.test(line))
  const said = rows.flatMap((row) => {
    const [, kind = "", families = ""] = /^\| `(\w+)` \| (.*) \|$/.exec(row) ?? []
    return families.split("; ").flatMap((part) => {
      const [names = "", roles = ""] = part.split(": ")
      return Array.from(names.matchAll(/`([\w-]+)`/g), ([, name = ""]) => [name, { kind, roles: roles.split(", ") }])
    })
  })
  expect(Object.fromEntries(said)).toEqual(shapes)
})

test("a role may name a folder whose files have their hashes", () => {
  const files = { model: "model.onnx", tokens: "tokens.txt", data: "espeak-ng-data" }
  const sha256 = { "model.onnx": HASH, "tokens.txt": HASH, "espeak-ng-data/phontab": HASH }
  expect(faultOf(manifestOf(undefined, { files, sha256 }))).toBe("")
})

test.each(Object.entries(shapes))("a model of the family %s lacks none of the files that it needs", (family, shape) => {
  const files = Object.fromEntries(shape.roles.map((role) => [role, `${role}.bin`]))
  const sha256 = Object.fromEntries(shape.roles.map((role) => [`${role}.bin`, HASH]))
  const manifest = manifestOf(undefined, { family, kind: shape.kind, files, sha256 })
  expect(faultOf(manifest)).toBe("")
  for (const role of shape.roles) {
    const { [role]: _, ...others } = files
    expect(faultOf({ ...manifest, files: others })).toBe(`model.json: files: must name the file of the role ${role}`)
  }
})

test.each([
  ["no JSON", "{", "is no JSON"],
  ["a list", "[]", "Expected"],
  ["null", "null", "Expected"],
  ["12,000 levels", "[".repeat(12_000), "is no JSON"],
  ["an id that leads out", manifestOf(undefined, { id: "../etc" }), "id: must be 1 to 64 characters"],
  ["an id that is hidden", manifestOf(undefined, { id: ".adding" }), "id: must be 1 to 64 characters"],
  ["an unknown kind", manifestOf(undefined, { kind: "painter" }), "kind: "],
  ["another family's kind", manifestOf(undefined, { family: "mms" }), "kind: must be synthesizer for the family mms"],
  ["a family named like a property of objects", manifestOf(undefined, { family: "constructor" }), "family: "],
  ["a language that is not served", manifestOf(undefined, { languages: ["en"] }), "languages.0: "],
  ["no language", manifestOf(undefined, { languages: [] }), "languages: must name one at least"],
  ["20,000 languages", manifestOf(undefined, { languages: Array(20_000).fill("am") }), "languages: must have at most"],
  ["a file without a hash", manifestOf({ "model.onnx": "weights" }), 'sha256: must have the hash of "tokens.txt"'],
  ["no hash", manifestOf(undefined, { sha256: { "model.onnx": "12" } }), "sha256.model.onnx: must be a SHA-256"],
  ["a file outside", manifestOf(undefined, { files: { model: "../model.onnx" } }), "files.model: must be the path"],
  [
    "a hash of a file outside",
    manifestOf(undefined, { sha256: { "model.onnx": HASH, "tokens.txt": HASH, "/etc/passwd": HASH } }),
    'sha256: "/etc/passwd" must be'
  ],
  [
    "a hash of its own",
    manifestOf(undefined, { sha256: { "model.onnx": HASH, "tokens.txt": HASH, "model.json": HASH } }),
    'sha256: "model.json" must be'
  ],
  ["commercial as a text", manifestOf(undefined, { commercial: "true" }), "commercial: "],
  ["a licence on two lines", manifestOf(undefined, { licence: "MIT\nPaid" }), "licence: must be a text of 1 to 2000"],
  ["a source that a terminal obeys", manifestOf(undefined, { source: "\u001b[2J" }), "source: must be a text"],
  [
    "a voice whose name no database takes",
    manifestOf(undefined, {
      kind: "synthesizer",
      family: "mms",
      voices: [{ id: "a", name: "A\0", gender: "male", speaker: 0 }]
    }),
    "voices.0.name: must be a text"
  ],
  ["a sample rate that is none", manifestOf(undefined, { sample_rate: 1e300 }), "sample_rate: must be a whole number"],
  [
    "voices of a recogniser",
    manifestOf(undefined, { voices: [{ id: "a", name: "a", gender: "male", speaker: 0 }] }),
    "voices: only a synthesizer"
  ]
])("a manifest with %s is refused in one short line", (_, manifest, fault) => {
  const message = faultOf(manifest)
  expect(message).toStartWith(`model.json: ${fault}`)
  expect(message).not.toContain("\n")
  expect(message.length).toBeLessThan(200)
})

test("a name as long as a file may be is refused in one short line", () => {
  const name = `${"x\n".repeat(100_000)}`
  const message = faultOf(manifestOf(undefined, { sha256: { "model.onnx": HASH, "tokens.txt": HASH, [name]: HASH } }))
  expect(message).not.toContain("\n")
  expect(message.length).toBeLessThan(250)
})

test.each(["a", "a/b.c", "espeak-ng-data/lang/am", "..a", "a..b"])("%p is a path inside a folder", (name) => {
  expect(isInside(name)).toBe(true)
})

test.each([
  "",
  ".",
  "..",
  "/a",
  "a/",
  "a//b",
  "a/../b",
  "./a",
  "a\\b",
  "C:a",
  "a\0",
  "a/..",
  "a.",
  "a ",
  "x".repeat(256)
])("%p is no path inside a folder", (name) => {
  expect(isInside(name)).toBe(false)
})
