/** Models that are added from folders and archives, checked and removed; and what is left of those that are refused. */
import { afterEach, beforeEach, expect, test } from "bun:test"
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setImmediate } from "node:timers/promises"
import { gzipSync } from "node:zlib"
import { Effect, Either, Exit, Fiber, Option } from "effect"
import { type AdditionOptions, addModel } from "../../src/models/Addition.ts"
import { decodeManifest } from "../../src/models/Manifest.ts"
import { readMeasurement } from "../../src/models/Measurement.ts"
import { checkModel, listModels, removeModel } from "../../src/models/ModelFolder.ts"
import { ModelProblem } from "../../src/models/ModelProblem.ts"
import { runWork } from "../../src/models/Running.ts"
import { type Files, hashOf, manifestOf, modelFiles, tarOf, writeFiles, zipOf } from "./Fixtures.ts"

let root: string
let folder: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "qal-models-"))
  folder = join(root, "models")
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const add = (place: string, options: Partial<AdditionOptions> = {}) =>
  addModel(
    { folder, onProgress: () => undefined, onStage: () => undefined, attempt: () => Effect.succeedNone, ...options },
    place
  )

const fault = async <A>(effect: Effect.Effect<A, ModelProblem>): Promise<string> =>
  Either.match(await Effect.runPromise(Effect.either(effect)), { onLeft: ({ message }) => message, onRight: () => "" })

/** All that the models folder has but the empty folder of downloads. */
const left = () =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name !== ".downloads")
    .toSorted()

const WHOLE = ["tiny-ctc", "tiny-ctc/LICENSE", "tiny-ctc/model.json", "tiny-ctc/model.onnx", "tiny-ctc/tokens.txt"]

const archive = (name: string, bytes: Uint8Array): string => {
  writeFileSync(join(root, name), bytes)
  return join(root, name)
}

const within = (name: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([file, bytes]) => [`${name}/${file}`, bytes]))

/** `tar -cjf` of a folder `tiny` with the files of `modelFiles()`: bzip2 has no writer among the packages. */
const BZIP2 = readFileSync(join(import.meta.dir, "tiny-ctc.tar.bz2"))

const ways: Readonly<Record<string, () => string | Promise<string>>> = {
  "a folder": () => writeFiles(join(root, "given"), modelFiles()),
  "a tar": async () => archive("a.tar", await tarOf(modelFiles())),
  "a tar.gz with one folder": async () => archive("a.tgz", gzipSync(await tarOf(within("tiny", modelFiles())))),
  "a tar.gz of ./": async () => archive("a.tar.gz", gzipSync(await tarOf(within(".", modelFiles())))),
  "a tar.bz2": () => archive("a.tar.bz2", BZIP2),
  "a zip": () => archive("a.zip", zipOf(within("tiny", modelFiles())))
}

test.each(Object.keys(ways))("a model is added from %s, with its licence, and is what its hashes say", async (way) => {
  const place = await ways[way]?.()
  const { bytes, manifest } = await Effect.runPromise(add(place ?? ""))
  expect(manifest.id).toBe("tiny-ctc")
  expect(bytes).toBe(11)
  expect(left()).toEqual(WHOLE)
  expect(await Effect.runPromise(checkModel(folder, "tiny-ctc"))).toBe(11)
})

test("a model's folder has what its manifest names, and nothing else of what came with it", async () => {
  const place = writeFiles(join(root, "given"), { ...modelFiles(), "test_wavs/one.wav": "RIFF", "run.sh": "rm -r /" })
  await Effect.runPromise(add(place))
  expect(left()).toEqual(WHOLE)
})

const refusals: Readonly<Record<string, readonly [() => string | Promise<string>, string]>> = {
  "a name that leads out of a tar": [
    async () => archive("a.tar", await tarOf({ ...modelFiles(), "../out": "x" })),
    'the archive has a name that is no path inside a folder: "../out"'
  ],
  "an absolute name in a tar": [
    async () => archive("a.tar", await tarOf({ ...modelFiles(), "/out": "x" })),
    'the archive has a name that is no path inside a folder: "/out"'
  ],
  "a name that leads out of a zip": [
    () => archive("a.zip", zipOf({ ...modelFiles(), "../out": "x" })),
    'the archive has a name that is no path inside a folder: "../out"'
  ],
  "a symbolic link in a tar": [
    async () =>
      archive("a.tar", await tarOf(modelFiles(), [{ name: "l", size: 0, type: "symlink", linkname: "/etc" }])),
    'the archive has a symlink: "l"'
  ],
  "a hard link in a tar": [
    async () => archive("a.tar", await tarOf(modelFiles(), [{ name: "l", size: 0, type: "link", linkname: "/etc" }])),
    'the archive has a link: "l"'
  ],
  "a device in a tar": [
    async () => archive("a.tar", await tarOf(modelFiles(), [{ name: "d", size: 0, type: "character-device" }])),
    'the archive has a character-device: "d"'
  ],
  "a link in a zip": [() => archive("a.zip", zipOf(modelFiles(), 0o120777)), "the archive has a link"],
  "a name twice": [
    async () => {
      const tar = Buffer.from(await tarOf({ a: "1" })).subarray(0, 1024)
      return archive("a.tar", Buffer.concat([tar, tar, Buffer.alloc(1024)]))
    },
    'the archive has a name twice: "a"'
  ],
  "gzip that grows without bound": [
    () => archive("a.tgz", gzipSync(Buffer.alloc(20 * 1024 * 1024))),
    "the archive unpacks to more data than a model may be"
  ],
  "a file in a zip that claims to be larger than any model": [
    () => archive("a.zip", zipOf(modelFiles(), undefined, 0xfffffff0)),
    "the archive unpacks to more data than a model may be"
  ],
  "a tar.gz that is cut off": [
    async () => archive("a.tgz", gzipSync(await tarOf(modelFiles())).subarray(0, 200)),
    "the archive is damaged or cut off"
  ],
  "a tar that is cut off": [
    async () => archive("a.tar", (await tarOf(modelFiles())).subarray(0, 900)),
    "the archive is damaged or cut off"
  ],
  "a tar.bz2 that is cut off": [
    () => archive("a.tar.bz2", BZIP2.subarray(0, 200)),
    "the archive is damaged or cut off"
  ],
  "a tar.bz2 with a broken byte": [
    () => archive("a.tar.bz2", Buffer.from(BZIP2).fill(7, 150, 151)),
    "the archive is damaged or cut off"
  ],
  "an archive without a model": [
    async () => archive("a.tar", await tarOf({ "notes.txt": "x" })),
    "reading model.json failed: ENOENT"
  ],
  "what is no archive": [() => archive("a.bin", Buffer.alloc(4096, 7)), "the file is no tar.bz2, tar.gz, tar or zip"],
  "an empty file": [() => archive("a.bin", Buffer.alloc(0)), "the file is no tar.bz2, tar.gz, tar or zip"],
  "a file that its hash does not fit": [
    () => writeFiles(join(root, "given"), { ...modelFiles(), "model.onnx": "other weights" }),
    '"model.onnx" is not what model.json says: its SHA-256 is another'
  ],
  "a file that is missing": [
    () => writeFiles(join(root, "given"), { "model.json": JSON.stringify(manifestOf()), "model.onnx": "weights" }),
    '"tokens.txt" is not there'
  ],
  "a file that is a link": [
    () => {
      const given = writeFiles(join(root, "given"), {
        "model.json": JSON.stringify(manifestOf()),
        "tokens.txt": "a 0\n"
      })
      symlinkSync(join(writeFiles(root, { elsewhere: "weights" }), "elsewhere"), join(given, "model.onnx"))
      return given
    },
    '"model.onnx" is no file but a link, a folder or a device'
  ],
  "a file behind a linked folder": [
    () => {
      const files = { model: "in/model.onnx", tokens: "tokens.txt" }
      const all = { "in/model.onnx": "weights", "tokens.txt": "a 0\n" }
      const manifest = JSON.stringify(manifestOf(all, { files }))
      const given = writeFiles(join(root, "given"), { "model.json": manifest, "tokens.txt": "a 0\n" })
      symlinkSync(writeFiles(join(root, "elsewhere"), { "model.onnx": "weights" }), join(given, "in"))
      return given
    },
    '"in/model.onnx" lies outside the model\'s folder'
  ],
  "a pipe in place of a manifest": [
    () => {
      const given = writeFiles(join(root, "given"), { "tokens.txt": "a 0\n" })
      Bun.spawnSync(["mkfifo", join(given, "model.json")])
      return given
    },
    "model.json: is no file"
  ],
  "a manifest of 2 MB": [
    () => writeFiles(join(root, "given"), { "model.json": " ".repeat(2_000_000) }),
    "model.json: must be at most 1048576 bytes"
  ],
  nothing: [() => join(root, "nothing"), " is no known model, folder, archive or https address"]
}

test.each(Object.keys(refusals))("%s is refused in one line and leaves nothing", async (name) => {
  const [make, message] = refusals[name] ?? [() => "", ""]
  expect(await fault(add(await make()))).toContain(message)
  writeFiles(folder, {})
  expect(readdirSync(root)).not.toContain("out")
  await Effect.runPromise(listModels(folder)).then((models) => expect(models).toEqual([]))
  if (name !== "nothing" && !name.endsWith("manifest") && !name.startsWith("a manifest")) expect(left()).toEqual([])
})

test("an addition that is interrupted, at whatever moment, leaves nothing or the whole model", async () => {
  const place = archive("a.tgz", gzipSync(await tarOf(modelFiles())))
  const ends = new Set<string>()
  for (let turns = 1; ends.size < 2 && turns < 2 ** 20; turns *= 2) {
    const fiber = Effect.runFork(add(place))
    for (let turn = 0; turn < turns; turn++) await setImmediate()
    const exit = await Effect.runPromise(Fiber.interrupt(fiber))
    const found = readdirSync(root).includes("models") ? left() : []
    ends.add(exit._tag)
    expect([[], WHOLE]).toContainEqual(found)
    if (Exit.isSuccess(exit)) expect(found).toEqual(WHOLE)
    rmSync(folder, { recursive: true, force: true })
  }
  expect([...ends].toSorted()).toEqual(["Failure", "Success"])
})

test("what is begun is removed only when the work on it has ended", async () => {
  const ended = Promise.withResolvers<void>()
  const said: Array<string> = []
  const fiber = Effect.runFork(
    runWork("waiting", async (signal) => {
      signal.addEventListener("abort", () => said.push("told to stop"))
      await ended.promise
      said.push("stopped")
    })
  )
  await setImmediate()
  const interruption = Effect.runPromise(Fiber.interrupt(fiber)).then(() => said.push("interrupted"))
  await setImmediate()
  expect(said).toEqual(["told to stop"])
  ended.resolve()
  await interruption
  expect(said).toEqual(["told to stop", "stopped", "interrupted"])
})

test("a model that is there is not written over", async () => {
  const place = writeFiles(join(root, "given"), modelFiles())
  await Effect.runPromise(add(place))
  expect(await fault(add(place))).toBe('there is a model "tiny-ctc" already; remove it first')
  expect(left()).toEqual(WHOLE)
})

test("of two additions of one model at once, one is there and whole", async () => {
  const place = writeFiles(join(root, "given"), modelFiles())
  const faults = await Promise.all([fault(add(place)), fault(add(place))])
  expect(faults.filter((message) => message === "")).toHaveLength(1)
  expect(left()).toEqual(WHOLE)
})

test("a known model is made of the archive and the files that it is published as", async () => {
  const given = { "seg/model.onnx": "segments", "seg/README.md": "Read." }
  const files = { "model.onnx": "segments", "voices.onnx": "embeds" }
  const roles = {
    files: { segmentation: "model.onnx", embedding: "voices.onnx" },
    kind: "speakers",
    family: "pyannote"
  }
  const manifest = Either.getOrThrow(decodeManifest(JSON.stringify(manifestOf(files, { ...roles, id: "known-one" }))))
  const published = new Map<string, Uint8Array>([
    ["https://example.org/seg.tgz", gzipSync(await tarOf(given))],
    ["https://example.org/v.onnx", Buffer.from("embeds")]
  ])
  const sources = Array.from(published, ([address, bytes]) => ({ address, bytes: bytes.length, sha256: hashOf(bytes) }))
  const known = [{ manifest, sources: sources.map((one, at) => (at === 1 ? { ...one, file: "voices.onnx" } : one)) }]
  const asked: Array<string> = []
  const request = async (address: string) => {
    asked.push(address)
    return new Response(published.get(address)?.slice())
  }
  const stages: Array<string> = []
  const options = { known, request, onStage: (stage: string) => stages.push(stage) }
  await Effect.runPromise(add("known-one", options))
  const names = ["README.md", "model.json", "model.onnx", "voices.onnx"]
  expect(left()).toEqual(["known-one", ...names.map((name) => `known-one/${name}`)])
  expect(stages).toEqual(["unpacking", "holding the files against their hashes"])
  expect(asked).toEqual([...published.keys()])
  expect(await fault(add("known-one", options))).toContain("already")
  expect(asked).toHaveLength(2)
})

test("what a model took when it was tried is kept beside it, and one that does not run leaves nothing", async () => {
  const place = writeFiles(join(root, "given"), modelFiles())
  const measurement = { memory_bytes: 1_000, load_seconds: 0.5, real_time_factor: 0.1 }
  await Effect.runPromise(add(place, { attempt: () => Effect.succeedSome(measurement) }))
  expect(Option.getOrNull(await Effect.runPromise(readMeasurement(join(folder, "tiny-ctc"))))).toEqual(measurement)
  await Effect.runPromise(removeModel(folder, "tiny-ctc"))
  const refused = new ModelProblem({ message: "the model does not run: it crashed" })
  expect(await fault(add(place, { attempt: () => refused }))).toBe("the model does not run: it crashed")
  expect(left()).toEqual([])
})

test("a model whose file was changed or whose manifest is damaged is listed with what is wrong, and can be removed", async () => {
  await Effect.runPromise(add(writeFiles(join(root, "given"), modelFiles())))
  writeFileSync(join(folder, "tiny-ctc/model.onnx"), "changed")
  expect(await fault(checkModel(folder, "tiny-ctc"))).toBe(
    '"model.onnx" is not what model.json says: its SHA-256 is another'
  )
  writeFileSync(join(folder, "tiny-ctc/model.json"), "{")
  const [entry] = await Effect.runPromise(listModels(folder))
  expect(entry === undefined ? "" : Either.isLeft(entry.manifest) && entry.manifest.left.message).toBe(
    "model.json: is no JSON"
  )
  await Effect.runPromise(removeModel(folder, "tiny-ctc"))
  expect(left()).toEqual([])
})

test("a folder under another name than its model's id is no model", async () => {
  writeFiles(join(folder, "other"), modelFiles())
  expect(await fault(checkModel(folder, "other"))).toBe("model.json: id must be the folder's name")
})

test.each(["..", "../given", "", ".downloads", "unknown"])("%p is no model to remove or to check", async (id) => {
  writeFiles(join(root, "given"), modelFiles())
  expect(await fault(removeModel(folder, id))).toContain("there is no model")
  expect(await fault(checkModel(folder, id))).toContain("there is no model")
  expect(readdirSync(join(root, "given"))).toContain("model.json")
})
